//! Awaited seats and their prompts.

use super::seat::{Seat, Viewer};
use super::voice::Narrator;

/// Whether a prompt is a statement or a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AskKind {
    /// It says what the seat does now: "Red is to move".
    #[default]
    Turn,
    /// It is asked of the seat directly: "Where do you march?"
    Question,
}

/// What an awaited seat is asked, for every reader.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ask {
    /// The form of the prompt.
    pub kind: AskKind,
    seat: Seat,
    own: String,
    action: String,
    others: String,
    predicate: String,
}

impl Ask {
    /// Creates a statement about a seat, which the function renders for each reader.
    ///
    /// ```
    /// use ravenpost_rules::{Ask, Seat, Viewer};
    /// let ask = Ask::turn(Seat(1), |narrator| narrator.voice(Seat(1), "Red").must("move"));
    /// assert_eq!(ask.to(Viewer::Seat(Seat(1))), "You must move");
    /// assert_eq!(ask.to(Viewer::Spectator), "Red must move");
    /// assert_eq!(ask.predicate(), "must move");
    /// assert_eq!(ask.action(), "Move");
    /// ```
    pub fn turn(seat: Seat, render: impl Fn(&Narrator) -> String) -> Ask {
        Ask {
            kind: AskKind::Turn,
            seat,
            own: render(&Narrator::new(Viewer::Seat(seat))),
            action: render(&Narrator::imperative(seat)),
            others: render(&Narrator::new(Viewer::Spectator)),
            predicate: render(&Narrator::after_name(seat)),
        }
    }

    /// Creates a question that is the same for every reader.
    ///
    /// ```
    /// use ravenpost_rules::{Ask, Seat, Viewer};
    /// let ask = Ask::question(Seat(1), "Where do you march?");
    /// assert_eq!(ask.to(Viewer::Spectator), "Where do you march?");
    /// assert_eq!(ask.predicate(), "is asked: Where do you march?");
    /// ```
    pub fn question(seat: Seat, text: impl Into<String>) -> Ask {
        let text = text.into();
        Ask {
            kind: AskKind::Question,
            seat,
            own: text.clone(),
            action: text.clone(),
            predicate: format!("is asked: {text}"),
            others: text,
        }
    }

    /// Returns what the seat must do, without a full stop: "Play a card". A question remains a
    /// question.
    ///
    /// ```
    /// use ravenpost_rules::{Ask, Seat};
    /// let ask = Ask::turn(Seat(1), |narrator| narrator.voice(Seat(1), "Red").does("play a card"));
    /// assert_eq!(ask.action(), "Play a card");
    /// assert_eq!(Ask::question(Seat(1), "Where to?").action(), "Where to?");
    /// ```
    pub fn action(&self) -> &str {
        &self.action
    }

    /// Returns whether the prompt is a question.
    pub fn is_question(&self) -> bool {
        self.kind == AskKind::Question
    }

    /// Returns the prompt for a reader, without a full stop.
    pub fn to(&self, reader: Viewer) -> &str {
        if reader.is(self.seat) { &self.own } else { &self.others }
    }

    /// Returns the prompt for a reader as a complete sentence.
    pub fn sentence(&self, reader: Viewer) -> String {
        format!("{}{}", self.to(reader), self.stop())
    }

    /// Returns what follows the seat's name in a list of seats: "is to move".
    pub fn predicate(&self) -> &str {
        &self.predicate
    }

    /// Returns what follows the seat's name in a list of seats: the predicate. For the seat itself
    /// it is the whole prompt, which needs no name before it.
    pub fn after_name(&self, reader: Viewer) -> &str {
        if reader.is(self.seat) { &self.own } else { &self.predicate }
    }

    /// Returns the full stop that ends a statement; a question has its own mark.
    pub fn stop(&self) -> &'static str {
        match self.kind {
            AskKind::Turn => ".",
            AskKind::Question => "",
        }
    }
}

/// A seat that must give an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// The awaited seat.
    pub seat: Seat,
    /// The decision's id, as in the title's rules: `turn`, `raid-loss`.
    pub decision: &'static str,
    /// The prompt: "Red is to move".
    pub ask: Ask,
    /// Whether this continues a turn the seat has already begun, so that the clock is not
    /// restarted.
    pub goes_on: bool,
    /// Whether the time of an answer could reveal hidden information, such as whether the seat has
    /// left an instruction or what it holds. Prompts out of turn and sealed answers are private; a
    /// seat's own turn is not. The value must not depend on hidden information.
    pub private: bool,
}
