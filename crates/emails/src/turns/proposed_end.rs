//! A proposal to end the game now, with a result.

use crate::notification_kind::NotificationKind;
use crate::parts::ballot::Ballot;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct ProposedEnd {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    /// The result: "Red first, Blue second", "no result".
    pub result: SafeLine,
}

templates!(ProposedEnd, "emails/proposed_end.txt", "emails/proposed_end.html");

impl ProposedEnd {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::VoteOpened,
            headline: "Vote: end the game now?".to_owned(),
            opening: format!(
                "{} proposes it ({}): {}",
                self.vote.who, self.result, self.vote.reason
            ),
            why: self.vote.why(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
