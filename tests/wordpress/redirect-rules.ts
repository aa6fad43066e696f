import type { WordPress } from './server';
import { activatePlugin } from './server/plugins';

/** A rule as Redirection's own `Red_Item::create` takes it, and addresses that show what it does. */
export interface SeededRule {
  details: Record<string, unknown>;
  addresses: string[];
}

const redirects = [301, 302, 303, 307, 308];
const errors = [404, 410, 403, 451];

/**
 * Rules of every kind that Redirection has, each with the addresses at its edges.
 * @param count of rules
 * @param home address of WordPress
 * @param existing paths of pages, which some rules lead to and some stand before
 */
export function seededRules(
  count: number,
  home: string,
  existing: readonly string[],
  seed = 1,
): SeededRule[] {
  let state = seed;
  // A linear congruence: the same rules on each machine.
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const flags = (more: object = {}) => ({
    source: {
      flag_query: 'exact',
      flag_case: random(2) === 1,
      flag_trailing: random(2) === 1,
      flag_regex: false,
      ...more,
    },
  });
  const target = (i: number) =>
    one([
      `/target-${i}/`,
      `/target-${i}`,
      `/Target-${i}/?x=1#part`,
      `${home}/target-${i}/`,
      `https://other.example/t-${i}?a=b`,
      one(existing),
      '/wp-content/uploads/file.pdf',
      `/zürich-${i}/`,
      `/t ${i}/`,
    ]);
  const url = (i: number) => ({
    action_type: 'url',
    action_code: one(redirects),
    match_type: 'url',
    action_data: { url: target(i) },
  });
  const plain = (i: number, source: string, query = '') => {
    const bare = source.replace(/\/$/, '');
    return [
      source + query,
      `${bare}/${query}`,
      bare + query,
      source.toUpperCase() + query,
      `${source}${query ? `${query}&` : '?'}utm=${i}`,
      `${source}${query ? `${query}&` : '?'}a=%20b+c&d`,
      `/x${source}`,
    ];
  };
  const kinds: ((i: number) => SeededRule)[] = [
    ...Array.from({ length: 5 }, () => (i: number) => {
      const source = one([
        `/old-${i}/`,
        `/old-${i}`,
        `/Old/${i}/Page`,
        `/ünï/${i}/`,
        `/old ${i}/a+b`,
        `/f/${i}.html`,
      ]);
      return {
        details: { url: source, match_data: flags(), ...url(i) },
        addresses: plain(i, encodeURI(source)),
      };
    }),
    (i) => ({
      details: { url: `/q-${i}/?a=1&b=2`, match_data: flags(), ...url(i) },
      addresses: [
        ...plain(i, `/q-${i}/`, '?a=1&b=2'),
        `/q-${i}/?b=2&a=1`,
        `/q-${i}/?A=1&b=2`,
        `/q-${i}/?a=1`,
        `/q-${i}/`,
      ],
    }),
    (i) => ({
      details: { url: `/qi-${i}?a[]=1&k`, match_data: flags({ flag_query: 'ignore' }), ...url(i) },
      addresses: plain(i, `/qi-${i}`, '?a[]=1&k').concat(`/qi-${i}?k&a[]=1&z=9`, `/qi-${i}?k=&a[]=1`),
    }),
    (i) => ({
      details: { url: `/qp-${i}`, match_data: flags({ flag_query: 'pass' }), ...url(i) },
      addresses: plain(i, `/qp-${i}`).concat(`/qp-${i}?x=2&y[]=1&y[]=2&n`, `/qp-${i}?p.q=1&r%20s=t%2Bu`),
    }),
    (i) => ({
      details: { url: `/qo-${i}?b=1&a=2`, match_data: flags({ flag_query: 'exactorder' }), ...url(i) },
      addresses: [`/qo-${i}?b=1&a=2`, `/qo-${i}?a=2&b=1`, `/qo-${i}/?b=1&a=2`, `/QO-${i}?b=1&a=2`],
    }),
    (i) => ({
      details: {
        url: `^/re-${i}/(.*)$`,
        match_data: flags({ flag_regex: true }),
        ...url(i),
        action_data: {
          url: one([
            `/new-${i}/$1`,
            `${home}/new-${i}/$1`,
            `https://other.example/${i}/$1`,
            `https://other.example:8443/$1?from=${i}`,
          ]),
        },
      },
      addresses: [
        `/re-${i}/a/b`,
        `/re-${i}/`,
        `/RE-${i}/A%20b?c=d%20e`,
        `/re-${i}`,
        `/re-${i}/%C3%A9`,
        `/re-${i}/x//y`,
      ],
    }),
    (i) => ({
      details: {
        url: `^/(\\d{4})/(\\d\\d)/post-${i}(?:-(\\w+))?/?$`,
        match_data: flags({ flag_regex: true }),
        ...url(i),
        action_data: { url: `/archive/$1-$2/${i}/$3` },
      },
      addresses: [
        `/2020/05/post-${i}/`,
        `/2020/05/post-${i}-abc`,
        `/2020/5/post-${i}/`,
        `/2020/05/post-${i}/?q=1`,
      ],
    }),
    (i) => ({
      details: {
        url: `/part-${i}(?!/keep)[a-z]*\\.(html?|php)`,
        match_data: flags({ flag_regex: true }),
        ...url(i),
        action_data: { url: `/part/${i}` },
      },
      addresses: [`/part-${i}abc.html`, `/in/part-${i}.htm/more`, `/part-${i}/keep.html`, `/part-${i}.txt`],
    }),
    (i) => ({
      details: {
        url: `/err-${i}/`,
        match_data: flags(),
        match_type: 'url',
        action_type: 'error',
        action_code: one(errors),
      },
      addresses: plain(i, `/err-${i}/`),
    }),
    (i) => ({
      details: {
        url: `/none-${i}`,
        match_data: flags({ flag_trailing: true }),
        match_type: 'url',
        action_type: 'nothing',
        action_code: 0,
      },
      addresses: [`/none-${i}`, `/none-${i}/`],
    }),
    (i) => ({
      details: {
        url: `/in-${i}/`,
        match_data: flags({ flag_trailing: true }),
        match_type: 'login',
        action_type: 'url',
        action_code: one(redirects),
        action_data: { logged_in: one(['', `/members-${i}/`]), logged_out: one(['', `/login-${i}/`]) },
      },
      addresses: [`/in-${i}/`, `/in-${i}`],
    }),
    (i) => ({
      details: {
        url: `/role-${i}/`,
        match_data: flags(),
        match_type: 'role',
        action_type: 'url',
        action_code: 302,
        action_data: { role: 'editor', url_from: `/ed-${i}/`, url_notfrom: one(['', `/not-${i}/`]) },
      },
      addresses: [`/role-${i}/`],
    }),
    (i) => ({
      details: {
        url: `/server-${i}/`,
        match_data: flags(),
        match_type: 'server',
        action_type: 'url',
        action_code: 301,
        action_data: {
          server: one([home, 'https://elsewhere.example']),
          url_from: `/here-${i}/`,
          url_notfrom: one(['', `/there-${i}/`]),
        },
      },
      addresses: [`/server-${i}/`],
    }),
    (i) => ({
      details: {
        url: one([`/missing-${i}/`, one(existing)]),
        match_data: flags({ flag_trailing: true }),
        match_type: 'page',
        action_type: 'url',
        action_code: one([301, 302]),
        action_data: { page: '404', url: `/found-${i}/` },
      },
      addresses: [`/missing-${i}/`, ...existing.slice(0, 2)],
    }),
    (i) => ({
      details: { url: `/off-${i}/`, match_data: flags(), ...url(i), status: 'disabled' },
      addresses: [`/off-${i}/`],
    }),
    (i) => ({
      details: {
        url: `/chain-${i}/`,
        match_data: flags({ flag_trailing: true }),
        ...url(i),
        action_data: { url: `/chain-${i}-b/` },
      },
      addresses: [`/chain-${i}/`],
    }),
    // Two for one address: the position decides.
    (i) => ({
      details: {
        url: `/twice-${i - (i % 2)}/`,
        match_data: flags({ flag_trailing: true }),
        ...url(i),
        position: random(50) + 1,
      },
      addresses: [`/twice-${i}/`, `/twice-${i - 1}/`],
    }),
  ];
  const rules: SeededRule[] = [];
  for (let i = 0; rules.length < count; i++) {
    const rule = kinds[i % kinds.length]?.(i) as SeededRule;
    rules.push(rule);
    if (String(rule.details.url).startsWith('/chain-'))
      rules.push({
        details: { url: `/chain-${i}-b/`, match_data: flags(), ...url(i) },
        addresses: [`/chain-${i}-b/`],
      });
  }
  return rules.slice(0, count);
}

/** Activates Redirection, with its tables. */
export async function startRedirection(wordpress: WordPress): Promise<void> {
  await activatePlugin(wordpress, 'redirection/redirection.php');
  await wordpress.php(`
    ${loadRedirection}
    require_once WP_PLUGIN_DIR . '/redirection/database/database.php';
    require_once WP_PLUGIN_DIR . '/redirection/database/schema/latest.php';
    // The database of these tests knows no enum.
    add_filter( 'query', fn( $query ) => preg_replace( "/enum\\('enabled','disabled'\\)/", 'varchar(20)', $query ) );
    $done = ( new Red_Latest_Database() )->install();
    if ( is_wp_error( $done ) ) { throw new Exception( $done->get_error_message() ); }`);
}

/** Makes rules by the plugin's own function, each in the group that it names or in the first one. */
export async function makeRules(
  wordpress: WordPress,
  rules: readonly Record<string, unknown>[],
): Promise<number[]> {
  const json = Buffer.from(JSON.stringify(rules)).toString('base64');
  return await wordpress.php<number[]>(`
    ${loadRedirection}
    $ids = [];
    foreach ( json_decode( base64_decode( '${json}' ), true ) as $details ) {
      $made = Red_Item::create( $details + [ 'group_id' => 1 ] );
      if ( is_wp_error( $made ) ) { throw new Exception( json_encode( $details ) . $made->get_error_message() ); }
      $ids[] = $made->get_id();
    }
    echo json_encode( $ids );`);
}

/** PHP that loads what the plugin itself loads for its own screens only. */
export const loadRedirection = `
  foreach ( [ 'models/group.php', 'models/module.php', 'models/redirect/redirect.php', 'models/match.php', 'models/action.php', 'models/url/url.php', 'models/regex.php' ] as $file ) { require_once WP_PLUGIN_DIR . '/redirection/' . $file; }
`;

/** WordPress's own answer at an address: its redirects by rules followed to their end, its own ones not. */
export interface Said {
  status: number;
  /** Value of the header; null where no rule redirects. */
  location: string | null;
  /** Whether a rule has decided it. */
  byRule: boolean;
}

export async function askWordPress(wordpress: WordPress, address: string): Promise<Said> {
  let said = await head(wordpress.url + address);
  for (let hops = 0; said.byRule && said.location && hops < 10; hops++) {
    const url = new URL(said.location, wordpress.url);
    if (url.origin !== wordpress.url) break;
    const next = await head(url.href);
    if (!next.byRule || next.location === null) break;
    const lasting = [301, 308].includes(said.status) && [301, 308].includes(next.status);
    const fragment = url.hash && !next.location.includes('#') ? url.hash : '';
    const status = said.status === next.status ? said.status : lasting ? 301 : 302;
    said = { ...next, status, location: next.location + fragment };
  }
  return said;
}

async function head(url: string): Promise<Said> {
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual' });
  const { status, headers } = response;
  const byRule = headers.get('x-redirect-by') === 'redirection';
  return { status, location: byRule && status < 400 ? headers.get('location') : null, byRule };
}
