//! Tests with players, an organiser and an admin who try to stall a game, alone and together. No
//! sequence of allowed acts may move a deadline by more than the table has agreed on.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::clocks::tick::see_to_clocks;
use crate::game::core::batch::{Batch, Salt};
use crate::game::core::test_table::opening;
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::pace::{Bank, Grace, Leave, Pace};
use ravenpost_log::act::time_reasons::Why;
use ravenpost_log::act::{By, Consent, Motion, Opening, Rejection, Sitter, Via};
use ravenpost_log::conduct::organiser::MOST_GIVEN;
use ravenpost_log::conduct::time::time_asked;
use ravenpost_log::table::clock_state::AT_LEAST;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind, GameId};
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::{Dice, Seat, Table, Title};

const HOUR: u32 = 3_600;
pub(in crate::game) const A: Seat = Seat(1);
pub(in crate::game) const B: Seat = Seat(2);
pub(in crate::game) const ORGANISER: By = By::Organiser(None);
/// Histories per title.
const HISTORIES: u64 = 40;
/// Attempts in each history, about an hour apart.
const TRIES: usize = 120;

pub(in crate::game) struct Stall {
    pub(in crate::game) batch: Batch,
    dice: Dice,
}

impl Stall {
    pub(in crate::game) fn new(title: &dyn Title, seats: u8, pace: Pace, seed: u64) -> Stall {
        let secret = [seed as u8; 32];
        let opening = Opening {
            table: Table::of(seats),
            epoch: Epoch([seed as u8; 32]),
            consent: Consent::Majority,
            ..opening(title, pace, &secret)
        };
        let id = GameId::parse(&format!("stall{seed}")).expect("an id");
        let begins = "2026-11-20T09:00:00Z".parse().expect("a moment");
        let entropy = Entropy::seeded(seed);
        let mut batch = Batch::open(&id, &opening, secret, &entropy, begins).expect("opened");
        for seat in Seat::all(seats) {
            let salt = Salt::drawn(format!("salt {seat}"));
            batch.join(seat, Sitter::Person, salt, false).expect("seated");
        }
        assert!(batch.start_if_full().expect("started"));
        Stall { batch, dice: Dice::seeded(seed) }
    }

    pub(in crate::game) fn now(&self) -> DateTime<Utc> {
        self.batch.now
    }

    pub(in crate::game) fn below(&mut self, of: u64) -> u64 {
        let of = u32::try_from(of.max(1)).expect("a small number");
        self.dice.stream("stall").below(of).into()
    }

    pub(in crate::game) fn wait(&self, seat: Seat) -> Option<&Pending> {
        self.batch.game.status.clocks.waits.get(&seat)
    }

    pub(in crate::game) fn due(&self, seat: Seat) -> DateTime<Utc> {
        self.wait(seat).and_then(|wait| wait.due).expect("a clock runs")
    }

    /// Advances the time and lets the clock loop do what is due.
    pub(in crate::game) fn passes(&mut self, span: Duration) {
        let until = self.now() + span;
        while self.now() < until {
            self.batch.now = (self.now() + Duration::hours(1)).min(until);
            see_to_clocks(&mut self.batch, false).expect("served");
        }
    }

    pub(in crate::game) fn tries(&mut self, act: Act) -> bool {
        match self.batch.note(act) {
            Ok(_) => true,
            Err(ServiceError::Refused(_) | ServiceError::Denied(_)) => false,
            Err(error) => panic!("{error:?}"),
        }
    }

    /// Gives a random order for a seat that has a prompt.
    pub(in crate::game) fn orders(&mut self, seat: Seat) -> bool {
        let there = self.wait(seat).is_some() && self.batch.game.status.seats.attended(seat);
        if !there || self.batch.must_run().is_err() {
            return false;
        }
        let legal = self.batch.game.position.legal(seat).orders;
        let fallback = self.batch.game.position.fallback(seat);
        let at = self.below(legal.len() as u64) as usize;
        let order = legal.get(at).cloned().unwrap_or(fallback);
        self.batch.order(seat, &order, Via::Page).expect("legal");
        self.batch.carry_on().expect("goes on");
        true
    }

    pub(in crate::game) fn undoes(&mut self, seat: Seat) -> bool {
        let game = &self.batch.game;
        let Some(act) =
            game.orders().may_take_back(seat).map(|last| game.orders().taking_back(seat, &last))
        else {
            return false;
        };
        self.tries(act)
    }

    pub(in crate::game) fn proposes(&mut self, by: Seat, motion: Motion) -> bool {
        let turn = self.batch.game.status.pace.turn.unwrap_or_default();
        let until = self.now() + Duration::seconds(turn.into()).max(Duration::hours(24));
        self.tries(Act::Proposed { by: Some(by), motion, reason: "No".to_owned(), until })
    }

    pub(in crate::game) fn withdraws(&mut self, by: Seat) -> bool {
        let own = |stall: &Stall| {
            stall.batch.game.status.stops.proposal.as_ref().is_some_and(|open| open.by == Some(by))
        };
        own(self) && self.tries(Act::ProposalFailed { cause: Rejection::Withdrawn })
    }

    pub(in crate::game) fn pauses(&mut self, by: By) -> bool {
        let until = self.now() + Duration::days(1);
        self.tries(Act::Paused { reason: "No".to_owned(), until, by })
    }

    pub(in crate::game) fn resumes(&mut self, by: By) -> bool {
        self.tries(Act::Resumed { expired: false, by: Some(by) })
    }

    pub(in crate::game) fn leaves(&mut self, seat: Seat) -> bool {
        if !self.batch.game.status.seats.held(seat) {
            return false;
        }
        self.batch.leave(seat).expect("left");
        true
    }

    pub(in crate::game) fn gives_away(&mut self, seat: Seat, open: bool) -> bool {
        let reason = "gone".to_owned();
        self.tries(Act::Replaced { seat, bot: None, open, reason, by: ORGANISER })
    }

    pub(in crate::game) fn takes_over(&mut self, seat: Seat, returning: bool) -> bool {
        self.tries(Act::TakenOver { seat, organiser: false, returning })
    }

    fn asks_for_time(&mut self, player: Seat, seat: Seat) -> bool {
        let seconds = time_asked(&self.batch.game.status.pace).unwrap_or_default();
        let (reason, by) = (None, By::Player(player));
        self.tries(Act::Extended { seat, seconds, reason, by })
    }

    /// Performs one random act that a player may do alone.
    pub(in crate::game) fn acts_alone(&mut self, seat: Seat) -> bool {
        let now = self.now();
        match self.below(14) {
            0..=3 => self.orders(seat),
            4..=6 => self.undoes(seat),
            7 => self.proposes(seat, Motion::End { places: vec![] }),
            8 => self.withdraws(seat),
            9 => {
                let until = now + Duration::days(2);
                self.tries(Act::VacationBooked { seat, from: now, until })
            }
            10 => self.tries(Act::VacationEnded { seat }),
            11 => self.asks_for_time(seat, seat),
            12 => {
                let (bot, by) = (Some("random".to_owned()), Some(By::Player(seat)));
                self.tries(Act::Substituted { seat, bot, until: None, by })
            }
            _ => {
                let by = Some(By::Player(seat));
                self.tries(Act::Substituted { seat, bot: None, until: None, by })
            }
        }
    }

    /// Performs one random act of the organiser or the admin.
    pub(in crate::game) fn organises(&mut self) -> bool {
        let by = if self.below(2) == 0 { ORGANISER } else { By::Admin(None) };
        let seat = Seat::at(self.below(2) as usize);
        match self.below(6) {
            0 => self.pauses(by),
            1 => self.resumes(by),
            2 => {
                let (seconds, reason) = (HOUR * 48, Some("more".to_owned()));
                self.tries(Act::Extended { seat, seconds, reason, by })
            }
            3 => self.leaves(seat),
            4 => {
                let open = self.below(2) == 0;
                self.gives_away(seat, open)
            }
            _ => {
                let returning = self.below(2) == 0;
                self.takes_over(seat, returning)
            }
        }
    }
}

pub(in crate::game) fn contract(seed: u64) -> Pace {
    let grace = seed.is_multiple_of(2).then_some(Grace { seconds: 6 * HOUR, per_questions: 3 });
    let bank = Bank { seconds: 12 * HOUR, increment: HOUR, max: 24 * HOUR };
    let bank = seed.is_multiple_of(3).then_some(bank);
    let vacation = seed.is_multiple_of(5).then_some(Leave { days: 4, stops_clock: true });
    let reveal_delay = seed.is_multiple_of(4).then_some(600);
    Pace { grace, bank, vacation, reveal_delay, ..Pace::of(Some(24 * HOUR)) }
}

/// Extra time that a player has under the contract: grace, bank, vacation and requested time.
fn agreed(pace: &Pace) -> Duration {
    let grace = pace.grace.map_or(0, |grace| grace.seconds);
    let bank = pace.bank.map_or(0, |bank| bank.max);
    let away = pace.vacation.map_or(0, |leave| u32::from(leave.days) * 24 * HOUR);
    let asked = time_asked(pace).unwrap_or_default();
    Duration::seconds((grace + bank + away + asked).into())
}

/// How much later a deadline is than the pace alone would set it, not counting prompts to others.
fn moved(wait: &Pending) -> Duration {
    let others = [Why::Turn, Why::DaysOff, Why::Interrupted];
    let parts = wait.parts.iter().filter(|part| !others.contains(&part.why));
    parts.map(|part| part.span).sum()
}

#[test]
fn no_player_alone_can_move_their_own_deadline() {
    let mut seen: BTreeMap<ActKind, usize> = BTreeMap::new();
    for title in titles::all() {
        for seed in 0..HISTORIES {
            let pace = contract(seed);
            let most = agreed(&pace) + AT_LEAST;
            let mut stall = Stall::new(*title, 2, pace, seed);
            for _ in 0..TRIES {
                if stall.batch.game.status.state != Status::Running {
                    break;
                }
                stall.acts_alone(A);
                let minutes = 1 + stall.below(240) as i64;
                stall.passes(Duration::minutes(minutes));
                let Some(wait) = stall.wait(A).cloned() else { continue };
                let here = format!("{} seed {seed}: {:?}", title.about().key, wait.parts);
                assert!(moved(&wait) <= most, "{here}");
            }
            for entry in stall.batch.game.log.iter() {
                *seen.entry(entry.act.kind()).or_default() += 1;
            }
        }
    }
    for kind in [
        ActKind::Undone,
        ActKind::ProposalFailed,
        ActKind::VacationEnded,
        ActKind::Extended,
        ActKind::Substituted,
    ] {
        assert!(seen.get(&kind).is_some_and(|count| *count > 5), "{kind}: {seen:?}");
    }
}

/// The longest time that a prompt may stay open, not counting time given by others or spent on
/// prompts to others. The clock loop runs hourly here, so each pause may last an hour longer.
fn longest_open(pace: &Pace, open: Duration) -> Duration {
    let turn = Duration::seconds(pace.turn.unwrap_or_default().into());
    let own = agreed(pace) - Duration::seconds(time_asked(pace).unwrap_or_default().into());
    let minimums = turn.min(Duration::hours(24)) / 2 + AT_LEAST;
    // Failed votes stop the clocks for one day a week, and the game may be paused twice a month.
    let (stop, days) = (Duration::hours(25), open.num_days() as i32);
    let stops = stop * (days / 7 + 1) + stop * 2 * (days / 30 + 1);
    turn + own + minimums + stops + Duration::hours(6)
}

/// Asserts that a clock has no more time than contract and conduct allow.
fn assert_bounded(pace: &Pace, wait: &Pending, now: DateTime<Utc>, here: &str) {
    let sum = |kinds: &[Why]| -> Duration {
        let parts = wait.parts.iter().filter(|part| kinds.contains(&part.why));
        parts.map(|part| part.span).sum()
    };
    // The organiser may give this much per prompt, and players may extend it twice.
    let asked = Duration::seconds(time_asked(pace).unwrap_or_default().into());
    let given = sum(&[Why::Extended]);
    assert!(given <= MOST_GIVEN + asked * 2, "{here}: {:?}", wait.parts);
    let open = now - wait.asked;
    let own = open - given - sum(&[Why::Interrupted, Why::Undone]);
    let most = longest_open(pace, open);
    assert!(own <= most, "{here}: {own} of {most}: {:?}", wait.parts);
}

#[test]
fn no_group_can_keep_a_prompt_open_for_ever() {
    // Two players, the organiser and the admin, against a third player who answers at once.
    for title in titles::all() {
        for seed in 0..HISTORIES / 8 {
            let pace = contract(seed);
            let mut stall = Stall::new(*title, 3, pace.clone(), seed);
            let here = format!("{} seed {seed}", title.about().key);
            for _ in 0..TRIES * 8 {
                if stall.batch.game.status.state != Status::Running {
                    break;
                }
                match stall.below(3) {
                    0 => stall.organises(),
                    1 => stall.acts_alone(A),
                    _ => stall.acts_alone(B),
                };
                stall.orders(Seat(3));
                let minutes = 1 + stall.below(720) as i64;
                stall.passes(Duration::minutes(minutes));
                for wait in stall.batch.game.status.clocks.waits.values() {
                    assert_bounded(&pace, wait, stall.now(), &here);
                }
            }
        }
    }
}
