//! The events that a log goes back to: how the game stood there is kept while it is folded.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::service::error::ServiceError;
use crate::service::game::log::read_act;
use ravenpost_log::{Act, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// The kinds of the acts that go back, as they are stored.
const BACK: [&str; 3] = ["undone", "instruction-withdrawn", "rewound"];

/// Whether an event of that kind goes back to how the game stood earlier.
pub fn goes_back(kind: &str) -> bool {
    BACK.contains(&kind)
}

/// The events after which what is set aside begins, found while a log goes by.
#[derive(Default)]
pub struct Marks {
    found: BTreeSet<Seq>,
    /// The events that are steps of their own.
    steps: Vec<Seq>,
    /// What each seat has left for later and not taken back.
    left: BTreeMap<Option<Seat>, Vec<Seq>>,
}

impl Marks {
    /// The next event of the log.
    pub fn past(&mut self, event: &StoredEvent) -> Result<(), ServiceError> {
        match event.is_open() {
            true => self.steps.push(event.seq),
            false if event.kind == "ordered" => {
                self.left.entry(event.seat).or_default().push(event.seq);
            }
            false => {}
        }
        if !goes_back(&event.kind) {
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

    /// Their numbers, in order.
    pub fn found(self) -> BTreeSet<Seq> {
        self.found
    }
}

/// Those of a whole log.
pub fn marks(log: &[Arc<StoredEvent>]) -> Result<BTreeSet<Seq>, ServiceError> {
    if !log.iter().any(|event| goes_back(&event.kind)) {
        return Ok(BTreeSet::new());
    }
    let mut marks = Marks::default();
    log.iter().try_for_each(|event| marks.past(event))?;
    Ok(marks.found())
}
