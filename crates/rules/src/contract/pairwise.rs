//! Generates set-ups that cover a title's options pairwise: every combination of two option values
//! (or an option value and a seat count) occurs in at least one of them.

use std::collections::BTreeSet;

use crate::about::{OptionKind, Table};
use crate::dice::Dice;
use crate::erased::Title;

/// The name of the seat count among the factors.
const SEATS: &str = "seats";
/// Maximum attempts at a pair before it is considered unplayable.
const TRIES: u64 = 200;

/// A factor and one of its values: `("map", "italia")` or `("seats", "4")`.
pub type Value = (&'static str, String);

/// Two values of different factors, the smaller first.
pub type Pair = (Value, Value);

/// Returns the pairs that a table covers.
pub fn pairs(title: &dyn Title, table: &Table) -> BTreeSet<Pair> {
    let about = title.about();
    let value = |id: &'static str| match id {
        SEATS => (id, table.seats.to_string()),
        _ => (id, table.option(about, id)),
    };
    let all: Vec<Value> = factors(title).into_iter().map(|(id, _)| value(id)).collect();
    let pairs = all.iter().enumerate().flat_map(|(at, one)| {
        all[at + 1..].iter().map(move |other| ordered(one.clone(), other.clone()))
    });
    pairs.collect()
}

/// Returns tables that cover all playable pairs. The result is deterministic.
pub fn tables(title: &dyn Title) -> Vec<Table> {
    let factors = factors(title);
    let mut missing = BTreeSet::new();
    for (at, (one, values)) in factors.iter().enumerate() {
        for (other, others) in &factors[at + 1..] {
            let meet = |value: &String| {
                let (value, one, other) = (value.clone(), *one, *other);
                let meets = move |own: &String| ordered((one, value.clone()), (other, own.clone()));
                others.iter().map(meets)
            };
            missing.extend(values.iter().flat_map(meet));
        }
    }
    let mut tables = Vec::new();
    while let Some(pair) = missing.pop_first() {
        let tried = (0..TRIES).filter_map(|seed| with(title, &factors, &pair, &missing, seed));
        // Use the table that covers the most missing pairs, among the first few playable ones.
        let best =
            tried.take(8).max_by_key(|table| pairs(title, table).intersection(&missing).count());
        if let Some(table) = best {
            let covered = pairs(title, &table);
            missing.retain(|pair| !covered.contains(pair));
            tables.push(table);
        }
    }
    tables
}

/// Creates a table with that pair, filled up with values that still have many uncovered pairs.
fn with(
    title: &dyn Title,
    factors: &[(&'static str, Vec<String>)],
    (one, other): &Pair,
    missing: &BTreeSet<Pair>,
    seed: u64,
) -> Option<Table> {
    let mut dice = Dice::seeded(seed);
    let mut draws = dice.stream("pairwise");
    let mut chosen = vec![one.clone(), other.clone()];
    let mut rest: Vec<&(&'static str, Vec<String>)> =
        factors.iter().filter(|(id, _)| ![one.0, other.0].contains(id)).collect();
    draws.shuffle(&mut rest);
    for (id, values) in rest {
        let gain = |value: &String| {
            let meets =
                |own: &&Value| missing.contains(&ordered((*own).clone(), (*id, value.clone())));
            chosen.iter().filter(meets).count()
        };
        let most = values.iter().map(gain).max()?;
        let best: Vec<&String> = values.iter().filter(|value| gain(value) == most).collect();
        chosen.push((*id, (*draws.pick(&best)?).clone()));
    }
    let seats = chosen.iter().find(|(id, _)| *id == SEATS)?.1.parse().ok()?;
    let options = chosen.into_iter().filter(|(id, _)| *id != SEATS);
    let table = options.fold(Table::of(seats), |table, (id, value)| table.with(id, &value));
    let fits = table.check(title.about()).is_ok();
    (fits && title.open(&table, &mut Dice::seeded(0)).is_ok()).then_some(table)
}

/// Returns everything that varies between tables of a title, with all values.
fn factors(title: &dyn Title) -> Vec<(&'static str, Vec<String>)> {
    let (least, most) = title.about().seats;
    let seats = (least..=most).map(|seats| seats.to_string()).collect();
    let options = title.about().options.iter().filter_map(|option| match &option.kind {
        OptionKind::OneOf(choices) => {
            Some((option.id, choices.iter().map(|choice| choice.value.to_owned()).collect()))
        }
        OptionKind::Seats => None,
    });
    std::iter::once((SEATS, seats)).chain(options).collect()
}

fn ordered(one: Value, other: Value) -> Pair {
    if one <= other { (one, other) } else { (other, one) }
}
