//! Takebacks in games against bots: bots do not vote, so the game returns at once to the state
//! before the player's last move, unless something hidden has been revealed since.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameHistory;
use crate::game::core::log::Entry;
use crate::game::core::log::metadata::EventMetadata;
use ravenpost_log::Act;
use ravenpost_log::act::{Consent, Motion};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Viewer};

/// The reason that the log states for such a takeback.
pub(crate) const FROM_BOTS: &str = "Takeback in a game against bots";

/// The step that a seat's player can return to, if all others are bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FromBots {
    /// The step before the player's last move.
    pub to: Step,
    /// Whether something hidden has been revealed to the player since.
    pub revealed: bool,
}

impl GameHistory<'_> {
    /// Returns where the player of a seat can go back to. `None` if another person has a seat, or
    /// if the player cannot propose it now.
    pub fn from_bots(
        &self,
        seat: Seat,
        now: DateTime<Utc>,
    ) -> Result<Option<FromBots>, ServiceError> {
        let alone = self.status.seats.held_seats() == [seat];
        if !alone || self.status.consent == Consent::Organiser {
            return Ok(None);
        }
        let own = |one: &EventMetadata| one.is_order_of(seat) && one.open && one.changes;
        let by_player =
            |one: &Entry| matches!(one.act, Act::Ordered { via, .. } if via.is_of_player());
        let mut given = self.log.pick(|one| own(one) && one.superseded_by.is_none());
        let Some(last) = given.rfind(by_player) else { return Ok(None) };
        let before = last.step.before();
        let to = self.conduct().before_sealed(before)?.unwrap_or(before);
        let asked = self.conduct().asked(now);
        let may = asked.may_speak(Some(seat), &Motion::Rewind { to }).is_ok();
        if !may || self.conduct().may_go_back(to).is_err() {
            return Ok(None);
        }
        let since = self.log.after(self.log.end_of(to));
        let mut revealed = false;
        for entry in since.filter(|entry| entry.is_known_by(Viewer::Seat(seat))) {
            revealed |= self.title.reveals_to(&entry.event.facts, Some(seat))?;
        }
        Ok(Some(FromBots { to, revealed }))
    }
}
