import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { safeEqual } from '../runtime/pages/preview/token';

export interface Granted {
  user: string;
  password: string;
}

export interface Callback {
  /** Where WordPress sends the browser when the user has agreed, and when not. */
  successUrl: string;
  rejectUrl: string;
  /** Null when the user has not agreed. */
  granted: Promise<Granted | null>;
  close: () => void;
}

/**
 * Waits on this machine for WordPress's answer. WordPress sends a password over http only where it is told to be a local
 * one (`wp_get_environment_type()`), and then only to an address that nobody else can guess.
 */
export async function startCallback(): Promise<Callback> {
  const path = `/${randomBytes(24).toString('hex')}`;
  let settle: (granted: Granted | null) => void;
  const granted = new Promise<Granted | null>((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const user = searchParams.get('user_login');
    const password = searchParams.get('password');
    const agreed = request.method === 'GET' && safeEqual(pathname, path) && user && password;
    const refused = request.method === 'GET' && safeEqual(pathname, `${path}/no`);
    response.writeHead(agreed || refused ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end(page(agreed ? 'WordPress has agreed.' : refused ? 'Nothing was connected.' : 'Not found.'));
    if (agreed) settle({ user, password });
    else if (refused) settle(null);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    successUrl: origin + path,
    rejectUrl: `${origin}${path}/no`,
    granted,
    close: () => {
      server.close();
      // A browser keeps its connection, and would keep this program alive.
      server.closeAllConnections();
    },
  };
}

/** The password stands in the address bar until the page has taken it out. */
const page = (text: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title>
<style>:root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}body{max-width:34rem;margin:20vh auto 0;padding:0 1.5rem}</style>
<h1>${text}</h1><p>You can close this tab and go back to the terminal.</p><script>history.replaceState(null,'','/')</script></html>
`;
