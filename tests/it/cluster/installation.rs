//! Sets up the installation before any node is started: its players and their games.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_store::people::players::{self as people, NewPlayer};
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::{PlayerId, Store, token_hash, writes};
use tokio::time::interval;

use super::history::SLEEPERS;
use super::players::{Person, Table, World};
use crate::harness::app::{App, PACE};

/// Number of players who play on pages.
const PEOPLE: usize = 6;
/// Number of games without active players.
const SLEEPING: i64 = 10;
/// Approximate number of concurrent games.
const TABLES: usize = 9;

/// The installation, with direct access for the test.
pub struct House {
    pub app: App,
    pub world: Arc<World>,
    pub people: Vec<Person>,
    /// Games that are not played on pages, including those played by replying to emails.
    pub others: Vec<GameId>,
}

impl House {
    pub async fn new(address: &str, folder: &Path) -> House {
        let store = Store::connect(address, &folder.join("test.db")).await.expect("a database");
        let mut app = App::on_node(store, 9);
        app.now = Utc::now();
        // In an hour, more games are created and joined than the limits allow in a day.
        let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
        let many = u64::from(u32::MAX);
        let settings = Settings { tables_a_day: many, acts_an_hour: many, ..settings };
        app.service = Service::with_entropy(store, settings, Entropy::seeded(9));
        let mut people = Vec::new();
        for at in 0..PEOPLE {
            people.push(signed_in(&app, &format!("page{at}")).await);
        }
        let (world, mut others) = (Arc::new(World::default()), Vec::new());
        let now = Utc::now();
        for (one, other) in [("max", "mia"), ("kim", "lea")] {
            let (one, other) = (player(&app, one).await, player(&app, other).await);
            others.push(opened(&app, now, one, other, PACE).await.expect("a table"));
        }
        let (sam, sue) = (player(&app, "sam").await, player(&app, "sue").await);
        // The shortest pace is ten minutes, most of which have passed, so timeouts occur soon.
        let (span, quick) = (i64::from(SLEEPERS), Pace::of(Some(SLEEPERS)));
        for at in 0..SLEEPING {
            let begun = now - TimeDelta::seconds(span - 15 - 4 * at);
            others.push(opened(&app, begun, sam, sue, quick.clone()).await.expect("a table"));
        }
        let house = House { app, world, people, others };
        while house.tables() < TABLES {
            house.opens().await.expect("a table");
        }
        house
    }

    fn tables(&self) -> usize {
        self.world.tables.lock().expect("no holder panics").len()
    }

    /// Creates a game for two players who play on pages.
    async fn opens(&self) -> Option<()> {
        let at = self.tables();
        let (one, other) = (at % PEOPLE, (at + 1 + at / PEOPLE) % PEOPLE);
        let (one, other) =
            (self.people[one].id, self.people[(other + usize::from(one == other)) % PEOPLE].id);
        let game = opened(&self.app, Utc::now(), one, other, PACE).await?;
        let table = Table { game, people: vec![one, other] };
        self.world.tables.lock().expect("no holder panics").push(table);
        Some(())
    }
}

/// Creates a started game for two; returns `None` if the database is unavailable.
async fn opened(
    app: &App,
    now: DateTime<Utc>,
    one: PlayerId,
    other: PlayerId,
    pace: Pace,
) -> Option<GameId> {
    let new = NewTable { pace, ..app.plain("gotlandia", 2) };
    let game = app.service.tables().open_table(now, Some(one), &new).await.ok()?;
    let join = app.service.tables().join_table(now, &game, other, Join::default()).await;
    join.ok().map(|_| game)
}

/// Creates a player with a mailbox at a separate domain, because emails to one domain wait for each
/// other.
async fn player(app: &App, name: &str) -> PlayerId {
    let new = NewPlayer {
        address: format!("{name}@{name}.example"),
        name: name.to_owned(),
        zone: "UTC".to_owned(),
        at: Utc::now(),
    };
    let job = app.service.store().write(writes!(|tx| people::add(tx, &new).await));
    job.await.expect("a new player")
}

/// Creates a player who is signed in.
pub async fn signed_in(app: &App, name: &str) -> Person {
    let (id, secret, now) = (player(app, name).await, forms::random(), Utc::now());
    let session = Session {
        token_hash: token_hash(&secret),
        player: id,
        created_at: now,
        seen_at: now,
        expires_at: now + TimeDelta::days(1),
        agent: "a test".to_owned(),
    };
    let job = app.service.store().write(writes!(|tx| sessions::add(tx, &session).await));
    job.await.expect("signed in");
    Person { id, secret }
}

/// Creates new games in place of finished ones.
pub async fn replace_finished_games(house: &House, done: &AtomicBool) {
    let mut look = interval(Duration::from_secs(2));
    while !done.load(Ordering::SeqCst) {
        look.tick().await;
        let games: Vec<GameId> = {
            let tables = house.world.tables.lock().expect("no holder panics");
            tables.iter().rev().take(TABLES).map(|table| table.game.clone()).collect()
        };
        let mut running = 0;
        for game_id in &games {
            let game = house.app.service.games().load(game_id).await;
            running += usize::from(game.is_ok_and(|game| !game.seats().awaited_seats().is_empty()));
        }
        if running + 2 < TABLES {
            let _ = house.opens().await;
        }
    }
}
