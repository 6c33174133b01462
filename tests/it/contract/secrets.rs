//! What a title says of who may know what: the log goes by it when it hides what it proves.

use ravenpost::rules::{Decided, Dice, Known, Position, Seat, Viewer};
use serde_json::Value;

/// What a seat leaves for later is seen by nobody else: neither told, nor in any view, nor in who
/// is asked what.
pub fn own_affair(here: &str, before: &dyn Position, seat: Seat, decided: &Decided) {
    let facts: Vec<Value> = serde_json::from_str(&decided.facts).expect("a list");
    assert_eq!(facts.len(), decided.known.len(), "{here}: each fact is known by somebody");
    if decided.happened || decided.is_empty() {
        return;
    }
    let (title, order) = (before.title(), &decided.order);
    let others = Seat::all(before.seats()).filter(|other| *other != seat).map(Viewer::Seat);
    for viewer in others.chain([Viewer::Watcher]) {
        let told = title.tell(&decided.facts, viewer).expect("facts are readable");
        assert!(told.is_empty(), "{here}: {viewer:?} hears that {order} was left: {told:?}");
        let shown = [before, &*decided.next].map(|position| position.show(viewer));
        assert_eq!(shown[0], shown[1], "{here}: {viewer:?} sees that {order} was left");
    }
    assert_eq!(before.awaited(), decided.next.awaited(), "{here}: {order} asks something");
}

/// The facts that a viewer may know are the same where only hidden things differ: whenever it is
/// told the same and sees the same afterwards.
pub fn nothing_known(
    here: &str,
    viewer: Viewer,
    (decided, other): (&Decided, &dyn Position),
    (seat, order, mut dice): (Seat, &str, Dice),
) {
    let Some(imagined) = other.attempt(seat, order, &mut dice) else { return };
    let told = |decided: &Decided| other.title().tell(&decided.facts, viewer).expect("readable");
    let seen = |decided: &Decided| (told(decided), decided.next.show(viewer));
    if seen(decided) == seen(&imagined) {
        let known = [decided, &imagined].map(|decided| open(decided, viewer));
        assert_eq!(known[0], known[1], "{here}: {order} of {seat:?} tells {viewer:?} too much");
    }
}

fn open(decided: &Decided, viewer: Viewer) -> Vec<Value> {
    let facts: Vec<Value> = serde_json::from_str(&decided.facts).expect("a list");
    let known = facts.into_iter().zip(&decided.known);
    known.filter(|(_, known): &(Value, &Known)| known.by(viewer)).map(|(fact, _)| fact).collect()
}
