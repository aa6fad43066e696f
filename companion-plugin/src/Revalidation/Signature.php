<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * Signs webhooks.
 *
 * The headers of the Standard Webhooks specification, for services that check them; the site that create-headless-site makes
 * compares the secret in the body. Held to tests/vectors/webhook.json. No WordPress call is made here.
 */
final class Signature {

	/**
	 * The headers of one request.
	 *
	 * @param string $secret The revalidation secret; its bytes are the key.
	 * @param string $id Same for every attempt to deliver the same.
	 * @param int $now Unix seconds.
	 * @param string $body Byte for byte as sent.
	 * @return array<string, string>
	 */
	public static function headers( string $secret, string $id, int $now, string $body ): array {
		$signed = hash_hmac( 'sha256', $id . '.' . $now . '.' . $body, $secret, true );
		return [
			'webhook-id'        => $id,
			'webhook-timestamp' => (string) $now,
			'webhook-signature' => 'v1,' . base64_encode( $signed ), // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- The specification asks for base64.
		];
	}
}
