import os from 'node:os';

const MIB = 1024 * 1024;
/** Node's own limit on a large machine, MiB. */
const MOST_MIB = 4096;

/**
 * The heap's share of the memory. Measured under load: some 160 MiB lie beside the heap, code and images in progress; 10,000 posts
 * take 150 MB of it.
 */
const SHARE = 0.37;

/** Share of each part for new objects. V8 takes three, by itself of 16 MiB each, which is a tenth of half a gigabyte. */
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
 * Limits glibc to two memory areas. It keeps one for each thread, and images, which are processed in threads, leave holes in all of
 * them. Other systems ignore it.
 */
export const memoryVariables = { MALLOC_ARENA_MAX: '2' };

/** Memory that this process may use, in bytes: its container's where that is less than the machine's. A container without a limit reports 0 or more. */
function memoryHere(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}
