import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql';
import { doctorSignature } from '../../base/doctor-signature.ts';
import { siteConfig } from '../../config/site.ts';
import { requestRaw } from './client.ts';

const CLOSED = 'WordPress shows its schema to nobody';

/**
 * The schema of the owner's WordPress, in the schema definition language. By introspection where WPGraphQL allows it, which it does not by
 * default; otherwise the companion plugin hands it to whoever proves to know the site's secrets.
 * @throws {WordPressError} when WordPress does not answer
 * @throws {Error} with the fix, where it gives no schema
 */
export async function readSchema(): Promise<string> {
  const open = await requestRaw<IntrospectionQuery>('Introspection', getIntrospectionQuery(), {});
  // Gaps in WordPress's answer are no error here: a scalar without a description, a directive of a newer specification.
  if (open.data && !open.errors) return printSchema(buildClientSchema(open.data));
  const { revalidateSecret, previewSecret = '' } = siteConfig.wordpress;
  const proof = doctorSignature(
    { revalidation: revalidateSecret, preview: previewSecret },
    Math.floor(Date.now() / 1000),
  );
  const closed = await requestRaw<{ companionSchema: string | null }>('CompanionSchema', document, { proof });
  if (closed.errors)
    throw new Error(
      `${CLOSED}: ${closed.errors[0]?.message}\nFix: install the companion plugin of this site's version, otherwise switch on "Enable Public Introspection" in GraphQL, Settings`,
    );
  const schema = closed.data?.companionSchema;
  if (!schema)
    throw new Error(
      `${CLOSED}, because the secrets of this site are not those of WordPress. Fix: npx create-headless-site connect`,
    );
  return schema;
}

const document = /* GraphQL */ `
query CompanionSchema($proof: String!) { companionSchema(proof: $proof) }`;
