//! Use cases, one a file. `now` is an argument everywhere: only `serve` reads the clock.
//!
//! Pages, letters and commands come in here with a player, a seat and text; out go sights, told
//! facts, offers and refusals, never a state. SQL stays in `store`, HTML in `templates`.

pub mod address;
pub mod at_table;
mod batch;
mod commit;
pub mod contract;
pub mod course;
mod error;
mod letters_owed;
pub mod live;
pub mod log;
pub mod mail_choices;
mod names;
mod once;
pub mod secret;
mod thread;
mod told;

pub mod audit;
pub mod bot_seats;
pub mod change_address;
pub mod exhibition;
pub mod give_order;
pub mod health;
pub mod invite;
pub mod join_table;
pub mod leave_seat;
pub mod letter_office;
pub mod open_table;
pub mod operator;
pub mod outage;
pub mod outbox_page;
pub mod players;
pub mod preview_order;
pub mod read_game;
pub mod read_lists;
pub mod rebuild;
pub mod relay_watch;
pub mod sign_in;
pub mod story;
pub mod take_back;
pub mod tick;
pub mod tidy_up;
pub mod undelivered;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Duration, Utc};
use lru::LruCache;
use tokio::sync::{Notify, OnceCell};

pub use error::ServiceError;
pub use once::Idempotency;

use crate::store::{GameId, Store};
use live::Live;
use secret::Entropy;

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
    /// How long a turn letter waits: whoever answers on the page meanwhile gets none.
    pub turn_delay: Duration,
    /// How many folded games are kept in memory.
    pub cached_games: usize,
    /// Whether anybody may sign up, or only invited people.
    pub open_sign_up: bool,
    /// Sign-in letters an hour to one address, and asked for from one network address.
    pub sign_in_letters: (u64, u64),
    /// Tables one player may open in a day.
    pub tables_a_day: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            base_url: "http://127.0.0.1:8080".to_owned(),
            mail_domain: "localhost".to_owned(),
            robots: Vec::new(),
            turn_delay: Duration::minutes(3),
            cached_games: 256,
            open_sign_up: true,
            sign_in_letters: (3, 20),
            tables_a_day: 30,
        }
    }
}

/// The service: cheap to clone, shared by pages, the tick, the post office and commands.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

struct Inner {
    store: Store,
    settings: Settings,
    entropy: Entropy,
    /// Asked of the store when it is first needed.
    message_domain: OnceCell<String>,
    games: Mutex<LruCache<GameId, Arc<Live>>>,
    /// Whoever works on a game holds its door, so that orders to one game do not race here.
    doors: Vec<tokio::sync::Mutex<()>>,
    /// When the clock loop was last here; nothing before its first round.
    beat: Mutex<Option<DateTime<Utc>>>,
    /// Rung when a clock may have changed.
    clocks: Notify,
    /// Rung when letters are owed.
    letters: Notify,
}

impl Service {
    pub fn new(store: Store, settings: Settings) -> Service {
        Service::with_entropy(store, settings, Entropy::System)
    }

    /// The service of a simulation, whose random bytes can be foretold.
    pub fn with_entropy(store: Store, settings: Settings, entropy: Entropy) -> Service {
        let bound = NonZeroUsize::new(settings.cached_games).unwrap_or(NonZeroUsize::MIN);
        Service(Arc::new(Inner {
            store,
            settings,
            entropy,
            message_domain: OnceCell::new(),
            games: Mutex::new(LruCache::new(bound)),
            doors: (0..DOORS).map(|_| tokio::sync::Mutex::new(())).collect(),
            beat: Mutex::new(None),
            clocks: Notify::new(),
            letters: Notify::new(),
        }))
    }

    pub fn store(&self) -> &Store {
        &self.0.store
    }

    fn entropy(&self) -> &Entropy {
        &self.0.entropy
    }

    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Waits until a clock may have changed.
    pub async fn clocks_rung(&self) {
        self.0.clocks.notified().await;
    }

    /// Says that letters are owed.
    fn ring_letters(&self) {
        self.0.letters.notify_one();
    }

    /// Waits until letters are owed.
    pub async fn letters_rung(&self) {
        self.0.letters.notified().await;
    }
}
