//! What of an event is at hand however old it is: enough to look for one without reading it.

use super::Shared;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};

/// An event at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glance {
    pub seq: Seq,
    /// Its number among the events that everybody may know of.
    pub step: Step,
    pub seat: Option<Seat>,
    pub kind: &'static str,
    /// Whether everybody may know that there was such an event.
    pub open: bool,
    /// Whether it changed the game itself.
    pub changes: bool,
    /// Whether anything of it was known to some alone.
    pub veiled: bool,
    /// The event that set it aside, if one did.
    pub superseded_by: Option<Seq>,
}

impl Glance {
    /// Whether a viewer may know that there was such an event.
    pub fn is_known_by(&self, viewer: Viewer) -> bool {
        self.open || self.seat.is_some_and(|seat| viewer.is(seat))
    }

    /// Whether it is an order of that seat's own.
    pub fn is_order_of(&self, seat: Seat) -> bool {
        self.kind == "ordered" && self.seat == Some(seat)
    }

    pub(super) fn of(kept: &Shared, superseded_by: Option<Seq>) -> Glance {
        Glance {
            seq: kept.event.seq,
            step: kept.step,
            seat: kept.event.seat,
            kind: kept.act.kind(),
            open: kept.event.is_open(),
            changes: kept.has_facts(),
            veiled: !matches!(kept.event.known.as_str(), "*" | ""),
            superseded_by,
        }
    }
}
