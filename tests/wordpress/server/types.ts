/** The permalink structures that are tested, as in Settings > Permalinks. */
export type Permalinks =
  | '/%postname%/'
  | '/blog/%postname%/'
  | '/%year%/%monthnum%/%postname%/'
  | '/%category%/%postname%/';

export interface StartOptions {
  /**
   * `6.5` has the PHP part only; `6.1` (Debian's package) and `newest` (the highest version in the cache folder, or what
   * WORDPRESS_DIR names) also have the scripts of the admin and of the block editor. Default 6.5.
   */
  version?: Version;
  /** Default `/%postname%/`. */
  permalinks?: Permalinks;
  /** `nasty` is promised in promise.ts; `empty` has no post, page, comment or menu. Default `nasty`. */
  content?: Content;
  /** TCP port on 127.0.0.1; a free one by default. */
  port?: number;
  /**
   * The companion plugin, activated by WordPress's own function; `network`: for all sites of a multisite. With it, WP_DEBUG is
   * on and `phpErrors` holds notices and deprecations, too. Default false.
   */
  companion?: boolean | 'network';
  /** Folders of other people's plugins, as for `whyNoPlugin`; linked, not activated. Default none. */
  plugins?: string[];
  /** For wp-config.php; they win over those of the harness (DISABLE_WP_CRON, WP_DEBUG, WP_ENVIRONMENT_TYPE, …). */
  constants?: Constants;
  /** A network in subdirectories with one site; `wpmu_create_blog( DOMAIN_CURRENT_SITE, '/two/', … )` makes more. Default false. */
  multisite?: boolean;
  /** MariaDB is what hosts have. It makes no copy of a template: with content `nasty` it starts in 12 s. Default sqlite. */
  database?: Database;
  /** `fpm`: nginx with PHP-FPM, where PHP can go on after the answer; not for multisite. Default PHP's own web server. */
  server?: 'php' | 'fpm';
}

export type Database = 'sqlite' | 'mariadb';
export type Constants = Record<string, string | number | boolean>;
export type Version = '6.1' | '6.5' | 'newest';
export type Content = 'nasty' | 'empty';

export interface WordPress {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  url: string;
  graphqlUrl: string;
  /** Exact versions of what runs: `6.5.5`, `2.20.0`, `8.2.35`. */
  versions: { wordpress: string; wpgraphql: string; php: string };
  /** The administrator's login name and password (for /wp-login.php; GraphQL takes application passwords only). */
  administrator: { name: string; password: string };
  /** WordPress's own inventory: asked of its own PHP functions, not of GraphQL. */
  inventory(): Promise<Inventory>;
  /**
   * Runs PHP inside WordPress, as the administrator; unaffected by `fail`, and not in the log.
   * @param code without `<?php`; what it echoes is read as JSON, nothing echoed is `undefined`
   * @param site path of the site in a multisite, `/two/`; default the main one
   * @throws with PHP's message when the code fails or echoes something else
   */
  php<T>(code: string, site?: string): Promise<T>;
  /** Changes wp-config.php from the next request on: `constants` take the place of those given before. */
  define(constants: Constants): void;
  /**
   * Runs WP-Cron as a server's crontab does: GET /wp-cron.php, which runs what is due.
   * @param due events whose hook begins with this are made due first: WP-Cron goes by the real clock, which tests do not move
   * @param site path of the site in a multisite; default the main one
   */
  cron(due?: string, site?: string): Promise<void>;
  /**
   * Moves the clock of the companion plugin (its filter `companion_now`).
   * @param seconds from the real time; 0 is now
   */
  moveClock(seconds: number): Promise<void>;
  /** Every HTTP request since the start or `clearLog`, in the order of arrival; those still unanswered are left out. */
  log(): Promise<LoggedRequest[]>;
  clearLog(): Promise<void>;
  /** Resolves when nobody has asked for two seconds, however long an answer takes on a busy machine. */
  untilQuiet(): Promise<void>;
  /** Makes the server fail instead of answering, from now on, at every address; null: back to normal. */
  fail(mode: FailureMode | null): Promise<void>;
  /** PHP's complaints so far (notices, warnings, fatal errors of the web server's processes). */
  phpErrors(): string;
  /** Ends all processes and deletes the files of this instance. */
  stop(): Promise<void>;
}

export interface LoggedRequest {
  method: string;
  /** With query string, as it was sent. */
  path: string;
  /** Name of the GraphQL operation; several of a batch are joined with `+`; null where there is none. */
  operation: string | null;
  /** GraphQL document as it was sent. */
  query: string | null;
  variables: unknown;
  /** HTTP status; 0 when the connection was cut. */
  status: number;
  /** From arrival until the answer was complete, in milliseconds. */
  ms: number;
  /** Length of the answer's body. */
  bytes: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** How many requests were under way when this one arrived, itself included. */
  concurrent: number;
}

export type FailureMode =
  /** An error page of a server or CDN in front of WordPress. `retryAfter` in seconds; after `times` requests back to normal. */
  | { kind: 'status'; status: 429 | 500 | 503; retryAfter?: number; times?: number }
  /** 200 with an HTML page, as where the GraphQL address is wrong. */
  | { kind: 'html' }
  /** Nobody listens: open connections are cut, new ones refused. */
  | { kind: 'refuse' }
  /** The true answer, `ms` milliseconds later. */
  | { kind: 'delay'; ms: number }
  /** Same as `refuse`, after `count` more requests. `then` may be left out: Biome objects to the name. */
  | { kind: 'afterRequests'; count: number; then?: 'refuse' }
  /** The true answer of GraphQL, but its first field is null and an error says so (HTTP 200). */
  | { kind: 'partial' }
  /** The same answer to everybody, as JSON. */
  | { kind: 'answer'; status: number; body: string }
  /** The true answer of GraphQL, but every list of nodes in it is null, and no error says so. */
  | { kind: 'nullLists' }
  /** The true answer of GraphQL, but nothing is in any field at its top, or an empty object. */
  | { kind: 'nullFields' | 'emptyFields' }
  /** An answer that begins, goes on byte by byte and never ends. */
  | { kind: 'drip' }
  /** The connection is cut in the middle of the answer's body. */
  | { kind: 'cut' };

/** Paths are as WordPress writes them: with slashes at both ends and `%e6…` for other alphabets, without the host. */
export interface Inventory {
  published: {
    type: 'post' | 'page' | 'project';
    id: number;
    path: string;
    /** Plain text as a browser shows it: no tags, no entities, typographic quotes. */
    title: string;
    /** `Y-m-d H:i:s` in the site's time zone. */
    date: string;
    hasPassword: boolean;
    /** Text that only the holder of the password may see. */
    marker: string | null;
  }[];
  hidden: {
    type: 'post' | 'page' | 'project';
    id: number;
    status: string;
    /** The address that it had, or would have if it were published. */
    path: string;
    title: string;
    /** Text that stands in its content and excerpt, and nowhere else. */
    marker: string;
  }[];
  terms: { taxonomy: string; id: number; path: string; name: string; count: number }[];
  /** All users; `posts` counts the public ones. */
  authors: { id: number; path: string; name: string; posts: number }[];
  /** `marker` is text that must not be shown, of a comment that must not. */
  comments: { id: number; post: number; shown: boolean; marker: string | null }[];
  /** Old addresses of renamed posts. */
  redirects: { from: string; to: string }[];
  /** Archive of the content type `project`. */
  archives: string[];
  /** Id of the static front page; null when the front shows the latest posts. */
  frontPage: number | null;
  postsPage: string | null;
}
