import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mac } from '../../../src/runtime/base/mac';
import { toRuleList } from '../../../src/runtime/redirects/list';
import { Rules } from '../../../src/runtime/redirects/rules';
import type { Outcome } from '../../../src/runtime/redirects/types';
import { askWordPress, makeRules, seededRules, startRedirection } from '../redirect-rules';
import { type WordPress, whyNoPlugin, whyNoWordPress } from '../server';
import { type Connected, complaints, connect, revalidationSecret } from './site';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('redirection');
const key = mac(revalidationSecret, 'companion/redirects/v1', 'list');
const RULES = Number(process.env.REDIRECT_RULES ?? 120);

describe.skipIf(reason)(`rules of Redirection${reason ? ` (${reason})` : ''}`, () => {
  let connected: Connected;
  let wordpress: WordPress;
  beforeAll(async () => {
    connected = await connect({ version: 'newest', content: 'nasty', plugins: ['redirection'] });
    wordpress = connected.wordpress;
    await startRedirection(wordpress);
  });
  afterAll(() => connected?.stop());

  async function ask(known = '', proof = key) {
    const query = `{ list: companionRedirects(key: "${proof}", known: "${known}") }`;
    const response = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as { data: { list: string } };
    return JSON.parse(data.list);
  }
  async function rules(): Promise<Rules> {
    const list = toRuleList(await ask());
    if (!list) throw new Error('no list');
    return new Rules(list);
  }

  it('say of each address what WordPress itself says', async () => {
    const { published } = await wordpress.inventory();
    const existing = published
      .filter(({ type, hasPassword }) => type === 'page' && !hasPassword)
      .map(({ path }) => path)
      .slice(0, 5);
    const seeded = seededRules(RULES, wordpress.url, existing);
    await makeRules(
      wordpress,
      seeded.map(({ details }) => details),
    );
    const followed = await rules();
    expect(followed.left).toEqual([]);
    const addresses = [...new Set(seeded.flatMap((rule) => rule.addresses))];
    const differences: string[] = [];
    const counts: Record<string, number> = {};
    for (let i = 0; i < addresses.length; i += 4) {
      await Promise.all(
        addresses.slice(i, i + 4).map(async (address) => {
          const theirs = await askWordPress(wordpress, address);
          const outcome =
            followed.find(address) ?? (existing.includes(address) ? null : followed.findMissing(address));
          const [a, b] = [
            said(outcome, wordpress.url),
            theirs.byRule ? `${theirs.status} ${absolute(theirs.location, wordpress.url)}` : 'nothing',
          ];
          counts[b.split(' ')[0] ?? ''] = (counts[b.split(' ')[0] ?? ''] ?? 0) + 1;
          if (a !== b) differences.push(`${address}: ${a}, WordPress ${b}`);
        }),
      );
    }
    console.log(
      `${seeded.length} rules, ${addresses.length} addresses, ${differences.length} differences`,
      JSON.stringify(counts),
    );
    expect(differences).toEqual([]);
  });
});

const absolute = (location: string | null, home: string) =>
  location === null ? '' : new URL(location, home).href;

function said(outcome: Outcome | null, home: string): string {
  if (outcome?.kind === 'redirect') return `${outcome.status} ${absolute(outcome.to, home)}`;
  return outcome?.kind === 'error' ? `${outcome.status} ` : 'nothing';
}
