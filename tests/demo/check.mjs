/** Requirements for the site of the demo; one line each. */

/**
 * @param {string} url
 * @param {{revalidation: string, preview: string}} secrets
 * @param {() => Promise<{text?: string}[]>} mails those that the double of the mail provider has got
 * @returns {Promise<boolean>} whether everything holds
 */
export async function checkSite(url, secrets, mails) {
  const failures = [];
  const check = async (name, body) => {
    try {
      await body();
      console.log(`ok      ${name}`);
    } catch (error) {
      failures.push(name);
      console.log(`not ok  ${name}: ${error.message}`);
    }
  };
  const get = (path) => fetch(url + path, { redirect: 'manual' });
  const post = (path, body) =>
    fetch(url + path, {
      method: 'POST',
      // A client of its own: each may send a few messages only.
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.11' },
      body: JSON.stringify(body),
    });
  const preview = (secret) =>
    get(`/api/preview?${new URLSearchParams({ secret, id: String(POST.id), type: 'post' })}`);

  await check('the homepage shows its title', async () => {
    const page = await html(await get('/'));
    expect(page, /<h1[^>]*>[^<]*\w/);
  });
  await check('a post shows its title', async () => {
    expect(await html(await get(POST.path)), POST.title);
  });
  await check('the block page shows every block', async () => {
    const page = await html(await get(BLOCKS.path));
    for (const name of BLOCKS.names) expect(page, `data-block="${name}"`);
  });
  await check('an unknown address is 404', async () => expectStatus(await get('/no-such-page/'), 404));
  await check('revalidate: 200 with the right secret', async () => {
    const response = await post('/api/revalidate', { secret: secrets.revalidation, paths: [POST.path] });
    expectStatus(response, 200);
    expectJson(await response.json(), { revalidated: true, paths: [POST.path.replace(/\/$/, '')] });
  });
  await check('revalidate: 401 with a wrong secret', async () => {
    const response = await post('/api/revalidate', { secret: 'wrong-secret-0123456789', paths: ['/'] });
    expectStatus(response, 401);
    expectJson(await response.json(), { error: 'Invalid revalidation secret' });
  });
  await check('preview: redirects and sets the draft cookie', async () => {
    const response = await preview(secrets.preview);
    expectStatus(response, 307);
    expect(response.headers.get('set-cookie') ?? '', '__prerender_bypass=');
    expect(response.headers.get('location') ?? '', POST.path);
  });
  await check('preview: 401 with a wrong secret', async () => {
    const response = await preview('wrong-secret-0123456789');
    expectStatus(response, 401);
    if (response.headers.has('set-cookie')) throw new Error('it set a cookie');
  });
  await check('exit-preview: redirects home and clears the cookie', async () => {
    const response = await get('/api/exit-preview');
    expectStatus(response, 307);
    expect(response.headers.get('location') ?? '', /\/$/);
    expect(response.headers.get('set-cookie') ?? '', /__prerender_bypass=;/);
  });
  await check('the contact page shows its form', async () => {
    expect(await html(await get('/contact/')), /<form[^>]*action="\/api\/contact"/);
  });
  const message = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello from the demo.' };
  await check('contact: 400 with the exact message', async () => {
    const response = await post('/api/contact', { ...message, name: 'A' });
    expectStatus(response, 400);
    expectJson(await response.json(), { success: false, error: 'Name must be at least 2 characters' });
  });
  await check('contact: 200, and the mail is handed to the provider', async () => {
    const response = await post('/api/contact', message);
    expectStatus(response, 200);
    expectJson(await response.json(), { success: true, message: 'Thank you for your message.' });
    expect((await mails()).map(({ text }) => text).join('\n'), message.message);
  });
  console.log(failures.length === 0 ? '\nEverything holds.' : `\n${failures.length} of the checks failed.`);
  return failures.length === 0;
}

/** Content that the sample certainly has. */
const POST = { id: 110, path: '/a-chair-that-can-be-mended/', title: 'A chair that can be mended' };
const BLOCKS = {
  path: '/services/',
  names: [
    'HeroCentered',
    'HeroSplit',
    'FeaturesGrid',
    'ContentSection',
    'Pricing',
    'Testimonials',
    'CTASimple',
    'CTABoxed',
  ],
};

async function html(response) {
  expectStatus(response, 200);
  return response.text();
}

function expectStatus(response, status) {
  if (response.status !== status) throw new Error(`expected status ${status}, got ${response.status}`);
}

function expect(text, part) {
  const found = typeof part === 'string' ? text.includes(part) : part.test(text);
  if (!found) throw new Error(`expected ${part} in ${JSON.stringify(text.slice(0, 200))}`);
}

function expectJson(actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}
