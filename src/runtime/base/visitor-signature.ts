import { createHash } from 'node:crypto';
import { mac } from './mac.ts';

/** The signature of the companion plugin's `VisitorSignature`; tests/vectors/visitor.json holds for both. */
const LABEL = 'companion/visitor/v1';
const LIFE_SECONDS = 60;
/** Characters of a browser's name, and of a path, that are passed on. */
const MAX_TEXT = 500;

/** The sender, as WordPress may know it. */
export interface Visitor {
  /** Address of the network, as far as the site knows it. */
  ip: string;
  /** Name of the browser. */
  agent: string;
  /** Path from which it was sent. */
  page: string;
}

/**
 * The header that goes with what a visitor sent to WordPress.
 * @param secret of the revalidate route
 * @param target what the request is for, below `companion/v1/`: `forms/contact-form-7:12`
 * @param id of what was sent, 32 hexadecimal digits: a repetition has the same, and is not taken twice
 * @param now unix seconds
 * @param body that goes with it, where it is at hand: then the signature is worth nothing with another one. Plugins that are older than that
 *   look at ip, agent and page alone.
 */
export function visitorHeader(
  secret: string,
  target: string,
  id: string,
  visitor: Visitor,
  now: number,
  body?: string,
): Record<string, string> {
  const exp = now + LIFE_SECONDS;
  const { ip, agent, page } = visitor;
  const said = JSON.stringify({
    ...{ ip, agent: agent.slice(0, MAX_TEXT), page: page.slice(0, MAX_TEXT) },
    ...(body === undefined ? {} : { body: createHash('sha256').update(body).digest('hex') }),
  });
  const encoded = Buffer.from(said).toString('base64url');
  const signature = mac(secret, LABEL, `v1|${target}|${exp}|${id}|${encoded}`);
  return { 'X-Companion-Visitor': [exp, id, encoded, signature].join('.') };
}
