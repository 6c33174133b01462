//! Computes event hashes in advance on all cores. The expected hash of an event depends on what is
//! stored before it, and not on the result of earlier checks.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use crate::packed::Raw;
use ravenpost_log::Hash;
use ravenpost_log::chain::Chain;
use ravenpost_log::chain::Link;
use ravenpost_log::chain::Tip;

/// The chain of a game and its current tip.
pub(super) type Stand = (Arc<Chain>, Tip);

/// The expected hash of an event with the tip it was computed from, if that is known in advance.
pub(super) type Ahead = Option<(Tip, Hash)>;

/// Computes the hashes of these events; `stand` returns each game's position before them.
pub(super) fn ahead(events: &[Raw<'_>], stand: impl Fn(&[u8]) -> Option<Stand>) -> Vec<Ahead> {
    let mut stands: BTreeMap<&[u8], Option<Stand>> = BTreeMap::new();
    let mut due = Vec::with_capacity(events.len());
    for event in events {
        let stand = stands.entry(event.game).or_insert_with(|| stand(event.game));
        due.push(stand.as_mut().zip(event.link()).map(|((chain, tip), link)| {
            let before = *tip;
            *tip = before.after(&link, event.own_hash());
            (Arc::clone(chain), link, before)
        }));
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = due.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let parts = due.chunks(share).map(|part| scope.spawn(move || hashes(part)));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().expect("hashing does not panic")).collect()
    })
}

fn hashes(due: &[Option<(Arc<Chain>, Link<'_>, Tip)>]) -> Vec<Ahead> {
    let hash = |(chain, link, tip): &(Arc<Chain>, Link, Tip)| (*tip, chain.hash(link, tip));
    due.iter().map(|due| due.as_ref().map(hash)).collect()
}
