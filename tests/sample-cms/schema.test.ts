import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, running } from './support.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const recorded = buildSchema(read('../contract/wpgraphql-2.20.0.graphql'));
const core = buildSchema(read('../../src/sample-cms/schema/core.graphql'));

/** Every line that the sample schema says and the recorded one does not. */
function differences(type: GraphQLNamedType): string[] {
  const real = recorded.getType(type.name);
  if (!real) return [`${type.name} does not exist`];
  const wrong: string[] = [];
  if (isEnumType(type)) {
    if (!isEnumType(real)) return [`${type.name} is no enum`];
    for (const { name } of type.getValues()) if (!real.getValue(name)) wrong.push(`${type.name}.${name}`);
  }
  if (isUnionType(type)) {
    if (!isUnionType(real)) return [`${type.name} is no union`];
    const names = real.getTypes().map(({ name }) => name);
    for (const { name } of type.getTypes()) if (!names.includes(name)) wrong.push(`${type.name} | ${name}`);
  }
  if (isInputObjectType(type)) {
    if (!isInputObjectType(real)) return [`${type.name} is no input`];
    for (const field of Object.values(type.getFields())) {
      const other = real.getFields()[field.name];
      if (String(other?.type) !== String(field.type)) wrong.push(`${type.name}.${field.name}: ${field.type}`);
    }
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    if (!isObjectType(real) && !isInterfaceType(real)) return [`${type.name} is of another kind`];
    if (isObjectType(type) !== isObjectType(real)) wrong.push(`${type.name} is of another kind`);
    const interfaces = real.getInterfaces().map(({ name }) => name);
    for (const { name } of type.getInterfaces())
      if (!interfaces.includes(name)) wrong.push(`${type.name} implements ${name}`);
    for (const field of Object.values(type.getFields())) {
      const other = real.getFields()[field.name];
      if (String(other?.type) !== String(field.type)) wrong.push(`${type.name}.${field.name}: ${field.type}`);
      for (const arg of field.args) {
        const same = other?.args.find(({ name }) => name === arg.name);
        if (!same || String(same.type) !== String(arg.type) || same.defaultValue !== arg.defaultValue)
          wrong.push(`${type.name}.${field.name}(${arg.name}: ${arg.type})`);
      }
    }
  }
  return wrong;
}

const ours = Object.values(core.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('the schema', () => {
  let cms: Running;
  beforeAll(async () => {
    cms = await running();
  });
  afterAll(() => cms.close());

  test('is a subset of the one recorded from WPGraphQL 2.20.0', () => {
    expect(ours.length).toBeGreaterThan(200);
    expect(ours.flatMap(differences)).toEqual([]);
  });

  test('has the companion fields exactly as the plugin’s generated schema', () => {
    expect(read('../../src/sample-cms/schema/companion.graphql')).toBe(
      read('../../companion-plugin/blocks/schema.graphql'),
    );
  });

  test('can be introspected, with the companion’s fields and the custom type', async () => {
    const { data } = await cms.ask(
      '{page:__type(name:"Page"){fields{name}} type:__type(name:"ContentTypeEnum"){enumValues{name}}}',
    );
    const names = data.page.fields.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['flexibleContent', 'sidebarBlocks', 'companionSettings']));
    expect(data.type.enumValues).toContainEqual({ name: 'PROJECT' });
  });

  test('answers every field of every item without an error', async () => {
    // A field whose resolver was forgotten answers null, or breaks when it is non-null.
    const { data, errors } = await cms.ask(`{
      posts(first:100, where:{hasPassword:false}) { nodes {
        id databaseId title slug uri link date dateGmt modified modifiedGmt excerpt content status guid isRestricted hasPassword isSticky isPreview
        isFrontPage isPostsPage isContentNode isTermNode isComment commentCount commentStatus contentTypeName authorId authorDatabaseId
        featuredImageId featuredImageDatabaseId contentType{node{name graphqlPluralName}}
        featuredImage{node{sourceUrl altText caption srcSet sizes blurDataUrl mimeType fileSize mediaDetails{width height sizes{name sourceUrl width height}}}}
        author{node{id name description uri avatar{url}}} categories{nodes{id name uri count parent{node{name}}}} tags{nodes{id name uri}}
        terms{nodes{__typename taxonomyName}} comments{nodes{content date parentId author{name node{name avatar{url}}} replies{nodes{id}}}}
      } }
      pages(first:100) { nodes { uri menuOrder parentId parentDatabaseId isPrivacyPage parent{node{uri}} ancestors{nodes{uri}} children{nodes{uri}}
        companionSettings{containerWidth} sidebarBlocks{__typename} flexibleContent{__typename} } }
      projects { nodes { title uri excerpt contentType{node{hasArchive uri}} } }
      menus { nodes { name count locations menuItems(first:100){nodes{label connectedNode{node{uri}} childItems{nodes{label}}}} } }
      contentTypes { nodes { name label hasArchive uri isPostsPage connectedTaxonomies{nodes{name}} contentNodes{nodes{uri}} } }
      taxonomies { nodes { name graphqlSingleName connectedTerms{nodes{name}} connectedContentTypes{nodes{name}} } }
      users { nodes { slug uri posts{nodes{uri}} } } comments { nodes { uri commentedOn{node{uri}} } } viewer { databaseId }
    }`);
    expect(errors).toBeUndefined();
    expect(data.posts.nodes.length).toBeGreaterThanOrEqual(16);
    expect(data.pages.nodes).toHaveLength(11);
    expect(data.projects.nodes).toHaveLength(5);
    expect(data.viewer).toBeNull();
    for (const { featuredImage } of data.posts.nodes) {
      if (featuredImage) expect(featuredImage.node.blurDataUrl).toMatch(/^data:image\/webp;base64,/);
    }
  });
});
