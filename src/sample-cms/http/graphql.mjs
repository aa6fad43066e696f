import { execute, getOperationAST, parse, specifiedRules, validate } from 'graphql';
import { UserError } from '../store/errors.mjs';

/** @import { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql' */
/** @import { Context } from '../types.mjs' */

/**
 * @typedef {{ status: number, body: unknown }} Answer
 * @typedef {{ query?: unknown, variables?: unknown, operationName?: unknown }} Params
 * @typedef {{ document: DocumentNode } | { failed: Answer }} Prepared
 * @typedef {{ method: string, url: URL, contentType: string, body: string }} Request
 * @typedef {{ params: Params | Params[] | null, refused?: Answer }} Read
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
 */
export class GraphqlEndpoint {
  #schema;
  /** Tests send the same documents thousands of times. @type {Map<string, Prepared>} */
  #prepared = new Map();

  /** @param {GraphQLSchema} schema */
  constructor(schema) {
    this.#schema = schema;
  }

  /**
   * @param {Request} request
   * @param {() => Context} context
   * @returns {Promise<Answer & { params: Params | Params[] | null }>}
   */
  async answer(request, context) {
    const read = request.method === 'GET' ? readUrl(request.url) : readBody(request);
    const { params } = read;
    if (read.refused) return { ...read.refused, params };
    if (!Array.isArray(params)) return { ...(await this.#run(params, context())), params };
    // A batch: an array in, an array out.
    const answers = await Promise.all(params.map((entry) => this.#run(entry, context())));
    return { status: 200, body: answers.map((answer) => answer.body), params };
  }

  /** @param {Params | null} params @param {Context} ctx @returns {Promise<Answer>} */
  async #run(params, ctx) {
    const { query, variables, operationName } = params ?? {};
    if (typeof query !== 'string' || !query.trim()) {
      return failure(
        'GraphQL Request must include at least one of those two parameters: "query" or "queryId"',
      );
    }
    const ready = this.#prepare(query);
    if ('failed' in ready) return ready.failed;
    const result = /** @type {ExecutionResult} */ (
      await execute({
        schema: this.#schema,
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

  /** @param {string} query @returns {Prepared} */
  #prepare(query) {
    const known = this.#prepared.get(query);
    if (known) return known;
    const result = check(this.#schema, query);
    if (this.#prepared.size >= 500) this.#prepared.clear();
    this.#prepared.set(query, result);
    return result;
  }
}

/** @param {GraphQLSchema} schema @param {string} query @returns {Prepared} */
function check(schema, query) {
  try {
    const document = parse(query);
    const errors = validate(schema, document, specifiedRules);
    if (errors.length === 0) return { document };
    return { failed: { status: 200, body: { errors: errors.map(formatted) } } };
  } catch (error) {
    return { failed: { status: 500, body: { errors: [formatted(/** @type {GraphQLError} */ (error))] } } };
  }
}

/** @param {URL} url @returns {Read} */
function readUrl({ searchParams }) {
  const variables = searchParams.get('variables');
  /** @type {Params} */
  const params = { query: searchParams.get('query'), operationName: searchParams.get('operationName') };
  try {
    if (variables) params.variables = JSON.parse(variables);
  } catch {
    return { params, refused: failure('Variables are invalid JSON', 500) };
  }
  return { params };
}

/** @param {Request} request @returns {Read} */
function readBody({ method, contentType, body }) {
  if (method !== 'POST')
    return { params: null, refused: failure(`HTTP Method "${method}" is not supported`, 500) };
  if (!/^application\/json\b/i.test(contentType)) {
    const text =
      'HTTP POST requests must have Content-Type: application/json header. For example: Content-Type: application/json';
    return { params: null, refused: failure(text, 415) };
  }
  const params = parsed(body);
  if (typeof params === 'object' && params !== null) return { params };
  const text =
    'Expected JSON object or array for "application/json" request, but failed to parse because: Syntax error';
  return { params: null, refused: failure(text, 500) };
}

/** @param {string} text @returns {any} null where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
