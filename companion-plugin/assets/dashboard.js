/**
 * Keeps the figures of the dashboard fresh. The server has written the page; this script asks the three REST routes again
 * and puts what they say into the places that are marked with data-hsc (a value) and data-cell (a part of a row).
 * It waits while the page is hidden, and asks less often while the answers fail.
 */
(() => {
  const config = window.companionDashboard;
  const root = document.getElementById('hsc-dashboard');
  if (!config || !root) return;
  const { words, labels } = config;
  /** Milliseconds after which an answer is not waited for any more. */
  const TIMEOUT_MS = 25000;

  let nonce = config.nonce;
  let renewal = null;
  let renewals = 0;
  let timer = 0;
  let failures = 0;
  let running = false;

  // Formats: the same kinds as in src/Admin/Format.php.

  const fill = (text, ...values) =>
    values.reduce((filled, value, at) => filled.replace(`%${at + 1}$s`, value).replace('%s', value), text);
  const digits = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, config.thousands);
  const span = (value) => {
    if (value >= 7200) return fill(words.hours, digits(Math.floor(value / 3600)));
    if (value >= 120) return fill(words.minutes, digits(Math.floor(value / 60)));
    return fill(words.seconds, digits(value));
  };
  const kinds = {
    text: String,
    line: String,
    version: String,
    number: digits,
    ms: (value) => fill(words.ms, digits(value)),
    span,
    age: span,
    flag: (value) => (value ? words.yes : words.no),
    switch: (value) => (value ? words.on : words.off),
    moment: (value) => moment(new Date(value)),
    circuit: (value) => labels.circuit[value] || value,
    activity: (value) => labels.activity[value] || value,
  };
  const unknown = { age: words.none, version: words.inactive, line: '' };
  const format = (kind, value) => {
    if (value === null || value === undefined) return kind in unknown ? unknown[kind] : words.unknown;
    return kinds[kind](value);
  };

  /** In the time zone of the site, as `2026-11-21 07:47:12`. */
  function moment(date) {
    const options = { timeZone: config.zone, hourCycle: 'h23' };
    for (const part of ['month', 'day', 'hour', 'minute', 'second']) options[part] = '2-digit';
    options.year = 'numeric';
    let parts;
    try {
      parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(date);
    } catch (_error) {
      // "+05:30" is a zone to WordPress, but not to every browser.
      const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(config.zone) || [null, '+', 0, 0];
      const shift = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60000;
      options.timeZone = 'UTC';
      parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(new Date(date.getTime() + shift));
    }
    const get = (type) => parts.find((part) => part.type === type).value;
    return `${get('year')}-${get('month')}-${get('day')} ${get('hour')}:${get('minute')}:${get('second')}`;
  }

  // Asking.

  const url = (path) => {
    const address = new URL(config.rest + path);
    // Sentences in the language of the user, not of the site.
    address.searchParams.set('_locale', 'user');
    return address.href;
  };

  async function request(address, headers) {
    const controller = new AbortController();
    const end = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      const options = { credentials: 'same-origin', cache: 'no-store', signal: controller.signal, headers };
      const response = await fetch(address, options);
      return { status: response.status, text: await response.text() };
    } finally {
      clearTimeout(end);
    }
  }

  async function get(path, again) {
    const before = renewals;
    const { status, text } = await request(url(path), { 'X-WP-Nonce': nonce, Accept: 'application/json' });
    if ((status === 403 || status === 401) && !again) {
      // Another request may have renewed it meanwhile.
      if (before === renewals) await renew();
      return get(path, true);
    }
    if (status !== 200) throw new Error(`HTTP ${status}`);
    return JSON.parse(text);
  }

  /** A nonce lives for a day at most; WordPress gives a new one to whoever is still logged in. Once for all requests. */
  function renew() {
    if (!renewal) {
      renewal = request(config.renewNonce, {})
        .then(({ status, text }) => {
          if (status !== 200 || !/^[0-9a-f]{10}$/.test(text)) throw new Error('logged out');
          nonce = text;
          renewals += 1;
        })
        .finally(() => {
          renewal = null;
        });
    }
    return renewal;
  }

  // Showing. Text only: what the log and the site say is never HTML.

  function show(data) {
    for (const element of root.querySelectorAll('[data-hsc]')) {
      const value = element.dataset.hsc
        .split('.')
        .reduce((part, name) => (part === null || part === undefined ? null : part[name]), data);
      put(element, element.dataset.hscAs, value);
    }
    connection(data.connection.status);
    rows(document.getElementById('hsc-undelivered'), 'tbody', data.stats.webhooks.undelivered, undelivered);
    rows(document.getElementById('hsc-activity'), 'ul', data.stats.activity, activity);
    builds(data.cache.needsBuild);
  }

  function put(element, kind, value) {
    const text = format(kind, value);
    // Unchanged text is left alone, for screen readers and for selections.
    if (element.textContent !== text) element.textContent = text;
    if (kind === 'moment') time(element, value);
    if (kind === 'line') element.hidden = text === '';
  }

  function time(element, value) {
    if (value) element.dateTime = value;
    else element.removeAttribute('datetime');
  }

  function connection(status) {
    const place = document.getElementById('hsc-status');
    if (place.dataset.status === status) return;
    place.dataset.status = status;
    document.getElementById('hsc-word').textContent = words[status];
    document.getElementById('hsc-live').textContent = fill(words.status, words[status]);
  }

  /** Rows are kept while they stay: somebody may have the focus on a button in one. */
  function rows(section, selector, items, write) {
    const list = section.querySelector(selector);
    const template = section.querySelector('template').content.firstElementChild;
    const before = Array.from(list.children);
    const after = items.map((item) => {
      const row = before.find((old) => old.dataset.id === String(item.id)) || template.cloneNode(true);
      row.dataset.id = item.id;
      write(row, item);
      return row;
    });
    const same = before.length === after.length && before.every((row, at) => row === after[at]);
    if (!same) list.replaceChildren(...after);
    const empty = section.querySelector('.hsc-empty');
    if (empty) empty.hidden = items.length > 0;
    else section.hidden = items.length === 0;
  }

  const cell = (row, name) => row.querySelector(`[data-cell="${name}"]`);

  function undelivered(row, item) {
    const shown = Number(document.getElementById('hsc-undelivered').dataset.paths);
    const more = item.paths.length - shown;
    put(cell(row, 'time'), 'moment', item.createdAt);
    put(cell(row, 'paths'), 'text', item.paths.slice(0, shown).join('\n'));
    put(cell(row, 'more'), 'text', `+${digits(Math.max(0, more))}`);
    cell(row, 'more').hidden = more <= 0;
    put(cell(row, 'attempts'), 'number', item.attempts);
    put(cell(row, 'error'), 'text', item.error || null);
    put(cell(row, 'name'), 'text', ` ${item.paths[0] || ''}`);
    row.querySelector('input[name="row"]').value = item.id;
  }

  function activity(row, item) {
    put(cell(row, 'time'), 'moment', item.at);
    put(cell(row, 'type'), 'activity', item.type);
    cell(row, 'type').dataset.type = item.type;
    put(cell(row, 'message'), 'text', item.message);
  }

  function builds(paths) {
    const place = document.getElementById('hsc-builds');
    const list = place.querySelector('ul');
    place.hidden = paths.length === 0;
    if (paths.join('\n') === Array.from(list.children, (item) => item.textContent).join('\n')) return;
    list.replaceChildren(
      ...paths.map((path) => {
        const item = document.createElement('li');
        item.appendChild(document.createElement('code')).textContent = path;
        return item;
      }),
    );
  }

  // When.

  const say = (text) => {
    document.getElementById('hsc-refresh').textContent = text;
  };
  const seconds = () => Math.min(config.slowestSeconds, config.refreshSeconds * 2 ** failures);

  function plan() {
    clearTimeout(timer);
    if (document.hidden) say(words.paused);
    else timer = setTimeout(refresh, seconds() * 1000);
  }

  async function refresh() {
    if (running) return;
    running = true;
    root.dataset.state = 'refreshing';
    clearTimeout(timer);
    try {
      const all = ['dashboard/stats', 'connection/status', 'cache/stats'];
      // All are waited for, also when one has failed: the next round must not overtake this one.
      const answers = await Promise.all(all.map((path) => get(path).catch((error) => error)));
      for (const answer of answers) if (answer instanceof Error) throw answer;
      const [stats, status, cache] = answers;
      show({ stats, connection: status, cache });
      failures = 0;
      say(fill(words.updated, format('moment', stats.generatedAt), config.refreshSeconds));
    } catch (error) {
      failures += 1;
      say(error.message === 'logged out' ? words.loggedOut : fill(words.failed, seconds()));
    } finally {
      running = false;
      root.dataset.state = 'idle';
      plan();
    }
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? plan() : refresh()));
  // A page that the browser had put away comes back with the figures of then.
  window.addEventListener('pageshow', (event) => event.persisted && refresh());
  // The server has not waited for the site, and shows what an earlier check has found.
  if ('old' in root.dataset && !document.hidden) refresh();
  else plan();
})();
