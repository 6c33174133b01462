//! The clock contract of a table: how much time there is for a question, what somebody who is late
//! has on top, on which days no clock runs, and whom nobody waits for.

use serde::{Deserialize, Serialize};

/// The clock contract of a table. What is not agreed is not stored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Seconds a seat has for one decision; none: no deadline at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// What a seat has that is late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<Grace>,
    /// On which days no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days_off: Option<DaysOff>,
    /// Whom nobody waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_awaited: Option<NotAwaited>,
    /// What each seat has of its own for all its questions together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
    /// Whether players go on vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Leave>,
    /// Seconds between the last sealed orders, if given on a page, and their reveal; none: they are
    /// revealed with the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal_delay: Option<u32>,
    /// The percentage of recent questions that a player must have answered in time to join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_reliability: Option<u8>,
    /// Automatic answers to private questions are given at a drawn moment within so many seconds;
    /// none: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_delay: Option<u32>,
}

/// Time that a seat draws on when a question's own time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// What is in it when the game begins, in seconds.
    pub seconds: u32,
    /// What each answered question adds, in seconds.
    pub increment: u32,
    /// The most it ever holds, in seconds.
    pub max: u32,
}

/// What players have of vacation, each in the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// So many days.
    pub days: u16,
    /// Whether the clock of a player on vacation who is asked alone stands; else it runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops_clock: bool,
}

/// What a seat has on top of its time when it is late, without anybody's doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grace {
    /// How long it is, in seconds.
    pub seconds: u32,
    /// Once in so many questions.
    pub per_questions: u8,
}

/// Days of the week on which no clock of a table runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DaysOff {
    /// 1 is Monday and 7 Sunday, in order.
    pub days: Vec<u8>,
    /// The time zone by which a day begins and ends, as the database of zones names it.
    pub time_zone: String,
}

/// Whoever missed so many of the last questions holds nobody up where all answer at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotAwaited {
    /// How many it has missed.
    pub missed: u8,
    /// Of how many questions, the last ones.
    pub of: u8,
}

impl Pace {
    /// A table where a decision has so many seconds, and nothing else is agreed on.
    pub const fn of(turn: Option<u32>) -> Pace {
        let (grace, days_off, not_awaited) = (None, None, None);
        Pace {
            turn,
            grace,
            days_off,
            not_awaited,
            bank: None,
            vacation: None,
            reveal_delay: None,
            min_reliability: None,
            answer_delay: None,
        }
    }

    /// The same, where sheets stay sealed for so many seconds after the last.
    #[must_use]
    pub const fn sealed_for(mut self, seconds: u32) -> Pace {
        self.reveal_delay = Some(seconds);
        self
    }

    /// The same, where what answers by itself does so within so many seconds.
    #[must_use]
    pub const fn at_drawn_moments(mut self, seconds: u32) -> Pace {
        self.answer_delay = Some(seconds);
        self
    }

    /// Whether it says no more on clocks than how long a decision has.
    pub fn is_plain(&self) -> bool {
        let more = self.grace.is_some() || self.days_off.is_some() || self.not_awaited.is_some();
        !more && self.bank.is_none() && self.vacation.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_agreed_is_not_stored() {
        for stored in [r#"{"turn":259200}"#, "{}"] {
            let pace: Pace = serde_json::from_str(stored).expect("it is read");
            assert!(pace.is_plain());
            assert_eq!(serde_json::to_string(&pace).expect("plain data"), stored);
        }
    }

    #[test]
    fn a_whole_contract_is_read_back() {
        let grace = Some(Grace { seconds: 64_800, per_questions: 6 });
        let days_off = Some(DaysOff { days: vec![6, 7], time_zone: "Europe/Stockholm".to_owned() });
        let not_awaited = Some(NotAwaited { missed: 2, of: 6 });
        let bank = Some(Bank { seconds: 259_200, increment: 21_600, max: 345_600 });
        let vacation = Some(Leave { days: 14, stops_clock: true });
        let turn = Some(108_000);
        let (reveal_delay, min_reliability) = (Some(600), Some(90));
        let answer_delay = Some(1800);
        let more =
            Pace { bank, vacation, reveal_delay, min_reliability, answer_delay, ..Pace::of(turn) };
        let pace = Pace { grace, days_off, not_awaited, ..more };
        let text = serde_json::to_string(&pace).expect("plain data");
        assert_eq!(serde_json::from_str::<Pace>(&text).expect("read"), pace);
    }
}
