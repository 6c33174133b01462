//! Forms for standing instructions and plans, with the instruction now in force.

use super::super::state::standing::Name;
use super::super::state::{Stage, State};
use super::super::things::ids::Rep;
use super::super::things::kinds::{Dir, Kind};
use super::words;
use ravenpost_rules::{Field, Form, Group, Hint, Offer, Seat};

pub fn instructions(state: &State, seat: Seat) -> Vec<Group> {
    if !state.has(seat) || state.stage == Stage::Over {
        return Vec::new();
    }
    let mut groups = vec![plan(state, seat)];
    let makers = state.of(seat).is(Rep::TROUBLEMAKERS);
    for (name, word) in Name::ALL {
        if name != Name::Trouble || makers {
            groups.push(standing(state, seat, name, word));
        }
    }
    groups
}

fn plan(state: &State, seat: Seat) -> Group {
    let lines = state.of(seat).plan.as_deref().cloned().unwrap_or_default();
    let note = if lines.is_empty() {
        "You have no plan.".to_owned()
    } else {
        format!("Your plan: {}", lines.join(" / "))
    };
    let clear = Offer {
        order: "plan clear".to_owned(),
        words: "Delete the plan".to_owned(),
        ..Offer::default()
    };
    Group {
        title: "Plan your coming turns".to_owned(),
        rule: "R24.3",
        notes: vec![note],
        offers: if lines.is_empty() { Vec::new() } else { vec![clear] },
        forms: vec![
            Form::new("plan", "Add a turn")
                .help(
                    "Played when your turn comes. Separate alternatives with \"or\" and further \
                     parts with \";\".",
                )
                .text("Turn", "play wisby sell 2 wood; no or play wisby take; no"),
        ],
        ..Group::default()
    }
}

fn standing(state: &State, seat: Seat, name: Name, word: &str) -> Group {
    let now = state.of(seat).standing.of(name);
    let (title, help, field) = match name {
        Name::Losses => (
            "Giving up items",
            "List the kinds you give up first. The others follow in the default order.",
            Field::Text { label: "Order".to_owned(), hint: Hint::Example(kinds_hint()) },
        ),
        Name::Grow => (
            "Paying Grain to grow",
            "Never, always, or up to a number of Grain.",
            Field::Text {
                label: "Pay".to_owned(),
                hint: Hint::Example("never, always or 2".to_owned()),
            },
        ),
        Name::Bury => (
            "Burying",
            "Nothing, or as much Silver as possible.",
            pick("Bury", &[("none", "Nothing"), ("silver", "Silver")]),
        ),
        Name::Trouble => (
            "Placing a pirate with Troublemakers",
            "None, or a list of directions, best first.",
            Field::Text { label: "Place".to_owned(), hint: Hint::Example(dirs_hint()) },
        ),
    };
    let off = Offer {
        order: format!("standing off {word}"),
        words: "Ask me again".to_owned(),
        ..Offer::default()
    };
    Group {
        title: title.to_owned(),
        rule: "R24.8",
        notes: vec![match &now {
            Some(change) => format!("Now: {}.", words::instruction(change)),
            None => "You will be asked each time.".to_owned(),
        }],
        offers: if now.is_some() { vec![off] } else { Vec::new() },
        forms: vec![Form::new(format!("standing {word}"), title).help(help).field(field)],
        ..Group::default()
    }
}

fn pick(label: &str, choices: &[(&str, &str)]) -> Field {
    let choices =
        choices.iter().map(|(word, label)| ((*word).to_owned(), (*label).to_owned())).collect();
    Field::Pick { label: label.to_owned(), choices }
}

fn kinds_hint() -> String {
    let kinds: Vec<&str> = Kind::all().rev().map(Kind::word).collect();
    kinds.join(",")
}

fn dirs_hint() -> String {
    let dirs: Vec<&str> = Dir::all().take(3).map(Dir::slug).collect();
    dirs.join(",")
}
