import { isTree } from '../answers/answers';
import { isNewer } from '../base/version';

/** Three states of a package.json. */
interface Sides {
  base: unknown;
  ours: unknown;
  theirs: unknown;
}

const VERSION = /^[~^]?(?=\d)/;

/**
 * Settles versions that both sides changed: the newer one counts. One that the owner holds below the version that we gave
 * stays a conflict, and so does whatever is no version.
 */
export function settlePins({ base, ours, theirs }: Sides): Sides {
  if (!isTree(base) || !isTree(ours) || !isTree(theirs)) return { base, ours, theirs };
  const settled = { base: { ...base }, ours, theirs: { ...theirs } };
  for (const section of ['dependencies', 'devDependencies']) {
    const [was, own, next] = [base[section], ours[section], theirs[section]];
    if (!isTree(was) || !isTree(own) || !isTree(next)) continue;
    const [before, after] = [{ ...was }, { ...next }];
    for (const name of Object.keys(own)) {
      if (own[name] === was[name]) continue;
      const pins = [was[name], own[name], next[name]];
      if (!pins.every((pin) => typeof pin === 'string' && VERSION.test(pin))) continue;
      const [old = '', mine = '', fresh = ''] = pins.map((pin) => String(pin).replace(VERSION, ''));
      if (isNewer(old, mine)) continue;
      if (isNewer(fresh, mine)) before[name] = own[name];
      else after[name] = own[name];
    }
    settled.base[section] = before;
    settled.theirs[section] = after;
  }
  return settled;
}
