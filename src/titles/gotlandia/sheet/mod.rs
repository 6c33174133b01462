//! The whole state as a document in the rulebook's words, and back: for scenario files.

pub mod read;
pub mod write;

#[cfg(test)]
mod tests {
    use super::super::state::State;
    use super::super::{Gotlandia, facts::Fact};
    use super::*;
    use crate::rules::{Dice, Rules, Seat, Table, Viewer};

    fn after(state: &State, facts: &[Fact]) -> State {
        let mut next = state.clone();
        facts.iter().for_each(|fact| Gotlandia::apply(&mut next, fact));
        next
    }

    #[test]
    fn a_sheet_is_the_whole_state() {
        for seats in 1..=4 {
            let table = Table::of(seats);
            let mut dice = Dice::seeded(u64::from(seats));
            let facts = Gotlandia::open(&table, &mut dice).unwrap();
            let mut state = after(&Gotlandia::blank(), &facts);
            for _ in 0..120 {
                let sheet = write::write(&state);
                let again = read::read(&table, &sheet).unwrap();
                assert_eq!(write::write(&again), sheet);
                for viewer in [Viewer::Watcher, Viewer::Seat(Seat(1))] {
                    let show = |state| serde_json::to_string(&Gotlandia::show(state, viewer));
                    assert_eq!(show(&again).unwrap(), show(&state).unwrap());
                }
                let Some(awaited) = Gotlandia::awaited(&state).into_iter().next() else { break };
                let legal = Gotlandia::legal(&state, awaited.seat);
                let order = legal.orders[legal.orders.len() / 2].clone();
                let facts = Gotlandia::decide(&state, awaited.seat, &order, &mut dice).unwrap();
                state = after(&state, &facts);
            }
        }
    }

    #[test]
    fn mistakes_are_named() {
        let table = Table::of(2);
        for (sheet, word) in [
            (serde_json::json!({"centrury": 1100}), "centrury"),
            (serde_json::json!({"seats": {"red": {"home": "visby"}}}), "visby"),
            (serde_json::json!({"seats": {"green": {}}}), "green"),
            (serde_json::json!({"pirates": ["north"]}), "north"),
        ] {
            let error = read::read(&table, &sheet).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}
