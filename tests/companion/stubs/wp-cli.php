<?php
/**
 * The parts of WP-CLI that the plugin uses; WP-CLI is no part of WordPress.
 */

namespace {
	define( 'WP_CLI', true );

	class WP_CLI {
		/**
		 * @param callable|object|class-string $callable
		 * @param array<string,mixed>          $args
		 */
		public static function add_command( string $name, $callable, array $args = [] ): bool {}
		public static function line( string $message = '' ): void {}
		public static function log( string $message ): void {}
		public static function success( string $message ): void {}
		public static function warning( string $message ): void {}
		/**
		 * @param string|\WP_Error $message
		 * @return never
		 */
		public static function error( $message ) {}
		/**
		 * @return never
		 */
		public static function halt( int $return_code ) {}
		/** @param array<string,mixed> $assoc_args */
		public static function confirm( string $question, array $assoc_args = [] ): void {}
	}
}

namespace WP_CLI\Utils {
	/**
	 * @param array<mixed>    $items
	 * @param string|string[] $fields
	 */
	function format_items( string $format, array $items, $fields ): void {}
	/**
	 * @param array<string,mixed> $assoc_args
	 * @param mixed               $default
	 * @return mixed
	 */
	function get_flag_value( array $assoc_args, string $flag, $default = null ) {}
}
