//! Narration of the end of a generation, a century and the game.

use super::super::super::orders::write::write_lot;
use super::super::super::state::plays::Lot;
use super::super::super::state::{Goal, Pack};
use super::super::super::things::data::data;
use super::super::super::things::ids::Card;
use super::super::super::things::seats::{colour, voice};
use super::super::words::lot_words;
use super::lines::{card_names, chapter, coded, of, plain};
use ravenpost_rules::{Narration, Narrator, Seat};

pub fn shown(seat: Seat, cards: &[Card], narrator: &Narrator) -> Narration {
    let voice = voice(narrator, seat);
    let hand = voice.its("hand");
    of(seat, voice.does(&format!("show {hand}: {}", card_names(cards))))
}

pub fn grew(seat: Seat, workers: u8, grain: u8, narrator: &Narrator) -> Narration {
    let cost = match grain {
        0 => String::new(),
        grain => format!(" for {grain} Grain"),
    };
    let text = voice(narrator, seat).does(&format!("grow to {workers} workers{cost}"));
    coded(format!("grow {} {workers}", colour(seat)), of(seat, text))
}

pub fn buried(seat: Seat, silver: u8, cards: &Pack, narrator: &Narrator) -> Narration {
    let lot = Lot { silver, cards: *cards };
    let text = voice(narrator, seat).does(&format!("bury {}", lot_words(&lot)));
    coded(format!("bury {} {}", colour(seat), write_lot(&lot)), of(seat, text))
}

pub fn scored(century: u8, points: &[u8], narrator: &Narrator) -> Narration {
    let mut code = format!("score 1{}00", century + 1);
    let text = scores(&mut code, points.iter().map(|vp| i16::from(*vp)), narrator);
    let heading = format!("Scoring of the 1{}00s", century + 1);
    coded(code, chapter(heading, format!("Scores for the 1{}00s: {text}", century + 1)))
}

/// Narrates the final scores, in seat order.
pub fn last(vp: &[i16], narrator: &Narrator) -> Narration {
    let mut code = "final".to_owned();
    let text = scores(&mut code, vp.iter().copied(), narrator);
    coded(code, chapter("Final scores".to_owned(), format!("Final scores: {text}")))
}

pub fn goal(goal: u8, now: Goal) -> Narration {
    let (id, text) = &data().goals[usize::from(goal)];
    match now {
        Goal::Reached => plain(format!("The {id} goal is reached: {text}")),
        Goal::Open | Goal::Missed => plain(format!("The {id} goal is missed: {text}")),
    }
}

fn scores(code: &mut String, points: impl Iterator<Item = i16>, narrator: &Narrator) -> String {
    let mut words = Vec::new();
    for (at, vp) in points.enumerate() {
        let seat = Seat::at(at);
        code.push_str(&format!(" {} {vp}", colour(seat)));
        words.push(format!("{} {vp}", voice(narrator, seat).name()));
    }
    words.join(", ")
}
