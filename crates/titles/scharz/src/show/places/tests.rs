//! Tests that every form opened from the board produces orders that parse.

use super::super::super::Scharz;
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Field, Form, Notation, Seat, Show, Table};

/// The orders of a form, with each choice of each field used once.
fn written(form: &Form) -> Vec<String> {
    let most = form.fields.iter().map(|field| match field {
        Field::Pick { choices, .. } => choices.len(),
        _ => panic!("{}: a click leads to choices only", form.lead),
    });
    let most = most.max().unwrap_or(1);
    let nth = |n: usize| {
        form.write(|at, _| match &form.fields[at] {
            Field::Pick { choices, .. } => {
                choices.get(n.min(choices.len() - 1)).map(|(word, _)| word.clone())
            }
            _ => None,
        })
    };
    (0..most).map(nth).collect()
}

#[test]
fn every_choice_on_the_board_is_an_order() {
    let (mut read, mut taken) = (0, 0);
    for (at, map) in ["italia", "huns", "vikings"].iter().enumerate() {
        let table = Table::of(3).with("map", map).with("years", "1");
        let mut game = Walk::<Scharz>::open(&table, at as u64);
        for turn in 0..90 {
            let Some(seat) = game.asked() else { break };
            let places = Scharz::places(&game.state, seat);
            for order in places.iter().flat_map(|(_, forms)| forms).flat_map(written) {
                let parsed = Scharz::parse(&game.state, seat, &order);
                parsed.unwrap_or_else(|no| panic!("{order}: {no:?}"));
                read += 1;
            }
            // Some of them are tried. Most turns end, so that the year advances.
            let some = places.get(turn % places.len().max(1)).map(|(_, forms)| forms);
            let form = some.and_then(|forms| forms.get(turn / 3 % forms.len()));
            if let Some(line) = form.filter(|_| turn % 3 < 2).and_then(|form| written(form).pop()) {
                let order = Scharz::parse(&game.state, seat, &line).expect("read before");
                taken += usize::from(game.try_to(seat, &order).is_ok());
            } else {
                game.say(seat, "done anyway");
            }
        }
    }
    assert!(read > 1000 && taken > 20, "{read} read, {taken} taken");
}

#[test]
fn who_is_not_asked_is_offered_nothing() {
    let mut game = Walk::<Scharz>::open(&Table::of(2), 1);
    game.say(Seat(1), "done anyway");
    assert!(Scharz::places(&game.state, Seat(1)).is_empty());
    assert!(!Scharz::places(&game.state, Seat(2)).is_empty());
}
