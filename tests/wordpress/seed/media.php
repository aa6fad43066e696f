<?php
/**
 * Pictures with every size that WordPress makes: a big one, a tiny one, one with alternative text and an awkward file name.
 *
 * @return array ids: `big`, `tiny`, `alt`
 */

/** @return int id of a new attachment, drawn here */
function put_picture( $file, $width, $height, $title ) {
	$picture = imagecreatetruecolor( $width, $height );
	for ( $stripe = 0; $stripe < 16; $stripe++ ) {
		$colour = imagecolorallocate( $picture, 40 + $stripe * 12, 90 + $stripe * 6, 200 - $stripe * 9 );
		imagefilledrectangle( $picture, (int) ( $stripe * $width / 16 ), 0, $width, $height, $colour );
	}
	ob_start();
	'png' === substr( $file, -3 ) ? imagepng( $picture ) : imagejpeg( $picture, null, 75 );
	$upload = wp_upload_bits( $file, null, ob_get_clean(), '2025/04' );
	if ( $upload['error'] ) {
		throw new RuntimeException( $upload['error'] );
	}
	$id = sure(
		wp_insert_attachment(
			array( 'post_title' => $title, 'post_mime_type' => $upload['type'], 'post_date' => '2025-04-01 10:00:00', 'post_author' => 1 ),
			$upload['file'],
			0,
			true
		)
	);
	wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $upload['file'] ) );
	return $id;
}

$big  = put_picture( 'big.jpg', 1600, 1000, 'Big picture' );
$tiny = put_picture( 'tiny.png', 8, 8, 'Tiny picture' );
$alt  = put_picture( 'Größe 1.jpg', 900, 600, 'Picture with text' );
update_post_meta( $alt, '_wp_attachment_image_alt', 'Stripes in "blue" & orange <b>' );

return compact( 'big', 'tiny', 'alt' );
