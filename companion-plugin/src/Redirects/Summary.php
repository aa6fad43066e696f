<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Summary of the rules for an administrator.
 *
 * How many the site follows, and which ones it cannot follow, for the dashboard and for `doctor`.
 *
 * @phpstan-import-type Rule from Rules
 * @phpstan-import-type Left from Rules
 */
final class Summary {

	/** Rules that are named; the rest is a number. */
	private const NAMED = 20;

	private Rules $rules;

	public function __construct( Rules $rules ) {
		$this->rules = $rules;
	}

	/**
	 * Numbers, and the first rules that are left out.
	 *
	 * @return array{rules: int, left: int, named: list<Left>}|null Null where no plugin has rules.
	 */
	public function data(): ?array {
		if ( ! $this->rules->has_source() ) {
			return null;
		}
		$all      = $this->rules->all();
		$without  = self::without_effect( $all['rules'] );
		$all_left = array_merge( $all['left'], $without );
		return [
			'rules' => count( $all['rules'] ) - count( $without ),
			'left'  => count( $all_left ),
			'named' => array_slice( $all_left, 0, self::NAMED ),
		];
	}

	/**
	 * Those that the site gets and that do nothing there.
	 *
	 * @param list<Rule> $rules
	 * @return list<Left>
	 */
	private static function without_effect( array $rules ): array {
		$loops  = Loops::of( $rules, home_url( '/' ) );
		$folder = rtrim( (string) wp_parse_url( home_url(), PHP_URL_PATH ), '/' );
		$left   = [];
		foreach ( $rules as $at => $rule ) {
			$reason = Places::reason( $rule, $folder ) ?? ( isset( $loops[ $at ] ) ? Rules::LOOP : null );
			if ( null !== $reason ) {
				$left[] = Rules::left( $rule['id'], $rule['from'], $reason );
			}
		}
		return $left;
	}

	/**
	 * Why the site cannot follow a rule, for people.
	 *
	 * @return array<string, string> By the constants of Rules.
	 */
	public static function reasons(): array {
		return [
			Rules::VISITOR  => __( 'It depends on who asks (browser, cookie, language, address of the network, page before). Pages of the site are the same for everybody.', 'headless-site-companion' ),
			Rules::CODE     => __( 'Its answer is made by PHP for each request.', 'headless-site-companion' ),
			Rules::EXTERNAL => __( 'It shows a page of another server.', 'headless-site-companion' ),
			Rules::RANDOM   => __( 'It leads to a random post.', 'headless-site-companion' ),
			Rules::PATTERN  => __( 'Its pattern is not valid, or has what the site does not know: back references, recursion, possessive quantifiers, properties of Unicode.', 'headless-site-companion' ),
			Rules::STATUS   => __( 'Its status is not that of a redirect or an error.', 'headless-site-companion' ),
			Rules::TARGET   => __( 'Whoever asks could choose the host that it leads to.', 'headless-site-companion' ),
			Rules::LOOP     => __( 'It leads in a circle.', 'headless-site-companion' ),
			Rules::OWN      => __( 'The site has a route of its own at this address.', 'headless-site-companion' ),
			Rules::SCHEME   => __( 'It leads neither to a page nor to a mail or a telephone number.', 'headless-site-companion' ),
			Rules::HOST     => __( 'It is a setting for host names ("Site" in Redirection). The site’s own server answers for its host names.', 'headless-site-companion' ),
		];
	}

	/** The section of the dashboard; nothing where no plugin has rules. */
	public function render(): void {
		$data = $this->data();
		if ( null === $data ) {
			return;
		}
		printf( '<section class="hsc-list" aria-labelledby="hsc-redirects"><h2 id="hsc-redirects">%s</h2>', esc_html__( 'Redirects', 'headless-site-companion' ) );
		/* translators: %s: number of rules. */
		$text = _n( 'The site follows %s rule of your plugins.', 'The site follows %s rules of your plugins.', $data['rules'], 'headless-site-companion' );
		printf( '<p>%s</p>', esc_html( sprintf( $text, number_format_i18n( $data['rules'] ) ) ) );
		if ( $data['left'] ) {
			/* translators: %s: number of rules. */
			$text = _n( 'It cannot follow %s rule:', 'It cannot follow %s rules:', $data['left'], 'headless-site-companion' );
			printf( '<p>%s</p><ul>', esc_html( sprintf( $text, number_format_i18n( $data['left'] ) ) ) );
			foreach ( $data['named'] as $rule ) {
				printf( '<li><code>%s</code> %s</li>', esc_html( $rule['from'] ), esc_html( self::reasons()[ $rule['reason'] ] ?? '' ) );
			}
			$more = $data['left'] - count( $data['named'] );
			if ( $more ) {
				/* translators: %s: number of rules. */
				printf( '<li>%s</li>', esc_html( sprintf( _n( 'and %s more', 'and %s more', $more, 'headless-site-companion' ), number_format_i18n( $more ) ) ) );
			}
			echo '</ul>';
		}
		echo '</section>';
	}
}
