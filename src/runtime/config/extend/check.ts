import { isRecord } from '../../base/is-record.ts';
import { checkFields, fieldKinds } from './check-fields.ts';
import { checkContact } from './contact.ts';
import type { Content, CustomPage, OwnEmbed, OwnHtml } from './content.ts';
import { directives } from './content.ts';
import { htmlWords } from './html-words.ts';
import { FILE } from './place.ts';
import { asMeant, isTexts, type Judged, type Problem, unknownKeys, withPlace } from './problems.ts';

const judges: Readonly<Record<string, (entry: unknown) => Problem[]>> = {
  html: checkHtml,
  security: checkSecurity,
  contact: checkContact,
  revalidate: checkRevalidate,
  pages: (pages) => (typeof pages === 'function' ? [] : pageProblems(pages)),
};

/**
 * Judges what `content.config.ts` exports, all but the GraphQL of its fields (`wordpress/fields/custom-fields.ts` does, where it is asked).
 * @returns as much of it as can be used, with the fields under the names that were meant, and a line for each thing that is wrong, with
 *   the place and the fix
 */
export function checkContent(given: unknown): Judged<Content> {
  if (!isRecord(given))
    return {
      value: {},
      problems: [
        `${FILE} exports nothing that can be used. Fix: \`export default defineContent({})\`, or delete the file.`,
      ],
    };
  const { value: content, problems } = asMeant('', given, [...fieldKinds, ...Object.keys(judges)]);
  for (const kind of fieldKinds) {
    const judged = checkFields(kind, content[kind]);
    problems.push(...judged.problems);
    if (content[kind] !== undefined) content[kind] = judged.value;
  }
  for (const [name, judge] of Object.entries(judges)) {
    const found = judge(content[name]);
    problems.push(...found);
    if (found.length > 0) delete content[name];
  }
  return { value: problems.length === 0 ? given : content, problems: problems.map(withPlace) };
}

/** Elements that run code or load it, that a form is made of, or whose inside a browser and the sanitiser read differently. */
const REFUSED_TAGS = new Map(
  Object.entries({
    'script style link meta base title head html body template noscript slot': 'it is no content',
    'object embed applet frame frameset': 'it runs what it loads',
    'svg math': 'those without code are let through already',
    'xmp plaintext noembed noframes listing': 'browsers do not read it as HTML',
    'form input button select option optgroup textarea fieldset legend label datalist output':
      'forms of the CMS cannot be sent from here',
  }).flatMap(([names, why]) => names.split(' ').map((name) => [name, why] as const)),
);

const TAG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const ATTRIBUTE = /^(?:(?:data|aria)-\*|[a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;
/** `data-not-shown` is the sanitiser's own mark, and `is` makes another element of one that was let through. */
const REFUSED_ATTRIBUTES =
  /^(?:on.*|srcdoc|style|action|formaction|ping|nonce|is|http-equiv|data-not-shown)$/;

function checkHtml(html: unknown): Problem[] {
  if (html === undefined) return [];
  if (!isRecord(html)) return ['html: must be an object with `tags`, `attributes`, `embeds` or `words`'];
  const { tags = [], attributes = {}, embeds = [], words = {} } = html as OwnHtml;
  const problems = unknownKeys('html.', html, ['tags', 'attributes', 'embeds', 'words']);
  if (!isTexts(tags)) problems.push('html.tags: must be a list of names');
  else problems.push(...tags.flatMap(tagProblem));
  if (!isRecord(attributes) || !Object.values(attributes).every(isTexts))
    problems.push("html.attributes: must be lists of names by element. Fix: `{ 'my-map': ['lat', 'lng'] }`");
  else
    for (const [tag, names] of Object.entries(attributes)) {
      const at = `html.attributes["${tag}"]`;
      if (tag !== '*' && !TAG.test(tag)) problems.push(`${at}: is no name of an element, nor \`*\` for all`);
      problems.push(...names.flatMap((name) => attributeProblem(at, name)));
    }
  if (!Array.isArray(embeds)) problems.push('html.embeds: must be a list');
  else problems.push(...embeds.flatMap(embedProblems));
  if (!isRecord(words) || !isTexts(Object.values(words)))
    problems.push(`html.words: must be texts. Fix: \`{ openPage: '${htmlWords.openPage}' }\``);
  else problems.push(...unknownKeys('html.words.', words, Object.keys(htmlWords)));
  return problems;
}

function tagProblem(tag: string): Problem[] {
  const at = `html.tags: "${tag}"`;
  if (tag === 'iframe') return [`${at} is let through by its host. Fix: an entry in html.embeds`];
  const why = REFUSED_TAGS.get(tag.toLowerCase());
  if (why) return [`${at} cannot be let through: ${why}. Fix: show it with a component of the site`];
  return TAG.test(tag) ? [] : [`${at} is no name of an element. Fix: small letters, such as \`my-map\``];
}

function attributeProblem(at: string, name: string): Problem[] {
  if (REFUSED_ATTRIBUTES.test(name.toLowerCase()))
    return [
      `${at}: "${name}" cannot be let through: it runs or loads something. Fix: a class, or \`data-*\``,
    ];
  return ATTRIBUTE.test(name) ? [] : [`${at}: "${name}" is no name of an attribute. Fix: small letters`];
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/;

function embedProblems(embed: OwnEmbed, position: number): Problem[] {
  const at = `html.embeds[${position}]`;
  if (!isRecord(embed)) return [`${at}: must be an object with \`host\`, \`name\` and \`src\``];
  const { host, name, src, origin } = embed as unknown as Record<string, unknown>;
  const problems = unknownKeys(`${at}.`, embed, ['host', 'name', 'src', 'origin']);
  if (typeof host !== 'string' || !HOST.test(host))
    problems.push(`${at}.host: must be one host. Fix: \`www.loom.com\`, without \`https://\``);
  if (typeof name !== 'string' || name.trim() === '')
    problems.push(`${at}.name: must say what visitors know it by`);
  if (typeof src !== 'function')
    problems.push(`${at}.src: must be a function that makes the player's address`);
  if (origin !== undefined && !isOrigin(origin))
    problems.push(`${at}.origin: must be an origin. Fix: \`https://player.example\``);
  return problems;
}

const isOrigin = (origin: unknown) =>
  typeof origin === 'string' && origin.startsWith('https://') && HOST.test(origin.slice('https://'.length));

const SCHEME = /^[a-z][a-z0-9+.-]*:$/;
const SOURCE =
  /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?(?:\/[^\s;,'"\\]*)?$/i;

function checkSecurity(security: unknown): Problem[] {
  if (security === undefined) return [];
  if (!isRecord(security))
    return ["security: must be lists by directive. Fix: `{ 'script-src': ['https://widget.example'] }`"];
  return [
    ...unknownKeys('security.', security, directives),
    ...Object.entries(security).flatMap(([directive, sources]) => {
      const at = `security["${directive}"]`;
      if (!isTexts(sources)) return [`${at}: must be a list of sources. Fix: \`['https://widget.example']\``];
      return sources.flatMap((source) => sourceProblem(at, directive, source));
    }),
  ];
}

function sourceProblem(at: string, directive: string, source: string): Problem[] {
  if (SCHEME.test(source)) {
    if (directive !== 'script-src' && source !== 'javascript:') return [];
    return [
      `${at}: "${source}" would let anybody's script in. Fix: name the hosts, \`https://widget.example\``,
    ];
  }
  if (SOURCE.test(source)) return [];
  return [
    `${at}: ${JSON.stringify(source)} is no host. Fix: one entry each, such as \`https://widget.example\``,
  ];
}

/** Dot segments, a host, a question and a place in a page are no path of this site. */
const PATH = /^\/(?![/\\])[^\s?#\\*]*$/;
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** @param pages a list, or what the owner's function answered */
export function pageProblems(pages: unknown): Problem[] {
  if (pages === undefined) return [];
  if (!Array.isArray(pages)) return ['pages: must be a list, or a function that returns one'];
  return pages.flatMap((page: unknown, position) => {
    const at = `pages[${position}]`;
    if (!isRecord(page)) return [`${at}: must be an object with \`path\` and \`title\``];
    const { path, title, text, modified } = page as Partial<Record<keyof CustomPage, unknown>>;
    const problems = unknownKeys(`${at}.`, page, ['path', 'title', 'text', 'modified']);
    if (typeof path !== 'string' || !PATH.test(path) || DOTS.test(path))
      problems.push(
        `${at}.path: must be a path of this site. Fix: \`/pricing\`, without host and query string`,
      );
    if (typeof title !== 'string' || title.trim() === '') problems.push(`${at}.title: must not be empty`);
    if (text !== undefined && typeof text !== 'string') problems.push(`${at}.text: must be text`);
    if (modified !== undefined && !isMoment(modified))
      problems.push(`${at}.modified: must be a day or a moment. Fix: \`2026-01-31\``);
    return problems;
  });
}

/** Whether a sitemap may say it: a day, or a moment with its zone. */
function isMoment(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const isWritten = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(
    value,
  );
  return isWritten && !Number.isNaN(Date.parse(value));
}

function checkRevalidate(hooks: unknown): Problem[] {
  if (hooks === undefined) return [];
  if (!isRecord(hooks)) return ['revalidate: must be an object with `before` or `after`'];
  return [
    ...unknownKeys('revalidate.', hooks, ['before', 'after']),
    ...Object.entries(hooks).flatMap(([name, hook]) =>
      hook === undefined || typeof hook === 'function' ? [] : [`revalidate.${name}: must be a function`],
    ),
  ];
}
