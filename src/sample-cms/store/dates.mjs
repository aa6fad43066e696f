/**
 * WordPress sends `date` in the site's own time and `dateGmt` in UTC, both without a zone.
 */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} zone */
function formatOf(zone) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/**
 * @param {Date} date
 * @param {string} zone
 * @returns {string} 2026-03-04T09:30:00 on a clock in that zone
 */
export function toLocal(date, zone) {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(date)
      .map((p) => [p.type, p.value]),
  );
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

/**
 * @param {string} local
 * @param {string} zone
 * @returns {string} the same moment on a clock in UTC
 */
export function toGmt(local, zone) {
  const asUtc = Date.parse(`${local}Z`);
  const offset = Date.parse(`${toLocal(new Date(asUtc), zone)}Z`) - asUtc;
  return new Date(asUtc - offset).toISOString().slice(0, 19);
}
