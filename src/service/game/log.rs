//! The log of a game in memory: what stands in it is shared by all who hold the game, however
//! long it is. Whoever adds an event copies at most the last block, and of that only references.

use std::sync::Arc;

use crate::rules::{Act, Viewer};
use crate::service::error::ServiceError;
use crate::store::{Seq, StoredEvent};

/// Events in a block: few enough that copying one costs nothing beside deciding an order, and
/// enough that the list of blocks stays short.
const BLOCK: usize = 64;

/// The facts of an event that changed nothing in the game.
pub(in crate::service) const NOTHING: &str = "[]";

/// One event of the log, with its act read.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub event: &'a Arc<StoredEvent>,
    pub act: &'a Act,
    /// Its number among the events that everybody may know of. One that its seat alone knows of
    /// belongs to the step before it.
    pub step: u64,
    /// The event that set this one aside, a take-back or a rewind, if one did.
    pub aside: Option<Seq>,
}

impl Entry<'_> {
    /// Whether a viewer may know that there was such an event.
    pub fn is_known_by(&self, viewer: Viewer) -> bool {
        self.event.is_open() || self.event.seat.is_some_and(|seat| viewer.is(seat))
    }

    /// Whether the event changed the game itself.
    pub fn has_facts(&self) -> bool {
        match self.act {
            Act::Started | Act::Ordered { .. } | Act::Lapsed { .. } | Act::Rang => true,
            Act::Rewound { .. } => true,
            // Only in titles that end when one seat alone is left.
            Act::Left { .. } => self.event.facts != NOTHING,
            _ => false,
        }
    }
}

/// An event with its act, as it is shared.
#[derive(Debug)]
struct Shared {
    event: Arc<StoredEvent>,
    act: Act,
    step: u64,
}

type Block = Vec<Arc<Shared>>;

/// All events so far, in order. Clones share what they have in common.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Those that are full. The list is copied once a block, not once an event.
    blocks: Arc<Vec<Arc<Block>>>,
    /// The one that is being filled.
    last: Arc<Block>,
    /// Which places were set aside, and by which event; in the order of the places. It stands
    /// beside the events, so that a mark changes none of them.
    aside: Arc<Vec<(usize, Seq)>>,
}

impl Log {
    /// Adds an event at the end.
    pub fn push(&mut self, event: Arc<StoredEvent>, act: Act, step: u64) {
        Arc::make_mut(&mut self.last).push(Arc::new(Shared { event, act, step }));
        if self.last.len() == BLOCK {
            Arc::make_mut(&mut self.blocks).push(std::mem::take(&mut self.last));
        }
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.blocks.len() * BLOCK + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last event.
    pub fn last(&self) -> Option<Entry<'_>> {
        self.iter().next_back()
    }

    /// All events, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        self.from(0)
    }

    /// The events numbered higher than that, oldest first.
    pub fn after(&self, seq: Seq) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        self.from(self.place_after(seq))
    }

    /// The event of that number.
    pub fn event(&self, seq: Seq) -> Option<Entry<'_>> {
        self.after(seq.checked_sub(1)?).next().filter(|entry| entry.event.seq == seq)
    }

    /// The last event before the step after that one: a viewer who may know of a step may know of
    /// what it did itself before the next.
    pub fn end_of(&self, step: u64) -> Seq {
        let within = |kept: &Arc<Shared>| kept.step <= step;
        let full = self.blocks.partition_point(|block| block.last().is_none_or(within));
        let place = full * BLOCK + self.block(full).partition_point(within);
        place.checked_sub(1).map_or(0, |place| self.at(place).event.seq)
    }

    /// The step of an event.
    pub fn step_of(&self, seq: Seq) -> u64 {
        self.place_after(seq).checked_sub(1).map_or(0, |place| self.at(place).step)
    }

    /// Whether nothing up to that event was set aside after it.
    pub fn stood_at(&self, seq: Seq) -> bool {
        let end = self.place_after(seq);
        self.aside.iter().all(|(place, by)| *place >= end || *by <= seq)
    }

    /// Sets aside what changed the game after event `to` and still stands, but for what seats left
    /// for later. Tells whether there was anything.
    pub fn set_aside(&mut self, to: Seq, by: Seq) -> bool {
        let first = self.place_after(to);
        let stands = |place: &usize| {
            let entry = self.at(*place);
            entry.event.is_open() && entry.has_facts() && entry.aside.is_none()
        };
        let new: Vec<(usize, Seq)> =
            (first..self.len()).filter(stands).map(|place| (place, by)).collect();
        self.mark(new)
    }

    /// Goes back, by the last event, to what stood after event `to`: what changed the game since
    /// is set aside, whoever knows of it, and what was set aside since stands again.
    pub fn go_back(&mut self, to: Seq, by: Seq) {
        let first = self.place_after(to);
        Arc::make_mut(&mut self.aside).retain(|(place, mark)| *place >= first || *mark <= to);
        let stands = |place: &usize| {
            let entry = self.at(*place);
            entry.event.seq < by && entry.has_facts() && entry.aside.is_none()
        };
        let new: Vec<_> = (first..self.len()).filter(stands).map(|place| (place, by)).collect();
        self.mark(new);
    }

    /// Sets aside one event.
    pub fn set_one_aside(&mut self, seq: Seq, by: Seq) -> bool {
        let place = self.event(seq).and_then(|_| self.place_after(seq).checked_sub(1));
        self.mark(place.map(|place| (place, by)).into_iter().collect())
    }

    fn mark(&mut self, new: Vec<(usize, Seq)>) -> bool {
        if new.is_empty() {
            return false;
        }
        let aside = Arc::make_mut(&mut self.aside);
        aside.extend(new);
        aside.sort_unstable();
        true
    }

    /// Where the events numbered higher than that begin.
    fn place_after(&self, seq: Seq) -> usize {
        let before = |kept: &Arc<Shared>| kept.event.seq <= seq;
        let full = self.blocks.partition_point(|block| block.last().is_none_or(before));
        full * BLOCK + self.block(full).partition_point(before)
    }

    fn block(&self, at: usize) -> &Block {
        self.blocks.get(at).unwrap_or(&self.last)
    }

    fn from(&self, place: usize) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        (place..self.len()).map(|place| self.at(place))
    }

    fn at(&self, place: usize) -> Entry<'_> {
        let kept = &self.block(place / BLOCK)[place % BLOCK];
        let mark = self.aside.binary_search_by_key(&place, |(place, _)| *place);
        let aside = mark.ok().map(|mark| self.aside[mark].1);
        Entry { event: &kept.event, act: &kept.act, step: kept.step, aside }
    }
}

/// What an event did, read.
pub(in crate::service) fn read_act(event: &StoredEvent) -> Result<Act, ServiceError> {
    serde_json::from_str(&event.act).map_err(|error| {
        ServiceError::Broken(anyhow::anyhow!(
            "the act of event {} cannot be read: {error}",
            event.seq
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::rules::act::Via;
    use crate::store::{GameId, Hash};

    fn add(log: &mut Log, seq: Seq) {
        let event = StoredEvent {
            position: 0,
            game: GameId::parse("game").unwrap(),
            seq,
            at: chrono::DateTime::UNIX_EPOCH,
            kind: "ordered".to_owned(),
            seat: None,
            act: String::new(),
            known: String::new(),
            facts: NOTHING.to_owned(),
            draws: String::new(),
            hash: Hash([0; 32]),
        };
        let act = Act::Ordered { seat: Seat(1), order: seq.to_string(), via: Via::Page };
        log.push(Arc::new(event), act, seq);
    }

    fn log(events: Seq) -> Log {
        let mut log = Log::default();
        (1..=events).for_each(|seq| add(&mut log, seq));
        log
    }

    #[test]
    fn events_are_found_by_their_numbers_in_and_between_blocks() {
        for length in [0, 1, 63, 64, 65, 200] {
            let log = log(length);
            let numbers = |after| log.after(after).map(|e| e.event.seq).collect::<Vec<_>>();
            assert_eq!(log.len() as Seq, length);
            assert_eq!(log.last().map_or(0, |entry| entry.event.seq), length);
            for after in [0, 1, 62, 63, 64, 65, 199, 200, 201] {
                assert_eq!(numbers(after), (after + 1..=length).collect::<Vec<_>>());
                assert_eq!(log.event(after).is_some(), (1..=length).contains(&after), "{after}");
            }
        }
    }

    #[test]
    fn numbers_may_have_gaps_where_something_was_left_out() {
        let mut log = log(3);
        add(&mut log, 9);
        assert_eq!(log.after(3).map(|entry| entry.event.seq).collect::<Vec<_>>(), [9]);
        assert!(log.event(9).is_some() && log.event(4).is_none());
    }

    #[test]
    fn a_copy_shares_what_was_there_and_goes_its_own_way() {
        let before = log(10_000);
        let mut after = before.clone();
        add(&mut after, 10_001);
        assert!(Arc::ptr_eq(&before.blocks, &after.blocks), "the list of blocks is not copied");
        assert_eq!((before.len(), after.len()), (10_000, 10_001));
        assert!(after.set_aside(9_999, 10_002));
        assert!(!after.set_aside(9_999, 10_003), "nothing stands there any more");
        let marks = |log: &Log| log.after(9_998).map(|entry| entry.aside).collect::<Vec<_>>();
        assert_eq!(marks(&before), [None, None]);
        assert_eq!(marks(&after), [None, Some(10_002), Some(10_002)]);
    }
}
