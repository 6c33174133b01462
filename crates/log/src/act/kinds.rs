//! What kind of act an event is, whose it is, and who may know of it.

use super::Act;
use ravenpost_rules::{Seat, Visibility};

/// Kinds of acts that their seat alone may know whole while the game runs: an order as it was
/// written is its giver's own.
pub const OWN: [&str; 3] = ["ordered", "lapsed", "withdrawn"];

impl Act {
    /// The act's stored kind, for lists and filters.
    pub fn kind(&self) -> &'static str {
        match self {
            Act::Opened(_) => "opened",
            Act::Joined { .. } => "joined",
            Act::Left { .. } => "left",
            Act::Started => "started",
            Act::Ordered { .. } => "ordered",
            Act::Lapsed { .. } => "lapsed",
            Act::TakenBack { .. } | Act::Undone { .. } => "taken-back",
            Act::Withdrawn { .. } => "withdrawn",
            Act::Due { .. } => "due",
            Act::Grace { .. } => "grace",
            Act::Bank { .. } => "bank",
            Act::Booked { .. } => "booked",
            Act::Vacation { .. } => "vacation",
            Act::Returned { .. } => "returned",
            Act::PassedOver { .. } => "passed-over",
            Act::Reminded { .. } => "reminded",
            Act::Proposed { .. } => "proposed",
            Act::Voted { .. } => "voted",
            Act::Rewound { .. } => "rewound",
            Act::Dropped { .. } => "dropped",
            Act::Frozen { .. } => "frozen",
            Act::Thawed { .. } => "thawed",
            Act::Extended { .. } => "extended",
            Act::Nudged { .. } => "nudged",
            Act::Replaced { .. } => "replaced",
            Act::HandedOver { .. } => "handed-over",
            Act::TakenOver { .. } => "taken-over",
            Act::Outage { .. } => "outage",
            Act::Rang => "rang",
            Act::Resolved { .. } => "resolved",
            Act::Ruled { .. } => "ruled",
            Act::Moved { .. } => "moved",
            Act::Conduct { .. } => "conduct",
            Act::Epoch { .. } => "epoch",
            Act::Ended { .. } => "ended",
            Act::Warned { .. } => "warned",
            Act::Kept { .. } => "kept",
            Act::Cancelled => "cancelled",
        }
    }

    /// Who may know all that stands in the act while the game runs.
    pub fn known(&self) -> Visibility {
        match (self, self.seat()) {
            // Counts every event, whoever may know of it.
            (Act::TakenBack { .. }, _) => Visibility::Nobody,
            (_, Some(seat)) if OWN.contains(&self.kind()) => Visibility::Seat(seat),
            _ => Visibility::Everybody,
        }
    }

    /// Whether the title says what comes of it. Whatever else is done at a table leaves no facts
    /// and draws nothing.
    pub fn is_decided(&self) -> bool {
        matches!(
            self,
            Act::Started
                | Act::Ordered { .. }
                | Act::Lapsed { .. }
                | Act::Rang
                | Act::Resolved { .. }
                | Act::Rewound { .. }
                | Act::Left { .. }
        )
    }

    /// The seat that acted, or that the act is about.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Act::Joined { seat, .. }
            | Act::Left { seat }
            | Act::Ordered { seat, .. }
            | Act::Lapsed { seat, .. }
            | Act::TakenBack { seat, .. }
            | Act::Undone { seat, .. }
            | Act::Withdrawn { seat }
            | Act::Due { seat, .. }
            | Act::Grace { seat, .. }
            | Act::Bank { seat, .. }
            | Act::Booked { seat, .. }
            | Act::Vacation { seat, .. }
            | Act::Returned { seat }
            | Act::Extended { seat, .. }
            | Act::Nudged { seat, .. }
            | Act::Replaced { seat, .. }
            | Act::HandedOver { seat, .. }
            | Act::TakenOver { seat, .. }
            | Act::Reminded { seat, .. } => Some(*seat),
            Act::Proposed { by: seat, .. } | Act::Voted { seat, .. } => *seat,
            Act::Opened(_)
            | Act::Started
            | Act::PassedOver { .. }
            | Act::Rewound { .. }
            | Act::Dropped { .. }
            | Act::Frozen { .. }
            | Act::Thawed { .. }
            | Act::Outage { .. }
            | Act::Rang
            | Act::Resolved { .. }
            | Act::Ruled { .. }
            | Act::Moved { .. }
            | Act::Conduct { .. }
            | Act::Epoch { .. }
            | Act::Ended { .. }
            | Act::Warned { .. }
            | Act::Kept { .. }
            | Act::Cancelled => None,
        }
    }
}
