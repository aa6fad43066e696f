import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { doctorHeader } from '../../../src/runtime/base/doctor-signature';
import {
  mintLinkToken,
  now,
  readGrantHeader,
  verifyLinkToken,
} from '../../../src/runtime/pages/preview/token';
import { capabilitiesDocument, capabilitiesFrom } from '../../../src/runtime/wordpress/fields/capabilities';
import { getPagePreview } from '../../../src/runtime/wordpress/queries/pages';
import { getContentPreview, getPostPreview } from '../../../src/runtime/wordpress/queries/posts';
import { getPreviewItem } from '../../../src/runtime/wordpress/queries/preview';
import { whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { applicationPassword, logIn, type Visit, visitor } from './session';
import { type Connected, complaints, configure, connect, previewSecret } from './site';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const openerOf = (id: number) => `/wp-admin/admin-post.php?action=companion_preview&post=${id}`;

describe.skipIf(reason)(suite('previews'), () => {
  let site: Connected;
  let anonymous: Visit;
  let admin: Visit;
  let authorization: string;
  /** By name: what `make` says. */
  let ids: Record<string, number>;

  beforeAll(async () => {
    site = await connect();
    ids = await site.wordpress.php(make);
    anonymous = visitor(site.wordpress);
    admin = await logIn(site.wordpress);
    authorization = await applicationPassword(site.wordpress);
  });
  afterAll(async () => {
    await site?.stop();
  });
  afterEach(() => expect(complaints(site.wordpress)).toBe(''));

  const id = (name: string) => {
    const found = ids[name];
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  const settings = (values: string) =>
    site.wordpress.php<void>(
      `${configure(site.receiver.url)} update_option( 'companion_settings', array_merge( get_option( 'companion_settings' ), [ ${values} ] ) );`,
    );
  const reset = () => site.wordpress.php<void>(configure(site.receiver.url));
  const logged = () =>
    site.wordpress.php<
      { message: string; context: Record<string, unknown>; userId: number; objectId: number }[]
    >(`echo json_encode( HeadlessSiteCompanion\\Plugin::instance()->log->entries( 'preview', 500 ) );`);

  describe('the redirector', () => {
    /** Where a click on a preview link leads. */
    const open = async (post: number, more = '', visit = admin) => {
      const answer = await visit(openerOf(post) + more);
      return { answer, location: new URL(answer.headers.get('location') ?? 'none:') };
    };

    it('leads an editor to the site with a token for exactly this item, made now', async () => {
      const before = now();
      const { answer, location } = await open(id('draft'));
      expect(answer.status).toBe(302);
      expect(location.href.split('?')[0]).toBe(`${site.receiver.url}/api/preview`);
      expect([...location.searchParams.keys()]).toEqual(['secret', 'id', 'type']);
      expect(location.searchParams.get('id')).toBe(String(id('draft')));
      expect(location.searchParams.get('type')).toBe('post');
      const item = { id: String(id('draft')), type: 'post' };
      const token = location.searchParams.get('secret') ?? '';
      const expiry = verifyLinkToken(previewSecret, token, item) ?? 0;
      expect(expiry).toBeGreaterThanOrEqual(before + 3600);
      expect(expiry).toBeLessThanOrEqual(now() + 3600);
      expect(verifyLinkToken(previewSecret, token, { ...item, type: 'page' })).toBeNull();
      expect(verifyLinkToken(previewSecret, token, { ...item, id: String(id('pending')) })).toBeNull();
    });

    it('keeps the answer out of caches, histories of others and search engines', async () => {
      const { answer } = await open(id('draft'));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    });

    for (const name of ['draft', 'pending', 'private', 'future', 'protected', 'published', 'page', 'project'])
      it(`opens: ${name}`, async () => {
        const { location } = await open(id(name));
        const type = ['page', 'project'].includes(name) ? name : 'post';
        const item = { id: String(id(name)), type };
        expect(
          verifyLinkToken(previewSecret, location.searchParams.get('secret') ?? '', item),
        ).not.toBeNull();
      });

    it('ignores what the editors append, and names the post where a revision is asked for', async () => {
      const appended = '&preview=true&_thumbnail_id=7&preview_nonce=x&id=1&type=page&secret=x';
      const { location } = await open(id('draft'), appended);
      expect(location.searchParams.getAll('id')).toEqual([String(id('draft'))]);
      expect(location.searchParams.getAll('type')).toEqual(['post']);
      const { location: revision } = await open(id('autosave'));
      expect(revision.searchParams.get('id')).toBe(String(id('autosaved')));
    });

    it('sends whoever is not logged in to the login form and back, and writes nothing', async () => {
      const before = (await logged()).length;
      for (const post of [id('draft'), 999_999]) {
        const { answer, location } = await open(post, '&preview=true', anonymous);
        expect(answer.status).toBe(302);
        expect(location.pathname).toBe('/wp-login.php');
        expect(location.searchParams.get('redirect_to')).toBe(site.wordpress.url + openerOf(post));
      }
      expect((await logged()).length).toBe(before);
    });

    it('refuses who may not edit the item: a subscriber, and an author with the draft of somebody else', async () => {
      for (const name of ['subscriber', 'author']) {
        const visit = await logIn(site.wordpress, { name, password: 'password' });
        const { answer } = await open(id('draft'), '', visit);
        expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 403, null]);
        expect(await answer.text()).not.toContain('First draft');
      }
      const author = await logIn(site.wordpress, { name: 'author', password: 'password' });
      expect((await open(id('of author'), '', author)).answer.status).toBe(302);
    });

    for (const [name, sentence] of [
      ['trash', 'in the trash'],
      ['auto-draft', 'never been saved'],
      ['attachment', 'does not show'],
      ['hidden type', 'does not show'],
      ['nothing', 'does not exist'],
    ] as const)
      it(`answers 404 with a sentence: ${name}`, async () => {
        const { answer } = await open(name === 'nothing' ? 999_999 : id(name));
        expect(answer.status).toBe(404);
        expect(answer.headers.get('location')).toBeNull();
        expect(await answer.text()).toContain(sentence);
      });

    it('answers 404 to an id that is none', async () => {
      const draft = id('draft');
      for (const bad of [
        `${draft}x`,
        `${draft}.5`,
        `-${draft}`,
        `0x${draft.toString(16)}`,
        '0',
        'x',
        `${'9'.repeat(30)}`,
        '',
      ]) {
        const answer = await admin(`/wp-admin/admin-post.php?action=companion_preview&post=${bad}`);
        expect([bad, answer.status]).toEqual([bad, 404]);
      }
      expect((await admin('/wp-admin/admin-post.php?action=companion_preview&post[]=1')).status).toBe(404);
    });

    it('uses the lifetime of companion_preview_token_expiry, cut to 60 to 86,400 seconds; a bad value is 3600', async () => {
      for (const [value, seconds] of [
        ['120', 120],
        ['5', 60],
        ['9999999', 86_400],
        ["'an hour'", 3600],
        ['[]', 3600],
      ] as const) {
        const remove = await ownPlugin(
          site.wordpress,
          `add_filter( 'companion_preview_token_expiry', function () { return ${value}; } );`,
        );
        const { location } = await open(id('draft'));
        await remove();
        const exp = Number(location.searchParams.get('secret')?.split('.')[1]);
        expect([value, Math.abs(exp - now() - seconds) <= 5]).toEqual([value, true]);
      }
    });

    it('sends the secret itself in plain mode', async () => {
      const secret = 'plain & simple/secret+with=signs?';
      await settings(`'previewMode' => 'plain'`);
      await site.wordpress.php(
        `update_option( 'companion_secrets', [ 'previewSecret' => '${secret}' ], false );`,
      );
      const { answer, location } = await open(id('page'));
      await reset();
      expect(Object.fromEntries(location.searchParams)).toEqual({
        secret,
        id: String(id('page')),
        type: 'page',
      });
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    });

    it('uses the previous secret while the site accepts that one only', async () => {
      const secrets = `update_option( 'companion_secrets', [ 'previewSecret' => 'the current preview secret', 'previewSecretPrevious' => 'the previous preview secret' ], false );`;
      const item = { id: String(id('draft')), type: 'post' };
      const signedBy = async () => {
        const token = (await open(id('draft'))).location.searchParams.get('secret') ?? '';
        return ['the current preview secret', 'the previous preview secret'].filter((secret) =>
          verifyLinkToken(secret, token, item),
        );
      };
      await site.wordpress.php(secrets);
      expect(await signedBy()).toEqual(['the current preview secret']);
      await site.wordpress.php(`update_option( 'companion_accepted_secret', 'previous' );`);
      expect(await signedBy()).toEqual(['the previous preview secret']);
      await site.wordpress.php(`update_option( 'companion_accepted_secret', 'current' );`);
      expect(await signedBy()).toEqual(['the current preview secret']);
      await reset();
    });

    it('writes down who opened what, without the token', async () => {
      await site.wordpress.php(
        `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_activity" );`,
      );
      const { location } = await open(id('draft'));
      const [entry, ...more] = await logged();
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ objectId: id('draft'), userId: 1 });
      expect(entry?.message).toContain('admin');
      expect(entry?.message).toContain('First draft');
      const token = location.searchParams.get('secret') ?? '';
      expect(entry?.context.expires).toBe(Number(token.split('.')[1]));
      const stored = JSON.stringify(
        await site.wordpress.php(
          `global $wpdb; echo json_encode( $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}companion_activity" ) );`,
        ),
      );
      expect(stored).not.toContain(token.split('.')[2]);
      expect(stored).not.toContain(previewSecret);
    });

    it('works without webhooks, and is off with previews off, without an address and without a secret', async () => {
      await settings(`'webhooksEnabled' => false`);
      expect((await open(id('draft'))).answer.status).toBe(302);
      const refused = async () => {
        const { answer } = await open(id('draft'));
        expect(answer.status).toBe(404);
        expect(await answer.text()).toContain('switched off');
      };
      await settings(`'previewEnabled' => false`);
      await refused();
      await settings(`'serviceUrl' => ''`);
      await refused();
      await reset();
      await site.wordpress.php(`delete_option( 'companion_secrets' );`);
      await refused();
      await reset();
    });
  });

  describe('preview links', () => {
    const rest = async (path: string, init: RequestInit = {}) =>
      (await anonymous(`/wp-json/wp/v2/${path}`, {
        ...init,
        headers: { authorization, 'content-type': 'application/json' },
      }).then((answer) => answer.json())) as Record<string, string>;
    const opener = (name: string) => site.wordpress.url + openerOf(id(name));
    /** Addresses of links in HTML whose text or attributes hold a text. */
    const links = (html: string, pattern: RegExp) =>
      [...html.matchAll(/<a [^>]*href=["']([^"']*)["'][^>]*>(?:(?!<\/a>).)*/gs)]
        .filter(([link]) => pattern.test(link))
        .map(([, address]) => address?.replaceAll('&#038;', '&').replaceAll('&amp;', '&'));

    for (const name of ['draft', 'pending', 'private', 'future', 'auto-draft'])
      it(`REST, as the editor asks: ${name}`, async () => {
        expect((await rest(`posts/${id(name)}?context=edit`)).link).toBe(opener(name));
      });

    it('REST: pages, custom types, and the answer to a save', async () => {
      expect((await rest(`pages/${id('draft page')}?context=edit`)).link).toBe(opener('draft page'));
      expect((await rest(`project/${id('draft project')}?context=edit`)).link).toBe(opener('draft project'));
      const saved = await rest(`posts/${id('draft')}`, { method: 'POST', body: '{"ping_status":"closed"}' });
      expect(saved.link).toBe(opener('draft'));
      expect(saved.permalink_template).toBe(`${site.wordpress.url}/%postname%/`);
    });

    it('REST: the autosave of a published post leads to the redirector, with the id of the post', async () => {
      const autosave = await rest(`posts/${id('published')}/autosaves`, {
        method: 'POST',
        body: '{"title":"Not saved"}',
      });
      expect(autosave.preview_link).toBe(opener('published'));
    });

    it('REST: untouched outside of the editor, in lists, in the trash, and where an item is created', async () => {
      const other = [
        (await rest(`posts/${id('draft')}`)).link,
        (await rest(`posts/${id('trash')}?context=edit`)).link,
        (await rest('pages', { method: 'POST', body: '{"title":"From a link field","status":"draft"}' }))
          .link,
        ((await rest('posts?context=edit&status=draft')) as unknown as { link: string }[])[0]?.link,
      ];
      for (const link of other) expect(link).not.toContain('companion_preview');
    });

    it('rows of the list: "Preview" of drafts, "View" of private posts', async () => {
      const html = await (await admin('/wp-admin/edit.php?post_type=post&all_posts=1')).text();
      for (const [name, title] of [
        ['draft', 'First draft'],
        ['pending', 'Pending post'],
        ['future', 'Future post'],
      ] as const)
        expect(links(html, new RegExp(`Preview .*${title}`))).toEqual([opener(name)]);
      expect(links(html, /View .*Private post/)).toEqual([opener('private')]);
    });

    it('admin bar and classic editor', async () => {
      const classic = await ownPlugin(
        site.wordpress,
        `add_filter( 'use_block_editor_for_post', '__return_false' );`,
      );
      for (const name of ['draft', 'pending', 'private', 'future']) {
        const html = await (await admin(`/wp-admin/post.php?post=${id(name)}&action=edit`)).text();
        expect([name, links(html, /ab-item/).filter((link) => link === opener(name)).length]).toEqual([
          name,
          1,
        ]);
        expect([name, links(html, /id="post-preview"/)]).toEqual([name, [opener(name)]]);
      }
      await classic();
    });

    it('with previews off, or without an address or a secret, everything is as WordPress has it', async () => {
      const asIs = async () => {
        const autosave = await rest(`posts/${id('published')}/autosaves`, {
          method: 'POST',
          body: '{"title":"Again"}',
        });
        return [(await rest(`posts/${id('draft')}?context=edit`)).link, autosave.preview_link];
      };
      for (const change of [`'previewEnabled' => false`, `'serviceUrl' => ''`]) {
        await settings(change);
        const [link, preview] = await asIs();
        expect(link).toBe(`${site.wordpress.url}/?p=${id('draft')}`);
        expect(preview).toMatch(new RegExp(`^${site.wordpress.url}/published/\\?preview_id=`));
      }
      await reset();
      await site.wordpress.php(`delete_option( 'companion_secrets' );`);
      expect((await asIs())[0]).toBe(`${site.wordpress.url}/?p=${id('draft')}`);
      await reset();
    });

    it('a type without pages keeps its own links', async () => {
      const link = await site.wordpress.php<string>(
        `echo json_encode( get_preview_post_link( ${id('hidden type')} ) );`,
      );
      expect(link ?? '').not.toContain('companion_preview');
    });
  });

  describe('the read grant', () => {
    const ask = async (
      query: string | object,
      headers: Record<string, string> = {},
      variables: object = {},
    ) => {
      const answer = await anonymous('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(typeof query === 'string' ? { query, variables } : query),
      });
      return { answer, json: await answer.json() };
    };
    const grant = (name: string, secret = previewSecret) => readGrantHeader(secret, String(id(name)));
    const fields = `databaseId title content excerpt status hasPassword isRestricted contentTypeName date
      featuredImage { node { altText sourceUrl } } author { node { name description } }
      categories { nodes { name slug } } tags { nodes { name } }`;
    const post = (name: string, preview = true) =>
      `{ post(id: ${id(name)}, idType: DATABASE_ID, asPreview: ${preview}) { ${fields} } }`;
    const read = async (name: string, headers = grant(name)) =>
      (await ask(post(name), headers)).json.data.post;

    for (const [name, text] of [
      ['draft', 'Text of the first draft'],
      ['pending', 'Text of the pending post'],
      ['private', 'Text of the private post'],
      ['future', 'Text of the future post'],
      ['protected', 'Text of the protected post'],
    ] as const)
      it(`opens: ${name}`, async () => {
        const node = await read(name);
        expect(node).toMatchObject({ databaseId: id(name), contentTypeName: 'post', isRestricted: false });
        expect(node.content).toContain(text);
        expect(node.excerpt).toContain(text);
        // Without the grant there is nothing, or the title alone.
        const public_ = (await ask(post(name, false))).json.data.post;
        expect(public_?.content ?? null).toBeNull();
      });

    it('opens the pictures of its own blocks, which nobody else sees yet', async () => {
      const query = `{ page(id: ${id('draft page')}, idType: DATABASE_ID, asPreview: true) {
        flexibleContent { ... on Page_Flexiblecontent_FlexibleContent_HeroSplit { image { altText } } } } }`;
      const { page } = (await ask(query, grant('draft page'))).json.data;
      expect(page.flexibleContent).toEqual([{ image: { altText: 'Picture in a block' } }]);
    });

    it('opens a featured image that was uploaded to another draft, and no other file of that one', async () => {
      const node = await read('borrower');
      expect(node.featuredImage.node).toMatchObject({ altText: 'Borrowed picture' });
      const query = `{ mediaItem(id: ${id('file of another draft')}, idType: DATABASE_ID) { altText sourceUrl } }`;
      expect((await ask(query, grant('borrower'))).json.data.mediaItem).toBeNull();
      expect((await ask(query, grant('of author'))).json.data.mediaItem).toMatchObject({
        altText: 'Picture of another draft',
      });
    });

    it('opens the rest of the item: featured image, terms, an author who has published nothing', async () => {
      const node = await read('draft');
      expect(node.featuredImage.node).toMatchObject({ altText: 'Picture of the draft' });
      expect(node.categories.nodes).toEqual([{ name: 'Only of drafts', slug: 'only-of-drafts' }]);
      expect(node.tags.nodes).toEqual([{ name: 'only-of-drafts' }]);
      expect(node.author.node).toEqual({ name: 'Writer of drafts', description: 'Writes.' });
      const secret = `{ post(id: ${id('draft')}, idType: DATABASE_ID) { author { node { email username registeredDate capabilities } } password } }`;
      const { json } = await ask(secret, grant('draft'));
      expect(json.data.post.author.node).toEqual({
        email: null,
        username: null,
        registeredDate: null,
        capabilities: null,
      });
    });

    it('does not tell the password of a protected post', async () => {
      const { json } = await ask(
        `{ post(id: ${id('protected')}, idType: DATABASE_ID) { hasPassword password } }`,
        grant('protected'),
      );
      expect(json.data.post).toEqual({ hasPassword: true, password: null });
    });

    it('shows unsaved changes of a published post: title, content and excerpt, the rest of the post', async () => {
      const node = await read('autosaved');
      expect(node).toMatchObject({ title: 'Unsaved title', contentTypeName: 'post' });
      expect(node.content).toContain('Unsaved text');
      expect(node.excerpt).toContain('Unsaved excerpt');
      expect(node.categories.nodes).toEqual([{ name: 'Only of drafts', slug: 'only-of-drafts' }]);
      expect(node.featuredImage.node.altText).toBe('Picture for all');
      expect(node.author.node.name).toBe('admin');
      // The date of publication, not that of the autosave.
      expect(node.date).toBe('2026-01-02T03:04:05');
      expect((await ask(post('autosaved', false), grant('autosaved'))).json.data.post.title).toBe(
        'Saved title',
      );
      expect((await ask(post('autosaved'))).json.data.post).toBeNull();
    });

    it('shows unsaved meta that a plugin of the owner keeps with autosaves', async () => {
      const remove = await ownPlugin(
        site.wordpress,
        `add_action( 'init', function () {
           foreach ( [ 'own_kept' => true, 'own_other' => false ] as $key => $kept ) {
             register_post_meta( 'post', $key, [ 'single' => true, 'type' => 'string', 'show_in_rest' => true, 'revisions_enabled' => $kept ] );
           }
         } );
         add_action( 'graphql_register_types', function () {
           foreach ( [ 'own_kept' => 'ownKept', 'own_other' => 'ownOther' ] as $key => $field ) {
             register_graphql_field( 'Post', $field, [ 'type' => 'String', 'resolve' => function ( $post ) use ( $key ) { return get_post_meta( $post->databaseId, $key, true ); } ] );
           }
         } );`,
      );
      const other = id('with meta');
      await site.wordpress.php(`$post = new WP_REST_Request( 'POST', '/wp/v2/posts/${other}' );
        $post->set_body_params( [ 'meta' => [ 'own_kept' => 'saved', 'own_other' => 'saved' ] ] );
        rest_do_request( $post );
        $autosave = new WP_REST_Request( 'POST', '/wp/v2/posts/${other}/autosaves' );
        $autosave->set_body_params( [ 'title' => 'Unsaved', 'meta' => [ 'own_kept' => 'unsaved', 'own_other' => 'unsaved' ] ] );
        rest_do_request( $autosave );`);
      const query = (preview: boolean) =>
        `{ post(id: ${other}, idType: DATABASE_ID, asPreview: ${preview}) { title ownKept ownOther uri } }`;
      const unsaved = (await ask(query(true), grant('with meta'))).json.data.post;
      const saved = (await ask(query(false), grant('with meta'))).json.data.post;
      await remove();
      expect(saved).toEqual({ title: 'With meta', ownKept: 'saved', ownOther: 'saved', uri: '/with-meta/' });
      expect(unsaved).toEqual({
        title: 'Unsaved',
        ownKept: 'unsaved',
        ownOther: 'saved',
        uri: '/with-meta/?preview=true',
      });
    });

    it('shows unsaved changes of a page: settings where WordPress keeps them with the autosave; ancestors without itself', async () => {
      const query = `{ page(id: ${id('autosaved page')}, idType: DATABASE_ID, asPreview: true) {
        title companionSettings { hideTitle } ancestors { nodes { databaseId } } } }`;
      const { page } = (await ask(query, grant('autosaved page'))).json.data;
      expect(page).toEqual({
        title: 'Unsaved page',
        companionSettings: { hideTitle: true },
        ancestors: { nodes: [{ databaseId: id('page') }] },
      });
    });

    it('shows the post itself where an autosave is older than it', async () => {
      expect(await read('stale')).toMatchObject({ databaseId: id('stale'), title: 'Saved later' });
      expect(await read('draft')).toMatchObject({ databaseId: id('draft'), status: 'draft' });
    });

    describe('where WPGraphQL has no argument asPreview any more, as its 2.21 announces', () => {
      let end: () => Promise<void>;
      let can: ReturnType<typeof capabilitiesFrom>;
      beforeAll(async () => {
        end = await ownPlugin(
          site.wordpress,
          `add_filter( 'graphql_RootQuery_fields', function ( $fields ) {
            foreach ( $fields as &$field ) { unset( $field['args']['asPreview'] ); }
            return $fields;
          }, 1000 );`,
        );
        const probed = await ask(capabilitiesDocument());
        can = capabilitiesFrom(probed.json.errors ?? []);
      });
      afterAll(() => end());

      it.each([
        ['autosaved', getPostPreview, { title: 'Unsaved title', contentTypeName: 'post' }],
        ['autosaved', getContentPreview, { title: 'Unsaved title', contentTypeName: 'post' }],
        ['autosaved page', getPagePreview, { title: 'Unsaved page', companionSettings: { hideTitle: true } }],
        ['stale', getPostPreview, { title: 'Saved later' }],
        ['draft', getPostPreview, { title: 'First draft' }],
        ['draft project', getContentPreview, { contentTypeName: 'project' }],
      ] as const)('the grant alone asks for the unsaved changes: %s', async (name, operation, expected) => {
        const document = operation.document(can);
        expect(document).not.toContain('asPreview');
        const { json } = await ask(document, grant(name), { id: String(id(name)) });
        expect(json.errors).toBeUndefined();
        expect(Object.values(json.data)[0]).toMatchObject(expected);
      });

      it('nobody else sees them, and nobody sees those of another item', async () => {
        const query = `{ post(id: ${id('autosaved')}, idType: DATABASE_ID) { title } }`;
        const readAs = async (headers = {}) => (await ask(query, headers)).json.data.post.title;
        const header = { 'X-GraphQL-Preview': `database_id=${id('autosaved')}` };
        expect([await readAs(), await readAs(header), await readAs(grant('draft'))]).toEqual([
          'Saved title',
          'Saved title',
          'Saved title',
        ]);
        // The same number is another thing's in other fields.
        const same = `{ category(id: ${id('autosaved')}, idType: DATABASE_ID) { name } user(id: ${id('autosaved')}, idType: DATABASE_ID) { name } page(id: ${id('autosaved')}, idType: DATABASE_ID) { title } }`;
        expect((await ask(same, grant('autosaved'))).json.data).toEqual({
          category: null,
          user: null,
          page: null,
        });
      });
    });

    it('answers the site’s own preview operations in full', async () => {
      // The capabilities of this CMS come from the site's own probe.
      const probed = await ask(capabilitiesDocument());
      const can = capabilitiesFrom(probed.json.errors ?? []);
      expect(can).toMatchObject({ settings: true, blurDataUrl: true });
      const operations = [
        ['draft', getPreviewItem],
        ['draft', getPostPreview],
        ['protected', getPostPreview],
        ['autosaved', getPostPreview],
        ['draft page', getPagePreview],
        ['autosaved page', getPagePreview],
        ['draft project', getContentPreview],
        ['draft', getContentPreview],
      ] as const;
      for (const [name, operation] of operations) {
        const variables = { id: String(id(name)) };
        const { json } = await ask(operation.document(can), grant(name), variables);
        expect([name, operation.name, json.errors]).toEqual([name, operation.name, undefined]);
        const [node] = Object.values<{ databaseId: number } | null>(json.data);
        expect([name, operation.name, node?.databaseId]).toEqual([name, operation.name, expect.any(Number)]);
      }
    });

    it('plain mode: the secret of a link opens what the link is for, not drafts of others, and not doctor', async () => {
      await settings(`'previewMode' => 'plain'`);
      const author = await logIn(site.wordpress, { name: 'author', password: 'password' });
      const link = (await author(openerOf(id('of author')))).headers.get('location') ?? '';
      const secret = new URL(link).searchParams.get('secret') ?? '';
      expect(secret).toBe(previewSecret);
      // Pictures with the address of a link, in a post of the author's that an administrator reads.
      const administrator = await logIn(site.wordpress);
      await administrator(openerOf(id('draft')), { headers: { 'Sec-Fetch-Dest': 'image' } });
      await administrator(openerOf(id('private')), { method: 'HEAD' });
      // Browsers say less where WordPress is on plain http.
      await administrator(openerOf(id('pending')), { headers: { accept: 'image/avif,image/*,*/*;q=0.8' } });
      for (const name of ['draft', 'private', 'pending', 'future'])
        expect([name, await read(name, grant(name, secret))]).toEqual([name, null]);
      expect(await read('protected', grant('protected', secret))).toMatchObject({ content: null });
      expect(await read('of author', grant('of author', secret))).toMatchObject({
        databaseId: id('of author'),
      });
      const signature = doctorHeader({ revalidation: 'not-known-to-an-author', preview: secret }, now());
      const doctor = async () =>
        (await anonymous('/wp-json/companion/v1/doctor', { headers: signature })).status;
      const schema = async () => {
        const query = `{ companionSchema(proof: "${signature['X-Companion-Doctor']}") }`;
        return typeof (await ask(query)).json.data.companionSchema;
      };
      expect([await doctor(), await schema()]).toEqual([401, 'object']);
      // After the hour for which the site shows it.
      await site.wordpress.php(
        `foreach ( [ 'timeout_', '' ] as $part ) { update_option( "_transient_{$part}companion_preview_${id('of author')}", time() - 1 ); }`,
      );
      expect(await read('of author', grant('of author', secret))).toBeNull();
      // The plugin hears nothing of it when the mode ends with a constant.
      await site.wordpress.php(
        `update_option( 'companion_settings', [ 'previewMode' => 'signed' ] + get_option( 'companion_settings' ) );`,
      );
      expect([await read('draft'), await doctor()]).toEqual([null, 401]);
      await reset();
      expect([await doctor(), await schema()]).toEqual([200, 'string']);
      expect(await read('draft')).toMatchObject({ databaseId: id('draft') });
    });

    it('accepts the current and the previous secret, and no other', async () => {
      await site.wordpress.php(
        `update_option( 'companion_secrets', [ 'previewSecret' => '${previewSecret}', 'previewSecretPrevious' => 'the previous preview secret' ], false );`,
      );
      expect((await read('draft'))?.title).toBe('First draft');
      expect((await read('draft', grant('draft', 'the previous preview secret')))?.title).toBe('First draft');
      expect(await read('draft', grant('draft', 'some other secret'))).toBeNull();
      await reset();
      expect(await read('draft', grant('draft', 'the previous preview secret'))).toBeNull();
    });

    describe('refuses', () => {
      const value = (name: string) => grant(name)['X-Companion-Preview'] ?? '';
      const attacks: Record<string, () => string> = {
        'another post’s token': () => value('pending'),
        'an expired token': () =>
          readGrantHeader(previewSecret, String(id('draft')), now() - 900)['X-Companion-Preview'] ?? '',
        'a far-future token': () =>
          readGrantHeader(previewSecret, String(id('draft')), now() + 900)['X-Companion-Preview'] ?? '',
        'a tampered id': () => value('pending').replace(/^\d+/, String(id('draft'))),
        'a tampered end': () => value('draft').replace(/\.(\d+)\./, (_, exp) => `.${Number(exp) + 1}.`),
        'a tampered mac': () => value('draft').replace(/\.[^.]+$/, `.${'A'.repeat(43)}`),
        'a truncated token': () => value('draft').slice(0, -1),
        'a token without its mac': () => value('draft').replace(/\.[^.]+$/, '.'),
        'a link token': () =>
          mintLinkToken(previewSecret, { id: String(id('draft')), type: 'post' }, now() + 60),
        'a link token’s mac': () =>
          `${id('draft')}.${now() + 60}.${mintLinkToken(previewSecret, { id: String(id('draft')), type: 'post' }, now() + 60).split('.')[2]}`,
        'the secret itself': () => previewSecret,
        'two tokens at once': () => `${value('draft')}, ${value('pending')}`,
        'nothing at all': () => '',
      };
      for (const [name, header] of Object.entries(attacks))
        it(name, async () => {
          expect(await read('draft', { 'X-Companion-Preview': header() })).toBeNull();
          // The same request with the right one, so that a refusal has the reason that it names.
          expect((await read('draft'))?.databaseId).toBe(id('draft'));
        });

      it('everything while previews are off', async () => {
        await settings(`'previewEnabled' => false`);
        expect(await read('draft')).toBeNull();
        await reset();
      });

      it('an item in the trash, one that was never saved, and types without pages', async () => {
        expect(await read('trash')).toBeNull();
        expect(await read('auto-draft')).toBeNull();
        const { json } = await ask(
          `{ contentNode(id: ${id('hidden type')}, idType: DATABASE_ID) { databaseId } }`,
          grant('hidden type'),
        );
        expect(json.data.contentNode).toBeNull();
      });
    });

    describe('nothing else is gained by a token', () => {
      const same = async (query: string, name: string) => {
        const { json: without } = await ask(query);
        const { json: withGrant } = await ask(query, grant(name));
        expect(withGrant.data).toEqual(without.data);
        expect(withGrant.errors).toEqual(without.errors);
        return without;
      };

      for (const status of ['DRAFT', 'PENDING', 'PRIVATE', 'FUTURE', 'TRASH', 'AUTO_DRAFT', 'INHERIT'])
        it(`listings: ${status}`, async () => {
          const name =
            { PENDING: 'pending', PRIVATE: 'private', FUTURE: 'future', TRASH: 'trash' }[status] ?? 'draft';
          await same(
            `{ a: posts(first: 100, where: { stati: [${status}] }) { nodes { databaseId title content } }
               b: posts(first: 100, where: { status: ${status} }) { nodes { databaseId title content } }
               c: contentNodes(first: 100, where: { stati: [${status}] }) { nodes { databaseId } }
               d: posts(first: 100, where: { in: [${id(name)}] }) { nodes { databaseId title content } }
               e: posts(first: 100, where: { stati: [${status}], in: [${id(name)}] }) { nodes { databaseId title content } } }`,
            name,
          );
        });

      it('listings: files, revisions, users, terms, comments, search', async () => {
        const { data } = await same(
          `{ mediaItems(first: 100) { nodes { databaseId altText } }
             revisions(first: 100) { nodes { __typename } }
             users(first: 100, where: { hasPublishedPosts: [POST, PAGE] }) { nodes { name } }
             categories(first: 100) { nodes { name contentNodes(first: 100) { nodes { databaseId } } } }
             comments(first: 100) { nodes { content } }
             posts(first: 100, where: { search: "draft" }) { nodes { databaseId } } }`,
          'draft',
        );
        expect(data.mediaItems.nodes.map((node: { altText: string }) => node.altText)).toEqual([
          'Picture for all',
        ]);
      });

      it('listings: a protected post is in none with its text', async () => {
        const { json } = await ask(
          '{ posts(first: 100) { nodes { databaseId content } } }',
          grant('protected'),
        );
        const listed = json.data.posts.nodes as { databaseId: number; content: string | null }[];
        expect(listed.length).toBeGreaterThan(0);
        expect(JSON.stringify(listed)).not.toContain('Text of the protected post');
      });

      it('other items, by id, slug and address, also as a preview', async () => {
        await same(
          `{ a: post(id: ${id('pending')}, idType: DATABASE_ID) { title }
             b: post(id: ${id('pending')}, idType: DATABASE_ID, asPreview: true) { title }
             c: post(id: ${id('autosaved')}, idType: DATABASE_ID, asPreview: true) { title }
             d: contentNode(id: ${id('autosave')}, idType: DATABASE_ID) { databaseId }
             e: post(id: "${Buffer.from(`post:${id('private')}`).toString('base64')}") { title }
             f: nodeByUri(uri: "/?p=${id('pending')}") { __typename }
             g: post(id: "protected", idType: SLUG) { title content } }`,
          'draft',
        );
      });

      it('comments that are not approved, revisions of the item, and who is asking', async () => {
        await same(
          `{ viewer { name }
             comments(first: 100, where: { contentId: ${id('draft')} }) { nodes { content } }
             generalSettings { email } }`,
          'draft',
        );
        const { json } = await ask(
          `{ post(id: ${id('draft')}, idType: DATABASE_ID) {
              revisions(first: 10) { nodes { title } } comments(first: 10) { nodes { content } } content(format: RAW) } }`,
          grant('draft'),
        );
        expect(json.data.post).toEqual({ revisions: { nodes: [] }, comments: { nodes: [] }, content: null });
      });

      it('mutations are refused as before, and see nothing', async () => {
        const update = `mutation { updatePost(input: { id: "${id('draft')}", title: "Changed" }) { post { title } } }`;
        const remove = `mutation { deletePost(input: { id: "${id('draft')}", forceDelete: true }) { deletedId post { title } } }`;
        const create = `mutation { createPost(input: { title: "New" }) { post { title } } }`;
        for (const mutation of [update, remove, create]) {
          const { errors, data } = await same(mutation, 'draft');
          expect(errors.length).toBeGreaterThan(0);
          expect(JSON.stringify(data)).not.toContain('draft');
        }
        expect(await site.wordpress.php(`echo json_encode( get_post( ${id('draft')} )->post_title );`)).toBe(
          'First draft',
        );
      });

      it('a mutation that anybody may send does not show the item in its answer', async () => {
        const comment = `mutation { createComment(input: { commentOn: ${id('protected')}, content: "Hello ${Math.random()}", author: "A", authorEmail: "a@example.com" }) {
          success comment { commentedOn { node { databaseId ... on Post { content } } } } } }`;
        const { json } = await ask(comment, grant('protected'));
        expect(JSON.stringify(json)).not.toContain('Text of the protected post');
      });

      it('a batch: still the one item in each of its queries, and nothing in one with a mutation', async () => {
        const queries = [post('draft'), post('pending'), post('draft', false)].map((query) => ({ query }));
        const { json } = await ask(queries, grant('draft'));
        expect(
          json.map(({ data }: { data: { post: { title: string } | null } }) => data.post?.title ?? null),
        ).toEqual(['First draft', null, 'First draft']);
        const mixed = [
          { query: post('draft') },
          { query: 'mutation { createPost(input: { title: "x" }) { post { title } } }' },
        ];
        expect(JSON.stringify((await ask(mixed, grant('draft'))).json)).not.toContain(
          'Text of the first draft',
        );
      });

      it('other interfaces do not know the header', async () => {
        const rest = await anonymous(`/wp-json/wp/v2/posts/${id('draft')}`, { headers: grant('draft') });
        expect(rest.status).toBe(401);
        const front = await anonymous(`/?p=${id('draft')}`, { headers: grant('draft') });
        expect(await front.text()).not.toContain('Text of the first draft');
      });

      it('a query that PHP runs inside another request with the header', async () => {
        const remove = await ownPlugin(
          site.wordpress,
          `add_action( 'rest_api_init', function () { register_rest_route( 'own/v1', 'ask', [ 'permission_callback' => '__return_true', 'callback' => function () {
            return graphql( [ 'query' => '${post('draft')}' ] ); } ] ); } );`,
        );
        const answer = await anonymous('/wp-json/own/v1/ask', { headers: grant('draft') });
        const json = await answer.json();
        await remove();
        expect(json.data).toEqual({ post: null });
      });
    });

    describe('caches', () => {
      it('answers to a request with the header are for nobody else, POST and GET, also when the token is bad', async () => {
        const path = `/graphql?query=${encodeURIComponent(post('draft'))}`;
        for (const headers of [grant('draft'), { 'X-Companion-Preview': 'nonsense' }]) {
          const got = await anonymous(path, { headers });
          const posted = (await ask(post('draft'), headers)).answer;
          for (const { headers: sent } of [got, posted])
            expect(sent.get('cache-control')).toBe('no-store, private');
        }
        const json = await (await anonymous(path, { headers: grant('draft') })).json();
        expect(json.data.post.title).toBe('First draft');
        expect((await (await anonymous(path)).json()).data.post).toBeNull();
      });

      it('tells page caches, object caches and Smart Cache; only in requests with the header', async () => {
        const remove = await ownPlugin(
          site.wordpress,
          `add_filter( 'graphql_response_headers_to_send', function ( $headers ) {
            $headers['X-Own'] = wp_json_encode( [ defined( 'DONOTCACHEPAGE' ), defined( 'DONOTCACHEOBJECT' ), apply_filters( 'graphql_cache_is_object_cache_enabled', true ) ] );
            $headers['Cache-Control'] = 'max-age=600, s-maxage=600';
            $headers['X-GraphQL-Keys'] = 'post:1';
            return $headers; } );`,
        );
        const granted = (await ask(post('draft'), grant('draft'))).answer.headers;
        const plain = (await ask(post('draft'))).answer.headers;
        await remove();
        expect(granted.get('x-own')).toBe('[true,true,false]');
        expect(granted.get('cache-control')).toBe('no-store, private');
        expect(granted.get('x-graphql-keys')).toBeNull();
        expect(plain.get('x-own')).toBe('[false,false,true]');
        expect(plain.get('cache-control')).toBe('max-age=600, s-maxage=600');
      });

      it('WordPress’s own object cache keeps nothing that opens the item later', async () => {
        expect((await read('draft'))?.title).toBe('First draft');
        expect(await read('draft', {})).toBeNull();
      });
    });
  });
});

/** Content that the tests preview; its ids by name. */
const make = `
  require_once ABSPATH . 'wp-admin/includes/image.php';
  require_once ABSPATH . 'wp-admin/includes/post.php';
  $person = function ( $login, $role, $more = [] ) {
    return wp_insert_user( $more + [ 'user_login' => $login, 'user_pass' => 'password', 'user_email' => $login . '@example.com', 'role' => $role ] );
  };
  $person( 'subscriber', 'subscriber' );
  $one = $person( 'author', 'author' );
  $writer = $person( 'writer', 'author', [ 'display_name' => 'Writer of drafts', 'description' => 'Writes.' ] );
  $term = wp_insert_term( 'Only of drafts', 'category' )['term_id'];
  $make = function ( $fields ) { return wp_insert_post( wp_slash( $fields + [ 'post_author' => 1, 'post_status' => 'publish' ] ), true ); };
  $upload = function ( $parent, $alt ) {
    $path = wp_upload_bits( md5( $alt ) . '.png', null, base64_decode( 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' ) )['file'];
    $id = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => $alt, 'post_status' => 'inherit', 'post_author' => 1 ], $path, $parent );
    update_post_meta( $id, '_wp_attachment_image_alt', $alt );
    return $id;
  };
  $ids = [];
  foreach ( [ 'pending', 'private', 'future', 'protected' ] as $kind ) {
    $ids[ $kind ] = $make( [ 'post_title' => ucfirst( $kind ) . ' post', 'post_name' => $kind, 'post_content' => "<p>Text of the $kind post.</p>",
      'post_status' => 'protected' === $kind ? 'publish' : $kind, 'post_password' => 'protected' === $kind ? 'letmein' : '',
      'post_date' => 'future' === $kind ? '2037-01-01 12:00:00' : '2026-02-03 04:05:06', 'comment_status' => 'open' ] );
  }
  $ids['published'] = $make( [ 'post_title' => 'Published', 'post_name' => 'published', 'post_content' => 'Public text.' ] );
  $ids['with meta'] = $make( [ 'post_title' => 'With meta', 'post_name' => 'with-meta', 'post_content' => 'Text.' ] );
  $ids['page'] = $make( [ 'post_title' => 'Page', 'post_name' => 'page', 'post_type' => 'page' ] );
  $ids['draft page'] = $make( [ 'post_title' => 'Draft page', 'post_type' => 'page', 'post_status' => 'draft' ] );
  $block = [ 'heading' => 'H', 'image' => [ 'id' => $upload( $ids['draft page'], 'Picture in a block' ) ] ];
  wp_update_post( wp_slash( [ 'ID' => $ids['draft page'], 'post_content' => '<!-- wp:companion/hero-split ' . wp_json_encode( $block ) . ' /-->' ] ) );
  $ids['project'] = $make( [ 'post_title' => 'Project', 'post_type' => 'project' ] );
  $ids['draft project'] = $make( [ 'post_title' => 'Draft project', 'post_type' => 'project', 'post_status' => 'draft' ] );
  $ids['of author'] = $make( [ 'post_title' => 'Own', 'post_status' => 'draft', 'post_author' => $one ] );
  $ids['auto-draft'] = $make( [ 'post_title' => 'Auto Draft', 'post_status' => 'auto-draft' ] );
  $ids['hidden type'] = $make( [ 'post_title' => 'Block', 'post_type' => 'wp_block', 'post_status' => 'draft' ] );
  $ids['trash'] = $make( [ 'post_title' => 'Thrown away', 'post_content' => 'Text in the trash.' ] );
  wp_trash_post( $ids['trash'] );
  $ids['draft'] = $make( [ 'post_title' => 'First draft', 'post_content' => '<p>Text of the first draft.</p>', 'post_status' => 'draft',
    'post_author' => $writer, 'post_category' => [ $term ], 'tags_input' => [ 'only-of-drafts' ] ] );
  set_post_thumbnail( $ids['draft'], $upload( $ids['draft'], 'Picture of the draft' ) );
  $ids['attachment'] = $upload( 0, 'Picture for all' );
  $ids['file of another draft'] = $upload( $ids['of author'], 'Picture of another draft' );
  $ids['borrower'] = $make( [ 'post_title' => 'Borrower', 'post_status' => 'draft' ] );
  set_post_thumbnail( $ids['borrower'], $upload( $ids['of author'], 'Borrowed picture' ) );
  wp_insert_comment( [ 'comment_post_ID' => $ids['draft'], 'comment_content' => 'Not approved', 'comment_approved' => 0 ] );
  wp_set_current_user( 1 );
  $ids['autosaved'] = $make( [ 'post_title' => 'Saved title', 'post_name' => 'autosaved', 'post_content' => 'Saved text', 'post_date' => '2026-01-02 03:04:05', 'post_category' => [ $term ] ] );
  set_post_thumbnail( $ids['autosaved'], $ids['attachment'] );
  $ids['autosave'] = wp_create_post_autosave( [ 'post_ID' => $ids['autosaved'], 'post_title' => 'Unsaved title', 'content' => 'Unsaved text', 'excerpt' => 'Unsaved excerpt' ] );
  $ids['autosaved page'] = $make( [ 'post_title' => 'Saved page', 'post_name' => 'below', 'post_type' => 'page', 'post_parent' => $ids['page'] ] );
  $request = new WP_REST_Request( 'POST', '/wp/v2/pages/' . $ids['autosaved page'] . '/autosaves' );
  $request->set_body_params( [ 'title' => 'Unsaved page', 'meta' => [ 'companion_page_settings' => [ 'hideTitle' => true ] ] ] );
  rest_do_request( $request );
  $ids['stale'] = $make( [ 'post_title' => 'Saved first', 'post_name' => 'stale', 'post_content' => 'One' ] );
  wp_create_post_autosave( [ 'post_ID' => $ids['stale'], 'post_title' => 'Autosave of long ago', 'content' => 'Two', 'excerpt' => '' ] );
  global $wpdb;
  $wpdb->query( "UPDATE $wpdb->posts SET post_modified_gmt = '2026-01-01 00:00:00', post_modified = '2026-01-01 00:00:00' WHERE post_type = 'revision' AND post_parent = {$ids['stale']}" );
  add_filter( 'wp_revisions_to_keep', '__return_zero' );
  wp_update_post( [ 'ID' => $ids['stale'], 'post_title' => 'Saved later' ] );
  echo json_encode( $ids );`;
