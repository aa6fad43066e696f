/**
 * Prints how long WordPress takes to read the page builder's blocks of one page: `npx tsx tests/bench/page-builder.ts`.
 * Budget: 20 ms for 100 blocks. With rich text inside the blocks WordPress renders it, too, as for any page.
 */
import manifest from '../../companion-plugin/blocks/manifest.json';
import { startWordPress } from '../wordpress/server';

const BUDGET = 20;
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
const page = (inner: string) =>
  Array.from({ length: 100 }, (_, at) => {
    const { block, fields } = blocks[at % blocks.length] as (typeof blocks)[number];
    const rich = Object.values(fields).some(({ kind }) => kind === 'html') ? inner : '';
    const open = `<!-- wp:${block} ${JSON.stringify(sample(fields as never))}`;
    return rich ? `${open} -->${rich}<!-- /wp:${block} -->` : `${open} /-->`;
  }).join('\n');

const wordpress = await startWordPress({ content: 'empty', companion: true });
try {
  const { wordpress: version, php } = wordpress.versions;
  console.log(`WordPress ${version}, PHP ${php}; 100 blocks, least / median of ${RUNS}, in ms`);
  for (const [name, content] of [
    ['plain fields', page('')],
    ['rich text where there may be', page(paragraph)],
  ] as const) {
    const times = await wordpress.php<number[]>(`
      $post = get_post( wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'x',
        'post_content' => base64_decode( '${Buffer.from(content).toString('base64')}' ) ] ) ) );
      $content = new HeadlessSiteCompanion\\Blocks\\Content( HeadlessSiteCompanion\\Blocks\\Manifest::read() );
      $times = [];
      for ( $run = 0; $run < ${RUNS}; $run++ ) {
        $start = hrtime( true );
        $found = $content->of( $post );
        $times[] = ( hrtime( true ) - $start ) / 1e6;
      }
      if ( 100 !== count( $found['flexibleContent'] ) ) { throw new Exception( 'not all blocks were read' ); }
      sort( $times );
      echo json_encode( $times );`);
    const median = times[RUNS >> 1] ?? 0;
    console.log(
      `  ${name.padEnd(40)} ${times[0]?.toFixed(1)} / ${median.toFixed(1)}  ${median <= BUDGET ? 'ok' : 'MISSED'}`,
    );
    if (median > BUDGET) process.exitCode = 1;
  }
} finally {
  await wordpress.stop();
}
