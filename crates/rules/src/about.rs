//! What a title tells of itself before any game: names, seats, options, documents.

use std::collections::BTreeMap;

use super::refusal::Refusal;
use super::seat::Seat;

/// What is known of a title before it is played: name, seats, options, documents.
pub struct About {
    /// Stored for ever; never renamed.
    pub key: &'static str,
    /// The version of the rules as they are programmed, from 1: raised whenever an order would be
    /// decided otherwise than before, with a line in the rules that says what changed.
    pub version: u32,
    pub name: &'static str,
    /// The designers, as credited.
    pub designers: &'static str,
    /// One sentence that makes one want to play.
    pub tagline: &'static str,
    /// What may be done with the published game, for the credits page.
    pub licence: &'static str,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// How long and how heavy it is.
    pub size: Size,
    /// Seat colours in seat order: the names of `drawing`'s seat palette.
    pub colours: &'static [&'static str],
    pub options: &'static [OptionSpec],
    /// Every word an order or an instruction may begin with, in plain letters. What begins
    /// otherwise was not written to the game.
    pub verbs: &'static [&'static str],
    /// Every game ends within this many orders, whatever is played.
    pub bound: u32,
    /// The rules as numbered points, in Markdown.
    pub rules: &'static str,
    /// What teaches it in five minutes, with pictures of the board, in Markdown. An image is named
    /// by a sign (`sign:village red`) or by a worked example and its step (`board:L1/2 oddi`).
    pub learn: &'static str,
    /// A first game, told with pictures of words, in Markdown.
    pub tour: &'static str,
    /// The notation on one page, in Markdown.
    pub notation: &'static str,
    /// The worked examples: file name and text of every scenario file.
    pub examples: &'static [(&'static str, &'static str)],
}

/// What somebody who looks for a game wants to know of it first.
pub struct Size {
    /// How much there is to learn and to think about, from 1 to 5.
    pub weight: u8,
    /// With how many players it is best: "3 or 4".
    pub good_with: &'static str,
    /// How long a game is, in its own measure: "10 to 20 rounds".
    pub length: &'static str,
    /// How long that is when everybody plays about one turn a day: "about 5 weeks".
    pub weeks: &'static str,
    /// What players do not know of each other.
    pub hidden: &'static str,
}

impl About {
    /// The colour's name of a seat: "red".
    pub fn colour(&self, seat: Seat) -> &'static str {
        self.colours[seat.index()]
    }
}

/// One option of a title, fixed when a table is opened.
pub struct OptionSpec {
    pub id: &'static str,
    pub label: &'static str,
    /// What it changes, in a sentence.
    pub help: &'static str,
    pub kind: OptionKind,
    /// The point of the rules that says so: "R4.2".
    pub rule: &'static str,
}

impl OptionSpec {
    /// An option with a few values, the first of which is the default.
    ///
    /// ```
    /// use ravenpost_rules::{Choice, OptionKind, OptionSpec};
    /// const CHOICES: &[Choice] = &[Choice::new("short", "Short"), Choice::new("long", "Long")];
    /// let length = OptionSpec::one_of("length", "R1.3", "Length", "How long it is.", CHOICES);
    /// assert!(matches!(length.kind, OptionKind::OneOf(choices) if choices[0].value == "short"));
    /// ```
    pub const fn one_of(
        id: &'static str,
        rule: &'static str,
        label: &'static str,
        help: &'static str,
        choices: &'static [Choice],
    ) -> OptionSpec {
        OptionSpec { id, label, help, kind: OptionKind::OneOf(choices), rule }
    }

    /// An option that is off unless it is set to `on`.
    ///
    /// ```
    /// use ravenpost_rules::{OptionKind, OptionSpec};
    /// let harvest = OptionSpec::on_off("harvest", "R21.6", "Harvest", "Districts may produce.");
    /// let OptionKind::OneOf(choices) = harvest.kind else { panic!("not a choice") };
    /// assert_eq!(choices[0].value, "off");
    /// ```
    pub const fn on_off(
        id: &'static str,
        rule: &'static str,
        label: &'static str,
        help: &'static str,
    ) -> OptionSpec {
        const OFF_ON: &[Choice] = &[Choice::new("off", "Off"), Choice::new("on", "On")];
        OptionSpec::one_of(id, rule, label, help, OFF_ON)
    }

    /// An option that names seats.
    pub const fn seats(
        id: &'static str,
        rule: &'static str,
        label: &'static str,
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec { id, label, help, kind: OptionKind::Seats, rule }
    }
}

impl Choice {
    pub const fn new(value: &'static str, label: &'static str) -> Choice {
        Choice { value, label }
    }
}

/// What an option may be set to. The first choice is the default.
pub enum OptionKind {
    /// One of a few words.
    OneOf(&'static [Choice]),
    /// A set of seats, written `1,3`; empty by default.
    Seats,
}

/// One value of an option.
pub struct Choice {
    pub value: &'static str,
    pub label: &'static str,
}

/// What whoever takes a seat may say before the game begins: some of these, the favourite first. It
/// becomes the seat's instruction, so that the first question need not wait for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The word that the order begins with; the choices follow it.
    pub verb: &'static str,
    pub label: &'static str,
    /// What becomes of it, in a sentence.
    pub help: &'static str,
    /// Each choice as it is written, and in words.
    pub choices: Vec<(String, String)>,
    /// The point of the rules that says so: "R4.2".
    pub rule: &'static str,
}

/// A table about to start: how many seats, and the options as text.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Table {
    pub seats: u8,
    /// Only what differs from the default needs to be here.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Table {
    /// A table with every option at its default.
    pub fn of(seats: u8) -> Table {
        Table { seats, options: BTreeMap::new() }
    }

    /// The same table with one option set.
    ///
    /// ```
    /// use ravenpost_rules::Table;
    /// let table = Table::of(3).with("harvest", "on");
    /// assert_eq!(table.options["harvest"], "on");
    /// ```
    #[must_use]
    pub fn with(mut self, option: &str, value: &str) -> Table {
        self.options.insert(option.to_owned(), value.to_owned());
        self
    }

    /// The value of an option, its default if it was not set.
    pub fn option(&self, about: &About, id: &str) -> String {
        if let Some(value) = self.options.get(id) {
            return value.clone();
        }
        let spec = about.options.iter().find(|spec| spec.id == id);
        match spec.map(|spec| &spec.kind) {
            Some(OptionKind::OneOf(choices)) => choices[0].value.to_owned(),
            Some(OptionKind::Seats) | None => String::new(),
        }
    }

    /// Whether an option has this value, set or by default.
    pub fn is(&self, about: &About, id: &str, value: &str) -> bool {
        self.option(about, id) == value
    }

    /// Checks seats and options against the title's card; every mistake is told.
    pub fn check(&self, about: &About) -> Result<(), Vec<Refusal>> {
        let mut wrong = Vec::new();
        let (least, most) = about.seats;
        if !(least..=most).contains(&self.seats) {
            let why = format!("{} has {least} to {most} seats, not {}", about.name, self.seats);
            wrong.push(Refusal::new(why).word(self.seats.to_string()));
        }
        for (id, value) in &self.options {
            match about.options.iter().find(|spec| spec.id == *id) {
                None => {
                    let ids = about.options.iter().map(|spec| spec.id.to_owned());
                    wrong.push(Refusal::new("no such option").word(id).instead(ids));
                }
                Some(spec) => wrong.extend(spec.refuses(value, self.seats)),
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

impl OptionSpec {
    fn refuses(&self, value: &str, seats: u8) -> Option<Refusal> {
        match &self.kind {
            OptionKind::OneOf(choices) => {
                let known = choices.iter().any(|choice| choice.value == value);
                let forms = choices.iter().map(|choice| format!("{}={}", self.id, choice.value));
                (!known).then(|| {
                    Refusal::new(format!("{} has no such value", self.id))
                        .word(value)
                        .instead(forms)
                })
            }
            OptionKind::Seats => seat_list(value, seats).err(),
        }
    }
}

/// Reads `1,3` as seats of a table of `seats`.
///
/// ```
/// use ravenpost_rules::{Seat, about::seat_list};
/// assert_eq!(seat_list("1, 3", 4), Ok(vec![Seat(1), Seat(3)]));
/// assert_eq!(seat_list("5", 4).unwrap_err().why, "is not a seat from 1 to 4");
/// ```
pub fn seat_list(text: &str, seats: u8) -> Result<Vec<Seat>, Refusal> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    words
        .map(|word| match word.parse::<u8>() {
            Ok(number) if (1..=seats).contains(&number) => Ok(Seat(number)),
            _ => Err(Refusal::new(format!("is not a seat from 1 to {seats}")).word(word)),
        })
        .collect()
}
