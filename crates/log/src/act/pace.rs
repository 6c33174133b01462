//! The clock contract of a table: how much time there is for a question, what somebody who is late
//! has on top, on which days no clock runs, and whom nobody waits for.

use serde::{Deserialize, Serialize};

/// The clock contract of a table. More of it may come; each field has a default, under which a
/// table reads, runs and is hashed as one that was opened before there was the field.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pace {
    /// Seconds a seat has for one decision; none: no deadline at all.
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
    /// Seconds between the last sheet, where it came by page, and the moment at which what all have
    /// sealed is opened; none: at once, with the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheets: Option<u32>,
    /// What share of the last questions, in hundredths, whoever sits down has answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reliable: Option<u8>,
    /// Within so many seconds what answers by itself, where the moment could tell something, does
    /// so at a moment that is drawn; none: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moments: Option<u32>,
}

/// Time that a seat draws on when a question's own time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bank {
    /// What is in it when the game begins, in seconds.
    pub seconds: u32,
    /// What comes in with each question that the seat answers, in seconds.
    pub more: u32,
    /// The most that there is ever in it, in seconds.
    pub most: u32,
}

/// What players have of vacation, each in the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leave {
    /// So many days.
    pub days: u16,
    /// Whether the clock of a player on vacation who is asked alone stands; else it runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holds: bool,
}

/// What a seat has on top of its time when it is late, without anybody's doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grace {
    /// How long it is, in seconds.
    pub seconds: u32,
    /// Once in so many questions.
    pub of: u8,
}

/// Days of the week on which no clock of a table runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DaysOff {
    /// 1 is Monday and 7 Sunday, in order.
    pub days: Vec<u8>,
    /// The time zone by which a day begins and ends, as the database of zones names it.
    pub zone: String,
}

/// Whoever missed so many of the last questions holds nobody up where all answer at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
            sheets: None,
            reliable: None,
            moments: None,
        }
    }

    /// The same, where sheets stay sealed for so many seconds after the last.
    #[must_use]
    pub const fn sealed_for(mut self, seconds: u32) -> Pace {
        self.sheets = Some(seconds);
        self
    }

    /// The same, where what answers by itself does so within so many seconds.
    #[must_use]
    pub const fn at_drawn_moments(mut self, seconds: u32) -> Pace {
        self.moments = Some(seconds);
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
    fn one_number_is_read_and_written_as_it_always_was() {
        for old in [r#"{"turn":259200}"#, r#"{"turn":null}"#] {
            let pace: Pace = serde_json::from_str(old).expect("it is read");
            assert!(pace.is_plain());
            assert_eq!(serde_json::to_string(&pace).expect("plain data"), old);
        }
    }

    #[test]
    fn a_whole_contract_is_read_back() {
        let grace = Some(Grace { seconds: 64_800, of: 6 });
        let days_off = Some(DaysOff { days: vec![6, 7], zone: "Europe/Stockholm".to_owned() });
        let not_awaited = Some(NotAwaited { missed: 2, of: 6 });
        let bank = Some(Bank { seconds: 259_200, more: 21_600, most: 345_600 });
        let vacation = Some(Leave { days: 14, holds: true });
        let turn = Some(108_000);
        let sheets = Some(600);
        let reliable = Some(90);
        let more = Pace { bank, vacation, sheets, reliable, moments: Some(1800), ..Pace::of(turn) };
        let pace = Pace { grace, days_off, not_awaited, ..more };
        let text = serde_json::to_string(&pace).expect("plain data");
        assert_eq!(serde_json::from_str::<Pace>(&text).expect("read"), pace);
    }
}
