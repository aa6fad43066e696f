<?php
/**
 * The parts of Advanced Custom Fields that the plugin uses, where a site has it.
 */

/**
 * @param int|string|false $post_id
 * @return mixed
 */
function get_field( string $selector, $post_id = false, bool $format_value = true ) {}
/** @param array<string,mixed> $field_group */
function acf_add_local_field_group( array $field_group ): bool {}
/** @return array<string, mixed>|false */
function acf_get_field( string $key ) {}
