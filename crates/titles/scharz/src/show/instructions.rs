//! What may be said beside the lines of the day: doctrine (R28), with what is in force, and that
//! one leaves (R30.3).

use super::super::orders::Order;
use super::super::orders::rows::{LineKind, ROWS};
use super::super::state::doctrine::{Siege, Stance};
use super::super::state::line::slots::Storm;
use super::super::state::line::{OurSiege, OurStance, SheetLine};
use super::super::state::{State, Step};
use super::words;
use ravenpost_rules::phrase::capital;
use ravenpost_rules::{Form, Group, Offer, Seat};

/// The most new throws of a round that a form offers.
const THROWS: u8 = 6;

pub fn instructions(state: &State, seat: Seat) -> Vec<Group> {
    let known = (1..=state.seats).contains(&seat.0);
    if !known || state.over() || state.step == Step::Blank {
        return Vec::new();
    }
    let offer = |line: SheetLine| {
        let order = Order::from(line);
        Offer { order: order.write(), words: order.say(), area: None }
    };
    let stances = Stance::ALL.iter().map(|stance| SheetLine::from(OurStance { stance: *stance }));
    let sieges =
        [None, Some(Siege::USUAL)].map(|siege| SheetLine::from(OurSiege { siege: Storm(siege) }));
    let doctrine = Group {
        title: "Doctrine".to_owned(),
        note: words::in_force(state, seat).join("; "),
        offers: stances.chain(sieges).map(offer).collect(),
        forms: ROWS.iter().filter(|row| row.is_doctrine()).map(question).collect(),
        rule: "R28.1",
        card: None,
    };
    let leaves = state.step == Step::Rear && state.awaits(seat);
    let leaving = leaves.then(|| Group {
        title: "Leaving the game".to_owned(),
        note: "From the next round on doctrine plays for you, and you cannot win.".to_owned(),
        forms: vec![Form::new("resign", "Resign")],
        ..Group::default()
    });
    [Some(doctrine), leaving].into_iter().flatten().collect()
}

/// A setting as a question with its answers in words.
fn question(row: &LineKind) -> Form {
    let form = Form::new(row.words.join(" "), row.label);
    (row.choices)().into_iter().enumerate().fold(form, |form, (at, choices)| {
        let numbers = (0..=THROWS).map(|n| (n.to_string(), n.to_string()));
        let answers = choices.into_iter().map(|(word, means)| (word, capital(&means)));
        let answers: Vec<_> = answers.collect();
        match (at, answers.is_empty()) {
            (_, true) => form.pick("How many", numbers.collect()),
            (0, false) => form.pick("Answer", answers),
            (_, false) => form.pick("Which", answers),
        }
    })
}
