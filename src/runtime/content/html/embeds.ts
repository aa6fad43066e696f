import { say } from '../../base/say.ts';
import { warnOnce } from '../../base/warn-once.ts';
import type { OwnEmbed } from '../../config/extend/content.ts';
import { ownContent } from '../../config/extend/own.ts';
import { escapeHtml } from './escape.ts';
import { notice, words } from './not-shown.ts';
import { type Player, players } from './players.ts';

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
    origin,
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
  ...new Set([...Object.values(players), ...Object.values(ownPlayers)].map(({ origin }) => origin)),
];

/** A frame of the CMS, as the sanitiser has left it. */
export interface Frame {
  /** Entities decoded; empty where it had no address that may be shown. */
  src: string;
  title: string;
  /** Pixels. */
  height: number;
}

/** Pixels: neither a line nor higher than most screens. Other heights that the CMS gives are not taken. */
const HEIGHTS = { least: 60, most: 1200 };

/**
 * Makes the markup shown for an iframe of the CMS. A page of a known host becomes a `<details>`: its iframe is lazy and inside
 * a closed element, so nothing is asked of the host before the visitor opens it, and no script is needed. In place of any
 * other frame stands a notice, so that nothing is lost silently.
 * @param page address on WordPress of the page that it is on
 */
export function embed({ src, title, height }: Frame, page: string): { html: string; isShown: boolean } {
  const url = parse(src);
  if (!url) return { html: notice('frame', page), isShown: false };
  const all = { ...players, ...ownPlayers };
  const player = Object.hasOwn(all, url.hostname) ? all[url.hostname] : undefined;
  const address = player?.src(url);
  if (!player || !address) return { html: notice('frame', page, { url, title }), isShown: false };
  const said = { player: player.name };
  const isVideo = !player.isOwn && !player.height;
  const name = escapeHtml(title || (isVideo ? say(words.video, said) : player.name));
  const note = escapeHtml(say(isVideo ? words.play : words.open, said));
  const html =
    `<details class="embed${shape(player, height)}"><summary><span class="embed-name">${name}</span>` +
    `<span class="embed-note">${note}</span></summary>` +
    `<iframe src="${escapeHtml(address)}" title="${name}" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin"></iframe></details>`;
  return { html, isShown: true };
}

/** The rest of the tag behind the class. Closed and open, the element takes the room that the frame needs. */
function shape(player: Player, given: number): string {
  if (!player.height) return '';
  const isUsual = given >= HEIGHTS.least && given <= HEIGHTS.most;
  return ` embed-page" style="--embed-height:${isUsual ? Math.round(given) : player.height}px`;
}

function parse(src: string): URL | undefined {
  try {
    const url = new URL(src.startsWith('//') ? `https:${src}` : src);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}
