//! Recounts from the log who held which seat when, and who agreed to what. It shares no code with
//! the checks in the service, so that a mistake there is found here.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::core::folded::Game;
use ravenpost_log::Act;
use ravenpost_log::act::{Consent, Motion, Opening, Sitter, Via};
use ravenpost_rules::Seat;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Held {
    Free,
    Person,
    Bot,
    /// Given up by its player or taken away; no one acts for the seat.
    Nobody,
}

struct Vote {
    by: Option<Seat>,
    motion: Motion,
    agreed: Vec<Option<Seat>>,
    since: DateTime<Utc>,
    /// Whether the clocks stop during the vote.
    stops: bool,
}

struct Table {
    /// Before the start, a seat that is given up becomes free again.
    started: bool,
    held: BTreeMap<Seat, Held>,
    consent: Consent,
    vote: Option<Vote>,
    /// How many prompts of each seat have timed out since its last order of its own.
    lapses: BTreeMap<Seat, u32>,
    /// When all players were warned that the game is idle, unless someone has played since.
    warned: Option<DateTime<Utc>>,
    /// When a seat was last taken from its player without a vote.
    taken: Option<DateTime<Utc>>,
    stops: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    /// The periods for which failed votes stopped the game, or slightly more.
    paused: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    given: Vec<(Seat, DateTime<Utc>, i64)>,
}

impl Table {
    fn open(opening: &Opening) -> Table {
        Table {
            started: false,
            held: Seat::all(opening.table.seats).map(|seat| (seat, Held::Free)).collect(),
            consent: opening.consent,
            vote: None,
            lapses: BTreeMap::new(),
            warned: None,
            taken: None,
            stops: Vec::new(),
            paused: Vec::new(),
            given: Vec::new(),
        }
    }

    /// Who has to agree to a proposal by that seat or by the organiser.
    fn voters(&self, by: Option<Seat>) -> Vec<Option<Seat>> {
        let people = self.held.iter().filter(|(_, held)| **held == Held::Person);
        let mut voters: Vec<_> = match self.consent {
            Consent::Organiser => vec![None],
            Consent::All | Consent::Majority => people.map(|(seat, _)| Some(*seat)).collect(),
        };
        voters.retain(|voter| *voter != by);
        voters
    }

    /// Whether a vote that stops the game is open.
    fn stands(&self) -> bool {
        self.vote.as_ref().is_some_and(|vote| vote.stops)
    }

    /// Takes the open vote, which must have passed.
    fn carried(&mut self, what: &str) -> Motion {
        let vote = self.vote.take().unwrap_or_else(|| panic!("{what} without a vote"));
        let voters = self.voters(vote.by);
        let agreed = voters.iter().filter(|voter| vote.agreed.contains(voter)).count();
        let enough = match self.consent {
            Consent::Majority => voters.is_empty() || agreed * 2 > voters.len(),
            Consent::All | Consent::Organiser => agreed == voters.len(),
        };
        assert!(enough, "{what}: {agreed} of {} agreed", voters.len());
        vote.motion
    }
}

/// Panics if the log contains an act that was not allowed.
pub fn assert_every_act_was_allowed(game: &Game) {
    let mut acts = game.log.iter().map(|entry| (entry.act.clone(), entry.event.at));
    let Some((Act::Opened(opening), _)) = acts.next() else { panic!("it has no opening") };
    let mut table = Table::open(&opening);
    for (act, at) in acts {
        step(&mut table, act, at);
    }
}

fn step(table: &mut Table, act: Act, at: DateTime<Utc>) {
    match act {
        Act::Joined { seat, occupant: sitter, .. } => {
            assert_eq!(table.held[&seat], Held::Free, "{seat} was somebody's");
            let held = if sitter == Sitter::Person { Held::Person } else { Held::Bot };
            table.held.insert(seat, held);
        }
        Act::Started => table.started = true,
        Act::Left { seat } => {
            let held = if table.started { Held::Nobody } else { Held::Free };
            table.held.insert(seat, held);
        }
        Act::Cancelled => assert!(table.vote.is_none()),
        // A standing instruction answers; the player did not act.
        Act::Ordered { via: Via::Instruction, .. } => assert!(!table.stands()),
        Act::Ordered { seat, .. } => {
            assert!(!table.stands(), "an order during a vote");
            table.lapses.remove(&seat);
            table.warned = table.warned.filter(|_| table.held[&seat] != Held::Person);
        }
        Act::TimedOut { seat, deadline: Some(_), .. } => {
            *table.lapses.entry(seat).or_default() += 1
        }
        Act::Proposed { by, motion, .. } => {
            let stops = proposed(table, at);
            table.vote = Some(Vote { by, motion, agreed: Vec::new(), since: at, stops });
        }
        Act::Voted { seat, agrees: true, .. } => {
            table.vote.as_mut().expect("a vote is open").agreed.push(seat);
        }
        Act::ProposalFailed { .. } => {
            let vote = table.vote.take().filter(|vote| vote.stops);
            table.paused.extend(vote.map(|vote| (vote.since, at)));
        }
        Act::ClocksResumed => {
            let vote = table.vote.as_mut().expect("a vote is open");
            vote.stops = false;
            table.paused.push((vote.since, at));
        }
        Act::ClosureAnnounced { .. } => table.warned = Some(at),
        Act::Rewound { to } => {
            let motion = table.carried("it went back");
            assert_eq!(motion, Motion::Rewind { to });
        }
        Act::Ended { agreed: Some(places), .. } if table.vote.is_none() && places.is_empty() => {
            let warned = table.warned.expect("it was ended without a vote and without a warning");
            assert!(at - warned >= Duration::days(14), "all were warned at {warned} only");
        }
        Act::Ended { agreed: Some(places), .. } => {
            let motion = table.carried("it was ended");
            assert_eq!(motion, Motion::End { places });
        }
        Act::Replaced { seat, .. } => replaced(table, seat, at),
        Act::TakenOver { seat, .. } => {
            table.held.insert(seat, Held::Person);
            table.lapses.remove(&seat);
        }
        Act::Paused { until, .. } => table.stops.push((at, until)),
        Act::Resumed { .. } => {
            drop(table.vote.take_if(|vote| vote.motion == Motion::Resume));
            if let Some(stop) = table.stops.last_mut() {
                // The stop ends at its limit, even if the clock loop records it later.
                stop.1 = stop.1.min(at);
            }
            assert_pauses_are_limited(&table.stops);
        }
        Act::Extended { seat, seconds, .. } => extended(table, seat, at, seconds.into()),
        _ => {}
    }
}

fn extended(table: &mut Table, seat: Seat, at: DateTime<Utc>, seconds: i64) {
    table.given.push((seat, at, seconds));
    let month = |(other, then, _): &&(Seat, DateTime<Utc>, i64)| {
        *other == seat && at - *then < Duration::days(30)
    };
    let sum: i64 = table.given.iter().filter(month).map(|(_, _, seconds)| seconds).sum();
    assert!(sum <= 14 * 86_400, "{seat} was given {sum} seconds in a month");
}

/// Checks that a proposal is allowed, and returns whether it stops the clocks.
fn proposed(table: &Table, at: DateTime<Utc>) -> bool {
    assert!(table.vote.is_none(), "two votes at once");
    let week = Duration::days(7);
    let calm = table.taken.is_none_or(|taken| at - taken >= week);
    assert!(calm, "a proposal within a week of a seat that was taken");
    let begins = at - week;
    let recent = table.paused.iter().filter(|(_, to)| *to > begins);
    let used: Duration = recent.map(|(from, to)| *to - begins.max(*from)).sum();
    used <= Duration::hours(24) - Duration::minutes(1)
}

/// Without a vote, a replacement requires two consecutive timeouts, or one timeout and a waiting
/// period.
fn replaced(table: &mut Table, seat: Seat, at: DateTime<Utc>) {
    if table.held[&seat] != Held::Person {
        // The seat was open already and is now reassigned.
        return;
    }
    let put = table.vote.take_if(|vote| matches!(vote.motion, Motion::Replace { .. }));
    match put.map(|vote| vote.motion) {
        Some(Motion::Replace { seat: voted, .. }) => assert_eq!(voted, seat),
        _ => {
            let lapsed = table.lapses.get(&seat).copied().unwrap_or_default();
            assert!(lapsed >= 1, "{seat} was put out though it had answered");
            table.taken = Some(at);
        }
    }
    table.held.insert(seat, Held::Nobody);
}

/// At most two stops and fourteen days in any thirty days.
fn assert_pauses_are_limited(stops: &[(DateTime<Utc>, DateTime<Utc>)]) {
    for (from, _) in stops {
        let window = (*from, *from + Duration::days(30));
        let within = stops.iter().filter(|(since, _)| (window.0..window.1).contains(since));
        let (mut count, mut length) = (0, Duration::zero());
        for (since, until) in within {
            count += 1;
            length += *until.min(&window.1) - *since;
        }
        assert!(count <= 2 && length <= Duration::days(14), "{count} stops of {length}");
    }
}
