//! The log of a game in memory. Clones share their content, however long the log is. Appending an
//! event copies at most the last block, which holds only references.
//!
//! The latest events are unpacked; older ones are packed in bundles, of which only metadata is
//! directly available. Reading a bundle unpacks it for that copy of the log only. The log of an
//! unused game is packed completely.

mod bundle;
pub(crate) mod metadata;
mod packing;
mod superseded;
mod tail;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use bundle::Bundle;
pub use metadata::EventMetadata;
use packing::Unpacked;
use superseded::Superseded;
use tail::Tail;

use crate::error::{Ahead, ServiceError};
use ravenpost_log::act::read::Unread;
use ravenpost_log::event::NOTHING;
use ravenpost_log::{Act, Hash, StoredEvent};
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::{Seq, Step};

/// Events per block: few enough that copying one is cheap compared with deciding an order, and
/// enough that the list of blocks stays short. Tests use very small blocks.
const BLOCK: usize = if cfg!(test) { 4 } else { 64 };

/// One event of the log, with its parsed act.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub event: &'a Arc<StoredEvent>,
    pub act: &'a Act,
    /// Its number among public events. A private event belongs to the step before it.
    pub step: Step,
    /// The undo or rewind that superseded this event, if any.
    pub superseded_by: Option<Seq>,
}

impl Entry<'_> {
    /// Whether a viewer may know that the event exists.
    pub fn is_known_by(&self, viewer: Viewer) -> bool {
        self.event.is_open() || self.event.seat.is_some_and(|seat| viewer.is(seat))
    }

    /// Whether the event changed the game itself.
    pub fn has_facts(&self) -> bool {
        changes(self.event, self.act)
    }
}

fn changes(event: &StoredEvent, act: &Act) -> bool {
    match act {
        // A player leaving changes only games that end with one seat left. A new epoch changes only
        // games in which something was redrawn.
        Act::Left { .. } | Act::EpochStarted { .. } => event.facts != NOTHING,
        act => act.is_decided(),
    }
}

/// An event with its act, as shared between clones.
#[derive(Debug)]
struct Shared {
    event: Arc<StoredEvent>,
    act: Act,
    step: Step,
}

impl Shared {
    fn has_facts(&self) -> bool {
        changes(&self.event, &self.act)
    }

    /// Approximate size in bytes. The act is held both as text and parsed, and each text is a
    /// separate allocation.
    fn weight(&self) -> usize {
        let StoredEvent { kind, act, known, facts, draws, .. } = &*self.event;
        let texts = kind.len() + 2 * act.len() + known.len() + facts.len() + draws.len();
        size_of::<Shared>() + size_of::<StoredEvent>() + texts + size_of::<[usize; 8]>()
    }
}

type Block = Vec<Arc<Shared>>;

/// All events so far, in order. Clones share their common part.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The oldest events, packed.
    bundles: Arc<Vec<Arc<Bundle>>>,
    unpacked: Unpacked,
    /// The full blocks after the bundles. This list is copied once per block, not once per event.
    blocks: Arc<Vec<Arc<Block>>>,
    /// The block being filled.
    last: Tail,
    superseded: Superseded,
    /// Approximate size in bytes of everything except the marks.
    weight: usize,
}

impl Log {
    /// Adds an event at the end.
    pub fn push(&mut self, event: Arc<StoredEvent>, act: Act, step: Step) {
        self.wake();
        self.put(Arc::new(Shared { event, act, step }));
    }

    fn put(&mut self, shared: Arc<Shared>) {
        self.weight += shared.weight();
        let last = self.last.loose();
        last.push(shared);
        if last.len() == BLOCK {
            let full = std::mem::take(last);
            Arc::make_mut(&mut self.blocks).push(Arc::new(full));
        }
    }

    /// Number of events.
    pub fn len(&self) -> usize {
        (self.bundles.len() + self.blocks.len()) * BLOCK + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Approximate size in bytes, not counting what was unpacked on reading.
    pub fn weight(&self) -> usize {
        self.weight + self.superseded.weight()
    }

    /// Approximate size in bytes, without packed bundles.
    pub fn weight_at_hand(&self) -> usize {
        let packed = self.bundles.iter().chain(self.last.bundle()).map(|bundle| bundle.weight());
        self.weight().saturating_sub(packed.sum())
    }

    /// The last event of the log, if there is one.
    pub fn last(&self) -> Option<Entry<'_>> {
        self.iter().next_back()
    }

    /// All events, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        self.from(0)
    }

    /// Metadata of all events, oldest first.
    pub fn metadata(&self) -> impl DoubleEndedIterator<Item = EventMetadata> + ExactSizeIterator {
        (0..self.len()).map(|place| self.metadata_at(place))
    }

    /// Metadata of the events after `seq`.
    pub fn metadata_after(&self, seq: Seq) -> impl DoubleEndedIterator<Item = EventMetadata> {
        (self.place_after(seq)..self.len()).map(|place| self.metadata_at(place))
    }

    /// The events that `wanted` selects by their metadata, oldest first. No others are unpacked.
    pub fn pick(
        &self,
        wanted: impl Fn(&EventMetadata) -> bool,
    ) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        let wanted = move |place: &usize| wanted(&self.metadata_at(*place));
        (0..self.len()).filter(wanted).map(|place| self.at(place))
    }

    /// The events after `seq`, oldest first.
    pub fn after(&self, seq: Seq) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        self.from(self.place_after(seq))
    }

    /// The event with that number.
    pub fn event(&self, seq: Seq) -> Option<Entry<'_>> {
        self.place_of(seq).map(|place| self.at(place))
    }

    /// The hash of the event with that number.
    pub fn hash(&self, seq: Seq) -> Option<Hash> {
        let place = self.place_of(seq)?;
        Some(match self.bundle(place) {
            Some(bundle) => bundle.hash(place % BLOCK),
            None => self.at(place).event.hash,
        })
    }

    /// The event that superseded that one, if any.
    pub fn superseded_by(&self, seq: Seq) -> Option<Seq> {
        self.place_of(seq).and_then(|place| self.superseded.at(place))
    }

    /// The last event before the next step. A viewer who may know a step may also know the private
    /// events of its own seat that followed.
    pub fn end_of(&self, step: Step) -> Seq {
        let place = first_not(self, |_, at| at <= step);
        place.checked_sub(1).map_or(Seq::NONE, |place| self.metadata_at(place).seq)
    }

    /// The public event of that step. Private events may follow it.
    pub fn step_event(&self, step: Step) -> Option<Seq> {
        let mut of_step = self.metadata_after(self.end_of(step.before()));
        of_step.find(|one| one.open).map(|one| one.seq)
    }

    /// The step of an event.
    pub fn step_of(&self, seq: Seq) -> Step {
        self.place_after(seq)
            .checked_sub(1)
            .map_or(Step::NONE, |place| self.metadata_at(place).step)
    }

    /// The log up to an event, with the marks from `then`. It shares as much as possible.
    pub fn up_to(&self, seq: Seq, then: &Log) -> Log {
        let place = self.place_after(seq);
        let full = (place / BLOCK).min(self.bundles.len());
        let mut log = Log {
            bundles: Arc::new(self.bundles[..full].to_vec()),
            unpacked: Unpacked::none(full),
            superseded: then.superseded.clone(),
            weight: self.bundles[..full].iter().map(|bundle| bundle.weight()).sum(),
            ..Log::default()
        };
        for place in full * BLOCK..place {
            log.put(Arc::clone(&self.block(place / BLOCK)[place % BLOCK]));
        }
        log
    }

    /// Whether no event up to that one was superseded after it.
    pub fn paused_at(&self, seq: Seq) -> bool {
        self.superseded.paused_at(self.place_after(seq), seq)
    }

    /// Supersedes the public events after `to` that changed the game and are in force. Returns
    /// whether there were any.
    pub fn set_aside(&mut self, to: Seq, by: Seq) -> bool {
        let stands = |one: &EventMetadata| one.open && one.changes && one.superseded_by.is_none();
        mark_after(self, to, by, stands)
    }

    /// Rewinds to event `to`: later events that changed the game, private ones included, are
    /// superseded. Events superseded since then are in force again.
    pub fn go_back(&mut self, to: Seq, by: Seq) {
        self.superseded.restore(self.place_after(to), to);
        let stands =
            |one: &EventMetadata| one.seq < by && one.changes && one.superseded_by.is_none();
        mark_after(self, to, by, stands);
    }

    /// Supersedes one event.
    pub fn set_one_aside(&mut self, seq: Seq, by: Seq) -> bool {
        let place = self.place_of(seq);
        self.superseded.mark(place.map(|place| (place, by)).into_iter().collect())
    }

    /// The first place after `seq`.
    fn place_after(&self, seq: Seq) -> usize {
        first_not(self, |number, _| number <= seq)
    }

    fn place_of(&self, seq: Seq) -> Option<usize> {
        if seq.is_none() {
            return None;
        }
        let place = self.place_after(seq.before());
        (place < self.len() && self.metadata_at(place).seq == seq).then_some(place)
    }

    fn block(&self, at: usize) -> &Block {
        match self.bundles.get(at) {
            Some(bundle) => self.unpacked.0[at].get_or_init(|| bundle.untie()),
            None => match self.blocks.get(at - self.bundles.len()) {
                Some(block) => block,
                None => self.last.block(),
            },
        }
    }

    /// The bundle that contains an event, if it is packed.
    fn bundle(&self, place: usize) -> Option<&Bundle> {
        let at = place / BLOCK;
        let last = || self.last.bundle().filter(|_| at == self.bundles.len() + self.blocks.len());
        self.bundles.get(at).or_else(last).map(AsRef::as_ref)
    }

    fn from(&self, place: usize) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        (place..self.len()).map(|place| self.at(place))
    }

    fn at(&self, place: usize) -> Entry<'_> {
        let shared = &self.block(place / BLOCK)[place % BLOCK];
        let superseded_by = self.superseded.at(place);
        Entry { event: &shared.event, act: &shared.act, step: shared.step, superseded_by }
    }

    fn metadata_at(&self, place: usize) -> EventMetadata {
        let superseded_by = self.superseded.at(place);
        match self.bundle(place) {
            Some(bundle) => bundle.metadata_at(place % BLOCK, superseded_by),
            None => EventMetadata::of(&self.block(place / BLOCK)[place % BLOCK], superseded_by),
        }
    }
}

/// Supersedes those events after `to` that `which` selects. Returns whether there were any.
fn mark_after(log: &mut Log, to: Seq, by: Seq, which: impl Fn(&EventMetadata) -> bool) -> bool {
    let places = log.place_after(to)..log.len();
    let new = places.filter(|place| which(&log.metadata_at(*place))).map(|place| (place, by));
    log.superseded.mark(new.collect())
}

/// The first position that does not satisfy `so`. `so` must hold for a prefix of the log.
fn first_not(log: &Log, so: impl Fn(Seq, Step) -> bool) -> usize {
    let of = |shared: &Arc<Shared>| so(shared.event.seq, shared.step);
    let packed = log.bundles.partition_point(|bundle| {
        let (seq, step) = bundle.end();
        so(seq, step)
    });
    if let Some(bundle) = log.bundles.get(packed) {
        return packed * BLOCK + bundle.before(so);
    }
    let full = log.blocks.partition_point(|block| block.last().is_none_or(of));
    let before = match (log.blocks.get(full), log.last.bundle()) {
        (Some(block), _) => block.partition_point(of),
        (None, Some(bundle)) => bundle.before(so),
        (None, None) => log.last.block().partition_point(of),
    };
    (packed + full) * BLOCK + before
}

/// Parses the act of an event.
pub(crate) fn read_act(event: &StoredEvent) -> Result<Act, ServiceError> {
    Act::read(&event.act).map_err(|unread| {
        let what = format!("event {} {unread}", event.seq);
        ServiceError::Broken(match unread {
            Unread::Newer(_) => Ahead(what).into(),
            Unread::Damaged(_) => anyhow::anyhow!(what),
        })
    })
}
