/** @import { Item } from '../types.mjs' */

/** @param {Record<string, any>} d @param {boolean} end */
function dateOf(d, end) {
  /** @param {number | undefined} value @param {number} open */
  const two = (value, open) => String(value ?? open).padStart(2, '0');
  return `${d.year}-${two(d.month, end ? 12 : 1)}-${two(d.day, end ? 31 : 1)}T${two(d.hour, end ? 23 : 0)}:${two(d.minute, end ? 59 : 0)}:${two(d.second, end ? 59 : 0)}`;
}

/** @param {Record<string, any>} query @returns {(item: Item) => boolean} */
export function dateTest(query) {
  const column = query.column === 'MODIFIED' ? 'modified' : 'date';
  return (item) => {
    const date = item[/** @type {'date'} */ (column)];
    const [year, month, day] = date.slice(0, 10).split('-').map(Number);
    if (query.year && query.year !== year) return false;
    if (query.month && query.month !== month) return false;
    if (query.day && query.day !== day) return false;
    // Without `inclusive` the named day, month or year itself is outside.
    if (
      query.after &&
      !(
        date > dateOf(query.after, !query.inclusive) ||
        (query.inclusive && date === dateOf(query.after, false))
      )
    )
      return false;
    if (query.before && !(date < dateOf(query.before, Boolean(query.inclusive)))) return false;
    return true;
  };
}
