//! The pace of a table: time per question, extra time for late seats, days off, and seats that are
//! not waited for.

use serde::{Deserialize, Serialize};

/// The clock contract of a table. Terms that are not agreed are not stored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Seconds per decision; `None` if there are no deadlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Extra time for a late seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<Grace>,
    /// The days on which no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days_off: Option<DaysOff>,
    /// When a seat is no longer waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_awaited: Option<NotAwaited>,
    /// The reserve of time that each seat has for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
    /// The vacation that each player has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Leave>,
    /// Seconds between the last sealed orders, if a person gave them other than by email, and the
    /// reveal; `None` to reveal them at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal_delay: Option<u32>,
    /// The percentage of recent questions that a player must have answered in time in order to
    /// join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_reliability: Option<u8>,
    /// Automatic answers to private questions are given at a random moment within this many
    /// seconds; `None` to give them at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_delay: Option<u32>,
    /// Whether programs are kept out of the seats. This does not concern the server's own bots. The
    /// log cannot prove it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_programs: bool,
}

/// A reserve of time that a seat uses when a question's own time and the grace period are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// The initial content, in seconds.
    pub seconds: u32,
    /// The seconds that each answered question adds.
    pub increment: u32,
    /// The maximum content, in seconds.
    pub max: u32,
}

/// The vacation that each player has in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// The number of days.
    pub days: u16,
    /// Whether the clock stops for a player on vacation who is asked alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops_clock: bool,
}

/// Extra time that a late seat gets automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Grace {
    /// The length in seconds.
    pub seconds: u32,
    /// A seat gets it once in this many questions.
    pub per_questions: u8,
}

/// Days of the week on which no clock of a table runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DaysOff {
    /// The weekdays in ascending order, from 1 (Monday) to 7 (Sunday).
    pub days: Vec<u8>,
    /// The IANA name of the time zone in which days begin and end.
    pub time_zone: String,
}

/// When simultaneous questions stop waiting for a seat: it missed too many of its recent questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NotAwaited {
    /// How many questions it has missed.
    pub missed: u8,
    /// Out of how many recent questions.
    pub of: u8,
}

impl Pace {
    /// Returns a pace with this many seconds per decision and no other terms.
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
            no_programs: false,
        }
    }

    /// Sets the delay, in seconds, between the last order sheet and the reveal.
    #[must_use]
    pub const fn sealed_for(mut self, seconds: u32) -> Pace {
        self.reveal_delay = Some(seconds);
        self
    }

    /// Sets the longest delay of automatic answers, in seconds.
    #[must_use]
    pub const fn at_drawn_moments(mut self, seconds: u32) -> Pace {
        self.answer_delay = Some(seconds);
        self
    }

    /// Returns whether the time per decision is the only term about clocks.
    pub fn is_plain(&self) -> bool {
        let more = self.grace.is_some() || self.days_off.is_some() || self.not_awaited.is_some();
        !more && self.bank.is_none() && self.vacation.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_not_serialised() {
        for stored in [r#"{"turn":259200}"#, "{}"] {
            let pace: Pace = serde_json::from_str(stored).expect("it is read");
            assert!(pace.is_plain());
            assert_eq!(serde_json::to_string(&pace).expect("plain data"), stored);
        }
    }

    #[test]
    fn complete_contract_round_trips() {
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
        let pace = Pace { grace, days_off, not_awaited, no_programs: true, ..more };
        let text = serde_json::to_string(&pace).expect("plain data");
        assert_eq!(serde_json::from_str::<Pace>(&text).expect("read"), pace);
    }
}
