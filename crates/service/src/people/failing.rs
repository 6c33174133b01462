//! Bounced emails of a player: their number, and what can be done.

use ravenpost_store::people::players::Player;

/// Soft bounces in a row after which email to an address stops. A hard bounce counts as this many.
pub const LIMIT: u32 = 5;

/// The delivery problems of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failing {
    /// Emails bounced since the last one known to have arrived.
    pub score: u32,
    /// Whether emails to the player are stopped.
    pub stopped: bool,
}

impl Failing {
    /// The delivery problems of a player; `None` while nothing has bounced.
    pub fn of(player: &Player) -> Option<Failing> {
        let stopped = player.stopped_at.is_some();
        (stopped || player.bounces > 0).then_some(Failing { score: player.bounces, stopped })
    }

    /// A short label, shown next to the seat.
    pub fn short(&self) -> String {
        match self.stopped {
            true => "cannot be reached by mail".to_owned(),
            false => format!("letters come back, {} of {LIMIT}", self.score),
        }
    }

    /// What the others at the table can do, as a sentence.
    pub fn to_others(&self, name: &str) -> String {
        match self.stopped {
            true => format!(
                "Letters to {name} came back, so none are sent any more, and {name} learns of a \
                 turn only on this site. Tell them some other way: a new address is set under \
                 Settings, and signing in by a letter takes the old one up again."
            ),
            false => format!(
                "{} of {LIMIT} letters to {name} came back; after {LIMIT} none are sent any more. \
                 Tell them some other way to look whether the mailbox is full.",
                self.score
            ),
        }
    }

    /// What the player can do, as a sentence.
    pub fn to_oneself(&self, address: &str) -> String {
        match self.stopped {
            true => format!("Letters to {address} came back, so none are sent to you."),
            false => format!(
                "{} of {LIMIT} letters to {address} came back; after {LIMIT} none are sent to you \
                 any more. Look whether the mailbox is full.",
                self.score
            ),
        }
    }
}
