//! Why a letter did not arrive, and what that means for the next one.

/// What becomes of letters to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It will never arrive: there is no such mailbox.
    Hard,
    /// It did not arrive this time.
    Soft,
    /// It has not arrived yet; the other server goes on trying.
    Delayed,
}

/// Why a letter did not arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    NoMailbox,
    Closed,
    NoDomain,
    Full,
    TooLarge,
    Refused,
    Unreachable,
    Circle,
    Unknown,
}

impl Reason {
    /// The reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::NoMailbox => "There is no such mailbox.",
            Reason::Closed => "The mailbox is closed.",
            Reason::NoDomain => "The domain takes no letters, or there is none of that name.",
            Reason::Full => "The mailbox is full.",
            Reason::TooLarge => "The letter is too large for the mailbox.",
            Reason::Refused => "The other server does not want letters from here.",
            Reason::Unreachable => "The other server could not be reached.",
            Reason::Circle => "The letter went round in a circle.",
            Reason::Unknown => "The other server did not take the letter.",
        }
    }

    /// What it means for the next letter. Only an address that does not exist is given up.
    pub fn fate(self) -> Fate {
        match self {
            Reason::NoMailbox | Reason::Closed | Reason::NoDomain => Fate::Hard,
            _ => Fate::Soft,
        }
    }
}
