//! What keeps a game's draws apart: by its step where it has no epoch, else by the epoch and the
//! number of the draw since that began. Folded from the log and nothing else.

use crate::act::Act;
use crate::act::cause::Renewal;
use crate::event::{NOTHING, StoredEvent};
use ravenpost_rules::dice::{Count, Epoch};
use ravenpost_rules::numbers::Step;

/// An epoch of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The fresh bytes that the dice of the epoch depend on.
    pub epoch: Epoch,
    /// The step it began with, and why; nothing for that of the opening.
    pub renewed: Option<(Step, Renewal)>,
}

/// The epochs of a game, and how often it has drawn since the last began.
#[derive(Clone, Debug, Default)]
pub struct Epochs {
    begun: Vec<Begun>,
    drew: u64,
}

impl Epochs {
    /// Those that began while the game went on: the step of each, and why.
    pub fn renewals(&self) -> impl Iterator<Item = (Step, Renewal)> {
        self.begun.iter().filter_map(|begun| begun.renewed)
    }

    /// Whether the game opened with one.
    pub fn from_the_start(&self) -> bool {
        self.begun.first().is_some_and(|begun| begun.renewed.is_none())
    }

    /// Whether a game had that epoch before.
    pub fn has(&self, epoch: Epoch) -> bool {
        self.begun.iter().any(|begun| begun.epoch == epoch)
    }

    /// By what the draws of the next event are told from others, which would be that step.
    pub fn count(&self, step: Step) -> Count {
        match self.begun.last() {
            Some(begun) => Count::Since(begun.epoch, self.drew + 1),
            None => Count::Step(step),
        }
    }

    /// Takes note of an event, which is that step. What is set aside later has drawn all the same.
    pub fn past(&mut self, act: &Act, event: &StoredEvent, step: Step) {
        let begun = match act {
            Act::Opened(opening) => opening.epoch.map(|epoch| (epoch, None)),
            Act::Epoch { epoch, why } => Some((*epoch, Some((step, *why)))),
            _ => None,
        };
        if let Some((epoch, renewed)) = begun {
            self.begun.push(Begun { epoch, renewed });
            self.drew = 0;
        }
        self.drew += u64::from(event.draws != NOTHING);
    }
}
