//! What somebody said at the table, as its reader hears of it.

use chrono::{DateTime, Utc};

use super::{Badge, Frame, Line, when};

/// Words of another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    pub at: DateTime<Utc>,
    /// The game's last event when it was said.
    pub step: u64,
    pub by: Badge,
    /// What the speaker is called.
    pub name: Line,
    /// To whom: "the table", "you and Green".
    pub to: Line,
    /// Nothing that a mail program makes a link of: see [`Line::spoken`].
    pub words: Line,
}

impl Heard {
    /// "Bo to you, Friday 21 November, 18:00, step 41".
    pub fn head(&self, frame: &Frame) -> String {
        let at = when::short(self.at, frame.zone);
        format!("{} to {}, {at}, step {}", self.name, self.to, self.step)
    }
}
