//! What going back to a step would mean, told to one viewer before anybody decides.

use chrono::Duration;

use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::log::glance::Glance;
use crate::service::game::story::ToldEvent;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Narration, Seat, Viewer};

/// What going back would mean.
#[derive(Debug)]
pub struct Foreseen {
    pub to: Step,
    /// What would not have happened, oldest first.
    pub undone: Vec<ToldEvent>,
    /// What would have happened after all, where an earlier going back is undone.
    pub restored: Vec<ToldEvent>,
    /// What has come to light since and cannot be unseen.
    pub seen: Vec<Narration>,
    /// Who would be asked, and the time that was left.
    pub clocks: Vec<(Seat, Option<Duration>)>,
    /// Whether anything lies there that nobody knows, and that would be drawn anew.
    pub anew: bool,
}

impl Game {
    /// Whether anything lies in the game that nobody may know: told from what everybody does.
    pub(in crate::service) fn hides_something(&self) -> bool {
        let dream = self.position.imagine(Viewer::Watcher, &mut Dice::seeded(1));
        !dream.redraw_hidden(&mut Dice::seeded(2)).is_empty()
    }

    /// What going back to step `to` would mean, as that viewer may know it. Refused where the game
    /// cannot go back to it.
    pub fn foresee(&self, viewer: Viewer, to: Step) -> Result<Foreseen, ServiceError> {
        self.may_go_back(to)?;
        let end = self.log.end_of(to);
        let then = self.at(end)?;
        let known = |one: &Glance| one.is_known_by(viewer) && one.changes;
        let changed = |one: &Glance| one.superseded_by.is_none() && one.step > to;
        let was_aside =
            |one: &Glance| one.superseded_by.is_some_and(|by| self.log.step_of(by) > to);
        let back = |one: &Glance| one.step <= to && was_aside(one);
        let told = |which: &dyn Fn(&Glance) -> bool| {
            let events = self.log.glances().filter(|one| known(one) && which(one));
            self.tell(events.map(|one| one.seq), viewer)
        };
        let seen = self.light_since(viewer, to)?;
        let clocks = then.course.waits.iter().map(|(seat, wait)| {
            let now = then.course.still_since().unwrap_or(then.course.changed);
            (*seat, wait.due.map(|due| due - now))
        });
        Ok(Foreseen {
            to,
            undone: told(&changed)?,
            restored: told(&back)?,
            seen: seen.into_iter().flat_map(|light| light.told).collect(),
            clocks: clocks.collect(),
            anew: then.hides_something(),
        })
    }
}
