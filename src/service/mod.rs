//! Use cases, one a file. `now` is an argument everywhere: only `serve` reads the clock.
//!
//! Pages, letters and commands come in here with a player, a seat and text; out go sights, told
//! facts, offers and refusals, never a state. SQL stays in `store`, HTML in `templates`.

pub mod archive;
pub mod game;
pub mod people;
pub mod play;
pub mod post;
pub mod proof;
pub mod reply;
pub mod rewind;
pub mod table;
pub mod talk;

pub mod back_up;
pub mod components;
pub mod erase;
mod error;
pub mod health;
mod idempotency;
pub mod lease;
mod letter_payload;
mod loose_rows;
pub mod memory;
mod skew;
pub mod tidy_up;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, TimeDelta, Utc};
use tokio::sync::{Notify, OnceCell};

pub use error::ServiceError;
pub use idempotency::Idempotency;

use crate::cache::Cache;
use crate::service::components::Components;
use crate::service::game::damage::Damages;
use crate::service::game::failover::OwedToAll;
use crate::service::game::folded::caches::Caches;
use crate::service::game::kept::Games;
use crate::service::game::missed::AllMissed;
use crate::service::game::verdict::Verdict;
use crate::service::game::what_waits::AllWaits;
use crate::service::memory::Share;
use crate::service::people::in_use::Sessions;
use crate::service::people::secret::Entropy;
use crate::service::play::saga::Saga;
use crate::service::post::reply_address::Answers;
use crate::service::skew::Compared;
use ravenpost_log::GameId;
use ravenpost_log::act::Renewal;
use ravenpost_store::sqlite::mark::Mark;
use ravenpost_store::{History, Store};

/// Games that can be worked on at the same time, more or less.
const DOORS: usize = 512;

/// What the service needs to know of its configuration.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the pages are, without a slash at the end: `https://play.example.org`.
    pub base_url: String,
    /// The domain of Message-IDs, as long as none is noted: it is, at the first start.
    pub mail_domain: String,
    /// Addresses at which this server sends or reads letters itself; `@domain` means all there.
    pub robots: Vec<String>,
    /// Where answers to letters are read; none as long as they are not.
    pub answers: Option<Answers>,
    /// Whether each email has its own envelope sender where answers are read.
    pub bounce_addresses: bool,
    /// How long a turn letter waits: whoever answers on the page meanwhile gets none.
    pub turn_delay: Duration,
    /// How many bytes are kept in memory of games, their pages and what was told of them.
    pub memory: usize,
    /// Whether anybody may sign up, or only invited people.
    pub open_sign_up: bool,
    /// Whether a table's share link lets new people sign up where not anybody may.
    pub share_links_admit: bool,
    /// Sign-in letters an hour to one address, and asked for from one network address.
    pub sign_in_letters: (u64, u64),
    /// Tables one player may open in a day.
    pub tables_a_day: u64,
    /// What one person may do to tables within an hour of which others get letters.
    pub acts_an_hour: u64,
    /// The address of whoever runs this server.
    pub operator: String,
    /// Days between two letters to that address with the seals; none for 0.
    pub seal_days: u32,
    /// The keys of those who bear witness of the seals.
    pub witnesses: Vec<String>,
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
            sign_in_letters: (3, 20),
            tables_a_day: 30,
            acts_an_hour: 20,
            operator: "admin@localhost".to_owned(),
            seal_days: 7,
            witnesses: Vec::new(),
        }
    }
}

/// The service: cheap to clone, shared by pages, the tick, the post office and commands.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

struct Inner {
    store: Store,
    /// By which this node is known among those of a database, for as long as it runs.
    node: String,
    settings: Settings,
    entropy: Entropy,
    /// Asked of the store when it is first needed.
    message_domain: OnceCell<String>,
    games: Games,
    /// What is kept of them besides.
    caches: Arc<Caches>,
    /// What audits of games found.
    verdicts: Cache<GameId, Arc<Verdict>>,
    /// Sagas of games that are over, as they were told last.
    sagas: Cache<GameId, Arc<Saga>>,
    /// Whoever works on a game holds its door, so that orders to one game do not race here.
    locks: Vec<tokio::sync::Mutex<()>>,
    in_use: Sessions,
    components: Components,
    /// Held while a seal text is built.
    seal_texts: Arc<archive::seal_text::BuildSlot>,
    waits: AllWaits,
    damages: Damages,
    missed: AllMissed,
    /// Games that could not be read when all got an epoch.
    owed: Mutex<BTreeMap<GameId, Renewal>>,
    /// Epochs that all games are owed by a failover.
    owed_to_all: Mutex<Option<OwedToAll>>,
    /// How many connections there had been when it was last looked for one.
    sessions: AtomicU64,
    /// In which history the database was when it was last looked at, where it has any.
    history: Mutex<Option<History>>,
    /// How far the log had come when that was last looked at.
    came_to: Mutex<Option<Mark>>,
    /// Whether a game was seen that the database does not have any more.
    lost: AtomicBool,
    /// How far this machine's clock is off, if it is too far.
    off: Mutex<Option<TimeDelta>>,
    /// When that was found out.
    compared: Mutex<Option<Compared>>,
    /// Whether others go by other rules.
    ruled_otherwise: AtomicBool,
    /// When the clock loop was last here; nothing before its first round.
    beat: Mutex<Option<DateTime<Utc>>>,
    /// When this node last stirred in a long round, since that beat.
    stirred: Mutex<Option<DateTime<Utc>>>,
    /// Rung when a clock wants something sooner than the clock loop looks again.
    clocks: Notify,
    /// When that is: nothing while the loop is awake.
    alarm: Mutex<Option<DateTime<Utc>>>,
}

impl Service {
    pub fn new(store: Store, settings: Settings) -> Service {
        Service::with_entropy(store, settings, Entropy::System)
    }

    /// The service of a simulation, whose random bytes can be foretold.
    pub fn with_entropy(store: Store, settings: Settings, entropy: Entropy) -> Service {
        let room = |share: Share| share.of(settings.memory);
        let games = Games::new(room(Share::Games));
        // What was found in games that are over is for the most part an audit's.
        let sagas = Cache::new(room(Share::Verdicts) / 4);
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
            sagas,
            entropy,
            message_domain: OnceCell::new(),
            locks: (0..DOORS).map(|_| tokio::sync::Mutex::new(())).collect(),
            in_use: Sessions::default(),
            components: Components::default(),
            seal_texts: Arc::default(),
            waits: AllWaits::default(),
            damages: Damages::default(),
            missed: AllMissed::default(),
            owed: Mutex::default(),
            owed_to_all: Mutex::default(),
            sessions: AtomicU64::new(0),
            history: Mutex::default(),
            came_to: Mutex::default(),
            lost: AtomicBool::new(false),
            off: Mutex::default(),
            compared: Mutex::default(),
            ruled_otherwise: AtomicBool::new(false),
            beat: Mutex::new(None),
            stirred: Mutex::new(None),
            clocks: Notify::new(),
            alarm: Mutex::new(None),
        }))
    }

    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The name of this node among those of a database.
    pub fn node(&self) -> &str {
        &self.0.node
    }

    fn entropy(&self) -> &Entropy {
        &self.0.entropy
    }

    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// About how many bytes the games in memory take.
    pub fn kept(&self) -> usize {
        self.0.games.weight()
    }

    /// Says when clocks want something. The clock loop is woken if it would come too late.
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

    /// Waits until a clock wants something sooner than was known.
    pub async fn scheduler_woken(&self) {
        self.0.clocks.notified().await;
    }
}
