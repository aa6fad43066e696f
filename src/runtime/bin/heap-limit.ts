import os from 'node:os';

const MIB = 1024 * 1024;
/** What Node takes by itself on a large machine. */
const MOST_MIB = 4096;

/**
 * Of the memory. Measured under load: what lies beside the heap is some 160 MiB, code and images that are being made; 10,000 posts take
 * 150 MB of it.
 */
const SHARE = 0.37;

/** Of the memory, for new objects: V8 takes three such parts, and by itself 16 MiB each, which of half a gigabyte is a tenth. */
const NEW_SHARE = 1 / 64;
const MOST_NEW_MIB = 16;

/**
 * Options of Node for the server: a heap that leaves most of the memory to code, images and buffers. Without one, Node goes
 * by the machine or by rules that differ between its versions, and a container is killed in place of cleaning up.
 * @param memory bytes
 * @param chosen NODE_OPTIONS: an owner who sets a limit means it
 */
export function heapOptions(memory = memoryHere(), chosen = process.env.NODE_OPTIONS ?? ''): string[] {
  if (/--max[-_]old[-_]space[-_]size/.test(chosen)) return [];
  const mib = (share: number, most: number) => Math.min(most, Math.floor((memory * share) / MIB));
  return [
    `--max-old-space-size=${mib(SHARE, MOST_MIB)}`,
    `--max-semi-space-size=${mib(NEW_SHARE, MOST_NEW_MIB)}`,
  ];
}

/**
 * Where memory is got from: glibc keeps an area for each thread, and images, which are made in threads, leave holes in all of
 * them. Other systems do not look at it.
 */
export const memoryVariables = { MALLOC_ARENA_MAX: '2' };

/** What this process may use: of its container, where that has less than the machine. A container without a limit says 0 or more. */
function memoryHere(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}
