//! Three nodes over one database, and everything that may happen to them while people play by page
//! and by email: killed, stopped, cut off, without their database, with a clock that is off. All
//! that anybody was told is held against the log that is there in the end.
//!
//! A minute; `RAVENPOST_SECONDS=3600` for longer, `RAVENPOST_SEED=n` for other trouble.

mod cards;
mod check;
mod client;
pub(crate) mod faults;
mod history;
pub(crate) mod installation;
mod nodes;
pub mod operations;
mod players;
mod rolling;
mod settings;
mod tcp_proxy;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time::interval;

use self::check::{assert_copies_are_identical, check};
use self::faults::{FaultTargets, Lengths, Made};
use self::history::{ClockError, Findings, What};
use self::installation::{House, replace_finished_games};
use self::nodes::{Node, THIS, balance, free_port};
use self::operations::Use;
use self::players::{Way, answers, watches};
use self::settings::{own_settings, settings};
use self::tcp_proxy::Gate;
use crate::harness::postgres::Server;
use crate::mail::incoming::dovecot::Dovecot;
use crate::mail::outgoing::smtp::Sink;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Waits until all nodes can serve.
async fn all_ready(nodes: &[Node]) {
    let (begun, mut look) = (Instant::now(), interval(Duration::from_millis(100)));
    for node in nodes {
        while !node.is_ready().await {
            look.tick().await;
            if begun.elapsed() > Duration::from_secs(90) {
                let state = node.readiness().await.map(|answer| answer.body);
                let log = std::fs::read_to_string(node.log()).unwrap_or_default();
                panic!("not ready: {state:?}\n{log}");
            }
        }
    }
}

/// Everything that is tried: the database, the games in it, three nodes, and where emails go.
struct Cluster {
    server: Server,
    house: House,
    sink: Arc<Sink>,
    /// A mailbox elsewhere, which one of the nodes watches.
    mailbox: Arc<Mutex<Dovecot>>,
    settings: Vec<(String, String)>,
    /// Each node's way to the relay.
    gates: Vec<Gate>,
    nodes: Vec<Node>,
    /// Where players are led to one node or another.
    port: u16,
    /// Where each node takes emails from a mail server.
    sources: [u16; 3],
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
        let mailbox = Dovecot::new().await;
        let settings = settings(&server.address(), port, &mailbox);
        let mut gates = Vec::new();
        for _ in 0..ports.len() {
            gates.push(Gate::to(sink.port).await);
        }
        let place = |at: usize| folder.path().join(format!("node{at}"));
        let clock = faults::another_clock(folder.path());
        let sources = [free_port(), free_port(), free_port()];
        let mut nodes: Vec<Node> = (0..3)
            .map(|at| {
                let own = own_settings(&place(at), &clock, gates[at].port, sources[at]);
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
        let mailbox = Arc::new(Mutex::new(mailbox));
        Some(Cluster {
            server,
            house,
            sink,
            mailbox,
            settings,
            gates,
            nodes,
            port,
            sources,
            folder,
        })
    }

    /// Starts all players: those who use pages, and those who reply to emails.
    fn play(&self) -> (Vec<JoinHandle<()>>, Vec<JoinHandle<usize>>) {
        let world = || Arc::clone(&self.house.world);
        let people = self.house.people.iter().cloned();
        let by_page = people.map(|person| tokio::spawn(person.plays(world(), self.port)));
        let spools: Vec<_> = self.nodes.iter().map(Node::spool).collect();
        let ways = [
            ("max", Way::Spools(spools.clone())),
            ("mia", Way::Sources(self.sources)),
            ("kim", Way::Mailbox(Arc::clone(&self.mailbox))),
            ("lea", Way::Spools(spools)),
        ];
        let by_mail = ways.map(|(who, way)| {
            tokio::spawn(answers(world(), Arc::clone(&self.sink), way, who.to_owned()))
        });
        let watching = std::iter::once(tokio::spawn(watches(world(), self.port)));
        let by_page = by_page.chain(watching);
        (by_page.collect(), by_mail.into())
    }

    /// Trouble begins when emails leave. Tells how much there was of it.
    async fn trouble(&mut self) -> Made {
        let sink = Arc::clone(&self.sink);
        until("no emails leave", || !sink.taken_after(3).is_empty()).await;
        let long = number("RAVENPOST_SECONDS");
        let span = Duration::from_secs(long.unwrap_or(45));
        let seconds = if long.is_none() { [5, 2, 3] } else { [40, 10, 6] };
        let [still, away, between] = seconds.map(Duration::from_secs);
        let lengths = Lengths { still, away, between };
        let (seed, done) = (number("RAVENPOST_SEED").unwrap_or(1), AtomicBool::new(false));
        println!("seed {seed}");
        let (nodes, gates) = (&mut self.nodes, &self.gates[..]);
        let (server, mailbox) = (&self.server, &self.mailbox);
        let making = async {
            let all = FaultTargets { nodes, gates, server, mailbox };
            let made = faults::make(all, seed, span, lengths).await;
            done.store(true, Ordering::SeqCst);
            made
        };
        tokio::join!(making, replace_finished_games(&self.house, &done)).0
    }

    /// A node whose clock is not the database's does not start.
    async fn check_skewed_node_does_not_start(&self) {
        for off in [5, -5] {
            let place = self.folder.path().join("late");
            let late = Node::new(&place, free_port(), &self.settings);
            let (code, said) = faults::with_another_clock(&late, self.folder.path(), off).await;
            assert_eq!(code, Some(2), "{off}: {said}");
            assert!(said.contains("the database's"), "{off}: {said}");
        }
    }

    /// Nobody plays any more, all nodes stop, and everything that was told is looked at.
    async fn ends(
        &mut self,
        by_page: Vec<JoinHandle<()>>,
        by_mail: Vec<JoinHandle<usize>>,
        wrong: &[ClockError],
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

    /// Returns the forms that no player has submitted successfully yet, except withdrawals: others
    /// mostly answer before a proposal is withdrawn.
    fn unused_forms(&self) -> Vec<Use> {
        let told = self.house.world.told.lock().expect("no holder panics");
        let used =
            |by: Use| told.iter().any(|one| matches!(one.what, What::Taken(this, _) if this == by));
        Use::ALL.into_iter().filter(|by| *by != Use::Withdraw && !used(*by)).collect()
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
async fn three_nodes_stay_consistent_through_faults() {
    let Some(mut cluster) = Cluster::new(Path::new(THIS)).await else { return };
    let (by_page, by_mail) = cluster.play();
    let Made { counts, wrong } = cluster.trouble().await;
    // All goes on when the trouble is over.
    all_ready(&cluster.nodes).await;
    cluster.check_skewed_node_does_not_start().await;
    let before = cluster.told();
    let done = AtomicBool::new(false);
    let played = async {
        let enough = || cluster.told() > before + 20 && cluster.unused_forms().is_empty();
        until("too few responses, or a form was never used", enough).await;
        done.store(true, Ordering::SeqCst);
    };
    tokio::join!(played, replace_finished_games(&cluster.house, &done));
    let found = cluster.ends(by_page, by_mail, &wrong).await;
    println!("{counts:?}; {found:?}");
    let (emails, more) = assert_copies_are_identical(&cluster.sink);
    println!("{emails} emails, {more} more copies");
    let most: u32 = counts.values().sum();
    assert!(more <= most as usize, "{more} more copies: nodes send what others do");
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    let done = |by| found.done.get(&by).copied().unwrap_or(0);
    assert!(done(Use::Order) > 50 && found.pages > 100, "hardly anybody played: {found:?}");
    // Others mostly answer before a proposal is withdrawn.
    let usual = Use::ALL.into_iter().filter(|by| *by != Use::Withdraw);
    assert!(usual.map(done).all(|count| count > 0), "not all was tried: {found:?}");
    assert!(found.cards > 100 && found.own_cards > 20, "hardly any cards: {found:?}");
    assert!(found.by_mailbox > 0, "nothing came by the mailbox: {found:?}");
    assert!(found.rewinds > 0 && found.by_bots > 0, "{found:?}");
    assert!(found.lapses > 3 && found.by_mail > 0, "{found:?}");
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
