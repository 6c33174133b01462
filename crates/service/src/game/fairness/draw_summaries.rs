//! The draws of a finished game as sentences: who drew, for what purpose, and with what result.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameFairness;
use crate::game::fairness::audit::DiceReport;
use ravenpost_log::draws::rederive::Checked;
use ravenpost_rules::dice::Draw;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName, Viewer, text::phrase};

/// Maximum number of draws for one purpose that are listed. Of more draws, only the count is given.
const ONE_BY_ONE: usize = 6;

/// The draws for one purpose of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawSummary {
    pub step: Step,
    /// The first of its draws, counted from 1 among all draws of the game.
    pub draw: usize,
    /// The seat whose order caused the draw; `None` if the game itself did.
    pub seat: Option<Seat>,
    pub called: Option<SeatName>,
    /// Whether there are few enough numbers to list.
    pub few: bool,
    /// Whether this is a shuffle, whose individual numbers mean nothing to players.
    pub shuffled: bool,
    /// For example "drew 5 of 6".
    pub drew: String,
    /// The purpose in words: "weather".
    pub purpose: String,
    /// The title's narration of the result, if it is a single sentence.
    pub came_of_it: Option<String>,
    /// Whether every number matches the secret.
    pub holds: bool,
}

impl GameFairness<'_> {
    /// All draws of a report, grouped by purpose, oldest first.
    pub fn draw_summaries(&self, report: &DiceReport) -> Result<Vec<DrawSummary>, ServiceError> {
        let mut draw = 1;
        let same = |one: &Checked, next: &Checked| {
            one.count == next.count && one.draw.purpose == next.draw.purpose
        };
        let mut summaries = Vec::new();
        for draws in report.draws.chunk_by(same) {
            summaries.extend(self.drawn(draw, draws)?);
            draw += draws.len();
        }
        Ok(summaries)
    }

    /// The purpose of a draw, in words.
    pub fn purpose_of(&self, draw: &Draw) -> String {
        self.position.purpose(&draw.purpose)
    }

    fn drawn(&self, draw: usize, draws: &[Checked]) -> Result<Option<DrawSummary>, ServiceError> {
        let Some(first) = draws.first() else { return Ok(None) };
        let entry = self.log.after(self.log.end_of(first.step.before())).next();
        let Some(entry) = entry else { return Ok(None) };
        let (facts, purpose) = (&entry.event.facts, &first.draw.purpose);
        let results = self.title.narrate_result(facts, purpose, Viewer::Spectator)?;
        Ok(Some(DrawSummary {
            step: first.step,
            draw,
            seat: entry.act.seat(),
            few: draws.len() <= ONE_BY_ONE,
            shuffled: shuffled(draws),
            called: entry.act.seat().map(|seat| self.called(seat)),
            drew: drew(draws),
            purpose: self.purpose_of(&first.draw),
            came_of_it: match results.as_slice() {
                [one] => Some(one.text.clone()),
                _ => None,
            },
            holds: draws.iter().all(|one| one.derived == one.draw.was),
        }))
    }
}

/// Whether the numbers are those of a shuffle: the number of outcomes falls by one, down to two.
fn shuffled(draws: &[Checked]) -> bool {
    let falls = draws.windows(2).all(|pair| pair[0].draw.of == pair[1].draw.of + 1);
    falls && draws.last().is_some_and(|last| last.draw.of == 2)
}

/// For example "drew 5 of 6", counted from 1.
fn drew(draws: &[Checked]) -> String {
    let of = draws.first().map_or(0, |one| one.draw.of);
    let alike = draws.iter().all(|one| one.draw.of == of);
    if draws.len() > ONE_BY_ONE || !alike {
        return format!("drew {}", phrase::count(draws.len(), "number"));
    }
    let numbers: Vec<String> = draws.iter().map(|one| (one.draw.was + 1).to_string()).collect();
    format!("drew {} of {of}", phrase::and(&numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::dice::{Count, Draw, Epoch};

    fn drawn(was: u32, of: u32) -> Checked {
        let draw = Draw { purpose: "weather".to_owned(), of, was };
        let count = Count { epoch: Epoch([0; 32]), number: 1 };
        Checked { step: Step(1), count, draw, derived: was }
    }

    #[test]
    fn few_numbers_are_listed_individually() {
        assert_eq!(drew(&[drawn(4, 6)]), "drew 5 of 6");
        assert_eq!(drew(&[drawn(4, 6), drawn(0, 6)]), "drew 5 and 1 of 6");
        assert_eq!(drew(&[drawn(4, 6), drawn(0, 5)]), "drew 2 numbers");
        assert_eq!(drew(&vec![drawn(4, 6); 9]), "drew 9 numbers");
    }

    #[test]
    fn shuffle_is_recognised_by_its_numbers() {
        assert!(shuffled(&[drawn(1, 4), drawn(2, 3), drawn(0, 2)]));
        assert!(shuffled(&[drawn(1, 2)]));
        assert!(!shuffled(&[drawn(4, 6), drawn(4, 6)]));
        assert!(!shuffled(&[drawn(4, 6), drawn(3, 5)]), "a deal of two");
        assert!(!shuffled(&[drawn(4, 6)]));
    }
}
