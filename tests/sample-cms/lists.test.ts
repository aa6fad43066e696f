import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, running } from './support.js';

describe('lists', () => {
  let cms: Running;
  beforeAll(async () => {
    cms = await running({ generatedPosts: 230 });
  });
  afterAll(() => cms.close());

  const slugs = (list: { nodes: { slug: string }[] }) => list.nodes.map(({ slug }) => slug);

  test('are capped at 100 without a word, and default to 10', async () => {
    const { data, errors } = await cms.ask(
      '{big:posts(first:500){nodes{id} pageInfo{hasNextPage}} none:posts{nodes{id}} zero:posts(first:0){nodes{id}}}',
    );
    expect(errors).toBeUndefined();
    expect(data.big.nodes).toHaveLength(100);
    expect(data.big.pageInfo.hasNextPage).toBe(true);
    expect(data.none.nodes).toHaveLength(10);
    expect(data.zero.nodes).toHaveLength(10);
  });

  test('a negative length is an error and no list', async () => {
    const { status, data, errors } = await cms.ask('{posts(first:-1){nodes{id}}}');
    expect(status).toBe(200);
    expect(data).toEqual({ posts: null });
    expect(errors?.[0]?.message).toBe('first must be a positive integer.');
  });

  test('walk to the end with cursors, each item once, newest first', async () => {
    const seen: string[] = [];
    const dates: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 5; page += 1) {
      const { data } = await cms.ask(
        'query($after:String){posts(first:100,after:$after,where:{hasPassword:false}){nodes{slug date} pageInfo{hasNextPage endCursor}}}',
        { after },
      );
      seen.push(...slugs(data.posts));
      dates.push(...data.posts.nodes.map(({ date }: { date: string }) => date));
      after = data.posts.pageInfo.endCursor;
      expect(Buffer.from(String(after), 'base64').toString()).toMatch(/^arrayconnection:\d+$/);
      if (!data.posts.pageInfo.hasNextPage) break;
    }
    expect(seen).toHaveLength(18 + 230);
    expect(new Set(seen).size).toBe(seen.length);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('a cursor that is garbage gives the first page again', async () => {
    const { data } = await cms.ask(
      '{a:posts(first:3){nodes{slug}} b:posts(first:3,after:"rubbish"){nodes{slug}}}',
    );
    expect(data.b).toEqual(data.a);
  });

  test('`in` keeps its order and takes both kinds of id', async () => {
    const { data } = await cms.ask(
      `{posts(where:{in:["118","${Buffer.from('post:110').toString('base64')}","114"]}){nodes{databaseId}}}`,
    );
    expect(data.posts.nodes.map((node: { databaseId: number }) => node.databaseId)).toEqual([118, 110, 114]);
  });

  test('filter by term, author, search, date and place in the list', async () => {
    const { data } = await cms.ask(`{
      child: posts(first:100,where:{categoryName:"materials"}){nodes{slug categories{nodes{slug}}}}
      id: posts(first:100,where:{categoryId:4}){nodes{slug categories{nodes{slug}}}}
      without: posts(first:9,where:{categoryName:"materials",notIn:["113"]}){nodes{slug}}
      tag: posts(first:100,where:{tag:"道具"}){nodes{slug}}
      tagId: posts(first:100,where:{tagId:"15"}){nodes{slug}}
      author: posts(where:{authorName:"ines"}){nodes{slug}}
      search: posts(where:{search:"FIG tree"}){nodes{slug}}
      year: posts(first:100,where:{dateQuery:{year:2026,month:6}}){nodes{slug}}
      notThatDay: posts(where:{dateQuery:{after:{year:2026,month:10,day:9}}}){nodes{slug}}
      thatDay: posts(where:{dateQuery:{after:{year:2026,month:10,day:9},inclusive:true}}){nodes{slug}}
      after: posts(first:100,where:{dateQuery:{after:{year:2026,month:9,day:30}}}){nodes{slug}}
      title: posts(first:2,where:{orderby:[{field:TITLE,order:ASC}],authorName:"ines"}){nodes{slug}}
      protected: posts(where:{hasPassword:true}){nodes{slug}}
    }`);
    const categories = data.child.nodes.flatMap((node: { categories: { nodes: { slug: string }[] } }) =>
      slugs(node.categories),
    );
    expect(categories).toContain('timber');
    expect(slugs(data.id)).toEqual(slugs(data.child));
    expect(slugs(data.without)).toEqual(slugs(data.child).slice(1, 10));
    expect(slugs(data.tag)).toEqual(['鉋を研ぐ朝', 'dovetails-by-eye', 'the-first-months-of-an-apprentice']);
    expect(slugs(data.tagId)).toEqual(slugs(data.tag));
    expect(slugs(data.author)).toEqual(['the-year-of-the-cork-oak']);
    expect(slugs(data.search)).toContain('the-mill-on-the-coura');
    expect(slugs(data.search)).not.toContain('dovetails-by-eye');
    expect(slugs(data.year)).toEqual(['a-cutting-list-you-can-run', 'the-year-of-the-cork-oak']);
    expect(slugs(data.after)).toEqual(['a-chair-that-can-be-mended', 'rough-ready-what-a-prototype-is-for']);
    expect(slugs(data.notThatDay)).toEqual(['a-chair-that-can-be-mended']);
    expect(slugs(data.thatDay)).toEqual(slugs(data.after));
    expect(slugs(data.title)).toEqual(['the-year-of-the-cork-oak']);
    expect(slugs(data.protected)).toEqual(['trade-notes-autumn']);
  });

  test('menus: positions, parents as global ids, paths with a slash, foreign addresses as they are', async () => {
    const { data } = await cms.ask(
      '{menuItems(where:{location:PRIMARY},first:100){nodes{id label path url parentId order target cssClasses}}}',
    );
    const items = data.menuItems.nodes;
    const by = (label: string) => items.find((item: { label: string }) => item.label === label);
    expect(items.map(({ order }: { order: number }) => order)).toEqual(
      items.map((_: unknown, i: number) => i + 1),
    );
    expect(by('Apprentices').parentId).toBe(by('Team').id);
    expect(by('Team').parentId).toBe(by('About').id);
    expect(by('About')).toMatchObject({
      parentId: null,
      path: '/about/',
      url: `${cms.url}/about/`,
      target: null,
      cssClasses: [],
    });
    expect(by('Oak by the cubic metre')).toMatchObject({ path: 'https://www.fsc.org/en', target: '_blank' });
    expect(by('Work')).toMatchObject({ path: '#', url: '#' });
    expect(by('Repair & restoration')).toBeDefined();
  });

  test('generated posts are the same on every start and whatever their number', async () => {
    const query =
      '{posts(where:{in:["10007","10003"]}){nodes{title slug date modified content author{node{slug}} tags{nodes{slug}}}}}';
    const before = (await cms.ask(query)).data;
    const other = await running({ generatedPosts: 7 });
    expect((await other.ask(query)).data).toEqual(
      JSON.parse(JSON.stringify(before).replaceAll(cms.url, other.url)),
    );
    await other.close();
  });

  test('the index of the companion goes by ids, and a page of it never grows too large for a cache entry', async () => {
    const other = await running({ generatedPosts: 7 });
    for (let i = 0; i < 7; i++)
      other.control.content({ create: { title: '"日'.repeat(25_000), slug: `long-${i}` } });
    const page = async (more = '') => {
      const { data } = await other.ask(
        `{companionIndex(type:"post"${more}){rows endCursor hasNextPage total checksum}}`,
      );
      return {
        ...data.companionIndex,
        ids: JSON.parse(data.companionIndex.rows).map(([id]: [number]) => id),
      };
    };
    const first = await page();
    expect(Buffer.byteLength(JSON.stringify(first.rows))).toBeLessThanOrEqual(1_000_000);
    expect([first.hasNextPage, first.endCursor]).toEqual([true, first.ids.at(-1)]);
    const second = await page(`,after:${first.endCursor}`);
    const ids = [...first.ids, ...second.ids];
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect([ids.length, second.hasNextPage, second.checksum]).toEqual([first.total, false, first.checksum]);
    expect((await page(',first:3')).ids).toEqual(first.ids.slice(0, 3));
    other.control.content({ slug: 'long-1', set: { title: 'Shorter' } });
    expect((await page()).checksum).not.toBe(first.checksum);
    const { data, errors } = await other.ask(
      '{a:companionIndex(type:"attachment"){rows} b:companionIndex(type:"post",first:0){rows}}',
    );
    expect([data, errors?.length]).toEqual([{ a: null, b: null }, 2]);
    await other.close();
  });
});
