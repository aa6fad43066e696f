import type { WordPress } from '../server';

/** A browser without a window: it keeps WordPress's cookies and follows no redirect. */
export type Visit = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Logs in through WordPress's form.
 * @returns a function that asks for paths, or for complete addresses on this WordPress, as this user
 */
export async function logIn(
  wordpress: WordPress,
  user: { name: string; password: string } = wordpress.administrator,
): Promise<Visit> {
  const answer = await fetch(`${wordpress.url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: user.name, pwd: user.password, testcookie: '1' }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (!cookie.includes('wordpress_logged_in_')) throw new Error(`${user.name} could not log in`);
  return visitor(wordpress, { cookie });
}

/** A browser that opens a page: of somebody who is not logged in, or logged in otherwise by `headers`. */
export function visitor(wordpress: WordPress, headers: Record<string, string> = {}): Visit {
  return (path, init = {}) =>
    fetch(path.startsWith('http') ? path : wordpress.url + path, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html,*/*;q=0.8', ...headers, ...init.headers },
    });
}

/** Value for an Authorization header: a new application password of a user. No two of one user have the same name. */
export async function applicationPassword(wordpress: WordPress, login = 'admin'): Promise<string> {
  const password = await wordpress.php<string>(
    `echo json_encode( WP_Application_Passwords::create_new_application_password( get_user_by( 'login', '${login}' )->ID, [ 'name' => wp_generate_uuid4() ] )[0] );`,
  );
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}
