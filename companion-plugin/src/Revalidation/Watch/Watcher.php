<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Revalidation\ChangeCollector;

defined( 'ABSPATH' ) || exit;

/**
 * Base class of the watchers.
 *
 * Notices changes of one kind and notes them. A watcher never asks anybody else and never writes: the editor waits for it.
 */
abstract class Watcher implements Module {

	protected ChangeCollector $collector;

	final public function __construct( ChangeCollector $collector ) {
		$this->collector = $collector;
	}
}
