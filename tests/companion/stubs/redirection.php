<?php
/**
 * What the plugin uses of Redirection, where a site has it.
 */

function red_is_disabled(): bool {}
/** @return array<string, mixed> */
function red_get_options(): array {}
