//! Random games under clock contracts with grace, days off, a bank, vacations, and seats that are
//! not awaited. No player ever gains time, and no pause extends a deadline by more than its own
//! length. Two planted faults must be found.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::game::clocks::tick;
use crate::game::core::batch::{Batch, Salt};
use crate::game::core::folded::Game;
use crate::game::core::test_table::opening;
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited, Pace};
use ravenpost_log::act::time_reasons::Why;
use ravenpost_log::act::{By, Motion, Outage, Sitter, Via};
use ravenpost_log::table::clock_state::AT_LEAST;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_log::{Act, ActKind, GameId};
use ravenpost_rules::{Dice, Seat, Title};

/// Histories per title, and acts in each.
const HISTORIES: u64 = 500;
/// Overrides the number of histories per title, for nightly runs.
const WANTED: &str = "RAVENPOST_HISTORIES";
const ACTS: usize = 24;
const HOUR: u32 = 3_600;
const NO_TIME: Duration = Duration::zero();

fn pace(seed: u64) -> Pace {
    let bit = |at: u64| seed >> at & 1 == 1;
    let grace = bit(0).then_some(Grace { seconds: 18 * HOUR, per_questions: 3 });
    let bank = bit(1).then_some(Bank { seconds: 48 * HOUR, increment: 6 * HOUR, max: 60 * HOUR });
    let vacation = bit(2).then_some(Leave { days: 9, stops_clock: seed.is_multiple_of(3) });
    let days = DaysOff { days: vec![6, 7], time_zone: "Europe/Stockholm".to_owned() };
    let not_awaited = bit(4).then_some(NotAwaited { missed: 2, of: 6 });
    let days_off = bit(3).then_some(days);
    let turn = Some(24 * HOUR);
    let sheets = seed.is_multiple_of(3).then_some(600);
    let moments = seed.is_multiple_of(5).then_some(1_800);
    let more =
        Pace { bank, vacation, reveal_delay: sheets, answer_delay: moments, ..Pace::of(turn) };
    Pace { grace, days_off, not_awaited, ..more }
}

struct History {
    batch: Batch,
    dice: Dice,
    /// Total length of each kind of pause, over the whole game.
    paused: BTreeMap<&'static str, Duration>,
    /// Number of answers per seat, for which its bank was credited.
    answers: BTreeMap<Seat, u32>,
}

impl History {
    fn new(title: &dyn Title, seed: u64) -> History {
        let secret = [seed as u8; 32];
        let opening = opening(title, pace(seed), &secret);
        let id = GameId::parse(&format!("history{seed}")).expect("an id");
        let begins = "2026-11-20T09:00:00Z".parse().expect("a moment");
        let entropy = Entropy::seeded(seed);
        let mut batch = Batch::open(&id, &opening, secret, &entropy, begins).expect("opened");
        for seat in Seat::all(2) {
            let salt = Salt::drawn(format!("salt {seat}"));
            batch.join(seat, Sitter::Person, salt, false).expect("seated");
        }
        assert!(batch.start_if_full().expect("started"));
        let (paused, answers) = Default::default();
        History { batch, dice: Dice::seeded(seed), paused, answers }
    }

    fn below(&mut self, of: u64) -> u64 {
        let of = u32::try_from(of.max(1)).expect("a small number");
        self.dice.stream("history").below(of).into()
    }

    fn seat(&mut self) -> Seat {
        Seat::at(self.below(2) as usize)
    }

    fn waits(&mut self, hours: u64) {
        let minutes = 7 + 60 * self.below(hours) as i64;
        self.batch.now += Duration::minutes(minutes);
    }

    fn act(&mut self) {
        self.waits(9);
        match self.below(12) {
            0 => self.takes_back(),
            1 => self.votes(),
            2 => self.stops(),
            3 => self.goes_away(),
            4 => self.books(),
            5 => drop(self.returns()),
            6 | 7 => self.waits(40),
            _ => self.orders(),
        }
        self.ticks();
    }

    fn ticks(&mut self) {
        if self.batch.game.status.state == Status::Running {
            self.batch.begin_vacations().expect("begun");
            tick::deadlines(&mut self.batch).expect("played");
            self.batch.carry_on().expect("played");
        }
    }

    fn orders(&mut self) {
        let Some(awaited) = self.batch.game.position.awaited().into_iter().next() else { return };
        let position = &self.batch.game.position;
        let legal = position.legal(awaited.seat).orders;
        let fallback = position.fallback(awaited.seat);
        let at = self.below(legal.len() as u64) as usize;
        let order = legal.get(at).unwrap_or(&fallback);
        self.batch.order(awaited.seat, order, Via::Page).expect("legal");
        *self.answers.entry(awaited.seat).or_default() += 1;
    }

    fn takes_back(&mut self) {
        let seat = self.seat();
        let game = &self.batch.game;
        let Some(order) = game.orders().may_take_back_at(seat, self.batch.now) else { return };
        let (given, act) = (order.event.at, game.orders().taking_back(seat, &order));
        let paused = self.batch.now - given;
        self.batch.note(act).expect("an order that may be undone");
        *self.paused.entry("taken back").or_default() += paused;
    }

    /// A vote on a rewind, which may pass or fail.
    fn votes(&mut self) {
        let step = self.batch.game.step();
        let to = step - self.below(step.0.min(6));
        if self.batch.game.conduct().may_go_back(to).is_err() {
            return;
        }
        let then = self.batch.game.log.event(self.batch.game.log.end_of(to));
        let then = then.map_or(self.batch.now, |entry| entry.event.at);
        let (since, motion) = (self.batch.now, Motion::Rewind { to });
        let (reason, until) = ("It went wrong".to_owned(), since + Duration::days(1));
        if self.batch.note(Act::Proposed { by: Some(Seat(1)), motion, reason, until }).is_err() {
            return;
        }
        self.waits(20);
        let agrees = self.below(2) == 0;
        self.batch.note(Act::Voted { seat: Some(Seat(2)), agrees, via: Via::Email }).expect("said");
        self.batch.count_votes().expect("counted");
        *self.paused.entry("vote").or_default() += self.batch.now - since;
        *self.paused.entry("went back").or_default() += self.batch.now - then.min(since);
    }

    fn stops(&mut self) {
        let (since, by) = (self.batch.now, By::Organiser(None));
        let (reason, until) = ("Illness".to_owned(), since + Duration::days(1));
        if self.batch.note(Act::Paused { reason, until, by }).is_err() {
            return;
        }
        self.waits(20);
        self.batch.note(Act::Resumed { expired: false, by: Some(by) }).expect("it goes on");
        *self.paused.entry("stop").or_default() += self.batch.now - since;
    }

    /// The server is down for some hours.
    fn goes_away(&mut self) {
        let from = self.batch.now;
        self.waits(12);
        let (to, what) = (self.batch.now, Outage::Server);
        if self.batch.game.status.loses((from, to)) {
            self.batch
                .note(Act::OutageCompensated { from, until: to, component: what })
                .expect("compensated");
            *self.paused.entry("server").or_default() += to - from;
        }
    }

    fn books(&mut self) {
        let (seat, days) = (self.seat(), 1 + self.below(3) as i64);
        let from = self.batch.now + Duration::hours(self.below(20) as i64);
        let to = from + Duration::days(days);
        drop(self.batch.note(Act::VacationBooked { seat, from, until: to }));
    }

    fn returns(&mut self) -> bool {
        let seat = self.seat();
        self.batch.note(Act::VacationEnded { seat }).is_ok()
    }

    fn looked_over(&self) -> Result<(), String> {
        let status = &self.batch.game.status;
        looked_over(status, self.batch.now, &self.paused, &self.answers)
    }
}

fn part(wait: &Pending, why: Why) -> Duration {
    let own = wait.parts.iter().filter(|part| part.why == why);
    own.map(|part| part.span).sum()
}

/// Checks the clocks of a table at a moment.
fn looked_over(
    status: &GameStatus,
    now: DateTime<Utc>,
    paused: &BTreeMap<&'static str, Duration>,
    answers: &BTreeMap<Seat, u32>,
) -> Result<(), String> {
    let length = |what: &str| paused.get(what).copied().unwrap_or(NO_TIME);
    for (seat, wait) in &status.clocks.waits {
        let due = wait.due.ok_or("there is a deadline")?;
        let sum: Duration = wait.parts.iter().map(|part| part.span).sum();
        if wait.asked + sum != due {
            return Err(format!("{seat}: {:?} do not come to {due}", wait.parts));
        }
        let given = status.vacations.all.iter().filter(|one| one.seat == *seat);
        let away: Duration = given.map(|one| one.to - one.from).sum();
        let pauses = [
            (Why::Vote, length("vote")),
            (Why::Pause, length("stop")),
            (Why::Server, length("server")),
            (Why::Undone, length("taken back")),
            (Why::Rewound, length("went back")),
            (Why::Vacation, away + Duration::seconds(1)),
        ];
        for (why, most) in pauses {
            if part(wait, why) > most {
                return Err(format!("{seat}: {why:?} gives back more than its length"));
            }
        }
        let back: Duration = pauses.iter().map(|(why, _)| part(wait, *why)).sum();
        let back = back + part(wait, Why::Interrupted);
        let stands = wait.held.map_or(NO_TIME, |held| (held.1 - now).max(NO_TIME));
        if back > (now - wait.asked) + stands {
            return Err(format!("{seat}: {back} are given back, and less has gone by"));
        }
        let most = status.pace.grace.map_or(0, |grace| grace.seconds);
        if part(wait, Why::Grace) > Duration::seconds(most.into()) {
            return Err(format!("{seat}: a grace twice"));
        }
        let own = [Why::Turn, Why::DaysOff, Why::Grace, Why::Bank].map(|why| part(wait, why));
        let own: Duration = own.into_iter().sum();
        if due - now > (own + stands).max(AT_LEAST) {
            return Err(format!("{seat}: has gained, and has {} left", due - now));
        }
    }
    let Some(rule) = status.pace.bank else { return Ok(()) };
    for seat in Seat::all(status.table.seats) {
        let runs = status.clocks.waits.get(&seat).map_or(NO_TIME, |wait| wait.banked);
        let own = status.seats.bank(seat).unwrap_or(NO_TIME) + runs;
        let came = rule.seconds + rule.increment * answers.get(&seat).copied().unwrap_or(0);
        if own > Duration::seconds(came.min(rule.max.max(rule.seconds)).into()) {
            return Err(format!("{seat}: more is in the bank than ever came in"));
        }
    }
    Ok(())
}

fn same(one: &Game, other: &Game, here: &str) {
    assert_eq!(one.position.document(), other.position.document(), "{here}");
    assert_eq!(one.status.clocks.waits, other.status.clocks.waits, "{here}");
    assert_eq!(one.status.clocks.stopped, other.status.clocks.stopped, "{here}");
    assert_eq!(one.status.seats.slots, other.status.seats.slots, "{here}");
    assert_eq!(one.status.vacations, other.status.vacations, "{here}");
    assert_eq!(one.tip, other.tip, "{here}");
}

/// Plays to the end of the game or of the acts, and checks the clocks after each act.
fn played(title: &dyn Title, seed: u64) -> History {
    let mut play = History::new(title, seed);
    let here = format!("{} seed {seed}", title.about().key);
    for _ in 0..ACTS {
        if play.batch.game.status.state == Status::Running {
            play.act();
            play.looked_over().unwrap_or_else(|why| panic!("{here}: {why}"));
        }
    }
    let folded = Game::fold(&play.batch.game.id, &play.batch.events).expect("it folds");
    same(&folded, &play.batch.game, &here);
    if seed.is_multiple_of(7) {
        let log: Vec<_> = play.batch.events.iter().map(|one| one.as_ref().clone()).collect();
        let secret = Some([seed as u8; 32]);
        let audited = crate::game::fairness::audit::audit(&play.batch.game.id, &log, secret, None);
        let audited = audited.expect("audited");
        assert!(audited.clean(), "{here}: {audited:?}");
    }
    play
}

#[test]
fn no_contract_grants_extra_time() {
    let mut seen: BTreeMap<ActKind, usize> = BTreeMap::new();
    for title in titles::all() {
        let wanted = std::env::var(WANTED).ok().and_then(|text| text.parse().ok());
        for seed in 0..wanted.unwrap_or(HISTORIES) {
            let play = played(*title, seed);
            for entry in play.batch.game.log.iter() {
                *seen.entry(entry.act.kind()).or_default() += 1;
            }
        }
    }
    for kind in [
        ActKind::GraceStarted,
        ActKind::BankStarted,
        ActKind::DeadlineMoved,
        ActKind::VacationStarted,
        ActKind::VacationEnded,
        ActKind::TimedOut,
        ActKind::Rewound,
        ActKind::Undone,
    ] {
        assert!(seen.get(&kind).is_some_and(|count| *count > 10), "{kind}: {seen:?}");
    }
}

#[test]
fn both_planted_faults_are_found() {
    let (mut twice, mut credited) = (0, 0);
    for seed in 0..HISTORIES {
        let mut play = played(titles::all()[0], seed);
        let stop = play.paused.get("stop").copied().unwrap_or(NO_TIME);
        let status = &mut play.batch.game.status;
        // Planted fault: a pause is compensated twice.
        let mut faulty = status.clone();
        let mut stopped =
            faulty.clocks.waits.values_mut().filter(|wait| part(wait, Why::Pause) > NO_TIME);
        if let Some(wait) = stopped.next() {
            *wait = wait.later_by(Why::Pause, stop);
            let found = looked_over(&faulty, play.batch.now, &play.paused, &play.answers);
            twice += usize::from(found.is_err());
        }
        // Planted fault: time drawn from a bank is still in it.
        let mut faulty = status.clone();
        for (seat, wait) in status.clocks.waits.iter().filter(|(_, wait)| wait.banked > NO_TIME) {
            faulty.seats.slots[seat.index()].bank = Some(wait.banked);
            let found = looked_over(&faulty, play.batch.now, &play.paused, &play.answers);
            credited += usize::from(found.is_err());
        }
    }
    assert!(twice > 0 && credited > 0, "{twice} {credited}");
}
