//! The kinds of letter, as rows of the outbox and as stop links name them.

/// Every letter Ravenpost can send.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    YourTurn,
    Joined,
    Started,
    HalfLeft,
    FifthLeft,
    LastCall,
    DeadlinePassed,
    TakenBack,
    GameOver,
    Cancelled,
    Invitation,
    SignIn,
    Undelivered,
    Probe,
}

impl Kind {
    /// All kinds, in the order in which settings list them.
    pub const ALL: [Kind; 14] = [
        Kind::YourTurn,
        Kind::Joined,
        Kind::Started,
        Kind::HalfLeft,
        Kind::FifthLeft,
        Kind::LastCall,
        Kind::DeadlinePassed,
        Kind::TakenBack,
        Kind::GameOver,
        Kind::Cancelled,
        Kind::Invitation,
        Kind::SignIn,
        Kind::Undelivered,
        Kind::Probe,
    ];

    /// Stored for ever; never renamed.
    pub fn key(self) -> &'static str {
        match self {
            Kind::YourTurn => "your_turn",
            Kind::Joined => "joined",
            Kind::Started => "started",
            Kind::HalfLeft => "half_left",
            Kind::FifthLeft => "fifth_left",
            Kind::LastCall => "last_call",
            Kind::DeadlinePassed => "deadline_passed",
            Kind::TakenBack => "taken_back",
            Kind::GameOver => "game_over",
            Kind::Cancelled => "cancelled",
            Kind::Invitation => "invitation",
            Kind::SignIn => "sign_in",
            Kind::Undelivered => "undelivered",
            Kind::Probe => "probe",
        }
    }

    /// The kind with that key.
    pub fn find(key: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Which switch of a player's settings covers it: what one click stops together. None for
    /// letters that are only sent on request and once.
    pub fn switch(self) -> Option<Switch> {
        match self {
            Kind::YourTurn => Some(Switch::Turns),
            Kind::HalfLeft | Kind::FifthLeft | Kind::LastCall => Some(Switch::Reminders),
            Kind::Joined
            | Kind::Started
            | Kind::DeadlinePassed
            | Kind::TakenBack
            | Kind::GameOver
            | Kind::Cancelled
            | Kind::Undelivered => Some(Switch::News),
            Kind::Invitation => Some(Switch::Invitations),
            Kind::SignIn | Kind::Probe => None,
        }
    }
}

/// What a player may switch off, each by one click.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Switch {
    Turns,
    Reminders,
    News,
    Invitations,
}

impl Switch {
    pub const ALL: [Switch; 4] =
        [Switch::Turns, Switch::Reminders, Switch::News, Switch::Invitations];

    /// Stored, and part of the stop link.
    pub fn key(self) -> &'static str {
        match self {
            Switch::Turns => "turns",
            Switch::Reminders => "reminders",
            Switch::News => "news",
            Switch::Invitations => "invitations",
        }
    }

    /// The switch with that key.
    pub fn find(key: &str) -> Option<Switch> {
        Switch::ALL.into_iter().find(|switch| switch.key() == key)
    }

    /// What it stops, as a plural: "turn letters".
    pub fn words(self) -> &'static str {
        match self {
            Switch::Turns => "turn letters",
            Switch::Reminders => "reminders",
            Switch::News => "letters with news",
            Switch::Invitations => "invitations",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_find_their_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::find(kind.key()), Some(kind));
        }
        for switch in Switch::ALL {
            assert_eq!(Switch::find(switch.key()), Some(switch));
        }
        assert_eq!(Kind::find("news"), None);
    }
}
