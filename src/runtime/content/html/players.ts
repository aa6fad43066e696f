/** Somebody else's page in a frame: a video, a map, a calendar. */
export interface Player {
  name: string;
  /** The frame's origin; the Content-Security-Policy's `frame-src` follows from it. */
  origin: string;
  /** The frame's address, made from what the CMS embedded; nothing for anything but what the player shows. */
  src: (url: URL) => string | false | null | undefined;
  /** Height in pixels, the same on every screen, unless the CMS gives another. Left out for a video, which is 16:9. */
  height?: number;
  /** Added by the owner, and so not always a video. */
  isOwn?: true;
}

/**
 * Keeps path and named parameters.
 * @param query `*` keeps all of them
 */
const at =
  (origin: string, path: RegExp, query = '') =>
  (url: URL): string | false => {
    if (!path.test(url.pathname)) return false;
    const names = query.split(' ');
    const kept = [...url.searchParams].filter(([name]) => query === '*' || names.includes(name));
    const search = new URLSearchParams(kept).toString();
    return `${origin}${url.pathname}${search && `?${search}`}`;
  };

const youtube: Player = {
  name: 'YouTube',
  origin: 'https://www.youtube-nocookie.com',
  src: (url) => {
    const id = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
    const start = /^\d+$/.exec(url.searchParams.get('start') ?? '')?.[0];
    // The address that sets no cookie before the video plays.
    return id && `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`;
  },
};

const GOOGLE = 'https://www.google.com';
const googleMaps: Player = {
  name: 'Google Maps',
  origin: GOOGLE,
  height: 450,
  src: (url) => {
    const isFrame =
      /^\/maps\/(?:ms\/|d\/(?:.*\/)?)?embed(?:\/|$)/.test(url.pathname) ||
      // Without it the address is that of the whole application, which no frame shows.
      (/^\/maps(?:\/ms)?\/?$/.test(url.pathname) && url.searchParams.get('output') === 'embed');
    return isFrame && at(GOOGLE, /./, '*')(url);
  },
};

const host = (name: string, origin: string, path: RegExp, query?: string, height?: number): Player => ({
  name,
  origin,
  src: at(origin, path, query),
  ...(height ? { height } : {}),
});

const videoPress = (origin: string) => host('VideoPress', origin, /^\/(?:embed|v)\/\w+$/);
const speakerDeck = host('Speaker Deck', 'https://speakerdeck.com', /^\/player\/\w+$/);
const openStreetMap = host(
  'OpenStreetMap',
  'https://www.openstreetmap.org',
  /^\/export\/embed\.html$/,
  'bbox layer marker',
  400,
);

/**
 * By the host of the address that the CMS embeds. WordPress makes frames of links to most of them by itself; maps, calendars and drawings
 * are frames that people paste.
 */
export const players: Readonly<Record<string, Player>> = {
  'www.youtube.com': youtube,
  'youtube.com': youtube,
  'www.youtube-nocookie.com': youtube,
  'player.vimeo.com': {
    name: 'Vimeo',
    origin: 'https://player.vimeo.com',
    src: (url) => {
      const id = /^\/video\/(\d+)$/.exec(url.pathname)?.[1];
      const hash = /^\w+$/.exec(url.searchParams.get('h') ?? '')?.[0];
      return id && `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`;
    },
  },
  'www.dailymotion.com': host('Dailymotion', 'https://www.dailymotion.com', /^\/embed\/video\/\w+$/),
  'embed.ted.com': host('TED', 'https://embed.ted.com', /^\/talks\/[\w/-]+$/),
  'videopress.com': videoPress('https://videopress.com'),
  'video.wordpress.com': videoPress('https://video.wordpress.com'),
  'open.spotify.com': host(
    'Spotify',
    'https://open.spotify.com',
    /^\/embed\/(?:track|album|artist|playlist|episode|show)\/\w+$/,
    '',
    352,
  ),
  'w.soundcloud.com': host(
    'SoundCloud',
    'https://w.soundcloud.com',
    /^\/player\/?$/,
    'url visual color',
    166,
  ),
  'www.mixcloud.com': host('Mixcloud', 'https://www.mixcloud.com', /^\/widget\/iframe\/$/, 'feed', 120),
  'player-widget.mixcloud.com': host(
    'Mixcloud',
    'https://player-widget.mixcloud.com',
    /^\/widget\/iframe\/$/,
    'feed',
    120,
  ),
  'pca.st': host('Pocket Casts', 'https://pca.st', /^\/embed\/[\w-]+$/, '', 200),
  'widget.anghami.com': host('Anghami', 'https://widget.anghami.com', /^\/\w+\/\d+\/?$/, '', 400),
  'www.reverbnation.com': host(
    'ReverbNation',
    'https://www.reverbnation.com',
    /^\/widget_code\/[\w/]+$/,
    '*',
    450,
  ),
  'www.scribd.com': host('Scribd', 'https://www.scribd.com', /^\/embeds\/\d+\/content$/, '', 600),
  'e.issuu.com': host('Issuu', 'https://e.issuu.com', /^\/embed\.html$/, 'd u', 500),
  'www.slideshare.net': host('SlideShare', 'https://www.slideshare.net', /^\/slideshow\/embed_code\/[\w/]+$/),
  'speakerdeck.com': speakerDeck,
  'www.canva.com': host('Canva', 'https://www.canva.com', /^\/design\/[\w-]+(?:\/[\w-]+)?\/view$/, 'embed'),
  'www.kickstarter.com': host(
    'Kickstarter',
    'https://www.kickstarter.com',
    /^\/projects\/[\w-]+\/[\w-]+\/widget\/video\.html$/,
  ),
  'read.amazon.com': host('Kindle', 'https://read.amazon.com', /^\/kp\/(?:card|embed)$/, 'asin preview', 550),
  'www.google.com': googleMaps,
  'maps.google.com': googleMaps,
  'www.openstreetmap.org': openStreetMap,
  'calendly.com': host('Calendly', 'https://calendly.com', /^\/[\w-]+(?:\/[\w-]+)*\/?$/, 'month', 700),
  'codepen.io': host(
    'CodePen',
    'https://codepen.io',
    /^\/[\w-]+\/embed(?:\/preview)?\/\w+$/,
    'default-tab theme-id',
    400,
  ),
  'www.figma.com': host('Figma', 'https://www.figma.com', /^\/embed$/, 'embed_host url', 450),
  'embed.figma.com': host(
    'Figma',
    'https://embed.figma.com',
    /^\/[a-z]+\/\w+(?:\/[^/]*)?$/,
    'node-id embed-host',
    450,
  ),
};
