//! Helpers for refusals, and the refusal of orders that were not asked for. The texts contain only
//! what the seat may know.

use super::super::orders::{Order, write};
use super::super::reckon::ask::{self, Ask};
use super::super::state::State;
use super::super::things::seats::name;
use ravenpost_rules::{Refusal, RefusalCode, Seat, text::phrase};

pub fn refusal(rule: &'static str, why: impl Into<String>) -> Refusal {
    Refusal::new(why).rule(rule)
}

/// Refuses unless a condition holds.
pub fn require(fits: bool, refusal: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(refusal()) }
}

/// Refuses an order because the seat has another prompt, or none.
pub fn not_asked(state: &State, seat: Seat, order: &Order) -> Refusal {
    let ask = ask::ask(state, seat);
    let code = if ask.is_some() { RefusalCode::OtherPrompt } else { RefusalCode::NotYourTurn };
    let why = match ask {
        Some(ask) => format!("you must now choose {}", wanted(ask)),
        None => {
            let awaited = state.seats().filter(|other| ask::ask(state, *other).is_some());
            let awaited: Vec<&str> = awaited.map(name).collect();
            match awaited.len() {
                0 => "the game is not waiting for any player".to_owned(),
                1 => format!("the game is waiting for {}, not for you", awaited[0]),
                _ => format!("the game is waiting for {}, not for you", phrase::and(&awaited)),
            }
        }
    };
    refusal("R24.1", why).word(write::write(order)).code(code)
}

fn wanted(ask: Ask) -> &'static str {
    match ask {
        Ask::Reputation => "a reputation",
        Ask::Tribute | Ask::RaidLoss => "what to give up",
        Ask::Keep => "which farmstead to keep",
        Ask::Trouble => "whether to place a pirate",
        Ask::Turn => "a card to play",
        Ask::RaidShip => "what a ship does in the raid",
        Ask::Pirate => "a direction for the pirate",
        Ask::Sink => "a pirate to sink",
        Ask::Steal => "a player to steal from",
        Ask::Follow => "a follow-up or \"no\"",
        Ask::End => "how to end your generation",
    }
}
