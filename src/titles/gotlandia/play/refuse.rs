//! Why a well-formed order is not taken, in words. Only what the seat may know goes into them.

use super::super::orders::{Order, write};
use super::super::reckon::ask;
use super::super::reckon::ask::Ask;
use super::super::state::State;
use super::decide::No;
use crate::rules::{Refusal, Seat, phrase};

/// Why a well-formed order is not taken.
pub fn refusal(state: &State, seat: Seat, order: &Order, no: &No) -> Refusal {
    match no {
        No::Why(why) => why.refusal(),
        No::Told(why, rule) => Refusal::new(*why).rule(rule),
        No::NotAsked => not_asked(state, seat, &write::write(order)),
    }
}

fn not_asked(state: &State, seat: Seat, text: &str) -> Refusal {
    let why = match ask::ask(state, seat) {
        Some(ask) => format!("you are asked for {}", wanted(ask)),
        None => {
            let awaited: Vec<&str> = state
                .seats()
                .filter(|other| ask::ask(state, *other).is_some())
                .map(ask::name)
                .collect();
            match awaited.len() {
                0 => "the game awaits nobody".to_owned(),
                1 => format!("{} is awaited, not you", awaited[0]),
                _ => format!("{} are awaited, not you", phrase::and(&awaited)),
            }
        }
    };
    Refusal::new(why).word(text).rule("R24.1")
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
