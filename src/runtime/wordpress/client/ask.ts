import { isBuild } from '../../config/site.ts';
import type { Capabilities } from '../fields/capabilities.ts';
import { askWithoutCustomFields, mayBeCustomFields } from '../fields/custom-errors.ts';
import { isSchemaError } from '../model/errors.ts';
import type { Operation } from '../queries/operation.ts';
import { fromSnapshot } from '../snapshot/answers.ts';
import { request } from './client.ts';
import { getCapabilities, probeAgain } from './probe.ts';
import { forBuild } from './retry-policy.ts';

/**
 * Asks the CMS; during a build the content snapshot that was taken before. A plugin that was switched on or off changes the
 * schema: a document that no longer fits it is made for the CMS as it is now, and sent once more. So is one whose custom fields
 * bring WordPress down, without them.
 * @param headers a grant for one unpublished item
 * @throws {WordPressError|GraphQLError} when the CMS fails
 */
export async function askCms<Data, Variables extends object>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  headers?: Record<string, string>,
): Promise<Data> {
  const built = isBuild ? await fromSnapshot(operation.name, variables) : undefined;
  if (built !== undefined) return built as Data;
  if (operation.ask) return operation.ask(variables);
  const used = getCapabilities();
  const ask = async (capabilities: Capabilities) => {
    const known = operation.known?.(capabilities, variables);
    if (known) return known;
    // A build waits longer than a visitor would.
    const options = { ...(headers ? { headers } : {}), ...(isBuild ? { retryPolicy: forBuild } : {}) };
    return request<Data>(operation.name, operation.document(capabilities), variables, options);
  };
  try {
    return await ask(await used);
  } catch (error) {
    if (mayBeCustomFields(error)) return askWithoutCustomFields(operation.document, await used, error, ask);
    if (!isSchemaError(error)) throw error;
    const now = await probeAgain(used);
    if (!now || operation.document(now) === operation.document(await used)) throw error;
    return ask(now);
  }
}
