//! Panels beside the board: text, pairs, tables and cards. Whatever is compared between two
//! positions has a stable id; names and values are for people only.

use std::fmt;

use super::item::{Item, joined};
use super::scene::Mark;
use crate::seat::Seat;

/// A titled section of the page.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// A stable slug, for links.
    pub id: &'static str,
    /// "Your hof".
    pub title: String,
    /// What the heading adds to the title: "Oddi". May be empty.
    pub note: String,
    /// The contents of the panel.
    pub blocks: Vec<Block>,
}

impl Panel {
    /// Creates a panel without a note.
    pub fn new(id: &'static str, title: impl Into<String>, blocks: Vec<Block>) -> Panel {
        Panel { id, title: title.into(), note: String::new(), blocks }
    }

    /// Returns the title with its note: "Your hof: Oddi".
    pub fn heading(&self) -> String {
        match self.note.as_str() {
            "" => self.title.clone(),
            note => format!("{}: {note}", self.title),
        }
    }
}

/// A part of a panel.
#[derive(Clone, Debug)]
pub enum Block {
    /// A sentence or two.
    Text(String),
    /// Name and value pairs.
    Pairs(Vec<Pair>),
    /// A table.
    Grid {
        /// The headings of the columns.
        head: Vec<Column>,
        /// The rows, in order.
        rows: Vec<Row>,
    },
    /// Cards face up, in order.
    Cards(Vec<Card>),
}

/// A named value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Identifies the pair within its panel.
    pub id: String,
    /// The name of the value.
    pub name: String,
    /// The value.
    pub value: Cell,
}

impl Pair {
    /// Creates a pair with its id.
    pub fn new(id: impl Into<String>, name: impl Into<String>, value: impl Into<Cell>) -> Pair {
        Pair { id: id.into(), name: name.into(), value: value.into() }
    }
}

/// The heading of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Identifies the column within its panel, except for the first one of a table.
    pub id: String,
    /// The text of the heading.
    pub name: String,
}

impl Column {
    /// Creates a heading with its id.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Column {
        Column { id: id.into(), name: name.into() }
    }

    /// Creates columns from ids and names.
    pub fn all<const N: usize>(columns: [(&str, &str); N]) -> Vec<Column> {
        columns.map(|(id, name)| Column::new(id, name)).to_vec()
    }
}

/// A row of a table. The first cell names the row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Identifies the row within its table.
    pub id: String,
    /// The seat it belongs to, if any.
    pub seat: Option<Seat>,
    /// The cells, in the order of the columns.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Creates a row that belongs to no seat.
    pub fn new(id: impl Into<String>, cells: Vec<Cell>) -> Row {
        Row { id: id.into(), seat: None, cells }
    }

    /// Creates the row of a seat.
    pub fn of_seat(seat: Seat, cells: Vec<Cell>) -> Row {
        Row { id: format!("seat-{}", seat.0), seat: Some(seat), cells }
    }
}

/// A value in a pair or a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A text, compared as a whole.
    Text(String),
    /// A list, compared item by item. Its order carries no meaning.
    List(Vec<Item>),
}

impl Cell {
    /// Returns the items of a list. A text is a single item, and an empty text none.
    pub fn items(&self) -> Vec<Item> {
        match self {
            Cell::Text(text) if text.is_empty() => Vec::new(),
            Cell::Text(text) => vec![Item::new("text", text)],
            Cell::List(items) => items.clone(),
        }
    }

    /// Whether there is nothing to show.
    pub fn is_blank(&self) -> bool {
        matches!(self, Cell::Text(text) if text.is_empty())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::List(items) if items.is_empty() => f.write_str("none"),
            Cell::List(items) => f.write_str(&joined(items, ", ")),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<Vec<Item>> for Cell {
    fn from(items: Vec<Item>) -> Cell {
        Cell::List(items)
    }
}

/// A card with its text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Card {
    /// Identifies the card within its panel.
    pub slug: String,
    /// The name of the card.
    pub name: String,
    /// The kind of card: "craft", "generation 1200s".
    pub family: String,
    /// How its kind is drawn.
    pub look: CardLook,
    /// How many identical cards lie here; 1 for a single one.
    pub count: u16,
    /// What it does, line by line: label and text; the label may be empty.
    pub lines: Vec<(String, String)>,
    /// A short note at the foot: "3 more beneath", "needs Field and Pasture".
    pub foot: String,
    /// Whether it is spent, closed or currently unavailable.
    pub dim: bool,
    /// What its actions cost: "Settle: 1 Wood + 1 Grain". Empty if the lines say it.
    pub cost: String,
    /// The sign of the board that its picture shows. Not a ground, whose texture needs an id that
    /// is unique on the page.
    pub art: Option<Mark>,
}

/// The look of a kind of card, named after the kinds that use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardLook {
    /// Without a colour of its own.
    #[default]
    Plain,
    /// A basic card.
    Basic,
    /// A setting.
    Setting,
    /// A craft.
    Craft,
    /// A trading card.
    Trading,
    /// A generation.
    Generation,
    /// A reputation card.
    Reputation,
    /// A decoration.
    Decoration,
    /// A red card.
    Red,
    /// A green card.
    Green,
    /// A blue card.
    Blue,
    /// A white card.
    White,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_adds_the_note_to_the_title() {
        let mut panel = Panel::new("own", "Your hof", Vec::new());
        assert_eq!(panel.heading(), "Your hof");
        panel.note = "Oddi".to_owned();
        assert_eq!(panel.heading(), "Your hof: Oddi");
    }

    #[test]
    fn cells_have_items_and_a_text() {
        assert!(Cell::from("").items().is_empty());
        assert_eq!(Cell::from("3").items(), [Item::new("text", "3")]);
        let list = vec![Item::new("mill", "Mill (2)"), Item::new("roma", "Roma")];
        assert_eq!(Cell::from(list.clone()).items(), list);
        assert_eq!(Cell::from(list).to_string(), "Mill (2), Roma");
        assert_eq!(Cell::List(Vec::new()).to_string(), "none");
    }
}
