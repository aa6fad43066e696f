import type { IncomingMessage } from 'node:http';
import { serve } from './fault-server';

/** Contents of a made-up WPGraphQL; anything may be replaced. */
export interface FakeCms {
  /** Validation errors of the site's own capability document. */
  lacks?: readonly string[];
  /** Answers of the question for everything else, by alias. */
  data?: Readonly<Record<string, unknown>>;
  /** Errors beside these answers. */
  errors?: readonly object[];
  /** In place of the answer to that question: what a validator says of a document. */
  refuses?(document: string): readonly object[] | undefined;
  /** HTML of a post. Null: WordPress fails over the texts. */
  html?: string | null;
  /** Status of every answer but the first one. */
  status?: number;
}

export interface RunningCms {
  url: string;
  /** Requests received, in order: the document and the Authorization header. */
  asked: { query: string; authorization: string | undefined }[];
}

const withoutPlugins = [
  'Cannot query field "seo" on type "Post".',
  'Cannot query field "companionSettings" on type "Page".',
  'Cannot query field "flexibleContent" on type "Page".',
  'Cannot query field "sidebarBlocks" on type "Page".',
  'Cannot query field "blurDataUrl" on type "MediaItem".',
  'Cannot query field "companionIndex" on type "RootQuery".',
];

/** The address of the CMS in its data: its port is not known before it runs. */
const OWN = 'http://own.invalid/';

const content = {
  settings: { title: 'Ann &amp; Co', description: 'Wood &amp; glass', language: 'pt_PT', timezone: 'UTC+2' },
  types: {
    nodes: [
      { name: 'post', label: 'Posts', uri: '/', contentNodes: { nodes: [] } },
      { name: 'page', label: 'Pages', uri: null, contentNodes: { nodes: [] } },
      { name: 'book', label: 'Books', uri: '/book/', contentNodes: { nodes: [{ uri: '/book/one/' }] } },
      // Nobody sees anything of it.
      { name: 'hidden', label: 'Hidden', uri: null, contentNodes: { nodes: [] } },
    ],
  },
  taxonomies: { nodes: [{ name: 'category' }, { name: 'post_tag' }, { name: 'genre' }] },
  posts: {
    nodes: [{ uri: '/x/', slug: 'x', databaseId: 1, date: null, author: null, categories: { nodes: [] } }],
  },
  media: {
    nodes: [
      { sourceUrl: 'https://cdn.example.com/a.jpg' },
      { sourceUrl: 'https://cdn.example.com/b.jpg' },
      { sourceUrl: `${OWN}wp-content/c.jpg` },
    ],
  },
  api: null,
  preview: null,
  primary: { nodes: [{ id: 'x' }] },
  footer: { nodes: [{ id: 'x' }] },
};

/** A CMS that says of itself whatever a test wants; what real ones say is in tests/wordpress. */
export async function startFakeCms(cms: FakeCms = {}): Promise<RunningCms> {
  const asked: RunningCms['asked'] = [];
  const url = await serve(async (request, response) => {
    // It has no REST.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { query } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { query: string };
    asked.push({ query, authorization: request.headers.authorization });
    response.setHeader('content-type', 'application/json; charset=UTF-8');
    response.statusCode = asked.length === 1 ? 200 : (cms.status ?? 200);
    response.end(atHost(request, answerTo(cms, query)));
  });
  return { url, asked };
}

/** @returns JSON in which the CMS's own address is the one that was asked */
export function atHost({ headers }: IncomingMessage, answer: unknown): string {
  return JSON.stringify(answer).replaceAll(OWN, `http://${headers.host}/`);
}

export function answerTo(
  { lacks = withoutPlugins, data = {}, errors, refuses, html = '<p>Text</p>' }: FakeCms,
  query: string,
): object {
  if (!query.includes('query ')) return { data: { __typename: 'RootQuery' } };
  if (query.includes('query Capabilities')) {
    return lacks.length > 0 ? { errors: lacks.map((message) => ({ message })) } : { data: {} };
  }
  if (query.includes('query Pictures')) {
    const nodes = [{ content: html, featuredImage: null }];
    return html === null
      ? { errors: [{ message: 'Internal server error' }] }
      : { data: { newest: { nodes: [{ contentNodes: { nodes } }] }, front: null } };
  }
  const refused = refuses?.(query);
  return refused ? { errors: refused } : { data: { ...content, ...data }, errors };
}
