//! Who sits where, and who ended where: the two tables letters show.

use super::badge::Badge;
use super::safe_line::SafeLine;
use ravenpost_rules::{Outcome, Seat};

/// A seat and who plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitting {
    pub seat: Badge,
    /// The player's or bot's name; none while the seat is free.
    pub name: Option<SafeLine>,
}

impl Sitting {
    /// Who sits there: "Ann", or "free".
    pub fn who(&self) -> &str {
        self.name.as_deref().unwrap_or("free")
    }
}

/// How many seats are taken, as "3 of 4 seats are taken".
pub fn taken(seats: &[Sitting]) -> String {
    let taken = seats.iter().filter(|sitting| sitting.name.is_some()).count();
    let are = if taken == 1 { "is" } else { "are" };
    format!("{taken} of {} seats {are} taken", seats.len())
}

/// One line of the final standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalStanding {
    pub place: u8,
    pub seat: Badge,
    pub who: String,
    /// Nothing where the table agreed on the places.
    pub score: Option<i32>,
    /// Where the score came from: "settlements 12, ships 4".
    pub parts: String,
}

impl FinalStanding {
    /// `  1. Red (R), Ann: 31 (settlements 12, ships 4)`.
    pub fn line(&self) -> String {
        let parts =
            if self.parts.is_empty() { String::new() } else { format!(" ({})", self.parts) };
        let score = self.score.map(|score| format!(": {score}")).unwrap_or_default();
        format!("{:>3}. {}, {}{score}{parts}", self.place, self.seat, self.who)
    }
}

/// The standings, best first; with points, if they were `scored`.
pub fn standings(outcome: &Outcome, seats: &[Sitting], scored: bool) -> Vec<FinalStanding> {
    let of = |seat: Seat| seats.iter().find(|sitting| sitting.seat.seat == seat);
    let rows = outcome.places.iter().filter_map(|place| {
        let sitting = of(place.seat)?;
        let parts = place.parts.iter().map(|(what, points)| format!("{what} {points}"));
        Some(FinalStanding {
            place: place.place,
            seat: sitting.seat.clone(),
            who: sitting.name.as_deref().unwrap_or("nobody").to_owned(),
            score: scored.then_some(place.score),
            parts: parts.collect::<Vec<_>>().join(", "),
        })
    });
    rows.collect()
}
