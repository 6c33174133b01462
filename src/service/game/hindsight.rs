//! Looking back with what is known by now: what has come to light since a moment.

use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Viewer};

/// What a step brought to light that had been hidden.
#[derive(Clone, Debug)]
pub struct Light {
    pub step: Step,
    pub told: Vec<Narration>,
}

impl Game {
    /// What has come to light since a step, as the viewer was told it: nothing is said here that
    /// the log has not said. What was set aside meanwhile counts too, as nobody can unsee it.
    pub fn light_since(&self, viewer: Viewer, step: Step) -> Result<Vec<Light>, ServiceError> {
        let mut since = Vec::new();
        let later = self.log.after(self.log.end_of(step));
        for entry in later.filter(|entry| entry.is_known_by(viewer)) {
            let told = self.title.came_to_light(&entry.event.facts, viewer)?;
            if !told.is_empty() {
                since.push(Light { step: entry.step, told });
            }
        }
        Ok(since)
    }
}
