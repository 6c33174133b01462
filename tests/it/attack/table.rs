//! A table and everyone who might harm it. Ann opened it and may or may not play, Bob and Cat play,
//! and Dan is a stranger. Each of them tries anything at any time: fifty acts in an hour, or one a
//! week.

use chrono::Duration;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::propose::{Proposed, ProposedEnd};
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Idempotency, ServiceError};
use ravenpost::titles;
use ravenpost_log::GameId;
use ravenpost_log::act::{Consent, Pace};
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Seat};
use ravenpost_store::PlayerId;

use super::flood::Mailbox;
use super::{Tally, recount};
use crate::harness::app::{App, key_of};
use crate::harness::brief;

/// All acts that are tried.
pub const ACTS: [&str; 15] = [
    "order",
    "stop",
    "go on",
    "give time",
    "replace",
    "go back",
    "end",
    "agree",
    "refuse",
    "withdraw",
    "join",
    "leave",
    "fork",
    "invite",
    "wait",
];

const STEPS: usize = 80;

pub async fn attack(seed: u64, tally: &mut Tally) {
    let mut table = Table::open(seed).await;
    for _ in 0..STEPS {
        let (what, done) = table.step().await;
        tally.count(what, done);
        table.check().await;
    }
    table.calm().await;
}

struct Table {
    app: App,
    dice: Dice,
    game: GameId,
    people: Vec<PlayerId>,
    mailbox: Mailbox,
    keys: u32,
}

type Tried = (&'static str, bool);

impl Table {
    async fn open(seed: u64) -> Table {
        let (app, mut dice) = (App::seeded(seed).await, Dice::seeded(seed));
        let mut people = Vec::new();
        for name in ["ann", "bob", "cat", "dan"] {
            people.push(app.player(name).await);
        }
        let mut draw = dice.stream("table");
        let title = titles::all()[draw.below(titles::all().len() as u32) as usize];
        let (least, most) = title.about().seats;
        let seats = (2 + draw.below(3) as u8).clamp(least, most);
        let bots = draw.below(u32::from(seats)) as u8;
        let new = NewTable {
            title: title.about().key.to_owned(),
            name: "A table".to_owned(),
            table: brief(title, seats),
            pace: Pace::of([Some(3_600), Some(86_400), Some(259_200)][draw.below(3) as usize]),
            public: true,
            consent: Consent::EVERY[draw.below(3) as usize],
            own_seat: (draw.below(4) > 0).then_some(Seat(1)),
            salt: String::new(),
            bots: (seats - bots + 1..=seats).map(|seat| (Seat(seat), "random".into())).collect(),
        };
        let game =
            app.service.tables().open_table(app.now, Some(people[0]), &new).await.expect("a table");
        for player in &people[1..3] {
            // The bots may have taken all seats.
            drop(app.service.tables().join_table(app.now, &game, *player, Join::default()).await);
        }
        Table { app, dice, game, people, mailbox: Mailbox::default(), keys: 0 }
    }

    fn below(&mut self, of: usize) -> usize {
        self.dice.stream("attack").below(of as u32) as usize
    }

    fn key(&mut self) -> Idempotency {
        self.keys += 1;
        key_of(format!("attack {}", self.keys))
    }

    async fn step(&mut self) -> Tried {
        let minutes = [0, 0, 0, 1, 7, 45][self.below(6)];
        self.app.now += Duration::minutes(minutes);
        let which = self.below(self.people.len());
        let who = self.people[which];
        match self.below(28) {
            0..=5 => self.order().await,
            6 => self.moderate(who, "stop").await,
            7 => self.moderate(who, "go on").await,
            8 | 9 => self.moderate(who, "give time").await,
            10..=12 => self.replace(who).await,
            13 | 14 => self.go_back(who).await,
            15 => self.end(who).await,
            16..=18 => self.vote(who).await,
            19 => self.withdraw(who).await,
            20 => self.join(who).await,
            21 if self.below(4) == 0 => self.leave(who).await,
            21 | 22 => self.fork(who).await,
            23 => self.invite(who).await,
            _ => self.wait().await,
        }
    }

    fn seat(&mut self) -> Seat {
        Seat(self.below(5) as u8)
    }

    /// An act is either done or refused; a server error fails the test.
    fn done_or_refused<T>(what: &'static str, answer: Result<T, ServiceError>) -> Tried {
        match answer {
            Ok(_) => (what, true),
            Err(ServiceError::Refused(_) | ServiceError::Denied(_)) => (what, false),
            Err(error) => panic!("{what}: {error:?}"),
        }
    }

    async fn order(&mut self) -> Tried {
        let game = self.app.service.games().load(&self.game).await.expect("a game");
        let Some(seat) = game.status.clocks.waits.keys().next().copied() else {
            return ("order", false);
        };
        let (game_id, order) = (self.game.clone(), self.app.some_order(&self.game, seat).await);
        Table::done_or_refused("order", self.app.order(&game_id, seat, &order).await)
    }

    async fn moderate(&mut self, who: PlayerId, what: &'static str) -> Tried {
        let (seat, hours) = (self.seat(), [0, 5, 200, 336, 337][self.below(5)]);
        let reason = "It is late".to_owned();
        let measure = match what {
            "stop" => Measure::Freeze { reason },
            "go on" => Measure::Thaw,
            _ => Measure::Extend { seat, hours, reason },
        };
        let (key, now) = (self.key(), self.app.now);
        let asked = self.app.service.tables().moderate(now, &self.game, who, &measure, &key);
        Table::done_or_refused(what, asked.await)
    }

    async fn replace(&mut self, who: PlayerId) -> Tried {
        let instead = match self.below(3) {
            0 => Instead::Invited,
            1 => Instead::Anybody,
            _ => Instead::Bot("random".to_owned()),
        };
        let (seat, reason) = (self.seat(), "slow".to_owned());
        let (asked, key) = (Replacement { seat, instead, reason }, self.key());
        let now = self.app.now;
        let done = self.app.service.tables().replace(now, &self.game, who, &asked, &key);
        Table::done_or_refused("replace", done.await)
    }

    async fn go_back(&mut self, who: PlayerId) -> Tried {
        let step = self.app.service.games().load(&self.game).await.expect("a game").step();
        let to = self.below(step.0 as usize + 2) as u64;
        let (asked, key) = (Proposed { to: Step(to), reason: "A slip".to_owned() }, self.key());
        let now = self.app.now;
        let done = self.app.service.votes().propose_rewind(now, &self.game, who, &asked, &key);
        Table::done_or_refused("go back", done.await)
    }

    async fn end(&mut self, who: PlayerId) -> Tried {
        let seats =
            self.app.service.games().load(&self.game).await.expect("a game").status.table.seats;
        let places = (0..seats).map(|_| 1 + self.below(4) as u8).collect();
        let (asked, key) = (ProposedEnd { places, reason: "Enough".to_owned() }, self.key());
        let now = self.app.now;
        let done = self.app.service.votes().propose_end(now, &self.game, who, &asked, &key);
        Table::done_or_refused("end", done.await)
    }

    /// The step of the open vote, or a step that has none.
    async fn voted_on(&self) -> Step {
        let game = self.app.service.games().load(&self.game).await.expect("a game");
        game.status.stops.proposal.as_ref().map_or(Step(3), |proposal| proposal.step)
    }

    async fn vote(&mut self, who: PlayerId) -> Tried {
        let agrees = self.below(4) > 0;
        let word = Word { step: self.voted_on().await, agrees, via: ravenpost_log::act::Via::Page };
        let (key, now) = (self.key(), self.app.now);
        let done = self.app.service.votes().vote(now, &self.game, who, word, &key).await;
        Table::done_or_refused(if agrees { "agree" } else { "refuse" }, done)
    }

    async fn withdraw(&mut self, who: PlayerId) -> Tried {
        let (step, key, now) = (self.voted_on().await, self.key(), self.app.now);
        let done = self.app.service.votes().withdraw_proposal(now, &self.game, who, step, &key);
        Table::done_or_refused("withdraw", done.await)
    }

    async fn join(&mut self, who: PlayerId) -> Tried {
        let seat = Some(self.seat()).filter(|seat| seat.0 > 0);
        let invited = self.below(4) == 0;
        let join = Join { seat, invited, key: Some(self.key()), ..Join::default() };
        let done = self.app.service.tables().join_table(self.app.now, &self.game, who, join);
        Table::done_or_refused("join", done.await)
    }

    async fn leave(&mut self, who: PlayerId) -> Tried {
        let (key, now) = (self.key(), self.app.now);
        Table::done_or_refused(
            "leave",
            self.app.service.tables().leave_seat(now, &self.game, who, &key).await,
        )
    }

    async fn fork(&mut self, who: PlayerId) -> Tried {
        let game = self.app.service.games().load(&self.game).await.expect("a game");
        let step = self.below(game.step().0 as usize + 2) as u64;
        let pace = Pace::of(None);
        let way = match self.below(3) {
            0 => Way::Alone { bot: "random".to_owned() },
            1 => Way::Together,
            _ => Way::Freely { own_seat: Some(Seat(1)), bots: Vec::new(), pace },
        };
        let (new, key) = (NewFork { of: self.game.clone(), step: Step(step), way }, self.key());
        Table::done_or_refused(
            "fork",
            self.app.service.tables().fork(self.app.now, who, &new, &key).await,
        )
    }

    async fn invite(&mut self, who: PlayerId) -> Tried {
        let (key, now) = (self.key(), self.app.now);
        let address = format!("guest{}@example.net", self.below(5));
        let done = self
            .app
            .service
            .tables()
            .invite_by_mail(now, &self.game, who, "Somebody", &address, &key);
        Table::done_or_refused("invite", done.await)
    }

    async fn wait(&mut self) -> Tried {
        let hours = [1, 9, 30, 100, 200][self.below(5)];
        self.app.passes(Duration::hours(hours)).await;
        ("wait", true)
    }

    /// Checks the invariants after each act.
    async fn check(&mut self) {
        self.mailbox.deliver(&self.app, &self.people).await;
        let game = self.app.service.games().load(&self.game).await.expect("a game");
        recount::assert_every_act_was_allowed(&game);
        let audited =
            self.app.service.fairness().audit_game(&self.game).await.expect("looked over");
        assert!(audited.clean(), "{audited:?}");
        if game.status.state == Status::Running {
            assert!(!game.status.clocks.waits.is_empty(), "a game that runs asks somebody");
        }
    }

    /// Lets time pass without any acts. Deadlines, votes and stops must end by themselves, and so
    /// must the game, unless it has no deadline or too few players joined.
    async fn calm(&mut self) {
        for _ in 0..3_000 {
            if self.app.status(&self.game).await != Status::Running {
                break;
            }
            self.app.passes(Duration::hours(80)).await;
        }
        assert_ne!(self.app.status(&self.game).await, Status::Running, "it never ends");
        self.check().await;
    }
}
