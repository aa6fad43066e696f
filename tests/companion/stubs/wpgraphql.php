<?php
/**
 * The parts of WPGraphQL 2.20 and of graphql-php that the plugin uses, as PHPStan is to see them. Their packages are not in every
 * registry. A call that is missing here has to be looked up there and added.
 */

namespace {
	class WPGraphQL {
		/**
		 * @param 'names'|'objects'   $output
		 * @param array<string,mixed> $args
		 * @return array<string, string>
		 */
		public static function get_allowed_post_types( $output = 'names', $args = [] ): array {}
		/**
		 * @param 'names'|'objects'   $output
		 * @param array<string,mixed> $args
		 * @return array<string, string>
		 */
		public static function get_allowed_taxonomies( $output = 'names', $args = [] ): array {}
		public static function is_graphql_request(): bool {}
		public static function debug(): bool {}
		/** @return \WPGraphQL\Registry\TypeRegistry */
		public static function get_type_registry() {}
	}
	define( 'WPGRAPHQL_VERSION', '2.20.0' );

	/** @param array<string,mixed> $config */
	function register_graphql_object_type( string $type_name, array $config ): void {}
	/** @param array<string,mixed> $config */
	function register_graphql_interface_type( string $type_name, array $config ): void {}
	/** @param array<string,mixed> $config */
	function register_graphql_union_type( string $type_name, array $config ): void {}
	/** @param array<string,mixed> $config */
	function register_graphql_enum_type( string $type_name, array $config ): void {}
	/** @param array<string,mixed> $config */
	function register_graphql_input_type( string $type_name, array $config ): void {}
	/** @param array<string,mixed> $config */
	function register_graphql_field( string $type_name, string $field_name, array $config ): void {}
	/** @param array<string,array<string,mixed>> $fields */
	function register_graphql_fields( string $type_name, array $fields ): void {}
	/**
	 * @param string|string[] $interface_names
	 * @param string|string[] $type_names
	 */
	function register_graphql_interfaces_to_types( $interface_names, $type_names ): void {}
	/** @param array<string,mixed> $config */
	function register_graphql_connection( array $config ): void {}
	function is_graphql_request(): bool {}
	function is_graphql_http_request(): bool {}
	function graphql_get_endpoint(): string {}
	function graphql_get_endpoint_url(): string {}
	/**
	 * @param mixed $default_value
	 * @return mixed
	 */
	function get_graphql_setting( string $option_name, $default_value = '', string $section_name = 'graphql_general_settings' ) {}
	/**
	 * @param string|array<mixed> $message
	 * @param array<string,mixed> $config
	 */
	function graphql_debug( $message, $config = [] ): void {}
	/**
	 * @param array<string,mixed> $request_data
	 * @return array<string,mixed>
	 */
	function graphql( array $request_data = [] ) {}
}

namespace WPGraphQL {
	class AppContext {
		/** @var \WP_User */
		public $viewer;
	}
	class Request {
		/** @var AppContext */
		public $app_context;
	}
}

namespace WPGraphQL\Data\Connection {
	abstract class AbstractConnectionResolver {
		/** @var bool */
		public $one_to_one = false;
		/** @return mixed */
		public function get_source() {}
		public function get_info(): \GraphQL\Type\Definition\ResolveInfo {}
	}
	class UserConnectionResolver extends AbstractConnectionResolver {}
}

namespace WPGraphQL\Registry {
	class TypeRegistry {
		/** @return mixed a type, or a function that makes one; null where nobody registered the name */
		public function get_type( string $type_name ) {}
		public function has_type( string $type_name ): bool {}
		/** @param array<string,mixed> $config */
		public function register_object_type( string $type_name, array $config ): void {}
		/** @param array<string,mixed> $config */
		public function register_union_type( string $type_name, array $config ): void {}
		/** @param array<string,mixed> $config */
		public function register_field( string $type_name, string $field_name, array $config ): void {}
	}
}

namespace WPGraphQL\Model {
	abstract class Model {
		/** @return 'public'|'restricted'|'private' */
		public function get_visibility() {}
	}
	/**
	 * @property int|null    $databaseId
	 * @property int|null    $ID
	 * @property string|null $uri
	 * @property string|null $link
	 * @property bool        $isRevision
	 * @property bool        $isPreview
	 * @property int|null    $parentDatabaseId
	 */
	class Post extends Model {
		public function __construct( \WP_Post $post ) {}
	}
	/** @property int|null $databaseId */
	class Term extends Model {}
	/** @property int|null $databaseId */
	class User extends Model {}
}

namespace GraphQL\Error {
	class Error extends \Exception {}
	class UserError extends \RuntimeException {}
}

namespace GraphQL\Type\Definition {
	class ResolveInfo {
		/** @var string */
		public $fieldName;
		/** @var \GraphQL\Type\Schema */
		public $schema;
		/** @return array<string, mixed> */
		public function getFieldSelection( int $depth = 0 ): array {}
	}
}

namespace GraphQL\Type {
	class Schema {}
}

namespace GraphQL\Utils {
	class SchemaPrinter {
		/** @param array<string, mixed> $options */
		public static function doPrint( \GraphQL\Type\Schema $schema, array $options = [] ): string {}
	}
}
