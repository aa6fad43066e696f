/** The CMS could not be reached or did not answer as a GraphQL endpoint. */
export class WordPressError extends Error {
  override name = 'WordPressError';

  constructor(
    message: string,
    readonly statusCode = 500,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** One entry of a GraphQL answer's `errors`. */
export interface GraphQLErrorEntry {
  message: string;
  path?: readonly (string | number)[];
  [key: string]: unknown;
}

/** The CMS answered, and said that the query is wrong or that a resolver failed. */
export class GraphQLError extends Error {
  override name = 'GraphQLError';

  constructor(
    message: string,
    readonly errors: readonly GraphQLErrorEntry[],
  ) {
    super(message);
  }
}

/** How graphql-php says that a document does not fit the schema; errors of resolvers have a `path`. */
const SCHEMA_ERROR =
  /^(Cannot query field|Unknown (type|argument|fragment)|Field ".*" argument|Variable ".*" |Value ".*" does not exist in|Fragment )/;

/** Whether the CMS no longer has the schema that a document was written for. */
export function isSchemaError(error: unknown): boolean {
  return (
    error instanceof GraphQLError &&
    error.errors.some(({ message, path }) => !path && SCHEMA_ERROR.test(message))
  );
}

/** Whether the CMS understood the question and failed in answering it. */
export function isResolverError(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.errors.some(({ path }) => path !== undefined);
}

/** The JSON body and status that stand for any error. */
export function handleApiError(error: unknown): { error: string; statusCode: number; details?: unknown } {
  if (error instanceof WordPressError) {
    return { error: error.message, statusCode: error.statusCode, details: error.details };
  }
  if (error instanceof Error) return { error: error.message, statusCode: 500 };
  return { error: 'An unknown error occurred', statusCode: 500 };
}
