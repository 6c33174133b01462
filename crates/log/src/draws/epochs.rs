//! Epochs and draw counts, which keep a game's draws distinct. They are folded from the log alone.

use crate::act::Act;
use crate::act::cause::Renewal;
use crate::event::{NOTHING, StoredEvent};
use ravenpost_rules::dice::{Count, Epoch};
use ravenpost_rules::numbers::Step;

/// An epoch of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The random bytes that the epoch's dice depend on.
    pub epoch: Epoch,
    /// The step it began with, and why; `None` for the first epoch.
    pub renewed: Option<(Step, Renewal)>,
}

/// The epochs of a game, and the number of events with draws in the current one.
#[derive(Clone, Debug, Default)]
pub struct Epochs {
    begun: Vec<Begun>,
    drew: u64,
}

impl Epochs {
    /// Returns the later epochs: the step of each and its cause.
    pub fn renewals(&self) -> impl Iterator<Item = (Step, Renewal)> {
        self.begun.iter().filter_map(|begun| begun.renewed)
    }

    /// Returns whether the game had that epoch before.
    pub fn has(&self, epoch: Epoch) -> bool {
        self.begun.iter().any(|begun| begun.epoch == epoch)
    }

    /// Returns what distinguishes the draws of the next event from all others of the game. Before
    /// the opening, which names the first epoch, the epoch is all zeros.
    pub fn count(&self) -> Count {
        let epoch = self.begun.last().map_or(Epoch([0; 32]), |begun| begun.epoch);
        Count { epoch, number: self.drew + 1 }
    }

    /// Returns the count for a next event with that act. The act that starts an epoch already draws
    /// in it.
    pub fn count_of(&self, act: &Act) -> Count {
        match act {
            Act::EpochStarted { epoch, .. } => Count { epoch: *epoch, number: 1 },
            _ => self.count(),
        }
    }

    /// Records an event with its step. Superseded events count too.
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
