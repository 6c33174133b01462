//! Use cases, one per file. `now` is always an argument; only `serve` reads the clock.
//!
//! Pages, emails and commands pass in a player, a seat and text. They get back views, narrated
//! facts, offers and refusals, never raw state. SQL stays in `store`, HTML in `templates`.

pub mod admin;
pub mod archive;
pub mod cache;
pub mod game;
pub mod node;
pub mod people;
pub mod play;
pub mod post;
pub mod proof;
pub mod reply;
pub mod rewind;
pub mod table;
pub mod talk;
pub mod titles;
pub mod upkeep;

mod email_payload;
mod error;
pub mod handles;
mod idempotency;
mod rulebook;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, TimeDelta, Utc};
use tokio::sync::{Notify, OnceCell};

pub use error::ServiceError;
pub use idempotency::Idempotency;

use crate::admin::backups::Checking;
use crate::admin::log_level::LogSwitch;
use crate::admin::site::SiteCache;
use crate::cache::Cache;
use crate::cache::memory::Share;
use crate::game::clocks::pending_compensation::AllMissed;
use crate::game::cluster::failover::EpochsForAll;
use crate::game::core::damage::Damages;
use crate::game::core::folded::caches::Caches;
use crate::game::core::game_cache::GameCache;
use crate::game::fairness::verdict::Verdict;
use crate::game::notify::pending::AllWaits;
use crate::node::components::Components;
use crate::node::skew::Compared;
use crate::people::secret::Entropy;
use crate::people::session_cache::Sessions;
use crate::people::tokens::uses::TokenUses;
use crate::people::visits::Visits;
use crate::play::game_story::GameStory;
use crate::post::reply_address::Answers;
use crate::table::practice::GuestGames;
use ravenpost_log::GameId;
use ravenpost_log::act::Renewal;
use ravenpost_metrics::Metrics;
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::sqlite::high_water_mark::HighWaterMark;
use ravenpost_store::{History, Store};

/// Number of locks for games. Games that share a lock are worked on one after the other.
const LOCKS: usize = 512;

/// The configuration of the service.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The URL of the site without a trailing slash: `https://play.example.org`.
    pub base_url: String,
    /// The domain of Message-IDs, used until one is recorded at the first start.
    pub mail_domain: String,
    /// Addresses at which this server itself sends or reads email; `@domain` means all in that
    /// domain.
    pub robots: Vec<String>,
    /// Where replies are received; `None` if replies are disabled.
    pub answers: Option<Answers>,
    /// Whether each email has its own envelope sender where replies are read.
    pub bounce_addresses: bool,
    /// How long a turn email waits. A player who moves on the page meanwhile gets none.
    pub turn_delay: Duration,
    /// Bytes of memory for games, their pages and other caches.
    pub memory: usize,
    /// Whether sign-up is open to everyone rather than to invited people only.
    pub open_sign_up: bool,
    /// Whether a table's share link lets new people sign up while sign-up is closed.
    pub share_links_admit: bool,
    /// Sign-in emails per hour to one address, and requested from one network address.
    pub sign_in_emails: (u64, u64),
    /// How many practice games guests may start.
    pub guest_games: GuestGames,
    /// Tables that one player may open in a day.
    pub tables_a_day: u64,
    /// Maximum number of acts per hour by which a player can cause emails to others.
    pub acts_an_hour: u64,
    /// The email address of the admin.
    pub admin: String,
    /// Days between two emails with seals to that address; 0 for none.
    pub seal_days: u32,
    /// The keys of the accepted witnesses.
    pub witnesses: Vec<String>,
    /// Where and how often backups are made; `None` for no backups.
    pub backups: Option<Copies>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            base_url: "http://127.0.0.1:8080".to_owned(),
            mail_domain: "localhost".to_owned(),
            robots: Vec::new(),
            answers: None,
            bounce_addresses: true,
            turn_delay: Duration::minutes(3),
            memory: 24_000_000,
            open_sign_up: true,
            share_links_admit: false,
            sign_in_emails: (3, 20),
            guest_games: GuestGames::default(),
            tables_a_day: 30,
            acts_an_hour: 20,
            admin: "admin@localhost".to_owned(),
            seal_days: 7,
            witnesses: Vec::new(),
            backups: None,
        }
    }
}

/// The service: cheap to clone, shared by pages, the tick, the mail loops and commands.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

pub(crate) struct Inner {
    store: Store,
    /// The name of this node, unique among the nodes of a database while it runs.
    node: String,
    settings: Settings,
    entropy: Entropy,
    /// Read from the store on first use.
    message_domain: OnceCell<String>,
    games: GameCache,
    /// Derived data of games.
    caches: Arc<Caches>,
    /// Audit results of games.
    verdicts: Cache<GameId, Arc<Verdict>>,
    /// The latest stories of finished games.
    stories: Cache<GameId, Arc<GameStory>>,
    /// Per-game locks, so that orders to the same game do not race within this process.
    locks: Vec<tokio::sync::Mutex<()>>,
    in_use: Sessions,
    token_uses: TokenUses,
    visits: Visits,
    metrics: Metrics,
    components: Components,
    /// The texts about the server that admins wrote.
    site: SiteCache,
    /// The backup that is being verified.
    checking: Checking,
    log: LogSwitch,
    /// Held while a seal text is built.
    seal_texts: Arc<archive::seal_text::BuildSlot>,
    waits: AllWaits,
    damages: Damages,
    missed: AllMissed,
    /// Games whose epoch could not be renewed together with the others.
    pending_renewals: Mutex<BTreeMap<GameId, Renewal>>,
    /// Epochs that all games need after a failover.
    epochs_for_all: Mutex<Option<EpochsForAll>>,
    /// Number of database connections opened until the last check for a failover.
    sessions: AtomicU64,
    /// The last known history of the database, if it has one.
    history: Mutex<Option<History>>,
    /// The last known end of the log.
    end_of_log: Mutex<Option<HighWaterMark>>,
    /// Whether this node saw a game state that the database no longer has.
    lost: AtomicBool,
    /// How far this machine's clock is off, if it is too far.
    off: Mutex<Option<TimeDelta>>,
    /// The last comparison of clocks.
    compared: Mutex<Option<Compared>>,
    /// Whether other nodes use other rules versions.
    ruled_otherwise: AtomicBool,
    /// The last heartbeat; `None` before the first round of the clock loop.
    heartbeat: Mutex<Option<DateTime<Utc>>>,
    /// The last activity during a long round since that heartbeat.
    last_signal: Mutex<Option<DateTime<Utc>>>,
    /// Notified when a deadline is earlier than the clock loop's next round.
    clocks: Notify,
    /// The time of that round; `None` while the loop is running.
    alarm: Mutex<Option<DateTime<Utc>>>,
}

impl Service {
    pub fn new(store: Store, settings: Settings) -> Service {
        Service::with_entropy(store, settings, Entropy::System)
    }

    /// The service of a simulation, with predictable random bytes.
    pub fn with_entropy(store: Store, settings: Settings, entropy: Entropy) -> Service {
        let room = |share: Share| share.of(settings.memory);
        let games = GameCache::new(room(Share::Games));
        // Both cache results about finished games; audits get most of the share.
        let stories = Cache::new(room(Share::Verdicts) / 4);
        let verdicts = Cache::new(room(Share::Verdicts) / 4 * 3);
        let caches = Arc::new(Caches::new(settings.memory));
        let node = store.node().map(str::to_owned);
        Service(Arc::new(Inner {
            store,
            node: node.unwrap_or_else(|| ravenpost_store::random_game_id().to_string()),
            settings,
            games,
            caches,
            verdicts,
            stories,
            entropy,
            message_domain: OnceCell::new(),
            locks: (0..LOCKS).map(|_| tokio::sync::Mutex::new(())).collect(),
            in_use: Sessions::default(),
            token_uses: TokenUses::default(),
            visits: Visits::default(),
            metrics: Metrics::default(),
            components: Components::default(),
            site: SiteCache::default(),
            checking: Checking::default(),
            log: LogSwitch::default(),
            seal_texts: Arc::default(),
            waits: AllWaits::default(),
            damages: Damages::default(),
            missed: AllMissed::default(),
            pending_renewals: Mutex::default(),
            epochs_for_all: Mutex::default(),
            sessions: AtomicU64::new(0),
            history: Mutex::default(),
            end_of_log: Mutex::default(),
            lost: AtomicBool::new(false),
            off: Mutex::default(),
            compared: Mutex::default(),
            ruled_otherwise: AtomicBool::new(false),
            heartbeat: Mutex::new(None),
            last_signal: Mutex::new(None),
            clocks: Notify::new(),
            alarm: Mutex::new(None),
        }))
    }

    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The name of this node, unique among the nodes of a database.
    pub fn node(&self) -> &str {
        &self.0.node
    }

    fn entropy(&self) -> &Entropy {
        &self.0.entropy
    }

    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// The counters of this process, for monitoring.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Approximate size in bytes of the games in memory.
    pub fn cached_count(&self) -> usize {
        self.0.games.weight()
    }

    /// Wakes the clock loop if its next round would be later than `soonest`.
    fn wake_scheduler(&self, soonest: Option<DateTime<Utc>>) {
        let Some(soonest) = soonest else { return };
        let alarm = *self.0.alarm.lock().expect("no holder panics");
        if alarm.is_none_or(|alarm| soonest < alarm) {
            self.0.clocks.notify_one();
        }
    }

    fn set_alarm(&self, moment: Option<DateTime<Utc>>) {
        *self.0.alarm.lock().expect("no holder panics") = moment;
    }

    /// Waits until a deadline is earlier than the next round.
    pub async fn scheduler_woken(&self) {
        self.0.clocks.notified().await;
    }
}
