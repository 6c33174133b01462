//! Renders sentences about seats: in the second person for the seat that reads them, and in the
//! third person for everyone else.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use super::seat::{Seat, Viewer};
use super::text::phrase::capital;
use super::view::Narration;

/// Who knows what is narrated, and who reads it. Usually both are the same viewer. After a game, a
/// seat's private facts are narrated in the third person to everyone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The viewer whose knowledge is narrated.
    pub knows: Viewer,
    /// The viewer who reads the narration.
    pub reader: Viewer,
}

impl From<Viewer> for Perspective {
    fn from(viewer: Viewer) -> Perspective {
        Perspective { knows: viewer, reader: viewer }
    }
}

/// Renders one sentence from one perspective, and notes which seats and areas it mentions.
#[derive(Debug)]
pub struct Narrator {
    perspective: Perspective,
    /// The seat whose name precedes the sentence, as in a list of seats.
    listed: Option<Seat>,
    /// The seat that is told what to do.
    addressed: Option<Seat>,
    /// Whether a sentence told it to do something.
    acts: Cell<bool>,
    seats: RefCell<Vec<Seat>>,
    areas: RefCell<Vec<String>>,
}

impl Narrator {
    /// Creates a narrator for this perspective.
    pub fn new(perspective: impl Into<Perspective>) -> Narrator {
        let perspective = perspective.into();
        let (seats, areas) = (RefCell::default(), RefCell::default());
        let acts = Cell::new(false);
        Narrator { perspective, listed: None, addressed: None, acts, seats, areas }
    }

    /// Creates a narrator for what follows the name of a seat, as in a list of seats: "takes 2
    /// cards".
    pub fn after_name(seat: Seat) -> Narrator {
        Narrator { listed: Some(seat), ..Narrator::new(Viewer::Spectator) }
    }

    /// Creates a narrator that tells a seat what to do, in the imperative.
    ///
    /// ```
    /// use ravenpost_rules::{Narrator, Seat};
    /// let narrator = Narrator::imperative(Seat(1));
    /// assert_eq!(narrator.voice(Seat(1), "Red").does("play a card"), "Play a card");
    /// assert_eq!(narrator.voice(Seat(1), "Red").may("sink a pirate"), "Sink a pirate");
    /// assert_eq!(narrator.voice(Seat(2), "Blue").does("wait"), "Blue waits");
    /// ```
    pub fn imperative(seat: Seat) -> Narrator {
        Narrator { addressed: Some(seat), ..Narrator::new(Viewer::Seat(seat)) }
    }

    /// Returns whether a sentence in the imperative has told the seat to do something.
    pub fn acts(&self) -> bool {
        self.acts.get()
    }

    /// Returns whether the sentence may contain what only this seat knows.
    ///
    /// ```
    /// use ravenpost_rules::{Narrator, Perspective, Seat, Viewer};
    /// let (knows, reader) = (Viewer::Seat(Seat(1)), Viewer::Spectator);
    /// let narrator = Narrator::new(Perspective { knows, reader });
    /// assert!(narrator.knows(Seat(1)) && !narrator.knows(Seat(2)));
    /// ```
    pub fn knows(&self, seat: Seat) -> bool {
        self.perspective.knows.is(seat)
    }

    /// Returns whether the sentence is read by this seat.
    pub fn is_read_by(&self, seat: Seat) -> bool {
        self.perspective.reader.is(seat)
    }

    /// Speaks of a seat with this name.
    pub fn voice(&self, seat: Seat, name: impl Into<Cow<'static, str>>) -> Voice<'_> {
        Voice { narrator: self, seat, name: name.into() }
    }

    /// Notes that the sentence mentions an area of the board, and returns its name.
    pub fn area<'a>(&self, slug: &str, name: &'a str) -> &'a str {
        note(&self.areas, slug.to_owned());
        name
    }

    /// Adds to a line which seats and areas it mentions.
    pub fn mentioned_in(self, narration: Narration) -> Narration {
        let (mentions, areas) = (self.seats.into_inner(), self.areas.into_inner());
        Narration { mentions, areas, ..narration }
    }
}

fn note<T: PartialEq>(known: &RefCell<Vec<T>>, new: T) {
    let mut known = known.borrow_mut();
    if !known.contains(&new) {
        known.push(new);
    }
}

/// How a sentence refers to a seat.
#[derive(Clone, Debug)]
pub struct Voice<'n> {
    narrator: &'n Narrator,
    seat: Seat,
    name: Cow<'static, str>,
}

impl Voice<'_> {
    /// Begins a sentence about an action, with the verb in its base form: "Red takes", "You take".
    /// In the imperative, it tells the seat to act: "Take".
    ///
    /// ```
    /// use ravenpost_rules::{Narrator, Seat, Viewer};
    /// let [own, other] = [1, 2].map(|seat| Narrator::new(Viewer::Seat(Seat(seat))));
    /// assert_eq!(own.voice(Seat(1), "Red").does("build 2 ships"), "You build 2 ships");
    /// assert_eq!(other.voice(Seat(1), "Red").does("build 2 ships"), "Red builds 2 ships");
    /// ```
    pub fn does(&self, verb: &str) -> String {
        match self.person() {
            Person::Addressed => {
                self.narrator.acts.set(true);
                capital(verb)
            }
            Person::Second | Person::Third | Person::Listed => self.states(verb),
        }
    }

    /// Begins a sentence about a state, which cannot be commanded, with the verb in its base form:
    /// "Red is Lawspeaker", "You are Lawspeaker".
    ///
    /// ```
    /// use ravenpost_rules::{Narrator, Seat};
    /// let narrator = Narrator::imperative(Seat(1));
    /// assert_eq!(narrator.voice(Seat(1), "Red").states("have 2 ships"), "You have 2 ships");
    /// assert!(!narrator.acts());
    /// ```
    pub fn states(&self, verb: &str) -> String {
        match self.person() {
            Person::Second | Person::Addressed => format!("You {verb}"),
            Person::Third => format!("{} {}", self.name, third(verb)),
            Person::Listed => third(verb),
        }
    }

    /// Begins a sentence about what a seat may do: "Red may take", "You may take", or "Take" in the
    /// imperative.
    pub fn may(&self, verb: &str) -> String {
        self.modal("may", verb)
    }

    /// Begins a sentence about what a seat must do: "Red must take", "You must take", or "Take" in
    /// the imperative.
    pub fn must(&self, verb: &str) -> String {
        self.modal("must", verb)
    }

    /// Begins a sentence about what a seat will do: "Red will take", "You will take", or "Take" in
    /// the imperative.
    pub fn will(&self, verb: &str) -> String {
        self.modal("will", verb)
    }

    /// Begins a sentence with a modal verb, which is the same in all persons.
    fn modal(&self, modal: &str, verb: &str) -> String {
        match self.person() {
            Person::Addressed => self.does(verb),
            Person::Second => format!("You {modal} {verb}"),
            Person::Third => format!("{} {modal} {verb}", self.name),
            Person::Listed => format!("{modal} {verb}"),
        }
    }

    /// Within a sentence: "Red takes", "you take".
    pub fn also(&self, verb: &str) -> String {
        match self.person() {
            Person::Second | Person::Addressed => format!("you {verb}"),
            _ => self.does(verb),
        }
    }

    /// The verb alone, for a seat that is already the subject: "takes", "take".
    pub fn verb(&self, verb: &str) -> String {
        match self.person() {
            Person::Second | Person::Addressed => verb.to_owned(),
            _ => third(verb),
        }
    }

    /// Begins a sentence: "Red's ship", "Your ship".
    pub fn has(&self, thing: &str) -> String {
        match self.person() {
            Person::Second | Person::Addressed => format!("Your {thing}"),
            _ => format!("{}'s {thing}", self.name),
        }
    }

    /// Within a sentence: "Red's ship", "your ship".
    pub fn whose(&self, thing: &str) -> String {
        match self.person() {
            Person::Second | Person::Addressed => format!("your {thing}"),
            _ => self.has(thing),
        }
    }

    /// Within a sentence, of a seat that was already named: "its ship", "your ship".
    pub fn its(&self, thing: &str) -> String {
        match self.person() {
            Person::Second | Person::Addressed => format!("your {thing}"),
            _ => format!("its {thing}"),
        }
    }

    /// Within a sentence: "Red", "you".
    pub fn name(&self) -> String {
        match self.person() {
            Person::Second | Person::Addressed => "you".to_owned(),
            _ => self.name.clone().into_owned(),
        }
    }

    /// Within a sentence, of a seat that was already named: "it", "you".
    pub fn pronoun(&self) -> &'static str {
        match self.person() {
            Person::Second | Person::Addressed => "you",
            _ => "it",
        }
    }

    /// Begins a sentence: "Red", "You".
    pub fn subject(&self) -> String {
        match self.person() {
            Person::Second | Person::Addressed => "You".to_owned(),
            _ => self.name.clone().into_owned(),
        }
    }

    /// Notes that the seat is mentioned, and returns how.
    fn person(&self) -> Person {
        note(&self.narrator.seats, self.seat);
        if self.narrator.listed == Some(self.seat) {
            Person::Listed
        } else if self.narrator.addressed == Some(self.seat) {
            Person::Addressed
        } else if self.narrator.is_read_by(self.seat) {
            Person::Second
        } else {
            Person::Third
        }
    }
}

#[derive(Clone, Copy)]
enum Person {
    Second,
    Third,
    /// In the third person, after the name.
    Listed,
    /// In the imperative.
    Addressed,
}

/// Puts a verb in its base form into the third person. Words that follow it are kept.
fn third(verb: &str) -> String {
    let end = verb.find(|letter: char| !letter.is_alphabetic()).unwrap_or(verb.len());
    let (verb, rest) = verb.split_at(end);
    let ending = match verb {
        "are" => "is".to_owned(),
        "have" => "has".to_owned(),
        _ => regular(verb),
    };
    ending + rest
}

fn regular(verb: &str) -> String {
    let vowel = |letter: char| "aeiou".contains(letter);
    if let Some(stem) = verb.strip_suffix('y').filter(|stem| !stem.ends_with(vowel)) {
        return format!("{stem}ies");
    }
    let hissing = ["s", "sh", "ch", "x", "z", "o"];
    let ending = if hissing.iter().any(|ending| verb.ends_with(ending)) { "es" } else { "s" };
    format!("{verb}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Seat = Seat(1);

    #[test]
    fn seat_reads_itself_in_the_second_person() {
        let [own, other] = [1, 2].map(|seat| Narrator::new(Viewer::Seat(Seat(seat))));
        let [own, other] = [&own, &other].map(|narrator| narrator.voice(RED, "Red"));
        assert_eq!([own.does("go"), other.does("go")], ["You go", "Red goes"]);
        assert_eq!([own.also("go"), other.also("go")], ["you go", "Red goes"]);
        assert_eq!([own.verb("go"), other.verb("go")], ["go", "goes"]);
        assert_eq!([own.has("ship"), other.has("ship")], ["Your ship", "Red's ship"]);
        assert_eq!([own.whose("ship"), other.whose("ship")], ["your ship", "Red's ship"]);
        assert_eq!([own.its("ship"), other.its("ship")], ["your ship", "its ship"]);
        assert_eq!([own.name(), other.name()], ["you", "Red"]);
        assert_eq!([own.subject(), other.subject()], ["You", "Red"]);
    }

    #[test]
    fn repeated_subject_is_not_named_again() {
        let narrator = Narrator::after_name(RED);
        assert_eq!(narrator.voice(RED, "Red").states("are to move"), "is to move");
        assert_eq!(narrator.voice(Seat(2), "Blue").also("offer"), "Blue offers");
    }

    #[test]
    fn states_are_no_actions() {
        let narrator = Narrator::imperative(RED);
        assert_eq!(narrator.voice(RED, "Red").states("are Lawspeaker"), "You are Lawspeaker");
        assert!(!narrator.acts());
        assert_eq!(narrator.voice(RED, "Red").does("take 2 cards"), "Take 2 cards");
        assert!(narrator.acts());
    }

    #[test]
    fn verbs_are_inflected_for_the_third_person() {
        for (verb, others) in [
            ("take 2 cards", "takes 2 cards"),
            ("have", "has"),
            ("yield: it is late", "yields: it is late"),
            ("are here", "is here"),
            ("bury", "buries"),
            ("pay", "pays"),
            ("pass", "passes"),
            ("march", "marches"),
        ] {
            assert_eq!(third(verb), others);
        }
    }

    #[test]
    fn modal_verbs_are_the_same_in_all_persons() {
        let [own, other] = [1, 2].map(|seat| Narrator::new(Viewer::Seat(Seat(seat))));
        let [own, other] = [&own, &other].map(|narrator| narrator.voice(RED, "Red"));
        assert_eq!([own.may("go"), other.may("go")], ["You may go", "Red may go"]);
        assert_eq!([own.must("go"), other.will("go")], ["You must go", "Red will go"]);
        assert_eq!(Narrator::after_name(RED).voice(RED, "Red").may("go"), "may go");
        let narrator = Narrator::imperative(RED);
        assert_eq!(narrator.voice(RED, "Red").must("go"), "Go");
        assert!(narrator.acts());
    }

    #[test]
    fn narration_records_the_seats_it_mentions() {
        let narrator = Narrator::new(Viewer::Spectator);
        let [red, blue] =
            [(RED, "Red"), (Seat(2), "Blue")].map(|(s, name)| narrator.voice(s, name));
        let roma = narrator.area("roma", "Roma");
        let text = format!("{} {roma} from {}", red.does("take"), blue.name());
        assert_eq!(text, "Red takes Roma from Blue");
        let narration = narrator.mentioned_in(Narration { text, ..Narration::default() });
        assert_eq!(
            (narration.mentions, narration.areas),
            (vec![RED, Seat(2)], vec!["roma".to_owned()])
        );
    }
}
