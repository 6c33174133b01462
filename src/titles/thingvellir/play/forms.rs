//! Forms for the decisions whose orders are too many to list.

use super::super::state::State;
use super::super::things::names::{Edge, Side, Statute};
use super::council::suable;
use super::raid::share;
use crate::rules::{Field, Form, phrase};

/// Support, or a suit with Thingmen from several sides.
pub fn suit(state: &State, men: &[u8; 6]) -> Vec<Form> {
    let support = Form {
        lead: "support".into(),
        label: "Support the proposal".into(),
        help: String::new(),
        fields: Vec::new(),
    };
    let mut fields = Vec::new();
    for side in Side::BY_CODE.iter().filter(|side| men[side.index()] > 0) {
        let label = format!("From {}", side.district().name());
        let word = |count: u8| format!("{}:{count}", side.slug());
        fields.push(how_many(label, men[side.index()], word));
    }
    let sue = |statute: Statute| Form {
        lead: format!("sue {} from", statute.slug()),
        label: format!("Sue on {}", statute.words()),
        help: "Choose at least one Thingman.".into(),
        fields: fields.clone(),
    };
    std::iter::once(support).chain(suable(state).map(sue)).collect()
}

/// How many of some Thingmen: a tick where there is but one.
fn how_many(label: String, most: u8, word: impl Fn(u8) -> String) -> Field {
    if most == 1 {
        return Field::Tick { word: word(1), label };
    }
    let none = (String::new(), "none".to_owned());
    let some = (1..=most).map(|count| (word(count), count.to_string()));
    Field::Pick { label, choices: std::iter::once(none).chain(some).collect() }
}

/// Which of the drawn cards are kept.
pub fn keep(state: &State) -> Form {
    let ticks = state.table.iter().enumerate().map(|(at, laid)| Field::Tick {
        word: (at + 1).to_string(),
        label: laid.card.kind().words(),
    });
    Form {
        lead: "keep".into(),
        label: "Keep Goods".into(),
        help: format!(
            "Keep exactly {} of {}.",
            share(state),
            phrase::count(state.table.len(), "card")
        ),
        fields: ticks.collect(),
    }
}

/// Who is slain at a feast.
pub fn slay(state: &State, victims: &[(Edge, u8, u8)]) -> Vec<Form> {
    let worth = state.strike.card.worth();
    let fields = victims.iter().map(|(edge, other, men)| {
        let faction = state.faction[usize::from(*other)];
        let label = format!("{} between {}", faction.name(), edge.words());
        let word = |count: u8| format!("{} {}:{count}", edge.slug(), faction.slug());
        how_many(label, (*men).min(worth), word)
    });
    let slay = Form {
        lead: "slay".into(),
        label: "Slay Thingmen".into(),
        help: format!("At most {worth}, and at least one."),
        fields: fields.collect(),
    };
    let none = Form {
        lead: "slay none".into(),
        label: "Slay nobody".into(),
        help: String::new(),
        fields: Vec::new(),
    };
    vec![slay, none]
}
