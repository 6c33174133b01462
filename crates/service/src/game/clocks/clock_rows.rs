//! Database rows that the clock loop uses to find a game, derived from its state.

use chrono::{DateTime, Utc};

use crate::game::core::folded::Game;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::Seat;
use ravenpost_store::lists::deadlines::Deadline;

/// An unused seat number, for clocks that belong to no seat.
const NOBODYS: Seat = Seat(u8::MAX);
/// An unused seat number, for votes.
const VOTES: Seat = Seat(u8::MAX - 1);

/// The derived rows of a game's clocks.
pub(crate) fn waiting_rows(game: &Game) -> Vec<Deadline> {
    rows(game, |seat| game.clocks().answers_at(seat))
}

/// The same rows without the times of instructions, which are private.
pub(in crate::game) fn known_rows(game: &Game) -> Vec<Deadline> {
    rows(game, |_| None)
}

fn rows(game: &Game, answers_at: impl Fn(Seat) -> Option<DateTime<Utc>>) -> Vec<Deadline> {
    let still = game.status.stops.until();
    let closes = game.status.passes_over_at().into_iter().chain(game.status.vacations.next()).min();
    let row = |(seat, wait): (&Seat, &Pending)| Deadline {
        game: game.id.clone(),
        seat: *seat,
        decision: wait.decision.clone(),
        since: wait.since,
        // While the game is paused, only the clock of the vote or the pause runs.
        due_at: wait.due.filter(|_| still.is_none()),
        next_at: match game.status.seats.manned(*seat) {
            _ if still.is_some() => still,
            true if !game.status.seats.attended(*seat) => {
                wait.due.into_iter().chain(game.status.clocks.time_limit).min()
            }
            true => {
                let own = wait.next().into_iter().chain(answers_at(*seat));
                own.chain(game.status.clocks.time_limit).chain(closes).min()
            }
            // A seat that is played automatically is due at its drawn moment, or at once if an
            // earlier batch did not finish it.
            false => game.clocks().moment(*seat).or(Some(wait.since)),
        },
        stage: wait.reminded.map_or(0, |stage| stage as u8 + 1),
    };
    game.status.clocks.waits.iter().map(row).chain(sealed_row(game)).chain(vote_row(game)).collect()
}

/// The row of a vote that does not stop the clocks. It belongs to no seat and is due when voting
/// ends.
fn vote_row(game: &Game) -> Option<Deadline> {
    let vote =
        game.status.stops.proposal.as_ref().filter(|_| game.status.stops.since().is_none())?;
    Some(Deadline {
        game: game.id.clone(),
        seat: VOTES,
        decision: "vote".to_owned(),
        since: vote.since,
        due_at: None,
        next_at: Some(vote.until),
        stage: 0,
    })
}

/// The row of a game in which everyone has answered, due when the sealed orders are opened.
fn sealed_row(game: &Game) -> Option<Deadline> {
    let opens = game.status.clocks.opens?;
    Some(Deadline {
        game: game.id.clone(),
        seat: NOBODYS,
        decision: "sealed".to_owned(),
        since: opens.since,
        due_at: None,
        next_at: game.status.stops.until().or(Some(opens.at)),
        stage: 0,
    })
}
