//! Imports a game exported elsewhere. It is verified first, permanently marked as imported, and
//! then shown and audited like any other. The time of the transfer does not count against any
//! clock.

use crate::handles::Archive;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::export::is_unfinished;
use super::verify::{Verified, Whole, verify};
use crate::error::ServiceError;
use crate::game::clocks::clock_rows::waiting_rows;
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::write::commit::game_row;
use crate::people::secret::Entropy;
use ravenpost_log::act::{Outage, Renewal};
use ravenpost_log::names;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId, Head};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::forks;
use ravenpost_store::log::origins::{self, Origin};
use ravenpost_store::log::{events, secrets};
use ravenpost_store::people::organisers;
use ravenpost_store::people::seat_holders::{self, FormerSeat, SeatHolder};
use ravenpost_store::{Change, Commit, CommitOutcome, PlayerId, StoreError, writes};

/// The people of an imported game.
#[derive(Clone, Default)]
pub(super) struct Company {
    pub(super) seats: Vec<SeatHolder>,
    /// Former holders, who get no additional time if they retake the seat.
    pub(super) former: Vec<FormerHolder>,
    pub(super) organiser: Option<PlayerId>,
}

/// A player who had a seat before.
#[derive(Clone)]
pub(super) struct FormerHolder {
    pub(super) player: PlayerId,
    pub(super) held: FormerSeat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ImportResult {
    In,
    /// The game is already here with the same history, which may have continued since.
    Before,
    /// A game with that id but another history is here.
    Otherwise,
}

/// Maximum length of the description of a game's origin, in characters.
const LONGEST_ORIGIN: usize = 200;

/// Verifies a file. The error describes what is wrong with it. Needs no database.
pub fn checked(file: &str) -> Result<Verified, ServiceError> {
    verify(file).map_err(|wrong| ServiceError::refused(wrong.to_string()))
}

/// Validates the public description of a game's origin.
pub(super) fn said(from: &str) -> Result<String, ServiceError> {
    names::visible(from, LONGEST_ORIGIN).ok_or_else(|| {
        let why =
            format!("the origin must be one line of at most {LONGEST_ORIGIN} visible characters");
        ServiceError::refused(why)
    })
}

impl Archive<'_> {
    /// Stores an exported game. If it is invalid or partial, or if its id is in use, it is refused
    /// and nothing changes.
    pub async fn import(
        self,
        now: DateTime<Utc>,
        file: &str,
        from: &str,
    ) -> Result<GameId, ServiceError> {
        self.import_checked(now, checked(file)?, from).await
    }

    pub async fn import_checked(
        self,
        now: DateTime<Utc>,
        verified: Verified,
        from: &str,
    ) -> Result<GameId, ServiceError> {
        let from = said(from)?;
        let game = verified.game.clone();
        match self.take_in(now, verified, &from, Company::default()).await? {
            ImportResult::In => Ok(game),
            ImportResult::Before | ImportResult::Otherwise => Err(ServiceError::refused(
                "a game with this id already exists; nothing was changed",
            )),
        }
    }

    /// Stores a verified game with its people, atomically.
    pub(super) async fn take_in(
        self,
        now: DateTime<Utc>,
        verified: Verified,
        from: &str,
        company: Company,
    ) -> Result<ImportResult, ServiceError> {
        let Verified { game, whole: Some(whole), .. } = verified else {
            return Err(ServiceError::refused(
                "the file is a partial view of a running game; only complete games can be imported",
            ));
        };
        self.may_import(&whole.game).await?;
        let _turn = self.games().lock_game(&game).await;
        let (secret, head) = (whole.secret, whole.game.tip.head);
        let seated: Vec<Seat> = company.seats.iter().map(|holder| holder.seat).collect();
        let commit = commit(now, self.entropy(), whole, &seated)?;
        let origin = Origin { game, said: from.to_owned(), head: head.hash, at: now };
        let job = self.store().try_write(writes!(|tx| {
            match commit.store(tx).await {
                Ok(CommitOutcome::Stored) => {}
                Ok(CommitOutcome::Duplicate(_)) | Err(StoreError::Conflict) => {
                    return known(events::one(tx, &origin.game, head.seq).await, head);
                }
                Err(error) => return Err(error.into()),
            }
            if let Some(secret) = &secret {
                secrets::put(tx, &origin.game, secret).await?;
            }
            for holder in &company.seats {
                seat_holders::set(tx, holder).await?;
            }
            for FormerHolder { player, held } in &company.former {
                seat_holders::had(tx, *player, held).await?;
            }
            if let Some(player) = company.organiser {
                organisers::put(tx, &origin.game, player).await?;
            }
            origins::put(tx, &origin).await?;
            Ok::<_, ServiceError>(ImportResult::In)
        }));
        job.await
    }

    /// Refuses a fork of a fork, regardless of which one is imported first.
    async fn may_import(self, game: &Game) -> Result<(), ServiceError> {
        let Some(fork) = &game.status.fork else { return Ok(()) };
        let parent = match GameId::parse(&fork.game) {
            Some(parent) => self.games().original_game(&parent).await,
            None => Err(ServiceError::NotFound("game")),
        };
        let of_a_fork = match parent {
            Ok(parent) => parent.status.fork.is_some(),
            Err(ServiceError::NotFound(_) | ServiceError::Store(StoreError::NotFound)) => false,
            Err(error) => return Err(error),
        };
        match of_a_fork || forks::any(self.store().read(), &game.id).await? {
            false => Ok(()),
            true => Err(ServiceError::refused(
                "this is a fork of a fork, which is not supported; import the original game and \
                 fork it",
            )),
        }
    }
}

/// Whether the stored game contains that event.
fn known(
    here: Result<ravenpost_log::StoredEvent, StoreError>,
    head: Head,
) -> Result<ImportResult, ServiceError> {
    match here {
        Ok(event) if event.hash == head.hash => Ok(ImportResult::Before),
        Ok(_) | Err(StoreError::NotFound) => Ok(ImportResult::Otherwise),
        Err(error) => Err(error.into()),
    }
}

/// Builds everything that is stored for a game, including compensation for the time since its
/// server was up and a change of the rules version.
fn commit(
    now: DateTime<Utc>,
    entropy: &Entropy,
    whole: Whole,
    seated: &[Seat],
) -> Result<Commit, ServiceError> {
    let Whole { game, running_until, mut log, .. } = whole;
    let mut batch = Batch::on(Arc::new(game), now, entropy);
    let status = &batch.game.status;
    if is_unfinished(status.state) {
        let from = running_until.map(|running_until| status.clocks.lost_from(running_until));
        let lost =
            from.filter(|from| status.state == Status::Running && status.loses((*from, now)));
        let rules = batch.game.title.about().version;
        if rules != status.rules {
            batch.note(Act::RulesChanged { rules })?;
        }
        // The original server may have drawn more after the export; those draws must not be
        // repeated.
        batch.begin_epoch(entropy.epoch()?, Renewal::Imported)?;
        if let Some(from) = lost {
            batch.note(Act::OutageCompensated {
                from,
                until: batch.now,
                component: Outage::Server,
            })?;
        }
    }
    let mut unknown = batch.game.status.seats.held_seats();
    unknown.retain(|seat| !seated.contains(seat));
    if batch.game.status.state == Status::Running && !unknown.is_empty() {
        batch.note(Act::Transferred { unknown })?;
    }
    log.append(&mut batch.events);
    Ok(Commit::of(&Change {
        row: &game_row(&batch.game),
        after: Seq::NONE,
        events: &log,
        waiting: &waiting_rows(&batch.game),
        answered: None,
        emails: &[],
    }))
}
