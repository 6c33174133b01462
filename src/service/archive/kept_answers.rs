//! A letter that somebody kept, held against the log: a tail that is gone shows, a history that was
//! written anew, and so does a whole game.

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_log::letter::kept::{KeptLetter, SignedHead};
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::Note;
use ravenpost_log::proof::tree;
use ravenpost_log::{Broken, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_store::log::unsealed::{self, Unsealed};
use ravenpost_store::log::{checkpoints, seals};

/// What the log says to the head that an email has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogAnswer {
    /// The same. So many steps came since.
    Holds(GameId, u64),
    /// Another step stands at its place.
    Otherwise(GameId),
    /// Its last step comes before.
    EndsAt(GameId, Step),
    /// It does not hold in itself.
    Broken(Broken),
    /// There is no such game.
    Gone,
}

/// What the log says to a seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SealAnswer {
    /// That day has it, and all is there that it was made over: so many games.
    Holds(u64),
    /// That day has another.
    Otherwise,
    /// That day has none here.
    None,
    /// The day has it, and not all is there any more.
    Missing(Vec<Unsealed>),
}

/// What the seals here say to a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeAnswer {
    /// They begin with those that it is of. So many came since.
    Holds(u64),
    /// They are others than those that the checkpoint is of.
    Otherwise,
    /// There are only so many.
    EndsAt(u64),
}

impl Service {
    /// What the log says to each head in an email, one answer for each.
    pub async fn answers_letter(
        &self,
        letter: &KeptLetter,
    ) -> Result<Vec<LogAnswer>, ServiceError> {
        let mut answers = Vec::new();
        for head in &letter.heads {
            answers.push(self.answer(head).await?);
        }
        Ok(answers)
    }

    /// What the log says to each seal of a letter.
    pub async fn answers_seals(
        &self,
        letter: &KeptLetter,
    ) -> Result<Vec<SealAnswer>, ServiceError> {
        let (reader, mut answers) = (self.store().read(), Vec::new());
        for named in &letter.seals {
            answers.push(match seals::of_day(reader, named.day).await? {
                None => SealAnswer::None,
                Some(seal) if seal.hash != named.hash => SealAnswer::Otherwise,
                Some(seal) => match unsealed::all(reader, named.day).await? {
                    missing if missing.is_empty() => SealAnswer::Holds(seal.games),
                    missing => SealAnswer::Missing(missing),
                },
            });
        }
        Ok(answers)
    }

    /// What the seals here say to each checkpoint of a letter.
    pub async fn answers_checkpoints(
        &self,
        notes: &[Note],
    ) -> Result<Vec<TreeAnswer>, ServiceError> {
        if notes.is_empty() {
            return Ok(Vec::new());
        }
        let leaves = checkpoints::leaves(self.store().read()).await?;
        let answer = |note: &Note| {
            let Some(Checkpoint { size, root, .. }) = Checkpoint::read(&note.text) else {
                return TreeAnswer::Otherwise;
            };
            let (all, size) = (leaves.len() as u64, usize::try_from(size).unwrap_or(usize::MAX));
            match leaves.get(..size) {
                None => TreeAnswer::EndsAt(all),
                Some(first) if tree::root(first) == root => TreeAnswer::Holds(all - size as u64),
                Some(_) => TreeAnswer::Otherwise,
            }
        };
        Ok(notes.iter().map(answer).collect())
    }

    async fn answer(&self, head: &SignedHead) -> Result<LogAnswer, ServiceError> {
        let game = &head.game;
        match self.audit_game(game).await {
            Err(ServiceError::NotFound(_)) => return Ok(LogAnswer::Gone),
            Err(error) => return Err(error),
            Ok(audited) => {
                if let Some(broken) = audited.broken {
                    return Ok(LogAnswer::Broken(broken));
                }
            }
        }
        let live = self.live(game).await?;
        let last = live.step();
        if head.step > last {
            return Ok(LogAnswer::EndsAt(game.clone(), last));
        }
        let step = live.log.iter().find(|entry| entry.event.is_open() && entry.step == head.step);
        Ok(match step {
            Some(step) if step.event.hash == head.hash => {
                LogAnswer::Holds(game.clone(), last.0 - head.step.0)
            }
            _ => LogAnswer::Otherwise(game.clone()),
        })
    }
}
