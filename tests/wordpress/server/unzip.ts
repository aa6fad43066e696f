import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Unpacks a ZIP archive (stored and deflated entries, no encryption, below 4 GiB). Node has no reader of its own, and the
 * command `unzip` is not everywhere.
 * @param below only entries whose name starts with this, which is taken off
 * @throws on anything that is no such archive, and on a name that leads out of `folder`
 */
export function unzip(archive: string, folder: string, below = ''): void {
  const zip = readFileSync(archive);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error(`${archive} is no ZIP archive`);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error(`${archive} is damaged`);
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (name.endsWith('/') || !name.startsWith(below)) continue;
    const target = path.join(folder, name.slice(below.length));
    if (!target.startsWith(folder + path.sep)) throw new Error(`${archive} leads out of its folder: ${name}`);
    // The lengths in the local header can differ from those in the directory.
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + packed);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, method === 0 ? data : inflateRawSync(data));
  }
}
