//! A seat's recent questions, on which grace and not being waited for depend. The record survives
//! undo and rewind, so that no question gets a grace period twice.

use chrono::{DateTime, Utc};

use crate::act::limits::COUNTED;

/// A question that a seat was asked, identified by its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// When it was asked.
    pub asked: DateTime<Utc>,
    /// Whether the seat answered.
    pub present: bool,
    /// Whether its time ran out without an answer.
    pub missed: bool,
    /// Whether it had a grace period.
    pub grace: bool,
    /// Whether another player took over the seat and had the full time for it.
    pub renewed: bool,
}

/// A new player of a seat has the full time once in this many of its questions.
const RENEWED: u8 = 10;

/// The recent questions of a seat, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record(Vec<Question>);

impl Record {
    /// Records an answer.
    pub fn answered(&mut self, asked: DateTime<Utc>) {
        self.at(asked).present = true;
    }

    /// Records that the time ran out. An earlier answer still counts.
    pub fn lapsed(&mut self, asked: DateTime<Utc>) {
        let question = self.at(asked);
        question.missed = !question.present;
    }

    /// Records the use of a grace period.
    pub fn was_late(&mut self, asked: DateTime<Utc>) {
        self.at(asked).grace = true;
    }

    /// Records that another player has the full time for the question.
    pub fn renewed(&mut self, asked: DateTime<Utc>) {
        self.at(asked).renewed = true;
    }

    /// Returns whether another player may have the full time for the current question.
    pub fn may_renew(&self) -> bool {
        let mut last = self.0.iter().rev().take(usize::from(RENEWED) - 1);
        !last.any(|one| one.renewed)
    }

    /// Removes questions asked since then, because they were superseded. Misses and granted time
    /// stay recorded.
    pub fn set_aside_since(&mut self, then: DateTime<Utc>) {
        self.0.retain(|one| one.asked < then || one.missed || one.grace || one.renewed);
    }

    /// Clears the misses for a new player. Used grace periods stay recorded, because they belong to
    /// the seat.
    pub fn changes_hands(&mut self) {
        self.0.iter_mut().for_each(|one| one.missed = false);
    }

    /// Returns whether a grace period is left for that question, with one in every `of` questions.
    pub fn has_grace(&self, asked: DateTime<Utc>, of: u8) -> bool {
        let own = self.0.iter().any(|one| one.asked == asked && one.grace);
        let others = self.0.iter().rev().filter(|one| one.asked != asked);
        !own && !others.take(usize::from(of) - 1).any(|one| one.grace)
    }

    /// Returns whether the seat missed at least `missed` of its last `of` questions, including the
    /// very last.
    pub fn missed(&self, missed: u8, of: u8) -> bool {
        let over = self.0.iter().rev().filter(|one| one.present || one.missed);
        let last: Vec<bool> = over.take(of.into()).map(|one| one.missed).collect();
        let many = last.iter().filter(|one| **one).count() >= usize::from(missed);
        many && last.first() == Some(&true)
    }

    fn at(&mut self, asked: DateTime<Utc>) -> &mut Question {
        let known = self.0.iter().position(|one| one.asked == asked);
        let place = known.unwrap_or_else(|| {
            let full = self.0.len() >= usize::from(COUNTED.1);
            self.0.drain(..usize::from(full));
            self.0.push(Question {
                asked,
                present: false,
                missed: false,
                grace: false,
                renewed: false,
            });
            self.0.len() - 1
        });
        &mut self.0[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + chrono::Duration::hours(hour)
    }

    #[test]
    fn grace_is_granted_once_per_number_of_prompts() {
        let mut record = Record::default();
        assert!(record.has_grace(at(0), 6));
        record.was_late(at(0));
        assert!(!record.has_grace(at(0), 6), "not twice for one question");
        for question in 1..6 {
            assert!(!record.has_grace(at(question), 6), "question {question}");
            record.answered(at(question));
        }
        assert!(record.has_grace(at(6), 6));
    }

    #[test]
    fn two_misses_of_six_count_until_the_next_answer() {
        let mut record = Record::default();
        record.lapsed(at(0));
        assert!(!record.missed(2, 6));
        record.answered(at(1));
        record.lapsed(at(2));
        assert!(record.missed(2, 6));
        record.answered(at(3));
        assert!(!record.missed(2, 6), "one answer in time ends it");
        (4..8).for_each(|question| record.answered(at(question)));
        record.lapsed(at(8));
        assert!(!record.missed(2, 6), "what is older than six questions does not count");
        record.lapsed(at(9));
        record.changes_hands();
        assert!(!record.missed(2, 6), "somebody else plays it");
    }

    #[test]
    fn discarded_prompt_does_not_bring_grace_forward() {
        let mut record = Record::default();
        record.was_late(at(0));
        for again in 1..9 {
            record.answered(at(again));
            record.set_aside_since(at(again));
        }
        assert!(!record.has_grace(at(9), 6), "answered and taken back, again and again");
        record.renewed(at(9));
        assert!(!record.may_renew());
        (10..20).for_each(|question| record.answered(at(question)));
        assert!(record.may_renew());
    }

    #[test]
    fn answer_before_the_deadline_counts() {
        let mut record = Record::default();
        record.answered(at(0));
        record.lapsed(at(0));
        assert!(!record.missed(1, 2));
    }
}
