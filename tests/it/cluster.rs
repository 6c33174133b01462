//! Three nodes over one database, and everything that may happen to them while people play by page
//! and by letter: killed, stopped, cut off, without their database, with a clock that is off. All
//! that anybody was told is held against the log that is there in the end.
//!
//! A minute; `RAVENPOST_SECONDS=3600` for longer, `RAVENPOST_SEED=n` for other trouble.

mod client;
pub mod deeds;
mod history;
mod nodes;
mod players;
mod rolling;
mod trouble;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost::web::forms;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_store::log::{audit, seals};
use ravenpost_store::people::players::{self as people, NewPlayer};
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::{PlayerId, Store, token_hash, writes};
use tokio::task::JoinHandle;
use tokio::time::interval;

use self::deeds::Use;
use self::history::{Findings, OFF, SLEEPERS, SetWrong, Told};
use self::nodes::{Node, THIS, balance, free_port};
use self::players::{Person, Table, Way, World, answers};
use self::trouble::{Lengths, Made};
use crate::harness::app::{App, PACE};
use crate::harness::postgres::Server;
use crate::mail::smtp::Sink;

/// People who play by page.
const PEOPLE: usize = 6;
/// Tables at which nobody does anything.
const SLEEPING: i64 = 10;
/// Games that go on at a time, more or less.
const TABLES: usize = 9;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The house before any node is up: who is there, and somebody of the test who sees it all.
struct House {
    app: App,
    world: Arc<World>,
    people: Vec<Person>,
    /// Tables at which nobody plays by page, with how many answer their letters.
    others: Vec<GameId>,
}

impl House {
    async fn new(address: &str, folder: &Path) -> House {
        let store = Store::connect(address, &folder.join("test.db")).await.expect("a database");
        let mut app = App::on_node(store, 9);
        app.now = Utc::now();
        // In an hour more tables are opened and joined than people do in a day.
        let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
        let many = u64::from(u32::MAX);
        let settings = Settings { tables_a_day: many, acts_an_hour: many, ..settings };
        app.service = Service::with_entropy(store, settings, Entropy::seeded(9));
        let mut people = Vec::new();
        for at in 0..PEOPLE {
            people.push(signed_in(&app, &format!("page{at}")).await);
        }
        let (world, mut others) = (Arc::new(World::default()), Vec::new());
        let (max, mia) = (player(&app, "max").await, player(&app, "mia").await);
        let now = Utc::now();
        others.push(opened(&app, now, max, mia, PACE).await.expect("a table"));
        let (sam, sue) = (player(&app, "sam").await, player(&app, "sue").await);
        // The shortest pace is ten minutes, most of which have passed: time is soon up.
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

    /// One more table for two who play by page.
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

/// A table for two that has begun; nothing where the database is away.
async fn opened(
    app: &App,
    now: DateTime<Utc>,
    one: PlayerId,
    other: PlayerId,
    pace: Pace,
) -> Option<GameId> {
    let new = NewTable { pace, ..app.plain("gotlandia", 2) };
    let game = app.service.open_table(now, Some(one), &new).await.ok()?;
    let join = app.service.join_table(now, &game, other, Join::default()).await;
    join.ok().map(|_| game)
}

/// A new player with a mailbox at a domain of its own: letters to one domain wait for each other.
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

async fn signed_in(app: &App, name: &str) -> Person {
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

fn settings(address: &str, port: u16, sink: &Sink) -> Vec<(String, String)> {
    let all = [
        ("DATA__DATABASE", address.to_owned()),
        ("DATA__BACKUP_HOURS", "0".to_owned()),
        ("SERVER__BASE_URL", format!("http://127.0.0.1:{port}")),
        ("SERVER__WORKERS", "2".to_owned()),
        ("MAIL__TRANSPORT", "smtp".to_owned()),
        ("MAIL__HOST", "localhost".to_owned()),
        ("MAIL__PORT", sink.port.to_string()),
        ("MAIL__TLS", "none".to_owned()),
        ("MAIL__TURN_DELAY", "1 second".to_owned()),
        ("MAIL__REPLY_DOMAIN", "reply.raven.example".to_owned()),
        ("LIMITS__ORDERS_PER_MINUTE", "100000".to_owned()),
        ("LIMITS__REQUESTS_PER_SECOND", "100000".to_owned()),
        ("LIMITS__CONNECTIONS_PER_CLIENT", "100000".to_owned()),
    ];
    all.map(|(key, value)| (format!("RAVENPOST__{key}"), value)).to_vec()
}

/// What is each node's own: its door for letters, and a clock that can be set wrong.
fn own_settings(place: &Path, clock: &Path, door: u16) -> Vec<(String, String)> {
    let file = nodes::clock_file(place);
    let all = [
        ("RAVENPOST__MAIL__LISTEN", format!("127.0.0.1:{door}")),
        ("RAVENPOST__MAIL__LISTEN_PROTOCOL", "smtp".to_owned()),
        ("LD_PRELOAD", clock.to_string_lossy().into_owned()),
        ("CLOCK_OFF", OFF.to_string()),
        ("CLOCK_FILE", file.to_string_lossy().into_owned()),
    ];
    all.map(|(key, value)| (key.to_owned(), value)).to_vec()
}

/// Waits until all nodes can serve.
async fn all_ready(nodes: &[Node]) {
    let (begun, mut look) = (Instant::now(), interval(Duration::from_millis(100)));
    for node in nodes {
        while !node.is_ready().await {
            look.tick().await;
            let said = std::fs::read_to_string(node.log()).unwrap_or_default();
            assert!(begun.elapsed() < Duration::from_secs(90), "not ready: {said}");
        }
    }
}

/// Everything that is tried: the database, the house on it, three nodes, and where letters go.
struct Cluster {
    server: Server,
    house: House,
    sink: Arc<Sink>,
    settings: Vec<(String, String)>,
    nodes: Vec<Node>,
    /// Where players are led to one node or another.
    port: u16,
    /// Where each node takes letters from a mail server.
    doors: [u16; 3],
    /// The last to go: the server is found by what lies there.
    folder: tempfile::TempDir,
}

impl Cluster {
    /// Three nodes of that program over a house of this one; nothing where PostgreSQL is not
    /// installed.
    async fn new(program: &Path) -> Option<Cluster> {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(server) = Server::new(folder.path(), 5501) else {
            eprintln!("not tried: there is no PostgreSQL; see scripts/needs.sh");
            return None;
        };
        server.start();
        let (sink, ports) = (Arc::new(Sink::new(&[])), [free_port(), free_port(), free_port()]);
        let port = balance(ports.to_vec()).await;
        let settings = settings(&server.address(), port, &sink);
        let place = |at: usize| folder.path().join(format!("node{at}"));
        let clock = trouble::another_clock(folder.path());
        let doors = [free_port(), free_port(), free_port()];
        let mut nodes: Vec<Node> = (0..3)
            .map(|at| {
                let own = own_settings(&place(at), &clock, doors[at]);
                Node::new(&place(at), ports[at], &[settings.clone(), own].concat())
            })
            .collect();
        let is_this = program == Path::new(THIS);
        if !is_this {
            // It makes the tables as it knows them, before this one adds to them.
            nodes.iter_mut().for_each(|node| node.program = program.to_owned());
            nodes.iter_mut().for_each(Node::start);
            all_ready(&nodes).await;
        }
        let house = House::new(&server.address(), folder.path()).await;
        if is_this {
            nodes.iter_mut().for_each(Node::start);
            all_ready(&nodes).await;
        }
        Some(Cluster { server, house, sink, settings, nodes, port, doors, folder })
    }

    /// Everybody begins to play: those who go by pages, and those who answer letters.
    fn play(&self) -> (Vec<JoinHandle<()>>, Vec<JoinHandle<usize>>) {
        let world = || Arc::clone(&self.house.world);
        let people = self.house.people.iter().cloned();
        let by_page = people.map(|person| tokio::spawn(person.plays(world(), self.port)));
        let spools: Vec<_> = self.nodes.iter().map(Node::spool).collect();
        let ways = [("max", Way::Spools(spools)), ("mia", Way::Doors(self.doors))];
        let by_mail = ways.map(|(who, way)| {
            tokio::spawn(answers(world(), Arc::clone(&self.sink), way, who.to_owned()))
        });
        (by_page.collect(), by_mail.into())
    }

    /// Trouble begins when letters leave. Tells how much there was of it.
    async fn trouble(&mut self) -> Made {
        let sink = Arc::clone(&self.sink);
        until("no letters leave", || !sink.taken_after(3).is_empty()).await;
        let long = number("RAVENPOST_SECONDS");
        let span = Duration::from_secs(long.unwrap_or(45));
        let seconds = if long.is_none() { [5, 2, 3] } else { [40, 10, 6] };
        let [still, away, between] = seconds.map(Duration::from_secs);
        let lengths = Lengths { still, away, between };
        let (seed, done) = (number("RAVENPOST_SEED").unwrap_or(1), AtomicBool::new(false));
        println!("seed {seed}");
        let (nodes, server) = (&mut self.nodes, &self.server);
        let making = async {
            let made = trouble::make(nodes, server, seed, span, lengths).await;
            done.store(true, Ordering::SeqCst);
            made
        };
        tokio::join!(making, keeps_tables(&self.house, &done)).0
    }

    /// A node whose clock is not the database's does not start.
    async fn refuses_other_clocks(&self) {
        for off in [5, -5] {
            let place = self.folder.path().join("late");
            let late = Node::new(&place, free_port(), &self.settings);
            let (code, said) = trouble::with_another_clock(&late, self.folder.path(), off).await;
            assert_eq!(code, Some(2), "{off}: {said}");
            assert!(said.contains("the database's"), "{off}: {said}");
        }
    }

    /// Nobody plays any more, all nodes stop, and everything that was told is looked at.
    async fn ends(
        &mut self,
        by_page: Vec<JoinHandle<()>>,
        by_mail: Vec<JoinHandle<usize>>,
        wrong: &[SetWrong],
    ) -> Findings {
        self.house.world.stops.store(true, Ordering::SeqCst);
        for task in by_page {
            task.await.expect("a player");
        }
        let mut replies = 0;
        for task in by_mail {
            replies += task.await.expect("a player");
        }
        stop(&mut self.nodes).await;
        check(&self.house, replies, wrong).await
    }

    fn told(&self) -> usize {
        self.house.world.told.lock().expect("no holder panics").len()
    }
}

/// Waits for something that is to come.
async fn until(what: &str, mut come: impl FnMut() -> bool) {
    let (begun, mut look) = (Instant::now(), interval(Duration::from_millis(100)));
    while !come() {
        look.tick().await;
        assert!(begun.elapsed() < Duration::from_secs(90), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_that_are_killed_stopped_and_cut_off_tell_nobody_what_is_not_so() {
    let Some(mut cluster) = Cluster::new(Path::new(THIS)).await else { return };
    let (by_page, by_mail) = cluster.play();
    let Made { counts, wrong } = cluster.trouble().await;
    // All goes on when the trouble is over.
    all_ready(&cluster.nodes).await;
    cluster.refuses_other_clocks().await;
    let before = cluster.told();
    let done = AtomicBool::new(false);
    let played = async {
        until("nobody plays any more", || cluster.told() > before + 20).await;
        done.store(true, Ordering::SeqCst);
    };
    tokio::join!(played, keeps_tables(&cluster.house, &done));
    let found = cluster.ends(by_page, by_mail, &wrong).await;
    println!("{counts:?}; {found:?}");
    let (letters, more) = one_set_of_bytes(&cluster.sink);
    println!("{letters} letters, {more} more copies");
    let most: u32 = counts.values().sum();
    assert!(more <= most as usize, "{more} more copies: nodes send what others do");
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    let done = |by| found.done.get(&by).copied().unwrap_or(0);
    assert!(done(Use::Order) > 50 && found.pages > 100, "hardly anybody played: {found:?}");
    // Others mostly answer before a proposal is withdrawn.
    let usual = Use::ALL.into_iter().filter(|by| *by != Use::Withdraw);
    assert!(usual.map(done).all(|count| count > 0), "not all was tried: {found:?}");
    assert!(found.rewinds > 0 && found.by_bots > 0, "{found:?}");
    assert!(found.lapses > 3 && found.by_mail > 0, "{found:?}");
}

/// Opens new tables in place of those whose games are over.
async fn keeps_tables(house: &House, done: &AtomicBool) {
    let mut look = interval(Duration::from_secs(2));
    while !done.load(Ordering::SeqCst) {
        look.tick().await;
        let games: Vec<GameId> = {
            let tables = house.world.tables.lock().expect("no holder panics");
            tables.iter().rev().take(TABLES).map(|table| table.game.clone()).collect()
        };
        let mut running = 0;
        for game in &games {
            let live = house.app.service.live(game).await;
            running += usize::from(live.is_ok_and(|live| !live.awaited_seats().is_empty()));
        }
        if running + 2 < TABLES {
            let _ = house.opens().await;
        }
    }
}

/// Asked to stop, all end in order.
async fn stop(nodes: &mut [Node]) {
    nodes.iter().for_each(|node| node.signal("-TERM"));
    let (begun, mut look) = (Instant::now(), interval(Duration::from_millis(50)));
    for node in nodes {
        let ended = loop {
            if let Some(ended) = node.ended() {
                break ended;
            }
            look.tick().await;
            assert!(begun.elapsed() < Duration::from_secs(40), "a node does not stop");
        };
        let said = std::fs::read_to_string(node.log()).unwrap_or_default();
        assert_eq!(ended.code(), Some(0), "{said}");
    }
}

/// Everything that was told, against the log; and the log against itself.
async fn check(house: &House, replies: usize, wrong: &[SetWrong]) -> Findings {
    let (mut found, app) = (Findings::default(), &house.app);
    let told = std::mem::take(&mut *house.world.told.lock().expect("no holder panics"));
    let mut by_game: BTreeMap<&GameId, Vec<&Told>> = BTreeMap::new();
    for one in &told {
        by_game.entry(&one.game).or_default().push(one);
    }
    for (game, told) in by_game {
        history::game(app, game, &told, 0, wrong, &mut found).await;
    }
    for game in &house.others {
        history::game(app, game, &[], replies, wrong, &mut found).await;
    }
    let store = app.service.store();
    let report = audit::whole(store.read(), |_| ()).await.expect("readable");
    found.wrong.extend(report.broken.iter().map(|broken| format!("{broken:?}")));
    app.service.seal(Utc::now()).await.expect("a seal");
    let all = seals::history(store.read()).await.expect("readable");
    found.wrong.extend(seals::broken(&all).map(|day| format!("the seal of {day}")));
    let before = app.derived().await;
    app.service.rebuild(|_| ()).await.expect("rebuilt");
    let after = app.derived().await;
    let differ = before.iter().filter(|row| !after.contains(row));
    found.wrong.extend(differ.take(5).map(|row| format!("rebuilt it is not: {row}")));
    if before.len() != after.len() {
        found.wrong.push(format!("{} rows, rebuilt {}", before.len(), after.len()));
    }
    found
}

/// Each letter that arrived more than once arrived in the same bytes. How many there were, and how
/// many more copies.
fn one_set_of_bytes(sink: &Sink) -> (usize, usize) {
    let mut arrived: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for (_, message) in sink.taken() {
        let text = String::from_utf8_lossy(&message);
        let id = text.split("Message-ID: <").nth(1).and_then(|rest| rest.split('>').next());
        arrived.entry(id.expect("an id").to_owned()).or_default().push(message);
    }
    let more = arrived.values().map(|copies| copies.len() - 1).sum();
    for (id, copies) in &arrived {
        assert!(copies.iter().all(|copy| *copy == copies[0]), "{id} is not always the same");
    }
    (arrived.len(), more)
}
