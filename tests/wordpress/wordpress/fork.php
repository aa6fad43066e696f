<?php
/**
 * Runs PHP files, each in a child of this process. PHP starts once, and what one child compiles is in memory for the next.
 * This process loads no WordPress, so a child begins with the state of a new process.
 *
 * Standard input has a line of JSON for each call: `folder`, `file` and `env`. The child runs `file` with the variables
 * `env`; its standard streams are the files `in`, `out` and `err` in `folder`. Standard output has a line for each child
 * that has ended: its `folder`, a space and its status, which is 0 for success only.
 *
 * This process and its children end with standard input, so they do not outlive a test process that was killed.
 */

/** @return string the file to run; returns in the children only */
function test_next_file() {
	$folders = array();
	$ends    = array( STDIN );
	for ( ;; ) {
		$ready = $ends;
		$none  = null;
		stream_select( $ready, $none, $none, null );
		foreach ( array_intersect_key( $folders, $ready ) as $pid => $folder ) {
			pcntl_waitpid( $pid, $status );
			echo "$folder $status\n";
			unset( $folders[ $pid ], $ends[ $pid ] );
		}
		if ( ! isset( $ready[0] ) ) {
			continue;
		}
		$call = json_decode( (string) fgets( STDIN ), true );
		// One end closes with the child, however it ends; a signal could come just before the wait for it.
		$pair = stream_socket_pair( STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0 );
		$pid  = $call ? pcntl_fork() : -1;
		if ( -1 === $pid ) {
			posix_kill( 0, SIGKILL );
		}
		if ( 0 === $pid ) {
			test_begin( $call, $pair[1] );
			return $call['file'];
		}
		fclose( $pair[1] );
		$ends[ $pid ]    = $pair[0];
		$folders[ $pid ] = $call['folder'];
	}
}

/**
 * Makes of a fork what a new process is.
 * @param resource $end stays open until it ends
 */
function test_begin( array $call, $end ) {
	static $open; // PHP closes a stream that nobody holds.
	fclose( STDIN );
	fclose( STDOUT );
	fclose( STDERR );
	// A new file gets the lowest free number: 0, 1 and 2.
	$open = array(
		fopen( $call['folder'] . '/in', 'r' ),
		fopen( $call['folder'] . '/out', 'a' ),
		fopen( $call['folder'] . '/err', 'a' ),
		$end,
	);
	// PHP 8.2 writes its log to stderr of the C library, which is closed now: outside of Vitest, all of it was lost.
	ini_set( 'error_log', $call['folder'] . '/err' );

	foreach ( $call['env'] as $name => $value ) {
		putenv( "$name=$value" );
	}
	foreach ( array( 'PHP_SELF', 'SCRIPT_NAME', 'SCRIPT_FILENAME', 'PATH_TRANSLATED' ) as $name ) {
		$_SERVER[ $name ] = $call['file'];
	}
	$_SERVER['REQUEST_TIME']       = time();
	$_SERVER['REQUEST_TIME_FLOAT'] = microtime( true );
}

// Out here, where the file's variables are global.
require test_next_file();
