//! The rows by which the clock loop finds a game: derived from how it stands.

use chrono::{DateTime, Utc};

use crate::service::game::folded::Game;
use ravenpost_log::table::pending::Pending;
use ravenpost_rules::Seat;
use ravenpost_store::lists::deadlines::Deadline;

/// A seat that no table has, in the row of a clock that is no seat's.
const NOBODYS: Seat = Seat(u8::MAX);
/// Another one.
const VOTES: Seat = Seat(u8::MAX - 1);

/// The derived rows of a game's clocks.
pub(in crate::service) fn waiting_rows(live: &Game) -> Vec<Deadline> {
    rows(live, |seat| live.answers_at(seat))
}

/// The same as everybody may know them: without what an instruction will do.
pub(super) fn known_rows(live: &Game) -> Vec<Deadline> {
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
        // While the game stands still no clock runs but that of the vote or the stop.
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
            // A seat that needs no person is due at its moment: what a batch left goes on.
            false => live.moment(*seat).or(Some(wait.since)),
        },
        stage: wait.reminded.map_or(0, |stage| stage as u8 + 1),
    };
    live.course.waits.iter().map(row).chain(sealed_row(live)).chain(vote_row(live)).collect()
}

/// The row of a vote that does not stop the clocks: nobody's, and looked at when its time is over.
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

/// The row of a game in which all have answered: nobody's, and looked at when sheets are opened.
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
