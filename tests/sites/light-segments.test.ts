import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { IS_FINISHED } from '../../src/runtime/base/build-process.ts';
import { createSite } from '../site/create';
import { type SampleCms, secrets } from '../site/support/site-server';

const counter = `'use client';
  import { useState } from 'react';
  export function Counter() { const [n, set] = useState(0); return <button type="button" onClick={() => set(n + 1)}>{n}</button>; }`;
const counted = `import { Counter } from '@/components/Counter';
  export const dynamic = 'force-static';
  export default function Page() { return <main><Counter /></main>; }`;

/** What Next makes of a site before `headless-site build` goes over it. */
describe("what Next's links load ahead", () => {
  let cms: SampleCms;
  let dir: string;
  beforeAll(async () => {
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    dir = await createSite('segments');
    writeFileSync(path.join(dir, 'components/Counter.tsx'), counter);
    mkdirSync(path.join(dir, 'app/counted'));
    writeFileSync(path.join(dir, 'app/counted/page.tsx'), counted);
  });
  afterAll(() => cms?.close());

  /** @returns the pages with such files, and how many have none */
  async function build(env: Record<string, string>) {
    const next = createRequire(path.join(dir, 'package.json')).resolve('next/dist/bin/next');
    await execa(process.execPath, [next, 'build'], {
      cwd: dir,
      env: {
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
        NEXT_PUBLIC_SITE_URL: 'http://127.0.0.1:3000',
        REVALIDATION_SECRET: secrets.revalidation,
        PREVIEW_SECRET: secrets.preview,
        ...env,
      },
    });
    const made = readdirSync(path.join(dir, '.next/server/app'), { recursive: true, encoding: 'utf8' });
    const pages = made.filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length));
    const withSegments = pages.filter((name) => made.includes(`${name}.segments`));
    return { withSegments, without: pages.length - withSegments.length };
  }

  test('is made of pages that stay Next’s alone', async () => {
    const { withSegments, without } = await build({ [IS_FINISHED]: 'true' });
    expect(withSegments).toEqual(['counted']);
    expect(without).toBeGreaterThan(40);
  });

  test('is made of all pages in a plain `next build`, which leaves them as they are', async () => {
    expect((await build({})).without).toBe(0);
  });
});
