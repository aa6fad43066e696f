/**
 * Prints how long WordPress takes to read the page builder's blocks of one page: `npx tsx tests/bench/page-builder.ts`.
 * Budget: 20 ms for 100 blocks; twice as much for the first read of a process, where nothing is in a cache and 400 pictures come
 * out of SQLite. With rich text inside the blocks WordPress renders it, too, as for any page.
 */
import manifest from '../../companion-plugin/blocks/manifest.json';
import { startWordPress } from '../wordpress/server';

const BUDGET = 20;
const QUERIES = 4;
const RUNS = 50;

interface Field {
  kind: string;
  item?: string | { fields: Record<string, Field> };
}
const sample = (fields: Record<string, Field>): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [name, { kind, item }] of Object.entries(fields)) {
    if (kind === 'list')
      values[name] = Array(4).fill(typeof item === 'object' ? sample(item.fields) : 'A line');
    else if (['string', 'url', 'icon'].includes(kind)) values[name] = `/${name}`;
  }
  return values;
};
const paragraph = '<!-- wp:paragraph --><p>Some words of a section.</p><!-- /wp:paragraph -->';
const blocks = manifest.blocks.filter(({ union }) => union === 'flexibleContent');
const hundred = (one: (at: number) => string) => Array.from({ length: 100 }, (_, at) => one(at)).join('\n');
const page = (inner: string) =>
  hundred((at) => {
    const { block, fields } = blocks[at % blocks.length] as (typeof blocks)[number];
    const rich = Object.values(fields).some(({ kind }) => kind === 'html') ? inner : '';
    const open = `<!-- wp:${block} ${JSON.stringify(sample(fields as never))}`;
    return rich ? `${open} -->${rich}<!-- /wp:${block} -->` : `${open} /-->`;
  });
const own = (name: string, attributes: object) =>
  `<!-- wp:companion/${name} ${JSON.stringify(attributes)} /-->`;
/** A picture of the media library is `{ "id": 0 }` here and a file of its own there, as on a page that nobody has read yet. */
const picture = { id: 0 };
const pages = [
  ['plain fields', page('')],
  ['rich text where there may be', page(paragraph)],
  ['a picture each', hundred(() => own('hero-split', { heading: 'H', image: picture }))],
  [
    'four pictures each',
    hundred(() => own('testimonials', { testimonials: Array(4).fill({ quote: 'Q', authorImage: picture }) })),
  ],
  [
    'each in 40 groups, one in the other',
    hundred(
      () =>
        `${'<!-- wp:group --><div class="wp-block-group">'.repeat(40)}${own('hero-centered', { heading: 'H' })}${'</div><!-- /wp:group -->'.repeat(40)}`,
    ),
  ],
] as const;

const wordpress = await startWordPress({ content: 'empty', companion: true });
try {
  const { wordpress: version, php } = wordpress.versions;
  console.log(
    `WordPress ${version}, PHP ${php}; 100 blocks: first read of a process / median of ${RUNS}, in ms; queries of the first`,
  );
  for (const [name, content] of pages) {
    const id = await wordpress.php<number>(`
      $content = preg_replace_callback( '/"id":0/', function () {
        static $at = 0; ++$at;
        $id = wp_insert_attachment( [ 'post_mime_type' => 'image/png', 'post_title' => 'p' ], "2024/01/p$at.png" );
        wp_update_attachment_metadata( $id, [ 'width' => 9, 'height' => 9, 'file' => "2024/01/p$at.png" ] );
        update_post_meta( $id, '_wp_attachment_image_alt', 'A picture' );
        return '"id":' . $id;
      }, base64_decode( '${Buffer.from(content).toString('base64')}' ) );
      echo wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'x', 'post_content' => $content ] ) );`);
    const { first, median, queries } = await wordpress.php<Record<'first' | 'median' | 'queries', number>>(`
      global $wpdb;
      $post = get_post( ${id} );
      $content = new HeadlessSiteCompanion\\Blocks\\Content( HeadlessSiteCompanion\\Blocks\\Manifest::read() );
      $times = [];
      $before = $wpdb->num_queries;
      for ( $run = 0; $run < ${RUNS}; $run++ ) {
        $start = hrtime( true );
        $found = $content->of( $post );
        $times[] = ( hrtime( true ) - $start ) / 1e6;
        $queries = $queries ?? $wpdb->num_queries - $before;
      }
      if ( 100 !== count( $found['flexibleContent'] ) ) { throw new Exception( 'not all blocks were read' ); }
      $first = $times[0];
      sort( $times );
      echo json_encode( [ 'first' => $first, 'median' => $times[${RUNS >> 1}], 'queries' => $queries ] );`);
    const met = median <= BUDGET && first <= 2 * BUDGET && queries <= QUERIES;
    console.log(
      `  ${name.padEnd(40)} ${first.toFixed(1)} / ${median.toFixed(1)}, ${queries} queries  ${met ? 'ok' : 'MISSED'}`,
    );
    if (!met) process.exitCode = 1;
  }
} finally {
  await wordpress.stop();
}
