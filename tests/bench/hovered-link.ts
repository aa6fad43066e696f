/**
 * From the click to the painted page behind a link that the pointer has rested on. By Chromium's protocol and not by Playwright, which
 * attaches to pages: Chromium renders no page ahead where somebody does. Here that is the tab.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds: that a page takes to load, that a pointer rests, and that nobody waits longer for. */
const LOADED = 1_500;
const REST = 600;
const PAINTED = 800;

/** @returns milliseconds, a round each */
export async function hoveredLink(home: string, rounds: number): Promise<number[]> {
  const chromium = startChromium();
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await follow(chromium, home));
    return times;
  } finally {
    await chromium.end();
  }
}

/** Runs in the page: the first link that is seen, and nothing over it. */
const LINK = `(() => {
  for (const link of document.querySelectorAll('a[href^="/"]:not([data-module])')) {
    const { x, y, width, height } = link.getBoundingClientRect();
    const at = { x: x + width / 2, y: y + height / 2, url: link.href };
    if (link.pathname !== location.pathname && link.contains(document.elementFromPoint(at.x, at.y))) return at;
  }
})()`;
const CLICKED = `addEventListener('click', () => localStorage.setItem('clicked', performance.timeOrigin + performance.now()), true)`;
/** A prerendered page is painted when it is shown. */
const TIME = `performance.timeOrigin - localStorage.getItem('clicked')
  + Math.max(performance.getEntriesByName('first-contentful-paint')[0].startTime,
    performance.getEntriesByType('navigation')[0].activationStart)`;

async function follow({ send, tab }: Chromium, home: string): Promise<number> {
  const { targetId, pages } = await tab(home);
  await sleep(LOADED);
  const on = (url: string) => {
    const page = [...pages.values()].findLast((one) => one.url === url);
    if (!page) throw new Error(`no page at ${url}`);
    return page.session;
  };
  const run = async (url: string, expression: string) =>
    (await send('Runtime.evaluate', { expression, returnByValue: true }, on(url))).result.value;
  const mouse = (type: string, at: object) =>
    send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 }, on(home));
  const { url, ...at } = await run(home, LINK);
  await mouse('mouseMoved', at);
  await sleep(REST);
  await run(home, CLICKED);
  await mouse('mousePressed', at);
  await mouse('mouseReleased', at);
  await sleep(PAINTED);
  const time = await run(url, TIME);
  await send('Target.closeTarget', { targetId });
  return time;
}

interface Page {
  session: string;
  url: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the protocol answers
type Send = (method: string, params?: object, sessionId?: string) => Promise<any>;

interface Chromium {
  send: Send;
  tab: (url: string) => Promise<{ targetId: string; pages: Map<string, Page> }>;
  end: () => Promise<void>;
}

function startChromium(): Chromium {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'chs-hovered-'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--window-size=1280,800',
  ];
  const child = spawn(
    '/usr/bin/chromium',
    [...flags, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [to, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const asked = new Map<number, { resolve: (of: unknown) => void; reject: (error: Error) => void }>();
  let pages = new Map<string, Page>();
  let number = 0;
  let rest = '';
  from.on('data', (data) => {
    const messages = (rest + data).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) hear(JSON.parse(message));
  });
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const hear = ({ id, method, params, result, error }: any) => {
    const { targetInfo, sessionId } = params ?? {};
    if (method === 'Target.attachedToTarget')
      pages.set(targetInfo.targetId, { session: sessionId, url: targetInfo.url });
    const known = method === 'Target.targetInfoChanged' && pages.get(targetInfo.targetId);
    if (known) known.url = targetInfo.url;
    if (error) asked.get(id)?.reject(new Error(error.message));
    else asked.get(id)?.resolve(result);
    asked.delete(id);
  };
  const send: Send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      asked.set(++number, { resolve, reject });
      to.write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
    });
  return {
    send,
    tab: async (url) => {
      pages = new Map();
      const { targetId } = await send('Target.createTarget', { url, forTab: true });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await send('Target.setAutoAttach', attach, sessionId);
      return { targetId, pages };
    },
    end: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await send('Browser.close');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
