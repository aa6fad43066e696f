<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Revalidation\Backfill;
use HeadlessSiteCompanion\Revalidation\ChangeCollector;
use HeadlessSiteCompanion\Revalidation\CircuitBreaker;
use HeadlessSiteCompanion\Revalidation\Claims;
use HeadlessSiteCompanion\Revalidation\Connection;
use HeadlessSiteCompanion\Revalidation\CrashMarkers;
use HeadlessSiteCompanion\Revalidation\DeliveryHistory;
use HeadlessSiteCompanion\Revalidation\DeliveryOutcomes;
use HeadlessSiteCompanion\Revalidation\Dispatcher;
use HeadlessSiteCompanion\Revalidation\Outbox;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Revalidation\Recorder;
use HeadlessSiteCompanion\Revalidation\Refresh;
use HeadlessSiteCompanion\Revalidation\Sender;
use HeadlessSiteCompanion\Revalidation\Trigger;
use HeadlessSiteCompanion\Revalidation\Watch\CommentWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\FormWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\MediaWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\MenuWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\PluginWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\PostWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\SiteWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\TermWatcher;
use HeadlessSiteCompanion\Revalidation\Watch\UserWatcher;
use HeadlessSiteCompanion\Settings\Rotation;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\Store;
use HeadlessSiteCompanion\Support\Clock;

defined( 'ABSPATH' ) || exit;

/**
 * Puts the parts together.
 *
 * The table of contents: every part is made here, with what it needs, and nowhere else.
 */
final class Plugin {

	/** The one plugin of this request. */
	private static ?self $instance = null;

	public Clock $clock;
	private Store $store;
	public Settings $settings;
	public Log $log;
	public Contact\Messages $messages;
	public Outbox $outbox;
	public Refresh $refresh;
	public QueueStats $queue_stats;
	public CircuitBreaker $circuit;
	public DeliveryHistory $history;
	public Connection $connection;
	public Dispatcher $dispatcher;

	/** Makes what the parts share. */
	private function __construct() {
		$this->clock       = new Clock();
		$this->log         = new Log( $this->clock );
		$this->store       = new Store( $this->clock, $this->log );
		$this->settings    = new Settings( $this->store );
		$this->messages    = new Contact\Messages( $this->clock );
		$sender            = new Sender( $this->settings );
		$this->outbox      = new Outbox( $this->clock );
		$this->refresh     = new Refresh( $this->outbox, $this->settings, $this->log );
		$this->queue_stats = new QueueStats();
		$this->circuit     = new CircuitBreaker( $this->clock );
		$this->history     = new DeliveryHistory();
		$this->connection  = new Connection( $this->settings, $sender, $this->circuit, $this->outbox, $this->clock );

		$claims   = new Claims( $this->outbox, $this->clock );
		$outcomes = new DeliveryOutcomes( $this->outbox, $claims, $this->circuit, $this->history, $this->settings, $this->log, $this->clock );

		$this->dispatcher = new Dispatcher( $claims, $sender, $this->circuit, $this->connection, $outcomes, $this->settings, $this->clock );
	}

	/** The one plugin of this request. */
	public static function instance(): self {
		self::$instance = self::$instance ?? new self();
		return self::$instance;
	}

	/** Lets every part add its hooks. */
	public function register(): void {
		foreach ( $this->modules() as $module ) {
			$module->register();
		}
	}

	/**
	 * The parts.
	 *
	 * @return Module[]
	 */
	private function modules(): array {
		$markers      = new CrashMarkers( $this->outbox, $this->settings, $this->clock );
		$collector    = new ChangeCollector( $markers );
		$trigger      = new Trigger( $this->dispatcher, $this->outbox, $this->circuit, $this->connection, $this->log, $this->settings, $this->clock );
		$previews     = new Preview\Previews( $this->settings );
		$address      = new FrontEnd\SiteAddress( $this->settings );
		$reports      = new Rest\Reports( $this->clock, $this->settings, $this->log, $this->queue_stats, $this->circuit, $this->history, $this->connection );
		$sections     = new GraphQL\BlockTypes();
		$redirects    = new Redirects\Rules( $this->settings );
		$body         = new Visitors\PostedBody();
		$gateway      = new Visitors\VisitorRoute( $this->settings, $this->clock );
		$indexability = new FrontEnd\Indexability( $this->settings, $this->clock );
		return [
			// Before any other part, and any other plugin that is loaded later, sees a body.
			$body,
			new Lifecycle(),
			new Rotation( $this->settings, $this->store ),
			new PostWatcher( $collector ),
			new TermWatcher( $collector ),
			new UserWatcher( $collector ),
			new MenuWatcher( $collector ),
			new SiteWatcher( $collector ),
			new MediaWatcher( $collector ),
			new CommentWatcher( $collector ),
			new PluginWatcher( $collector ),
			new FormWatcher( $collector ),
			new Redirects\RedirectWatcher( $collector, $redirects ),
			new Recorder( $collector, $this->outbox, $this->settings, $this->log, $trigger ),
			$trigger,
			new Backfill( $this->clock ),
			new Blocks\Registration(),
			new Blocks\Patterns(),
			new GraphQL\MenuLocations(),
			new GraphQL\InvalidMenuItems(),
			new GraphQL\Version(),
			new GraphQL\SchemaText( $this->settings, $this->clock ),
			new GraphQL\PageSettings(),
			new GraphQL\Interval(),
			new GraphQL\TakesPassword(),
			new GraphQL\PageTemplates(),
			new GraphQL\ChoiceLabels(),
			new GraphQL\BlockOverrides( $this->settings, $sections ),
			new Redirects\RedirectsField( $this->settings, $redirects ),
			new Redirects\Migration(),
			new Redirects\HitsRoute( $gateway, $redirects ),
			new GraphQL\CommentRules(),
			new GraphQL\CommentContent(),
			new GraphQL\Identity(),
			new GraphQL\BrokenDatabase(),
			new GraphQL\PublicAuthors(),
			new GraphQL\MediaFields(),
			$sections,
			new GraphQL\ContentGuard(),
			new GraphQL\RenderedContent(),
			new GraphQL\QueryPages(),
			new GraphQL\Unscripted(),
			new Forms\Content(),
			new Visitors\FormRoute( $gateway, $body ),
			new GraphQL\ChosenStyles(),
			new GraphQL\PlaylistTracks(),
			new GraphQL\FilePreviews(),
			new GraphQL\Teaser(),
			new GraphQL\NotShown(),
			new GraphQL\ContentIndex(),
			new Preview\AutosavedFiles(),
			new Preview\Links( $previews ),
			new Preview\Redirector( $previews, $this->settings, $this->log, $this->clock ),
			new Preview\ReadGrant( $previews, $this->settings, $this->clock ),
			new Passwords\PasswordRoute( $gateway ),
			new Passwords\PasswordGrant( $this->settings, $this->clock ),
			new Http\Cors( $this->settings ),
			new FrontEnd\Links( $address ),
			$indexability,
			new FrontEnd\NoIndex( $this->settings, $address, $indexability ),
			new FrontEnd\Redirect( $address, $previews ),
			new Pairing\Consequences(),
			new Comments\Routes( $gateway ),
			new Rest\Routes( $reports, $this->settings, $this->messages, $this->queue_stats, $this->clock, $this->log ),
			new Contact\Contact( $this->messages, $gateway, $this->settings, $this->clock ),
			new Admin\Area( $this->settings, $this->log, $this->messages, $reports, $this->dispatcher, $this->outbox, $this->refresh, $this->queue_stats, $this->circuit, $this->clock ),
			new Cli\Registration( $this->settings, $reports, $this->dispatcher, $this->outbox, $this->refresh, $this->queue_stats ),
		];
	}
}
