import { inItsLineEnds } from './edit-content';

/** Beside the companion plugin: no build and no image of the site takes this folder along. */
export const PLUGIN_FILE = 'wordpress/own-blocks.php';

const HEAD = `<?php
/*
 * Plugin Name: Own blocks
 * Description: Blocks of the site that is in front of this WordPress. Needs the plugin Headless Site Companion.
 * Version: 1.0.0
 */

defined( 'ABSPATH' ) || exit;
`;

interface PluginBlock {
  /** In GraphQL: `Notice`. */
  name: string;
  /** In the editor: `own/notice`. */
  block: string;
  title: string;
}

/**
 * The plugin with one block more.
 * @param text of the file; undefined where there is none
 * @returns `text`: the block's own lines; `contents`: the whole file, undefined where it could not be edited
 */
export function withPluginBlock(
  text: string | undefined,
  block: PluginBlock,
): { text: string; contents: string | undefined } {
  const lines = filterOf(block);
  if (text === undefined) return { text: lines, contents: `${HEAD}\n${lines}` };
  const contents = inItsLineEnds(text, (plain) => {
    const isOurs = plain.startsWith('<?php') && !plain.includes('?>');
    if (plain.includes(`'${block.block}'`)) return plain;
    if (!isOurs) return undefined;
    return `${plain.trimEnd()}\n\n${lines}`;
  });
  return { text: lines, contents };
}

const filterOf = ({
  name,
  block,
  title,
}: PluginBlock) => `add_filter( 'companion_blocks', function ( $blocks ) {
	$blocks[] = [
		'name'   => '${name}',
		'union'  => 'flexibleContent',
		'block'  => '${block}',
		'title'  => '${title}',
		'fields' => [
			'heading' => [ 'kind' => 'string', 'required' => true ],
			'text'    => [ 'kind' => 'string' ],
			'link'    => [ 'kind' => 'url' ],
		],
	];
	return $blocks;
} );
`;
