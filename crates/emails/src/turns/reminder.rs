//! A reminder of a running clock: half or a fifth of the time is left, or it is the last call.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Clock, Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, parts::times, templates};
use ravenpost_log::act::Stage;

/// An order is still awaited. Deliberately short: the turn email has the details.
#[derive(Clone, Debug)]
pub struct Reminder {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    pub stage: Stage,
    /// Whether the deadline has passed and grace or bank time is running.
    pub grace: bool,
    /// Whether it is bank time rather than grace.
    pub bank: bool,
    /// What is awaited: "You are to move".
    pub ask: SafeLine,
    pub clock: Clock,
    /// Whether a turn email with the board and the orders was sent before.
    pub turn_emailed: bool,
}

templates!(Reminder, "emails/reminder.txt", "emails/reminder.html");

impl Reminder {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: self.kind(),
            headline: self.title(),
            opening: match self.grace {
                true => format!("Your time ran out. {}", self.clock.then),
                false => format!(
                    "Until {}. {}",
                    times::short(self.clock.due, self.frame.zone),
                    self.clock.then
                ),
            },
            why: match self.grace {
                true => "your time ran out".to_owned(),
                false => "your clock is running".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }

    fn kind(&self) -> NotificationKind {
        match self.stage {
            Stage::Half => NotificationKind::ReminderHalf,
            Stage::Fifth => NotificationKind::ReminderFifth,
            Stage::LastCall => NotificationKind::ReminderLastCall,
        }
    }

    /// Returns which reserve is running, as a phrase.
    fn reserve(&self) -> &'static str {
        if self.bank { "time bank" } else { "extra time" }
    }

    /// Returns the headline: "Reminder: 1 day 2 hours left", "Extra time until Saturday 21
    /// November, 09:00".
    fn title(&self) -> String {
        if self.grace {
            let until = times::short(self.clock.due, self.frame.zone);
            return match self.bank {
                true => format!("Time bank until {until}"),
                false => format!("Extra time until {until}"),
            };
        }
        let left = self.frame.until(&self.clock.due);
        match self.stage {
            Stage::Half | Stage::Fifth => format!("Reminder: {left} left"),
            Stage::LastCall => format!("Last call: {left} left"),
        }
    }
}
