// Loaded into a server by NODE_OPTIONS. The file of CLOCK has one or two numbers of milliseconds: time that has passed, and that by which
// the clock of the system was set. Setting it moves no `performance.now()`.
import { readFileSync } from 'node:fs';

let passed = 0;
let set = 0;
const read = () => {
  try {
    const text = readFileSync(process.env.CLOCK, 'utf8');
    // Empty while it is written: without this the clock went back by hours, for as long as that takes.
    if (text) [passed, set = 0] = text.split(' ').map(Number);
  } catch {
    // Not set yet.
  }
};
read();
setInterval(read, 20).unref();

const RealDate = Date;
const now = performance.now.bind(performance);
performance.now = () => now() + passed;
class MovedDate extends RealDate {
  // Next looks for these on the class itself.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;
  static now = () => RealDate.now() + passed + set;
  constructor(...given) {
    super(...(given.length === 0 ? [MovedDate.now()] : given));
  }
}
globalThis.Date = MovedDate;
