//! Groups of games that are counted separately, by option values and numbers of seats.

use crate::cli::Misuse;
use ravenpost_rules::{OptionKind, Title};

/// A group of games.
#[derive(Clone)]
pub struct Cell {
    /// The numbers of seats, used in turn.
    pub seats: Vec<u8>,
    /// The options that all games of the group share.
    pub options: Vec<(&'static str, &'static str)>,
    /// Whether it is one of several groups of a title.
    by_itself: bool,
}

impl Cell {
    /// Returns the name, such as "italia, fast, 7 seats"; empty for the only group of a title.
    pub fn name(&self) -> String {
        if !self.by_itself {
            return String::new();
        }
        let values = self.options.iter().map(|(_, value)| *value);
        let seats = self.seats.iter().map(|seats| format!("{seats} seats"));
        values.map(str::to_owned).chain(seats).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the requested groups of a title: one for all games, or one for each combination of a
/// number of seats and the values of some options.
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

/// Returns the id of an option and all its values.
fn values(title: &dyn Title, id: &str) -> Result<(&'static str, Vec<&'static str>), Misuse> {
    let options = title.about().options.iter();
    let found = options.filter(|option| option.id == id).find_map(|option| match &option.kind {
        OptionKind::OneOf(choices) => {
            Some((option.id, choices.iter().map(|one| one.value).collect()))
        }
        OptionKind::Seats => None,
    });
    let why = format!("--each {id}: no such option with a list of values in {}", title.about().key);
    found.ok_or(Misuse(why))
}
