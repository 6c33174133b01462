//! Checks the visibility that a title declares for its facts, which decides what the log may
//! disclose.

use crate::dice::Dice;
use crate::erased::{Decided, Position, Title};
use crate::seat::{Seat, Viewer, Visibility};
use crate::view::Narration;
use serde_json::Value;

use super::forks::check_imagined_identically;

/// Checks that a seat's instructions for later stay private: they are not narrated to others,
/// change no other view and prompt no seat.
pub fn own_affair(here: &str, before: &dyn Position, seat: Seat, decided: &Decided) {
    let facts: Vec<Value> = serde_json::from_str(&decided.facts).expect("a list");
    assert_eq!(facts.len(), decided.known.len(), "{here}: each fact is known by somebody");
    if decided.happened || decided.is_empty() {
        return;
    }
    let (title, order) = (before.title(), &decided.order);
    let others = Seat::all(before.seats()).filter(|other| *other != seat).map(Viewer::Seat);
    for viewer in others.chain([Viewer::Spectator]) {
        let narration = title.narrate(&decided.facts, viewer).expect("facts are readable");
        assert!(
            narration.is_empty(),
            "{here}: {viewer:?} hears that {order} was left: {narration:?}"
        );
        let shown = [before, &*decided.next].map(|position| position.show(viewer));
        assert_eq!(shown[0], shown[1], "{here}: {viewer:?} sees that {order} was left");
        check_imagined_identically(here, viewer, before, &*decided.next);
    }
    assert_eq!(before.awaited(), decided.next.awaited(), "{here}: {order} asks something");
}

/// Checks that the facts a viewer may know are the same where only hidden things differ, if the
/// viewer is told the same and sees the same afterwards.
pub fn nothing_known(
    here: &str,
    viewer: Viewer,
    decided: &Decided,
    other: &dyn Position,
    seat: Seat,
    order: &str,
    mut dice: Dice,
) {
    let Some(imagined) = other.attempt(seat, order, &mut dice) else { return };
    let both = [decided, &imagined];
    let [one, another] = both
        .map(|decided| other.title().narrate(&decided.facts, viewer).expect("facts are readable"));
    if sees_the_same(viewer, both) && one == another {
        check_imagined_identically(here, viewer, &*decided.next, &*imagined.next);
        let [one, another] = both.map(|decided| open(decided, viewer));
        assert_eq!(one, another, "{here}: {order} of {seat:?} tells {viewer:?} too much");
    }
}

/// Checks that others' random draws are narrated in the same words whatever was drawn, if the
/// viewer sees the same afterwards and may know the same.
pub fn nothing_drawn(
    here: &str,
    viewer: Viewer,
    decided: &Decided,
    before: &dyn Position,
    seat: Seat,
    order: &str,
    mut dice: Dice,
) {
    let Some(otherwise) = before.attempt(seat, order, &mut dice) else { return };
    let both = [decided, &otherwise];
    let [one, another] = both.map(|decided| open(decided, viewer));
    if sees_the_same(viewer, both) && one == another {
        check_imagined_identically(here, viewer, &*decided.next, &*otherwise.next);
        let [one, another] = narration(before.title(), both, viewer);
        assert_eq!(one, another, "{here}: {order} of {seat:?} tells {viewer:?} what was drawn");
    }
}

/// Checks that a choice that others may not see is narrated in the same words, whichever it is. On
/// its own turn a seat acts publicly, so only the last word of an order can be secret. Orders that
/// change nothing are skipped.
pub fn sealed(
    here: &str,
    viewer: Viewer,
    decided: &Decided,
    before: &dyn Position,
    seat: Seat,
    orders: &[String],
    dice: impl Fn() -> Dice,
) {
    let title = before.title();
    let reveals = |one: &Decided| title.reveals(&one.facts).expect("facts are readable");
    let private = before.awaited().iter().any(|one| one.seat == seat && one.private);
    let alike = |order: &String| private || public_part(order) == public_part(&decided.order);
    let tried = orders.iter().filter(|order| alike(order));
    let tried = tried.filter_map(|order| before.attempt(seat, order, &mut dice()));
    let instead: Vec<Decided> = tried.collect();
    let known = open(decided, viewer);
    let unseen = |one: &Decided| {
        sees_the_same(viewer, [decided, one]) && !reveals(one) && open(one, viewer) == known
    };
    if instead.len() > 1 && !reveals(decided) && instead.iter().all(unseen) {
        let after = decided.next.document();
        for other in instead.iter().filter(|other| other.next.document() != after) {
            let both = [decided, other];
            let [one, another] = narration(title, both, viewer);
            let orders = both.map(|decided| &decided.order);
            assert_eq!(one, another, "{here}: {viewer:?} tells {orders:?} of {seat:?} apart");
            check_imagined_identically(here, viewer, &*decided.next, &*other.next);
        }
    }
}

/// Returns the public part of an order given on a seat's own turn: all but its last word.
fn public_part(order: &str) -> &str {
    order.rsplit_once(' ').map_or(order, |(public_part, _)| public_part)
}

fn sees_the_same(viewer: Viewer, both: [&Decided; 2]) -> bool {
    let [one, another] = both.map(|decided| decided.next.show(viewer));
    one == another
}

/// Returns the narrations about other seats; a seat may know its own draws.
fn narration(title: &dyn Title, both: [&Decided; 2], viewer: Viewer) -> [Vec<Narration>; 2] {
    let own = |one: &Narration| one.seat.is_some_and(|seat| viewer.is(seat));
    both.map(|decided| {
        let narration = title.narrate(&decided.facts, viewer).expect("facts are readable");
        narration.into_iter().filter(|one| !own(one)).collect()
    })
}

fn open(decided: &Decided, viewer: Viewer) -> Vec<Value> {
    let facts: Vec<Value> = serde_json::from_str(&decided.facts).expect("a list");
    let known = facts.into_iter().zip(&decided.known);
    known
        .filter(|(_, known): &(Value, &Visibility)| known.by(viewer))
        .map(|(fact, _)| fact)
        .collect()
}
