//! Hidden information that has been revealed since a given step.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameNarration;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Viewer};

/// What a step revealed.
#[derive(Clone, Debug)]
pub struct Light {
    pub step: Step,
    pub narration: Vec<Narration>,
}

impl GameNarration<'_> {
    /// What has been revealed since a step, as narrated to the viewer; nothing that the log has not
    /// already disclosed. Superseded events are included, because viewers have already seen them.
    pub fn light_since(&self, viewer: Viewer, step: Step) -> Result<Vec<Light>, ServiceError> {
        let mut since = Vec::new();
        let later = self.log.after(self.log.end_of(step));
        for entry in later.filter(|entry| entry.is_known_by(viewer)) {
            let narration = self.title.came_to_light(&entry.event.facts, viewer)?;
            if !narration.is_empty() {
                since.push(Light { step: entry.step, narration });
            }
        }
        Ok(since)
    }
}
