//! Real failovers: the primary is killed while orders are given, and its standby takes over.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::settings;
use ravenpost_store::log::{audit, idempotency};
use ravenpost_store::sqlite::high_water_mark::Marks;
use ravenpost_store::{Store, writes};
use sqlx::{Executor, PgConnection};
use tokio::sync::watch;

use crate::harness::app::{App, key_of};
use crate::harness::postgres::{Proxy, Server};

/// The number of failovers; `scripts/night` asks for more.
fn rounds(usual: u32) -> u32 {
    std::env::var("RAVENPOST_FAILOVERS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Two-player tables.
const TABLES: usize = 4;

struct House {
    nodes: [App; 2],
    games: Vec<GameId>,
    /// How many tables have been opened.
    opened: usize,
    primary: Server,
    proxy: Proxy,
    /// How many orders were acknowledged.
    given: watch::Sender<usize>,
    /// Dropped last, because the servers need it to stop.
    _folder: tempfile::TempDir,
}

impl House {
    /// Returns `None` without PostgreSQL.
    async fn new() -> Option<House> {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(primary) = Server::new(folder.path(), 5501) else {
            eprintln!("not tried: there is no PostgreSQL; see scripts/needs.sh");
            return None;
        };
        primary.start();
        let proxy = Proxy::to(folder.path(), &primary);
        let mut nodes = Vec::new();
        for seed in [1, 2] {
            let path = folder.path().join(format!("node{seed}")).join("db");
            let store = Store::connect(&proxy.address(), &path).await.expect("a node");
            nodes.push(App::on_node(store, seed));
        }
        let nodes: [App; 2] = nodes.try_into().ok()?;
        let (games, opened) = (Vec::new(), 0);
        let given = watch::Sender::new(0);
        Some(House { nodes, games, opened, primary, proxy, given, _folder: folder })
    }

    /// Replaces finished games by new tables, each of new players: the number of tables per player
    /// and hour is limited, and the clock does not advance here.
    async fn sets_tables(&mut self) {
        let mut games = Vec::new();
        for game in &self.games {
            if self.goes_on(game).await {
                games.push(game.clone());
            }
        }
        let node = &self.nodes[0];
        while games.len() < TABLES {
            self.opened += 1;
            let ann = node.player(&format!("ann{}", self.opened)).await;
            let bob = node.player(&format!("bob{}", self.opened)).await;
            let game = node.open_table("gotlandia", ann, 2).await;
            node.service
                .tables()
                .join_table(node.now, &game, bob, Join::default())
                .await
                .expect("free");
            games.push(game);
        }
        self.games = games;
    }

    async fn goes_on(&self, game_id: &GameId) -> bool {
        let game = self.nodes[0].service.games().load(game_id).await.expect("a game");
        game.status.state == Status::Running
    }

    /// Gives orders until one fails, or for that long. Returns those that were acknowledged.
    async fn plays(&self, round: u32, span: Duration) -> BTreeSet<String> {
        let (begun, mut answered, mut number) = (Instant::now(), BTreeSet::new(), 0);
        while begun.elapsed() < span {
            for (at, game) in self.games.iter().enumerate() {
                number += 1;
                let key = format!("round {round}, order {number}");
                match self.order(&self.nodes[(at + number) % 2], game, &key).await {
                    Some(true) => {
                        answered.insert(key);
                        self.given.send_modify(|given| *given += 1);
                    }
                    Some(false) => {}
                    None => return answered,
                }
            }
        }
        answered
    }

    /// Whether an order was accepted; `None` without a response.
    async fn order(&self, node: &App, game: &GameId, key: &str) -> Option<bool> {
        let Some(order) = self.line(node, game, key).await? else { return Some(false) };
        node.service.play().give_order(node.now, &order).await.ok().map(|_| true)
    }

    /// A legal order of an awaited seat, if any; `None` without a response.
    async fn line(&self, node: &App, game_id: &GameId, key: &str) -> Option<Option<OrderLine>> {
        let game = node.service.games().load(game_id).await.ok()?;
        let Some(seat) = game.seats().awaited_seats().first().copied() else { return Some(None) };
        let legal = game.true_position().legal(seat).orders;
        let line = legal.into_iter().next();
        Some(Some(OrderLine {
            game: game_id.clone(),
            seat,
            giver: None,
            line: line.unwrap_or_else(|| game.true_position().fallback(seat)),
            seen: game.step(),
            key: key_of(key),
            via: Via::Page,
        }))
    }

    /// Waits until a node can read and write again.
    async fn back(&self, node: &App) {
        let begun = Instant::now();
        while node.service.clocks().heartbeat(node.now).await.is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not come back");
            tokio::task::yield_now().await;
        }
    }

    /// Waits until a node knows that its commits are on the standby.
    async fn waits(&self, node: &App) {
        let begun = Instant::now();
        loop {
            self.back(node).await;
            let history = node.service.store().history().await.expect("asked").expect("a server");
            if history.synchronous {
                return self.back(node).await;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing is waited for");
        }
    }

    async fn epochs(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        for game_id in &self.games {
            let game = self.nodes[1].service.games().load(game_id).await.expect("a game");
            let epoch = |entry: &ravenpost::service::game::core::log::Entry<'_>| {
                matches!(entry.act, Act::EpochStarted { .. })
            };
            counts.push(game.log.iter().filter(epoch).count());
        }
        counts
    }

    async fn is_sound(&self) {
        let begun = Instant::now();
        let report = loop {
            // The node may still hold connections to the server that is gone.
            match audit::whole(self.nodes[0].service.store().read(), |_| ()).await {
                Ok(report) => break report,
                Err(why) => assert!(begun.elapsed() < Duration::from_secs(60), "{why:?}"),
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(report.broken, []);
    }
}

/// Acknowledged keys without a stored answer.
async fn lost(house: &House, answered: &BTreeSet<String>) -> Vec<String> {
    let mut lost = Vec::new();
    for key in answered {
        let (reader, kept) = (house.nodes[0].service.store().read(), key_of(key));
        let known = idempotency::find(reader, kept.as_str());
        if known.await.expect("readable").is_none() {
            lost.push(key.clone());
        }
    }
    lost
}

/// With a synchronous standby, no acknowledged order is lost, and no epoch is started.
#[tokio::test(flavor = "multi_thread")]
async fn failover_to_a_synchronous_standby_loses_no_order() {
    let Some(mut house) = House::new().await else { return };
    let mut answered = BTreeSet::new();
    for round in 0..rounds(3) {
        let standby = house.primary.standby(if round % 2 == 0 { 5502 } else { 5501 });
        standby.start();
        house.sets_tables().await;
        house.primary.waits_for("ANY 1 (b)");
        for node in &house.nodes {
            house.waits(node).await;
        }
        let (begun, many) = (house.given.borrow().to_owned(), 20 + round as usize * 7 % 11);
        let killing = async {
            let mut given = house.given.subscribe();
            let enough = given.wait_for(|given| *given >= begun + many);
            // On a slow machine it is killed after fewer orders, while they are still being given.
            let _ = tokio::time::timeout(Duration::from_secs(4), enough).await;
            house.primary.kill();
        };
        let (given, ()) = tokio::join!(house.plays(round, Duration::from_secs(5)), killing);
        assert!(given.len() > 3, "nobody played before the kill");
        answered.extend(given);
        standby.waits_for("");
        standby.promote();
        house.proxy.turn(&standby);
        house.primary = standby;
        for node in &house.nodes {
            house.back(node).await;
        }
        eprintln!("failover {}: {} orders answered so far", round + 1, answered.len());
        assert_eq!(lost(&house, &answered).await, [] as [String; 0], "round {round}");
        assert_eq!(house.epochs().await, [0; TABLES], "round {round}: nothing was lost");
    }
    house.is_sound().await;
}

/// An asynchronous standby has missed the last orders: the loss is noticed, and every game gets an
/// epoch before it continues.
#[tokio::test(flavor = "multi_thread")]
async fn orders_lost_in_a_failover_are_followed_by_an_epoch() {
    let Some(mut house) = House::new().await else { return };
    for round in 0..rounds(1) {
        let standby = house.primary.standby(if round % 2 == 0 { 5502 } else { 5501 });
        standby.start();
        house.sets_tables().await;
        house.plays(2 * round, Duration::from_millis(300)).await;
        let before = house.epochs().await;
        // The standby is cut off and misses what follows.
        standby.stop();
        let answered = house.plays(2 * round + 1, Duration::from_millis(300)).await;
        house.primary.kill();
        standby.start();
        standby.promote();
        house.proxy.turn(&standby);
        house.primary = standby;
        for node in &house.nodes {
            house.back(node).await;
        }
        assert!(!lost(&house, &answered).await.is_empty(), "nothing was lost");
        let mut after = Vec::new();
        for (game, count) in house.games.iter().zip(before) {
            after.push(count + usize::from(house.goes_on(game).await));
        }
        // A game whose connection failed with the old primary is retried at the next heartbeat.
        let begun = Instant::now();
        while house.epochs().await != after && begun.elapsed() < Duration::from_secs(30) {
            house.back(&house.nodes[0]).await;
        }
        assert_eq!(house.epochs().await, after, "round {round}");
        assert!(!house.plays(1_000 + round, Duration::from_millis(300)).await.is_empty());
    }
    house.is_sound().await;
}

/// Blocks all write connections of a node on a lock that another connection holds. Later writes
/// have to wait for one of them.
async fn block_all_writers(node: &App, other: &mut PgConnection) {
    let lock = "SELECT pg_advisory_lock(hashtextextended('ravenpost ' || current_schema(), 0))";
    other.execute(lock).await.expect("locked");
    for _ in 0..8 {
        let store = node.service.store().clone();
        tokio::spawn(async move {
            let _ = store
                .write(writes!(|tx| settings::set(tx, settings::Key::LatestBackup, "thing").await))
                .await;
        });
    }
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    let waiting = || sqlx::query_scalar::<_, i64>(waiting);
    while waiting().fetch_one(&mut *other).await.expect("asked") < 8 {
        tokio::task::yield_now().await;
    }
}

/// The order is decided before the primary fails and stored on the new one. Meanwhile another game
/// has lost an order, which this node does not know.
#[tokio::test(flavor = "multi_thread")]
async fn order_in_progress_during_a_failover_follows_an_epoch() {
    let Some(mut house) = House::new().await else { return };
    let standby = house.primary.standby(5502);
    standby.start();
    house.sets_tables().await;
    house.plays(0, Duration::from_millis(300)).await;
    standby.stop();
    let (lossy, game_id) = (house.games[0].clone(), house.games[1].clone());
    while house.order(&house.nodes[0], &lossy, "lost").await != Some(true) {}
    let node = &house.nodes[1];
    let line = house.line(node, &game_id, "under way").await.expect("up").expect("it goes on");
    let mut other = house.primary.connection().await;
    block_all_writers(node, &mut other).await;
    let mut order = Box::pin(node.service.play().give_order(node.now, &line));
    let waits = tokio::time::timeout(Duration::from_millis(500), &mut order).await;
    assert!(waits.is_err(), "it is under way");
    house.proxy.holds();
    house.primary.kill();
    standby.start();
    standby.promote();
    house.proxy.turn(&standby);
    if order.await.is_err() {
        house.back(node).await;
        node.service.play().give_order(node.now, &line).await.expect("taken");
    }
    let game = node.service.games().load(&game_id).await.expect("a game");
    let kinds: Vec<&str> = game.log.iter().map(|entry| entry.act.kind().word()).collect();
    let ordered = kinds.iter().rposition(|kind| *kind == "ordered").expect("it was stored");
    assert!(kinds[..ordered].contains(&"epoch-started"), "{kinds:?}");
}

/// Restores the database to the state of a standby, while its records claim a synchronous standby:
/// like a point-in-time restore.
async fn set_back(house: &mut House) {
    let standby = house.primary.standby(5502);
    standby.start();
    house.sets_tables().await;
    house.primary.waits_for("ANY 1 (b)");
    house.plays(0, Duration::from_millis(300)).await;
    // From here on, one node has no game in memory that would reveal it.
    house.nodes[1].restart_with_seed(7);
    for node in &house.nodes {
        house.waits(node).await;
    }
    house.primary.waits_for("");
    standby.stop();
    let game = house.games[0].clone();
    while house.order(&house.nodes[0], &game, "lost").await != Some(true) {}
    for node in &house.nodes {
        node.service.cluster().end_of_log().await.expect("asked");
    }
    house.primary.kill();
    standby.start();
    standby.promote();
    house.proxy.turn(&standby);
    house.primary = standby;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_node_notices_a_restored_database() {
    let Some(mut house) = House::new().await else { return };
    set_back(&mut house).await;
    house.back(&house.nodes[1]).await;
    assert_eq!(house.epochs().await, [1; TABLES]);
    house.is_sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn starting_node_notices_a_restored_database() {
    let Some(mut house) = House::new().await else { return };
    set_back(&mut house).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("db");
    let store = Store::connect(&house.proxy.address(), &path).await.expect("a node");
    let node = App::on_node(store, 3);
    let noted = node.service.fairness().wake(node.now, &Marks::of(&path, None), false).await;
    assert_eq!(noted.expect("it starts"), TABLES, "its games go on as if nothing were lost");
}
