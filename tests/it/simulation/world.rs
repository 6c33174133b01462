//! One simulated server with its players.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::play::give_order::{Accepted, OrderLine};
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, ServiceError, Settings};
use ravenpost::titles;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{GameId, chain};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Dice, Seat};
use ravenpost_store::PlayerId;
use ravenpost_store::log::{events, secrets};
use ravenpost_store::people::players::{self, NewPlayer};
use ravenpost_store::post::outbox::{self, OutboxState};
use tempfile::TempDir;

use super::post::{self, Delivered};
use crate::harness::app::key_of;
use crate::harness::brief;
use crate::harness::engine;
use crate::harness::folder::folder;

/// Everything that can happen in a step; a long run must include all of it.
pub const KINDS: [&str; 11] = [
    "order",
    "rubbish",
    "repeat",
    "stale",
    "take back",
    "leave",
    "wait",
    "failed commit",
    "post",
    "restart",
    "two at once",
];

pub struct World {
    pub service: Service,
    folder: TempDir,
    now: DateTime<Utc>,
    dice: Dice,
    people: Vec<PlayerId>,
    games: Vec<GameId>,
    keys: u64,
    last: Option<(OrderLine, Step)>,
    /// Every acknowledged order: game and step.
    answered: Vec<(GameId, Step)>,
    delivered: Delivered,
}

impl World {
    pub async fn new(seed: u64) -> World {
        let folder = folder();
        let service = start(&folder, seed).await;
        let mut world = World {
            service,
            folder,
            now: "2026-03-28T22:00:00Z".parse().expect("a moment before summer time begins"),
            dice: Dice::seeded(seed),
            people: Vec::new(),
            games: Vec::new(),
            keys: 0,
            last: None,
            answered: Vec::new(),
            delivered: Delivered::new(),
        };
        for name in ["ann", "bob", "cat"] {
            world.add_player(name).await;
        }
        for _ in 0..2 {
            world.open_game().await;
        }
        world
    }

    fn below(&mut self, of: u32) -> u32 {
        self.dice.stream("world").below(of)
    }

    async fn add_player(&mut self, name: &str) {
        let new = NewPlayer {
            address: format!("{name}@example.org"),
            name: name.to_owned(),
            zone: "Europe/Berlin".to_owned(),
            at: self.now,
        };
        let add = self
            .service
            .store()
            .write(move |conn| Box::pin(async move { players::add(conn, &new).await }));
        self.people.push(add.await.expect("a player"));
    }

    async fn open_game(&mut self) {
        let which = self.below(titles::all().len() as u32) as usize;
        let title = titles::all()[which];
        let (least, most) = title.about().seats;
        let more = self.below(u32::from(most - 1));
        let seats = (least.max(2) + u8::try_from(more).expect("a few seats")).min(most);
        let people = u8::try_from(1 + self.below(2)).expect("one or two").min(seats);
        let bots = (people + 1..=seats).map(|seat| (Seat(seat), "random".to_owned()));
        let new = NewTable {
            title: title.about().key.to_owned(),
            name: "A table".to_owned(),
            table: brief(title, seats),
            pace: Pace::of(Some(86_400)),
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: Some(Seat(1)),
            salt: String::new(),
            bots: bots.collect(),
        };
        let opener = self.people[0];
        let game =
            self.service.tables().open_table(self.now, Some(opener), &new).await.expect("a table");
        for guest in 1..people {
            let player = self.people[usize::from(guest)];
            let join = Default::default();
            self.service
                .tables()
                .join_table(self.now, &game, player, join)
                .await
                .expect("a free seat");
        }
        self.games.push(game);
    }

    /// Performs one random action and returns its kind.
    pub async fn step(&mut self) -> &'static str {
        let minutes = self.below(30).into();
        self.now += Duration::minutes(minutes);
        match self.below(24) {
            0..=9 => self.order(None).await,
            10 => self.order(Some("play the lute; pass\0")).await,
            11 => self.repeat().await,
            12 => self.stale().await,
            13 | 14 => self.take_back().await,
            15 if self.below(6) == 0 => self.leave().await,
            15..=17 => self.wait().await,
            18 => self.failed_commit().await,
            19..=21 => {
                let now = self.now;
                post::send(&self.service, now, &mut self.dice, 4, &mut self.delivered).await;
                "post"
            }
            22 => self.restart().await,
            _ => self.two_at_once().await,
        }
    }

    fn game(&mut self) -> GameId {
        let at = self.below(self.games.len() as u32) as usize;
        self.games[at].clone()
    }

    /// An order for some awaited seat: a legal one, unless a text is given.
    async fn line(&mut self, text: Option<&str>) -> Option<OrderLine> {
        let game_id = self.game();
        let game = self.service.games().load(&game_id).await.expect("a game");
        let seats: Vec<Seat> = game
            .status
            .clocks
            .waits
            .keys()
            .copied()
            .filter(|seat| game.status.seats.manned(*seat))
            .collect();
        if seats.is_empty() {
            return None;
        }
        let seat = seats[self.below(seats.len() as u32) as usize];
        let legal = game.true_position().legal(seat).orders;
        let chosen = match legal.len() {
            0 => game.true_position().fallback(seat),
            many => {
                let which = self.below(many as u32) as usize;
                legal[which].clone()
            }
        };
        self.keys += 1;
        Some(OrderLine {
            game: game_id,
            seat,
            giver: game.people.iter().find(|(held, _)| *held == seat).map(|(_, who)| *who),
            line: text.map_or(chosen, ToOwned::to_owned),
            seen: game.step(),
            key: key_of(format!("key {}", self.keys)),
            via: Via::Page,
        })
    }

    async fn order(&mut self, text: Option<&str>) -> &'static str {
        let Some(order) = self.line(text).await else { return "wait" };
        match self.service.play().give_order(self.now, &order).await {
            Ok(taken) => {
                assert!(text.is_none(), "rubbish was taken: {:?}", taken.orders);
                self.answered.push((order.game.clone(), taken.step));
                self.last = Some((order, taken.step));
                "order"
            }
            Err(ServiceError::Refused(refusals)) => {
                assert!(text.is_some(), "legal, yet refused: {} {refusals:?}", order.line);
                "rubbish"
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// The same request again, perhaps much later: one event, the same answer.
    async fn repeat(&mut self) -> &'static str {
        let Some((order, version)) = self.last.clone() else { return "wait" };
        let before = self.version(&order.game).await;
        let again =
            self.service.play().give_order(self.now, &order).await.expect("answered as before");
        assert_eq!(again.step, version);
        assert_eq!(self.version(&order.game).await, before);
        "repeat"
    }

    /// An order based on an older state, under a new key.
    async fn stale(&mut self) -> &'static str {
        let Some((mut order, _)) = self.last.clone() else { return "wait" };
        self.keys += 1;
        order.key = key_of(format!("key {}", self.keys));
        let game = self.service.games().load(&order.game).await.expect("a game");
        let put = game.seats().wait(order.seat).map(|wait| game.log.step_of(wait.asked_at));
        let before = game.last_seq();
        let answer = self.service.play().give_order(self.now, &order).await;
        if put.is_some_and(|put| order.seen < put) || game.status.state != Status::Running {
            assert!(answer.is_err(), "a question that is past was answered");
            assert_eq!(self.version(&order.game).await, before);
        }
        "stale"
    }

    async fn take_back(&mut self) -> &'static str {
        let game_id = self.game();
        let (game, now) = (self.service.games().load(&game_id).await.expect("a game"), self.now);
        let may = Seat::all(game.status.table.seats).find_map(|seat| {
            Some((seat, game.orders().mark(&game.orders().may_take_back_at(seat, now)?)))
        });
        let Some((seat, order)) = may else { return "wait" };
        self.keys += 1;
        let key = key_of(format!("key {}", self.keys));
        let back =
            self.service.play().take_back(self.now, &game_id, seat, None, &order, &key).await;
        back.expect("may be taken back");
        "take back"
    }

    async fn leave(&mut self) -> &'static str {
        let game_id = self.game();
        let game = self.service.games().load(&game_id).await.expect("a game");
        let manned =
            Seat::all(game.status.table.seats).find(|seat| game.status.seats.manned(*seat));
        let (Some(seat), Status::Running) = (manned, game.status.state) else { return "wait" };
        let holder = game.people.iter().find(|(held, _)| *held == seat).map(|(_, who)| *who);
        let player = holder.expect("a person sits there");
        // A second click on another page has no further effect.
        let mut key = || {
            self.keys += 1;
            key_of(format!("key {}", self.keys))
        };
        let keys = [key(), key()];
        let (first, second) = tokio::join!(
            self.service.tables().leave_seat(self.now, &game_id, player, &keys[0]),
            self.service.tables().leave_seat(self.now, &game_id, player, &keys[1])
        );
        assert_eq!(u32::from(first.is_ok()) + u32::from(second.is_ok()), 1);
        "leave"
    }

    async fn wait(&mut self) -> &'static str {
        let hours = self.below(40).into();
        self.now += Duration::hours(hours);
        self.service.clocks().tick(self.now).await.expect("a tick");
        "wait"
    }

    async fn failed_commit(&mut self) -> &'static str {
        let Some(order) = self.line(None).await else { return "wait" };
        let before = self.version(&order.game).await;
        self.service.store().fail_commits(1);
        let failed = self.service.play().give_order(self.now, &order).await;
        assert!(matches!(failed, Err(ServiceError::Store(_))));
        assert_eq!(self.version(&order.game).await, before, "a failed order is seen by nobody");
        "failed commit"
    }

    async fn two_at_once(&mut self) -> &'static str {
        let Some(one) = self.line(None).await else { return "wait" };
        let two = OrderLine { key: key_of(format!("{} too", one.key.as_str())), ..one.clone() };
        let (first, second) = tokio::join!(
            self.service.play().give_order(self.now, &one),
            self.service.play().give_order(self.now, &two)
        );
        // Closing what is already closed is not an error, but no order is stored.
        let took = |taken: &Result<Accepted, ServiceError>| {
            taken.as_ref().is_ok_and(|taken| !taken.orders.is_empty())
        };
        let taken = u32::from(took(&first)) + u32::from(took(&second));
        // A line on a sheet does not change the prompt, so the other one may be accepted too.
        let game = self.service.games().load(&one.game).await.expect("a game");
        let still = game
            .seats()
            .wait(one.seat)
            .is_some_and(|wait| game.log.step_of(wait.asked_at) <= one.seen);
        assert!(taken == 1 || still && taken == 2, "of two answers to one question one is taken");
        "two at once"
    }

    async fn restart(&mut self) -> &'static str {
        self.service.store().close().await;
        let seed = self.below(u32::MAX).into();
        self.service = start(&self.folder, seed).await;
        "restart"
    }

    async fn version(&self, game: &GameId) -> Seq {
        self.service.games().load(game).await.expect("a game").last_seq()
    }

    /// The invariants after each step.
    pub async fn check(&mut self) {
        for game_id in &self.games {
            let log =
                events::history(self.service.store().read(), game_id).await.expect("readable");
            let secret =
                secrets::get(self.service.store().read(), game_id).await.expect("a secret");
            let secret = secret.try_into().ok();
            let head = chain::verify(game_id, &log, secret).expect("a valid chain");
            let log: Vec<_> = log.into_iter().map(std::sync::Arc::new).collect();
            let folded = Game::fold(game_id, &log).expect("a log that reads back");
            let game = self.service.games().load(game_id).await.expect("a game");
            assert_eq!(game.tip.head, head, "what is seen is what is stored");
            assert_eq!(game.true_position().document(), folded.true_position().document());
            assert_eq!(game.status.clocks.waits, folded.status.clocks.waits);
            game.true_position().audit().expect("every piece is somewhere");
            for wait in game.status.clocks.waits.values() {
                assert!(wait.due.is_some(), "whoever is awaited has a deadline");
            }
            if game.status.state == Status::Running {
                let awaited = game.true_position().awaited().len();
                assert_eq!(awaited, game.status.clocks.waits.len());
                assert!(awaited > 0, "a running game awaits somebody");
            }
        }
        for (game_id, step) in &self.answered {
            let game = self.service.games().load(game_id).await.expect("a game");
            assert!(game.step() >= *step, "an answered order is gone");
        }
        for (id, copies) in &self.delivered {
            assert!(copies.iter().all(|copy| copy.contains("http://")), "{id}");
        }
    }

    /// No more faults; all seats answer or time out; all emails are sent.
    pub async fn calm(&mut self) {
        for _ in 0..500 {
            self.now += Duration::hours(25);
            self.service.clocks().tick(self.now).await.expect("a tick");
            post::send(&self.service, self.now, &mut self.dice, 0, &mut self.delivered).await;
            let mut running = 0;
            for game_id in &self.games {
                let game = self.service.games().load(game_id).await.expect("a game");
                running += u32::from(game.status.state == Status::Running);
            }
            if running == 0 {
                break;
            }
        }
    }

    /// The conditions at the end.
    pub async fn check_end(&mut self) {
        self.now += Duration::days(1);
        post::send(&self.service, self.now, &mut self.dice, 0, &mut self.delivered).await;
        let store = self.service.store();
        for state in [OutboxState::Waiting, OutboxState::Sending] {
            let left = outbox::list(store.read(), state, 1000).await.expect("readable");
            assert!(left.is_empty(), "{} emails are still {}", left.len(), state.word());
        }
        for game_id in &self.games {
            let game = self.service.games().load(game_id).await.expect("a game");
            assert_eq!(game.status.state, Status::Over, "every game ends");
            let audited = self.service.fairness().audit_game(game_id).await.expect("an audit");
            assert!(audited.clean(), "{audited:?}");
            assert!(self.service.fairness().verify_dice(game_id).await.expect("told").holds());
        }
        let before = self.derived().await;
        self.service.games().rebuild(|_| {}).await.expect("rebuilt");
        assert_eq!(self.derived().await, before, "derived rows come back from the log");
    }

    async fn derived(&self) -> Vec<String> {
        let store = self.service.store();
        let dump = store.write(|conn| {
            Box::pin(async move { ravenpost_store::lists::derived::dump(conn).await })
        });
        dump.await.expect("readable")
    }

    /// The heads of all chains and the deliveries: the same seed must give the same result.
    pub async fn trace(&self) -> Vec<String> {
        let mut trace: Vec<String> = self.delivered.keys().cloned().collect();
        for game in &self.games {
            trace.push(self.service.games().load(game).await.expect("a game").tip.head.hash.hex());
        }
        trace
    }
}

async fn start(folder: &TempDir, seed: u64) -> Service {
    let path = folder.path().join("ravenpost.db");
    let store = engine::open_file(&path).await;
    Service::with_entropy(store, Settings::default(), Entropy::seeded(seed))
}
