<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Rest;

use HeadlessSiteCompanion\Revalidation\Connection;

defined( 'ABSPATH' ) || exit;

/**
 * Whether the site can be reached.
 *
 * `connection/status`: reachable, and the secret accepted? With a sentence on what is wrong and one on the fix.
 *
 * @phpstan-import-type Status from Connection
 */
final class ConnectionStatus implements Report {

	private Connection $connection;

	public function __construct( Connection $connection ) {
		$this->connection = $connection;
	}

	public function path(): string {
		return 'connection/status';
	}

	/**
	 * The answer; a result of the last seconds is taken.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array {
		return $this->describe( $this->connection->check() );
	}

	/**
	 * The answer as the last check had it, for a page that does not wait for the site; a check where there was none.
	 *
	 * @return array<string, mixed>
	 */
	public function last(): array {
		return $this->describe( $this->connection->known() ?? $this->connection->check() );
	}

	/**
	 * The answer after a check that is made now.
	 *
	 * @return array<string, mixed>
	 */
	public function fresh(): array {
		return $this->describe( $this->connection->check( true ) );
	}

	/**
	 * A result with its sentences.
	 *
	 * @param Status $result Result of the check.
	 * @return array<string, mixed>
	 */
	private function describe( array $result ): array {
		$text = Messages::connection( $result['problem'], $result['httpStatus'] );
		return [
			'status'         => 'connected' === $result['status'] ? 'connected' : 'disconnected',
			'reachable'      => $result['reachable'],
			'secretAccepted' => $result['secretAccepted'],
			'httpStatus'     => $result['httpStatus'],
			'latencyMs'      => $result['latencyMs'],
			'wildcard'       => $result['wildcard'],
			'runtime'        => $this->connection->runtime(),
			'checkedAt'      => JsonSchema::time( $result['checkedAt'] ),
			'cached'         => $result['cached'],
			'problem'        => $result['problem'],
			'message'        => $text['message'],
			'fix'            => $text['fix'],
		];
	}

	public function schema(): array {
		return JsonSchema::answer( 'companion-connection-status', self::properties() );
	}

	/**
	 * The parts of the answer.
	 *
	 * @return array<string, mixed>
	 */
	public static function properties(): array {
		$flag = [ 'boolean', 'null' ];
		return [
			'status'         => JsonSchema::value( 'string', 'connected: the site answers and accepts the secret. disconnected: anything else.', [ 'enum' => [ 'connected', 'disconnected' ] ] ),
			'reachable'      => JsonSchema::value( $flag, 'Whether the site answered.' ),
			'secretAccepted' => JsonSchema::value( $flag, 'Whether the site accepted the revalidation secret.' ),
			'httpStatus'     => JsonSchema::value( [ 'integer', 'null' ], 'HTTP status of the check; null when there was no answer.' ),
			'latencyMs'      => JsonSchema::value( [ 'integer', 'null' ], 'Response time in milliseconds; null when there was none.' ),
			'wildcard'       => JsonSchema::value( $flag, 'Whether the site takes whole sections (paths that end in /*).' ),
			'runtime'        => JsonSchema::value( [ 'string', 'null' ], "Version of the site's runtime, the package headless-site, as the site last said; null while that is not known." ),
			'checkedAt'      => JsonSchema::moment( 'When it was checked; null when there was nothing to check.' ),
			'cached'         => JsonSchema::value( 'boolean', 'Whether this is the result of an earlier check, of the last 20 seconds.' ),
			'problem'        => JsonSchema::value( [ 'string', 'null' ], 'What is wrong; null when connected.', [ 'enum' => array_merge( Connection::PROBLEMS, [ null ] ) ] ),
			'message'        => JsonSchema::value( 'string', 'The same as a sentence, in the language of the user.' ),
			'fix'            => JsonSchema::value( [ 'string', 'null' ], 'What to do about it, in the language of the user; null when connected.' ),
		];
	}
}
