//! Metadata of an event that is available without unpacking it.

use super::Shared;
use ravenpost_log::ActKind;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventMetadata {
    pub seq: Seq,
    /// Its number among public events.
    pub step: Step,
    pub seat: Option<Seat>,
    pub kind: ActKind,
    /// Whether the event is public.
    pub open: bool,
    /// Whether it changed the game itself.
    pub changes: bool,
    /// Whether any part of it was hidden from some players.
    pub veiled: bool,
    /// The event that superseded it, if any.
    pub superseded_by: Option<Seq>,
}

impl EventMetadata {
    /// Whether a viewer may know that the event exists.
    pub fn is_known_by(&self, viewer: Viewer) -> bool {
        self.open || self.seat.is_some_and(|seat| viewer.is(seat))
    }

    /// Whether it is an order of that seat.
    pub fn is_order_of(&self, seat: Seat) -> bool {
        self.kind == ActKind::Ordered && self.seat == Some(seat)
    }

    pub(super) fn of(shared: &Shared, superseded_by: Option<Seq>) -> EventMetadata {
        EventMetadata {
            seq: shared.event.seq,
            step: shared.step,
            seat: shared.event.seat,
            kind: shared.act.kind(),
            open: shared.event.is_open(),
            changes: shared.has_facts(),
            veiled: !matches!(shared.event.known.as_str(), "*" | ""),
            superseded_by,
        }
    }
}
