import { readFileSync } from 'node:fs';
import { cliVersion } from '../../src/base/package';
import { answerTo, atHost, type FakeCms } from './fake-cms';
import { textOf } from './fake-site';
import { serve } from './fault-server';

const vectors = JSON.parse(readFileSync(new URL('../vectors/rest.json', import.meta.url), 'utf8'));

/** The plugin's answer to a `GET doctor` that it knows; a real one is held to this form in tests/wordpress/companion. */
export interface DoctorAnswer {
  version: string;
  time: number;
  secrets: { revalidation: string; preview: string };
  settings: Record<string, string | number | boolean>;
  connection: {
    status: string;
    problem: string | null;
    message: string;
    fix: string | null;
    runtime: string | null;
  };
  queue: { pending: number; sending: number; failed: number; oldest: number | null };
  contact?: { waiting: number; sent: number; failed: number };
  discouraged?: boolean;
  notShown?: {
    id: number;
    title: string;
    path: string;
    has: { kind: string; plugin: string | null; reason: string | null }[];
  }[];
}
export const doctorAnswer: DoctorAnswer = { ...vectors.doctor.answer, version: cliVersion };

/** The same to a signature that it does not know. */
export const unknownSite: object = vectors.doctor.refusal;

/** To settings and to a code that it does not take. */
export const invalidSettings: { code: string; errors: object } = vectors.settings.refusal;
export const invalidCode: { code: string } = vectors.pair.refusal;

export interface FakeWordPress {
  url: string;
  /** May be changed between two questions. Undefined: it knows neither secret. */
  doctor: DoctorAnswer | undefined;
  /** Seconds by which its clock is ahead. */
  clockAhead: number;
  /** Where its REST interface is: without permalinks `/wp-json/` is a page that is not found. */
  rest: '/wp-json/' | '/?rest_route=/';
  locked: Record<string, string>;
  /** In place of storing settings. */
  refuses: { status: number; body: object } | undefined;
}

/** A WordPress with the plugin that says of itself whatever a test wants; it stores the settings that connect sends. */
export async function startFakeWordPress(cms: FakeCms = {}): Promise<FakeWordPress> {
  const wordpress: FakeWordPress = {
    url: '',
    doctor: structuredClone(doctorAnswer),
    clockAhead: 0,
    rest: '/wp-json/',
    locked: {},
    refuses: undefined,
  };
  wordpress.url = await serve(async (request, response) => {
    const { status, body } = answerOf(
      wordpress,
      cms,
      request.url ?? '/',
      JSON.parse((await textOf(request)) || '{}'),
    );
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    response.end(atHost(request, body));
  });
  return wordpress;
}

interface Answer {
  status: number;
  body: unknown;
}

function answerOf(wordpress: FakeWordPress, cms: FakeCms, at: string, body: Record<string, unknown>): Answer {
  if (at === '/graphql') return { status: 200, body: graphql(cms, String(body.query)) };
  if (!at.startsWith(wordpress.rest)) return { status: 404, body: '<!doctype html>' };
  switch (at.slice(wordpress.rest.length)) {
    case '':
      return { status: 200, body: { name: 'Ann &amp; Co', namespaces: ['wp/v2', 'companion/v1'] } };
    case 'companion/v1/doctor':
      return doctor(wordpress);
    case 'companion/v1/settings':
      return store(wordpress, body);
    default:
      return { status: 404, body: { code: 'rest_no_route' } };
  }
}

/** It has everything that the site can use, and one post. */
function graphql(cms: FakeCms, query: string): object {
  if (query.startsWith('{ posts')) return { data: { posts: { nodes: [{ databaseId: 1 }] } } };
  return answerTo({ lacks: [], ...cms, data: { version: cliVersion, ...cms.data } }, query);
}

function doctor({ doctor: known, clockAhead }: FakeWordPress): Answer {
  const time = Math.floor(Date.now() / 1000) + clockAhead;
  return known ? { status: 200, body: { ...known, time } } : { status: 401, body: { ...unknownSite, time } };
}

function store(wordpress: FakeWordPress, settings: Record<string, unknown>): Answer {
  if (wordpress.refuses) return wordpress.refuses;
  // connect asks first what is there, by storing nothing.
  const known = wordpress.doctor ?? structuredClone(doctorAnswer);
  for (const key of Object.keys(known.settings))
    if (key in settings) Object.assign(known.settings, { [key]: settings[key] });
  if ('revalidationSecret' in settings) {
    known.secrets = { revalidation: 'current', preview: 'current' };
    wordpress.doctor = known;
  }
  return {
    status: 200,
    body: {
      ...vectors.settings.answer,
      settings: known.settings,
      locked: wordpress.locked,
      connection: known.connection,
    },
  };
}
