<?php

use HeadlessSiteCompanion\Forms\ContactForm7;
use HeadlessSiteCompanion\Forms\Definitions;
use HeadlessSiteCompanion\Forms\Finder;
use HeadlessSiteCompanion\Forms\FormHtml;
use HeadlessSiteCompanion\Forms\Unsupported;
use PHPUnit\Framework\TestCase;

/** From the HTML of a form to its definition, however its owner has written it. */
final class FormHtmlTest extends TestCase {

	/** @return array{html: string, fields: array<int, array<string, mixed>>, hidden: array<string, string>} */
	private static function read( string $html, ?callable $describe = null ): array {
		$same = static function (): array {
			return [];
		};
		return FormHtml::read( "<div><form>$html</form></div>", [ 'wrap' ], [ 'gone' ], $describe ?? $same );
	}

	/** @return array<string, array{0: string, 1: array<string, mixed>, 2: string}> HTML, what its first field is, the HTML that is left. */
	public function forms(): array {
		$mark = '<span data-companion-field="0"></span>';
		return [
			'a label around'                     => [
				'<p><label>Name<br><input name="a"></label></p>',
				[ 'kind' => 'text', 'label' => '' ],
				"<p><label>Name<br>$mark</label></p>",
			],
			'a label beside'                     => [
				'<label for="x">Name <span aria-hidden="true">*</span></label> <input id="x" name="a" type="email" required>',
				[ 'kind' => 'email', 'label' => 'Name', 'required' => true ],
				$mark,
			],
			'text before, as old forms have it'  => [
				'<p>Your <b>name</b> (required)<br><input name="a" aria-required="true"></p>',
				[ 'label' => '', 'required' => true ],
				"<p><label>Your <b>name</b> (required)<br>$mark</label></p>",
			],
			'a placeholder alone'                => [
				'<p><input name="a" placeholder="Mail"></p>',
				[ 'label' => 'Mail', 'placeholder' => 'Mail' ],
				"<p>$mark</p>",
			],
			'nothing but a name'                 => [
				'<input name="your-name" value="x">',
				[ 'label' => 'Your name', 'labelHidden' => true, 'value' => 'x' ],
				$mark,
			],
			'a paragraph above'                  => [
				"<p>Your wishes:</p>\n<div><p><span class=\"wrap\"><label><input type=\"radio\" name=\"a\" value=\"1\">One</label><label><input type=\"radio\" name=\"a\" value=\"2\">Two</label></span></p></div>",
				[ 'label' => 'Your wishes:', 'labelHidden' => null ],
				"<div><p>$mark</p></div>",
			],
			'a paragraph that explains'          => [
				'<p>' . str_repeat( 'Long. ', 30 ) . '</p><p><input name="a"></p>',
				[ 'label' => 'A', 'labelHidden' => true ],
				'<p>' . str_repeat( 'Long. ', 30 ) . "</p><p>$mark</p>",
			],
			'a heading above'                    => [
				'<h3>About you</h3><p><input name="a" readonly></p>',
				[ 'label' => 'A', 'labelHidden' => true, 'readOnly' => true ],
				"<h3>About you</h3><p>$mark</p>",
			],
			'for screen readers'                 => [
				'<input name="a" aria-label="Search term" type="search">',
				[ 'label' => 'Search term', 'kind' => 'text' ],
				$mark,
			],
			'a hint'                             => [
				'<label>A<input name="a" aria-describedby="h"></label><div id="h">At most ten.</div>',
				[ 'hint' => 'At most ten.' ],
				"<label>A$mark</label>",
			],
			'limits'                             => [
				'<label>A<input name="a" type="number" min="1" max="9" step="0.5" maxlength="3" minlength="2" autocomplete="off"></label>',
				[ 'min' => '1', 'max' => '9', 'step' => '0.5', 'maxLength' => 3, 'minLength' => 2, 'autocomplete' => 'off' ],
				"<label>A$mark</label>",
			],
			'a long text'                        => [
				'<label>A<textarea name="a" rows="4">One &lt;two&gt;</textarea></label>',
				[ 'kind' => 'textarea', 'value' => 'One <two>', 'rows' => 4 ],
				"<label>A$mark</label>",
			],
			'a list with groups'                 => [
				'<label>A<select name="a"><option value="">-</option><optgroup label="G"><option value="1" selected>One</option></optgroup></select></label>',
				[ 'kind' => 'select', 'values' => [ '1' ], 'options' => [ [ 'value' => '', 'label' => '-' ], [ 'value' => '1', 'label' => 'One', 'group' => 'G' ] ] ],
				"<label>A$mark</label>",
			],
			'options in a label'                 => [
				'<p><label>Size<br><span class="wrap"><span><input type="checkbox" name="a[]" value="S"> Small</span> <span><input type="checkbox" name="a[]" value="L" checked> Large <input name="other"></span></span></label></p>',
				[ 'kind' => 'checkbox', 'label' => 'Size', 'multiple' => true, 'freeText' => 'other', 'values' => [ 'L' ], 'options' => [ [ 'value' => 'S', 'label' => 'Small' ], [ 'value' => 'L', 'label' => 'Large' ] ] ],
				"<p>$mark</p>",
			],
			'options with a text before'         => [
				'<p>How?<br><span class="wrap"><label><input type="radio" name="a" value="1"><span>One</span></label><label><input type="radio" name="a" value="2"><span>Two</span></label></span></p>',
				[ 'kind' => 'radio', 'label' => 'How?', 'useLabel' => true ],
				"<p>$mark</p>",
			],
			'options without anything around'    => [
				'<p><input type="radio" name="a" value="1"> One <input type="radio" name="a" value="2"> Two</p>',
				[ 'kind' => 'radio', 'label' => 'A', 'labelHidden' => true, 'options' => [ [ 'value' => '1', 'label' => 'One' ], [ 'value' => '2', 'label' => 'Two' ] ] ],
				$mark,
			],
			'one option'                         => [
				'<p><label><input type="checkbox" name="news"> Write to me</label></p>',
				[ 'kind' => 'checkbox', 'label' => '', 'options' => [ [ 'value' => 'on', 'label' => 'Write to me' ] ] ],
				"<p>$mark</p>",
			],
			'a button'                           => [ '<button>Send  it</button>', [ 'kind' => 'submit', 'name' => '', 'value' => 'Send it', 'label' => '' ], $mark ],
			'what nobody sends or sees'          => [
				'<div class="gone">Error</div><p></p><script>x()</script><input disabled name="d"><input name="t"><button type="reset">x</button>',
				[ 'name' => 't' ],
				$mark,
			],
			'letters of all kinds'               => [ '<label>Größe 👍 שלום<input name="a" value="ü&quot;"></label>', [ 'value' => 'ü"' ], "<label>Größe 👍 שלום$mark</label>" ],
		];
	}

	/** @dataProvider forms */
	public function test_reads( string $html, array $field, string $left ): void {
		$read = self::read( $html );
		$this->assertSame( $field, array_intersect_key( array_replace( $field, $read['fields'][0] ?? [] ), $field ) );
		$this->assertSame( $left, $read['html'] );
	}

	public function test_hidden_values_are_kept_in_one_place(): void {
		$read = self::read( '<input type="hidden" name="h" value="1"><p><label>A<input name="a"><input type="hidden" name="b" value="2"></label></p>' );
		$this->assertSame( [ 'h' => '1', 'b' => '2' ], $read['hidden'] );
		$this->assertCount( 1, $read['fields'] );
	}

	public function test_an_adapter_leaves_out_and_adds(): void {
		$says = static function ( string $name ): ?array {
			return 'trap' === $name ? null : [ 'kind' => 'acceptance', 'text' => 'I agree.', 'options' => null ];
		};
		$read = self::read( '<input name="trap"><label><input type="checkbox" name="a" value="1"> I agree.</label>', $says );
		$this->assertSame( [ [ 'kind' => 'acceptance', 'text' => 'I agree.', 'name' => 'a', 'label' => '', 'required' => false, 'useLabel' => true ] ], $read['fields'] );
		$this->assertSame( '<span data-companion-field="0"></span>', $read['html'] );
	}

	/** @return array<string, array{0: string, 1: string}> */
	public function refused(): array {
		return [
			'a password'             => [ '<input type="password" name="a">', Unsupported::FIELD ],
			'a moment'               => [ '<input type="datetime-local" name="a">', Unsupported::FIELD ],
			'a captcha of a service' => [ '<input name="a"><div class="h-captcha" data-sitekey="x"></div>', Unsupported::CAPTCHA ],
			'one by its token'       => [ '<input name="a"><input type="hidden" name="g-recaptcha-response">', Unsupported::CAPTCHA ],
			'one of a picture'       => [ '<img src="/x.png"><input name="captcha-12">', Unsupported::CAPTCHA ],
		];
	}

	/** @dataProvider refused */
	public function test_refuses_what_could_not_be_sent( string $html, string $reason ): void {
		try {
			self::read( $html );
			$this->fail( 'It was read.' );
		} catch ( Unsupported $why ) {
			$this->assertSame( $reason, $why->reason() );
		}
	}

	public function test_the_attribute_holds_any_text_and_no_shortcode(): void {
		$vector = vectors( 'forms' )['marker'];
		$html   = Definitions::wrap( $vector['id'], array_diff_key( $vector['definition'], [ 'version' => 0, 'id' => 0 ] ), "<form><p>WordPress's own</p></form>" );
		$this->assertSame( $vector['html'], $html );
		$this->assertSame( 'before </div> after', Definitions::without( "before $html after" ) );
		$this->assertSame( [ 'acme:captcha' ], Definitions::refused( Definitions::refuse( 'acme:captcha', '<form></form>' ) ) );
	}

	public function test_finds_forms_of_each_version_of_contact_form_7(): void {
		$hidden = '<input type="hidden" name="_wpcf7" value="12" />';
		$five   = "<div role=\"form\" class=\"wpcf7\" id=\"wpcf7-f12-p3-o1\" lang=\"de-DE\" dir=\"ltr\"><form><div style=\"display: none;\">$hidden</div></form></div>";
		$six    = "<div class=\"wpcf7 no-js\" id=\"wpcf7-f12-o1\" lang=\"de-DE\" dir=\"ltr\" data-wpcf7-id=\"12\"><form>$hidden</form>\n</div>";
		$this->assertSame( [ [ 3, strlen( $five ), '12' ], [ 3 + strlen( $five ), strlen( $six ), '12' ] ], ( new ContactForm7() )->find( "<p>$five$six<div class=\"wpcf7-other\"><form></form></div>" ) );
	}

	public function test_finds_forms_and_no_message_in_the_place_of_one(): void {
		$one   = "<div class=\"x\"><form>1</form>\n</div>";
		$found = Finder::forms( "<p>a</p>$one<div class=\"x\">Log in.</div>$one<div class=\"x\"><form>open", '/<div class="x">/' );
		$this->assertSame( [ [ 8, strlen( $one ) ], [ 8 + strlen( $one ) + strlen( '<div class="x">Log in.</div>' ), strlen( $one ) ] ], $found );
	}
}
