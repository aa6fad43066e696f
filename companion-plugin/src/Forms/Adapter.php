<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

defined( 'ABSPATH' ) || exit;

/**
 * Adapter of one plugin with forms.
 *
 * Plugins add theirs with the filter `companion_forms`; see docs/forms.md. Any error that one throws is logged, and its form stays as it is.
 *
 * @phpstan-import-type Definition from Definitions
 * @phpstan-type Answer array{status: string, message: string, fields: list<array{name: string, message: string}>, hidden?: array<string, string>}
 */
interface Adapter {

	/** First part of the ids of its forms, and for good: `a-z`, digits and hyphens. */
	public function name(): string;

	/** The plugin's name for administrators. */
	public function title(): string;

	/**
	 * Shortcodes that show its forms, and nothing that may change otherwise.
	 *
	 * @return string[]
	 */
	public function shortcodes(): array;

	/**
	 * The same for blocks.
	 *
	 * @return string[] `acme/form`.
	 */
	public function blocks(): array;

	/** A request of the site begins: forms that are rendered from here on are for everybody, and are kept for long. */
	public function prepare(): void;

	/**
	 * Forms in HTML.
	 *
	 * @param string $html Rendered by WordPress.
	 * @return list<array{0: int, 1: int, 2: string}> Where each begins, its length (bytes), and its id in the plugin: `\w` and hyphens.
	 */
	public function find( string $html ): array;

	/**
	 * A form as the site makes it. The same for everybody: the page is kept.
	 *
	 * @param string $id In the plugin.
	 * @param string $html HTML that find() has found.
	 * @return Definition
	 * @throws Unsupported Where visitors could not send it from the site.
	 */
	public function definition( string $id, string $html ): array;

	/**
	 * Names that a form has, of hidden fields too: nothing else that a visitor sends reaches `$_POST` and `$_FILES`.
	 *
	 * @param string $id In the plugin.
	 * @return string[]|null Names as PHP has them: `item_meta`, not `item_meta[6]`. Null where no visitor may use this form (any more).
	 */
	public function names( string $id ): ?array;

	/**
	 * Takes what a visitor has filled in, as the plugin itself would: `$_POST` and `$_FILES` hold what the form has, `$_SERVER` is the
	 * visitor's, and nobody is logged in.
	 *
	 * @param string $id In the plugin.
	 * @param string $page Path on the site.
	 * @return Answer|null Null where no visitor may use this form (any more).
	 * @throws Unsupported The same.
	 */
	public function submit( string $id, string $page ): ?array;

	/**
	 * Adds the hooks that tell when a form is created, changed or deleted.
	 *
	 * @param callable(): void $changed Is cheap, and may be called often.
	 */
	public function watch( callable $changed ): void;
}
