import type { Visit } from './session';

/** Everything that a page's forms would send to one action; the last one counts where there are several. */
export async function fieldsOf(visit: Visit, page: string, action: string): Promise<URLSearchParams> {
  const html = await (await visit(page)).text();
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)]
    .map(([text]) => text)
    .findLast((text) => text.includes(`name="action" value="${action}"`));
  if (!form) throw new Error(`${page} has no form for ${action}`);
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const get = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1];
    const name = get('name');
    const chosen = !/type="(checkbox|radio)"/.test(input) || / checked=/.test(input);
    if (!name || !chosen || / disabled/.test(input) || get('type') === 'file') continue;
    fields.set(name, get('value') ?? '');
  }
  return fields;
}

/** Sends a form as a browser does. */
export const post = (visit: Visit, fields: URLSearchParams | FormData): Promise<Response> =>
  visit('/wp-admin/admin-post.php', { method: 'POST', body: fields });

/** Text of an HTML page: without scripts and tags, with the entities that WordPress writes decoded. */
export const textOf = (html: string): string =>
  html
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#0?39;|&#8217;/g, "'")
    .replace(/&quot;|&#822[01];/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
