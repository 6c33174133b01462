//! Errors of use cases: refusals by the domain, and technical failures. Only the latter are logged
//! as errors.

use ravenpost_log::GameId;
use ravenpost_rules::erased::BadHistory;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Refusal, RefusalCode};
use ravenpost_store::StoreError;

const REUSED: &str = "nothing was done, because this form has already been sent with different \
                      content; reload the page and try again";

/// A refusal or failure of the service.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Refused by the rules or by validation, with every reason.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Refused(Vec<Refusal>),
    /// The game has changed since the page or email was made.
    #[error("the game has changed since")]
    Changed {
        /// What happened since, as narrated to the seat.
        since: Vec<Narration>,
        step: Step,
    },
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// Not permitted for this player, or not signed in.
    #[error("{0}")]
    Denied(&'static str),
    /// A rate limit was reached.
    #[error("{0}")]
    TooMany(&'static str),
    /// The store failed. If `passing`, nothing was changed and the work can be retried.
    #[error(transparent)]
    Store(StoreError),
    /// The stored data of this game cannot be used: it is damaged, or a `newer` program has
    /// continued it.
    #[error("game {game} cannot be read: {why}")]
    Damaged { game: GameId, why: String, newer: bool },
    #[error(transparent)]
    Broken(anyhow::Error),
}

/// Data written by a newer program, which this one cannot read.
#[derive(Debug, thiserror::Error)]
#[error("a newer version of this program has continued it: {0}")]
pub struct Ahead(pub String);

impl ServiceError {
    /// A refusal with one reason.
    pub fn refused(why: impl Into<String>) -> ServiceError {
        ServiceError::Refused(vec![Refusal::new(why)])
    }

    /// A refusal with one reason and a code for programs.
    pub fn coded(code: RefusalCode, why: impl Into<String>) -> ServiceError {
        ServiceError::Refused(vec![Refusal::new(why).code(code)])
    }

    /// The refusal of a request whose idempotency key was already used with different content.
    /// Pages show it like any other, so the player's input is not lost.
    pub(crate) fn reused() -> ServiceError {
        ServiceError::coded(RefusalCode::KeyReused, REUSED)
    }

    /// Whether it refuses a request whose idempotency key was already used with different content.
    pub fn is_reused(&self) -> bool {
        let reused = |one: &Refusal| one.code == RefusalCode::KeyReused;
        matches!(self, ServiceError::Refused(why) if why.iter().any(reused))
    }

    /// Returns the reasons of a refusal, as pages show them; any other error stays an error.
    pub fn reasons(self) -> Result<Vec<String>, ServiceError> {
        match self {
            ServiceError::Refused(refusals) => {
                Ok(refusals.into_iter().map(|refusal| refusal.why).collect())
            }
            other => Err(other),
        }
    }

    /// Refusals of one part of a line, labelled with the part's number. `at` counts from 0.
    pub(super) fn in_part(refusals: Vec<Refusal>, at: usize) -> ServiceError {
        let placed = refusals.into_iter().map(|refusal| refusal.in_part(at + 1));
        ServiceError::Refused(placed.collect())
    }

    /// An error about a damaged log.
    pub fn corrupt(game: &GameId, what: &str) -> ServiceError {
        ServiceError::Damaged { game: game.clone(), why: format!("it {what}"), newer: false }
    }

    /// An error about a log that a newer program has continued.
    pub fn ahead(game: &GameId, what: impl Into<String>) -> ServiceError {
        let why = Ahead(what.into()).to_string();
        ServiceError::Damaged { game: game.clone(), why, newer: true }
    }

    /// Whether a newer program has continued the game.
    pub fn is_ahead(&self) -> bool {
        matches!(self, ServiceError::Damaged { newer: true, .. })
    }

    /// Attributes technical failures to the game that was being worked on.
    pub(super) fn of_game(self, game: &GameId) -> ServiceError {
        let game = game.clone();
        match self {
            ServiceError::Broken(why) => {
                ServiceError::Damaged { game, why: format!("{why:#}"), newer: why.is::<Ahead>() }
            }
            ServiceError::Store(StoreError::Corrupt(why)) => {
                ServiceError::Damaged { game, why, newer: false }
            }
            other => other,
        }
    }

    /// Like `of_game`, for work that must succeed for the game to continue. A refusal would recur,
    /// so it counts as damage.
    pub(super) fn in_the_way_of(self, game: &GameId) -> ServiceError {
        match self {
            ServiceError::Refused(_) | ServiceError::NotFound(_) | ServiceError::Denied(_) => {
                ServiceError::Damaged { game: game.clone(), why: self.to_string(), newer: false }
            }
            other => other.of_game(game),
        }
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => ServiceError::NotFound("thing"),
            other => ServiceError::Store(other),
        }
    }
}

impl From<BadHistory> for ServiceError {
    fn from(error: BadHistory) -> Self {
        ServiceError::Broken(error.into())
    }
}

impl From<Vec<Refusal>> for ServiceError {
    fn from(refusals: Vec<Refusal>) -> Self {
        ServiceError::Refused(refusals)
    }
}
