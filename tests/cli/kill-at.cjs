// Loaded before the program: ends the process with SIGKILL at its n-th change of the disk, a write in the middle of its
// bytes. With KILL_AT=0 it only counts, into KILL_COUNT. With KILL_WITH=error the disk is full at that change instead, with
// the name of a signal it gets that one before it and goes on.
const fs = require('node:fs');

const at = Number(process.env.KILL_AT);
const how = process.env.KILL_WITH ?? 'SIGKILL';
const { writeFileSync } = fs;
let count = 0;
for (const name of ['writeFileSync', 'renameSync', 'rmSync', 'mkdirSync', 'rmdirSync', 'chmodSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    count += 1;
    if (count === at && how !== 'SIGKILL' && how !== 'error') process.kill(process.pid, how);
    else if (count === at) {
      try {
        if (name === 'writeFileSync') writeFileSync(args[0], begun(args[1]), args[2]);
      } finally {
        if (how !== 'error') process.kill(process.pid, 'SIGKILL');
      }
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    }
    return original(...args);
  };
}
/** What may stand in a file by then; a few bytes are written at once or not at all. */
function begun(contents) {
  return contents.slice(0, contents.length < 100 ? 0 : contents.length / 2);
}

process.on('exit', () => {
  if (at === 0) writeFileSync(process.env.KILL_COUNT, String(count));
});
