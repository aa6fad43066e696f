<?php
/**
 * Four authors with posts, one of them with HTML in the description, and one without posts. The administrator has none.
 *
 * @return array ids by login
 */

$people = array(
	'anna'   => array( 'Anna Ångström', '<strong>Writes</strong> about <a href="https://example.com/?a=1&amp;b=2">glass &amp; light</a>.' ),
	'boris'  => array( 'Борис Иванов', '' ),
	'sam'    => array( 'Sam O’Neill & Söhne', 'Plain text, 5 < 6.' ),
	'yuki'   => array( '山田雪', '日本語の説明' ),
	'nobody' => array( 'Nobody Yet', 'Has written nothing.' ),
);

$ids = array();
foreach ( $people as $login => list( $name, $description ) ) {
	$ids[ $login ] = sure(
		wp_insert_user(
			array(
				'user_login'   => $login,
				'user_pass'    => 'password',
				'user_email'   => $login . '@example.com',
				'display_name' => $name,
				'description'  => wp_slash( $description ),
				'role'         => 'author',
			)
		)
	);
}
return $ids;
