<?php
/**
 * Names what PHP 7.4 cannot read and PHPStan's `phpVersion: 70400` lets pass (measured with 2.3.5, one example each):
 * `?->`, attributes, `static` as a return type, intersection types, and a comma behind the last parameter. PHPStan finds the
 * rest. A real PHP 7.4 is only in tests/long.
 * Usage: php newer-than-74.php <folder>
 */

use PhpParser\Node;

require __DIR__ . '/vendor/autoload.php';

$parser = ( new PhpParser\ParserFactory() )->createForHostVersion();
$finder = new PhpParser\NodeFinder();
$count  = 0;
$found  = array();

/** @return bool whether a comma comes next behind the node */
$comma_behind = static function ( Node $node ) use ( $parser ): bool {
	$at = $node->getEndTokenPos();
	do {
		$token = $parser->getTokens()[ ++$at ];
	} while ( $token->isIgnorable() );
	return ',' === $token->text;
};

$newer = static function ( Node $node ) use ( $comma_behind ): ?string {
	if ( $node instanceof Node\Expr\NullsafePropertyFetch || $node instanceof Node\Expr\NullsafeMethodCall ) {
		return '?->';
	}
	if ( $node instanceof Node\AttributeGroup ) {
		return 'an attribute';
	}
	if ( $node instanceof Node\IntersectionType ) {
		return 'an intersection type';
	}
	if ( ! $node instanceof Node\FunctionLike ) {
		return null;
	}
	$type = $node->getReturnType();
	$type = $type instanceof Node\NullableType ? $type->type : $type;
	if ( $type instanceof Node\Name && 'static' === $type->toLowerString() ) {
		return 'static as a return type';
	}
	$lists = array( $node->getParams(), $node instanceof Node\Expr\Closure ? $node->uses : array() );
	foreach ( array_filter( $lists ) as $list ) {
		if ( $comma_behind( end( $list ) ) ) {
			return 'a comma behind the last parameter';
		}
	}
	return null;
};

foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $argv[1] ) ) as $file ) {
	if ( 'php' === $file->getExtension() ) {
		++$count;
		$nodes = $parser->parse( file_get_contents( $file ) );
		$finder->find(
			$nodes,
			static function ( Node $node ) use ( $newer, $file, &$found ): bool {
				$what = $newer( $node );
				if ( $what ) {
					$found[] = "$file:{$node->getStartLine()}: $what";
				}
				return false;
			}
		);
	}
}
echo implode( "\n", $found ), "\n$count files, ", count( $found ), " findings\n";
exit( $found || ! $count ? 1 : 0 );
