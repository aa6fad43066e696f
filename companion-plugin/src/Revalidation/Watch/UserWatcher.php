<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Revalidation\DependencyIndex;
use HeadlessSiteCompanion\Support\Hooks;
use WP_User;

defined( 'ABSPATH' ) || exit;

/**
 * Watches authors.
 *
 * Notices authors who change what visitors see of them, and users who are deleted. Users without posts matter to pages that name them.
 */
final class UserWatcher extends Watcher {

	/** Data of an author that visitors see. */
	private const SHOWN = [ 'display_name', 'user_nicename', 'user_url', 'user_email' ];

	/** Fields that visitors see. */
	private const SHOWN_META = [ 'description', 'first_name', 'last_name', 'nickname' ];

	public function register(): void {
		Hooks::action( 'profile_update', [ $this, 'updated' ], 10, 2 );
		foreach ( [ 'added', 'updated', 'deleted' ] as $what ) {
			Hooks::action( $what . '_user_meta', [ $this, 'meta' ], 10, 4 );
		}
		Hooks::action( 'delete_user', [ $this, 'before_delete' ], 1, 2 );
		Hooks::action( 'remove_user_from_blog', [ $this, 'before_removal' ], 1, 3 );
	}

	/**
	 * After a profile was stored.
	 *
	 * @param mixed $id
	 * @param mixed $old WP_User as it was.
	 */
	public function updated( $id, $old = null ): void {
		$user = get_userdata( (int) $id );
		if ( ! $user || ! $old instanceof WP_User ) {
			return;
		}
		foreach ( self::SHOWN as $field ) {
			if ( $user->$field !== $old->$field ) {
				$this->changed( $user->ID, 'user_nicename' === $field ? $old->user_nicename : '' );
			}
		}
	}

	/**
	 * The biography is a field, and so is what Advanced Custom Fields keeps of a user. WordPress itself stores much more there that nobody
	 * sees, with each login.
	 *
	 * @param mixed $meta_id Id or ids of the row.
	 * @param mixed $id
	 * @param mixed $key Name of the field.
	 * @param mixed $value
	 */
	public function meta( $meta_id, $id, $key = '', $value = null ): void {
		if ( in_array( $key, self::SHOWN_META, true ) || self::is_acf( (int) $id, (string) $key, $value ) ) {
			$this->changed( (int) $id );
		}
	}

	/**
	 * Whether ACF has stored it: beside each value it stores which field it is of, the first time after the value.
	 *
	 * @param string $key Name of the field.
	 * @param mixed $value
	 */
	private static function is_acf( int $id, string $key, $value ): bool {
		$of = '' !== $key && '_' === $key[0] ? $value : get_user_meta( $id, "_$key", true );
		return is_string( $of ) && 0 === strpos( $of, 'field_' );
	}

	/**
	 * Before a user is deleted. Posts that another one gets change their author without a hook of their own; posts that are
	 * deleted with the user have one each.
	 *
	 * @param mixed $id
	 * @param mixed $reassign ID of the user who gets the posts.
	 */
	public function before_delete( $id, $reassign = null ): void {
		$this->add_readers( (int) $id );
		if ( ! Addresses::has_author( (int) $id ) ) {
			return;
		}
		$this->collector->change()->add( Addresses::author( (int) $id ), Changes::DELETE );
		if ( is_numeric( $reassign ) && $reassign > 0 ) {
			$this->collector->change()->add( Addresses::author( (int) $reassign ), Changes::PUBLISH );
			$this->collector->change()->defer( 'author', (int) $reassign );
			$this->collector->change()->defer( 'reads', 'users' );
		}
	}

	/**
	 * Before a user is taken from a site of a network. WordPress has switched to that site.
	 *
	 * @param mixed $id
	 * @param mixed $site Site of the network.
	 * @param mixed $reassign ID of the user who gets the posts.
	 */
	public function before_removal( $id, $site = 0, $reassign = 0 ): void {
		$this->before_delete( $id, $reassign );
	}

	/**
	 * The archive of an author and the posts that bear the name, on every site of a network where the author writes.
	 *
	 * @param string $old_name Old end of the archive's address, where that has changed.
	 */
	private function changed( int $id, string $old_name = '' ): void {
		foreach ( is_multisite() ? array_keys( get_blogs_of_user( $id ) ) : [ get_current_blog_id() ] as $site ) {
			$elsewhere = get_current_blog_id() !== $site;
			if ( $elsewhere ) {
				switch_to_blog( $site );
			}
			if ( Addresses::has_author( $id ) ) {
				$changes = $this->collector->change();
				if ( '' !== $old_name ) {
					$changes->add( Addresses::path( get_author_posts_url( $id, $old_name ) ), Changes::DELETE );
				}
				$changes->add( Addresses::author( $id ), '' === $old_name ? Changes::UPDATE : Changes::PUBLISH );
				$changes->defer( 'author', $id );
				$changes->defer( 'reads', 'users' );
			}
			$this->add_readers( $id );
			if ( $elsewhere ) {
				restore_current_blog();
			}
		}
	}

	/** Pages whose blocks and fields show this very user. Members of a shop change their profiles all day: nothing is noted where there is no page. */
	private function add_readers( int $id ): void {
		if ( DependencyIndex::holding( "user:$id" ) ) {
			$this->collector->change()->defer( 'reads', "user:$id" );
		}
	}
}
