<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * A plugin that has rules for redirects.
 *
 * @phpstan-import-type Rule from Rules
 * @phpstan-import-type Left from Rules
 */
interface Source {

	/** Whether it runs, and would follow its rules on WordPress's own pages. */
	public function is_active(): bool;

	/**
	 * Its rules, in the order in which it tries them.
	 *
	 * @return array{0: list<Rule>, 1: list<Left>} Those that the site follows, and those that it cannot.
	 */
	public function rules(): array;

	/**
	 * Counts hits as the plugin does.
	 *
	 * @param array<int, int> $hits By number of the rule.
	 */
	public function count( array $hits ): void;
}
