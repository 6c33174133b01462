//! Rewinds: the steps a game can return to, and descriptions of the vote.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameConduct;
use ravenpost_log::Act;
use ravenpost_log::act::{Motion, Rejection};
use ravenpost_rules::numbers::Step;

impl GameConduct<'_> {
    /// Refuses steps to which the game cannot return. Instructions do not count as changes, because
    /// their existence is private.
    pub fn may_go_back(&self, to: Step) -> Result<(), ServiceError> {
        let last = self.step();
        if to == Step::NONE || to > last {
            let why = format!("there is no step {to}: they are numbered from 1 to {last}");
            return Err(ServiceError::refused(why));
        }
        if self.started().is_none_or(|started| to < started) {
            let why = format!("the game had not begun at step {to}");
            return Err(ServiceError::refused(why));
        }
        let mut since = self.log.glances_after(self.log.end_of(to)).filter(|one| one.open);
        match since.any(|one| one.changes && one.superseded_by.is_none()) {
            true => Ok(()),
            false => Err(ServiceError::refused(format!(
                "nothing has changed the game since step {to}: it stands there"
            ))),
        }
    }
}

/// Describes an act of a vote on a rewind. `does` puts a seat's name or "you" before the verb
/// phrase.
pub fn describe(act: &Act, does: &dyn Fn(&str, &str) -> String) -> String {
    match act {
        Act::Proposed { by, motion: Motion::Rewind { to }, reason, .. } => {
            let says = |yours: &str, theirs: &str| match by {
                Some(_) => does(yours, theirs),
                None => format!("The organiser {theirs}"),
            };
            let to = format!("to go back to step {to}: \u{201c}{reason}\u{201d}");
            says(&format!("proposed {to}"), &format!("proposed {to}"))
        }
        Act::Voted { seat, agrees, .. } => {
            let (yours, theirs) = match agrees {
                true => ("agree to going back", "agrees to going back"),
                false => ("refuse to go back", "refuses to go back"),
            };
            match seat {
                Some(_) => does(yours, theirs),
                None => format!("The organiser {theirs}"),
            }
        }
        Act::Rewound { to } => format!(
            "The table went back to step {to}: what came after it is set aside, and what nobody \
             could know was redrawn"
        ),
        Act::ProposalFailed { cause: why } => dropped(*why).to_owned(),
        _ => String::new(),
    }
}

/// Says why a vote on a rewind failed.
pub fn dropped(why: Rejection) -> &'static str {
    match why {
        Rejection::Rejected => "The table does not go back: it was refused",
        Rejection::Expired => "The table does not go back: not all had agreed in time",
        Rejection::Withdrawn => "The table does not go back: the proposal was withdrawn",
        Rejection::GameEnded => "The table does not go back: the game came to its end",
    }
}
