import { fileNotice, markedIn, NOT_SHOWN, type NotShown, notice } from './not-shown.ts';
import { searchForm } from './search-form.ts';

/** One content: the elements removed so far, and the notices that stand in their place. */
export interface Removed {
  clean: string;
  /** Its address on WordPress. */
  page: string;
  /** Whether search forms lead to this site. */
  search?: boolean | undefined;
  kinds: Set<NotShown>;
  /** HTML behind the ends of elements, by where these are. */
  behind: Map<number, string>;
  /** There is a notice about scripts. */
  saysScript?: boolean;
  /** There is a notice about a field without a form. */
  saysField?: boolean;
  /** The subject of the last notice, and the end of the last element that it covers. */
  said?: { kind: NotShown; until: number };
  /** End of the last form. */
  formEnd: number;
  /** Start of the current line in that form. */
  line: number;
}

/** The replacement of an opening tag. */
interface Place {
  html: string;
  /** Position at which the sanitiser's output goes on. */
  next: number;
}

export const newRemoved = (clean: string, about: Pick<Removed, 'page' | 'search'>): Removed => ({
  ...{ clean, page: about.page, search: about.search },
  ...{ kinds: new Set(), behind: new Map(), formEnd: -1, line: -1 },
});

/** A notice stands in place of a frame. @param until where that ends */
export function sayFrame(removed: Removed, until: number): void {
  removed.kinds.add('frame');
  removed.said = { kind: 'frame', until };
}

/**
 * Looks at an element that says what was removed there.
 * @param mark its kind, and the host of a form
 * @param name of the element: a `<div>` has what stood inside; a `<span>` is empty, and becomes the notice itself
 * @param from where its inside begins
 * @param look of a button, as attributes
 */
export function inPlaceOf(removed: Removed, mark: string, name: string, from: number, look = ''): Place {
  const [what = '', host] = mark.split(' ');
  switch (what) {
    case 'input':
      return { html: field(removed, from), next: from };
    case 'file':
      return file(removed, mark, from);
    case 'button':
      return button(removed, from, look);
    case 'search':
    case 'comments':
    case 'shop':
    case 'login':
      return alone(removed, what, from);
    default:
      return { html: ordinary(removed, what as NotShown, name === 'div', from, host), next: from };
  }
}

/** The notice, or the site's own form, is all that is left: nobody can use the words without the rest. */
function alone(removed: Removed, what: 'search' | 'comments' | 'shop' | 'login', from: number): Place {
  const { clean, page, search } = removed;
  const next = endOf(clean, from);
  if (what === 'search' && search) return { html: `<div>${searchForm(clean.slice(from, next))}`, next };
  const kind = what === 'search' || what === 'comments' ? 'form' : what;
  say(removed, kind, next);
  return { html: `<div>${notice(kind, page)}`, next };
}

function ordinary(removed: Removed, kind: NotShown, isBox: boolean, from: number, host?: string): string {
  const { clean, page, kinds, said } = removed;
  // A captcha or a pad to sign on is one of its form's fields.
  if (kind === 'script' && isBox && from <= removed.formEnd) return '<div>';
  // A script behind something mostly belongs to it, and one word about several of them is enough. A canvas is one that shows.
  const isSaid =
    kind === 'script'
      ? (isBehindNotice(removed, from) && (!isBox || said?.kind === 'script')) ||
        (removed.saysScript && !isBox)
      : kind === 'cut' && kinds.has('cut');
  const until = isBox ? endOf(clean, from) : from;
  say(removed, kind, until, isSaid ? said?.kind : kind);
  if (kind === 'form' || kind === 'host') removed.formEnd = until;
  if (isSaid) return isBox ? '<div>' : '<span>';
  removed.saysScript ||= kind === 'script';
  if (!isBox) return open(kind, page);
  const isEmpty = clean.slice(from, until).trim() === '';
  return `<div${isEmpty ? '' : ' class="not-shown-inside"'}>${notice(kind, page, undefined, host)}`;
}

/** The text that a preview has for browsers without one is removed, because the notice says it. */
function file(removed: Removed, mark: string, from: number): Place {
  const next = endOf(removed.clean, from, 'span');
  say(removed, 'frame', next);
  const says = `${NOT_SHOWN}="${mark}"`;
  const html = fileNotice(removed.page, markedIn(says, 'file'), markedIn(says, 'size'));
  return { html: html.slice(0, -'</span>'.length), next };
}

/** Labels around a field that is gone are kept apart; only one outside of a form gets a notice, and one says it for all of them. */
function field(removed: Removed, from: number): string {
  const { clean, page, line } = removed;
  if (from <= removed.formEnd) {
    removed.line = from;
    const isNew = line >= 0 && isBlank(clean.slice(line, from));
    return isNew || AT_LINE.test(clean.slice(Math.max(0, from - LOOK_BACK), from))
      ? '<span>'
      : '<br /><span>';
  }
  if (removed.saysField) return ' <span>';
  removed.saysField = true;
  removed.kinds.add('form');
  return open('form', page);
}

/**
 * A button sends its form, or runs a script. In a form its word goes, as the notice has a link to the form. Elsewhere it stays, because it may be
 * the heading of what it opens.
 */
function button(removed: Removed, from: number, look: string): Place {
  const { clean, page } = removed;
  const end = endOf(clean, from, 'span');
  if (from <= removed.formEnd) return { html: '<span>', next: end };
  const isWord =
    /\p{L}/u.test(clean.slice(from, end).replace(/<[^>]*>/g, '')) &&
    !IN_HEADING.test(clean.slice(Math.max(0, from - LOOK_BACK), from));
  // In the box of a block, which is as wide as the button, nobody could read the notice.
  const until =
    end + (look ? (/^<\/span>\s*(?=<\/div>)/.exec(clean.slice(end, end + LOOK_BACK))?.[0].length ?? 0) : 0);
  if (isWord && !removed.saysScript) {
    say(removed, 'script', until + '</span>'.length);
    removed.saysScript = true;
    removed.behind.set(until, ` ${notice('script', page)}`);
  } else if (isWord && !look) removed.behind.set(end, ' ');
  return { html: `<span${look}>`, next: from };
}

/** An opening tag whose end is that of the notice. */
const open = (kind: NotShown, page: string) => notice(kind, page).slice(0, -'</span>'.length);

function say(removed: Removed, kind: NotShown, until: number, about: NotShown = kind): void {
  removed.kinds.add(kind);
  removed.said = { kind: about, until };
}

/** A line begins here anyhow: nothing but a field or a frame of it has come since. */
const AT_LINE =
  /<(?:br|\/?(?:div|dd|dl|dt|h[1-6]|li|ol|p|table|tbody|td|th|tr|ul))\b[^>]*>(?:\s|<\/?span\b[^>]*>)*$/;
/** The heading of an accordion, all of which is open. */
const IN_HEADING = /<h[1-6]\b[^>]*>\s*<span\b[^>]*>$/;
const LOOK_BACK = 300;

/** Whether nothing that can be read stands between the last notice, or what it is about, and here. */
function isBehindNotice({ clean, said }: Removed, position: number): boolean {
  if (said === undefined) return false;
  return isBlank(clean.slice(said.until, position));
}

const isBlank = (html: string) => html.replace(/<[^>]*>/g, '').trim() === '';

/** @returns the position of an element's end tag. @param from start of its inside */
function endOf(clean: string, from: number, name = 'div'): number {
  const tags = new RegExp(`<(/?)${name}\\b`, 'g');
  tags.lastIndex = from;
  for (let depth = 1, tag = tags.exec(clean); tag; tag = tags.exec(clean)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return tag.index;
  }
  return clean.length;
}
