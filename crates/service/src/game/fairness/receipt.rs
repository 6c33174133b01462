//! Receipts for secret orders. A player gets the hash of the event, and finds the same hash in the
//! log once everything is revealed. The hash covers the order and its effects, which it hides from
//! others (`ravenpost_log::chain::blinded`).

use chrono::{DateTime, Utc};

use crate::game::core::folded::handles::GameFairness;
use crate::game::core::log::Entry;
use crate::game::core::log::metadata::EventMetadata;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind, Hash};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Perspective, Seat, Viewer, Visibility};

/// A receipt for a secret order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The step of the order; for a private order, the step before it.
    pub step: Step,
    pub at: DateTime<Utc>,
    pub seat: Seat,
    pub hash: Hash,
}

impl GameFairness<'_> {
    /// The receipts that a viewer may see, oldest first.
    pub fn receipts(&self, viewer: Viewer) -> Vec<Receipt> {
        self.receipts_of(&self.with_receipts(viewer))
    }

    /// The events whose receipts a viewer may see: the viewer's own, and everyone's once the game
    /// is over.
    pub fn with_receipts(&self, viewer: Viewer) -> Vec<Seq> {
        let over = self.status.state == Status::Over;
        let own = |one: &EventMetadata| over || one.seat.is_some_and(|seat| viewer.is(seat));
        let stored = |one: &EventMetadata| {
            one.kind == ActKind::Ordered && one.veiled && one.superseded_by.is_none()
        };
        let all = self.log.metadata().filter(|one| stored(one) && own(one));
        all.map(|one| one.seq).collect()
    }

    /// The receipts of these events.
    pub fn receipts_of(&self, events: &[Seq]) -> Vec<Receipt> {
        let events = events.iter().filter_map(|seq| self.log.event(*seq));
        events.filter_map(|entry| receipt(&entry)).collect()
    }

    /// The receipts of a seat after an event, for the response to its orders.
    pub fn receipts_after(&self, seat: Seat, seq: Seq) -> Vec<Receipt> {
        let later = self.log.after(seq).filter(|entry| self.is_sealed(entry, seat));
        later.filter_map(|entry| receipt(&entry)).filter(|one| one.seat == seat).collect()
    }

    /// The receipt for the last act of a seat, if it needs one.
    pub fn last_receipt(&self, seat: Seat) -> Option<Receipt> {
        let own = |one: &EventMetadata| one.seat == Some(seat) && one.changes;
        let last = self.log.pick(own).next_back()?;
        receipt(&last).filter(|_| self.is_sealed(&last, seat))
    }

    /// Whether others cannot know what the seat did: none of the facts is public, one is known to
    /// the seat alone, and nothing narrated to the seat is narrated to others. An open order with a
    /// hidden draw needs no proof later.
    fn is_sealed(&self, entry: &Entry, seat: Seat) -> bool {
        // The first character is the visibility of the act; the others belong to its facts.
        let known = entry.event.known.as_str();
        let facts = known.get(1..).filter(|facts| !facts.is_empty()).unwrap_or(known);
        let own = Visibility::Seat(seat).code();
        if facts.contains(Visibility::Everybody.code()) || !facts.contains(own) {
            return false;
        }
        let lines_for = |knows: Viewer| {
            let perspective = Perspective { knows, reader: Viewer::Spectator };
            let lines = self.title.narrate_from(&entry.event.facts, perspective);
            lines.unwrap_or_default().into_iter().map(|line| line.text)
        };
        let others: Vec<String> = lines_for(Viewer::Spectator).collect();
        !lines_for(Viewer::Seat(seat)).any(|line| others.contains(&line))
    }
}

/// The receipt for an order that is at least partly hidden from others.
fn receipt(entry: &Entry) -> Option<Receipt> {
    let Act::Ordered { seat, .. } = entry.act else { return None };
    let all_open = matches!(entry.event.known.as_str(), "*" | "");
    let (step, at, hash) = (entry.step, entry.event.at, entry.event.hash);
    (!all_open && entry.superseded_by.is_none()).then_some(Receipt { step, at, seat: *seat, hash })
}
