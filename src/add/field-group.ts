import { CliError } from '../base/errors';
import type { Addition } from './addition';
import type { ReadText } from './block';
import { askFor, CONTENT_FILE } from './edit-content';
import type { GroupField } from './field-kinds';
import { camel } from './names';
import type { Place } from './places';
import { starter } from './starter';
import { usage } from './usage';
import { type View, viewOf } from './views';

/**
 * A component that shows the fields of a group, and the entry that asks for them. A component that is there stays as it is: it is the owner's.
 * @param name of the group: `book`
 * @param place which has the group: `book` is `book { … }` in GraphQL unless its path says otherwise
 * @throws {CliError} `usage` where `content.config.ts` cannot be edited, with what is to be written; and where everything is there
 */
export function addFieldGroup(
  name: string,
  place: Pick<Place, 'kind' | 'type'> & Partial<Place>,
  fields: readonly GroupField[],
  readText: ReadText,
): Addition {
  const { kind, type, path = [camel(name)] } = place;
  const view = freeView(viewOf(place, name), readText);
  const file = `${view.folder}/${view.component}.tsx`;
  const isThere = readText(file) !== undefined;
  const content = readText(CONTENT_FILE);
  const asked = askFor(content ?? '', { kind, type, path, fields });
  if ('why' in asked) {
    const again = isThere ? '' : ` Then run this again: it makes ${file}.`;
    throw new CliError('usage', `${CONTENT_FILE} cannot be edited: ${asked.why}. Nothing was written.`, {
      details: asked.lines,
      fix: `Write these lines into what \`defineContent\` gets, and join them with what is there.${again}`,
    });
  }
  const words = usage(view, place, readText);
  const isChanged = asked.text !== content;
  if (isThere && !isChanged)
    throw new CliError(
      'usage',
      `The fields are on ${type} already: ${CONTENT_FILE} asks for them, and ${file} is there. Nothing was written.`,
      {
        details: words,
        fix: 'To begin again, move the component away first.',
      },
    );
  return {
    create: isThere ? [] : [{ path: file, contents: starter(name, view, asked.fields) }],
    ...(isThere ? { keep: [file] } : {}),
    change: isChanged ? [{ path: CONTENT_FILE, contents: asked.text }] : [],
    next: words,
  };
}

/** With a name that neither JavaScript nor the theme has: a group may be called `event`, or `comments`. */
function freeView(view: View, readText: ReadText): View {
  const { component, folder, file, type, field } = view;
  const inFile = (name: string) => readText(`${folder}/${name}.tsx`);
  const isOfGroup = (name: string) => new RegExp(`${type}\\[['"]${field}`).test(inFile(name) ?? '');
  const other = `${component}Fields`;
  if (isOfGroup(other)) return { ...view, component: other };
  if (isOfGroup(component)) return view;
  const isTaken =
    component in globalThis ||
    inFile(component) !== undefined ||
    new RegExp(`\\b${component}\\b`).test(readText(file) ?? '');
  return isTaken ? { ...view, component: other } : view;
}
