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
    NewAddress,
    OldAddress,
    Probe,
    Transcript,
    Held,
    Digest,
    Answer,
    Said,
    Proposed,
    Rewound,
    Dropped,
    Seals,
    Organised,
    Replaced,
    AskedAlong,
}

impl Kind {
    /// All kinds, in the order in which settings list them.
    pub const ALL: [Kind; 28] = [
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
        Kind::NewAddress,
        Kind::OldAddress,
        Kind::Probe,
        Kind::Transcript,
        Kind::Held,
        Kind::Digest,
        Kind::Answer,
        Kind::Said,
        Kind::Proposed,
        Kind::Rewound,
        Kind::Dropped,
        Kind::Seals,
        Kind::Organised,
        Kind::Replaced,
        Kind::AskedAlong,
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
            Kind::NewAddress => "new_address",
            Kind::OldAddress => "old_address",
            Kind::Probe => "probe",
            Kind::Transcript => "transcript",
            Kind::Held => "held",
            Kind::Digest => "digest",
            Kind::Answer => "answer",
            Kind::Said => "said",
            Kind::Proposed => "proposed",
            Kind::Rewound => "rewound",
            Kind::Dropped => "dropped",
            Kind::Seals => "seals",
            Kind::Organised => "organised",
            Kind::Replaced => "replaced",
            Kind::AskedAlong => "asked_along",
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
            // Whoever begins gets the turn with the letter that the game begins; a vote asks for
            // an answer as a turn does.
            Kind::YourTurn | Kind::Started | Kind::Digest | Kind::Proposed => Some(Switch::Turns),
            Kind::HalfLeft | Kind::FifthLeft | Kind::LastCall => Some(Switch::Reminders),
            Kind::DeadlinePassed
            | Kind::TakenBack
            | Kind::Rewound
            | Kind::Dropped
            | Kind::Organised
            | Kind::Replaced
            | Kind::GameOver
            | Kind::Undelivered => Some(Switch::Happened),
            Kind::Joined | Kind::Cancelled | Kind::AskedAlong => Some(Switch::Talk),
            Kind::Said => Some(Switch::Said),
            Kind::Invitation => Some(Switch::Invitations),
            Kind::SignIn
            | Kind::NewAddress
            | Kind::OldAddress
            | Kind::Probe
            | Kind::Transcript
            | Kind::Held
            | Kind::Answer
            | Kind::Seals => None,
        }
    }

    /// Whether it tells what somebody else did at the reader's table, and asks for no order: such
    /// letters are put together, and there are only so many a day.
    pub fn of_others(self) -> bool {
        matches!(
            self,
            Kind::Joined
                | Kind::Cancelled
                | Kind::AskedAlong
                | Kind::Organised
                | Kind::Replaced
                | Kind::Proposed
                | Kind::Rewound
                | Kind::Dropped
                | Kind::TakenBack
        )
    }

    /// Whether the letter answers one that came in.
    pub fn answers_letter(self) -> bool {
        matches!(self, Kind::Transcript | Kind::Held | Kind::Answer)
    }

    /// Whether the letter has room for what was said at the table since the last one.
    pub fn tells_words(self) -> bool {
        match self {
            Kind::YourTurn
            | Kind::Started
            | Kind::HalfLeft
            | Kind::FifthLeft
            | Kind::LastCall
            | Kind::DeadlinePassed
            | Kind::TakenBack
            | Kind::GameOver
            | Kind::Transcript
            | Kind::Proposed
            | Kind::Rewound
            | Kind::Dropped
            | Kind::Organised
            | Kind::Said => true,
            Kind::Joined
            | Kind::Cancelled
            | Kind::Invitation
            | Kind::SignIn
            | Kind::Undelivered
            | Kind::NewAddress
            | Kind::OldAddress
            | Kind::Probe
            | Kind::Held
            | Kind::Digest
            | Kind::Answer
            | Kind::Replaced
            | Kind::AskedAlong
            | Kind::Seals => false,
        }
    }

    /// Whether the letter belongs under the turn letter it follows: its subject is that one's.
    pub fn answers_turn(self) -> bool {
        matches!(
            self,
            Kind::HalfLeft
                | Kind::FifthLeft
                | Kind::LastCall
                | Kind::DeadlinePassed
                | Kind::TakenBack
        )
    }
}

/// What a player may switch off, each by one click.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Switch {
    Turns,
    Reminders,
    /// What happened to the reader: time ran out, an order was taken back, the game is over.
    Happened,
    /// What goes on round a table: who came, that it was closed.
    Talk,
    /// What people say at a table.
    Said,
    Invitations,
}

impl Switch {
    pub const ALL: [Switch; 6] = [
        Switch::Turns,
        Switch::Reminders,
        Switch::Happened,
        Switch::Talk,
        Switch::Said,
        Switch::Invitations,
    ];

    /// Stored, and part of the stop link.
    pub fn key(self) -> &'static str {
        match self {
            Switch::Turns => "turns",
            Switch::Reminders => "reminders",
            Switch::Happened => "happened",
            Switch::Talk => "talk",
            Switch::Said => "said",
            Switch::Invitations => "invitations",
        }
    }

    /// The switch with that key.
    pub fn find(key: &str) -> Option<Switch> {
        Switch::ALL.into_iter().find(|switch| switch.key() == key)
    }

    /// What it stops, as a plural: "reminders". Every kind it covers is meant by these words.
    pub fn words(self) -> &'static str {
        match self {
            Switch::Turns => "letters that ask for your turn or your vote",
            Switch::Reminders => "reminders",
            Switch::Happened => "letters about what happened to you or your game",
            Switch::Talk => "letters about seats taken, tables closed and forks",
            Switch::Said => "letters with what others say",
            Switch::Invitations => "invitations",
        }
    }

    /// Whether they may wait for a letter that comes anyway.
    pub fn waits(self) -> bool {
        self == Switch::Said
    }

    /// Which letters these are, as a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Switch::Turns => {
                "A game begins, an order of yours is awaited, or your word in a vote is."
            }
            Switch::Reminders => "Half of your time is left, a fifth, a twentieth.",
            Switch::Happened => {
                "Your time ran out, an order was taken back, the table went back or did not, the \
                 game is over, your seat was given to somebody else, letters to a seat of your \
                 table do not arrive."
            }
            Switch::Talk => {
                "Somebody took a seat, a table was closed, somebody asks you along to a fork."
            }
            Switch::Said => {
                "What the others say to you or to the table, several words in one letter; without \
                 it they stand on the game's page alone."
            }
            Switch::Invitations => "Somebody asks you to a table.",
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
        assert_eq!(Kind::find("postcard"), None);
    }
}
