//! What can go wrong in a use case. Two questions are kept apart: did the domain say no, or did
//! the machine fail. Only the second kind is logged as an error.

use ravenpost_log::GameId;
use ravenpost_rules::erased::BadHistory;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Refusal};
use ravenpost_store::StoreError;

/// The "no" of the service, or its failure.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The rules, or a form's check, said no; every reason is told.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Refused(Vec<Refusal>),
    /// The game has moved on since the page or letter was made.
    #[error("the game has moved on since")]
    Changed {
        /// What happened since, as the seat may hear it.
        since: Vec<Narration>,
        step: Step,
    },
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// Signed in is not enough, or not signed in at all.
    #[error("{0}")]
    Denied(&'static str),
    /// Too often, too many: come again later.
    #[error("{0}")]
    TooMany(&'static str),
    /// The store could not; where `passing`, nothing was changed and trying again is right.
    #[error(transparent)]
    Store(StoreError),
    /// What is stored of this game makes no sense to this program: it is damaged, or a `newer`
    /// program has gone on with it.
    #[error("game {game} cannot be read: {why}")]
    Damaged { game: GameId, why: String, newer: bool },
    #[error(transparent)]
    Broken(anyhow::Error),
}

/// What a newer program has written, and this one cannot read.
#[derive(Debug, thiserror::Error)]
#[error("a newer version of this program has gone on with it: {0}")]
pub struct Ahead(pub String);

impl ServiceError {
    /// A refusal with one plain reason.
    pub fn refused(why: impl Into<String>) -> ServiceError {
        ServiceError::Refused(vec![Refusal::new(why)])
    }

    /// The refusals of one part of a line, which is told with them; parts are counted from 0 here.
    pub(super) fn in_part(refusals: Vec<Refusal>, at: usize) -> ServiceError {
        let placed = refusals.into_iter().map(|refusal| refusal.in_part(at + 1));
        ServiceError::Refused(placed.collect())
    }

    /// A log that does not make sense.
    pub fn corrupt(game: &GameId, what: &str) -> ServiceError {
        ServiceError::Damaged { game: game.clone(), why: format!("it {what}"), newer: false }
    }

    /// A log that a newer program has gone on with.
    pub fn ahead(game: &GameId, what: impl Into<String>) -> ServiceError {
        let why = Ahead(what.into()).to_string();
        ServiceError::Damaged { game: game.clone(), why, newer: true }
    }

    /// Whether it is a game that a newer program has gone on with.
    pub fn is_ahead(&self) -> bool {
        matches!(self, ServiceError::Damaged { newer: true, .. })
    }

    /// The same while that game was worked on: what broke then is its damage.
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

    /// The same where the game must go on by itself: what says no to it says so again and again.
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
