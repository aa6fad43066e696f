<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use HeadlessSiteCompanion\Support\Hooks;
use WPCF7_ContactForm;
use WPGraphQL;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Forms of Contact Form 7, 5 and 6.
 *
 * Its HTML says most; what it does not say comes from the tags of the form. A submission is the plugin's own: mails, storage, spam checks
 * and the hooks of add-ons all run.
 *
 * @phpstan-import-type Definition from Definitions
 * @phpstan-import-type Answer from Adapter
 */
final class ContactForm7 implements Adapter {

	private const TYPE = 'wpcf7_contact_form';

	/** Meta of a form that visitors see the effect of. Others change with each submission. */
	private const SHOWN_META = [ '_form', '_messages', '_additional_settings', '_locale', '_hash' ];

	public function name(): string {
		return 'contact-form-7';
	}

	public function title(): string {
		return 'Contact Form 7';
	}

	public function shortcodes(): array {
		return [ 'contact-form-7', 'contact-form' ];
	}

	public function blocks(): array {
		return [ 'contact-form-7/contact-form-selector' ];
	}

	public function prepare(): void {
		Hooks::filter(
			'wpcf7_form_tag',
			static function ( $tag ) {
				// Defaults that are only of this request: its address, its user.
				if ( is_array( $tag ) && is_array( $tag['options'] ?? null ) ) {
					$tag['options'] = array_values( (array) preg_grep( '/^default:(?:get|post|user_.*)$/i', $tag['options'], PREG_GREP_INVERT ) );
				}
				return $tag;
			}
		);
		// WordPress shows a sentence to visitors, and the form to members. The site has one page for both, with a link to WordPress's own.
		Hooks::filter(
			'wpcf7_subscribers_only_notice',
			static function ( $notice, $form = null ) {
				return $form instanceof WPCF7_ContactForm && is_string( $notice ) && WPGraphQL::is_graphql_request()
					? sprintf( '<div class="wpcf7"><form><input type="hidden" name="_wpcf7" value="%d" />%s</form></div>', $form->id(), $notice ) : $notice;
			},
			10,
			2
		);
	}

	public function find( string $html ): array {
		$found = [];
		foreach ( Finder::forms( $html, '/<div\b[^>]*\sclass="wpcf7(?=[\s"])[^>]*>/i' ) as list( $at, $length ) ) {
			if ( preg_match( '/<input\b[^>]*\sname="_wpcf7"[^>]*\svalue="(\d+)"/', substr( $html, $at, $length ), $id ) ) {
				$found[] = [ $at, $length, $id[1] ];
			}
		}
		return $found;
	}

	public function definition( string $id, string $html ): array {
		$form = self::form( $id );
		if ( ! $form ) {
			throw new Unsupported( Unsupported::BROKEN, "no form $id" );
		}
		if ( $form->is_true( 'subscribers_only' ) ) {
			throw new Unsupported( Unsupported::MEMBERS );
		}
		$tags = new ContactForm7Tags( $form );
		$tags->check();
		$read = FormHtml::read(
			self::with_counters( $html ),
			[ 'wpcf7-form-control-wrap' ],
			[ 'hidden-fields-container', 'screen-reader-response', 'wpcf7-response-output', 'wpcf7-spinner' ],
			[ $tags, 'describe' ]
		);
		preg_match( '/^<div\b[^>]*\s(?:xml:)?lang="([\w-]+)"/', $html, $language );
		preg_match( '/^<div\b[^>]*\sdir="rtl"/', $html, $is_rtl );
		return [
			'title'     => (string) $form->title(),
			'language'  => $language[1] ?? (string) get_bloginfo( 'language' ),
			'direction' => $is_rtl ? 'rtl' : 'ltr',
			'html'      => $read['html'],
			'fields'    => $read['fields'],
			'hidden'    => self::hidden( $read['hidden'], $id ),
			'words'     => array_filter(
				[
					'required' => wp_strip_all_tags( (string) $form->message( 'invalid_required', false ) ),
					'failed'   => wp_strip_all_tags( (string) $form->message( 'mail_sent_ng', false ) ),
				]
			),
		];
	}

	public function names( string $id ): ?array {
		$form = self::form( $id );
		if ( ! $form ) {
			return null;
		}
		// Its HTML has what add-ons and the owner's own tags put into the form, too.
		preg_match_all( '/\sname=(["\'])([^"\'\[]+)/', (string) $form->form_html(), $found );
		return $found[2];
	}

	public function submit( string $id, string $page ): ?array {
		$form = self::form( $id );
		if ( ! $form || $form->is_true( 'subscribers_only' ) ) {
			return null;
		}
		$tags = new ContactForm7Tags( $form );
		$tags->check();
		return ContactForm7Submission::of( $form, $tags, $page );
	}

	public function watch( callable $changed ): void {
		$seen = static function ( $id = 0 ) use ( $changed ): void {
			if ( is_numeric( $id ) && self::TYPE === get_post_type( (int) $id ) ) {
				$changed();
			}
		};
		Hooks::action( 'save_post_' . self::TYPE, $changed, 10, 0 );
		Hooks::action( 'before_delete_post', $seen );
		foreach ( [ 'added', 'updated', 'deleted' ] as $what ) {
			Hooks::action(
				$what . '_post_meta',
				static function ( $meta, $post = 0, $key = '' ) use ( $seen ): void {
					if ( in_array( $key, self::SHOWN_META, true ) ) {
						$seen( $post );
					}
				},
				10,
				3
			);
		}
		// Its settings: the keys of a captcha among them.
		foreach ( [ 'add', 'update', 'delete' ] as $what ) {
			Hooks::action( $what . '_option_wpcf7', $changed, 10, 0 );
		}
	}

	/**
	 * A form that visitors may use.
	 *
	 * @param string $id ID of its post.
	 */
	private static function form( string $id ): ?WPCF7_ContactForm {
		$post = ctype_digit( $id ) ? get_post( (int) $id ) : null;
		if ( ! $post instanceof WP_Post || self::TYPE !== $post->post_type || 'publish' !== $post->post_status ) {
			return null;
		}
		$form = wpcf7_contact_form( $post->ID );
		return $form instanceof WPCF7_ContactForm ? $form : null;
	}

	/**
	 * HTML whose counters of characters say by a class what they count, as the site keeps classes: `count-down-500-your-message`. One
	 * that counts down from nothing goes.
	 */
	private static function with_counters( string $html ): string {
		return (string) preg_replace_callback(
			'/<span\b[^>]*\bclass="[^"]*\bwpcf7-character-count (down|up)\b[^"]*"[^>]*\bdata-target-name="([\w-]+)"[^>]*\bdata-starting-value="(\d+)"[^>]*>\d+<\/span>/',
			static function ( array $found ): string {
				list( , $way, $name, $from ) = $found;
				return 'down' === $way && '0' === $from ? '' : "<span class=\"count-$way-$from-$name\">$from</span>";
			},
			$html
		);
	}

	/**
	 * Hidden values that are the same for everybody. The plugin numbers the forms of one request; a page has its own, and
	 * says which page that is, for the texts of mails.
	 *
	 * @param array<string, string> $hidden Rendered values.
	 * @return array<string, string>
	 */
	private static function hidden( array $hidden, string $id ): array {
		$page = (int) ( $hidden['_wpcf7_container_post'] ?? 0 );
		$page = $page > 0 ? $page : (int) get_the_ID();

		$hidden['_wpcf7_container_post'] = (string) $page;
		$hidden['_wpcf7_unit_tag']       = "wpcf7-f$id-p$page-o1";
		unset( $hidden['_wpnonce'] );
		return $hidden;
	}
}
