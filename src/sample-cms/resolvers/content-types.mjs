import { connection } from './connection.mjs';
import { select } from './filters.mjs';
import { toGlobalId } from './ids.mjs';

/** @import { Context, ItemType } from '../types.mjs' */

/**
 * @typedef {object} ContentTypeRecord
 * @property {'ContentType'} __typename
 * @property {string} id
 * @property {ItemType} name
 * @property {string} label
 * @property {string} singular
 * @property {string} graphqlSingleName
 * @property {string} graphqlPluralName
 * @property {boolean} hierarchical
 * @property {boolean} hasArchive
 * @property {string[]} taxonomies
 */

/**
 * @param {ItemType} name @param {string} label @param {string} singular @param {string} one @param {string} many
 * @param {Partial<ContentTypeRecord>} [more]
 * @returns {ContentTypeRecord}
 */
const contentType = (name, label, singular, one, many, more) => ({
  __typename: 'ContentType',
  id: name,
  name,
  label,
  singular,
  graphqlSingleName: one,
  graphqlPluralName: many,
  hierarchical: false,
  hasArchive: false,
  taxonomies: [],
  ...more,
});

export const CONTENT_TYPES = [
  contentType('post', 'Posts', 'Post', 'post', 'posts', {
    hasArchive: false,
    taxonomies: ['category', 'post_tag'],
  }),
  contentType('page', 'Pages', 'Page', 'page', 'pages', { hierarchical: true }),
  contentType('attachment', 'Media', 'Media', 'mediaItem', 'mediaItems'),
  contentType('project', 'Projects', 'Project', 'project', 'projects', { hasArchive: true }),
];

export const TAXONOMIES = [
  {
    __typename: 'Taxonomy',
    id: 'category',
    name: 'category',
    label: 'Categories',
    one: 'category',
    many: 'categories',
    hierarchical: true,
  },
  {
    __typename: 'Taxonomy',
    id: 'post_tag',
    name: 'post_tag',
    label: 'Tags',
    one: 'tag',
    many: 'tags',
    hierarchical: false,
  },
];

/** @param {string} name */
export const contentTypeByName = (name) => CONTENT_TYPES.find((type) => type.name === name) ?? null;

/** @param {string} name */
export const taxonomyByName = (name) => TAXONOMIES.find((taxonomy) => taxonomy.name === name) ?? null;

/** @param {ContentTypeRecord} type @param {Context} ctx */
function archiveUri(type, ctx) {
  if (type.name === 'project') return '/project/';
  return type.name === 'post' ? (ctx.index.byId.get(ctx.index.postsPageId)?.uri ?? '/') : null;
}

/** @type {import('./types.mjs').Resolvers} */
export const contentTypeResolvers = {
  ContentType: {
    id: (type) => toGlobalId('post_type', type.name),
    uri: (type, _, ctx) => archiveUri(type, ctx),
    description: (type) => (type.name === 'project' ? 'Finished commissions' : ''),
    isPostsPage: (type, _, ctx) => type.name === 'post' && ctx.index.postsPageId > 0,
    isFrontPage: (type, _, ctx) => type.name === 'post' && !ctx.index.frontPageId,
    isContentNode: () => false,
    isTermNode: () => false,
    isComment: () => false,
    isRestricted: () => false,
    public: () => true,
    publiclyQueryable: (type) => type.name !== 'page',
    excludeFromSearch: () => false,
    showInGraphql: () => true,
    labels: (type) => ({
      name: type.label,
      singularName: type.singular,
      menuName: type.label,
      allItems: `All ${type.label}`,
    }),
    contentNodes: (type, args, ctx) =>
      connection(
        select(
          ctx,
          ctx.index.items.filter((item) => item.type === type.name),
          args.where,
        ),
        args,
      ),
    connectedTaxonomies: (type, args) =>
      connection(
        TAXONOMIES.filter((taxonomy) => type.taxonomies.includes(taxonomy.name)),
        args,
      ),
  },
  Taxonomy: {
    id: (taxonomy) => toGlobalId('taxonomy', taxonomy.name),
    graphqlSingleName: (taxonomy) => taxonomy.one,
    graphqlPluralName: (taxonomy) => taxonomy.many,
    public: () => true,
    showInGraphql: () => true,
    isRestricted: () => false,
    connectedContentTypes: (taxonomy, args) =>
      connection(
        CONTENT_TYPES.filter((type) => type.taxonomies.includes(taxonomy.name)),
        args,
      ),
    connectedTerms: (taxonomy, args, ctx) =>
      connection(
        ctx.index.terms.filter((term) => term.taxonomy === taxonomy.name),
        args,
      ),
  },
};
