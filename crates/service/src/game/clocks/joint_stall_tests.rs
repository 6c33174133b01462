//! Tests with players, an organiser and an admin who act together against one slow player. Nothing
//! they do may take time from that player.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::game::clocks::stall_tests::{A, B, Stall, contract};
use crate::titles;
use ravenpost_log::act::{Motion, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind};
use ravenpost_rules::Seat;

/// Histories per title; `RAVENPOST_HISTORIES` sets another number.
const HISTORIES: u64 = 10;
/// Attempts in each history, some hours apart.
const TRIES: usize = 240;

impl Stall {
    fn goes_back(&mut self, by: Seat) -> bool {
        let step = self.batch.game.step();
        let to = step.less(1 + self.below(6));
        self.proposes(by, Motion::Rewind { to })
    }

    /// These seats vote for going back, and against everything else.
    fn vote(&mut self, seats: &[Seat]) {
        let open = self.batch.game.status.stops.proposal.as_ref();
        let Some(agrees) = open.map(|open| matches!(open.motion, Motion::Rewind { .. })) else {
            return;
        };
        for seat in seats {
            self.tries(Act::Voted { seat: Some(*seat), agrees, via: Via::Page });
        }
        self.batch.count_votes().expect("counted");
        self.batch.carry_on().expect("goes on");
    }

    fn is_stopped(&self) -> bool {
        self.batch.game.status.stops.since().is_some()
    }
}

/// A slow player, and the deadlines that they may rely on.
struct Victim {
    seat: Seat,
    /// The first deadline of each question, by the time at which it was asked, later by the time
    /// for which the game has been stopped since.
    fair: BTreeMap<DateTime<Utc>, DateTime<Utc>>,
}

impl Victim {
    /// Asserts that the pending question has at least its fair time.
    fn look(&mut self, stall: &Stall, here: &str) {
        let Some(wait) = stall.wait(self.seat) else { return };
        let Some(due) = wait.due else { return };
        // The time of a stop is given back when it ends.
        let since = stall.batch.game.status.stops.since();
        let due = due + since.map_or(Duration::zero(), |since| stall.now() - since);
        let fair = *self.fair.entry(wait.asked).or_insert(due);
        assert!(due >= fair, "{here}: {due} instead of {fair}: {:?}", wait.parts);
    }

    fn passes(&mut self, stall: &mut Stall, hours: u64, here: &str) {
        let hour = Duration::hours(1);
        for _ in 0..hours {
            self.look(stall, here);
            if stall.is_stopped() {
                self.fair.values_mut().for_each(|due| *due += hour);
            }
            stall.passes(hour);
        }
        self.look(stall, here);
    }
}

#[test]
fn other_players_take_no_time_from_a_slow_one() {
    let mut seen: BTreeMap<ActKind, usize> = BTreeMap::new();
    let wanted = std::env::var("RAVENPOST_HISTORIES").ok().and_then(|text| text.parse().ok());
    for title in titles::all() {
        let seats = title.about().seats.1.min(4);
        for seed in 0..wanted.unwrap_or(HISTORIES) {
            let mut stall = Stall::new(*title, seats, contract(seed), seed);
            let mut victim = Victim { seat: Seat(seats), fair: BTreeMap::new() };
            let others: Vec<Seat> = Seat::all(seats - 1).collect();
            let here = format!("{} seed {seed}", title.about().key);
            for _ in 0..TRIES {
                if stall.batch.game.status.state != Status::Running {
                    break;
                }
                match stall.below(8) {
                    0 | 1 => stall.organises(),
                    2 => stall.goes_back(A),
                    3 => stall.goes_back(B),
                    4 | 5 => stall.acts_alone(A),
                    _ => stall.acts_alone(B),
                };
                victim.look(&stall, &here);
                if stall.below(3) == 0 {
                    stall.vote(&others);
                    victim.look(&stall, &here);
                }
                if stall.below(6) == 0 {
                    stall.orders(victim.seat);
                }
                let hours = 1 + stall.below(5);
                victim.passes(&mut stall, hours, &here);
            }
            for entry in stall.batch.game.log.iter() {
                *seen.entry(entry.act.kind()).or_default() += 1;
            }
        }
    }
    for kind in [ActKind::Rewound, ActKind::ProposalFailed, ActKind::Undone, ActKind::Resumed] {
        assert!(seen.get(&kind).is_some_and(|count| *count > 5), "{kind}: {seen:?}");
    }
}
