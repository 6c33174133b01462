//! Tells at which step the content of an event became public, for example a drawn hand.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameNarration;
use crate::game::core::log::Entry;
use ravenpost_log::ActKind;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Perspective, Seat, Viewer};

/// The step at which an event became fully public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openness {
    /// Since this step: its own, or the one that revealed the secret.
    Since(Step),
    /// It has parts hidden from others. Only its own seat learns this.
    NotYet,
    /// While the game runs, viewers do not learn whether others have hidden anything in it.
    Untold,
}

impl GameNarration<'_> {
    /// The openness of each of these events, in the order of [`GameNarration::tell`].
    pub fn openness(&self, events: &[Seq], viewer: Viewer) -> Result<Vec<Openness>, ServiceError> {
        let end = self.secret_revealed_at();
        let events = events.iter().filter_map(|seq| self.log.event(*seq));
        let known = events.filter(|entry| entry.is_known_by(viewer));
        known.map(|entry| self.open_since(&entry, viewer, end)).collect()
    }

    fn open_since(
        &self,
        entry: &Entry,
        viewer: Viewer,
        end: Option<Step>,
    ) -> Result<Openness, ServiceError> {
        let own = entry.act.seat().is_some_and(|seat| viewer.is(seat));
        if !entry.has_facts() && entry.event.is_open() {
            return Ok(Openness::Since(entry.step));
        }
        if end.is_none() && !own {
            return Ok(Openness::Untold);
        }
        Ok(match (self.same_for_all(entry)?, end) {
            (true, _) => Openness::Since(entry.step),
            (false, Some(end)) => Openness::Since(end),
            (false, None) => Openness::NotYet,
        })
    }

    /// Whether the narration is the same for every seat and for spectators, apart from the person.
    fn same_for_all(&self, entry: &Entry) -> Result<bool, ServiceError> {
        let narration = |knows| {
            let perspective = Perspective { knows, reader: Viewer::Spectator };
            self.title.narrate_from(&entry.event.facts, perspective)
        };
        let watched = narration(Viewer::Spectator)?;
        for seat in Seat::all(self.status.table.seats) {
            if narration(Viewer::Seat(seat))? != watched {
                return Ok(false);
            }
        }
        Ok(entry.event.is_open())
    }

    /// The step that revealed the secret, and with it everything.
    fn secret_revealed_at(&self) -> Option<Step> {
        let over = self.status.state == Status::Over;
        let mut latest = self.log.metadata().rev().filter(|_| over);
        latest.find(|one| one.kind == ActKind::Ended).map(|one| one.step)
    }
}
