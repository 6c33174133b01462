//! Seats, viewers and outcomes.

pub mod seats;

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A player's position at the table, numbered from 1 in playing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Seat {
    /// Returns all seats of a table, in order.
    ///
    /// ```
    /// use ravenpost_rules::Seat;
    /// assert!(Seat::all(3).eq([Seat(1), Seat(2), Seat(3)]));
    /// ```
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (1..=count).map(Seat)
    }

    /// Returns the zero-based index.
    ///
    /// ```
    /// use ravenpost_rules::Seat;
    /// assert_eq!(Seat(1).index(), 0);
    /// ```
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// Returns the seat at a zero-based index.
    ///
    /// ```
    /// use ravenpost_rules::Seat;
    /// assert_eq!(Seat::at(2), Seat(3));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the seat number does not fit into a `u8`.
    pub fn at(index: usize) -> Seat {
        Seat(u8::try_from(index + 1).expect("a table has at most a dozen seats"))
    }

    /// Returns the next seat clockwise at a table of `count`.
    ///
    /// ```
    /// use ravenpost_rules::Seat;
    /// assert_eq!(Seat(2).next(3), Seat(3));
    /// assert_eq!(Seat(3).next(3), Seat(1));
    /// ```
    pub fn next(self, count: u8) -> Seat {
        Seat(self.0 % count + 1)
    }
}

/// Seat 1, as a placeholder before a game begins.
impl Default for Seat {
    fn default() -> Seat {
        Seat(1)
    }
}

/// Indexes a list with one entry per seat by the seat itself: `fame[seat]`.
///
/// ```
/// use ravenpost_rules::Seat;
/// let fame = [4, 7];
/// assert_eq!(fame[Seat(2)], 7);
/// ```
impl<T> Index<Seat> for [T] {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self[seat.index()]
    }
}

impl<T> IndexMut<Seat> for [T] {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self[seat.index()]
    }
}

/// The name of a seat in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatName {
    /// One plain word, as in commands and scenario files: "red", "oddi".
    pub word: &'static str,
    /// The name in sentences: "Red", "Oddi".
    pub name: String,
    /// The name of a colour of the seat palette.
    pub colour: &'static str,
    /// One letter, for use without colour.
    pub letter: char,
}

impl SeatName {
    /// Names a seat after its colour.
    ///
    /// ```
    /// use ravenpost_rules::SeatName;
    /// let black = SeatName::by_colour("black");
    /// assert_eq!((black.name.as_str(), black.letter), ("Black", 'K'));
    /// ```
    pub fn by_colour(colour: &'static str) -> SeatName {
        let (first, rest) = colour.split_at(colour.len().min(1));
        let first = first.to_uppercase();
        // The obvious letters are taken by blue, pink and green.
        let letter = match colour {
            "black" => 'K',
            "purple" => 'U',
            "brown" => 'N',
            "grey" => 'A',
            _ => first.chars().next().unwrap_or('?'),
        };
        SeatName { word: colour, name: first + rest, colour, letter }
    }
}

/// Who is looking at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// One seat, which sees its own secrets.
    Seat(Seat),
    /// A spectator, who sees only what is public.
    Spectator,
}

impl Viewer {
    /// Returns whether this is the viewer at that seat.
    ///
    /// ```
    /// use ravenpost_rules::{Seat, Viewer};
    /// assert!(Viewer::Seat(Seat(1)).is(Seat(1)));
    /// assert!(!Viewer::Spectator.is(Seat(1)));
    /// ```
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// Who may know something while the game is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Every viewer.
    Everybody,
    /// One seat only.
    Seat(Seat),
    /// No viewer yet, e.g. the order of a deck.
    Nobody,
}

impl Visibility {
    /// Returns whether that viewer may know it.
    ///
    /// ```
    /// use ravenpost_rules::{Visibility, Seat, Viewer};
    /// let hand = Visibility::Seat(Seat(2));
    /// assert!(hand.by(Viewer::Seat(Seat(2))) && !hand.by(Viewer::Spectator));
    /// assert!(!Visibility::Nobody.by(Viewer::Seat(Seat(2))));
    /// ```
    pub fn by(self, viewer: Viewer) -> bool {
        match self {
            Visibility::Everybody => true,
            Visibility::Seat(seat) => viewer.is(seat),
            Visibility::Nobody => false,
        }
    }

    /// Returns the stored form: `*` for everybody, `-` for nobody, or the seat's digit.
    ///
    /// ```
    /// use ravenpost_rules::{Seat, Visibility};
    /// let all = [Visibility::Everybody, Visibility::Seat(Seat(3)), Visibility::Nobody];
    /// assert_eq!(all.map(Visibility::code), ['*', '3', '-']);
    /// ```
    pub fn code(self) -> char {
        match self {
            Visibility::Everybody => '*',
            Visibility::Seat(seat) => char::from_digit(seat.0.into(), 16).unwrap_or('-'),
            Visibility::Nobody => '-',
        }
    }
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// One entry per seat, best first.
    pub places: Vec<Place>,
    /// One sentence: who won, or whether the goal was reached.
    pub verdict: String,
}

impl Outcome {
    /// Ranks seats by a key, highest first. Seats with equal keys share a place and are listed in
    /// seat order.
    ///
    /// ```
    /// use ravenpost_rules::{Outcome, Seat};
    /// let scores = [5, 9, 5];
    /// let outcome = Outcome::ranked(
    ///     Seat::all(3),
    ///     |seat| scores[seat],
    ///     |seat| (scores[seat], vec![("gold".to_owned(), scores[seat])]),
    ///     |places| format!("seat {} wins", places[0].seat),
    /// );
    /// let places: Vec<_> = outcome.places.iter().map(|one| (one.seat.0, one.place)).collect();
    /// assert_eq!(places, [(2, 1), (1, 2), (3, 2)]);
    /// assert_eq!(outcome.verdict, "seat 2 wins");
    /// ```
    pub fn ranked<K: Ord>(
        seats: impl IntoIterator<Item = Seat>,
        rank: impl Fn(Seat) -> K,
        result: impl Fn(Seat) -> (i32, Vec<(String, i32)>),
        verdict: impl FnOnce(&[Place]) -> String,
    ) -> Outcome {
        let mut ranked: Vec<(K, Seat)> = seats.into_iter().map(|seat| (rank(seat), seat)).collect();
        ranked.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        let better = |own: &K| ranked.iter().take_while(|(rank, _)| rank > own).count();
        let place = |(own, seat): &(K, Seat)| {
            let (score, parts) = result(*seat);
            Place { seat: *seat, place: better(own) as u8 + 1, score, parts }
        };
        let places: Vec<Place> = ranked.iter().map(place).collect();
        let verdict = verdict(&places);
        Outcome { places, verdict }
    }
}

/// The result of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SeatResult"))]
pub struct Place {
    /// The seat.
    pub seat: Seat,
    /// 1 for the best; tied seats have the same number.
    pub place: u8,
    /// The total score.
    pub score: i32,
    /// The breakdown of the score, in the order of the rules: ("pirates sunk", 4).
    pub parts: Vec<(String, i32)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place() {
        let scores = [3, 9, 3, 1];
        let outcome = Outcome::ranked(
            Seat::all(4),
            |seat| scores[seat],
            |seat| (scores[seat], Vec::new()),
            |places| format!("seat {} wins", places[0].seat),
        );
        let places: Vec<_> = outcome.places.iter().map(|one| (one.seat.0, one.place)).collect();
        assert_eq!(places, [(2, 1), (1, 2), (3, 2), (4, 4)]);
        assert_eq!(outcome.verdict, "seat 2 wins");
    }

    #[test]
    fn colour_seats_have_distinct_letters() {
        let colours = [
            "red",
            "blue",
            "green",
            "yellow",
            "white",
            "black",
            "orange",
            "purple",
            "pink",
            "brown",
            "grey",
            "turquoise",
        ];
        let letters: std::collections::BTreeSet<char> =
            colours.iter().map(|colour| SeatName::by_colour(colour).letter).collect();
        assert_eq!(letters.len(), colours.len());
        let red = SeatName::by_colour("red");
        assert_eq!((red.word, red.name.as_str(), red.letter), ("red", "Red", 'R'));
    }
}
