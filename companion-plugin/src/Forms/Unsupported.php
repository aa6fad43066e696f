<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use Exception;

defined( 'ABSPATH' ) || exit;

/**
 * A form that visitors cannot send from the site, and why.
 *
 * Its page shows a notice that leads to WordPress, and the dashboard says the reason.
 */
final class Unsupported extends Exception {

	/** The service of a captcha must run a script in the browser. */
	public const CAPTCHA = 'captcha';
	/** So must a payment. */
	public const PAYMENT = 'payment';
	/** A field that the site does not know: of an add-on. */
	public const FIELD = 'field';
	/** Only for those who are logged in. */
	public const MEMBERS = 'members';
	/** PHP lacks what reads HTML. */
	public const DOM = 'dom';
	/** Any other error; the error log has it. */
	public const BROKEN = 'broken';
	/** No adapter knows the plugin. */
	public const PLUGIN = 'plugin';

	private string $reason;

	public function __construct( string $reason, string $message = '' ) {
		parent::__construct( "$reason $message" );
		$this->reason = $reason;
	}

	/** One of the constants. */
	public function reason(): string {
		return $this->reason;
	}
}
