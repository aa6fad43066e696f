import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  type DocumentNode,
  extendSchema,
  type FieldNode,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  validate,
  visit,
} from 'graphql';
import { type SampleCms, startSampleCms } from '../../src/sample-cms/index.mjs';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');

const bridges = { yoast: 'seo-yoast', 'rank-math': 'seo-rank-math' } as const;
export type Bridge = keyof typeof bridges;

/** The node that carries `seo`, with what was asked of it. */
export interface SeoNode {
  __typename: string;
  uri?: string;
  title?: string;
}

export interface SeoCms {
  url: string;
  graphqlUrl: string;
  cms: SampleCms;
  /** Documents that were asked, by operation. */
  asked: Map<string, string>;
  close: () => Promise<void>;
}

/**
 * The sample CMS with an SEO plugin: a proxy that knows the recorded schema of the plugin's bridge, takes `seo` out of a
 * question and puts `seoOf`'s answer where it was.
 * @param failing every SEO field answers null and an error, as Rank Math does before its wizard has run
 */
export async function startSeoCms(
  bridge: Bridge,
  seoOf: (node: SeoNode) => object | null,
  { failing = false } = {},
): Promise<SeoCms> {
  const cms = await startSampleCms({ port: 0, previewSecret: 'test-preview-secret-0123456789' });
  const schema = [
    read('companion-plugin/blocks/schema.graphql'),
    read(`tests/contract/${bridges[bridge]}.graphql`),
    // The sample CMS's own content type.
    'extend enum ContentTypeEnum { PROJECT }',
  ].reduce(
    (known, sdl) => extendSchema(known, parse(sdl), { assumeValid: true }),
    buildSchema(read('tests/contract/wpgraphql-2.20.0.graphql')),
  );
  const asked = new Map<string, string>();

  async function graphql(body: string): Promise<object> {
    const { query, variables } = JSON.parse(body);
    const document = parse(query);
    const name = /query (\w+)/.exec(query)?.[1];
    if (name) asked.set(name, query);
    const invalid = validate(schema, document);
    if (invalid.length > 0) return { errors: invalid.map(({ message }) => ({ message })) };
    const response = await fetch(cms.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: print(visit(document, { Field: withoutSeo })), variables }),
    });
    const answer = (await response.json()) as { data?: unknown; errors?: object[] };
    const errors = [...(answer.errors ?? [])];
    const selection = seoSelection(document);
    const data = putSeo(answer.data, [], (node, path) => {
      if (!failing) return whole(selection, seoOf(node));
      errors.push({ message: 'Internal server error', path: [...path, 'seo', 'title'] });
      return { title: null, description: null, canonicalUrl: null, robots: null, openGraph: null };
    });
    return { data, ...(errors.length > 0 ? { errors } : {}) };
  }

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.method === 'POST') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(await graphql(body)));
      return;
    }
    const answer = await fetch(cms.url + request.url, {
      method: request.method ?? 'GET',
      redirect: 'manual',
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    graphqlUrl: `${url}/graphql`,
    cms,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await cms.close();
    },
  };
}

/** The selection of `seo` in a document, at its first occurrence. */
function seoSelection(document: DocumentNode): SelectionSetNode | undefined {
  let found: SelectionSetNode | undefined;
  visit(document, {
    Field(node) {
      if (node.name.value === 'seo') found ??= node.selectionSet;
    },
  });
  return found;
}

/** Null for every field that was asked for and is not given, as GraphQL answers. */
function whole(selection: SelectionSetNode | undefined, given: object | null): object | null {
  if (!given) return null;
  const answer: Record<string, unknown> = { ...given };
  for (const part of selection?.selections ?? []) {
    if (part.kind !== Kind.FIELD) continue;
    const key = part.alias?.value ?? part.name.value;
    const value = answer[key] ?? null;
    answer[key] = part.selectionSet && typeof value === 'object' ? whole(part.selectionSet, value) : value;
  }
  return answer;
}

/** `seo { … }` becomes `seo: __typename`: the answer has a mark wherever the plugin's answer belongs. */
function withoutSeo(node: FieldNode): FieldNode | undefined {
  if (node.name.value !== 'seo') return undefined;
  const key = node.alias ?? node.name;
  return { kind: Kind.FIELD, alias: key, name: { kind: Kind.NAME, value: '__typename' } };
}

type Path = (string | number)[];

function putSeo(value: unknown, path: Path, seoOf: (node: SeoNode, path: Path) => object | null): unknown {
  if (Array.isArray(value)) return value.map((entry, i) => putSeo(entry, [...path, i], seoOf));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => {
    if (key !== 'seo') return [key, putSeo(child, [...path, key], seoOf)];
    return [key, seoOf({ ...(value as object), __typename: String(child) }, path)];
  });
  return Object.fromEntries(entries);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
