//! Database rows by which the clock loop finds a game, derived from its state.

use chrono::{DateTime, Utc};

use crate::game::core::folded::Game;
use ravenpost_log::table::pending::Pending;
use ravenpost_rules::Seat;
use ravenpost_store::lists::deadlines::Deadline;

/// A seat number no table has, for clocks that belong to no seat.
const NOBODYS: Seat = Seat(u8::MAX);
/// Another such number, for votes.
const VOTES: Seat = Seat(u8::MAX - 1);

/// The derived rows of a game's clocks.
pub(crate) fn waiting_rows(live: &Game) -> Vec<Deadline> {
    rows(live, |seat| live.answers_at(seat))
}

/// The same rows without the times of instructions, as everyone may know them.
pub(in crate::game) fn known_rows(live: &Game) -> Vec<Deadline> {
    rows(live, |_| None)
}

fn rows(live: &Game, answers_at: impl Fn(Seat) -> Option<DateTime<Utc>>) -> Vec<Deadline> {
    let still = live.course.still_until();
    let closes = live.course.passes_over_at().into_iter().chain(live.course.next_vacation()).min();
    let row = |(seat, wait): (&Seat, &Pending)| Deadline {
        game: live.id.clone(),
        seat: *seat,
        decision: wait.decision.clone(),
        since: wait.since,
        // While the game is paused, only the clock of the vote or the pause runs.
        due_at: wait.due.filter(|_| still.is_none()),
        next_at: match live.course.manned(*seat) {
            _ if still.is_some() => still,
            true if !live.course.attended(*seat) => {
                wait.due.into_iter().chain(live.course.bell).min()
            }
            true => {
                let own = wait.next().into_iter().chain(answers_at(*seat));
                own.chain(live.course.bell).chain(closes).min()
            }
            // A seat that needs no person is due at its moment; this continues what a batch left
            // unfinished.
            false => live.moment(*seat).or(Some(wait.since)),
        },
        stage: wait.reminded.map_or(0, |stage| stage as u8 + 1),
    };
    live.course.waits.iter().map(row).chain(sealed_row(live)).chain(vote_row(live)).collect()
}

/// The row of a vote that does not stop the clocks. It belongs to no seat and is due when voting
/// ends.
fn vote_row(live: &Game) -> Option<Deadline> {
    let vote = live.course.proposal.as_ref().filter(|_| live.course.still_since().is_none())?;
    Some(Deadline {
        game: live.id.clone(),
        seat: VOTES,
        decision: "vote".to_owned(),
        since: vote.since,
        due_at: None,
        next_at: Some(vote.until),
        stage: 0,
    })
}

/// The row of a game in which everyone has answered, due when the sealed orders are opened.
fn sealed_row(live: &Game) -> Option<Deadline> {
    let opens = live.course.opens?;
    Some(Deadline {
        game: live.id.clone(),
        seat: NOBODYS,
        decision: "sealed".to_owned(),
        since: opens.since,
        due_at: None,
        next_at: live.course.still_until().or(Some(opens.at)),
        stage: 0,
    })
}
