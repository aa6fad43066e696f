/** The kind of a host, by its name or address as `URL.hostname` writes it. */

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i;
/** Names that only a private net knows. */
const PRIVATE_NAME = /\.(?:local|test|internal|home\.arpa)$/i;
/** This net, private nets, addresses that a machine gives itself, and those behind a provider's NAT: RFC 1918, 3927, 6598. */
const PRIVATE_ADDRESS =
  /^(?:0|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d+)+$/;

/** Whether it is this machine. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether it is this machine or has a private name: what goes there unencrypted, nobody on the way reads. */
export function isLocalHost(host: string): boolean {
  return isLoopbackHost(host) || PRIVATE_NAME.test(host);
}

/** Whether nobody outside can reach it. A host without a dot is a name of this net, or an IPv6 address. */
export function isPrivateHost(host: string): boolean {
  return isLocalHost(host) || !host.includes('.') || PRIVATE_ADDRESS.test(host);
}
