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
            true => "cannot be reached by email".to_owned(),
            false => format!("emails bounce, {} of {LIMIT}", self.score),
        }
    }

    /// What the others at the table can do, as a sentence.
    pub fn to_others(&self, name: &str) -> String {
        match self.stopped {
            true => format!(
                "Emails to {name} bounced, so we no longer send any, and {name} only sees turns \
                 on this site. Contact them some other way. They can set a new address under \
                 Settings, or sign in by email to use the old one again."
            ),
            false => format!(
                "{} of {LIMIT} emails to {name} bounced; after {LIMIT} we stop sending. Contact \
                 them some other way: their mailbox may be full.",
                self.score
            ),
        }
    }

    /// What the player can do, as a sentence.
    pub fn to_oneself(&self, address: &str) -> String {
        match self.stopped {
            true => format!("Emails to {address} bounced, so we no longer send you any."),
            false => format!(
                "{} of {LIMIT} emails to {address} bounced; after {LIMIT} we stop sending. Check \
                 whether your mailbox is full.",
                self.score
            ),
        }
    }
}
