//! Visibility and narration of facts.

use crate::seat::{Seat, Viewer, Visibility};

/// Who is told that a fact happened. The sentence itself is generated on demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Not narrated: it shows on the board or in later facts.
    Nobody,
    /// All seats and spectators, each with a wording that fits what they know.
    Everybody,
    /// One seat only.
    Seat(Seat),
    /// The two seats involved.
    Both(Seat, Seat),
}

impl Audience {
    /// Returns whether this viewer is told.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Audience::Nobody => false,
            Audience::Everybody => true,
            Audience::Seat(seat) => viewer.is(seat),
            Audience::Both(one, other) => viewer.is(one) || viewer.is(other),
        }
    }
}

/// Who may know a fact, who is told of it, and what it reveals. `H` is the title's type for kinds
/// of hidden things.
///
/// A title creates it in one exhaustive `match`, so that a new fact cannot be added without
/// deciding these questions.
///
/// ```
/// use ravenpost_rules::{Audience, FactInfo, Seat, Visibility};
/// let drew = FactInfo::own(Seat(2)).with_audience(Audience::Everybody).revealing("cards");
/// assert_eq!(drew.visibility, Visibility::Seat(Seat(2)));
/// assert_eq!(drew.reveals, Some("cards"));
/// assert!(!drew.is_instruction);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactInfo<H> {
    /// Who may know the complete fact as stored, as in an export of a running game. This can be
    /// narrower than the narration: everyone is told "Red draws 2 cards", but the fact with the
    /// cards is visible only to Red.
    pub visibility: Visibility,
    /// Who is told of it.
    pub narration: Audience,
    /// What it revealed that was hidden from anyone, including its owner; `None` if nothing. Orders
    /// up to such a fact cannot be undone.
    pub reveals: Option<H>,
    /// Whether the fact only records what a seat wants done later. Such a fact changes nothing in
    /// the game: it creates no prompt, restarts no clock and stays private.
    pub is_instruction: bool,
}

impl<H> FactInfo<H> {
    /// Creates a public fact that is narrated to everyone.
    pub const fn open() -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Everybody,
            narration: Audience::Everybody,
            reveals: None,
            is_instruction: false,
        }
    }

    /// Creates a fact that is visible and narrated to one seat only.
    pub const fn own(seat: Seat) -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Seat(seat),
            narration: Audience::Seat(seat),
            reveals: None,
            is_instruction: false,
        }
    }

    /// Creates a fact that is neither visible nor narrated to any viewer.
    pub const fn hidden() -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Nobody,
            narration: Audience::Nobody,
            reveals: None,
            is_instruction: false,
        }
    }

    /// Creates a fact that records a seat's instruction for later.
    pub const fn instruction(seat: Seat) -> FactInfo<H> {
        FactInfo {
            visibility: Visibility::Seat(seat),
            narration: Audience::Seat(seat),
            reveals: None,
            is_instruction: true,
        }
    }

    /// Sets who is told of it, independently of who may know the stored fact.
    pub fn with_audience(self, narration: Audience) -> FactInfo<H> {
        FactInfo { narration, ..self }
    }

    /// Removes the narration.
    pub fn untold(self) -> FactInfo<H> {
        self.with_audience(Audience::Nobody)
    }

    /// Sets what it reveals.
    pub fn revealing(self, hidden: H) -> FactInfo<H> {
        FactInfo { reveals: Some(hidden), ..self }
    }
}
