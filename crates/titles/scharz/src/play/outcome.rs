//! Places and scores at the end of the game (R22).

use super::super::orders::names::seat_name;
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::facts::VictoryKind;
use super::victory;
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Outcome, Seat};

pub fn outcome(state: &State) -> Option<Outcome> {
    let won = state.won.as_ref()?;
    let world = World::of(state);
    let names: Vec<String> = won.winners.iter().map(|seat| seat_name(*seat)).collect();
    let verb = if names.len() == 1 { "wins" } else { "share the victory" };
    let verdict = match won.by {
        VictoryKind::NoSurvivor => "No player survived: the game ends without a winner".to_owned(),
        VictoryKind::AllResigned => {
            "All players resigned: the game ends without a winner".to_owned()
        }
        way => format!("{} {verb} by {}", and(&names), words(way)),
    };
    let rank = |seat: Seat| {
        let (score, wealth, pp) = victory::standing(state, &world, seat);
        (won.winners.contains(&seat), !state.player(seat).out, score, wealth, pp)
    };
    let shared = |seat: Seat| {
        if won.winners.contains(&seat) { (true, true, 0, 0, 0) } else { rank(seat) }
    };
    let result = |seat: Seat| {
        let parts = victory::score(state, &world, seat);
        let score = parts.iter().map(|(_, points)| points).sum();
        (score, parts.into_iter().map(|(name, points)| (name.to_owned(), points)).collect())
    };
    Some(Outcome::ranked(state.all(), shared, result, |_| verdict))
}

pub fn words(way: VictoryKind) -> &'static str {
    match way {
        VictoryKind::Dominance => "Dominance",
        VictoryKind::Might => "Might",
        VictoryKind::Sovereignty => "Sovereignty",
        VictoryKind::LastSurvivor => "being the last survivor",
        VictoryKind::Importance => "Importance",
        VictoryKind::NoSurvivor | VictoryKind::AllResigned => "no one",
    }
}
