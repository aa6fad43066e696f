import type { IncomingMessage } from 'node:http';
import { readBody } from '../../src/runtime/revalidate/body';
import { serve } from './fault-server';

export interface FakeSite {
  url: string;
  /** May be changed between two requests. */
  secrets: string[];
  /** Version of its runtime, which it tells a caller who shows the secret. */
  runtime?: string;
  /** `yes` or `no`: whether it was built for addresses with a slash at their end. */
  slash?: string;
  /** Paths for which its web server asks for HTTP authentication, and the header that it takes. */
  guard?: { paths: RegExp; authorization: string };
  /** Every body that came, in order. */
  heard: string[];
}

/** A site that runs, as far as `doctor` looks at it: its revalidate route judges as the real one does. */
export async function startFakeSite(...secrets: string[]): Promise<FakeSite> {
  const site: FakeSite = { url: '', secrets, heard: [] };
  site.url = await serve(async (request, response) => {
    const at = new URL(request.url ?? '/', site.url).pathname;
    if (site.guard?.paths.test(at) && request.headers.authorization !== site.guard.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Staging"' }).end('<h1>401</h1>');
    } else if (at === '/api/preview') {
      response.writeHead(307, { location: '/x/', 'set-cookie': 'preview=1; HttpOnly' }).end();
    } else if (at === '/x/') {
      response.end('<section aria-label="Preview"></section>');
    } else if (at === '/api/revalidate') {
      const text = await textOf(request);
      site.heard.push(text);
      const judged = readBody(JSON.parse(text), site.secrets);
      const { status, error } = judged.ok ? { status: 200, error: '' } : judged;
      const known =
        status === 401
          ? {}
          : {
              ...(site.runtime && { 'x-headless-site': site.runtime }),
              ...(site.slash && { 'x-headless-slash': site.slash }),
            };
      response
        .writeHead(status, { 'content-type': 'application/json', ...known })
        .end(JSON.stringify({ error }));
    } else response.writeHead(404).end();
  });
  return site;
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
