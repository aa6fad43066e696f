import { expect, test } from 'vitest';
import { misshapen } from '../../src/runtime/wordpress/model/shape';

const document = /* GraphQL */ `
query Page {
  node { __typename ... on Post { title } ... on Page { list: children(first: 100) { nodes { id } } } }
  posts(first: 10) { pageInfo { endCursor } nodes { ...Card } }
  latest: posts { nodes { id } }
  settings { title }
}
fragment Card on Post { title terms { nodes { name } } author { node { name } } }`;
const card = { title: 'A', terms: { nodes: [] }, author: null };
const good = {
  node: null,
  posts: { pageInfo: { endCursor: null }, nodes: [card, null] },
  latest: { nodes: [] },
  settings: null,
};

test.for([
  ['all that was asked', good],
  ['more than was asked', { ...good, extra: 1 }],
  ['a node of another type than a fragment', { ...good, node: { __typename: 'Tag' } }],
  ['a node that a fragment fits', { ...good, node: { __typename: 'Post', title: null } }],
] as const)('%s is an answer', ([, data]) => {
  expect(misshapen(document, data)).toBeUndefined();
});

test.for([
  ['nothing', undefined, 'data is no object'],
  ['null', null, 'data is no object'],
  ['a list', [], 'data is no object'],
  ['a list for an object', { ...good, settings: [] }, 'settings is no object'],
  ['an empty object', {}, 'node is missing'],
  ['a field that is undefined', { ...good, settings: undefined }, 'settings is missing'],
  ['a text for an object', { ...good, settings: 'x' }, 'settings is no object'],
  ['an empty object for what only a fragment asks of', { ...good, node: {} }, 'node is empty'],
  [
    'half of a fragment',
    { ...good, posts: { ...good.posts, nodes: [{ title: 'A', author: null }] } },
    'posts.nodes.terms is missing',
  ],
  [
    'an object without what was asked of it',
    { ...good, settings: { name: 'x' } },
    'settings.title is missing',
  ],
  ['a list at the top that is null', { ...good, latest: null }, 'the list latest is null'],
  ['nodes that are null', { ...good, latest: { nodes: null } }, 'latest.nodes is no list'],
  ['nodes that are an object', { ...good, latest: { nodes: { 0: card } } }, 'latest.nodes is no list'],
  ['a list without nodes', { ...good, latest: { pageInfo: {} } }, 'latest.nodes is missing'],
  [
    'nodes that are null, in a fragment',
    { ...good, posts: { ...good.posts, nodes: [{ ...card, terms: { nodes: null } }] } },
    'posts.nodes.terms.nodes is no list',
  ],
  [
    'nodes that are null, of another type',
    { ...good, node: { __typename: 'Page', list: { nodes: null } } },
    'node.list.nodes is no list',
  ],
] as const)('%s is none', ([, data, fault]) => {
  expect(misshapen(document, data)).toMatch(fault);
});

test('a block is held to the fields of its own type, though two fragments ask for blocks', () => {
  const page = /* GraphQL */ `
query Page { page { ...Ours ...Own } }
fragment Ours on Page { blocks { __typename ... on Hero { heading } ... on Text { heading content } } }
fragment Own on Page { blocks { __typename ... on Notice { heading link } } }`;
  const hero = { __typename: 'Hero', heading: 'A' };
  const notice = { __typename: 'Notice', heading: 'B', link: null };
  expect(misshapen(page, { page: { blocks: [hero, notice] } })).toBeUndefined();
  const half = { __typename: 'Notice', heading: 'B' };
  expect(misshapen(page, { page: { blocks: [hero, half] } })).toBe('page.blocks.link is missing');
});
