//! Letters to somebody come back: how often by now, and what is to be done about it.

use ravenpost_store::people::players::Player;

/// Soft bounces in a row after which mail to an address stops. One that says that nobody is there
/// counts as many.
pub const LIMIT: u32 = 5;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failing {
    /// Letters that came back since the last one of which it is known that it arrived.
    pub score: u32,
    /// Whether nothing is sent any more.
    pub stopped: bool,
}

impl Failing {
    /// What is known of somebody's address; nothing as long as nothing came back.
    pub fn of(player: &Player) -> Option<Failing> {
        let stopped = player.stopped_at.is_some();
        (stopped || player.bounces > 0).then_some(Failing { score: player.bounces, stopped })
    }

    /// In a few words, beside the seat.
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

    /// What whoever it is can do, as a sentence.
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
