import path from 'node:path';
import type { Addition, AddKind } from '../add/addition';
import { addBlock } from '../add/block';
import { addFieldGroup } from '../add/field-group';
import { inSitesFormat } from '../add/site-format';
import { addTemplate, TEMPLATES_FILE } from '../add/template';
import { CliError } from '../base/errors';
import { whenStopped } from '../base/signals';
import { lock } from '../changes/lock';
import type { Run } from '../cli/run';
import { readState, readText } from '../site/state';
import { commitChanges } from '../write/commit';
import { askGroup, askKind, askName } from './add/ask';
import { readNames } from './add/groups';
import { reportAdded } from './add/report';
import { refreshTypes } from './add/types';
import { undoInterrupted } from './changes/interrupted';

const READABLE = 0o644;

/**
 * Adds a starter to a site: a template, a block, or a group of fields. All of it is the owner's from then on.
 * @returns 0 when everything was written
 * @throws {CliError} `usage` for a name that cannot be used, and for a file that is there; nothing is written then
 */
export async function add(run: Run): Promise<number> {
  whenStopped('Nothing was added.');
  const root = path.resolve(run.cwd, run.directory ?? '.');
  undoInterrupted(run, root);
  readState(root);
  run.prompts?.intro('add');
  const kind = await askKind(run);
  const plan = await planFor(run, root, kind);
  const unlock = lock(root);
  try {
    const addition = inSitesFormat(plan(), (file) => readText(root, file));
    refuseExisting(root, addition);
    const files = [...addition.create, ...addition.change];
    await commitChanges(
      root,
      files.map((file) => ({ ...file, mode: READABLE })),
    );
    whenStopped('Everything was added.');
    const types = await refreshTypes(root, addition);
    return reportAdded(run, { ...addition, next: [...addition.next, ...types] });
  } finally {
    unlock();
  }
}

/** Every question comes before; what is planned then reads the files as they are when it writes. */
async function planFor(run: Run, root: string, kind: AddKind): Promise<() => Addition> {
  const read = (file: string) => readText(root, file);
  switch (kind) {
    case 'template': {
      if (read(TEMPLATES_FILE) === undefined) throw noTemplates();
      const names = hasType(run.operands[1]) ? await readNames(run) : undefined;
      const addition = addTemplate(await askName(run, kind, names), names?.shown);
      return () => addition;
    }
    case 'block': {
      const name = await askName(run, kind);
      addBlock(name, read);
      return () => addBlock(name, read);
    }
    case 'field-group': {
      const { name, place, fields, others } = await askGroup(run, root);
      const more = others.map(
        (other) => `They are on ${other} as well: add field-group ${name} --type ${other}`,
      );
      return () => {
        const addition = addFieldGroup(name, place, fields, read);
        return { ...addition, next: [...addition.next, ...more] };
      };
    }
  }
}

/** Whether WordPress has to be asked about a name of a template. */
const hasType = (name: string | undefined) =>
  name === undefined || /^(?:single|archive|taxonomy)-/.test(name);

function noTemplates(): CliError {
  return new CliError('usage', `This site has no templates: there is no ${TEMPLATES_FILE}.`, {
    fix: 'Bring the site to this version: npx create-headless-site@latest upgrade',
  });
}

/** @throws {CliError} `usage`: what is added never takes the place of anything */
function refuseExisting(root: string, { create }: Addition): void {
  const there = create
    .filter(({ path: file }) => readText(root, file) !== undefined)
    .map((file) => file.path);
  if (there.length === 0) return;
  throw new CliError('usage', `${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} there already.`, {
    fix: 'Choose another name, or move the file away first. Nothing was written.',
  });
}
