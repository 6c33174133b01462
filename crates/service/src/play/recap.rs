//! The recap: what changed on the board since a player's last order, as a few captioned crops of
//! the board. Its pictures show public information only.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameRecap;
use crate::game::history::story::NarratedEvent;
use ravenpost_drawing::Crop;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::{Narration, SeatName, Viewer};

/// Maximum number of pictures on a page.
pub const MOST: usize = 6;
/// Maximum number of sentences per picture.
const SENTENCES: usize = 2;

/// The actions of one seat in one or more consecutive steps, as far as the board shows them.
#[derive(Clone, Debug)]
pub struct Day {
    /// The step before the first one, and the last one.
    pub from: Step,
    pub to: Step,
    pub at: DateTime<Utc>,
    /// The seat that acted, or `None` if there was more than one.
    pub called: Option<SeatName>,
    pub narration: Vec<String>,
    pub places: Vec<String>,
    pub crop: Crop,
}

impl GameRecap<'_> {
    /// Returns what happened on the board after an event, oldest first, narrated for a viewer.
    /// `most` limits the number of parts.
    pub fn days(&self, viewer: Viewer, after: Seq, most: usize) -> Result<Vec<Day>, ServiceError> {
        let mut steps = self.narration().story(viewer, after)?;
        steps.retain(|step| {
            step.aside.is_none() && step.changes && step.narration.iter().any(is_narrated)
        });
        let runs: Vec<&[NarratedEvent]> =
            steps.chunk_by(|one, next| one.seat == next.seat).collect();
        let mut days = Vec::new();
        for runs in runs.chunks(runs.len().div_ceil(most).max(1)) {
            days.extend(self.day(&runs.concat())?);
        }
        Ok(days)
    }

    /// Returns what has changed on the board since an event, for the turn email.
    pub(crate) fn changed_since(&self, after: Seq) -> Result<Option<Crop>, ServiceError> {
        self.crop(self.log.step_of(after), self.step())
    }

    /// Returns the changes made by some steps, or `None` if the board looks the same.
    fn day(&self, steps: &[NarratedEvent]) -> Result<Option<Day>, ServiceError> {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Ok(None) };
        let Some(from) = self.history().changed_before(first.step) else { return Ok(None) };
        let Some(crop) = self.crop(from, last.step)? else { return Ok(None) };
        let places = places(&crop);
        let narration: Vec<&Narration> = steps
            .iter()
            .flat_map(|step| &step.narration)
            .filter(|narration| is_narrated(narration))
            .collect();
        let about =
            |narration: &&&Narration| narration.areas.iter().any(|area| crop.near.contains(area));
        let mut chosen: Vec<&Narration> =
            narration.iter().filter(about).copied().take(SENTENCES).collect();
        if chosen.is_empty() {
            chosen = narration.into_iter().take(SENTENCES).collect();
        }
        let one = steps.iter().all(|step| step.seat == first.seat);
        Ok(Some(Day {
            from,
            to: last.step,
            at: last.at,
            called: first.seat.filter(|_| one).map(|seat| self.called(seat)),
            narration: chosen.into_iter().map(|narration| narration.text.clone()).collect(),
            places,
            crop,
        }))
    }

    /// Returns the board after a step, cropped to what has publicly changed since an earlier one.
    /// Returns `None` if nothing has, or if there is no board.
    pub fn crop(&self, from: Step, to: Step) -> Result<Option<Crop>, ServiceError> {
        if from == Step::NONE || from >= to || to > self.step() {
            return Ok(None);
        }
        let (before, after) =
            (self.history().at(self.log.end_of(from))?, self.history().at(self.log.end_of(to))?);
        if !before.has_started() || !after.has_started() {
            return Ok(None);
        }
        let before = before.position.present(Viewer::Spectator);
        let mut after = after.position.present(Viewer::Spectator);
        let changes = Changes::between(&before, &after);
        if changes.areas.is_empty() || after.scene.board.is_none() {
            return Ok(None);
        }
        changes.mark(&mut after.scene);
        let near = self.most_mentioned(changes.areas, from, to)?;
        Ok(Some(Crop { near, scene: after.scene }))
    }

    /// Sorts changed areas by how often the narration mentions them. After a whole round there are
    /// changes all over the board, and the picture is centred on the first one.
    fn most_mentioned(
        &self,
        areas: BTreeSet<String>,
        from: Step,
        to: Step,
    ) -> Result<Vec<String>, ServiceError> {
        let up_to = self.log.end_of(to);
        let since = self.log.metadata_after(self.log.end_of(from));
        let events = since.take_while(|one| one.seq <= up_to).map(|one| one.seq);
        let narration = self.narration().tell(events, Viewer::Spectator)?;
        let narration: Vec<&Narration> = narration
            .iter()
            .flat_map(|step| &step.narration)
            .filter(|narration| is_narrated(narration))
            .collect();
        let mentions = |slug: &String| {
            narration.iter().filter(|narration| narration.areas.contains(slug)).count()
        };
        let mut areas: Vec<(usize, String)> =
            areas.into_iter().map(|slug| (mentions(&slug), slug)).collect();
        areas.sort_by_key(|(mentions, _)| std::cmp::Reverse(*mentions));
        Ok(areas.into_iter().map(|(_, slug)| slug).collect())
    }
}

fn is_narrated(narration: &Narration) -> bool {
    !narration.quiet && !narration.chapter
}

/// Returns the names of the areas in a crop.
fn places(crop: &Crop) -> Vec<String> {
    let near = crop.scene.areas.iter().filter(|area| crop.near.contains(&area.slug));
    let mut places: Vec<String> = near.map(|area| area.name.clone()).collect();
    places.retain(|place| !place.is_empty());
    places.dedup();
    places
}
