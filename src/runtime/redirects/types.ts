/**
 * One rule of a plugin in WordPress, in the form that the companion plugin hands over (`companion-plugin/src/Redirects`).
 * Texts are as the plugin stores them.
 */
export interface Rule {
  /** Unique, `redirection:12`: the plugin that counts, and its number there. */
  id: string;
  from: string;
  kind: 'exact' | 'contains' | 'start' | 'end' | 'regex';
  /** The text that `from` is compared with: path and query (`/old/?a=b`), or the path without slashes at its ends (`old`). */
  of: 'address' | 'path';
  ignoreCase: boolean;
  ignoreSlash: boolean;
  /**
   * Of an exact rule: whether the query has to be the same, in any order or in this one, or is left alone (`ignore`), or goes along
   * (`pass`). Of any rule: `append` puts it behind the target.
   */
  query: 'exact' | 'exactorder' | 'ignore' | 'pass' | 'append';
  /** A path, an address, or a template with `$1`; empty where the status says all. */
  to: string;
  /** 301 and the like; an error, which shows the not-found page; 200 shows what lives at `to`; 0 leaves the address alone. */
  status: number;
  /** Whether a target takes the place of what was found (`preg_replace`), or is all of the answer. */
  fill: 'replace' | 'whole';
  /** Only where nothing lives. */
  missing: boolean;
}

/** All rules, in the order in which WordPress tries them. */
export interface RuleList {
  /** Digest of the list: the companion plugin does not send it again. */
  digest: string;
  /** Hosts of WordPress with their ports: addresses on them are the site's. */
  hosts: string[];
  /** Address of WordPress without a slash at its end, for files of it. */
  origin: string;
  /** Path of the folder that WordPress lives in, without a slash at its end; mostly empty. */
  folder: string;
  rules: Rule[];
}

/** The outcome of a rule for an address. */
export type Outcome =
  | { kind: 'redirect'; ids: string[]; status: number; to: string }
  | { kind: 'error'; ids: string[]; status: number }
  | { kind: 'show'; ids: string[]; path: string };

export const emptyList: RuleList = { digest: '', hosts: [], origin: '', folder: '', rules: [] };
