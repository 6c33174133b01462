//! A vote was opened: to rewind the game, to end it, or to change something at the table.

use crate::notification_kind::NotificationKind;
use crate::parts::ballot::Ballot;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;

#[derive(Clone, Debug)]
pub struct VoteOpened {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    pub motion: ProposedMotion,
}

/// What the table votes on.
#[derive(Clone, Debug)]
pub enum ProposedMotion {
    Rewind(ProposedRewind),
    /// To end the game now, with this result: "Red first, Blue second", "no result".
    End(SafeLine),
    Change(ProposedChange),
}

/// A proposal to rewind the game to an earlier step.
#[derive(Clone, Debug)]
pub struct ProposedRewind {
    /// The step to return to.
    pub to: Step,
    /// What would be undone, as narrated to the reader; limited to the latest.
    pub undone: Vec<Narration>,
    /// What would be restored, if an earlier rewind is undone.
    pub restored: Vec<Narration>,
    /// Information disclosed since then that cannot be hidden again; limited to the latest.
    pub seen: Vec<Narration>,
    /// Whether anything would be drawn again.
    pub redealt: bool,
    /// Who would be awaited, and with how much time.
    pub clocks: Vec<SafeLine>,
}

/// A proposal to give a seat to another player, or to resume a paused game.
#[derive(Clone, Debug)]
pub struct ProposedChange {
    /// The proposal after "to": "offer Blue to new players", "go on".
    pub what: SafeLine,
    /// Its effect, as a sentence.
    pub means: SafeLine,
}

templates!(VoteOpened, "emails/vote_opened.txt", "emails/vote_opened.html");

impl VoteOpened {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::VoteOpened,
            headline: self.headline(),
            opening: format!("{} {}: {}", self.vote.who, self.proposes(), self.vote.reason),
            why: match self.vote.seated {
                true => "you are in this game".to_owned(),
                false => "you organise this game".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }

    fn headline(&self) -> String {
        match &self.motion {
            ProposedMotion::Rewind(rewind) => format!("Vote: back to step {}?", rewind.to),
            ProposedMotion::End(_) => "Vote: end the game now?".to_owned(),
            ProposedMotion::Change(change) => format!("Vote: {}?", change.what),
        }
    }

    /// Returns the opening between the proposer and the reason.
    fn proposes(&self) -> String {
        match &self.motion {
            ProposedMotion::End(result) => format!("proposes it ({result})"),
            ProposedMotion::Rewind(_) | ProposedMotion::Change(_) => "proposes it".to_owned(),
        }
    }
}
