<?php
/**
 * The parts of Redirection that the plugin uses, where a site has it.
 */

function red_is_disabled(): bool {}
/** @return array<string, mixed> */
function red_get_options(): array {}
