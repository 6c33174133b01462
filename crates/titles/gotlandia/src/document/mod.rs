//! Writes and reads the complete state as a document in the rulebook's terms, for scenario files.

mod lines;
mod parts;
pub mod read;
mod seats;
pub mod write;

use super::Gotlandia;
use ravenpost_rules::{Document, Table};

impl Document for Gotlandia {
    fn audit(state: &Self::State) -> Result<(), String> {
        super::mind::audit::audit(state)
    }

    fn document(state: &Self::State) -> serde_json::Value {
        write::write(state)
    }

    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String> {
        read::read(table, document)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Gotlandia;
    use super::*;
    use ravenpost_rules::contract::walk::Walk;
    use ravenpost_rules::{Judge, Seat, Show, Table, Viewer};

    #[test]
    fn document_contains_the_complete_state() {
        for seats in 1..=4 {
            let table = Table::of(seats);
            let mut walk = Walk::<Gotlandia>::open(&table, u64::from(seats));
            for _ in 0..120 {
                let state = walk.state.clone();
                let document = write::write(&state);
                let again = read::read(&table, &document).unwrap();
                assert_eq!(write::write(&again), document);
                for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1))] {
                    let show = |state| serde_json::to_string(&Gotlandia::show(state, viewer));
                    assert_eq!(show(&again).unwrap(), show(&state).unwrap());
                }
                let Some(seat) = walk.asked() else { break };
                let orders = Gotlandia::legal(&state, seat).orders;
                walk.give(seat, &orders[orders.len() / 2]);
            }
        }
    }

    #[test]
    fn document_errors_are_named() {
        let table = Table::of(2);
        for (document, word) in [
            (serde_json::json!({"centrury": 1100}), "centrury"),
            (serde_json::json!({"seats": {"red": {"home": "visby"}}}), "visby"),
            (serde_json::json!({"seats": {"green": {}}}), "green"),
            (serde_json::json!({"pirates": ["north"]}), "north"),
            (serde_json::json!({"craft_piles": vec![[(); 0]; 6]}), "there are 5 piles"),
            (serde_json::json!({"forced": vec![["red", "lose"]; 13]}), "forced: too many"),
        ] {
            let error = read::read(&table, &document).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn every_document_error_is_listed() {
        let document = serde_json::json!({
            "state": "turn",
            "pirate_tokens": "many",
            "seats": {
                "red": { "vp": [], "hand": ["forest", "forrest"], "goals": { "eazy": "open" } },
            },
        });
        let error = read::read(&Table::of(1), &document).unwrap_err();
        for word in ["\"turn\" is not a state", "pirate_tokens", "vp: []", "forrest", "eazy"] {
            assert!(error.contains(word), "no {word} in {error}");
        }
    }
}
