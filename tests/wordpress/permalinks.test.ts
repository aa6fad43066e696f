import { describe, expect, it } from 'vitest';
import { startWordPress, whyNoWordPress } from './server';

const reason = whyNoWordPress();
describe.skipIf(reason)(`permalinks of a real WordPress${reason ? ` (${reason})` : ''}`, () => {
  it.each(['/blog/%postname%/', '/%year%/%monthnum%/%postname%/', '/%category%/%postname%/'] as const)(
    '%s: what is public is where the inventory says, what is hidden nowhere',
    async (permalinks) => {
      const wordpress = await startWordPress({ permalinks });
      try {
        const { published, hidden, terms, authors, redirects } = await wordpress.inventory();
        const status = async ({ path }: { path: string }) =>
          (await fetch(wordpress.url + path, { method: 'HEAD', redirect: 'manual' })).status;
        const shown = [published, terms, authors].flatMap((list) => [
          list[0],
          list[9] ?? list[1],
          list.at(-1),
        ]);
        const links = published.filter(({ title }) => /^Links|^Ordinary post 1$/.test(title));
        for (const item of [...shown, ...links])
          expect(item && [item.path, await status(item)]).toEqual([item?.path, 200]);
        for (const item of hidden) expect([item.path, await status(item)]).toEqual([item.path, 404]);
        expect(await status({ path: redirects[0]?.from ?? '' })).toBe(301);
        const content = await wordpress.php<string>(
          "echo json_encode(get_page_by_path('links', OBJECT, 'post')->post_content);",
        );
        expect(content).toContain(`"${wordpress.url}${links.find(({ title }) => title !== 'Links')?.path}"`);
      } finally {
        await wordpress.stop();
      }
    },
  );
});

describe.skipIf(reason)(`an empty WordPress${reason ? ` (${reason})` : ''}`, () => {
  it('has nothing to show', async () => {
    const wordpress = await startWordPress({ content: 'empty' });
    try {
      expect(await wordpress.inventory()).toMatchObject({ published: [], hidden: [], comments: [] });
    } finally {
      await wordpress.stop();
    }
  });
});
