//! What keeps a game's draws apart: the epoch, and the number of the draw since it started. Folded
//! from the log and nothing else.

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

    /// Whether a game had that epoch before.
    pub fn has(&self, epoch: Epoch) -> bool {
        self.begun.iter().any(|begun| begun.epoch == epoch)
    }

    /// What distinguishes the draws of the next event from all others of the game. Before the
    /// opening, which names the first epoch, there are none, and zeros stand for it.
    pub fn count(&self) -> Count {
        let epoch = self.begun.last().map_or(Epoch([0; 32]), |begun| begun.epoch);
        Count { epoch, number: self.drew + 1 }
    }

    /// The same, where the next event holds that act: one that begins an epoch draws in it.
    pub fn count_of(&self, act: &Act) -> Count {
        match act {
            Act::EpochStarted { epoch, .. } => Count { epoch: *epoch, number: 1 },
            _ => self.count(),
        }
    }

    /// Takes note of an event, which is that step. What is set aside later has drawn all the same.
    pub fn past(&mut self, act: &Act, event: &StoredEvent, step: Step) {
        let begun = match act {
            Act::Opened(opening) => Some((opening.epoch, None)),
            Act::EpochStarted { epoch, cause } => Some((*epoch, Some((step, *cause)))),
            _ => None,
        };
        if let Some((epoch, renewed)) = begun {
            self.begun.push(Begun { epoch, renewed });
            self.drew = 0;
        }
        self.drew += u64::from(event.draws != NOTHING);
    }
}
