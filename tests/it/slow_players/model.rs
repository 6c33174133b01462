//! The model: computes when a round of sheets closes, and who missed it, from the times at which
//! players look.

use chrono::Duration;
use ravenpost_log::act::Pace;

use super::PHASES;
use super::people::{Looks, people};

/// When a round of sheets closes.
pub enum Rule {
    /// A clock contract.
    Clock(Box<Pace>),
    /// At 20:00, at least 18 hours away.
    FixedHour,
    /// After 48 hours, or 18 hours after three quarters have sealed.
    Quorum,
}

/// Results of some games: their length in days, and the share of sheets that players other than the
/// slow one missed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    pub days: f64,
    pub missed: f64,
}

/// Which rounds a seat missed, and when it last used its grace.
#[derive(Default)]
struct Seat {
    missed: Vec<bool>,
    grace: Option<usize>,
}

impl Rule {
    pub fn of(pace: Pace) -> Rule {
        Rule::Clock(Box::new(pace))
    }

    fn due(&self, asked: Duration, sealed: &[Duration]) -> Duration {
        match self {
            Rule::Clock(pace) => asked + Duration::seconds(pace.turn.expect("a deadline").into()),
            Rule::FixedHour => {
                let least = asked + Duration::hours(18);
                let hour = Duration::hours(20);
                let days = (least - hour).num_minutes().max(0).div_euclid(24 * 60) + 1;
                hour + Duration::days(days)
            }
            Rule::Quorum => {
                let mut sealed = sealed.to_vec();
                sealed.sort_unstable();
                let most = sealed[sealed.len() * 3 / 4 - 1];
                (asked + Duration::hours(48)).min(most + Duration::hours(18))
            }
        }
    }

    fn pace(&self) -> Option<&Pace> {
        match self {
            Rule::Clock(pace) => Some(pace),
            _ => None,
        }
    }
}

impl Seat {
    fn is_waited_for(&self, pace: Option<&Pace>) -> bool {
        let Some(rule) = pace.and_then(|pace| pace.not_awaited) else { return true };
        let last = self.missed.iter().rev().take(usize::from(rule.of));
        let missed = last.filter(|missed| **missed).count();
        !(self.missed.last() == Some(&true) && missed >= usize::from(rule.missed))
    }

    /// The deadline plus the grace, if the seat may use it in this round.
    fn with_grace(&mut self, due: Duration, round: usize, pace: Option<&Pace>) -> Duration {
        let Some(grace) = pace.and_then(|pace| pace.grace) else { return due };
        if self.grace.is_some_and(|last| round - last < usize::from(grace.per_questions)) {
            return due;
        }
        self.grace = Some(round);
        due + Duration::seconds(grace.seconds.into())
    }
}

/// Plays one game with the players of a seed.
pub fn play(rule: &Rule, seats: u8, laggard: bool, seed: u64) -> Sum {
    let people = people(seed, seats, laggard);
    let mut table: Vec<Seat> = people.iter().map(|_| Seat::default()).collect();
    let begins = Duration::hours(9);
    let (mut now, mut missed) = (begins, 0);
    for round in 0..PHASES {
        let answers: Vec<Duration> = people.iter().map(|one| Looks::after(one, now)).collect();
        let closed = closes(rule, round, now, &answers, &mut table);
        for (at, seat) in table.iter().enumerate() {
            let counts = !laggard || at + 1 < people.len();
            missed += usize::from(counts && seat.missed.last() == Some(&true));
        }
        now = closed;
    }
    let others = usize::from(seats - u8::from(laggard));
    Sum {
        days: (now - begins).num_minutes() as f64 / (24.0 * 60.0),
        missed: missed as f64 / (others * PHASES) as f64,
    }
}

/// Computes when a round closes, and records who missed it.
fn closes(
    rule: &Rule,
    round: usize,
    asked: Duration,
    answers: &[Duration],
    table: &mut [Seat],
) -> Duration {
    let pace = rule.pace();
    let due = rule.due(asked, answers);
    let waited: Vec<bool> = table.iter().map(|seat| seat.is_waited_for(pace)).collect();
    // If no seat is awaited any more, every round runs to its deadline.
    let nobody = !waited.contains(&true);
    let mut last = Duration::zero();
    let mut ends = Vec::new();
    for (at, seat) in table.iter_mut().enumerate() {
        let late = answers[at] > due;
        let end = if late { seat.with_grace(due, round, pace) } else { due };
        ends.push(end);
        if waited[at] || nobody {
            last = last.max(answers[at].min(end));
        }
    }
    // Seats that are not awaited get at least half a day.
    let slow = (0..table.len()).any(|at| !waited[at] && answers[at] > last);
    if slow && !nobody {
        last = last.max(asked + Duration::hours(12)).min(due.max(last));
    }
    for (at, seat) in table.iter_mut().enumerate() {
        seat.missed.push(answers[at] > ends[at].min(last));
    }
    // Ten minutes after the last order if it came by web page, but not after the deadline.
    let by_page = answers.contains(&last);
    if by_page && last < due { (last + Duration::minutes(10)).min(due) } else { last }
}

/// The mean over that many tables.
pub fn average(rule: &Rule, seats: u8, laggard: bool, tables: u64) -> Sum {
    let mut all = Sum::default();
    for seed in 0..tables {
        let one = play(rule, seats, laggard, seed);
        all.days += one.days / tables as f64;
        all.missed += one.missed / tables as f64;
    }
    all
}
