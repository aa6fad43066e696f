<?php
/**
 * Writes the plugin's texts to standard output, as a template for translations (.pot).
 *
 *     php tests/companion/make-pot.php > companion-plugin/languages/headless-site-companion.pot
 *
 * PHP's own tokenizer reads the PHP files, a pattern the scripts. No date and no line numbers are written: the file changes
 * only when a text does, and a test can compare it.
 */

$root   = dirname( __DIR__, 2 ) . '/companion-plugin';
$domain = 'headless-site-companion';
// By function: which arguments are text, plural and context.
$functions = array(
	'__'         => array( 'text' => 0 ),
	'_e'         => array( 'text' => 0 ),
	'esc_html__' => array( 'text' => 0 ),
	'esc_html_e' => array( 'text' => 0 ),
	'esc_attr__' => array( 'text' => 0 ),
	'esc_attr_e' => array( 'text' => 0 ),
	'_x'         => array( 'text' => 0, 'context' => 1 ),
	'esc_html_x' => array( 'text' => 0, 'context' => 1 ),
	'esc_attr_x' => array( 'text' => 0, 'context' => 1 ),
	'_n'         => array( 'text' => 0, 'plural' => 1 ),
	'_nx'        => array( 'text' => 0, 'plural' => 1, 'context' => 3 ),
);

$entries = array();
foreach ( files( $root ) as $file ) {
	$name  = substr( $file, strlen( $root ) + 1 );
	// WordPress looks for the texts of the script that it loads, which is built from these.
	$name  = 0 === strpos( $name, 'editor/' ) ? 'assets/blocks.js' : $name;
	$found = 'php' === pathinfo( $file, PATHINFO_EXTENSION ) ? from_php( $file, $functions, $domain ) : from_script( $file, $functions, $domain );
	if ( 'headless-site-companion.php' === $name ) {
		$found = array_merge( from_header( $file ), $found );
	}
	if ( 'src/Blocks/Registration.php' === $name ) {
		$found = array_merge( $found, from_manifest( "$root/blocks/manifest.json" ) );
	}
	foreach ( $found as $entry ) {
		$key = ( $entry['context'] ?? '' ) . "\4" . $entry['text'];
		$entries[ $key ] = $entries[ $key ] ?? $entry + array( 'files' => array(), 'comments' => array() );
		$entries[ $key ]['files'][ $name ] = true;
		if ( isset( $entry['plural'] ) ) {
			$entries[ $key ]['plural'] = $entry['plural'];
		}
		if ( '' !== ( $entry['comment'] ?? '' ) ) {
			$entries[ $key ]['comments'][ $entry['comment'] ] = true;
		}
	}
}

echo "# Headless Site Companion. Distributed under the MIT license.\n";
echo "# Made by tests/companion/make-pot.php: do not edit.\n";
echo "msgid \"\"\nmsgstr \"\"\n";
foreach ( array( 'Project-Id-Version: Headless Site Companion', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=UTF-8', 'Content-Transfer-Encoding: 8bit', 'Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;', "X-Domain: $domain" ) as $line ) {
	echo quote( "$line\n" ) . "\n";
}
foreach ( $entries as $entry ) {
	echo "\n";
	foreach ( array_keys( $entry['comments'] ) as $comment ) {
		echo "#. $comment\n";
	}
	echo '#: ' . implode( ' ', array_keys( $entry['files'] ) ) . "\n";
	if ( preg_match( '/%(\d+\$)?[sd]/', $entry['text'] ) ) {
		echo "#, php-format\n";
	}
	echo isset( $entry['context'] ) ? 'msgctxt ' . quote( $entry['context'] ) . "\n" : '';
	echo 'msgid ' . quote( $entry['text'] ) . "\n";
	echo isset( $entry['plural'] ) ? 'msgid_plural ' . quote( $entry['plural'] ) . "\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n" : "msgstr \"\"\n";
}

/** @return string[] PHP files and scripts of the plugin, sorted */
function files( $root ) {
	$files = array();
	foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $root, FilesystemIterator::SKIP_DOTS ) ) as $file ) {
		$is_built = 'blocks.js' === $file->getFilename();
		if ( ! $is_built && in_array( $file->getExtension(), array( 'php', 'js', 'ts', 'tsx' ), true ) ) {
			$files[] = $file->getPathname();
		}
	}
	sort( $files );
	return $files;
}

/** @return array[] titles of the page builder's blocks, which Registration.php translates */
function from_manifest( $file ) {
	return array_map( fn( $block ) => array( 'text' => $block['title'] ), json_decode( file_get_contents( $file ), true )['blocks'] );
}

/** @return array[] what WordPress translates of the plugin's header */
function from_header( $file ) {
	$entries = array();
	foreach ( array( 'Plugin Name', 'Description' ) as $field ) {
		preg_match( "/^ \* $field:\s*(.+)$/m", file_get_contents( $file ), $found );
		$entries[] = array( 'text' => trim( $found[1] ), 'comment' => "$field of the plugin" );
	}
	return $entries;
}

/** @return array[] texts of a PHP file */
function from_php( $file, $functions, $domain ) {
	$tokens  = array_values( array_filter( token_get_all( file_get_contents( $file ) ), fn( $token ) => ! is_array( $token ) || T_WHITESPACE !== $token[0] ) );
	$entries = array();
	$comment = array( 'text' => '', 'line' => -10 );
	foreach ( $tokens as $at => $token ) {
		if ( is_array( $token ) && in_array( $token[0], array( T_COMMENT, T_DOC_COMMENT ), true ) && preg_match( '~translators:\s*(.*?)\s*(?:\*/)?$~s', $token[1], $found ) ) {
			$comment = array( 'text' => 'translators: ' . preg_replace( '/\s+/', ' ', $found[1] ), 'line' => $token[2] );
		}
		if ( ! is_array( $token ) || T_STRING !== $token[0] || ! isset( $functions[ $token[1] ] ) || '(' !== ( $tokens[ $at + 1 ] ?? '' ) ) {
			continue;
		}
		$arguments = arguments( $tokens, $at + 2 );
		if ( end( $arguments ) !== $domain ) {
			fwrite( STDERR, "$file:$token[2]: no text domain\n" );
			exit( 1 );
		}
		$entry = array_filter( array_map( fn( $index ) => $arguments[ $index ] ?? null, $functions[ $token[1] ] ), 'is_string' );
		if ( ! isset( $entry['text'] ) ) {
			fwrite( STDERR, "$file:$token[2]: the text is no plain string\n" );
			exit( 1 );
		}
		// WordPress's own tools do the same: a comment counts for what begins on its line or the next.
		$entry['comment'] = $token[2] - $comment['line'] <= 1 ? $comment['text'] : '';
		$entries[]        = $entry;
	}
	return $entries;
}

/** @return array[] arguments of a call; null for what is no plain string */
function arguments( $tokens, $at ) {
	$arguments = array( array() );
	for ( $depth = 0; isset( $tokens[ $at ] ); $at++ ) {
		$token = $tokens[ $at ];
		if ( in_array( $token, array( '(', '[', '{' ), true ) ) {
			$depth++;
		} elseif ( in_array( $token, array( ')', ']', '}' ), true ) && --$depth < 0 ) {
			break;
		} elseif ( ',' === $token && 0 === $depth ) {
			$arguments[] = array();
			continue;
		}
		$arguments[ count( $arguments ) - 1 ][] = $token;
	}
	return array_map(
		fn( $parts ) => 1 === count( $parts ) && is_array( $parts[0] ) && T_CONSTANT_ENCAPSED_STRING === $parts[0][0] ? plain( $parts[0][1] ) : null,
		$arguments
	);
}

/** @return string value of a string literal of PHP */
function plain( $literal ) {
	$inside = substr( $literal, 1, -1 );
	return "'" === $literal[0] ? strtr( $inside, array( "\\'" => "'", '\\\\' => '\\' ) ) : stripcslashes( $inside );
}

/** @return array[] texts of a script: `__( 'text', 'domain' )` and its kin */
function from_script( $file, $functions, $domain ) {
	$string  = '\'((?:[^\'\\\\]|\\\\.)*)\'|"((?:[^"\\\\]|\\\\.)*)"';
	$entries = array();
	$note    = '(?:(?:\/\/|\{\/\*) (translators: [^\n]*?)(?: \*\/\})?\n\s*(?:[^\n]*\()?\s*)?';
	preg_match_all( '/' . $note . '\b(' . implode( '|', array_keys( $functions ) ) . ')\(\s*((?:(?:' . $string . ')\s*,\s*)+)/', file_get_contents( $file ), $calls, PREG_SET_ORDER );
	foreach ( $calls as $call ) {
		$comment = $call[1];
		array_splice( $call, 1, 1 );
		preg_match_all( "/$string/", $call[2], $found, PREG_SET_ORDER );
		$arguments = array_map( fn( $one ) => stripcslashes( '' !== $one[1] ? $one[1] : ( $one[2] ?? '' ) ), $found );
		$entry     = array_filter( array_map( fn( $index ) => $arguments[ $index ] ?? null, $functions[ $call[1] ] ), 'is_string' );
		if ( isset( $entry['text'] ) && $entry['text'] !== $domain ) {
			$entries[] = $entry + array( 'comment' => $comment );
		}
	}
	return $entries;
}

/** @return string as .pot files have it */
function quote( $text ) {
	return '"' . strtr( $text, array( '\\' => '\\\\', '"' => '\\"', "\n" => '\\n', "\t" => '\\t' ) ) . '"';
}
