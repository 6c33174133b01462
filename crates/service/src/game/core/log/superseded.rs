//! Which events of a log were superseded, and by which event.

use std::sync::Arc;

use ravenpost_rules::numbers::Seq;

/// Superseded places and the event that superseded each, ordered by place. They are stored apart
/// from the events, so that marking an event does not change it.
#[derive(Clone, Debug, Default)]
pub(super) struct Superseded(Arc<Vec<(usize, Seq)>>);

impl Superseded {
    /// Approximate size in bytes.
    pub(super) fn weight(&self) -> usize {
        self.0.len() * size_of::<(usize, Seq)>()
    }

    /// The event that superseded the one at a place, if any.
    pub(super) fn at(&self, place: usize) -> Option<Seq> {
        let mark = self.0.binary_search_by_key(&place, |(place, _)| *place);
        mark.ok().map(|mark| self.0[mark].1)
    }

    /// Whether no event before the place `end` was superseded after event `seq`.
    pub(super) fn paused_at(&self, end: usize, seq: Seq) -> bool {
        self.0.iter().all(|(place, by)| *place >= end || *by <= seq)
    }

    /// Supersedes events. Returns whether there were any.
    pub(super) fn mark(&mut self, new: Vec<(usize, Seq)>) -> bool {
        if new.is_empty() {
            return false;
        }
        let aside = Arc::make_mut(&mut self.0);
        aside.extend(new);
        aside.sort_unstable();
        true
    }

    /// Restores events before the place `first` that were superseded after event `to`.
    pub(super) fn restore(&mut self, first: usize, to: Seq) {
        Arc::make_mut(&mut self.0).retain(|(place, mark)| *place >= first || *mark <= to);
    }
}
