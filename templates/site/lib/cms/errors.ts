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

/** The JSON body and status that stand for any error. */
export function handleApiError(error: unknown): { error: string; statusCode: number; details?: unknown } {
  if (error instanceof WordPressError) {
    return { error: error.message, statusCode: error.statusCode, details: error.details };
  }
  if (error instanceof Error) return { error: error.message, statusCode: 500 };
  return { error: 'An unknown error occurred', statusCode: 500 };
}
