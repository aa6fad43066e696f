<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

defined( 'ABSPATH' ) || exit;

/**
 * The cards of the dashboard.
 *
 * Figures in cards. Each knows its place in the answers, so that the script finds it again.
 */
final class DashboardCards {

	/** @var array<string, array<string, mixed>> The answers: `connection`, `stats`, `cache`. */
	private array $data;

	/** @param array<string, array<string, mixed>> $data */
	public function __construct( array $data ) {
		$this->data = $data;
	}

	public function render(): void {
		$this->connection_card();
		$this->deliveries_card();
		$this->cache_card();
		$this->content_card();
	}

	/** Is the site there? */
	private function connection_card(): void {
		$now = $this->data['connection'];
		$this->open( 'connection', __( 'Connection', 'headless-site-companion' ) );
		printf(
			'<p class="hsc-status" id="hsc-status" data-status="%s"><span class="hsc-dot" aria-hidden="true"></span> <strong id="hsc-word">%s</strong></p><p data-hsc="connection.message" data-hsc-as="text">%s</p><p class="hsc-fix" data-hsc="connection.fix" data-hsc-as="line"%s>%s</p>',
			esc_attr( $now['status'] ),
			esc_html( Format::words()[ $now['status'] ] ),
			esc_html( $now['message'] ),
			null === $now['fix'] ? ' hidden' : '',
			esc_html( (string) $now['fix'] )
		);
		$this->rows(
			[
				[ __( 'Site answers', 'headless-site-companion' ), 'connection.reachable', 'flag' ],
				[ __( 'Secret accepted', 'headless-site-companion' ), 'connection.secretAccepted', 'flag' ],
				[ __( 'Response time', 'headless-site-companion' ), 'connection.latencyMs', 'ms' ],
				[ __( 'Runtime', 'headless-site-companion' ), 'connection.runtime', 'text' ],
				[ __( 'Accepts whole sections', 'headless-site-companion' ), 'connection.wildcard', 'flag' ],
				[ __( 'Checked', 'headless-site-companion' ), 'connection.checkedAt', 'moment' ],
			]
		);
		echo '<div class="hsc-buttons">' . Button::html( Actions::CHECK, __( 'Check connection now', 'headless-site-companion' ) ) . '</div></section>'; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	}

	/** Do changes arrive? */
	private function deliveries_card(): void {
		$this->open( 'deliveries', __( 'Deliveries', 'headless-site-companion' ) );
		$this->rows(
			[
				[ __( 'Webhooks', 'headless-site-companion' ), 'stats.webhooks.enabled', 'switch' ],
				[ __( 'State', 'headless-site-companion' ), 'stats.webhooks.circuit.state', 'circuit' ],
				[ __( 'Waiting', 'headless-site-companion' ), 'stats.webhooks.queue.pending', 'number' ],
				[ __( 'Being sent', 'headless-site-companion' ), 'stats.webhooks.queue.sending', 'number' ],
				[ __( 'Given up', 'headless-site-companion' ), 'stats.webhooks.queue.failed', 'number' ],
				[ __( 'Oldest waiting for', 'headless-site-companion' ), 'stats.webhooks.queue.oldestSeconds', 'age' ],
				[ __( 'Last delivery', 'headless-site-companion' ), 'stats.webhooks.lastDelivery.at', 'moment' ],
				[ __( 'Its HTTP status', 'headless-site-companion' ), 'stats.webhooks.lastDelivery.status', 'text' ],
				[ __( 'Its response time', 'headless-site-companion' ), 'stats.webhooks.lastDelivery.ms', 'ms' ],
			]
		);
		$this->window_heading( $this->data['stats']['webhooks']['window']['seconds'] );
		$this->rows(
			[
				[ __( 'Requests', 'headless-site-companion' ), 'stats.webhooks.window.deliveries', 'number' ],
				[ __( 'Failed', 'headless-site-companion' ), 'stats.webhooks.window.failures', 'number' ],
				[ __( 'Paths delivered', 'headless-site-companion' ), 'stats.webhooks.window.paths', 'number' ],
				[ __( 'Median time', 'headless-site-companion' ), 'stats.webhooks.window.medianMs', 'ms' ],
				[ __( 'Longest time', 'headless-site-companion' ), 'stats.webhooks.window.slowestMs', 'ms' ],
			]
		);
		echo '<div class="hsc-buttons">' . Button::html( Actions::DELIVER, __( 'Deliver now', 'headless-site-companion' ) ) . '</div></section>'; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	}

	/** Card with all that is known of the site's cache. */
	private function cache_card(): void {
		$this->open( 'cache', __( 'Site cache', 'headless-site-companion' ) );
		$this->rows(
			[
				[ __( 'Last revalidated', 'headless-site-companion' ), 'cache.lastRevalidatedAt', 'moment' ],
				[ __( 'Paths waiting', 'headless-site-companion' ), 'cache.waitingPaths', 'number' ],
				[ __( 'Hit rate', 'headless-site-companion' ), 'cache.hitRate', 'text' ],
			]
		);
		$this->window_heading( $this->data['cache']['pathsRevalidated']['seconds'], 'cache.pathsRevalidated.seconds' );
		$this->rows( [ [ __( 'Paths revalidated', 'headless-site-companion' ), 'cache.pathsRevalidated.count', 'number' ] ] );
		DashboardLists::builds( $this->data['cache']['needsBuild'] );
		echo '<div class="hsc-buttons">' . Button::html( Actions::REFRESH, __( 'Refresh the whole site', 'headless-site-companion' ) ) . '</div></section>'; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	}

	/** How much is there? */
	private function content_card(): void {
		$this->open( 'content', __( 'Published content', 'headless-site-companion' ) );
		$rows = [];
		foreach ( array_keys( (array) $this->data['stats']['content'] ) as $name ) {
			$type   = get_post_type_object( (string) $name );
			$rows[] = [ $type ? $type->labels->name : (string) $name, 'stats.content.' . $name, 'number' ];
		}
		$this->rows( $rows );
		if ( ! $rows ) {
			printf( '<p>%s</p>', esc_html__( 'WPGraphQL shows no content: it is not active.', 'headless-site-companion' ) );
		}
		printf( '<h3>%s</h3>', esc_html__( 'Versions', 'headless-site-companion' ) );
		$this->rows(
			[
				[ 'Headless Site Companion', 'stats.versions.plugin', 'text' ],
				[ 'WordPress', 'stats.versions.wordpress', 'text' ],
				[ 'PHP', 'stats.versions.php', 'text' ],
				[ 'WPGraphQL', 'stats.versions.wpgraphql', 'version' ],
			]
		);
		echo '</section>';
	}

	/**
	 * Opens a card.
	 *
	 * @param string $id ID of its heading.
	 */
	private function open( string $id, string $title ): void {
		printf( '<section class="hsc-card" aria-labelledby="hsc-%1$s"><h2 id="hsc-%1$s">%2$s</h2>', esc_attr( $id ), esc_html( $title ) );
	}

	/**
	 * Heading of figures of a stretch of time.
	 *
	 * @param int $seconds Its length.
	 * @param string $path Where the length is in the answers.
	 */
	private function window_heading( int $seconds, string $path = 'stats.webhooks.window.seconds' ): void {
		/* translators: %s: a length of time, like 24 h. */
		$text = esc_html__( 'In the last %s', 'headless-site-companion' );
		printf( '<h3>%s</h3>', sprintf( $text, Format::html( 'span', $seconds, $path ) ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Both are escaped.
	}

	/**
	 * Writes names and values.
	 *
	 * @param array<int, array{0: string, 1: string, 2: string}> $rows Name, place of the value in the answers, kind for Format.
	 */
	private function rows( array $rows ): void {
		if ( ! $rows ) {
			return;
		}
		echo '<dl class="hsc-figures">';
		foreach ( $rows as list( $name, $path, $kind ) ) {
			printf( '<div><dt>%s</dt><dd>%s</dd></div>', esc_html( $name ), Format::html( $kind, $this->value( $path ), $path ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		}
		echo '</dl>';
	}

	/**
	 * A value of the answers.
	 *
	 * @param string $path Names with dots between them.
	 * @return mixed Null when there is none.
	 */
	private function value( string $path ) {
		$value = $this->data;
		foreach ( explode( '.', $path ) as $name ) {
			$value = is_object( $value ) ? (array) $value : $value;
			$value = is_array( $value ) ? ( $value[ $name ] ?? null ) : null;
		}
		return $value;
	}
}
