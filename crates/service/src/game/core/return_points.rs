//! Finds the events that a log returns to, so that their states can be stored while it is folded.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::error::ServiceError;
use crate::game::core::log::read_act;
use ravenpost_log::{Act, ActKind, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// The acts that return the game to an earlier state.
pub const BACK: [ActKind; 3] = [ActKind::Undone, ActKind::InstructionWithdrawn, ActKind::Rewound];

/// Whether an event returns the game to an earlier state.
pub fn goes_back(event: &StoredEvent) -> bool {
    BACK.iter().any(|kind| event.is(*kind))
}

/// Collects the last events before superseded ranges while a log is read.
#[derive(Default)]
pub struct Marks {
    found: BTreeSet<Seq>,
    /// The public events, each a step of its own.
    steps: Vec<Seq>,
    /// The instructions of each seat that were not withdrawn.
    left: BTreeMap<Option<Seat>, Vec<Seq>>,
}

impl Marks {
    /// Processes the next event of the log.
    pub fn past(&mut self, event: &StoredEvent) -> Result<(), ServiceError> {
        match event.is_open() {
            true => self.steps.push(event.seq),
            false if event.is(ActKind::Ordered) => {
                self.left.entry(event.seat).or_default().push(event.seq);
            }
            false => {}
        }
        if !goes_back(event) {
            return Ok(());
        }
        let first = match read_act(event)? {
            Act::Undone { step, .. } => {
                step.0.checked_sub(1).and_then(|at| self.steps.get(at as usize).copied())
            }
            Act::Rewound { to } => self.steps.get(to.0 as usize).copied(),
            Act::InstructionWithdrawn { seat } => self.left.get_mut(&Some(seat)).and_then(Vec::pop),
            _ => None,
        };
        self.found.extend(first.map(|first| first - 1));
        Ok(())
    }

    /// The collected event numbers, in order.
    pub fn found(self) -> BTreeSet<Seq> {
        self.found
    }
}

/// The marks of a whole log.
pub fn marks(log: &[Arc<StoredEvent>]) -> Result<BTreeSet<Seq>, ServiceError> {
    if !log.iter().any(|event| goes_back(event)) {
        return Ok(BTreeSet::new());
    }
    let mut marks = Marks::default();
    log.iter().try_for_each(|event| marks.past(event))?;
    Ok(marks.found())
}
