//! Kinds of games that are counted by themselves: values of options, and numbers of seats.

use crate::cli::Misuse;
use ravenpost_rules::{OptionKind, Title};

/// Games that are counted together.
#[derive(Clone)]
pub struct Cell {
    /// Numbers of seats that are played in turn.
    pub seats: Vec<u8>,
    /// Options that all of them have, by their ids.
    pub options: Vec<(&'static str, &'static str)>,
    /// Whether it is one of several of a title.
    by_itself: bool,
}

impl Cell {
    /// "italia, fast, 7 seats"; nothing where all games of a title are counted together.
    pub fn name(&self) -> String {
        if !self.by_itself {
            return String::new();
        }
        let values = self.options.iter().map(|(_, value)| *value);
        let seats = self.seats.iter().map(|seats| format!("{seats} seats"));
        values.map(str::to_owned).chain(seats).collect::<Vec<_>>().join(", ")
    }
}

/// The kinds that are asked for of a title: one of all its games, or one for each number of seats
/// with every value of some of its options.
pub fn of(title: &dyn Title, each: &[String], seats: &[u8]) -> Result<Vec<Cell>, Misuse> {
    let (least, most) = title.about().seats;
    let seats = if seats.is_empty() { (least..=most).collect() } else { seats.to_vec() };
    if each.is_empty() {
        return Ok(vec![Cell { seats, options: Vec::new(), by_itself: false }]);
    }
    let alone = |seats: &u8| Cell { seats: vec![*seats], options: Vec::new(), by_itself: true };
    let mut cells: Vec<Cell> = seats.iter().map(alone).collect();
    for id in each {
        let (id, values) = values(title, id)?;
        let with = |cell: &Cell, value: &'static str| {
            let mut cell = cell.clone();
            cell.options.push((id, value));
            cell
        };
        cells = cells
            .iter()
            .flat_map(|cell| values.iter().map(move |value| with(cell, value)))
            .collect();
    }
    Ok(cells)
}

/// The id of an option, and all its values.
fn values(title: &dyn Title, id: &str) -> Result<(&'static str, Vec<&'static str>), Misuse> {
    let options = title.about().options.iter();
    let found = options.filter(|option| option.id == id).find_map(|option| match &option.kind {
        OptionKind::OneOf(choices) => {
            Some((option.id, choices.iter().map(|one| one.value).collect()))
        }
        OptionKind::Seats => None,
    });
    let why =
        format!("--each {id}: {} has no such option with a list of values", title.about().key);
    found.ok_or(Misuse(why))
}
