<?php
/**
 * Case 57: which addresses the secret may be sent to.
 */

declare( strict_types=1 );

use HeadlessSiteCompanion\Settings\ServiceUrl;
use PHPUnit\Framework\TestCase;

final class ServiceUrlTest extends TestCase {

	/** @dataProvider shown */
	public function test_shows_no_password( string $url, string $shown ): void {
		$this->assertSame( $shown, ServiceUrl::without_credentials( $url ) );
	}

	public function shown(): array {
		return [
			[ 'https://demo:sesame@staging.example.com/site', 'https://staging.example.com/site' ],
			[ 'https://demo@staging.example.com', 'https://staging.example.com' ],
			[ 'https://demo:MARKER@x@www.example.com/a@b', 'https://www.example.com/a@b' ],
			[ 'https://demo:ses/a@me#?@staging.example.com', 'https://staging.example.com' ],
			[ 'demo:sesame@staging.example.com', 'staging.example.com' ],
			[ '//demo:sesame@staging.example.com', '//staging.example.com' ],
			[ 'https://www.example.com/@ada', 'https://www.example.com/@ada' ],
			[ 'what is this', 'what is this' ],
			[ '', '' ],
		];
	}

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
			'behind one of their own'        => [ 'http://[64:ff9b:1::a9fe:a9fe]', 'link-local' ],
			'with a longer prefix'           => [ 'http://[64:ff9b:1:fffe::7f00:1]', 'loopback' ],
			'behind the prefix itself'       => [ 'http://[64:ff9b:1:a9fe:a9:fe00::]', 'link-local' ],
			'the one of Oracle'              => [ 'http://192.0.0.192', 'link-local' ],
			'the same behind a gateway'      => [ 'http://[64:ff9b::c000:c0]', 'link-local' ],
			'the one of Azure'               => [ 'http://168.63.129.16', 'link-local' ],
			'the one of Google in IPv6'      => [ 'http://[fd20:ce::254]', 'link-local' ],
			[ 'http://Metadata.goog', 'link-local' ],
			[ 'http://metadata', 'link-local' ],
			[ 'http://instance-data.', 'link-local' ],
			[ 'http://instance-data.ec2.internal', 'link-local' ],
			[ 'https://metadata.example.com', null, 'https://metadata.example.com' ],
			'the end of link-local'          => [ 'http://[febf::1]', 'link-local' ],
			[ 'http://ip6-localhost', 'loopback' ],
			[ 'http://localhost.localdomain', 'loopback' ],
			[ 'http://localhost.example.com', null, 'http://localhost.example.com' ],
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
			[ 'http://127%2e0%2e0%2e1', 'form' ],
			[ 'http://localhos%74', 'form' ],
			[ 'http://169%2e254%2e169%2e254', 'form' ],
			[ 'http://metadata%2egoogle.internal', 'form' ],
			[ 'http://localhost..', 'form' ],
			[ 'http://.localhost', 'form' ],
			'two ports'                      => [ 'http://169.254.169.254:1:80', 'form' ],
			'a name in brackets'             => [ 'https://[www.example.com]', 'form' ],
			'a zone'                         => [ 'http://[fe80::1%25eth0]', 'form' ],
			'IPv6 without brackets'          => [ 'http://::1:80', 'form' ],
			'brackets without an end'        => [ 'http://[::1', 'form' ],
			'a name that is too long'        => [ 'http://' . str_repeat( 'a.', 127 ) . 'a', 'form' ],
			'IPv4-compatible'                => [ 'http://[::127.0.0.1]', 'loopback' ],
			'the metadata service in it'     => [ 'http://[::a9fe:a9fe]', 'link-local' ],
			'SIIT'                           => [ 'http://[::ffff:0:127.0.0.1]', 'loopback' ],
			'6to4'                           => [ 'http://[2002:7f00:1::]', 'loopback' ],
			'6to4 of the metadata service'   => [ 'http://[2002:a9fe:a9fe::1]', 'link-local' ],
			'6to4 of anybody'                => [ 'http://[2002:102:304::1]', null, 'http://[2002:102:304::1]' ],
			[ 'http://[::]', 'loopback' ],
			'a name of Docker'               => [ 'http://my_site:3000', null, 'http://my_site:3000' ],
			[ 'https://xn--mnchen-3ya.example', null, 'https://xn--mnchen-3ya.example' ],
			[ 'https://example.com.', null, 'https://example.com.' ],
		];
	}

	public function test_this_machine_is_allowed_where_it_is_no_production_link_local_never(): void {
		$this->assertSame( 'http://127.0.0.1:3000', ServiceUrl::normalize( 'http://127.0.0.1:3000/', true ) );
		$this->assertSame( 'http://localhost:3000', ServiceUrl::normalize( 'http://localhost:3000', true ) );
		$this->assertNull( ServiceUrl::normalize( 'http://169.254.169.254', true ) );
	}

	public function test_letters_of_other_scripts_are_judged_as_they_are_used(): void {
		$has_intl = function_exists( 'idn_to_ascii' );
		$this->assertSame( $has_intl ? 'https://xn--mnchen-3ya.example' : 'https://münchen.example', ServiceUrl::normalize( 'https://München.example', false ) );
		// WordPress without intl asks for a name that begins with xn--.
		$this->assertSame( $has_intl ? 'loopback' : null, ServiceUrl::problem( 'http://１２７.０.０.１', false ) );
	}

	/** @dataProvider not_public */
	public function test_private_hosts_and_ports_are_refused_where_that_is_asked_for( string $url ): void {
		$this->assertNull( ServiceUrl::problem( $url, false ) );
		$this->assertSame( 'private', ServiceUrl::problem( $url, false, true ) );
	}

	public function not_public(): array {
		return [ [ 'http://10.0.0.5' ], [ 'http://192.168.1.1' ], [ 'http://0xac100001' ], [ 'http://[fd00::1]' ], [ 'http://[::ffff:10.0.0.5]' ], [ 'http://[64:ff9b::a00:5]' ], [ 'http://[64:ff9b:1:fffe::a00:5]' ], [ 'http://100.64.0.1' ], [ 'http://100.127.255.255' ], [ 'http://192.0.0.1' ], [ 'http://198.18.0.1' ], [ 'http://198.19.255.255' ], [ 'http://224.0.0.1' ], [ 'http://240.0.0.1' ], [ 'http://255.255.255.255' ], [ 'http://[fec0::1]' ], [ 'http://[ff02::1]' ], [ 'http://[2001::1]' ], [ 'http://[2001:0:102:304::1]' ], [ 'http://[2001:db8::1]' ], [ 'http://[3fff::1]' ], [ 'http://[100::1]' ], [ 'http://site' ], [ 'http://site.' ], [ 'https://www.example.com:8443' ], [ 'http://93.184.215.14:6379' ], [ 'http://example.com:0' ] ];
	}

	public function test_public_ones_pass(): void {
		foreach ( [ 'https://www.example.com', 'http://example.com:80', 'https://example.com:443/x', 'http://93.184.215.14', 'https://[2606:2800:21f::1]', 'http://100.63.255.255', 'http://100.128.0.1', 'http://192.0.1.1', 'http://198.17.0.1', 'http://198.20.0.1', 'http://223.255.255.254', 'http://[2001:200::1]', 'http://[64:ff9b:1:fffe::102:304]' ] as $url ) {
			$this->assertNull( ServiceUrl::problem( $url, false, true ), $url );
		}
	}

	public function test_an_address_resolves_to_itself_with_its_port(): void {
		$this->assertSame( [ 'http://10.0.0.5:3000' ], ServiceUrl::resolved( 'http://10.0.0.5:3000/site' ) );
		$this->assertSame( [], ServiceUrl::resolved( 'http://[fd00::1]:3000' ) );
	}

	public function test_origin_is_what_a_browser_sends(): void {
		$this->assertSame( 'https://example.com', ServiceUrl::origin( 'https://example.com:443/x' ) );
		$this->assertSame( 'http://example.com:3000', ServiceUrl::origin( 'http://example.com:3000' ) );
		$this->assertSame( '', ServiceUrl::origin( '' ) );
	}
}
