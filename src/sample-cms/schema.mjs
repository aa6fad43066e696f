import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { commentResolvers } from './resolvers/comments.mjs';
import { companionResolvers } from './resolvers/companion.mjs';
import { contentResolvers } from './resolvers/content.mjs';
import { contentTypeResolvers } from './resolvers/content-types.mjs';
import { mediaResolvers } from './resolvers/media.mjs';
import { menuResolvers } from './resolvers/menus.mjs';
import { rootResolvers } from './resolvers/root.mjs';
import { termResolvers } from './resolvers/terms.mjs';
import { userResolvers } from './resolvers/users.mjs';

const FILES = ['core', 'project'];
const RESOLVERS = [
  rootResolvers,
  contentResolvers,
  mediaResolvers,
  termResolvers,
  userResolvers,
  commentResolvers,
  menuResolvers,
  contentTypeResolvers,
  companionResolvers,
];

/**
 * The schema is text, and resolvers are laid over it. A field without one is read from the record.
 * Interfaces and unions need no resolver either: every record carries its `__typename`.
 * @param {{ companion?: boolean }} [options]  without the companion plugin it is plain WPGraphQL
 */
export function createSchema({ companion = true } = {}) {
  const sdl = [...FILES, ...(companion ? ['companion'] : [])]
    .map((name) => readFileSync(new URL(`./schema/${name}.graphql`, import.meta.url), 'utf8'))
    .join('\n');
  const schema = buildSchema(sdl);
  for (const resolvers of RESOLVERS) {
    for (const [typeName, fields] of Object.entries(resolvers)) {
      const type = schema.getType(typeName);
      if (!isObjectType(type)) throw new Error(`Resolvers for ${typeName}, which the schema does not have.`);
      const known = type.getFields();
      // Shared resolvers cover more fields than some types have; those are simply not asked for.
      for (const [name, resolve] of Object.entries(fields)) if (known[name]) known[name].resolve = resolve;
    }
  }
  return schema;
}
