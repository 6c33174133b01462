//! Forms for the decisions whose orders are too many to list.

use super::super::names::{Edge, Side, Statute};
use super::super::state::State;
use super::council::suable;
use super::raid::share;
use crate::rules::{Field, Form};

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
        let none = [(String::new(), "none".to_owned())];
        let some = (1..=men[side.index()])
            .map(|count| (format!("{}:{count}", side.slug()), count.to_string()));
        fields.push(Field::Pick {
            label: format!("From {}", side.district().name()),
            choices: none.into_iter().chain(some).collect(),
        });
    }
    let sue = |statute: Statute| Form {
        lead: format!("sue {} from", statute.slug()),
        label: format!("Sue on {}", statute.words()),
        help: "Choose at least one Thingman.".into(),
        fields: fields.clone(),
    };
    std::iter::once(support).chain(suable(state).map(sue)).collect()
}

/// Which of the drawn cards are kept.
pub fn keep(state: &State) -> Form {
    let ticks = state.table.iter().enumerate().map(|(at, laid)| Field::Tick {
        word: (at + 1).to_string(),
        label: super::super::sight::cards::good_words(laid.card.kind()),
    });
    Form {
        lead: "keep".into(),
        label: "Keep Goods".into(),
        help: format!("Keep exactly {} of {} cards.", share(state), state.table.len()),
        fields: ticks.collect(),
    }
}

/// Who is slain at a feast.
pub fn slay(state: &State, victims: &[(Edge, u8, u8)]) -> Vec<Form> {
    let worth = state.strike.card.worth();
    let fields = victims.iter().map(|(edge, other, men)| {
        let faction = state.faction[usize::from(*other)];
        let none = [(String::new(), "none".to_owned())];
        let some = (1..=(*men).min(worth)).map(|count| {
            (format!("{} {}:{count}", edge.slug(), faction.slug()), count.to_string())
        });
        Field::Pick {
            label: format!("{} between {}", faction.name(), edge.words()),
            choices: none.into_iter().chain(some).collect(),
        }
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
