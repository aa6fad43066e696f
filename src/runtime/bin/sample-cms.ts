import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SAMPLE_CMS_URL } from '../base/sample-cms-url.ts';

/** One that runs. */
export interface SampleCms {
  graphqlUrl: string;
  close(): Promise<void>;
}

/** Both of its modules: a site that reads WordPress does not have them, so their types cannot be imported. */
interface SampleCmsModule {
  startSampleCms(options: { port: number; previewSecret: string | undefined }): Promise<SampleCms>;
  proofOf(secret: string | undefined, nonce: string): string | null;
}

/** In a build: where the sample CMS was, whose address stands in the pages. */
const RECORD = '.next/SAMPLE_CMS';
const PORTS = 10;
/** Milliseconds. A server that does not answer by then is something else. */
const TIMEOUT_MS = 10_000;

/**
 * Starts the sample CMS of this site, where that is what the site reads, and puts its address into the environment. Only
 * where the committed answers and the environment both name it: no other CMS is ever stood in for.
 * @param root of the site, whose .env files are in the environment
 * @returns null where the site reads another CMS
 * @throws {Error} when it is not installed, or has no port to listen on
 */
export async function provideSampleCms(root: string, command: string): Promise<SampleCms | null> {
  const answers = JSON.parse(readFileSync(path.join(root, 'site.config.json'), 'utf8'));
  if (
    answers.wordpress?.graphqlUrl !== SAMPLE_CMS_URL ||
    process.env.NEXT_PUBLIC_CMS_API_URL !== SAMPLE_CMS_URL
  )
    return null;
  const cms = await listen(root, portsFor(root, command));
  process.env.NEXT_PUBLIC_CMS_API_URL = cms.graphqlUrl;
  return cms;
}

/** Remembers for `start` where the sample CMS was during a build that has ended well. */
export function recordSampleCms(root: string, { graphqlUrl }: SampleCms): void {
  writeFileSync(path.join(root, RECORD), graphqlUrl);
}

/**
 * A module of the package, which a site has while the sample CMS is its CMS.
 * @throws {Error} where it is not installed
 */
async function load(root: string, module: string): Promise<SampleCmsModule> {
  const from = createRequire(path.join(root, 'package.json'));
  try {
    return await import(pathToFileURL(from.resolve(module)).href);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      'site.config.json names the sample CMS, and the package headless-site-sample-cms is not installed.\n' +
        'Fix: npm install (without --omit=dev). For a WordPress: npx create-headless-site regenerate-config --cms-url <its address>',
    );
  }
}

/**
 * A build's pages keep the address, so it gets a port of this site's own, on which two sites hardly ever meet; `start` can
 * only take the one of the build.
 */
function portsFor(root: string, command: string): number[] {
  const usual = Number(new URL(SAMPLE_CMS_URL).port);
  const record = path.join(root, RECORD);
  if (command === 'start')
    return [existsSync(record) ? Number(new URL(readFileSync(record, 'utf8')).port) : usual];
  const hash = createHash('sha256').update(realpathSync(root)).digest().readUInt32BE();
  const first = 20_000 + (hash % 10_000);
  const own = Array.from({ length: PORTS }, (_, index) => first + index);
  return command === 'dev' ? [usual, ...own] : own;
}

async function listen(root: string, ports: readonly number[]): Promise<SampleCms> {
  const { startSampleCms } = await load(root, 'headless-site-sample-cms');
  for (const port of ports) {
    const graphqlUrl = `http://127.0.0.1:${port}/graphql`;
    try {
      const cms = await startSampleCms({ port, previewSecret: process.env.PREVIEW_SECRET });
      console.log(`Sample CMS: ${graphqlUrl} (started here, stops with this command)`);
      return cms;
    } catch (error) {
      // Windows keeps ports for itself, and says so in the other way.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      if (!(await isOurs(root, port))) continue;
      console.log(`Sample CMS: ${graphqlUrl} (runs already)`);
      return { graphqlUrl, close: async () => {} };
    }
  }
  throw new Error(
    ports.length === 1
      ? `Port ${ports[0]} is taken by something that is not the sample CMS of this site, and the pages of this build name it.\n` +
          'Fix: stop what runs there, or build the site again.'
      : `The sample CMS finds no free port: ${ports.join(', ')} are taken.`,
  );
}

/** Whether it is our own CMS: any other server there, another site's sample CMS included, cannot give the proof. */
async function isOurs(root: string, port: number): Promise<boolean> {
  const { proofOf } = await load(root, 'headless-site-sample-cms/proof');
  const nonce = randomUUID();
  const expected = proofOf(process.env.PREVIEW_SECRET, nonce);
  try {
    const response = await fetch(`http://127.0.0.1:${port}/__sample/proof/${nonce}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return expected !== null && (await response.json()).proof === expected;
  } catch {
    return false;
  }
}
