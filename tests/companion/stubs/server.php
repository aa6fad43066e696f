<?php
/**
 * Functions that only some servers have: PHP-FPM, LiteSpeed.
 */

function litespeed_finish_request(): bool {}
