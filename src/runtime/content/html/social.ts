import type { Attributes } from 'sanitize-html';

/** Grounds of services in the Social Icons block, from the style sheet of WordPress 7.1. A service that is not here has none there either. */
const GROUNDS =
  'amazon:f90 bandcamp:1ea0c3 behance:0757fe bluesky:0a7aff codepen:1e1f26 deviantart:02e49b discord:5865f2 ' +
  'dribbble:e94c89 dropbox:4280ff etsy:f45800 facebook:0866ff fivehundredpx:000 flickr:0461dd foursquare:e65678 ' +
  'github:24292d goodreads:eceadd google:ea4434 gravatar:1d4fc4 instagram:f00075 lastfm:e21b24 linkedin:0d66c2 ' +
  'mastodon:3288d4 medium:000 meetup:f6405f patreon:000 pinterest:e60122 pocket:ef4155 reddit:ff4500 skype:0478d7 ' +
  'snapchat:fefc00 soundcloud:ff5600 spotify:1bd760 telegram:2aabee threads:000 tiktok:000 tumblr:011835 twitch:6440a4 ' +
  'twitter:1da1f2 vimeo:1eb7ea vk:4680c2 whatsapp:25d366 wordpress:3499cd x:000 yelp:d32422 youtube:f00';

/** Services whose mark is not white; alone, without a ground, it has the same colour. */
const MARKS: Readonly<Record<string, string>> = { goodreads: '382110', snapchat: 'fff' };

const grounds = new Map(GROUNDS.split(' ').map((pair) => pair.split(':') as [string, string]));

/**
 * Puts the colours of a service into variables of its icon. The theme knows whether it has a ground (`core-blocks.css`); a colour that an editor
 * chose is a style of the element, and wins.
 */
export function withService(tagName: string, attribs: Attributes): Attributes {
  const name =
    tagName === 'li' ? /\bwp-social-link-([a-z]+)(?![\w-])/.exec(attribs.class ?? '')?.[1] : undefined;
  const ground = name && grounds.get(name);
  if (!ground) return attribs;
  const mark = MARKS[name];
  const colours = [`--service:#${ground}`, `--mark:#${mark ?? 'fff'}`, ...(mark ? [`--logo:#${mark}`] : [])];
  return { ...attribs, style: [...colours, ...(attribs.style ? [attribs.style] : [])].join(';') };
}
