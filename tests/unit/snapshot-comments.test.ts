import { beforeEach, expect, test, vi } from 'vitest';
import { request } from '../../src/runtime/wordpress/client/client';
import { cmsFailure } from '../../src/runtime/wordpress/client/failure';
import type { Capabilities } from '../../src/runtime/wordpress/fields/capabilities';
import { commentsOf } from '../../src/runtime/wordpress/take-snapshot/comments';
import type { Source } from '../../src/runtime/wordpress/take-snapshot/pages';

vi.mock('../../src/runtime/wordpress/client/client', () => ({ request: vi.fn() }));

const HOSTILE = '7';
let kept: number[];
let warned: string[];

beforeEach(() => {
  kept = [];
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((line) => void warned.push(line));
});

/** Reads the comments of ten posts, of which one has more than WordPress can answer. */
async function readAll(diagnosis: 'tooLarge' | 'serverError' | 'refused'): Promise<void> {
  vi.mocked(request).mockImplementation(async (_name, _document, variables) => {
    const { ids } = variables as { ids: string[] };
    if (ids.includes(HOSTILE)) throw cmsFailure('https://cms.example/graphql', diagnosis);
    return { posts: { nodes: ids.map((id) => ({ databaseId: Number(id), comments: { nodes: [] } })) } };
  });
  const file = { setComments: (id: number) => kept.push(id) };
  const comments = commentsOf({ file, capabilities: {} as Capabilities } as unknown as Source);
  for (let id = 1; id <= 10; id++)
    comments.add({ databaseId: id, commentCount: 45, contentTypeName: 'post' } as never);
  await comments.read();
}

test.each(['tooLarge', 'serverError'] as const)(
  'a post with comments that are too much (%s) is built without them, and the others with theirs',
  async (diagnosis) => {
    await readAll(diagnosis);
    expect(kept.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10]);
    expect(warned).toEqual([expect.stringContaining('post 7 is built without its comments')]);
  },
);

test('a CMS that is away ends the build', async () => {
  await expect(readAll('refused')).rejects.toThrow();
});
