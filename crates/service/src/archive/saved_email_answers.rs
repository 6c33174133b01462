//! Compares an email that a player kept with the log. It detects a truncated log, a rewritten
//! history and a missing game.

use crate::error::ServiceError;
use crate::handles::Archive;
use ravenpost_log::email::saved::{SavedEmail, SignedHead};
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::Note;
use ravenpost_log::proof::tree;
use ravenpost_log::{Broken, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_store::log::unsealed::{self, Unsealed};
use ravenpost_store::log::{checkpoints, seals};

/// The result of checking a head from an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogAnswer {
    /// It matches. The number is how many steps have been added since.
    Holds(GameId, u64),
    /// The log has another event at that step.
    Otherwise(GameId),
    /// The log ends before that step.
    EndsAt(GameId, Step),
    /// The log is inconsistent.
    Broken(Broken),
    Gone,
}

/// The result of checking a seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SealAnswer {
    /// It matches, and all games that it covers are complete. The number is how many they are.
    Holds(u64),
    /// That day has a different seal.
    Otherwise,
    /// That day has no seal here.
    None,
    /// It matches, but some games that it covers are incomplete.
    Missing(Vec<Unsealed>),
}

/// The result of checking a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeAnswer {
    /// It matches. The number is how many seals have been added since.
    Holds(u64),
    /// The seals here differ from those that it covers.
    Otherwise,
    /// There are only this many seals.
    EndsAt(u64),
}

impl Archive<'_> {
    /// Compares each head in an email with the log.
    pub async fn answers_email(self, email: &SavedEmail) -> Result<Vec<LogAnswer>, ServiceError> {
        let mut answers = Vec::new();
        for head in &email.heads {
            answers.push(self.answer(head).await?);
        }
        Ok(answers)
    }

    /// Compares each seal in an email with the stored ones.
    pub async fn answers_seals(self, email: &SavedEmail) -> Result<Vec<SealAnswer>, ServiceError> {
        let (reader, mut answers) = (self.store().read(), Vec::new());
        for named in &email.seals {
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

    /// Compares each checkpoint in an email with the stored seals.
    pub async fn answers_checkpoints(
        self,
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

    async fn answer(self, head: &SignedHead) -> Result<LogAnswer, ServiceError> {
        let game_id = &head.game;
        match self.fairness().audit_game(game_id).await {
            Err(ServiceError::NotFound(_)) => return Ok(LogAnswer::Gone),
            Err(error) => return Err(error),
            Ok(audited) => {
                if let Some(broken) = audited.broken {
                    return Ok(LogAnswer::Broken(broken));
                }
            }
        }
        let game = self.games().load(game_id).await?;
        let last = game.step();
        if head.step > last {
            return Ok(LogAnswer::EndsAt(game_id.clone(), last));
        }
        let step = game.log.iter().find(|entry| entry.event.is_open() && entry.step == head.step);
        Ok(match step {
            Some(step) if step.event.hash == head.hash => {
                LogAnswer::Holds(game_id.clone(), last.0 - head.step.0)
            }
            _ => LogAnswer::Otherwise(game_id.clone()),
        })
    }
}
