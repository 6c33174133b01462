//! Refusals made helpful: the reason, and the nearest legal orders. Only what the seat may know
//! goes into them.

use super::super::ask::{self, Ask};
use super::super::decide::No;
use super::super::legal::legal;
use super::super::state::State;
use super::lexicon::{distance, fold};
use super::{Order, write};
use crate::rules::{Refusal, Seat};

/// Why a well-formed order is not taken.
pub fn refusal(state: &State, seat: Seat, order: &Order, no: &No) -> Refusal {
    let text = write::write(order);
    let mut refusal = match no {
        No::Why(why) => why.refusal(),
        No::Told(why, rule) => Refusal::new(*why).rule(rule),
        No::NotAsked => not_asked(state, seat, &text),
    };
    add(state, seat, &text, &mut refusal);
    refusal
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
            match awaited.split_last() {
                None => "the game awaits nobody".to_owned(),
                Some((only, [])) => format!("{only} is awaited, not you"),
                Some((last, first)) => {
                    format!("{} and {last} are awaited, not you", first.join(", "))
                }
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

/// Adds the legal orders that look most like what was written, if nothing better is there.
pub fn add(state: &State, seat: Seat, text: &str, refusal: &mut Refusal) {
    if !refusal.instead.is_empty() || ask::ask(state, seat).is_none() {
        return;
    }
    let written: String = fold(text).chars().take(80).collect();
    let mut ranked: Vec<(usize, usize, String)> = legal(state, seat)
        .orders
        .iter()
        .enumerate()
        .map(|(place, order)| {
            let form = write::write(order);
            (far(&written, &form), place, form)
        })
        .collect();
    ranked.sort_unstable();
    refusal.instead.extend(ranked.into_iter().take(3).map(|(.., form)| form));
}

/// Words in common at the beginning count most.
fn far(written: &str, form: &str) -> usize {
    let same = written.split(' ').zip(form.split(' ')).take_while(|(one, other)| one == other);
    distance(written, form) + 100usize.saturating_sub(20 * same.count())
}
