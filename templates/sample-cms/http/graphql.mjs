import { execute, getOperationAST, parse, specifiedRules, validate } from 'graphql';
import { UserError } from '../errors.mjs';

/** @import { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql' */
/** @import { Context } from '../types.mjs' */

/**
 * @typedef {{ status: number, body: unknown }} Answer
 * @typedef {{ query?: unknown, variables?: unknown, operationName?: unknown }} Params
 * @typedef {{ document: DocumentNode } | { failed: Answer }} Prepared
 */

/** @param {string} message @param {number} [status] @returns {Answer} */
const failure = (message, status = 200) => ({ status, body: { errors: [{ message }] } });

/**
 * Only messages meant for the reader leave; whatever else went wrong is an internal error, as in WPGraphQL.
 * @param {GraphQLError} error
 */
function formatted(error) {
  const internal = error.path && !(error.originalError instanceof UserError);
  return {
    message: internal ? 'Internal server error' : error.message.replace(/^(Syntax Error: .*)\.$/, '$1'),
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
  };
}

/**
 * GraphQL as WPGraphQL 2.20 answers it over HTTP. No library of the GraphQL-over-HTTP standard is used,
 * because WPGraphQL differs from it: a syntax error is 500, an unknown field 200 without `data`.
 *
 * @param {GraphQLSchema} schema
 */
export function graphqlEndpoint(schema) {
  /** Tests send the same documents thousands of times. @type {Map<string, Prepared>} */
  const prepared = new Map();

  /** @param {string} query @returns {Prepared} */
  function prepare(query) {
    const known = prepared.get(query);
    if (known) return known;
    /** @type {Prepared} */
    let result;
    try {
      const document = parse(query);
      const errors = validate(schema, document, specifiedRules);
      result = errors.length
        ? { failed: { status: 200, body: { errors: errors.map(formatted) } } }
        : { document };
    } catch (error) {
      result = {
        failed: { status: 500, body: { errors: [formatted(/** @type {GraphQLError} */ (error))] } },
      };
    }
    if (prepared.size >= 500) prepared.clear();
    prepared.set(query, result);
    return result;
  }

  /** @param {Params} params @param {Context} ctx @returns {Promise<Answer>} */
  async function run(params, ctx) {
    const { query, variables, operationName } = params ?? {};
    if (typeof query !== 'string' || !query.trim()) {
      return failure(
        'GraphQL Request must include at least one of those two parameters: "query" or "queryId"',
      );
    }
    const ready = prepare(query);
    if ('failed' in ready) return ready.failed;
    const result = /** @type {ExecutionResult} */ (
      await execute({
        schema,
        document: ready.document,
        contextValue: ctx,
        rootValue: {},
        variableValues: /** @type {any} */ (variables ?? undefined),
        operationName: typeof operationName === 'string' && operationName ? operationName : undefined,
      })
    );
    return {
      status: 200,
      body: {
        ...(result.errors && { errors: result.errors.map(formatted) }),
        ...(result.data !== undefined && { data: result.data }),
      },
    };
  }

  return {
    /**
     * @param {{ method: string, url: URL, contentType: string, body: string }} request
     * @param {() => Context} context
     * @returns {Promise<Answer & { params: Params | Params[] | null }>}
     */
    async answer({ method, url, contentType, body }, context) {
      if (method === 'GET') {
        const variables = url.searchParams.get('variables');
        /** @type {Params} */
        const params = {
          query: url.searchParams.get('query'),
          operationName: url.searchParams.get('operationName'),
        };
        try {
          if (variables) params.variables = JSON.parse(variables);
        } catch {
          return { ...failure('Variables are invalid JSON', 500), params };
        }
        return { ...(await run(params, context())), params };
      }
      if (method !== 'POST')
        return { ...failure(`HTTP Method "${method}" is not supported`, 500), params: null };
      if (!/^application\/json\b/i.test(contentType)) {
        return {
          ...failure(
            'HTTP POST requests must have Content-Type: application/json header. For example: Content-Type: application/json',
            415,
          ),
          params: null,
        };
      }
      /** @type {unknown} */
      let params;
      try {
        params = JSON.parse(body);
      } catch {
        params = null;
      }
      if (typeof params !== 'object' || params === null) {
        return {
          ...failure(
            'Expected JSON object or array for "application/json" request, but failed to parse because: Syntax error',
            500,
          ),
          params: null,
        };
      }
      if (!Array.isArray(params))
        return {
          ...(await run(/** @type {Params} */ (params), context())),
          params: /** @type {Params} */ (params),
        };
      // A batch: an array in, an array out.
      const answers = await Promise.all(params.map((entry) => run(entry, context())));
      return { status: 200, body: answers.map((answer) => answer.body), params };
    },
  };
}

/**
 * A name for the log: the operation's, or the first field of one without a name.
 * @param {Params | Params[] | null} params
 * @returns {string}
 */
export function operationOf(params) {
  if (Array.isArray(params)) return params.map(operationOf).join(', ');
  const query = typeof params?.query === 'string' ? params.query : '';
  try {
    const operation = getOperationAST(
      parse(query, { noLocation: true }),
      typeof params?.operationName === 'string' ? params.operationName : undefined,
    );
    const field = operation?.selectionSet.selections[0];
    return operation?.name?.value ?? (field?.kind === 'Field' ? `{${field.name.value}}` : '(unnamed)');
  } catch {
    return '(invalid)';
  }
}
