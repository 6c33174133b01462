//! Random games with orders, instructions, undos, votes, nested rewinds, overlapping outages,
//! pauses, replaced players and agreed ends. The game in memory must equal the folded log, and no
//! clock may lose or gain time.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::batch::Salt;
use crate::game::core::folded::Game;
use crate::game::core::test_table::opening;
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::{By, Motion, Opening, Outage, Pace, Sitter, Via};
use ravenpost_log::table::clock_state::AT_LEAST;
use ravenpost_log::table::clock_state::pending::{Pending, Time, outside};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Seat, Title};

/// Histories per title, and acts in each.
const HISTORIES: u64 = 125;
const ACTS: usize = 18;
/// Length of a turn in seconds.
const TURN: u32 = 86_400;

/// Instructions that a seat may leave. Titles refuse those they do not support.
const LATER: [&str; 6] = [
    "standing grow never",
    "standing losses tar,wood",
    "standing feud accept",
    "standing claim auto",
    "doctrine stance hold",
    "standing plan repeat",
];

struct PlayedGame {
    batch: Batch,
    dice: Dice,
    /// When email delivery went down, if it is down.
    down: Option<DateTime<Utc>>,
    /// Past periods that do not count: outages, votes and pauses.
    still: Vec<Time>,
    /// Failed votes proposed by the first seat. Its clock kept running under the second conduct
    /// version.
    failed_votes: Vec<Time>,
}

impl PlayedGame {
    fn new(title: &dyn Title, seed: u64) -> PlayedGame {
        let secret = [seed as u8; 32];
        let pace = Pace::of(Some(TURN));
        let opening = Opening { epoch: Epoch([seed as u8; 32]), ..opening(title, pace, &secret) };
        let id = GameId::parse(&format!("history{seed}")).expect("an id");
        let mut batch =
            Batch::open(&id, &opening, secret, &Entropy::seeded(seed), DateTime::UNIX_EPOCH)
                .expect("opened");
        for seat in Seat::all(2) {
            let (sitter, salt) = (Sitter::Person, Salt::drawn(format!("salt {seat}")));
            batch.join(seat, sitter, salt, false).expect("seated");
        }
        assert!(batch.start_if_full().expect("started"));
        PlayedGame {
            batch,
            dice: Dice::seeded(seed),
            down: None,
            still: Vec::new(),
            failed_votes: Vec::new(),
        }
    }

    fn below(&mut self, of: u64) -> u64 {
        let of = u32::try_from(of.max(1)).expect("a small number");
        self.dice.stream("history").below(of).into()
    }

    fn act(&mut self) {
        self.batch.now += Duration::minutes(17);
        match self.below(13) {
            0 => self.leave_for_later(),
            1 => self.take_back(),
            2..=4 => self.go_back(),
            5 => self.relay(),
            6 => self.stand_still(),
            7 => self.change_hands(),
            8 => self.go_away(),
            _ => self.order(),
        }
    }

    /// Email delivery goes down, or recovers.
    fn relay(&mut self) {
        let now = self.batch.now;
        let Some(since) = self.down.take() else {
            self.down = Some(now);
            return;
        };
        self.still.push((since, now));
        let status = &self.batch.game.status;
        let from = status.clocks.lost_from(since);
        if status.loses((from, now)) {
            let what = Outage::Relay;
            self.batch
                .note(Act::OutageCompensated { from, until: now, component: what })
                .expect("compensated");
        }
    }

    fn stand_still(&mut self) {
        let since = self.batch.now;
        let until = since + Duration::days(1);
        let by = By::Organiser(None);
        let reason = "Illness".to_owned();
        if self.batch.note(Act::Paused { reason, until, by }).is_err() {
            return;
        }
        self.batch.now += Duration::hours(2);
        if self.below(2) == 0 {
            self.relay();
        }
        self.batch.note(Act::Resumed { expired: false, by: Some(by) }).expect("it goes on");
        self.still.push((since, self.batch.now));
    }

    fn change_hands(&mut self) {
        let seat = Seat::at(self.below(2) as usize);
        let (bot, open, reason) = (None, true, "Nobody answers".to_owned());
        let by = By::Organiser(None);
        // No seat has missed enough deadlines here.
        if self.batch.note(Act::Replaced { seat, bot, open, reason, by }).is_err() {
            return;
        }
        self.batch.now += Duration::minutes(5);
        let over = Act::TakenOver { seat, organiser: false, returning: false };
        self.batch.note(over).expect("given");
    }

    /// A substitute bot plays a seat for some minutes and answers its prompts.
    fn go_away(&mut self) {
        let seat = Seat::at(self.below(2) as usize);
        let (bot, by) = (Some("steady".to_owned()), Some(By::Player(seat)));
        let until = Some(self.batch.now + Duration::minutes(7));
        if self.batch.note(Act::Substituted { seat, bot, until, by }).is_err() {
            return;
        }
        if self.batch.game.status.clocks.waits.contains_key(&seat) {
            let order = self.batch.game.position.fallback(seat);
            self.batch.order(seat, &order, Via::Bot).expect("legal");
        }
        self.batch.now += Duration::minutes(5);
        let by = by.filter(|_| self.below(2) == 0);
        if by.is_none() {
            self.batch.now += Duration::minutes(5);
        }
        self.batch.note(Act::Substituted { seat, bot: None, until: None, by }).expect("back");
    }

    fn order(&mut self) {
        let Some(awaited) = self.batch.game.position.awaited().into_iter().next() else { return };
        let position = &self.batch.game.position;
        let legal = position.legal(awaited.seat).orders;
        let fallback = position.fallback(awaited.seat);
        let at = self.below(legal.len() as u64) as usize;
        let order = legal.get(at).unwrap_or(&fallback);
        self.batch.order(awaited.seat, order, Via::Page).expect("legal");
    }

    fn leave_for_later(&mut self) {
        let (seat, line) = (Seat::at(self.below(2) as usize), LATER[self.below(6) as usize]);
        match self.batch.order(seat, line, Via::Page) {
            Ok(_) | Err(ServiceError::Refused(_)) => {}
            Err(error) => panic!("{line}: {error}"),
        }
    }

    fn take_back(&mut self) {
        let seat = Seat::at(self.below(2) as usize);
        let game = &self.batch.game;
        let act =
            game.orders().may_take_back(seat).map(|order| game.orders().taking_back(seat, &order));
        let Some(Err(error)) = act.map(|act| self.batch.note(act)) else { return };
        // The undo is refused if minutes were already granted there.
        assert!(error.to_string().contains("the order stands"), "{error}");
    }

    /// Proposes a rewind to any allowed step, or the end of the game. One vote in four fails.
    fn go_back(&mut self) {
        let step = self.batch.game.step();
        let to = step - self.below(step.min(Step(12)).0);
        if self.batch.game.conduct().may_go_back(to).is_err() {
            return;
        }
        let since = self.batch.now;
        let (reason, until) = ("It went wrong".to_owned(), since + Duration::days(1));
        let motion = match self.below(16) {
            0 => Motion::End { places: vec![1, 2] },
            _ => Motion::Rewind { to },
        };
        let by = Some(Seat(1));
        if self.batch.note(Act::Proposed { by, motion, reason, until }).is_err() {
            return;
        }
        self.batch.now += Duration::hours(3);
        if self.below(3) == 0 {
            self.relay();
        }
        let agrees = self.below(4) > 0;
        self.batch.note(Act::Voted { seat: Some(Seat(2)), agrees, via: Via::Email }).expect("said");
        self.batch.count_votes().expect("counted");
        let failed =
            matches!(self.batch.game.log.last().expect("counted").act, Act::ProposalFailed { .. });
        let paused = if failed { &mut self.failed_votes } else { &mut self.still };
        paused.push((since, self.batch.now));
    }

    /// Asserts that each clock was compensated for exactly the periods that do not count.
    fn clocks_are_right(&self, here: &str) {
        let (turn, now) = (Duration::seconds(TURN.into()), self.batch.now);
        for (seat, wait) in &self.batch.game.status.clocks.waits {
            let since = (wait.asked, now);
            let failed: &[Time] = if *seat == Seat(1) { &[] } else { &self.failed_votes };
            let still =
                (now - wait.asked) - outside(since, &[self.still.as_slice(), failed].concat());
            let left = wait.due.expect("a deadline") - now;
            assert!(left <= turn.max(AT_LEAST), "{here}: {seat} has gained: {left}");
            let given = wait.due.expect("a deadline") - wait.asked - turn;
            assert!(given >= still, "{here}: {seat} has lost: {given} of {still}");
            assert_explained(wait, &format!("{here}: {seat}"));
        }
    }

    fn folded(&self) -> Game {
        Game::fold(&self.batch.game.id, &self.batch.events).expect("it folds")
    }
}

/// The parts of the time add up to the deadline to the millisecond, and each kind occurs once.
fn assert_explained(wait: &Pending, here: &str) {
    let parts: Duration = wait.parts.iter().map(|part| part.span).sum();
    assert_eq!(Some(wait.asked + parts), wait.due, "{here}: {:?}", wait.parts);
    let kinds: Vec<_> = wait.parts.iter().map(|part| part.why).collect();
    let twice = kinds.iter().enumerate().any(|(at, why)| kinds[..at].contains(why));
    assert!(!twice, "{here}: {kinds:?}");
}

fn same(one: &Game, other: &Game, here: &str) {
    assert_eq!(one.position.document(), other.position.document(), "{here}");
    assert_eq!(one.status.clocks.waits, other.status.clocks.waits, "{here}");
    assert_eq!(one.status.clocks.stopped, other.status.clocks.stopped, "{here}");
    assert_eq!(one.status.seats.slots, other.status.seats.slots, "{here}");
    assert_eq!(one.status.clocks.pauses, other.status.clocks.pauses, "{here}");
    assert_eq!(one.status.clocks.outages, other.status.clocks.outages, "{here}");
    assert_eq!(one.status.agreed, other.status.agreed, "{here}");
    assert_eq!(one.status.stops.failed_proposals, other.status.stops.failed_proposals, "{here}");
    assert_eq!(one.status.stops.voted, other.status.stops.voted, "{here}");
    assert_eq!(one.status.clocks.own_doing, other.status.clocks.own_doing, "{here}");
    assert_eq!(one.status.clocks.time_limit, other.status.clocks.time_limit, "{here}");
    assert_eq!(one.tip, other.tip, "{here}");
    let aside = |game: &Game| game.log.metadata().map(|one| one.superseded_by).collect::<Vec<_>>();
    assert_eq!(aside(one), aside(other), "{here}");
    let log = |game: &Game| game.events().cloned().collect::<Vec<_>>();
    assert_eq!(log(one), log(other), "{here}");
}

#[test]
fn random_histories_fold_to_the_played_state() {
    let (mut rewinds, mut ends, mut outages) = (0, 0, 0);
    for title in titles::all() {
        let wanted = std::env::var("RAVENPOST_HISTORIES").ok().and_then(|text| text.parse().ok());
        for seed in 0..wanted.unwrap_or(HISTORIES) {
            let mut play = PlayedGame::new(*title, seed);
            let here = format!("{} seed {seed}", title.about().key);
            for _ in 0..ACTS {
                if play.batch.game.status.state == Status::Running {
                    play.act();
                    play.clocks_are_right(&here);
                    play.batch.game = play.batch.game.memory().pack();
                }
            }
            same(&play.folded(), &play.batch.game, &here);
            let past = play.batch.game.clocks().past_clocks().expect("told");
            past.iter().for_each(|one| assert_explained(&one.wait, &here));
            let rewound = |act: &Act| matches!(act, Act::Rewound { .. });
            outages += play.batch.game.status.clocks.outages.len();
            ends += usize::from(play.batch.game.status.agreed.is_some());
            rewinds += play.batch.game.log.iter().filter(|entry| rewound(entry.act)).count();
            if seed % 10 == 0 {
                let log: Vec<_> =
                    play.batch.events.iter().map(|one| one.as_ref().clone()).collect();
                let secret = Some([seed as u8; 32]);
                let audited =
                    crate::game::fairness::audit::audit(&play.batch.game.id, &log, secret, None);
                let audited = audited.expect("audited");
                assert!(audited.clean(), "{here}: {audited:?}");
            }
            play.batch.before = Some(Arc::new(play.folded()));
        }
    }
    println!("{rewinds} rewinds, {outages} outages, {ends} ended by vote");
    assert!(rewinds > 300 && outages > 100 && ends > 20, "{rewinds}, {outages}, {ends}");
}
