//! The log of a game in memory: what stands in it is shared by all who hold the game, however
//! long it is. Whoever adds an event copies at most the last block, and of that only references.
//!
//! The last events are at hand as they are; what lies further back is tied up in bundles, and at
//! hand at a glance. A bundle that is read is untied for the copy of the log that reads it, and
//! goes with that copy. A log that rests is tied up whole.

mod bundle;
pub(in crate::service) mod glance;
mod tail;
#[cfg(test)]
mod tests;
mod tying;

use std::sync::Arc;

use bundle::Bundle;
pub use glance::Glance;
use tail::Tail;
use tying::Untied;

use crate::service::error::{Ahead, ServiceError};
use ravenpost_log::act::read::Unread;
use ravenpost_log::event::NOTHING;
use ravenpost_log::{Act, Hash, StoredEvent};
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::{Seq, Step};

/// Events in a block: few enough that copying one costs nothing beside deciding an order, and
/// enough that the list of blocks stays short. Very few where random histories try it.
const BLOCK: usize = if cfg!(test) { 4 } else { 64 };

/// One event of the log, with its act read.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub event: &'a Arc<StoredEvent>,
    pub act: &'a Act,
    /// Its number among the events that everybody may know of. One that its seat alone knows of
    /// belongs to the step before it.
    pub step: Step,
    /// The event that set this one aside, a take-back or a rewind, if one did.
    pub superseded_by: Option<Seq>,
}

impl Entry<'_> {
    /// Whether a viewer may know that there was such an event.
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
        // A seat that leaves changes only titles that end with one seat left, and a new epoch only
        // games in which something was redrawn.
        Act::Left { .. } | Act::EpochStarted { .. } => event.facts != NOTHING,
        act => act.is_decided(),
    }
}

/// An event with its act, as it is shared.
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

    /// About how many bytes it takes: its act lies there as text and read, and each text has a
    /// place of its own.
    fn weight(&self) -> usize {
        let StoredEvent { kind, act, known, facts, draws, .. } = &*self.event;
        let texts = kind.len() + 2 * act.len() + known.len() + facts.len() + draws.len();
        size_of::<Shared>() + size_of::<StoredEvent>() + texts + size_of::<[usize; 8]>()
    }
}

type Block = Vec<Arc<Shared>>;

/// All events so far, in order. Clones share what they have in common.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The oldest, tied up.
    bundles: Arc<Vec<Arc<Bundle>>>,
    untied: Untied,
    /// Those after them that are full. The list is copied once a block, not once an event.
    blocks: Arc<Vec<Arc<Block>>>,
    /// The one that is being filled.
    last: Tail,
    /// Which places were set aside, and by which event; in the order of the places. It stands
    /// beside the events, so that a mark changes none of them.
    superseded: Arc<Vec<(usize, Seq)>>,
    /// About how many bytes all but the marks take.
    weight: usize,
}

impl Log {
    /// Adds an event at the end.
    pub fn push(&mut self, event: Arc<StoredEvent>, act: Act, step: Step) {
        self.wake();
        self.put(Arc::new(Shared { event, act, step }));
    }

    fn put(&mut self, kept: Arc<Shared>) {
        self.weight += kept.weight();
        let last = self.last.loose();
        last.push(kept);
        if last.len() == BLOCK {
            let full = std::mem::take(last);
            Arc::make_mut(&mut self.blocks).push(Arc::new(full));
        }
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        (self.bundles.len() + self.blocks.len()) * BLOCK + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// About how many bytes it takes, without what was untied.
    pub fn weight(&self) -> usize {
        self.weight + self.superseded.len() * size_of::<(usize, Seq)>()
    }

    /// The same without what is tied up.
    pub fn weight_at_hand(&self) -> usize {
        let tied = self.bundles.iter().chain(self.last.bundle()).map(|bundle| bundle.weight());
        self.weight().saturating_sub(tied.sum())
    }

    /// The last event of the log, if there is one.
    pub fn last(&self) -> Option<Entry<'_>> {
        self.iter().next_back()
    }

    /// All events, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        self.from(0)
    }

    /// All events at a glance, oldest first.
    pub fn glances(&self) -> impl DoubleEndedIterator<Item = Glance> + ExactSizeIterator {
        (0..self.len()).map(|place| self.glance(place))
    }

    /// The same of those numbered higher than that.
    pub fn glances_after(&self, seq: Seq) -> impl DoubleEndedIterator<Item = Glance> {
        (self.place_after(seq)..self.len()).map(|place| self.glance(place))
    }

    /// The events that are wanted at a glance, oldest first: no others are read.
    pub fn pick(
        &self,
        wanted: impl Fn(&Glance) -> bool,
    ) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        let wanted = move |place: &usize| wanted(&self.glance(*place));
        (0..self.len()).filter(wanted).map(|place| self.at(place))
    }

    /// The events numbered higher than that, oldest first.
    pub fn after(&self, seq: Seq) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        self.from(self.place_after(seq))
    }

    /// The event of that number.
    pub fn event(&self, seq: Seq) -> Option<Entry<'_>> {
        self.place_of(seq).map(|place| self.at(place))
    }

    /// The hash of the event of that number.
    pub fn hash(&self, seq: Seq) -> Option<Hash> {
        let place = self.place_of(seq)?;
        Some(match self.bundle(place) {
            Some(bundle) => bundle.hash(place % BLOCK),
            None => self.at(place).event.hash,
        })
    }

    /// The event that set that one aside, if one did.
    pub fn superseded_by(&self, seq: Seq) -> Option<Seq> {
        self.place_of(seq).and_then(|place| self.mark_at(place))
    }

    /// The last event before the step after that one: a viewer who may know of a step may know of
    /// what it did itself before the next.
    pub fn end_of(&self, step: Step) -> Seq {
        let place = self.first_not(|_, at| at <= step);
        place.checked_sub(1).map_or(Seq::NONE, |place| self.glance(place).seq)
    }

    /// The event that is that step: those behind it are known to their seats alone.
    pub fn step_event(&self, step: Step) -> Option<Seq> {
        let mut of_step = self.glances_after(self.end_of(step.before()));
        of_step.find(|one| one.open).map(|one| one.seq)
    }

    /// The step of an event.
    pub fn step_of(&self, seq: Seq) -> Step {
        self.place_after(seq).checked_sub(1).map_or(Step::NONE, |place| self.glance(place).step)
    }

    /// The log as it was at an event, with the marks of then. It shares what it can.
    pub fn upto(&self, seq: Seq, then: &Log) -> Log {
        let place = self.place_after(seq);
        let full = (place / BLOCK).min(self.bundles.len());
        let mut log = Log {
            bundles: Arc::new(self.bundles[..full].to_vec()),
            untied: Untied::none(full),
            superseded: Arc::clone(&then.superseded),
            weight: self.bundles[..full].iter().map(|bundle| bundle.weight()).sum(),
            ..Log::default()
        };
        for place in full * BLOCK..place {
            log.put(Arc::clone(&self.block(place / BLOCK)[place % BLOCK]));
        }
        log
    }

    /// Whether nothing up to that event was set aside after it.
    pub fn stood_at(&self, seq: Seq) -> bool {
        let end = self.place_after(seq);
        self.superseded.iter().all(|(place, by)| *place >= end || *by <= seq)
    }

    /// Sets aside what changed the game after event `to` and still stands, but for what seats left
    /// for later. Tells whether there was anything.
    pub fn set_aside(&mut self, to: Seq, by: Seq) -> bool {
        let stands = |one: &Glance| one.open && one.changes && one.superseded_by.is_none();
        self.mark_after(to, by, stands)
    }

    /// Goes back, by the last event, to what stood after event `to`: what changed the game since
    /// is set aside, whoever knows of it, and what was set aside since stands again.
    pub fn go_back(&mut self, to: Seq, by: Seq) {
        let first = self.place_after(to);
        Arc::make_mut(&mut self.superseded).retain(|(place, mark)| *place >= first || *mark <= to);
        let stands = |one: &Glance| one.seq < by && one.changes && one.superseded_by.is_none();
        self.mark_after(to, by, stands);
    }

    /// Sets aside one event.
    pub fn set_one_aside(&mut self, seq: Seq, by: Seq) -> bool {
        let place = self.place_of(seq);
        self.mark(place.map(|place| (place, by)).into_iter().collect())
    }

    fn mark_after(&mut self, to: Seq, by: Seq, which: impl Fn(&Glance) -> bool) -> bool {
        let places = self.place_after(to)..self.len();
        let new = places.filter(|place| which(&self.glance(*place))).map(|place| (place, by));
        self.mark(new.collect())
    }

    fn mark(&mut self, new: Vec<(usize, Seq)>) -> bool {
        if new.is_empty() {
            return false;
        }
        let aside = Arc::make_mut(&mut self.superseded);
        aside.extend(new);
        aside.sort_unstable();
        true
    }

    fn mark_at(&self, place: usize) -> Option<Seq> {
        let mark = self.superseded.binary_search_by_key(&place, |(place, _)| *place);
        mark.ok().map(|mark| self.superseded[mark].1)
    }

    /// Where the events numbered higher than that begin.
    fn place_after(&self, seq: Seq) -> usize {
        self.first_not(|number, _| number <= seq)
    }

    fn place_of(&self, seq: Seq) -> Option<usize> {
        if seq.is_none() {
            return None;
        }
        let place = self.place_after(seq.before());
        (place < self.len() && self.glance(place).seq == seq).then_some(place)
    }

    /// The first place of which that is not so, where all for which it is so stand before the
    /// others. It is asked about numbers and steps.
    fn first_not(&self, so: impl Fn(Seq, Step) -> bool) -> usize {
        let of = |kept: &Arc<Shared>| so(kept.event.seq, kept.step);
        let tied = self.bundles.partition_point(|bundle| {
            let (seq, step) = bundle.end();
            so(seq, step)
        });
        if let Some(bundle) = self.bundles.get(tied) {
            return tied * BLOCK + bundle.before(so);
        }
        let full = self.blocks.partition_point(|block| block.last().is_none_or(of));
        let before = match (self.blocks.get(full), self.last.bundle()) {
            (Some(block), _) => block.partition_point(of),
            (None, Some(bundle)) => bundle.before(so),
            (None, None) => self.last.block().partition_point(of),
        };
        (tied + full) * BLOCK + before
    }

    fn block(&self, at: usize) -> &Block {
        match self.bundles.get(at) {
            Some(bundle) => self.untied.0[at].get_or_init(|| bundle.untie()),
            None => match self.blocks.get(at - self.bundles.len()) {
                Some(block) => block,
                None => self.last.block(),
            },
        }
    }

    /// What an event is tied up in, if it is.
    fn bundle(&self, place: usize) -> Option<&Bundle> {
        let at = place / BLOCK;
        let last = || self.last.bundle().filter(|_| at == self.bundles.len() + self.blocks.len());
        self.bundles.get(at).or_else(last).map(AsRef::as_ref)
    }

    fn from(&self, place: usize) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        (place..self.len()).map(|place| self.at(place))
    }

    fn at(&self, place: usize) -> Entry<'_> {
        let kept = &self.block(place / BLOCK)[place % BLOCK];
        let superseded_by = self.mark_at(place);
        Entry { event: &kept.event, act: &kept.act, step: kept.step, superseded_by }
    }

    fn glance(&self, place: usize) -> Glance {
        let superseded_by = self.mark_at(place);
        match self.bundle(place) {
            Some(bundle) => bundle.glance(place % BLOCK, superseded_by),
            None => Glance::of(&self.block(place / BLOCK)[place % BLOCK], superseded_by),
        }
    }
}

/// What an event did, read.
pub(in crate::service) fn read_act(event: &StoredEvent) -> Result<Act, ServiceError> {
    Act::read(&event.act).map_err(|unread| {
        let what = format!("event {} {unread}", event.seq);
        ServiceError::Broken(match unread {
            Unread::Newer(_) => Ahead(what).into(),
            Unread::Damaged(_) => anyhow::anyhow!(what),
        })
    })
}
