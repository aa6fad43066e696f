<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use GraphQL\Type\Definition\ResolveInfo;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Labels of ACF's choices, where the field says so.
 *
 * ACF's "Return Format" of a select, a checkbox, a radio button and a button group is "Value", "Label" or "Both". "WPGraphQL for
 * ACF" 2.7 obeys it for a select outside of groups alone, and gives both as a list of two. Here "Label" and "Both" are the label,
 * as readers of a text expect it. "Value", which is ACF's default, stays the value: templates may depend on it.
 */
final class ChoiceLabels implements Module {

	public function register(): void {
		// Fields within groups pass no filter of "WPGraphQL for ACF".
		Hooks::filter( 'graphql_resolve_field', [ $this, 'label' ], 10, 5 );
	}

	/**
	 * The labels of what was chosen.
	 *
	 * @param mixed $result Result of the field: one value or a list.
	 * @param mixed $source Source of the field.
	 * @param mixed $args Arguments of the field.
	 * @param mixed $context Context of the request.
	 * @param mixed $info ResolveInfo.
	 * @return mixed
	 */
	public function label( $result, $source = null, $args = null, $context = null, $info = null ) {
		$field = $info instanceof ResolveInfo ? ( $info->fieldDefinition->config['acf_field'] ?? null ) : null; // phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase -- The name is graphql-php's.
		if ( null === $result || ! is_array( $field ) || ! is_array( $field['choices'] ?? null ) ) {
			return $result;
		}
		return in_array( $field['return_format'] ?? 'value', [ 'label', 'array' ], true ) ? self::labels( $field['choices'], $result ) : $result;
	}

	/**
	 * A value that is no choice, because an editor may write one, is its own label.
	 *
	 * @param array<mixed> $choices Labels by value.
	 * @param mixed $chosen One value or a list.
	 * @return mixed
	 */
	public static function labels( array $choices, $chosen ) {
		if ( is_array( $chosen ) ) {
			$labels = array_map( static fn( $value ) => self::labels( $choices, $value ), array_values( $chosen ) );
			// "Both" of a single choice came as value and label.
			return array_values( array_unique( $labels, SORT_REGULAR ) );
		}
		$label = is_scalar( $chosen ) ? ( $choices[ $chosen ] ?? $chosen ) : $chosen;
		return is_string( $label ) ? wp_strip_all_tags( $label ) : $chosen;
	}
}
