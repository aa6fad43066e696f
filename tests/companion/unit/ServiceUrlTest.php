<?php
/**
 * Case 57: which addresses the secret may be sent to.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Settings\ServiceUrl;
use PHPUnit\Framework\TestCase;

final class ServiceUrlTest extends TestCase {

	/** @dataProvider addresses */
	public function test_judges( string $url, ?string $problem, ?string $normal = null ): void {
		$this->assertSame( $problem, ServiceUrl::problem( $url, false ) );
		$this->assertSame( $normal, ServiceUrl::normalize( $url, false ) );
	}

	public function addresses(): array {
		return [
			[ 'https://www.example.com', null, 'https://www.example.com' ],
			[ ' https://WWW.Example.com/ ', null, 'https://www.example.com' ],
			[ 'http://example.com:3000/site/', null, 'http://example.com:3000/site' ],
			'a private network, as with Docker' => [ 'http://10.0.0.5:3000', null, 'http://10.0.0.5:3000' ],
			[ 'http://site:3000', null, 'http://site:3000' ],
			[ '', 'form' ],
			[ 'example.com', 'form' ],
			[ '//example.com', 'form' ],
			[ "https://example.com\r\nX: y", 'form' ],
			[ 'https://exa mple.com', 'form' ],
			[ 'https://example.com\\@evil.example', 'form' ],
			[ 'ftp://example.com', 'scheme' ],
			[ 'javascript://example.com', 'scheme' ],
			[ 'file://host/etc/passwd', 'scheme' ],
			[ 'https://user:pass@example.com', 'credentials' ],
			[ 'https://user@example.com', 'credentials' ],
			[ 'https://example.com?x=1', 'query' ],
			[ 'https://example.com#x', 'query' ],
			'the metadata service'           => [ 'http://169.254.169.254', 'link-local' ],
			'the same as a number'           => [ 'http://2852039166', 'link-local' ],
			'the same in hexadecimal'        => [ 'http://0xa9fea9fe', 'link-local' ],
			'the same in octal'              => [ 'http://0251.0376.0251.0376', 'link-local' ],
			'the same inside IPv6'           => [ 'http://[::ffff:169.254.169.254]', 'link-local' ],
			'the same inside IPv6, in hex'   => [ 'http://[::ffff:a9fe:a9fe]', 'link-local' ],
			[ 'http://[fe80::1]', 'link-local' ],
			[ 'http://metadata.google.internal', 'link-local' ],
			'the metadata service of Amazon' => [ 'http://[fd00:ec2::254]', 'link-local' ],
			'the same, written in full'      => [ 'http://[FD00:0EC2:0:0:0:0:0:0254]', 'link-local' ],
			'its neighbour'                  => [ 'http://[fd00:ec2::255]', null, 'http://[fd00:ec2::255]' ],
			'the one of Alibaba'             => [ 'http://100.100.100.200', 'link-local' ],
			'its neighbours'                 => [ 'http://100.100.100.201', null, 'http://100.100.100.201' ],
			'behind a gateway (NAT64)'       => [ 'http://[64:ff9b::a9fe:a9fe]', 'link-local' ],
			'behind it, this machine'        => [ 'http://[64:ff9b::7f00:1]', 'loopback' ],
			'behind it, anybody'             => [ 'http://[64:ff9b::102:304]', null, 'http://[64:ff9b::102:304]' ],
			'IPv6'                           => [ 'http://[2001:DB8::1]:3000/site/', null, 'http://[2001:db8::1]:3000/site' ],
			[ 'http://127.0.0.1:3000', 'loopback' ],
			[ 'http://127.1', 'loopback' ],
			[ 'http://2130706433', 'loopback' ],
			[ 'http://0.0.0.0', 'loopback' ],
			[ 'http://[::1]:3000', 'loopback' ],
			[ 'http://[::ffff:127.0.0.1]', 'loopback' ],
			[ 'http://localhost', 'loopback' ],
			[ 'http://LOCALHOST.', 'loopback' ],
			[ 'http://x.localhost', 'loopback' ],
		];
	}

	public function test_this_machine_is_allowed_where_it_is_no_production_link_local_never(): void {
		$this->assertSame( 'http://127.0.0.1:3000', ServiceUrl::normalize( 'http://127.0.0.1:3000/', true ) );
		$this->assertSame( 'http://localhost:3000', ServiceUrl::normalize( 'http://localhost:3000', true ) );
		$this->assertNull( ServiceUrl::normalize( 'http://169.254.169.254', true ) );
	}

	public function test_origin_is_what_a_browser_sends(): void {
		$this->assertSame( 'https://example.com', ServiceUrl::origin( 'https://example.com:443/x' ) );
		$this->assertSame( 'http://example.com:3000', ServiceUrl::origin( 'http://example.com:3000' ) );
		$this->assertSame( '', ServiceUrl::origin( '' ) );
	}
}
