import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { applicationPassword } from './session';
import { type Connected, complaints, configure, connect } from './site';

const reason = whyNoWordPress();

/** A type that the site shows, and one that it does not. */
const types = `add_action( 'init', function () {
  register_post_type( 'case_study', [ 'public' => true, 'show_in_rest' => true, 'show_in_graphql' => true, 'supports' => [ 'title', 'editor' ],
    'graphql_single_name' => 'work', 'graphql_plural_name' => 'works' ] );
  register_post_type( 'secret_note', [ 'public' => true, 'show_in_rest' => true ] );
} );
add_filter( 'theme_templates', function ( $templates, $theme, $post, $type ) {
  return 'page' === $type ? $templates + [ 'templates/template-old.php' => 'Old' ] : $templates;
}, 10, 4 );`;

describe.skipIf(reason)(`templates that editors choose${reason ? ` (${reason})` : ''}`, () => {
  let site: Connected;
  let authorization: string;
  let withoutTypes: () => Promise<void>;
  beforeAll(async () => {
    site = await connect();
    withoutTypes = await ownPlugin(site.wordpress, types);
    authorization = await applicationPassword(site.wordpress);
  });
  afterAll(async () => {
    await withoutTypes?.();
    await site?.stop();
  });

  const offered = (type: string) =>
    site.wordpress.php<Record<string, string>>(
      `echo json_encode( (object) wp_get_theme()->get_page_templates( null, '${type}' ) );`,
    );
  const own = async (type: string) =>
    Object.fromEntries(Object.entries(await offered(type)).filter(([file]) => /landing|old/.test(file)));
  let saves = 0;
  /** The site says this of itself in its answer to the next change. */
  const say = async (header: Record<string, string>) => {
    site.receiver.behave({ headers: header });
    await site.after(
      `wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'Said ${++saves}', 'post_type' => 'post' ] );`,
    );
  };
  const names = 'x-headless-templates';
  const ask = async (query: string) => {
    const response = await fetch(site.wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
    return ((await response.json()) as any).data;
  };

  it('are those that the site names, for what the site shows, under names for people', async () => {
    await say({ [names]: 'landing, landing-wide,old,Über,<b>,a--b,-c,landing' });
    const ours = { 'template-landing': 'Landing', 'template-landing-wide': 'Landing wide' };
    expect(await own('page')).toEqual({ 'templates/template-old.php': 'Old', ...ours });
    for (const type of ['post', 'case_study'])
      expect(await own(type)).toEqual({ ...ours, 'template-old': 'Old' });
    for (const type of ['attachment', 'secret_note']) expect(await own(type)).toEqual({});
    expect(Object.keys(await offered('post'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/[A-Z<]|--/)]),
    );
  });

  it('are as many as fit, and those that the site has no more are gone', async () => {
    await say({ [names]: Array.from({ length: 300 }, (_, at) => `landing-${at}`).join() });
    expect(Object.keys(await own('page'))).toHaveLength(101);
    await say({ [names]: 'landing' });
    expect(Object.keys(await own('page'))).toEqual(['templates/template-old.php', 'template-landing']);
    await say({});
    expect(Object.keys(await own('page'))).toEqual(['templates/template-old.php']);
  });

  it('nobody who does not know the secret says any, and another site has its own', async () => {
    await say({ [names]: 'landing' });
    site.receiver.behave({ status: 401, headers: { [names]: 'evil-landing' } });
    await site.wordpress.php(`HeadlessSiteCompanion\\Plugin::instance()->connection->check( true );`);
    expect(Object.keys(await own('post'))).toEqual(['template-landing']);
    site.receiver.behave({ headers: { [names]: 'other-landing' } });
    await site.wordpress.php(configure(site.receiver.url));
    expect(Object.keys(await own('post'))).toEqual([]);
    await site.wordpress.php(`HeadlessSiteCompanion\\Plugin::instance()->connection->check( true );`);
    expect(Object.keys(await own('post'))).toEqual(['template-other-landing']);
  });

  it('the choice is stored by the editor, told to the site, and said to GraphQL with the item', async () => {
    await say({ [names]: 'landing' });
    const ids = await site.wordpress.php<number[]>(`$all = [];
      foreach ( [ 'page', 'post', 'case_study' ] as $type ) {
        $all[] = wp_insert_post( [ 'post_type' => $type, 'post_status' => 'publish', 'post_title' => "A $type", 'post_name' => "a-$type" ] );
      }
      echo json_encode( $all );`);
    const query = '{ contentNodes(first: 100) { nodes { slug companionTemplate } } }';
    const chosen = async () =>
      Object.fromEntries(
        (await ask(query)).contentNodes.nodes
          .filter(({ slug }: { slug: string }) => slug.startsWith('a-'))
          .map((node: { slug: string; companionTemplate: string | null }) => [
            node.slug,
            node.companionTemplate,
          ]),
      );
    expect(await chosen()).toEqual({ 'a-page': null, 'a-post': null, 'a-case_study': null });
    site.receiver.clear();
    for (const [at, route] of ['pages', 'posts', 'case_study'].entries()) {
      const { status } = await fetch(`${site.wordpress.url}/wp-json/wp/v2/${route}/${ids[at]}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: authorization },
        body: JSON.stringify({ template: 'template-landing' }),
      });
      expect([route, status]).toEqual([route, 200]);
    }
    await site.wordpress.cron('companion_tick');
    expect([...site.receiver.paths()]).toEqual(
      expect.arrayContaining(['/a-page', '/a-post', '/case_study/a-case_study']),
    );
    const landing = 'template-landing';
    expect(await chosen()).toEqual({ 'a-page': landing, 'a-post': landing, 'a-case_study': landing });
    const refused = await fetch(`${site.wordpress.url}/wp-json/wp/v2/pages/${ids[0]}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: JSON.stringify({ template: 'template-gone' }),
    });
    expect(refused.status).toBe(400);
  });

  it('a change of it alone, and what a theme had before, as well', async () => {
    const told = await site.after(
      `update_post_meta( get_page_by_path( 'a-page' )->ID, '_wp_page_template', 'templates/old-wide.php' );`,
    );
    expect(told['/a-page']).toBe('update');
    expect((await ask('{ page(id: "/a-page/", idType: URI) { companionTemplate } }')).page).toEqual({
      companionTemplate: 'old-wide',
    });
    await site.wordpress.php(
      `update_post_meta( get_page_by_path( 'a-page' )->ID, '_wp_page_template', 'default' );`,
    );
    expect((await ask('{ page(id: "/a-page/", idType: URI) { companionTemplate } }')).page).toEqual({
      companionTemplate: null,
    });
  });

  it('complained about nothing', () => expect(complaints(site.wordpress)).toBe(''));
});
