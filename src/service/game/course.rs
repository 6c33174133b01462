//! The course of a game outside its rules: who sits where, whose clock runs since when, and how
//! far it has come. Folded from acts and nothing else; knows no storage.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::rules::act::{Consent, Fork, Opening, Pace, Sitter, Stage, Vain};
use crate::rules::{Awaited, Seat, Table};
use crate::service::proposal::{PAUSE, Proposal, Standing, Voice};
pub use crate::store::games::Status;

/// What a seat has at least after the game went back, however little was left there.
const AT_LEAST: Duration = Duration::minutes(10);

/// One place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chair {
    pub sitter: Option<Sitter>,
    /// What this seat added to the dice.
    pub salt: String,
    /// The person left during the game; the fallback plays on without waiting.
    pub left: bool,
    /// The organiser took it from its player, and it waits for another.
    pub vacant: Option<Vacant>,
}

/// For whom a seat is kept that the organiser took from its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacant {
    Invited,
    Anybody,
}

/// A game that the organiser has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frozen {
    pub since: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub reason: String,
}

/// A seat that owes an order, with its clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    pub decision: String,
    pub ask: String,
    /// When the clock for this decision started.
    pub since: DateTime<Utc>,
    /// The event that put the present question: an order that saw it is not out of date.
    pub put: u64,
    pub due: Option<DateTime<Utc>>,
    /// The last reminder sent for this decision.
    pub reminded: Option<Stage>,
}

/// Everything about a game that its rules do not know.
#[derive(Clone, Debug)]
pub struct Course {
    pub name: String,
    pub table: Table,
    pub pace: Pace,
    pub public: bool,
    pub commitment: String,
    /// The version of the chain of hashes.
    pub chain: u8,
    /// Where it was forked from, if it was.
    pub fork: Option<Fork>,
    /// The version of the title's rules that decides.
    pub rules: u32,
    pub status: Status,
    pub chairs: Vec<Chair>,
    pub waits: BTreeMap<Seat, Wait>,
    /// The result by which the table ended the game before its rules did: each seat's place.
    pub agreed: Option<Vec<u8>>,
    /// When the game is to be told that time is up.
    pub bell: Option<DateTime<Utc>>,
    /// Clocks that stand still, with the moment at which they stopped: a turn that waits for what
    /// another seat is asked in the midst of it.
    pub stopped: BTreeMap<Seat, (Wait, DateTime<Utc>)>,
    /// Whose consent it takes to go back to an earlier step.
    pub consent: Consent,
    /// What is put to the vote: until it is decided, no clock runs and no order is taken.
    pub proposal: Option<Proposal>,
    /// Since when the organiser has stopped the game, until when at most, and why.
    pub frozen: Option<Frozen>,
    /// Who proposed in vain, and until when nothing more is proposed by them.
    pub vain: Vec<(Voice, DateTime<Utc>)>,
    /// When the game stood still, and was given back that time already; its clocks began anew
    /// where the table went back.
    pub stood: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    /// Until when outages have been made good.
    pub made_good: Option<DateTime<Utc>>,
    pub opened: DateTime<Utc>,
    /// When something happened that everybody may know of.
    pub changed: DateTime<Utc>,
}

impl Course {
    /// The course of a table just opened.
    pub fn open(opening: &Opening, now: DateTime<Utc>) -> Course {
        Course {
            name: opening.name.clone(),
            table: opening.table.clone(),
            pace: opening.pace,
            public: opening.public,
            commitment: opening.commitment.clone(),
            chain: opening.chain,
            fork: opening.fork.clone(),
            rules: opening.rules,
            status: Status::Open,
            chairs: vec![Chair::default(); usize::from(opening.table.seats)],
            waits: BTreeMap::new(),
            agreed: None,
            bell: None,
            stopped: BTreeMap::new(),
            consent: opening.consent,
            proposal: None,
            frozen: None,
            vain: Vec::new(),
            stood: Vec::new(),
            made_good: None,
            opened: now,
            changed: now,
        }
    }

    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(usize::from(seat.0).checked_sub(1)?)
    }

    /// The seats nobody has taken.
    pub fn free(&self) -> Vec<Seat> {
        let free = |(at, chair): (usize, &Chair)| chair.sitter.is_none().then(|| Seat::at(at));
        self.chairs.iter().enumerate().filter_map(free).collect()
    }

    /// The seats whose holders left during the game.
    pub fn deserted(&self) -> Vec<Seat> {
        let left = self.chairs.iter().enumerate().filter(|(_, chair)| chair.left);
        left.map(|(at, _)| Seat::at(at)).collect()
    }

    /// The bot on a seat, or nothing for a person.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.chair(seat)?.sitter {
            Some(Sitter::Bot(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether a person sits there and has not left, or is to sit there: nothing is played for the
    /// seat before its time is over.
    pub fn manned(&self, seat: Seat) -> bool {
        let manned = |chair: &Chair| chair.sitter == Some(Sitter::Person) && !chair.left;
        self.chair(seat).is_some_and(manned)
    }

    /// The seats that wait for another person.
    pub fn vacant(&self) -> Vec<(Seat, Vacant)> {
        let vacant = |(at, chair): (usize, &Chair)| Some((Seat::at(at), chair.vacant?));
        self.chairs.iter().enumerate().filter_map(vacant).collect()
    }

    /// Whether a person sits there now.
    pub fn attended(&self, seat: Seat) -> bool {
        self.manned(seat) && self.chair(seat).is_some_and(|chair| chair.vacant.is_none())
    }

    /// The seats that persons play.
    pub fn manned_seats(&self) -> Vec<Seat> {
        Seat::all(self.table.seats).filter(|seat| self.attended(*seat)).collect()
    }

    /// How the vote stands, if there is one.
    pub fn vote(&self) -> Option<Standing> {
        let manned = self.manned_seats();
        self.proposal.as_ref().map(|proposal| proposal.standing(self.consent, &manned))
    }

    /// Since when no clock runs, if none does.
    pub fn still_since(&self) -> Option<DateTime<Utc>> {
        let vote = self.proposal.as_ref().map(|proposal| proposal.since);
        vote.or(self.frozen.as_ref().map(|frozen| frozen.since))
    }

    /// Until when no clock runs, if none does and nothing is decided before.
    pub fn still_until(&self) -> Option<DateTime<Utc>> {
        let vote = self.proposal.as_ref().map(|proposal| proposal.until);
        vote.or(self.frozen.as_ref().map(|frozen| frozen.until))
    }

    /// What a seat is asked is asked anew, with all the time there is for it: another person plays
    /// it from event `version` on.
    pub fn ask_anew(&mut self, seat: Seat, (version, now): (u64, DateTime<Utc>)) {
        let due = self.pace.turn.map(|seconds| now + Duration::seconds(seconds.into()));
        let anew = |wait: &mut Wait| {
            (wait.since, wait.put, wait.due, wait.reminded) = (now, version, due, None);
        };
        self.waits.get_mut(&seat).map(anew);
        if let Some((wait, when)) = self.stopped.get_mut(&seat) {
            anew(wait);
            *when = now;
        }
    }

    /// The game goes on that the organiser had stopped.
    pub fn thaw(&mut self, now: DateTime<Utc>) {
        if let Some(frozen) = self.frozen.take() {
            self.move_clocks(frozen.since, now);
            self.stood.push((frozen.since, now));
        }
    }

    /// A seat has so much more time for what it is asked.
    pub fn extend(&mut self, seat: Seat, span: Duration) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            wait.due = wait.due.map(|due| due + span);
        }
    }

    /// The game is over. Where the table ended it, nobody is asked any more.
    pub fn end(&mut self, agreed: Option<Vec<u8>>) {
        self.status = Status::Over;
        if agreed.is_some() {
            self.waits.clear();
            self.stopped.clear();
            (self.proposal, self.frozen, self.bell) = (None, None, None);
        }
        self.agreed = agreed;
    }

    /// Nothing came of what was put to the vote: the game goes on, and nobody has lost time to it.
    pub fn go_on(&mut self, why: Vain, now: DateTime<Utc>) {
        let Some(proposal) = self.proposal.take() else { return };
        self.move_clocks(proposal.since, now);
        self.stood.push((proposal.since, now));
        if why != Vain::Over {
            self.vain.retain(|(voice, _)| *voice != proposal.by);
            self.vain.push((proposal.by, now + PAUSE));
        }
    }

    /// Restarts the clocks after event `version`: seats that still owe what they owed keep theirs,
    /// an actor that goes on with its turn keeps its own, one that comes back to it after others
    /// were asked has the time it had left, everybody else starts anew.
    pub fn await_orders(
        &mut self,
        awaited: &[Awaited],
        actor: Option<Seat>,
        at: (u64, DateTime<Utc>),
    ) {
        let (version, now) = at;
        let mut before = std::mem::take(&mut self.waits);
        for one in awaited {
            let back = self.come_back(one, now);
            let old = before.remove(&one.seat).or(back);
            let same_question = actor != Some(one.seat)
                && old.as_ref().is_some_and(|wait| wait.decision == one.decision);
            let wait = match old {
                Some(wait) if same_question => Wait { ask: one.ask.clone(), ..wait },
                Some(wait) if one.goes_on => Wait {
                    decision: one.decision.to_owned(),
                    ask: one.ask.clone(),
                    put: version,
                    ..wait
                },
                _ => Wait {
                    decision: one.decision.to_owned(),
                    ask: one.ask.clone(),
                    since: now,
                    put: version,
                    due: self.pace.turn.map(|seconds| now + Duration::seconds(seconds.into())),
                    reminded: None,
                },
            };
            self.waits.insert(one.seat, wait);
        }
        self.stopped.extend(before.into_iter().map(|(seat, wait)| (seat, (wait, now))));
    }

    /// Whether some clock ran through that time.
    pub fn loses(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> bool {
        let ran = |wait: &Wait| wait.due.is_some() && wait.lost(from, to) > Duration::zero();
        let other = self.bell.is_some() || self.proposal.is_some();
        self.waits.values().any(ran) || other && from < to
    }

    /// From when on an outage until now is still to be made good. The time in which the game stood
    /// still meanwhile was given back when it went on, and moved all clocks of before: what came
    /// before it is counted right before its end, where those clocks began to run again.
    pub fn lost_from(&self, from: DateTime<Utc>) -> DateTime<Utc> {
        let from = self.made_good.map_or(from, |until| until.max(from));
        let past = |from: DateTime<Utc>, (began, ended): &(DateTime<Utc>, DateTime<Utc>)| {
            from + (*ended - from.max(*began)).max(Duration::zero())
        };
        self.stood.iter().fold(from, past)
    }

    /// Moves every clock by the part of an outage that it ran through. Clocks that stand still
    /// are moved by the whole of their rest when they go on; what is put to the vote is open for
    /// as much longer.
    pub fn make_good(&mut self, from: DateTime<Utc>, to: DateTime<Utc>) {
        self.move_clocks(from, self.still_since().map_or(to, |since| since.min(to)));
        if let Some(proposal) = &mut self.proposal {
            proposal.until += (to - from.max(proposal.since)).max(Duration::zero());
        }
        self.made_good = self.made_good.max(Some(to));
    }

    fn move_clocks(&mut self, from: DateTime<Utc>, to: DateTime<Utc>) {
        for wait in self.waits.values_mut() {
            *wait = wait.later_by(wait.lost(from, to));
        }
        self.bell = self.bell.map(|bell| bell + (to - from).max(Duration::zero()));
    }

    /// Goes back to the clocks of before an order that is taken back at `now`. What was asked
    /// before it is asked again, with the time that was left when the order was given, but some
    /// minutes at least. Clocks that the order did not touch go on.
    pub fn go_back(
        &mut self,
        past: &Course,
        (actor, given): (Seat, DateTime<Utc>),
        (version, now): (u64, DateTime<Utc>),
    ) {
        let present = std::mem::take(&mut self.waits);
        self.waits = past.waits.clone();
        self.stopped = past.stopped.clone();
        for (seat, wait) in &mut self.waits {
            let same = present.get(seat).filter(|same| same.put == wait.put && *seat != actor);
            if let Some(same) = same {
                *wait = same.clone();
                continue;
            }
            *wait = wait.later_by((now - given).max(Duration::zero()));
            wait.due = wait.due.map(|due| due.max(now + AT_LEAST));
            wait.put = version;
        }
    }

    /// Goes back to the clocks of an earlier step, which ended `then`: each has the time that was
    /// left, but some minutes at least. Seats, and what has been made good, are what they are now.
    pub fn rewind(
        &mut self,
        past: &Course,
        then: DateTime<Utc>,
        (version, now): (u64, DateTime<Utc>),
    ) {
        let since = (now - past.still_since().unwrap_or(then)).max(Duration::zero());
        self.waits = past.waits.clone();
        self.stopped = past.stopped.clone();
        self.bell = past.bell.map(|bell| bell + since);
        self.proposal = None;
        self.stood.push((DateTime::<Utc>::MIN_UTC, now));
        for wait in self.waits.values_mut() {
            *wait = wait.later_by(since);
            wait.due = wait.due.map(|due| due.max(now + AT_LEAST));
            wait.put = version;
        }
    }

    /// The clock of a seat that goes on with the same decision after others were asked: later by
    /// as long as it stood still. Any other clock of the seat that had stopped is forgotten.
    fn come_back(&mut self, one: &Awaited, now: DateTime<Utc>) -> Option<Wait> {
        let (wait, when) = self.stopped.remove(&one.seat)?;
        if !one.goes_on || wait.decision != one.decision {
            return None;
        }
        Some(wait.later_by(now - when))
    }
}

impl Wait {
    /// The same clock, set back by so much: what was left of it is left still.
    fn later_by(&self, span: Duration) -> Wait {
        Wait { since: self.since + span, due: self.due.map(|due| due + span), ..self.clone() }
    }

    /// The part of an outage that this clock ran through.
    fn lost(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Duration {
        (to - from.max(self.since)).max(Duration::zero())
    }

    /// The moment at which this clock next wants something: a reminder or the deadline.
    pub fn next(&self) -> Option<DateTime<Utc>> {
        let due = self.due?;
        let stage = Stage::ALL.into_iter().find(|stage| Some(*stage) > self.reminded);
        Some(stage.map_or(due, |stage| self.moment(stage, due)))
    }

    /// The latest reminder that is due by `now`, if it was not sent yet.
    pub fn stage(&self, now: DateTime<Utc>) -> Option<Stage> {
        let due = self.due?;
        let ripe = |stage: &Stage| Some(*stage) > self.reminded && self.moment(*stage, due) <= now;
        Stage::ALL.into_iter().rev().find(ripe)
    }

    fn moment(&self, stage: Stage, due: DateTime<Utc>) -> DateTime<Utc> {
        let whole = (due - self.since).num_milliseconds();
        due - Duration::milliseconds(whole / 100 * i64::from(stage.left()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u32 = 3600;

    fn course() -> Course {
        let opening = Opening {
            title: "any".into(),
            name: "A table".into(),
            table: Table::of(2),
            pace: Pace { turn: Some(24 * HOUR) },
            public: false,
            commitment: String::new(),
            chain: 1,
            fork: None,
            consent: Consent::All,
            rules: 1,
        };
        Course::open(&opening, at(0))
    }

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::hours(hour)
    }

    fn asked(seat: u8, decision: &'static str, goes_on: bool) -> Vec<Awaited> {
        vec![Awaited { seat: Seat(seat), decision, ask: "you".into(), goes_on }]
    }

    fn due(course: &Course, seat: u8) -> DateTime<Utc> {
        course.waits[&Seat(seat)].due.expect("there is a deadline")
    }

    #[test]
    fn a_turn_that_others_interrupt_has_the_time_it_had_left() {
        let mut course = course();
        course.await_orders(&asked(1, "ride", false), None, (1, at(0)));
        course.await_orders(&asked(2, "challenge", false), Some(Seat(1)), (2, at(20)));
        assert_eq!(due(&course, 2), at(44));
        course.await_orders(&asked(1, "ride", true), Some(Seat(2)), (3, at(40)));
        assert_eq!(due(&course, 1), at(44), "four hours were left");
        assert_eq!(course.waits[&Seat(1)].since, at(20));
    }

    #[test]
    fn a_new_decision_has_a_new_clock() {
        let mut course = course();
        course.await_orders(&asked(1, "vote", false), None, (1, at(0)));
        course.await_orders(&asked(2, "vote", false), Some(Seat(1)), (2, at(20)));
        course.await_orders(&asked(1, "ride", true), Some(Seat(2)), (3, at(30)));
        assert_eq!(due(&course, 1), at(54), "another decision");
        course.await_orders(&asked(2, "raid", false), Some(Seat(1)), (4, at(31)));
        course.await_orders(&asked(1, "ride", false), Some(Seat(2)), (5, at(40)));
        assert_eq!(due(&course, 1), at(64), "another turn");
    }
}
