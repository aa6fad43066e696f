import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import { visitorHeader } from '../../../src/runtime/base/visitor-signature';
import { whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { logIn, type Visit, visitor } from './session';
import { type Connected, complaints, configure, connect, previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress('newest');
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;
const roles = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

/** Statuses by role, in the order above: without a nonce, and with one. */
type Row = readonly [without: string, withNonce: string];
const everybody = (status: number): Row => {
  const row = roles.map(() => status).join(' ');
  return [row, row];
};
/** Without a nonce a cookie counts for nothing in REST. */
const restOfAdministrators = (status: number): Row => [
  '401 401 401 401 401 401',
  `401 403 403 403 403 ${status}`,
];
const administrators = (status: number): Row => ['403 403 403 403 403 403', `403 403 403 403 403 ${status}`];

const routes: Record<string, Row> = {
  'GET /companion/v1': everybody(200),
  'GET /companion/v1/dashboard/stats': restOfAdministrators(200),
  'GET /companion/v1/connection/status': restOfAdministrators(200),
  'GET /companion/v1/cache/stats': restOfAdministrators(200),
  'POST /companion/v1/settings': restOfAdministrators(200),
  // A code opens it, and these have none.
  'POST /companion/v1/pair': everybody(403),
  // A signature of the site's secrets opens these.
  'GET /companion/v1/doctor': everybody(401),
  'POST /companion/v1/comments': everybody(401),
  'POST /companion/v1/comments/waiting': everybody(401),
  'POST /companion/v1/contact': everybody(401),
  'POST /companion/v1/forms/(?P<plugin>[a-z0-9-]{1,40}):(?P<id>[\\w-]{1,40})': everybody(401),
  'POST /companion/v1/passwords': everybody(401),
  'POST /companion/v1/redirects/hits': everybody(401),
};

const actions: Record<string, Row> = {
  admin_post_companion_check: administrators(302),
  admin_post_companion_deliver: administrators(302),
  admin_post_companion_refresh: administrators(302),
  admin_post_companion_replay: administrators(302),
  admin_post_companion_repair: administrators(302),
  admin_post_companion_dismiss: administrators(302),
  admin_post_companion_export: administrators(200),
  admin_post_companion_save: administrators(302),
  admin_post_companion_import: administrators(302),
  admin_post_companion_pair: administrators(302),
  admin_post_companion_end_rotation: administrators(302),
  admin_post_companion_delete_messages: administrators(302),
  admin_post_companion_export_messages: administrators(200),
  admin_post_companion_retry_message: administrators(302),
  // A link for whoever may edit the post, which is the author's; the anonymous log in first. It changes nothing, so needs no nonce.
  admin_post_companion_preview: ['302 403 403 302 302 302', '302 403 403 302 302 302'],
  // WordPress calls itself, with a token.
  wp_ajax_companion_deliver: everybody(403),
  'wp_ajax_health-check-companion-connection': ['400 403 403 403 403 403', '400 403 403 403 403 200'],
};

/** PHP: tells all doors, and the nonces of whoever asks. The form is one of a plugin of the owner's. */
const telling = `
  $tell = function () {
    $actions = array_unique( preg_replace( '/_nopriv_/', '_', preg_grep( '/^(admin_post|wp_ajax)_.*companion/', array_keys( $GLOBALS['wp_filter'] ) ) ) );
    $routes  = [];
    foreach ( rest_get_server()->get_routes( 'companion/v1' ) as $route => $handlers )
      foreach ( $handlers as $handler ) foreach ( array_keys( $handler['methods'] ) as $method ) $routes[] = "$method $route";
    $nonces = [];
    foreach ( array_merge( [ 'wp_rest', 'health-check-site-status' ], preg_replace( '/^(admin_post|wp_ajax)_/', '', $actions ) ) as $name ) $nonces[ $name ] = wp_create_nonce( $name );
    wp_send_json( [ 'doors' => array_merge( $routes, array_values( $actions ) ), 'nonces' => $nonces ] );
  };
  add_action( 'admin_post_test_doors', $tell );
  add_action( 'admin_post_nopriv_test_doors', $tell );
  add_filter( 'companion_forms', function ( $adapters ) {
    $adapters[] = new class implements HeadlessSiteCompanion\\Forms\\Adapter {
      public function name(): string { return 'acme'; }
      public function title(): string { return 'Acme'; }
      public function shortcodes(): array { return []; }
      public function blocks(): array { return []; }
      public function prepare(): void {}
      public function find( string $html ): array { return []; }
      public function definition( string $id, string $html ): array { throw new HeadlessSiteCompanion\\Forms\\Unsupported(); }
      public function names( string $id ): ?array { return [ 'name', 'fields' ]; }
      public function submit( string $id, string $page ): ?array { return [ 'status' => 'sent', 'message' => 'Thanks', 'fields' => [] ]; }
      public function watch( callable $changed ): void {}
    };
    return $adapters;
  } );`;

interface Told {
  doors: string[];
  nonces: Record<string, string>;
}
const ask = async (visit: Visit): Promise<Told> =>
  (await visit('/wp-admin/admin-post.php?action=test_doors')).json();

/** A draft of the author's, on each site. */
const draft = 900;
const address = (route: string) => route.replace(/\(\?P<plugin>.*$/, 'acme:1');

/** Status of one door for one visitor. */
async function knock(visit: Visit, door: string, nonces: Record<string, string> | null): Promise<number> {
  const [, page, action = ''] = /^(admin_post|wp_ajax)_(.*)$/.exec(door) ?? [];
  if (action === 'companion_preview')
    return (await visit(`/wp-admin/admin-post.php?action=${action}&post=${draft}`)).status;
  if (page) {
    const name = page === 'wp_ajax' ? 'health-check-site-status' : action;
    const body = new URLSearchParams({ action, ...(nonces && { _wpnonce: nonces[name] }) });
    return (
      await visit(`/wp-admin/${page.replace('_', '-').replace('wp-ajax', 'admin-ajax')}.php`, {
        method: 'POST',
        body,
      })
    ).status;
  }
  const [method = '', route = ''] = door.split(' ');
  return (
    await visit(`/wp-json${address(route)}`, {
      method,
      headers: { 'content-type': 'application/json', ...(nonces && { 'X-WP-Nonce': nonces.wp_rest }) },
      body: method === 'GET' ? null : '{}',
    })
  ).status;
}

/** Knocks at every door that WordPress knows: statuses by door, without and with a nonce, in the order of the visitors. */
async function knockEverywhere(visits: Visit[]): Promise<Record<string, Row>> {
  const rows: Record<string, [string[], string[]]> = {};
  for (const visit of visits) {
    const { doors, nonces } = await ask(visit);
    for (const door of doors) {
      rows[door] ??= [[], []];
      rows[door][0].push(String(await knock(visit, door, null)));
      rows[door][1].push(String(await knock(visit, door, nonces)));
    }
  }
  return Object.fromEntries(
    Object.entries(rows).map(([door, [without, withNonce]]) => [
      door,
      [without.join(' '), withNonce.join(' ')],
    ]),
  );
}

/** The columns of some roles. */
const columns = (...chosen: (typeof roles)[number][]): Record<string, Row> => {
  const pick = (row: string) => chosen.map((role) => row.split(' ')[roles.indexOf(role)]).join(' ');
  return Object.fromEntries(
    Object.entries({ ...routes, ...actions }).map(([door, [a, b]]) => [door, [pick(a), pick(b)]]),
  );
};

describe.skipIf(reason)(suite('every door of the plugin'), () => {
  let on: Connected;
  let visits: Visit[];
  const admin: Visit = (path, init) => (visits.at(-1) as Visit)(path, init);
  const reset = () => on.wordpress.php(configure(on.receiver.url));
  beforeAll(async () => {
    on = await connect({ version: 'newest' });
    await on.wordpress.php(
      `foreach ( ${JSON.stringify(roles.slice(1, -1))} as $role ) wp_insert_user( [ 'user_login' => $role, 'user_pass' => 'password', 'user_email' => "$role@example.com", 'role' => $role ] );
       wp_insert_post( [ 'import_id' => ${draft}, 'post_title' => 'Draft', 'post_status' => 'draft', 'post_author' => get_user_by( 'login', 'author' )->ID ] );
       wp_insert_post( [ 'import_id' => 901, 'post_title' => 'Post', 'post_status' => 'publish', 'post_password' => 'x', 'comment_status' => 'open' ] );`,
    );
    await ownPlugin(on.wordpress, telling);
    visits = [visitor(on.wordpress)];
    for (const name of roles.slice(1))
      visits.push(
        await logIn(on.wordpress, name === 'administrator' ? undefined : { name, password: 'password' }),
      );
  });
  afterAll(() => on?.stop());

  it('opens for the roles of this table, and there is no other door', async () => {
    expect(await knockEverywhere(visits)).toEqual(columns(...roles));
    expect(complaints(on.wordpress)).toBe('');
  });

  const sender = { ip: 'x', agent: '\xff'.repeat(600), page: '//x' };
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const values: unknown[] = [
    ...[null, true, -1, 1.5, 2 ** 63, '', 'x', '5', '\0', '\ud800', '../../x', 'x'.repeat(300_000)],
    ...[[], {}, [null], [[['x']]], { a: { b: null } }, JSON.parse(nested(300))],
  ];
  const names = [
    ...[
      'serviceUrl',
      'webhooksEnabled',
      'previewMode',
      'revalidationSecret',
      'previewSecretPrevious',
      'serviceUser',
      'servicePassword',
      'logDays',
    ],
    ...[
      'version',
      'code',
      'settings',
      'name',
      'email',
      'company',
      'message',
      'fields',
      'page',
      'hits',
      'ids',
    ],
    ...['post', 'password', 'comment_post_ID', 'comment_parent', 'author', 'url', 'comment'],
  ];
  const valid = {
    ...{
      name: 'Ada',
      email: 'ada@example.org',
      message: 'x',
      author: 'Ada',
      comment: 'x',
      comment_post_ID: 901,
    },
    ...{ post: 901, password: 'x', ids: [1], hits: { 'redirection:1': 1 } },
  };
  const bodies = [
    ...values.flatMap((value) => [
      JSON.stringify(value),
      JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))),
      JSON.stringify({
        ...valid,
        fields: [value, { label: value, value }, { label: 'x', value }],
        ...{
          ids: [value],
          hits: { x: value, 'redirection:1': value },
          comment: value,
          company: value,
          password: value,
        },
      }),
    ]),
    ...[
      '',
      JSON.stringify({ ...valid, message: 'x'.repeat(1_000_000) }),
      '{',
      '{"a":1e999,"ids":[1e999],"logDays":1e999}',
      nested(600),
      nested(500_000),
    ],
    ...[
      `{"name":"\xff","email":"a@b\xff","message":"\xc3(","comment":"\xff","serviceUrl":"http://\xff"}`,
      '\xff',
    ],
  ].map((body) => new Blob([Buffer.from(body, /[\x80-\xff]/.test(body) ? 'latin1' : 'utf8')]));
  const query = '?_fields[]=x&context[]=x&x=%ff&fields[a][b]=x&id[]=1&plugin[]=x';
  const forms = () => {
    const form = new FormData();
    for (const name of names) form.append(`${name}[a][]`, 'x');
    form.append('file[]', new Blob(['x']), '\0.php');
    return [
      ...[
        'x=%ff&name=%ff&fields[%ff]=x',
        `name=${'x'.repeat(1_000_000)}`,
        `fields${'[a]'.repeat(60)}=x`,
        '&=&[]=&[=x',
      ].map((text) => new URLSearchParams(text)),
      form,
    ];
  };

  it.each(Object.keys(routes))('%s takes whatever is sent', async (door) => {
    const [method = '', route = ''] = door.split(' ');
    const target = address(route).replace('/companion/v1/', '');
    const { nonces } = await ask(admin);
    const failed: string[] = [];
    await reset();
    for (const [index, body] of [...bodies, ...forms()].entries()) {
      if (method === 'GET' && index > 0) break;
      const now = Math.floor(Date.now() / 1000);
      const signature =
        target === 'doctor'
          ? doctorHeader({ revalidation: revalidationSecret, preview: previewSecret }, now)
          : visitorHeader(revalidationSecret, target, randomBytes(16).toString('hex'), sender, now);
      const headers = {
        'X-WP-Nonce': nonces.wp_rest ?? '',
        ...signature,
        ...(body instanceof Blob && { 'Content-Type': 'application/json' }),
      };
      const { status } = await admin(`/wp-json${address(route)}${query}`, {
        method,
        headers,
        body: method === 'GET' ? null : body,
      });
      // 401 would say that nothing of it was read.
      if (status >= 500 || status === 401)
        failed.push(
          `${status} for ${index}: ${body instanceof Blob ? (await body.text()).slice(0, 300) : body}`,
        );
    }
    expect(failed).toEqual([]);
    expect(complaints(on.wordpress)).toBe('');
  });

  it.each(['comments', 'comments/waiting', 'contact', 'passwords', 'redirects/hits'])(
    '%s takes a signature of one body with no other',
    async (target) => {
      const body = JSON.stringify(valid);
      const now = Math.floor(Date.now() / 1000);
      const signature = (signed?: string) =>
        visitorHeader(revalidationSecret, target, randomBytes(16).toString('hex'), sender, now, signed);
      const send = async (headers: Record<string, string>, sent: string) =>
        (
          await fetch(`${on.wordpress.url}/wp-json/companion/v1/${target}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: sent,
          })
        ).status;
      const captured = signature(body);
      expect(await send(captured, `${body} `)).toBe(401);
      expect(await send(captured, body)).toBe(200);
      // Sites of earlier versions sign none: theirs goes with the first one, and may be tried again.
      const unsigned = signature();
      expect(await send(unsigned, body)).toBe(200);
      expect(await send(unsigned, body)).toBe(200);
      const isAsked = ['comments/waiting', 'passwords'].includes(target);
      // The others keep the answer, and do nothing again.
      expect(await send(unsigned, JSON.stringify({ ...valid, password: 'y' }))).toBe(isAsked ? 401 : 200);
    },
  );

  it('buttons and screens take whatever is sent', async () => {
    const { nonces } = await ask(admin);
    const posted = ['companion', 'row', 'notice', 'type', 'messages', 'pasted', 'action', 'post'];
    const failed: string[] = [];
    const look = (what: string, answer: Response) => {
      const isRefused = what.startsWith('POST') && answer.status === 403;
      if (answer.status >= 500 || isRefused) failed.push(`${answer.status} for ${what}`);
    };
    for (const name of Object.keys(nonces).filter((known) => known.startsWith('companion_'))) {
      for (const value of [
        '=x',
        '[a][]=x',
        '[serviceUrl][]=x',
        '[logDays]=%ff',
        '=%ff%00',
        `=${'9'.repeat(40)}`,
        '[]=-1',
        `=${'x'.repeat(100_000)}`,
      ]) {
        await reset();
        const body = `${posted.map((field) => field + value).join('&')}&action=${name}&_wpnonce=${nonces[name]}&_wp_http_referer[]=x`;
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        look(
          `POST ${name} ${value.slice(0, 20)}`,
          await admin('/wp-admin/admin-post.php', { method: 'POST', body, headers }),
        );
        look(`GET ${name}`, await admin(`/wp-admin/admin-post.php?action=${name}&${body.slice(0, 2000)}`));
      }
      const files = new FormData();
      for (const field of [...posted, 'file']) files.append(`${field}[]`, new Blob(['\xff']), '\0.php');
      for (const [field, value] of [
        ['action', name],
        ['_wpnonce', nonces[name] ?? ''],
      ] as const)
        files.set(field, value);
      look(
        `POST ${name} with files`,
        await admin('/wp-admin/admin-post.php', { method: 'POST', body: files }),
      );
    }
    for (const page of ['dashboard', 'activity', 'messages', 'settings'])
      for (const given of [
        'message[]=1&paged[]=1&type[]=x',
        'message=%ff&paged=-1&type=%ff',
        `message=1e9&paged=${'9'.repeat(40)}&type=x`,
      ])
        look(page, await admin(`/wp-admin/admin.php?page=companion-${page}&${given}`));
    expect(failed).toEqual([]);
    expect(complaints(on.wordpress)).toBe('');
  });
});

describe.skipIf(reason)(suite('every door on a network'), () => {
  let on: Connected;
  beforeAll(async () => {
    on = await connect({ version: 'newest', multisite: true, companion: 'network' });
    const { wordpress } = on;
    await ownPlugin(wordpress, telling);
    const [plugin] = await wordpress.php<string[]>(
      `echo json_encode( array_slice( get_option( 'active_plugins' ), -1 ) );`,
    );
    await wordpress.php(
      `wpmu_create_blog( DOMAIN_CURRENT_SITE, '/two/', 'Two', 1, [ 'public' => 1 ], get_current_network_id() );
       add_user_to_blog( 2, wp_insert_user( [ 'user_login' => 'owner', 'user_pass' => 'password', 'user_email' => 'owner@example.com' ] ), 'administrator' );`,
    );
    await wordpress.php(
      `${configure(on.receiver.url)} update_option( 'active_plugins', [ '${plugin}' ] );`,
      '/two/',
    );
    for (const site of ['/', '/two/'])
      await wordpress.php(
        `wp_insert_post( [ 'import_id' => ${draft}, 'post_title' => 'Draft', 'post_status' => 'draft' ] );`,
        site,
      );
  });
  afterAll(() => on?.stop());

  it('opens for the administrator of one site there, and for nobody of it on the main site', async () => {
    const owner = await logIn(on.wordpress, { name: 'owner', password: 'password' });
    const two: Visit = (path, init) => owner(`/two${path}`, init);
    expect(await knockEverywhere([owner])).toEqual(columns('subscriber'));
    expect(await knockEverywhere([two])).toEqual({
      ...columns('administrator'),
      // Site Health of a network is the super administrator's.
      'wp_ajax_health-check-companion-connection': ['403', '403'],
    });
    expect(complaints(on.wordpress)).toBe('');
  });
});
