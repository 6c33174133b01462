//! Reasons for failed deliveries, and their consequence for future emails.

/// The outcome of a delivery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// Permanent failure: the mailbox does not exist.
    Hard,
    /// Temporary failure of this email.
    Soft,
    /// Not delivered yet; the remote server keeps trying.
    Delayed,
}

/// Why an email was not delivered.
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
    /// Returns the reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::NoMailbox => "The mailbox does not exist.",
            Reason::Closed => "The mailbox is closed.",
            Reason::NoDomain => "The domain does not exist or does not accept email.",
            Reason::Full => "The mailbox is full.",
            Reason::TooLarge => "The email is too large for the mailbox.",
            Reason::Refused => "The other server rejects email from this server.",
            Reason::Unreachable => "The other server could not be reached.",
            Reason::Circle => "The email was caught in a mail loop.",
            Reason::Unknown => "The other server rejected the email.",
        }
    }

    /// Returns the consequence for future emails. Only a nonexistent address fails permanently.
    pub fn failure_kind(self) -> FailureKind {
        match self {
            Reason::NoMailbox | Reason::Closed | Reason::NoDomain => FailureKind::Hard,
            _ => FailureKind::Soft,
        }
    }
}
