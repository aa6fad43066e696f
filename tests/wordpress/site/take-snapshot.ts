/**
 * The part of a build that reads the CMS, as a process of its own that can be killed:
 * `take-snapshot.ts <folder> <JSON of site.config.json's rendering> [fails]`; with `fails` what comes after it does.
 */
const [folder = '', rendering = '{}', later] = process.argv.slice(2);
process.chdir(folder);
const runtime = '../../../src/runtime';
const { siteConfig } = await import(`${runtime}/config/site`);
const { takeSnapshot } = await import(`${runtime}/wordpress/take-snapshot/take`);
try {
  await takeSnapshot({ ...siteConfig, rendering: { ...siteConfig.rendering, ...JSON.parse(rendering) } });
  if (later === 'fails') throw new Error('A template throws');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

export {};
