//! What a fact is for those who look on, said once for every fact.

use crate::seat::{Seat, Viewer, Visibility};

/// Who is told that a fact happened. The sentence itself is made only when somebody asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Nobody: it shows on the board, or in what follows.
    Nobody,
    /// Every seat and every watcher, each in words of its own where they know different things.
    Everybody,
    /// One seat is told of it, and nobody else.
    Seat(Seat),
    /// The two seats between which it happened.
    Both(Seat, Seat),
}

impl Audience {
    /// Whether that viewer is told.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Audience::Nobody => false,
            Audience::Everybody => true,
            Audience::Seat(seat) => viewer.is(seat),
            Audience::Both(one, other) => viewer.is(one) || viewer.is(other),
        }
    }
}

/// What a fact is for those who look on. `H` is the title's name for kinds of hidden things.
///
/// A title makes it in one `match` that names every fact, so that a new fact cannot be added
/// without saying who may know it, who is told of it and what it uncovers.
///
/// ```
/// use ravenpost_rules::{Audience, FactInfo, Seat, Visibility};
/// let drew = FactInfo::own(Seat(2)).told_to(Audience::Everybody).revealing("cards");
/// assert_eq!(drew.visibility, Visibility::Seat(Seat(2)));
/// assert_eq!(drew.reveals, Some("cards"));
/// assert!(!drew.is_instruction);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactInfo<H> {
    /// Who may know all that stands in the fact, as it is stored: what an export of a running game
    /// may hand out. Less than is told of it: "Red draws 2 cards" is for everybody, the fact in
    /// which the cards stand is Red's.
    pub visibility: Visibility,
    /// Who is told of it.
    pub narration: Audience,
    /// What it brought to light that was hidden from anybody, its owner included; `None` where it
    /// uncovers nothing. Orders up to a fact that uncovers something cannot be taken back.
    pub reveals: Option<H>,
    /// Whether the fact only writes down what a seat wants done later. Nothing has happened at the
    /// table then: no question is new, no clock starts again, and nobody else may know of it.
    pub is_instruction: bool,
}

impl<H> FactInfo<H> {
    /// A fact that everybody may know and is told of.
    pub const fn open() -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Everybody,
            narration: Audience::Everybody,
            reveals: None,
            is_instruction: false,
        }
    }

    /// A fact that one seat may know and is told of.
    pub const fn own(seat: Seat) -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Seat(seat),
            narration: Audience::Seat(seat),
            reveals: None,
            is_instruction: false,
        }
    }

    /// A fact that nobody may know as it is stored, and of which nobody is told.
    pub const fn hidden() -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Nobody,
            narration: Audience::Nobody,
            reveals: None,
            is_instruction: false,
        }
    }

    /// A fact in which a seat writes down what it wants done later.
    pub const fn instruction(seat: Seat) -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Seat(seat),
            narration: Audience::Seat(seat),
            reveals: None,
            is_instruction: true,
        }
    }

    /// The same, told to others than those who may know it as it is stored.
    pub fn told_to(self, narration: Audience) -> FactInfo<H> {
        FactInfo { narration, ..self }
    }

    /// The same, told to nobody.
    pub fn untold(self) -> FactInfo<H> {
        self.told_to(Audience::Nobody)
    }

    /// The same, bringing something hidden to light.
    pub fn revealing(self, hidden: H) -> FactInfo<H> {
        FactInfo { reveals: Some(hidden), ..self }
    }
}
