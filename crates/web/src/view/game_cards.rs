//! A short summary of a game for lists: its round, pending prompts, the reader's standing and the
//! time left.

use crate::shared::viewpoint::Viewpoint;
use crate::shared::{paths, words};
use crate::view::vote_view::VoteView;
use ravenpost_emails::parts::times::soon;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, SeatName, Standing, Viewer};
use ravenpost_service::game::notify::pending::{PendingAction, Waiting};
use ravenpost_service::play::my_games::{MyGame, Seen};

/// The summary of a game.
pub struct GameCard {
    pub address: String,
    pub name: String,
    pub title: &'static str,
    /// "round 3"; empty before the game begins.
    pub round: String,
    /// The awaited seat, if there is exactly one; `asked` then holds its prompt, otherwise a
    /// summary.
    pub called: Option<SeatName>,
    pub asked: String,
    /// "You are 2nd of 4, with 12 glory".
    pub standing: Option<String>,
    pub left: Option<String>,
    pub pace: String,
    /// The number of free seats.
    pub free: usize,
    pub picture: Option<String>,
    /// Whether the stored game is unreadable.
    pub damaged: bool,
}

/// A game in which something is waiting for the reader.
pub struct WaitRow {
    pub card: GameCard,
    /// The address of the action and the label of its button.
    pub to: String,
    pub verb: &'static str,
    /// The pending actions, as sentences, most urgent first.
    pub asks: Vec<String>,
    /// Whether less than a fifth of the time is left.
    pub short: bool,
}

impl GameCard {
    pub fn of(game: &MyGame, view: Viewpoint) -> GameCard {
        let listed = &game.listed;
        let seen = game.seen.as_ref();
        let own = listed.mine;
        let reader = own.map_or(Viewer::Spectator, Viewer::Seat);
        let (called, asked) =
            seen.map_or_else(|| (None, not_begun(game)), |seen| asked(seen, reader));
        let free = listed.seats.iter().filter(|seat| seat.name.is_none()).count();
        GameCard {
            address: paths::game(&listed.row.id),
            name: listed.row.name.clone(),
            title: listed.title,
            round: seen.map(|seen| round(&seen.presentation.standing)).unwrap_or_default(),
            called,
            asked,
            standing: seen.and_then(|seen| standing(&seen.presentation.standing, own?)),
            left: seen.and_then(|seen| left(seen, view)),
            pace: seen.map(|seen| pace(&seen.status.pace)).unwrap_or_default(),
            free,
            picture: seen
                .filter(|seen| seen.presentation.scene.board.is_some())
                .map(|seen| paths::picture(&listed.row.id, seen.game.step())),
            damaged: listed.damaged,
        }
    }
}

impl WaitRow {
    pub fn of(game: MyGame, view: Viewpoint) -> WaitRow {
        let card = GameCard::of(&game, view);
        let asks = game.waits.iter().filter_map(|wait| asks(wait, &game, view)).collect();
        // Only games with pending actions are listed here.
        let first = game.waits.first();
        let clock = first.and_then(|first| Some((first.since, first.due?)));
        WaitRow {
            to: first.map_or_else(|| card.address.clone(), paths::waiting),
            verb: match first.map(|first| first.wanted) {
                Some(PendingAction::Vote) => "Vote",
                Some(PendingAction::Words(_)) => "Read",
                Some(PendingAction::AskedAlong) => "Look",
                _ => "Play",
            },
            asks,
            short: clock.is_some_and(|(since, due)| (due - view.now) * 5 < due - since),
            card: GameCard { left: clock.map(|(_, due)| words::left(due, view.now)), ..card },
        }
    }
}

/// Describes a pending action to the reader.
fn asks(wait: &Waiting, game: &MyGame, view: Viewpoint) -> Option<String> {
    let seen = game.seen.as_ref();
    Some(match wait.wanted {
        PendingAction::Order => {
            let (seen, seat) = (seen?, game.listed.mine?);
            let ask = &seen.status.clocks.waits.get(&seat)?.ask;
            let viewer = Viewer::Seat(seat);
            match seen.answers_at {
                None => ask.to(viewer).to_owned(),
                Some(at) => {
                    let soon = soon(at, view.now, view.zone);
                    format!("{} Your standing order plays {soon}", ask.sentence(viewer))
                }
            }
        }
        PendingAction::Vote => {
            let vote = VoteView::of(&seen?.game, game.listed.mine.map(Some), view);
            let vote = vote.or_else(|| VoteView::of(&seen?.game, Some(None), view))?;
            format!("Your vote: {}", vote.question)
        }
        PendingAction::AskedAlong => "You are invited: a seat is reserved for you".to_owned(),
        PendingAction::Words(count) => {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            format!("{} in chat", words::number(count, "new message"))
        }
        PendingAction::Held(_) => return None,
    })
}

/// Returns the awaited seat of a running game, and its prompt or a summary.
fn asked(seen: &Seen, reader: Viewer) -> (Option<SeatName>, String) {
    if seen.status.stops.since().is_some() {
        let why = if seen.status.stops.proposal.is_some() { "Voting" } else { "Paused" };
        return (None, why.to_owned());
    }
    let waits = &seen.status.clocks.waits;
    match waits.iter().next() {
        Some((seat, wait)) if waits.len() == 1 => {
            (Some(seen.game.called(*seat)), wait.ask.to(reader).to_owned())
        }
        Some(_) => (None, format!("Waiting for {}", words::number(waits.len(), "player"))),
        None => (None, String::new()),
    }
}

/// Describes what a game that has not begun is waiting for.
fn not_begun(game: &MyGame) -> String {
    match game.listed.row.status {
        Status::Open => "Starts when all seats are taken".to_owned(),
        _ => String::new(),
    }
}

/// Returns the time left until the last deadline, since the game waits for every awaited seat.
fn left(seen: &Seen, view: Viewpoint) -> Option<String> {
    if seen.status.stops.since().is_some() {
        return None;
    }
    let last = seen.status.clocks.waits.values().filter_map(|wait| wait.due).max()?;
    Some(words::left(last, view.now))
}

fn round(standing: &Standing) -> String {
    match standing.round {
        _ if standing.rounds.is_empty() => String::new(),
        0 => format!("before the first {}", standing.rounds),
        round => format!("{} {round}", standing.rounds),
    }
}

/// Describes the standing of a seat. The place is left out while every seat has the same points.
pub fn standing(all: &Standing, seat: Seat) -> Option<String> {
    let (place, points) = (all.place(seat)?, all.points_of(seat)?);
    let (what, seats, place) = (all.points, all.seats.len(), words::ordinal(place));
    let as_many = all.seats.iter().filter(|(_, other)| *other == points).count();
    Some(match as_many {
        1 if seats > 1 => format!("You are {place} of {seats}, with {points} {what}"),
        some if some < seats => format!("You share {place} place of {seats}, with {points} {what}"),
        _ => format!("You have {points} {what}"),
    })
}

/// Describes the time per turn briefly.
pub fn pace(pace: &Pace) -> String {
    pace.turn.map_or_else(
        || "no deadline".to_owned(),
        |seconds| format!("{} a turn", words::span(chrono::TimeDelta::seconds(seconds.into()))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_shows_the_seats_place_and_points() {
        let seats = vec![(Seat(1), 4), (Seat(2), 9), (Seat(3), 4)];
        let all = Standing { round: 0, rounds: "round", points: "glory", seats };
        let standing_of = |seat| standing(&all, Seat(seat)).unwrap_or_default();
        assert_eq!(standing_of(2), "You are 1st of 3, with 9 glory");
        assert_eq!(
            [standing_of(1), standing_of(3)],
            [2; 2].map(|_| "You share 2nd place of 3, with 4 glory")
        );
        assert_eq!(standing_of(4), "", "no such seat");
        let even = Standing { seats: vec![(Seat(1), 0), (Seat(2), 0)], ..all.clone() };
        assert_eq!(standing(&even, Seat(1)).as_deref(), Some("You have 0 glory"));
        let alone = Standing { seats: vec![(Seat(1), 4)], ..all.clone() };
        assert_eq!(standing(&alone, Seat(1)).as_deref(), Some("You have 4 glory"));
        assert_eq!(round(&all), "before the first round");
        assert_eq!(round(&Standing { round: 7, ..all }), "round 7");
        assert_eq!(round(&Standing::default()), "");
    }
}
