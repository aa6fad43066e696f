<?php
/**
 * Plugin Name: Projects
 *
 * A content type and a taxonomy of the site's owner, both shown in GraphQL.
 */

add_action(
	'init',
	function () {
		register_post_type(
			'project',
			array(
				'label'               => 'Projects',
				'public'              => true,
				'has_archive'         => true,
				'hierarchical'        => false,
				'show_in_rest'        => true,
				'supports'            => array( 'title', 'editor', 'excerpt', 'author', 'thumbnail' ),
				'show_in_graphql'     => true,
				'graphql_single_name' => 'project',
				'graphql_plural_name' => 'projects',
			)
		);
		register_taxonomy(
			'material',
			'project',
			array(
				'label'               => 'Materials',
				'public'              => true,
				'hierarchical'        => false,
				'show_in_rest'        => true,
				'show_in_graphql'     => true,
				'graphql_single_name' => 'material',
				'graphql_plural_name' => 'materials',
			)
		);
	}
);
