// Loaded into a server by NODE_OPTIONS: its clock is ahead of the real one by as many milliseconds as the file of CLOCK says.
import { readFileSync } from 'node:fs';

let ahead = 0;
const read = () => {
  try {
    const text = readFileSync(process.env.CLOCK, 'utf8');
    // Empty while it is written: without this the clock went back by hours, for as long as that takes.
    if (text) ahead = Number(text);
  } catch {
    // Not set yet.
  }
};
read();
setInterval(read, 20).unref();

const RealDate = Date;
const now = performance.now.bind(performance);
performance.now = () => now() + ahead;
class MovedDate extends RealDate {
  // Next looks for these on the class itself.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;
  static now = () => RealDate.now() + ahead;
  constructor(...given) {
    super(...(given.length === 0 ? [MovedDate.now()] : given));
  }
}
globalThis.Date = MovedDate;
