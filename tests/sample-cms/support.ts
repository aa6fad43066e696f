import { createHmac } from 'node:crypto';
import { type SampleCms, type SampleCmsOptions, startSampleCms } from '../../src/sample-cms/index.mjs';

export const SECRET = 'a preview secret for tests';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own shape
  data: any;
  errors: { message: string; path?: (string | number)[] }[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the body as it came
  body: any;
}

export interface Running extends SampleCms {
  ask(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
}

// biome-ignore lint/suspicious/noExplicitAny: each answer has its own shape
export const jsonOf = async (response: Response): Promise<any> => response.json();

/** A sample CMS on a free port, with a way to ask it. */
export async function running(options: SampleCmsOptions = {}): Promise<Running> {
  const cms = await startSampleCms({ port: 0, previewSecret: SECRET, ...options });
  return Object.assign(cms, {
    async ask(query: string, variables: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
      const response = await fetch(cms.graphqlUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const body = await jsonOf(response);
      return {
        status: response.status,
        headers: response.headers,
        data: body.data,
        errors: body.errors,
        body,
      };
    },
  });
}

/** The header that the site sends while it previews one item. */
export function grant(id: number, { secret = SECRET, ahead = 60 } = {}): Record<string, string> {
  const exp = Math.floor(Date.now() / 1000) + ahead;
  const key = createHmac('sha256', secret).update('companion/graphql-read/v1').digest();
  const mac = createHmac('sha256', key).update(`v1|${id}|${exp}`).digest('base64url');
  return { 'X-Companion-Preview': `${id}.${exp}.${mac}` };
}
