let clients = 0;

/**
 * A client that the site has never met. Lookups of unknown addresses, posts and passwords are limited by client, and a test that is not
 * about a limit stands for many visitors.
 * @returns an address for X-Forwarded-For, of a range for benchmarks
 */
export function newClient(): string {
  clients += 1;
  return `198.18.${(clients >> 8) & 255}.${clients & 255}`;
}
