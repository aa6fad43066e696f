<?php
/**
 * Fills an installed WordPress with the content that breaks front ends. Always the same, in the same order.
 *
 * Its promises are written down in ../server/promise.ts.
 */

require ABSPATH . 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

$seed = __DIR__;
require $seed . '/helpers.php';

// Pings and a revision for every change would only cost time.
remove_action( 'publish_post', '_publish_post_hook', 5 );
remove_action( 'post_updated', 'wp_save_post_revision' );
remove_action( 'wp_after_insert_post', 'wp_save_post_revision_on_insert', 9 );
wp_set_current_user( 1 );

// One transaction: a commit for each of several thousand statements would take minutes.
$wpdb->query( 'BEGIN' );
wp_defer_term_counting( true );
wp_defer_comment_counting( true );

// Before the first post: its date in UTC and its slug depend on them.
update_option( 'timezone_string', 'Europe/Berlin' );
$wp_rewrite->set_permalink_structure( '/%postname%/' );

$users = require $seed . '/users.php';
$terms = require $seed . '/terms.php';
$media = require $seed . '/media.php';
$pages = require $seed . '/pages.php';
$posts = require $seed . '/posts.php';
$posts += require $seed . '/hidden.php';
require $seed . '/projects.php';
require $seed . '/comments.php';
require $seed . '/menus.php';
require $seed . '/settings.php';

wp_defer_comment_counting( false );
wp_defer_term_counting( false );
$wpdb->query( 'COMMIT' );
