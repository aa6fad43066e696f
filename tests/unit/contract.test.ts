import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  extendSchema,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  printSchema,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { partsFor } from '../../src/cms/detect/detect';
import { documentOf } from '../../src/cms/detect/parts';
import { version as runtimeVersion } from '../../src/runtime/base/version';
import {
  type Capabilities,
  capabilitiesDocument,
  capabilitiesFrom,
} from '../../src/runtime/wordpress/fields/capabilities';
import * as lists from '../../src/runtime/wordpress/queries/lists';
import type { Operation } from '../../src/runtime/wordpress/queries/operation';
import * as pages from '../../src/runtime/wordpress/queries/pages';
import * as posts from '../../src/runtime/wordpress/queries/posts';
import { getPreviewItem, getPreviewItemBySlug } from '../../src/runtime/wordpress/queries/preview';
import * as search from '../../src/runtime/wordpress/queries/search';
import * as seo from '../../src/runtime/wordpress/queries/seo';
import * as site from '../../src/runtime/wordpress/queries/site';
import * as snapshot from '../../src/runtime/wordpress/take-snapshot/queries';
import { specTest } from '../spec/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

const wpgraphql = read('tests/contract/wpgraphql-2.20.0.graphql');
const companion = read('companion-plugin/blocks/schema.graphql');
const yoast = read('tests/contract/seo-yoast.graphql');
const rankMath = read('tests/contract/seo-rank-math.graphql');

const bareSchema = buildSchema(wpgraphql);
/** The SEO bridges were recorded as they are: they leave `seo` out of some types that implement their interfaces. */
const extended = (...parts: string[]) =>
  parts.reduce((schema, sdl) => extendSchema(schema, parse(sdl), { assumeValid: true }), bareSchema);
/** WPGraphQL gives a field of an interface to every type that has it. */
const interval = ['interface ContentNode', 'type Post', 'type Page']
  .map(
    (type) =>
      `extend ${type} { companionInterval: Int companionTemplate: String companionTakesPassword: Boolean companionComments: CompanionComments }`,
  )
  .concat(
    'type CompanionComments { isOpen: Boolean loginUrl: String requiresNameEmail: Boolean isModerated: Boolean offersToRemember: Boolean depth: Int isNewestFirst: Boolean perPage: Int opensWithOldest: Boolean outline: String }',
  )
  .join('\n');
const fullSchema = extended(companion, interval, yoast);
const rankMathSchema = extended(companion, interval, rankMath);
/** A real WordPress whose theme registered no menu location: both are missing from the enum. */
const noMenusSchema = buildSchema(
  wpgraphql.replace(/enum MenuLocationEnum \{[^}]*\}/, 'enum MenuLocationEnum { EMPTY }'),
);

/** The companion plugin as it is before it has blocks, and one whose field names another plugin took first. */
const noBlocksSchema = extended(
  interval,
  companion.replace(/^ {2}(flexibleContent|sidebarBlocks): .*\n/gm, ''),
);
const onlySettingsSchema = extendSchema(
  bareSchema,
  parse('type Other { hideTitle: Boolean } extend type Page { companionSettings: Other }'),
);

const bare: Capabilities = {
  settings: false,
  blocks: false,
  index: false,
  sums: false,
  changed: false,
  interval: false,
  template: false,
  passwords: false,
  comments: false,
  commentPages: false,
  blurDataUrl: false,
  identity: false,
  sticky: true,
  seo: 'none',
  menus: { PRIMARY: true, FOOTER: true },
};
const full: Capabilities = {
  settings: true,
  blocks: true,
  index: true,
  sums: true,
  changed: true,
  interval: true,
  template: true,
  passwords: true,
  comments: true,
  commentPages: true,
  blurDataUrl: true,
  identity: true,
  sticky: true,
  seo: 'seo_plugin_a',
  menus: { PRIMARY: true, FOOTER: true },
};

/** Beside operations, the modules export what the build's snapshot is made of. */
const isOperation = (value: unknown) => typeof value === 'object';

const operations: Operation<unknown, never>[] = [
  ...[lists, pages, posts, search, seo, site, snapshot].flatMap((module) =>
    Object.values(module).filter(isOperation),
  ),
  getPreviewItem,
  getPreviewItemBySlug('post'),
  getPreviewItemBySlug('page'),
  snapshot.snapshotSite(['post', 'case-study']),
  site.listTermContent('Category'),
] as unknown as Operation<unknown, never>[];

const errorsIn = (schema: GraphQLSchema, document: string) =>
  validate(schema, parse(document)).map((e) => e.message);

describe('every document is valid on a real WPGraphQL', () => {
  test.each(operations.filter((o) => !/^Get(?:Index|Changed)/.test(o.name)).map((o) => [o.name, o] as const))(
    '%s, with nothing beside WPGraphQL',
    (name, operation) => {
      expect(operation.document(bare)).toContain(name);
      expect(errorsIn(bareSchema, operation.document(bare))).toEqual([]);
    },
  );
  test('GetIndex and GetChanged are never asked without the companion', () => {
    expect(site.getChanged.known?.(bare, {})).toEqual({ companionChanged: null });
    expect(site.getChanged.known?.(full, {})).toBeUndefined();
    expect(lists.getIndex.known?.(bare, { type: 'post' })).toEqual({ index: null });
    expect(lists.getIndex.known?.(full, { type: 'post' })).toBeUndefined();
    const change = { type: 'post', have: '{}', only: false, after: 0 };
    expect(lists.getIndexChanges.known?.({ ...full, sums: false }, change)).toEqual({ index: null });
    expect(lists.getIndexChanges.known?.(full, change)).toBeUndefined();
  });
  test.each(operations.map((o) => [o.name, o] as const))(
    '%s, with a companion without blocks',
    (_name, o) => {
      const noBlocks = { ...full, blocks: false, seo: 'none' } as const;
      expect(errorsIn(noBlocksSchema, o.document(noBlocks))).toEqual([]);
    },
  );
  test.each(operations.map((o) => [o.name, o] as const))(
    '%s, with companion and Yoast',
    (_name, operation) => {
      expect(errorsIn(fullSchema, operation.document(full))).toEqual([]);
    },
  );
  test.each(operations.map((o) => [o.name, o] as const))(
    '%s, with companion and Rank Math',
    (_name, operation) => {
      expect(errorsIn(rankMathSchema, operation.document({ ...full, seo: 'seo_plugin_b' }))).toEqual([]);
    },
  );
  test.each(operations.map((o) => [o.name, o] as const))('%s, on the sample CMS', (_name, operation) => {
    const sdl = ['core', 'project', 'companion'].map((part) => read(`src/sample-cms/schema/${part}.graphql`));
    const sample = {
      ...full,
      interval: false,
      template: false,
      passwords: false,
      comments: false,
      seo: 'none',
    } as const;
    expect(errorsIn(buildSchema(sdl.join('\n')), operation.document(sample))).toEqual([]);
  });
  test('Detect, which the CLI asks, with and without companion and menu locations', () => {
    const noMenus = { ...bare, menus: { PRIMARY: false, FOOTER: false } };
    const detect = (capabilities: Capabilities | null) => documentOf(partsFor(capabilities));
    expect(errorsIn(bareSchema, detect(bare))).toEqual([]);
    expect(errorsIn(noMenusSchema, detect(noMenus))).toEqual([]);
    expect(errorsIn(fullSchema, detect(full))).toEqual([]);
    expect(detect(null)).toBe(detect(full));
  });
  test('a site with forty types has as many rows of their indexes in one answer as one with four', () => {
    const rows = (count: number) => {
      const types = Array.from({ length: count }, (_, i) => `type-${i}`);
      const document = snapshot.snapshotSite(types).document(full);
      return [...document.matchAll(/companionIndex\(.*?first: (\d+)/g)].map(([, first]) => Number(first));
    };
    expect(rows(2)).toEqual([5000, 5000]);
    expect(rows(4)).toEqual([5000, 5000, 5000, 5000]);
    expect(rows(40)).toEqual(Array(40).fill(500));
  });
  test('no list is left to the CMS to cut: each says how many rows it wants', () => {
    const cut = operations.flatMap(({ name, document }) => {
      const info = new TypeInfo(fullSchema);
      const found: string[] = [];
      const enter = (node: FieldNode) => {
        const takesFirst = info.getFieldDef()?.args.some((arg) => arg.name === 'first');
        const says = node.arguments?.some((arg) => arg.name.value === 'first');
        if (takesFirst && !says) found.push(`${name}: ${node.name.value}`);
      };
      visit(parse(document(full)), visitWithTypeInfo(info, { Field: { enter } }));
      return found;
    });
    expect(cut).toEqual([]);
  });
  test('no document of the site is missing from this list', () => {
    const files = [
      ...readdirSync(`${root}/src/runtime/wordpress/queries`)
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `queries/${file}`),
      'take-snapshot/queries.ts',
    ];
    const names = files.flatMap((file) =>
      [...read(`src/runtime/wordpress/${file}`).matchAll(/^query (\w+)/gm)].map((m) => m[1]),
    );
    // It ends with a name that the CMS gives.
    const named = operations.map((o) => o.name.replace(/^(ListTermContent).*/, '$1'));
    expect([...new Set(named)].sort()).toEqual([...new Set(names)].sort());
  });
});

describe('capabilities are read from the errors that a schema without a field gives', () => {
  const probe = (schema: GraphQLSchema) =>
    capabilitiesFrom(validate(schema, parse(capabilitiesDocument())).map(({ message }) => ({ message })));
  test('bare WPGraphQL', () => expect(probe(bareSchema)).toEqual(bare));
  test('companion and Yoast', () => expect(probe(fullSchema)).toEqual(full));
  test('a companion without blocks', () =>
    expect(probe(noBlocksSchema)).toEqual({ ...full, blocks: false, seo: 'none' }));
  test('page settings alone', () => expect(probe(onlySettingsSchema)).toEqual({ ...bare, settings: true }));
  test('an index without digests is that of an earlier companion', () => {
    expect(probe(extended(companion.replace('  sums: String\n', ''), interval, yoast))).toEqual({
      ...full,
      sums: false,
    });
  });
  test.each([
    ['a field', 'endCursor: Int', 'cursor: Int'],
    ['an argument', '    first: Int = 5000\n', ''],
  ])("an index that lacks %s is another plugin's", (_what, has, lacks) => {
    expect(probe(extended(companion.replace(has, lacks), interval, yoast))).toEqual({
      ...full,
      index: false,
      sums: false,
    });
  });
  test('no argument asPreview: the documents of previews go without it', () => {
    const gone = buildSchema(printSchema(bareSchema).replace(/, asPreview: Boolean\b/g, ''));
    expect(probe(gone)).toEqual({ ...bare, noAsPreview: true });
    for (const operation of [posts.getPostPreview, posts.getContentPreview, pages.getPagePreview]) {
      expect(operation.document(full)).toContain('asPreview: true');
      expect(errorsIn(gone, operation.document(bare))).not.toEqual([]);
      expect(errorsIn(gone, operation.document(probe(gone)))).toEqual([]);
    }
  });
  test('Rank Math', () => {
    expect(probe(extended(rankMath)).seo).toBe('seo_plugin_b');
  });
  test('a WPGraphQL that cannot narrow a list down to sticky posts', () => {
    const [error = new Error()] = validate(
      buildSchema(wpgraphql.replaceAll('  isSticky: Boolean\n', '')),
      parse(capabilitiesDocument()),
    ).filter(({ message }) => message.includes('isSticky'));
    expect(capabilitiesFrom([{ message: error.message }])).toMatchObject({ sticky: false, index: true });
  });
  test('no menu location', () =>
    expect(probe(noMenusSchema).menus).toEqual({ PRIMARY: false, FOOTER: false }));
  test('the recorded messages of a real WPGraphQL', () => {
    const recorded = (name: string) => JSON.parse(read(`tests/contract/responses/${name}.json`)).body.errors;
    const suggested =
      'Cannot query field "companionRedirects" on type "RootQuery". Did you mean "companionIndex" or "companionVersion"?';
    expect(capabilitiesFrom([{ message: suggested }])).toMatchObject({ index: true, noRedirects: true });
    const older = suggested.replace('companionRedirects', 'companionIdentity');
    expect(capabilitiesFrom([{ message: older }])).toMatchObject({ index: true, identity: false });
    expect(capabilitiesFrom(recorded('unknownSeoField')).seo).toBe('none');
    expect(capabilitiesFrom(recorded('unknownFlexibleContent')).blocks).toBe(false);
    const [{ message }] = recorded('unknownMenuLocation');
    expect(capabilitiesFrom([{ message: message.replace('SIDEBAR', 'PRIMARY') }]).menus.PRIMARY).toBe(false);
  });
  test('any other error is no answer', () => {
    const message = 'The field "RootQuery.posts" cannot be accessed without authentication.';
    expect(() => capabilitiesFrom([{ message }])).toThrow(message);
  });
});

/** Dotted paths of all fields that a document selects, fragments followed. */
function fieldsOf(document: string): string[] {
  const ast = parse(document);
  const fragments = new Map(
    ast.definitions.flatMap((d) =>
      d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d.selectionSet]] : [],
    ),
  );
  const walk = (set: SelectionSetNode, prefix: string): string[] =>
    set.selections.flatMap((node): string[] => {
      if (node.kind === Kind.FRAGMENT_SPREAD)
        return walk(fragments.get(node.name.value) as SelectionSetNode, prefix);
      if (node.kind === Kind.INLINE_FRAGMENT) return walk(node.selectionSet, prefix);
      const path = `${prefix}${node.name.value}`;
      return [path, ...(node.selectionSet ? walk(node.selectionSet, `${path}.`) : [])];
    });
  return walk((ast.definitions[0] as OperationDefinitionNode).selectionSet, '');
}
const variablesOf = (document: string) =>
  ((parse(document).definitions[0] as OperationDefinitionNode).variableDefinitions ?? []).map((v) =>
    document.slice(v.loc?.start, v.loc?.end).replace(/\s+/g, ' '),
  );

describe("the specification's five operations keep name, variables and defaults, and select at least its fields", () => {
  const section = 'CMS GraphQL operations used by the service';
  const holds = (
    operation: { document: (c: Capabilities) => string },
    variables: string[],
    prefix: string,
    fields: string,
  ) => {
    const document = operation.document(full);
    expect(variablesOf(document)).toEqual(variables);
    expect(fieldsOf(document)).toEqual(
      expect.arrayContaining(fields.split(' ').map((field) => prefix + field)),
    );
    return document;
  };
  specTest(section, 'GetPosts', () => {
    const fields =
      'id title slug excerpt date featuredImage.node.sourceUrl featuredImage.node.altText featuredImage.node.mediaDetails.width featuredImage.node.mediaDetails.height author.node.name author.node.avatar.url categories.nodes.name categories.nodes.slug';
    const document = holds(posts.getPosts, ['$first: Int = 10', '$after: String'], 'posts.nodes.', fields);
    expect(fieldsOf(document)).toEqual(
      expect.arrayContaining(['posts.pageInfo.hasNextPage', 'posts.pageInfo.endCursor']),
    );
    expect(document).toMatch(/^\s*query GetPosts\(/);
  });
  specTest(section, 'GetPost', () => {
    const fields =
      'id title content slug date modified featuredImage.node.sourceUrl featuredImage.node.altText featuredImage.node.blurDataUrl author.node.name author.node.description author.node.avatar.url seo.title seo.metaDesc seo.canonical seo.opengraphImage.sourceUrl';
    expect(holds(posts.getPost, ['$slug: ID!'], 'post.', fields)).toContain('idType: SLUG');
  });
  specTest(section, 'GetPages', () => {
    const fields =
      'id title slug uri companionSettings.hideTitle companionSettings.containerWidth companionSettings.hideHeader companionSettings.hideFooter companionSettings.customCssClass companionSettings.showSidebar flexibleContent.__typename sidebarBlocks.__typename';
    holds(pages.getPages, [], 'pages.nodes.', fields);
  });
  specTest(section, 'GetMenu', () => {
    const fields = 'id label url path parentId order target cssClasses';
    holds(site.getMenu, ['$location: MenuLocationEnum!'], 'menuItems.nodes.', fields);
  });
  specTest(section, 'GetSettings', () => {
    holds(site.getSettings, [], 'generalSettings.', 'title description url language timezone');
  });
  specTest('Limits', 'GetPosts default page size', () => {
    expect(posts.getPosts.document(full)).toContain('$first: Int = 10');
  });
  specTest('Limits', 'GetPages page size', () =>
    expect(pages.getPages.document(full)).toContain('pages(first: 100)'),
  );
  specTest('Limits', 'GetMenu page size', () =>
    expect(site.getMenu.document(full)).toMatch(/menuItems\([^)]*first: 100\)/),
  );
});

describe('one source for what two sides share', () => {
  test('every file made from the block manifest is up to date', () => {
    const run = () =>
      execFileSync(process.execPath, ['--import', 'tsx', 'src/contracts/generate.ts', '--check'], {
        cwd: root,
        stdio: 'pipe',
      });
    expect(run).not.toThrow();
  });
  test('every block of the SDL is asked for, field by field', () => {
    const schema = fullSchema.getTypeMap();
    const document = pages.getPages.document(full);
    for (const name of Object.keys(schema).filter((type) =>
      /^Page_(Flexible|Sidebar)\w+Blocks?_|^Page_Flexiblecontent_FlexibleContent_/.test(type),
    )) {
      const type = schema[name];
      if (!type || !('getFields' in type)) continue;
      for (const field of Object.keys(type.getFields()))
        expect(document).toMatch(new RegExp(`\\b${field}\\b`));
    }
  });
  test('the packages of the site and of the runtime are the version table of this repository', () => {
    const table = JSON.parse(read('templates/site/package.json'));
    const runtime = JSON.parse(read('src/runtime/package.json'));
    const ours = JSON.parse(read('package.json'));
    const { 'headless-site': _runtime, ...dependencies } = table.dependencies;
    const { react: _react, 'react-dom': _dom, next, ...peers } = runtime.peerDependencies;
    expect(next).toBe(`~${table.dependencies.next}`);
    expect(ours.devDependencies).toMatchObject({
      ...dependencies,
      ...table.devDependencies,
      ...runtime.dependencies,
      ...peers,
    });
    expect([ours.version, ours.engines]).toEqual([runtime.version, runtime.engines]);
    expect(runtimeVersion).toBe(runtime.version);
    expect(ours.dependencies ?? {}).toEqual({});
    expect(ours.engines).toEqual(table.engines);
  });
});
