<?php
/**
 * Compiles every PHP file of a folder and names those that cannot be, without running any.
 * Usage: php -d opcache.enable_cli=1 compile.php <folder>
 */

$count  = 0;
$faults = 0;
foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $argv[1] ) ) as $file ) {
	if ( 'php' !== $file->getExtension() ) {
		continue;
	}
	++$count;
	try {
		$compiled = opcache_compile_file( (string) $file );
	} catch ( Error $error ) {
		$compiled = false;
		echo $file, ':', $error->getLine(), ' ', $error->getMessage(), "\n";
	}
	$faults += $compiled ? 0 : 1;
}
echo 'PHP ', PHP_VERSION, ": $count files, $faults faults\n";
exit( $faults || ! $count ? 1 : 0 );
