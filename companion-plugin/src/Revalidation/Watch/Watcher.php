<?php
/**
 * What all watchers have in common.
 *
 * @package HeadlessSiteCompanion
 */

declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Revalidation\ChangeCollector;

defined( 'ABSPATH' ) || exit;

/**
 * Notices changes of one kind and notes them. A watcher never asks anybody else and never writes: the editor waits for it.
 */
abstract class Watcher implements Module {

	/** What this request has changed.
	 *
	 * @var ChangeCollector
	 */
	protected $collector;

	/**
	 * Keeps what it needs.
	 *
	 * @param ChangeCollector $collector What this request has changed.
	 */
	final public function __construct( ChangeCollector $collector ) {
		$this->collector = $collector;
	}
}
