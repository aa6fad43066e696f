import { say } from '../../base/say.ts';
import { warnOnce } from '../../base/warn-once.ts';
import type { OwnEmbed } from '../../config/extend/content.ts';
import { ownContent } from '../../config/extend/own.ts';
import { escapeHtml } from './escape.ts';
import { notice, words } from './not-shown.ts';

interface Player {
  name: string;
  /** Of the owner, and so not always a video. */
  isOwn?: true;
  /** The player's address, made from what the CMS embedded; nothing for anything but one video. */
  src: (url: URL) => string | false | null | undefined;
}

const youtube: Player = {
  name: 'YouTube',
  src: (url) => {
    const id = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
    const start = /^\d+$/.exec(url.searchParams.get('start') ?? '')?.[0];
    // The address that sets no cookie before the video plays.
    return id && `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`;
  },
};

const players: Record<string, Player> = {
  'www.youtube.com': youtube,
  'youtube.com': youtube,
  'www.youtube-nocookie.com': youtube,
  'player.vimeo.com': {
    name: 'Vimeo',
    src: (url) => {
      const id = /^\/video\/(\d+)$/.exec(url.pathname)?.[1];
      const hash = /^\w+$/.exec(url.searchParams.get('h') ?? '')?.[0];
      return id && `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`;
    },
  },
  'www.dailymotion.com': {
    name: 'Dailymotion',
    src: (url) => /^\/embed\/video\/\w+$/.exec(url.pathname) && `https://www.dailymotion.com${url.pathname}`,
  },
  'embed.ted.com': {
    name: 'TED',
    src: (url) => /^\/talks\/[\w/-]+$/.exec(url.pathname) && `https://embed.ted.com${url.pathname}`,
  },
  'videopress.com': {
    name: 'VideoPress',
    src: (url) => /^\/(?:embed|v)\/\w+$/.exec(url.pathname) && `https://videopress.com${url.pathname}`,
  },
};

const ownEmbeds = ownContent.html?.embeds ?? [];
const originOf = ({ host, origin }: OwnEmbed) => origin ?? `https://${host}`;

/** The owner's players, before ours of the same host. */
function ownPlayer(embed: OwnEmbed): Player {
  const { host, name, src } = embed;
  const origin = originOf(embed);
  const address = (url: URL) => {
    const made = src(url);
    if (made === null || (URL.canParse(made) && new URL(made).origin === origin)) return made;
    throw new Error(`src() makes an address that is not at ${origin}. Fix: origin: '…' beside it`);
  };
  return {
    name,
    isOwn: true,
    // A mistake of the owner costs the player, not the page.
    src: (url) => {
      try {
        return address(url);
      } catch (error) {
        warnOnce(`[html] content.config.ts: the player of ${host}: ${(error as Error).message}`);
        return null;
      }
    },
  };
}

const ownPlayers = Object.fromEntries(ownEmbeds.map((embed) => [embed.host, ownPlayer(embed)]));

/** Origins that a page may frame; the Content-Security-Policy's `frame-src` needs exactly these. */
export const embedHosts: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.dailymotion.com',
  'https://embed.ted.com',
  'https://videopress.com',
  ...ownEmbeds.map(originOf),
];

/**
 * What is shown for an iframe of the CMS. A video of a known host becomes a `<details>`: its iframe is lazy and inside
 * a closed element, so nothing is asked of the host before the visitor opens it, and no script is needed. In place of any
 * other frame stands a notice, so that nothing is lost silently.
 * @param src address as sanitised, entities decoded; empty where it had none that may be shown
 * @param page address on WordPress of the page that it is on
 */
export function embed(src: string, title: string, page: string): { html: string; isShown: boolean } {
  const url = parse(src);
  if (!url) return { html: notice('frame', page), isShown: false };
  const all = { ...players, ...ownPlayers };
  const player = Object.hasOwn(all, url.hostname) ? all[url.hostname] : undefined;
  const address = player?.src(url);
  if (!player || !address) return { html: notice('frame', page, { url, title }), isShown: false };
  const said = { player: player.name };
  const name = escapeHtml(title || (player.isOwn ? player.name : say(words.video, said)));
  const note = escapeHtml(say(player.isOwn ? words.open : words.play, said));
  const html =
    `<details class="embed"><summary><span class="embed-name">${name}</span>` +
    `<span class="embed-note">${note}</span></summary>` +
    `<iframe src="${escapeHtml(address)}" title="${name}" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin"></iframe></details>`;
  return { html, isShown: true };
}

function parse(src: string): URL | undefined {
  try {
    const url = new URL(src.startsWith('//') ? `https:${src}` : src);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}
