//! Helpers for refusals, and the refusal of orders that were not asked for. The texts contain only
//! what the seat may know.

use super::super::orders::{Order, write};
use super::super::reckon::ask::{self, Ask};
use super::super::state::State;
use super::super::things::seats::name;
use ravenpost_rules::{Refusal, Seat, text::phrase};

pub fn refusal(rule: &'static str, why: impl Into<String>) -> Refusal {
    Refusal::new(why).rule(rule)
}

/// Refuses unless a condition holds.
pub fn require(fits: bool, refusal: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(refusal()) }
}

/// Refuses an order because the seat has another prompt, or none.
pub fn not_asked(state: &State, seat: Seat, order: &Order) -> Refusal {
    let why = match ask::ask(state, seat) {
        Some(ask) => format!("you are asked for {}", wanted(ask)),
        None => {
            let awaited = state.seats().filter(|other| ask::ask(state, *other).is_some());
            let awaited: Vec<&str> = awaited.map(name).collect();
            match awaited.len() {
                0 => "the game awaits nobody".to_owned(),
                1 => format!("{} is awaited, not you", awaited[0]),
                _ => format!("{} are awaited, not you", phrase::and(&awaited)),
            }
        }
    };
    refusal("R24.1", why).word(write::write(order))
}

fn wanted(ask: Ask) -> &'static str {
    match ask {
        Ask::Reputation => "a reputation now",
        Ask::Tribute | Ask::RaidLoss => "what you lose now",
        Ask::Keep => "the farmstead you keep now",
        Ask::Trouble => "a pirate to place, or none, now",
        Ask::Turn => "a turn now",
        Ask::RaidShip => "the order of a ship now",
        Ask::Pirate => "a direction for the pirate now",
        Ask::Sink => "a pirate to sink now",
        Ask::Steal => "a seat to steal from now",
        Ask::Follow => "a follow-up, or no, now",
        Ask::End => "the end of your generation now",
    }
}
