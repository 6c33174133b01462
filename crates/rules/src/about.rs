//! Static description of a title: names, seat counts, options, documents.

use std::collections::BTreeMap;

use super::orders::refusal::{Refusal, RefusalCode};
use super::seat::Seat;

/// Static description of a title, available before any game is set up.
pub struct About {
    /// Stored in every game; must never be renamed.
    pub key: &'static str,
    /// Version of the implemented rules, starting at 1. Raise it whenever an order would be decided
    /// differently than before, and document the change in the rules.
    pub version: u32,
    /// The name of the title, as shown to players.
    pub name: &'static str,
    /// The designers, as credited.
    pub designers: &'static str,
    /// One sentence that invites people to play.
    pub tagline: &'static str,
    /// How the published game may be used, for the credits page.
    pub licence: &'static str,
    /// Minimum and maximum number of seats.
    pub seats: (u8, u8),
    /// Complexity and length.
    pub size: Size,
    /// Seat colours in seat order: names from the seat palette of `drawing`.
    pub colours: &'static [&'static str],
    /// The options that a table can choose.
    pub options: &'static [OptionSpec],
    /// The terms that the page of a game explains to beginners.
    pub terms: &'static [Term],
    /// Every word that can begin an order or an instruction, in plain spelling (see
    /// [`plain`](crate::text::spelling::plain)). Other lines are not orders.
    pub verbs: &'static [&'static str],
    /// Upper bound on the number of orders in a game.
    pub bound: u32,
    /// The rules in Markdown, as numbered points.
    pub rules: &'static str,
    /// A five-minute introduction in Markdown, with pictures of the board. An image refers to a
    /// sign (`sign:village red`) or to a step of a worked example (`board:L1/2 oddi`).
    pub learn: &'static str,
    /// A guided first game, in Markdown.
    pub tour: &'static str,
    /// A one-page notation reference, in Markdown.
    pub notation: &'static str,
    /// The worked examples: file name and text of each scenario file.
    pub examples: &'static [(&'static str, &'static str)],
}

/// Complexity and length, for players choosing a game.
pub struct Size {
    /// Complexity, from 1 (light) to 5 (heavy).
    pub weight: u8,
    /// Recommended player counts: "3 or 4".
    pub good_with: &'static str,
    /// Length in the title's own units: "10 to 20 rounds".
    pub length: &'static str,
    /// Typical duration at about one turn a day: "about 5 weeks".
    pub weeks: &'static str,
    /// The duration with an option, to follow it: "or 6 at brisk tempo". Empty if none changes it.
    pub weeks_with_option: &'static str,
    /// Which information players hide from each other.
    pub hidden: &'static str,
}

impl Size {
    /// Returns the typical duration, with and without an option.
    pub fn duration(&self) -> String {
        match self.weeks_with_option {
            "" => self.weeks.to_owned(),
            other => format!("{}, {other}", self.weeks),
        }
    }
}

/// A term of a title, explained to beginners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// How it is called in the lines of the seats and in the headline. The first is its name.
    pub words: &'static [&'static str],
    /// What it is, in a sentence or two.
    pub meaning: &'static str,
    /// The rule about it: "R4.2".
    pub rule: &'static str,
}

impl Term {
    /// Creates a term.
    ///
    /// ```
    /// use ravenpost_rules::Term;
    /// let ships = Term::new("R1.2", &["ships", "ship"], "They carry goods.");
    /// assert!(ships.is("ship") && ships.is("Ships") && !ships.is("boat"));
    /// ```
    pub const fn new(
        rule: &'static str,
        words: &'static [&'static str],
        meaning: &'static str,
    ) -> Term {
        Term { words, meaning, rule }
    }

    /// Returns whether it is called by this word, in any case.
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|known| known.eq_ignore_ascii_case(word))
    }
}

impl About {
    /// Returns the explanation of a word, if the title has one.
    pub fn term(&self, word: &str) -> Option<&'static Term> {
        self.terms.iter().find(|term| term.is(word))
    }

    /// Returns the colour name of a seat: "red".
    pub fn colour(&self, seat: Seat) -> &'static str {
        self.colours[seat.index()]
    }
}

/// An option of a title, fixed when a game is created.
pub struct OptionSpec {
    /// The key of the option, stored in games.
    pub id: &'static str,
    /// The name of the option, as shown to players.
    pub label: &'static str,
    /// One sentence on what the option changes.
    pub help: &'static str,
    /// The values it accepts.
    pub kind: OptionKind,
    /// The rule it refers to: "R4.2".
    pub rule: &'static str,
}

impl OptionSpec {
    /// Creates an option with a few values, the first of which is the default.
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

    /// Creates an option with the values `off` (default) and `on`.
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

    /// Creates an option whose value is a set of seats.
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
    /// Creates a value with its label.
    pub const fn new(value: &'static str, label: &'static str) -> Choice {
        Choice { value, label }
    }
}

/// The values an option accepts.
pub enum OptionKind {
    /// One of several choices; the first is the default.
    OneOf(&'static [Choice]),
    /// A set of seats, written `1,3`; empty by default.
    Seats,
}

/// One value of an option.
pub struct Choice {
    /// The value, as stored in games.
    pub value: &'static str,
    /// The name of the value, as shown to players.
    pub label: &'static str,
}

/// A preference that a player can state when taking a seat: choices in order of preference. It
/// becomes an instruction of the seat, so the first prompt can be answered at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preference {
    /// The first word of the order; the choices follow it.
    pub verb: &'static str,
    /// The name of the preference, as shown to players.
    pub label: &'static str,
    /// One sentence on how the preference is used.
    pub help: &'static str,
    /// The notation and the label of each choice.
    pub choices: Vec<(String, String)>,
    /// The rule it refers to: "R4.2".
    pub rule: &'static str,
}

/// The set-up of a game: number of seats and option values.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The number of seats.
    pub seats: u8,
    /// Options not listed here have their default values.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Table {
    /// Creates a table with default options.
    pub fn of(seats: u8) -> Table {
        Table { seats, options: BTreeMap::new() }
    }

    /// Sets one option.
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

    /// Returns the value of an option, or its default if it is not set.
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

    /// Returns whether an option has this value, explicitly or by default.
    pub fn is(&self, about: &About, id: &str, value: &str) -> bool {
        self.option(about, id) == value
    }

    /// Checks seats and options against the title's description.
    ///
    /// # Errors
    ///
    /// One refusal for each invalid value.
    pub fn check(&self, about: &About) -> Result<(), Vec<Refusal>> {
        let mut wrong = Vec::new();
        let (least, most) = about.seats;
        if !(least..=most).contains(&self.seats) {
            let why = format!("{} has {least} to {most} seats, not {}", about.name, self.seats);
            let refusal = Refusal::new(why).word(self.seats.to_string());
            wrong.push(refusal.code(RefusalCode::UnknownValue));
        }
        for (id, value) in &self.options {
            match about.options.iter().find(|spec| spec.id == *id) {
                None => {
                    let ids = about.options.iter().map(|spec| spec.id.to_owned());
                    let refusal = Refusal::new("there is no such option").word(id).instead(ids);
                    wrong.push(refusal.code(RefusalCode::UnknownValue));
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
                        .code(RefusalCode::UnknownValue)
                        .instead(forms)
                })
            }
            OptionKind::Seats => seat_list(value, seats).err(),
        }
    }
}

/// Parses a list of seat numbers such as `1,3` for a table with `seats` seats.
///
/// # Errors
///
/// A refusal of the first word that is not a seat of the table.
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
            _ => {
                let refusal =
                    Refusal::new(format!("is not a seat from 1 to {seats}")).subject(word);
                Err(refusal.code(RefusalCode::UnknownValue))
            }
        })
        .collect()
}
