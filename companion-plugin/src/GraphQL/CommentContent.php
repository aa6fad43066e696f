<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Comments\Size;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Support\Hooks;
use WP_Comment;

defined( 'ABSPATH' ) || exit;

/**
 * `Comment.content`, within a size: whoever writes comments decides otherwise how much a post's answer holds.
 */
final class CommentContent implements Module {

	public function register(): void {
		Hooks::filter( 'graphql_model_prepare_fields', [ $this, 'fields' ], 20, 3 );
	}

	/**
	 * Wraps what renders it.
	 *
	 * @param mixed $fields Callbacks by name.
	 * @param mixed $model Name of the model.
	 * @param mixed $comment Data of the model.
	 * @return mixed
	 */
	public function fields( $fields, $model = '', $comment = null ) {
		$render = is_array( $fields ) && 'CommentObject' === $model ? $fields['contentRendered'] ?? null : null;
		if ( ! $comment instanceof WP_Comment || ! is_callable( $render ) ) {
			return $fields;
		}
		$fields['contentRendered'] = static function () use ( $render, $comment ): string {
			return Size::bounded( $comment->comment_content, $render );
		};
		return $fields;
	}
}
