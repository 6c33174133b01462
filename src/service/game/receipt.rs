//! Receipts: whoever orders something that others do not know yet gets the hash of its event, and
//! finds the same hash again where all is told. An event's hash has everything in it that was
//! ordered and what it led to, hidden from others (`log/chain/blinded.rs`).

use chrono::{DateTime, Utc};

use crate::service::game::folded::Game;
use crate::service::game::log::Entry;
use crate::service::game::log::glance::Glance;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, Hash};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};

/// What somebody was given who ordered something that others did not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The step of the order; of one that others must not know of at all, the step before it.
    pub step: Step,
    pub at: DateTime<Utc>,
    pub seat: Seat,
    pub hash: Hash,
}

impl Game {
    /// The receipts that a viewer may see, oldest first.
    pub fn receipts(&self, viewer: Viewer) -> Vec<Receipt> {
        self.receipts_of(&self.with_receipts(viewer))
    }

    /// The numbers of the events of which a viewer may see receipts: its own, and everybody's when
    /// the game is over.
    pub fn with_receipts(&self, viewer: Viewer) -> Vec<Seq> {
        let over = self.course.status == Status::Over;
        let own = |one: &Glance| over || one.seat.is_some_and(|seat| viewer.is(seat));
        let kept =
            |one: &Glance| one.kind == "ordered" && one.veiled && one.superseded_by.is_none();
        let all = self.log.glances().filter(|one| kept(one) && own(one));
        all.map(|one| one.seq).collect()
    }

    /// The receipts of these events.
    pub fn receipts_of(&self, events: &[Seq]) -> Vec<Receipt> {
        let events = events.iter().filter_map(|seq| self.log.event(*seq));
        events.filter_map(|entry| receipt(&entry)).collect()
    }

    /// Those of a seat after an event, for the answer to its orders: of orders of which nothing is
    /// known to the others. Who orders in the open and draws unseen has nothing to prove later.
    pub fn receipts_after(&self, seat: Seat, seq: Seq) -> Vec<Receipt> {
        let sealed = |entry: &Entry| {
            // The act, and then each fact.
            let known = entry.event.known.as_str();
            let facts = known.get(1..).filter(|facts| !facts.is_empty()).unwrap_or(known);
            !facts.contains('*')
        };
        let later = self.log.after(seq).filter(sealed).filter_map(|entry| receipt(&entry));
        later.filter(|receipt| receipt.seat == seat).collect()
    }

    /// The receipt for the last thing that a seat did; nothing where that needs none.
    pub fn last_receipt(&self, seat: Seat) -> Option<Receipt> {
        let own = |one: &Glance| one.seat == Some(seat) && one.changes;
        receipt(&self.log.pick(own).next_back()?)
    }
}

/// The receipt for an order that others do not know all of. Games whose hashes hide nothing have
/// none.
fn receipt(entry: &Entry) -> Option<Receipt> {
    let Act::Ordered { seat, .. } = entry.act else { return None };
    let all_open = matches!(entry.event.known.as_str(), "*" | "");
    let (step, at, hash) = (entry.step, entry.event.at, entry.event.hash);
    (!all_open && entry.superseded_by.is_none()).then_some(Receipt { step, at, seat: *seat, hash })
}
