import { expect } from 'vitest';
import { companionBlockFields } from '../../../src/runtime/wordpress/queries/fragments/blocks';
import type { WordPress } from '../server';

export type Row = Record<string, unknown> & { __typename: string };
export interface Page {
  flexibleContent: Row[];
  sidebarBlocks: Row[];
  content: string;
}

/** PHP: a text of any shape. */
export const php = (text: string) => `base64_decode( '${Buffer.from(text).toString('base64')}' )`;
const json = (attributes: object) =>
  JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022');
export const block = (name: string, attributes: object = {}, inner = '') =>
  inner
    ? `<!-- wp:${name} ${json(attributes)} -->${inner}<!-- /wp:${name} -->`
    : `<!-- wp:${name} ${json(attributes)} /-->`;
export const ours = (name: string, attributes: object = {}, inner = '') =>
  block(`companion/${name}`, attributes, inner);
export const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
export const hero = (heading: string) => ours('hero-centered', { heading, subheading: 'x' });
export const group = (inner: string) => block('group', {}, `<div class="wp-block-group">${inner}</div>`);
export const names = (rows: Row[]) => rows.map(({ __typename }) => __typename.replace(/^.*_/, ''));

/** Pages of blocks in one WordPress, as GraphQL answers for them. */
export function blockPages(wordpress: () => WordPress) {
  const insert = (content: string, more = '') =>
    wordpress().php<number>(`remove_all_filters( 'content_save_pre' ); echo wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish',
      'post_title' => 'Page', 'post_content' => ${php(content)}, ${more} ] ) );`);
  const ask = async (query: string) =>
    (
      await fetch(wordpress().graphqlUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
    ).json();
  /** Sections without `content`, for which WordPress itself renders the page once more. */
  const sections = async (id: number): Promise<Pick<Page, 'flexibleContent' | 'sidebarBlocks'>> => {
    const { data, errors } = await ask(
      `query { page(id: ${id}, idType: DATABASE_ID) { ...CompanionBlockFields } } ${companionBlockFields}`,
    );
    expect(errors).toBeUndefined();
    return data.page;
  };
  const of = async (id: number): Promise<Page> => {
    const { data, errors } = await ask(
      `query { page(id: ${id}, idType: DATABASE_ID) { content ...CompanionBlockFields } } ${companionBlockFields}`,
    );
    expect(errors).toBeUndefined();
    return data.page;
  };
  const read = async (content: string, more = '') => of(await insert(content, more));
  const readSections = async (content: string) => sections(await insert(content));
  /** A reusable block. */
  const reusable = (content: string, more = '') =>
    wordpress().php<number>(`remove_all_filters( 'content_save_pre' ); echo wp_insert_post( wp_slash( [ ${more} 'post_type' => 'wp_block', 'post_status' => 'publish',
      'post_title' => 'R', 'post_content' => ${php(content)} ] ) );`);
  return { insert, ask, sections, of, read, readSections, reusable };
}
