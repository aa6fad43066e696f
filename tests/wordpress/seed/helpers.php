<?php
/**
 * Short forms for the seed. Each of them stops the whole seed at the first error.
 */

/** @return mixed $value, unless it is an error or nothing */
function sure( $value ) {
	if ( is_wp_error( $value ) ) {
		throw new RuntimeException( $value->get_error_message() );
	}
	if ( ! $value ) {
		throw new RuntimeException( 'WordPress answered ' . var_export( $value, true ) );
	}
	return $value;
}

/**
 * A post or page of any type, public unless said otherwise.
 *
 * @param array $fields as for wp_insert_post; `marker` puts `<marker>-<id>` into content and excerpt
 * @return int its id
 */
function put( array $fields ) {
	global $wpdb;
	$marker = $fields['marker'] ?? '';
	unset( $fields['marker'] );
	$usual = array( 'post_status' => 'publish', 'post_author' => 1, 'post_date' => '2025-04-01 12:00:00' );
	$id = sure(
		wp_insert_post( wp_slash( $fields + $usual ), true )
	);
	if ( $marker ) {
		// The id is known only now, and an update by WordPress's own function would change the date of modification.
		$content = p( $marker . '-' . $id ) . ( $fields['post_content'] ?? '' );
		$wpdb->update( $wpdb->posts, array( 'post_content' => $content, 'post_excerpt' => $marker . '-' . $id ), array( 'ID' => $id ) );
		clean_post_cache( $id );
	}
	return $id;
}

/** @return string a date, `$days` days (and `$seconds`) after the first post */
function day( $days, $seconds = 0 ) {
	return gmdate( 'Y-m-d H:i:s', gmmktime( 9, 0, 0, 4, 2, 2025 ) + (int) round( $days * DAY_IN_SECONDS ) + $seconds );
}

/** @return string a block of the editor */
function block( $name, $html, array $attributes = array() ) {
	$json = $attributes ? ' ' . wp_json_encode( $attributes, JSON_UNESCAPED_SLASHES ) : '';
	return "<!-- wp:{$name}{$json} -->\n{$html}\n<!-- /wp:{$name} -->\n\n";
}

function p( $html ) {
	return block( 'paragraph', '<p>' . $html . '</p>' );
}

function heading( $text ) {
	return block( 'heading', '<h2 class="wp-block-heading">' . $text . '</h2>' );
}

function image( $id, $alt = '' ) {
	$img = sprintf( '<img src="%s" alt="%s" class="wp-image-%d"/>', wp_get_attachment_image_url( $id, 'large' ), esc_attr( $alt ), $id );
	return block( 'image', '<figure class="wp-block-image size-large">' . $img . '</figure>', array( 'id' => $id, 'sizeSlug' => 'large' ) );
}

/** @return string three paragraphs that differ with $number */
function prose( $number ) {
	$words = array( 'timber', 'glass', 'stone', 'light', 'garden', 'river', 'harbour', 'bread', 'paper', 'winter', 'letter', 'bridge' );
	$text  = '';
	for ( $paragraph = 0; $paragraph < 3; $paragraph++ ) {
		$sentence = array();
		for ( $word = 0; $word < 40; $word++ ) {
			$sentence[] = $words[ ( $number * 7 + $paragraph * 5 + $word * $word ) % count( $words ) ];
		}
		$text .= p( ucfirst( implode( ' ', $sentence ) ) . '.' );
	}
	return $text;
}
