//! The result of a reply as a whole, as stated in the headline of its answer.

use crate::parts::line_outcomes::{Account, IgnoredCause, LineOutcome};
use ravenpost_rules::text::phrase::count;

/// The number of requests in a reply with each result, and the number of other lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplyTally {
    pub done: usize,
    pub refused: usize,
    pub asked: usize,
    /// Lines that look like moves, commands or messages but are none.
    pub not_understood: usize,
    /// Other text that is not a request.
    pub remarks: usize,
    /// Greetings, thanks, names and headings.
    pub courtesies: usize,
}

/// The result of a reply as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ReplyVerdict {
    /// Every request was carried out, and no line was misunderstood.
    Done,
    PartlyDone,
    /// Nothing was carried out, because the writer has to answer a question first.
    Question,
    NothingDone,
    /// The reply requests nothing.
    NoRequest,
}

impl ReplyVerdict {
    /// Returns the stable name.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

impl ReplyTally {
    pub fn of(account: &Account) -> ReplyTally {
        let cause = |cause: IgnoredCause| {
            account.0.iter().filter(|line| line.ignored_cause == Some(cause)).count()
        };
        ReplyTally {
            done: account.of(LineOutcome::Executed) + account.of(LineOutcome::Delivered),
            refused: account.of(LineOutcome::Rejected),
            asked: account.of(LineOutcome::Asked),
            not_understood: cause(IgnoredCause::NotUnderstood) + cause(IgnoredCause::NoRecipient),
            remarks: cause(IgnoredCause::Remark),
            courtesies: cause(IgnoredCause::Courtesy),
        }
    }

    pub fn verdict(self) -> ReplyVerdict {
        match (self.done, self.refused + self.asked + self.not_understood) {
            (0, 0) if self.remarks == 0 => ReplyVerdict::NoRequest,
            (0, 0) => ReplyVerdict::NothingDone,
            (_, 0) => ReplyVerdict::Done,
            (0, _) if self.asked > 0 => ReplyVerdict::Question,
            (0, _) => ReplyVerdict::NothingDone,
            _ => ReplyVerdict::PartlyDone,
        }
    }

    /// Returns the headline of the answer.
    pub fn headline(self) -> String {
        match self.verdict() {
            ReplyVerdict::Done => "Done. Everything worked.".to_owned(),
            ReplyVerdict::PartlyDone => format!("Partly done: {}.", self.counts()),
            ReplyVerdict::Question => "One question. Nothing has been done yet.".to_owned(),
            ReplyVerdict::NothingDone if self.refused == 0 => {
                "Not done. Nothing in your email is a move or a command.".to_owned()
            }
            ReplyVerdict::NothingDone => "Not done. None of your requests worked.".to_owned(),
            ReplyVerdict::NoRequest if self.courtesies > 0 => {
                "Nothing to do. Your email has no move or command.".to_owned()
            }
            ReplyVerdict::NoRequest => "Not done.".to_owned(),
        }
    }

    fn counts(self) -> String {
        let results = [
            (self.done, format!("{} done", self.done)),
            (self.refused, format!("{} not done", self.refused)),
            (self.not_understood, format!("{} not understood", self.not_understood)),
            (self.asked, count(self.asked, "question")),
        ];
        let some = results.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words);
        some.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(causes: &[IgnoredCause], outcomes: &[LineOutcome]) -> ReplyTally {
        let mut account = Account::default();
        for cause in causes {
            account.ignore(1, "a line", *cause);
        }
        for outcome in outcomes {
            account.add(1, "a line", *outcome, Vec::new());
        }
        ReplyTally::of(&account)
    }

    #[test]
    fn reply_is_done_only_if_every_line_was_understood() {
        use IgnoredCause::{Courtesy, NoRecipient, NotUnderstood, Remark, Signature};
        use LineOutcome::{Asked, Delivered, Executed, Rejected};
        for (causes, outcomes, verdict) in [
            (vec![Courtesy, Remark, Signature], vec![Executed, Delivered], ReplyVerdict::Done),
            (vec![NotUnderstood], vec![Executed], ReplyVerdict::PartlyDone),
            (vec![NoRecipient], vec![Executed], ReplyVerdict::PartlyDone),
            (vec![], vec![Executed, Rejected], ReplyVerdict::PartlyDone),
            (vec![], vec![Delivered, Asked], ReplyVerdict::PartlyDone),
            (vec![NotUnderstood], vec![Asked, Rejected], ReplyVerdict::Question),
            (vec![NotUnderstood], vec![], ReplyVerdict::NothingDone),
            (vec![], vec![Rejected], ReplyVerdict::NothingDone),
            (vec![Remark], vec![], ReplyVerdict::NothingDone),
            (vec![Courtesy], vec![], ReplyVerdict::NoRequest),
            (vec![], vec![], ReplyVerdict::NoRequest),
        ] {
            assert_eq!(tally(&causes, &outcomes).verdict(), verdict, "{causes:?} {outcomes:?}");
        }
        assert_eq!(ReplyVerdict::PartlyDone.key(), "partly_done");
    }
}
