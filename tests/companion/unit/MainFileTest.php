<?php
/**
 * The one file that servers of any age load: it decides whether the others are.
 */

declare( strict_types=1 );

use PhpParser\Node;
use PhpParser\NodeFinder;
use PhpParser\ParserFactory;
use PHPUnit\Framework\TestCase;

final class MainFileTest extends TestCase {

	private const FILE = __DIR__ . '/../../../companion-plugin/headless-site-companion.php';

	/**
	 * Loads it in a process of its own, in a folder where the rest of the plugin only says that it was loaded.
	 *
	 * @return string `all`, or the function that shows the notice; PHP's message where it fails
	 */
	private function loads( string $php, string $wordpress ): string {
		$folder = sys_get_temp_dir() . '/companion-main-' . bin2hex( random_bytes( 8 ) );
		mkdir( "$folder/src", 0700, true );
		file_put_contents( "$folder/src/bootstrap.php", '<?php echo "all";' );
		// A constant of PHP's own cannot be another; its name can.
		file_put_contents( "$folder/main.php", str_replace( 'PHP_VERSION', 'OLD_PHP_VERSION', (string) file_get_contents( self::FILE ) ) );
		$code = sprintf(
			'define( "ABSPATH", "/" ); define( "OLD_PHP_VERSION", %s ); $GLOBALS["wp_version"] = %s;
			function add_action( $hook, $callback ) { echo "$hook: ", is_callable( $callback ) ? $callback : "not callable"; }
			require %s;',
			var_export( $php, true ),
			var_export( $wordpress, true ),
			var_export( "$folder/main.php", true )
		);
		$output = (string) shell_exec( escapeshellarg( PHP_BINARY ) . ' -d display_errors=1 -r ' . escapeshellarg( $code ) . ' 2>&1' );
		array_map( 'unlink', [ "$folder/main.php", "$folder/src/bootstrap.php" ] );
		array_map( 'rmdir', [ "$folder/src", $folder ] );
		return $output;
	}

	/** @dataProvider versions */
	public function test_case_72_loads_the_plugin_only_where_it_can_run( string $php, string $wordpress, bool $runs ): void {
		if ( '1' !== trim( (string) @shell_exec( 'echo 1' ) ) ) {
			$this->markTestSkipped( 'This PHP cannot start another one (PHP in WebAssembly).' );
		}
		$this->assertSame( $runs ? 'all' : 'admin_notices: companion_requirements_notice', $this->loads( $php, $wordpress ) );
	}

	public function versions(): array {
		return [
			[ '7.4.0', '6.0', true ],
			[ '8.4.1', '6.0.3', true ],
			[ '10.0.0', '10.0', true ],
			[ '7.4.33-0+deb11u1', '6.1-alpha-53000', true ],
			'an old PHP'           => [ '7.3.33', '6.0', false ],
			'PHP 5.6'              => [ '5.6.40', '6.8', false ],
			'an old WordPress'     => [ '8.2.0', '5.9.10', false ],
			'WordPress before 5.0' => [ '7.4.0', '4.9.26', false ],
			'both'                 => [ '7.0.0', '4.9', false ],
		];
	}

	public function test_has_nothing_that_php_56_cannot_read(): void {
		$nodes = ( new ParserFactory() )->createForHostVersion()->parse( (string) file_get_contents( self::FILE ) );
		$newer = ( new NodeFinder() )->find(
			(array) $nodes,
			static function ( Node $node ): bool {
				foreach ( [ Node\Expr\BinaryOp\Coalesce::class, Node\Expr\AssignOp\Coalesce::class, Node\Expr\BinaryOp\Spaceship::class, Node\Expr\Match_::class, Node\Expr\ArrowFunction::class, Node\Stmt\Declare_::class, Node\Stmt\GroupUse::class, Node\NullableType::class, Node\UnionType::class, Node\AttributeGroup::class ] as $type ) {
					if ( $node instanceof $type ) {
						return true;
					}
				}
				return ( $node instanceof Node\FunctionLike && null !== $node->getReturnType() ) || ( $node instanceof Node\Param && $node->type instanceof Node\Identifier && 'array' !== $node->type->name )
					|| ( $node instanceof Node\Stmt\Property && null !== $node->type ) || ( $node instanceof Node\Stmt\Class_ && $node->isAnonymous() );
			}
		);
		$this->assertSame( [], array_map( static fn( Node $node ): string => get_class( $node ) . ' in line ' . $node->getStartLine(), $newer ) );
	}
}
