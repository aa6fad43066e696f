<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\GraphQL;

use HeadlessSiteCompanion\Comments\Outline;
use HeadlessSiteCompanion\Comments\Rules;
use HeadlessSiteCompanion\Contracts\Module;
use WP_Post;
use WPGraphQL\Registry\TypeRegistry;

defined( 'ABSPATH' ) || exit;

/**
 * Rules for comments on an item: `ContentNode.companionComments`, for the form below it.
 */
final class CommentRules implements Module {

	public function register(): void {
		Names::register( [ $this, 'types' ] );
	}

	public function types( TypeRegistry $registry ): void {
		$fields = [
			'isOpen'            => [ 'Boolean', 'Whether visitors may comment now.' ],
			'loginUrl'          => [ 'String', 'Where to log in, if only registered people may comment; otherwise null.' ],
			'requiresNameEmail' => [ 'Boolean', 'Whether name and e-mail address must be given.' ],
			'isModerated'       => [ 'Boolean', 'Whether each comment waits for approval.' ],
			'offersToRemember'  => [ 'Boolean', 'Whether the form offers to keep name and address for the next comment.' ],
			'depth'             => [ 'Int', 'Levels of a thread; 1 where there are no replies.' ],
			'isNewestFirst'     => [ 'Boolean', 'Whether the newest thread stands first.' ],
			'perPage'           => [ 'Int', 'Threads of a page; 0 where all stand on one.' ],
			'opensWithOldest'   => [ 'Boolean', 'Whether a visitor sees the oldest page first, and not the newest.' ],
			'outline'           => [ 'String', 'Which comments there are, the oldest first: "12 13:12", an id, and behind a colon what it replies to. Null where a single list of comments has them all.' ],
		];
		$type   = [
			'description' => 'Who may comment, and how.',
			'fields'      => array_map(
				static function ( array $field ): array {
					return [
						'type'        => $field[0],
						'description' => $field[1],
					];
				},
				$fields
			),
		];
		if ( ! Names::type( $registry, 'CompanionComments', $type ) ) {
			return;
		}
		Names::field(
			$registry,
			'ContentNode',
			'companionComments',
			[
				'type'        => 'CompanionComments',
				'description' => $type['description'],
				'resolve'     => static function ( $item ): ?array {
					$post = get_post( (int) ( $item->databaseId ?? 0 ) ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- The name is WPGraphQL's.
					return $post instanceof WP_Post ? Rules::of( $post ) + [ 'outline' => Outline::of( $post ) ] : null;
				},
			]
		);
	}
}
