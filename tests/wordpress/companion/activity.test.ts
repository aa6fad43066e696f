import { describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { activity, adminSite, plugin } from './admin-site';
import { fieldsOf, post, textOf } from './forms';

const reason = whyNoWordPress();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

describe.skipIf(reason)(suite('the admin area'), () => {
  const on = adminSite();
  const { html, text, put, log } = on;

  describe('the activity log', () => {
    it('shows the newest first, with details in place', async () => {
      await log('content', 'The first');
      await log(
        'error',
        'The second',
        `[ 'paths' => [ '/a', '/b' ], 'status' => 503, 'ms' => 1234, 'error' => 'HTTP 503' ]`,
      );
      const page = await html(activity);
      expect(textOf(page)).toMatch(
        /Error The second Details Paths \/a \/b HTTP status 503 Time 1,234 ms Error HTTP 503 User admin .* Content update The first/,
      );
      expect(page).toMatch(/<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">/);
      expect(page).toContain('<details>');
      expect(textOf(page)).toContain('Entries are kept for 14 days, the newest 5,000 at most.');
    });
    it('filters by type; anything else in the address shows all, and harms nothing', async () => {
      await log('content', 'A change');
      await log('preview', 'A preview');
      const only = await text(`${activity}&type=preview`);
      expect([only.includes('A preview'), only.includes('A change')]).toEqual([true, false]);
      for (const junk of [
        "preview' OR 1=1 -- ",
        'preview"; DROP TABLE wp_companion_activity; --',
        '<script>',
        '%00',
        'user',
      ])
        expect(await text(`${activity}&type=${encodeURIComponent(junk)}`)).toMatch(/A preview.*A change/);
      for (const query of [
        'type[]=preview',
        'paged[]=2',
        'paged=-5',
        'paged=1e9',
        "paged=1'",
        'orderby=(SELECT 1)&order=x',
      ])
        expect(await text(`${activity}&${query}`)).toMatch(/A preview.*A change/);
    });
    it('has fifty entries a page', async () => {
      await put(`for ( $i = 1; $i <= 120; $i++ ) { ${plugin}->log->add( 'content', "Entry $i." ); }`);
      const rows = async (page: string) =>
        [...(await html(page)).matchAll(/Entry (\d+)\./g)].map(([, n]) => Number(n));
      const pages = [
        await rows(activity),
        await rows(`${activity}&paged=2`),
        await rows(`${activity}&paged=3`),
      ];
      expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
      expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
      expect(await text(`${activity}&paged=2`)).toContain('120 entries Newer Page 2 of 3 Older');
    });
    it('case 64: forgets what is older than the setting says, every minute', async () => {
      await put(`${plugin}->settings->update( [ 'logDays' => 3 ] );
        foreach ( [ 'Young' => 2.9, 'Old' => 3.1 ] as $message => $days ) {
          add_filter( 'companion_now', $past = fn() => (int) ( time() - $days * DAY_IN_SECONDS ) );
          ${plugin}->log->add( 'content', $message );
          remove_filter( 'companion_now', $past );
        }`);
      await on.site.wordpress.cron('companion_tick');
      const page = await text(activity);
      expect([page.includes('Young'), page.includes('Old')]).toEqual([true, false]);
    });
    it('case 64: keeps the newest 5,000, whatever fails all night', async () => {
      const copy = `$wpdb->query( "INSERT INTO $table (created_at,type,message,context) SELECT created_at,type,'Flood',context FROM $table" );`;
      await put(`${plugin}->log->add( 'error', 'First' ); global $wpdb; $table = $wpdb->prefix . 'companion_activity';
        for ( $i = 0; $i < 13; $i++ ) { ${copy} } ${plugin}->log->add( 'error', 'Last' );`);
      const kept = () =>
        put(`$log = ${plugin}->log; $all = $log->entries( '', 1, 0 );
          echo json_encode( [ $log->count(), $all[0]['message'], array_column( $log->entries( '', 500, $log->count() - 1 ), 'message' ) ] );`);
      expect(await kept()).toEqual([8193, 'Last', ['First']]);
      await on.site.wordpress.cron('companion_tick');
      expect(await kept()).toEqual([5000, 'Last', ['Flood']]);
      await on.site.wordpress.cron('companion_tick');
      expect(await kept()).toEqual([5000, 'Last', ['Flood']]);
    });
    it('says that there is nothing', async () => {
      expect(await text(activity)).toContain('Nothing has happened yet.');
      expect(await text(`${activity}&type=error`)).toContain('There are no entries of the type "Error".');
      expect(await html(activity)).not.toContain('companion_export');
    });

    describe('as CSV', () => {
      const download = async (type = '') => {
        const fields = await fieldsOf(on.admin, activity + (type && `&type=${type}`), 'companion_export');
        const answer = await post(on.admin, fields);
        return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
      };
      it('is a file in UTF-8 that nobody keeps', async () => {
        await log(
          'content',
          'Grüße, 日本 "quoted"',
          `[ 'paths' => [ '/a', '/b' ], 'status' => 200, 'ms' => 12, 'attempts' => 2 ]`,
        );
        const { answer, bytes } = await download();
        expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(answer.headers.get('content-disposition')).toBe(
          'attachment; filename="headless-site-activity.csv"',
        );
        expect(answer.headers.get('cache-control')).toContain('no-cache');
        expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
        const [head, line] = bytes.subarray(3).toString().split('\r\n');
        expect(head).toBe('"time","type","message","paths","status","ms","details","post","user"');
        expect(line).toMatch(
          /^"\d{4}-[^"]*Z","content","Grüße, 日本 ""quoted""","\/a \/b","200","12","\{""attempts"":2\}","","1"$/,
        );
      });
      it('has no formula', async () => {
        for (const formula of ['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1'])
          await log('error', formula);
        const { bytes } = await download();
        const cells = [
          ...bytes
            .subarray(3)
            .toString()
            .matchAll(/"((?:[^"]|"")*)"/g),
        ].map(([, cell]) => cell ?? '');
        expect(cells.filter((cell) => cell.trimStart().startsWith("'")).length).toBe(5);
        expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
      });
      it('has every entry once, also more than are read at once; or those of a type', async () => {
        await put(`global $wpdb; $rows = [];
          for ( $i = 1; $i <= 1200; $i++ ) { $rows[] = "(" . time() . ",'" . ( $i % 2 ? 'content' : 'error' ) . "','Entry $i.','[]')"; }
          $wpdb->query( "INSERT INTO {$wpdb->prefix}companion_activity (created_at,type,message,context) VALUES " . implode( ',', $rows ) );`);
        const numbers = async (type = '') =>
          [...(await download(type)).bytes.toString().matchAll(/Entry (\d+)\./g)].map(([, n]) => Number(n));
        const all = Array.from({ length: 1200 }, (_, at) => 1200 - at);
        expect(await numbers()).toEqual(all);
        expect(await numbers('error')).toEqual(all.filter((n) => n % 2 === 0));
      });
    });
  });
});
