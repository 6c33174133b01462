//! A seat as letters show it: its colour's name, its letter, and the paint for HTML.

use crate::rules::{About, Seat};

/// A seat's colour and letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    pub seat: Seat,
    /// The colour's name in lower case: "red".
    pub colour: String,
}

impl Badge {
    /// The badge of a seat of a title.
    pub fn of(about: &About, seat: Seat) -> Badge {
        Badge { seat, colour: about.colour(seat).to_owned() }
    }

    /// "Red".
    pub fn name(&self) -> String {
        let mut letters = self.colour.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        first + letters.as_str()
    }

    /// The letter that stands for the colour where colour cannot be seen.
    pub fn letter(&self) -> char {
        self.paint().2
    }

    /// Fill, as HTML writes it.
    pub fn fill(&self) -> &'static str {
        self.paint().0
    }

    /// The colour of the letter on the fill.
    pub fn ink(&self) -> &'static str {
        self.paint().1
    }

    fn paint(&self) -> (&'static str, &'static str, char) {
        match self.colour.as_str() {
            "red" => ("#c4372c", "#ffffff", 'R'),
            "blue" => ("#2c6db3", "#ffffff", 'B'),
            "green" => ("#2d7f4f", "#ffffff", 'G'),
            "yellow" => ("#f0bf2c", "#211a12", 'Y'),
            "white" => ("#ffffff", "#211a12", 'W'),
            "black" => ("#26221e", "#ffffff", 'K'),
            "orange" => ("#e57a22", "#211a12", 'O'),
            "purple" => ("#7b4fa3", "#ffffff", 'U'),
            "pink" => ("#ef9cc4", "#211a12", 'P'),
            "brown" => ("#7a4a27", "#ffffff", 'N'),
            "turquoise" => ("#2aaeb0", "#211a12", 'T'),
            _ => ("#9a9a96", "#211a12", 'A'),
        }
    }
}

impl std::fmt::Display for Badge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name(), self.letter())
    }
}
