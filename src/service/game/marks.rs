//! The events that a log goes back to: how the game stood there is kept while it is folded.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::rules::{Act, Seat};
use crate::service::error::ServiceError;
use crate::service::log::read_act;
use crate::store::StoredEvent;

/// The kinds of the acts that go back, as they are stored.
const BACK: [&str; 3] = ["taken-back", "withdrawn", "rewound"];

/// Whether an event of that kind goes back to how the game stood earlier.
pub fn goes_back(kind: &str) -> bool {
    BACK.contains(&kind)
}

/// The numbers of the events after which what is set aside begins, in order.
pub fn marks(log: &[Arc<StoredEvent>]) -> Result<BTreeSet<u64>, ServiceError> {
    let mut marks = BTreeSet::new();
    if !log.iter().any(|event| goes_back(&event.kind)) {
        return Ok(marks);
    }
    let (mut steps, mut left): (Vec<u64>, BTreeMap<Option<Seat>, Vec<u64>>) = Default::default();
    for event in log {
        match event.is_open() {
            true => steps.push(event.seq),
            false if event.kind == "ordered" => {
                left.entry(event.seat).or_default().push(event.seq);
            }
            false => {}
        }
        if !goes_back(&event.kind) {
            continue;
        }
        let first = match read_act(event)? {
            Act::TakenBack { to, .. } => to.checked_add(1),
            Act::Undone { step, .. } => {
                step.checked_sub(1).and_then(|at| steps.get(at as usize).copied())
            }
            Act::Rewound { to } => steps.get(to as usize).copied(),
            Act::Withdrawn { seat } => left.get_mut(&Some(seat)).and_then(Vec::pop),
            _ => None,
        };
        marks.extend(first.map(|first| first - 1));
    }
    Ok(marks)
}
