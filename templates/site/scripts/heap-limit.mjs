import os from 'node:os';

const MIB = 1024 * 1024;
/** What Node takes by itself on a large machine. */
const MOST_MIB = 4096;

/**
 * Options of Node for the server: a heap that leaves the other half of the memory to pictures, buffers and the system. Without
 * one, Node goes by the machine or by rules that differ between its versions, and a container is killed in place of cleaning up.
 * @param {number} memory bytes
 * @param {string} [chosen] NODE_OPTIONS: an owner who sets a limit means it
 * @returns {string[]}
 */
export function heapOptions(memory = memoryHere(), chosen = process.env.NODE_OPTIONS ?? '') {
  if (/--max[-_]old[-_]space[-_]size/.test(chosen)) return [];
  return [`--max-old-space-size=${Math.min(MOST_MIB, Math.floor(memory / 2 / MIB))}`];
}

/** What this process may use: of its container, where that has less than the machine. A container without a limit says 0 or more. */
function memoryHere() {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}
