// For TypeScript callers: what `startSampleCms` takes and gives. The sample CMS itself is plain JavaScript.

export interface SampleCmsOptions {
  /** 8787 unless given; 0 takes a free one. */
  port?: number;
  host?: string;
  /** Milliseconds before every GraphQL answer. */
  delayMs?: number;
  failure?: Failure;
  /** How many generated posts are added to the written ones. */
  generatedPosts?: number;
  /** Opens single items to the preview header. */
  previewSecret?: string | undefined;
  contentDir?: string;
  /** False: a WordPress without the companion plugin. */
  companion?: boolean;
}

export type Failure =
  | null
  | 'refuse'
  | 'timeout'
  | 'html'
  | 'partial'
  | 'lists'
  | number
  | { status: number; retryAfter?: number | string };

export interface Which {
  id?: number | string;
  slug?: string;
  path?: string;
  type?: 'post' | 'page' | 'project';
}

export interface Changed {
  id: number;
  type: string;
  slug: string;
  uri: string;
  status: string;
  modified: string;
}

export interface LogEntry {
  operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client sent
  variables: any;
  ms: number;
  bytes: number;
  /** 0 when the connection was dropped or left unanswered. */
  status: number;
  at: string;
}

export interface Log {
  total: number;
  operations: Record<string, number>;
  inFlight: number;
  /** Operations read already, whose answers `delayMs` holds back. */
  held: string[];
  maxInFlight: number;
  media: number;
  requests: LogEntry[];
}

export interface Control {
  state: { delayMs: number; failure: Failure };
  set(change: { delayMs?: number; failure?: Failure; posts?: number; reset?: boolean }): {
    delayMs: number;
    failure: Failure;
  };
  content(
    change: Which & { set?: Record<string, unknown>; create?: Record<string, unknown>; remove?: boolean },
  ): Changed;
  menu(change: {
    location?: 'PRIMARY' | 'FOOTER';
    items?: Record<string, unknown>[];
    id?: number;
    set?: Record<string, unknown>;
  }): { ok: boolean };
  /** Keys of content/site.json. */
  settings(set: Record<string, unknown>): { ok: boolean };
  /** Forgets every change, failure and delay, and the log. */
  reset(): { delayMs: number; failure: Failure };
  log(): Log;
  clearLog(): void;
}

export interface SampleCms {
  url: string;
  graphqlUrl: string;
  port: number;
  control: Control;
  store: {
    // biome-ignore lint/suspicious/noExplicitAny: the index of types.mjs
    read(): any;
    // biome-ignore lint/suspicious/noExplicitAny: an item of types.mjs
    find(which: Which): any;
  };
  close(): Promise<void>;
}

/** The one that the answers of a new site name. */
export const DEFAULT_PORT: number;

export function startSampleCms(options?: SampleCmsOptions): Promise<SampleCms>;
