//! Rewinds: the steps a game can return to, and descriptions of the vote.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameConduct;
use crate::game::history::bot_takebacks::FROM_BOTS;
use ravenpost_log::Act;
use ravenpost_log::act::{Motion, Rejection};
use ravenpost_rules::numbers::Step;

impl GameConduct<'_> {
    /// Refuses steps to which the game cannot return. Instructions do not count as changes, because
    /// their existence is private.
    pub fn may_go_back(&self, to: Step) -> Result<(), ServiceError> {
        let last = self.step();
        if to == Step::NONE || to > last {
            let why = format!("there is no step {to}; choose a step from 1 to {last}");
            return Err(ServiceError::refused(why));
        }
        if self.started().is_none_or(|started| to < started) {
            let why = format!("the game had not started at step {to}; choose a later step");
            return Err(ServiceError::refused(why));
        }
        let mut since = self.log.metadata_after(self.log.end_of(to)).filter(|one| one.open);
        match since.any(|one| one.changes && one.superseded_by.is_none()) {
            true => Ok(()),
            false => Err(ServiceError::refused(format!(
                "nothing has changed since step {to}; choose an earlier step"
            ))),
        }
    }
}

/// Describes an act of a vote on a rewind. `does` puts a seat's name or "you" before the verb
/// phrase.
pub fn describe(act: &Act, does: &dyn Fn(&str, &str) -> String) -> String {
    match act {
        Act::Proposed { by: Some(_), motion: Motion::Rewind { .. }, reason, .. }
            if reason == FROM_BOTS =>
        {
            does("took back your move", "took back a move")
        }
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
                true => ("voted for the takeback", "voted for the takeback"),
                false => ("voted against the takeback", "voted against the takeback"),
            };
            match seat {
                Some(_) => does(yours, theirs),
                None => format!("The organiser {theirs}"),
            }
        }
        Act::Rewound { to } => format!(
            "The game went back to step {to}; later steps were undone and everything still hidden \
             was redrawn"
        ),
        Act::ProposalFailed { cause: why } => dropped(*why).to_owned(),
        _ => String::new(),
    }
}

/// Says why a vote on a rewind failed.
pub fn dropped(why: Rejection) -> &'static str {
    match why {
        Rejection::Rejected => "The takeback was rejected",
        Rejection::Expired => "The takeback failed: not everyone agreed in time",
        Rejection::Withdrawn => "The takeback proposal was withdrawn",
        Rejection::GameEnded => "The takeback vote ended because the game is over",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Seat;

    #[test]
    fn takeback_from_bots_is_not_narrated_as_a_proposal() {
        let reason_text = |reason: &str| {
            let motion = Motion::Rewind { to: Step(3) };
            let (reason, until) = (reason.to_owned(), chrono::DateTime::UNIX_EPOCH);
            let act = Act::Proposed { by: Some(Seat(1)), motion, reason, until };
            describe(&act, &|yours, _| yours.to_owned())
        };
        assert!(reason_text("a slip").contains("a slip"));
        let from_bots = reason_text(FROM_BOTS);
        assert!(!from_bots.is_empty() && !from_bots.contains(FROM_BOTS));
    }
}
