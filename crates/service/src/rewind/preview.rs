//! Previews a rewind for one viewer.

use chrono::Duration;

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameHistory;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::history::story::NarratedEvent;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Narration, Seat, Viewer};

#[derive(Debug)]
pub struct Foreseen {
    pub to: Step,
    /// The steps that would be undone, oldest first.
    pub undone: Vec<NarratedEvent>,
    /// The steps that would be restored, if an earlier rewind is undone.
    pub restored: Vec<NarratedEvent>,
    /// What has been revealed since and stays known.
    pub seen: Vec<Narration>,
    /// The seats that would be prompted, and their remaining time.
    pub clocks: Vec<(Seat, Option<Duration>)>,
    /// Whether there is information unknown to all players, which would be drawn again.
    pub redealt: bool,
}

impl GameHistory<'_> {
    /// Whether the game contains information unknown to all players, judged from public
    /// information.
    pub(crate) fn hides_something(&self) -> bool {
        let dream = self.position.imagine(Viewer::Spectator, &mut Dice::seeded(1));
        !dream.redraw_hidden(&mut Dice::seeded(2)).is_empty()
    }

    /// Previews a rewind to step `to` for a viewer. Refused if the game cannot go back to it.
    pub fn foresee(&self, viewer: Viewer, to: Step) -> Result<Foreseen, ServiceError> {
        self.conduct().may_go_back(to)?;
        let end = self.log.end_of(to);
        let then = self.at(end)?;
        let known = |one: &EventMetadata| one.is_known_by(viewer) && one.changes;
        let changed = |one: &EventMetadata| one.superseded_by.is_none() && one.step > to;
        let was_aside =
            |one: &EventMetadata| one.superseded_by.is_some_and(|by| self.log.step_of(by) > to);
        let back = |one: &EventMetadata| one.step <= to && was_aside(one);
        let narration = |which: &dyn Fn(&EventMetadata) -> bool| {
            let events = self.log.metadata().filter(|one| known(one) && which(one));
            self.narration().tell(events.map(|one| one.seq), viewer)
        };
        let seen = self.narration().light_since(viewer, to)?;
        let clocks = then.status.clocks.waits.iter().map(|(seat, wait)| {
            let now = then.status.stops.since().unwrap_or(then.status.changed);
            (*seat, wait.due.map(|due| due - now))
        });
        Ok(Foreseen {
            to,
            undone: narration(&changed)?,
            restored: narration(&back)?,
            seen: seen.into_iter().flat_map(|light| light.narration).collect(),
            clocks: clocks.collect(),
            redealt: then.history().hides_something(),
        })
    }
}
