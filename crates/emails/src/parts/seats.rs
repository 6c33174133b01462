//! The table of seats and players, and the table of final standings.

use crate::parts::badge::Badge;
use crate::parts::safe_line::SafeLine;
use ravenpost_rules::{Outcome, Presentation, Seat};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    pub seat: Badge,
    /// The name of the player or bot; `None` while the seat is free.
    pub name: Option<SafeLine>,
}

impl SeatedPlayer {
    /// Returns the player's name, or "free".
    pub fn who(&self) -> &str {
        self.name.as_deref().unwrap_or("free")
    }
}

/// Returns a sentence such as "3 of 4 seats are taken".
pub fn taken(seats: &[SeatedPlayer]) -> String {
    let taken = seats.iter().filter(|seated| seated.name.is_some()).count();
    let are = if taken == 1 { "is" } else { "are" };
    format!("{taken} of {} seats {are} taken", seats.len())
}

/// Describes the stage of the game and the points of all seats, the reader's first.
pub fn standing(presentation: &Presentation, own: Seat, seats: &[SeatedPlayer]) -> String {
    let standing = &presentation.standing;
    let points = |seated: &SeatedPlayer| {
        let points = standing.points_of(seated.seat.seat)?;
        Some(match seated.seat.seat == own {
            true => format!("you {points} {}", standing.points),
            false => format!("{} {points}", seated.seat.name()),
        })
    };
    let first = seats.iter().filter(|seated| seated.seat.seat == own);
    let others = seats.iter().filter(|seated| seated.seat.seat != own);
    let points = first.chain(others).filter_map(points).map(|one| one.trim_end().to_owned());
    let headline = Some(presentation.headline.clone()).filter(|words| !words.is_empty());
    headline.into_iter().chain(points).collect::<Vec<_>>().join(" \u{b7} ")
}

/// One line of the final standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalStanding {
    pub place: u8,
    pub seat: Badge,
    pub who: String,
    /// `None` if the table agreed on the places.
    pub score: Option<i32>,
    /// The parts of the score: "settlements 12, ships 4".
    pub parts: String,
}

impl FinalStanding {
    /// Formats the line: `  1. Red (R), Ann: 31 (settlements 12, ships 4)`.
    pub fn line(&self) -> String {
        let parts =
            if self.parts.is_empty() { String::new() } else { format!(" ({})", self.parts) };
        let score = self.score.map(|score| format!(": {score}")).unwrap_or_default();
        format!("{:>3}. {}, {}{score}{parts}", self.place, self.seat, self.who)
    }
}

/// Returns the standings, best first, with scores if `scored`.
pub fn standings(outcome: &Outcome, seats: &[SeatedPlayer], scored: bool) -> Vec<FinalStanding> {
    let of = |seat: Seat| seats.iter().find(|seated| seated.seat.seat == seat);
    let rows = outcome.places.iter().filter_map(|place| {
        let seated = of(place.seat)?;
        let parts = place.parts.iter().map(|(what, points)| format!("{what} {points}"));
        Some(FinalStanding {
            place: place.place,
            seat: seated.seat.clone(),
            who: seated.name.as_deref().unwrap_or("no player").to_owned(),
            score: scored.then_some(place.score),
            parts: parts.collect::<Vec<_>>().join(", "),
        })
    });
    rows.collect()
}
