//! New epochs for games that may have been continued elsewhere. After a backup is restored, the
//! draws and nonces used since then must not repeat. This is checked at startup, before players can
//! give orders that would reveal it.

use crate::handles::Fairness;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::error::ServiceError;
use crate::game::core::TRIES;
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::core::side_writes::SideWrites;
use ravenpost_log::act::Renewal;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId, Hash};
use ravenpost_rules::dice::Epoch;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::log::events;
use ravenpost_store::sqlite::high_water_mark::{MarkFound, Marks};
use ravenpost_store::{StoreError, writes};

/// Games per batch.
const STRIDE: u32 = 500;
/// Maximum number of high-water marks remembered as dealt with. The database remains behind such a
/// mark for as long as the file with the mark exists.
const REMEMBERED: usize = 32;

/// The pending epochs, stored before the first game gets one.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::game) struct PendingRenewal {
    /// Why every game needs an epoch; `None` once all have one.
    pub cause: Option<Renewal>,
    /// The end of the log at that time. Games that began an epoch later need none.
    pub after_position: u64,
    /// Marks that have been dealt with.
    known_marks: Vec<Hash>,
    /// For a shared database: its last known history, whether commits waited for a standby at that
    /// time, and the last history for which a loss has been handled.
    pub timeline: Option<i64>,
    pub synchronous: bool,
    pub lost_timeline: Option<i64>,
}

/// The value of a setting after an installation is moved. Facts about the old database server and
/// its backups are dropped.
pub fn elsewhere(key: &str, value: &str) -> Option<String> {
    if [Key::LatestBackup.word(), Key::BackupChecks.word()].contains(&key) {
        return None;
    }
    let pending = Some(key).filter(|key| *key == Key::PendingEpochs.word());
    let Some(pending) = pending.and_then(|_| serde_json::from_str::<PendingRenewal>(value).ok())
    else {
        return Some(value.to_owned());
    };
    let pending =
        PendingRenewal { timeline: None, synchronous: false, lost_timeline: None, ..pending };
    serde_json::to_string(&pending).ok()
}

impl Fairness<'_> {
    /// Checks whether the database was rolled back, and if so starts an epoch in every unfinished
    /// game. Returns the number of games. If interrupted, it continues at the next start.
    pub async fn wake(
        self,
        now: DateTime<Utc>,
        marks: &Marks,
        by_hand: bool,
    ) -> Result<usize, ServiceError> {
        self.cluster().look_at_history(false).await?;
        let written = settings::get(self.store().read(), Key::PendingEpochs).await?;
        let mut pending: PendingRenewal =
            written.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        if let Some(why) = self.set_back(marks, by_hand, &mut pending.known_marks).await? {
            tracing::warn!(?why, "database may have been rolled back; renewing all epochs");
            pending.cause = Some(why);
            pending.after_position = events::last_position(self.store().read()).await?;
            self.write_pending(&pending).await?;
        }
        let Some(why) = pending.cause else { return Ok(0) };
        let (noted, failed) = self.renew_all(now, pending.after_position, why).await?;
        if let Some(mark) = self.store().mark().await? {
            marks.write(&mark);
        }
        if failed == 0 {
            self.write_pending(&PendingRenewal { cause: None, ..pending }).await?;
            *self.inner().epochs_for_all.lock().expect("no holder panics") = None;
        }
        Ok(noted)
    }

    /// Why the database may have been rolled back; `None` if it was not.
    async fn set_back(
        self,
        marks: &Marks,
        by_hand: bool,
        seen: &mut Vec<Hash>,
    ) -> Result<Option<Renewal>, ServiceError> {
        let (mut restored, mut behind) = (false, false);
        for said in marks.said().await {
            match said {
                MarkFound::Restored => restored = true,
                MarkFound::CameTo(mark) if seen.contains(&mark.hash) => {}
                MarkFound::CameTo(mark) => {
                    if !self.store().went_through(&mark).await? {
                        seen.push(mark.hash);
                        behind = true;
                    }
                }
            }
        }
        let old = seen.len().saturating_sub(REMEMBERED);
        seen.drain(..old);
        Ok(match (by_hand, restored, behind) {
            (true, _, _) => Some(Renewal::Requested),
            (_, true, _) => Some(Renewal::Restored),
            (_, _, true) => Some(Renewal::DatabaseBehind),
            _ => None,
        })
    }

    async fn write_pending(self, pending: &PendingRenewal) -> Result<(), ServiceError> {
        let text = serde_json::to_string(pending).unwrap_or_default();
        self.store()
            .write(writes!(|tx| settings::set(tx, Key::PendingEpochs, &text).await))
            .await?;
        Ok(())
    }

    /// Starts an epoch in every game that needs one. Returns how many succeeded and failed.
    pub(in crate::game) async fn renew_all(
        self,
        now: DateTime<Utc>,
        after: u64,
        why: Renewal,
    ) -> Result<(usize, usize), ServiceError> {
        let (mut last, mut noted, mut failed): (Option<GameId>, _, _) = (None, 0, 0);
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            let Some(end) = ids.last().cloned() else { break };
            for id in &ids {
                match self.games().apart(id, self.renew(now, id, after, why)).await {
                    Ok(new) => noted += usize::from(new),
                    Err(error) => {
                        tracing::error!(game = %id, %error, "failed to renew epoch; will retry");
                        self.inner()
                            .pending_renewals
                            .lock()
                            .expect("no holder panics")
                            .insert(id.clone(), why);
                        failed += 1;
                    }
                }
            }
            last = Some(end);
        }
        Ok((noted, failed))
    }

    async fn renew(
        self,
        now: DateTime<Utc>,
        id: &GameId,
        after: u64,
        why: Renewal,
    ) -> Result<bool, ServiceError> {
        let game = self.games().refolded(id).await?;
        let unfinished = matches!(game.status.state, Status::Open | Status::Running);
        if !unfinished || has_begun_one(&game, after) {
            return Ok(false);
        }
        let _turn = self.games().lock_game(id).await;
        self.begin_epoch(now, id, why).await?;
        Ok(true)
    }

    /// Starts the pending epoch of a game that could not be read at startup. Nothing is drawn
    /// before that.
    pub(in crate::game) async fn pay_epoch(
        self,
        now: DateTime<Utc>,
        id: &GameId,
    ) -> Result<(), ServiceError> {
        let pending =
            self.inner().pending_renewals.lock().expect("no holder panics").get(id).copied();
        let why = match pending {
            Some(why) => Some(why),
            None => self.cluster().epochs_after_failover(id).await?,
        };
        let Some(why) = why else { return Ok(()) };
        self.begin_epoch(now, id, why).await?;
        self.inner().pending_renewals.lock().expect("no holder panics").remove(id);
        Ok(())
    }

    async fn begin_epoch(
        self,
        now: DateTime<Utc>,
        id: &GameId,
        why: Renewal,
    ) -> Result<(), ServiceError> {
        for _ in 0..TRIES {
            let epoch = self.entropy().epoch()?;
            let noted = self.games().attempt(id, now, None, |batch| {
                batch.begin_epoch(epoch, why)?;
                Ok(((), SideWrites::default()))
            });
            match noted.await {
                Err(ServiceError::Store(StoreError::Conflict)) => {}
                noted => return noted.map(drop),
            }
        }
        Err(StoreError::Conflict.into())
    }
}

impl Batch {
    /// Begins an epoch. In a running game hidden information is redrawn from the new random bytes,
    /// as after a rewind. Draws that players saw in the lost hours therefore reveal nothing about
    /// what comes next.
    pub(crate) fn begin_epoch(&mut self, epoch: Epoch, cause: Renewal) -> Result<(), ServiceError> {
        let act = Act::EpochStarted { epoch, cause };
        if !self.game.fairness().redraws() {
            return self.note(act).map(drop);
        }
        let mut dice = self.dice_of(&act)?;
        let redrawn = self.game.position.redraw_hidden(&mut dice);
        self.decided(act, redrawn, dice).map(drop)
    }
}

/// Whether a game has begun an epoch after that position. The game must be read from the log,
/// because events stored by this process have no position in memory.
pub(in crate::game) fn has_begun_one(game: &Game, after: u64) -> bool {
    let begins = |act: &Act| matches!(act, Act::EpochStarted { .. } | Act::Opened(_));
    game.log.iter().any(|entry| entry.event.position > after && begins(entry.act))
}

/// Describes an epoch in the story of a game.
pub fn describe(why: Renewal) -> String {
    let why = match why {
        Renewal::Restored => "The server was restored from a backup",
        Renewal::DatabaseBehind => "The server's database was rolled back",
        Renewal::Imported => "The game was imported from a file",
        Renewal::Requested => "The admin declared that the server was restored",
    };
    format!(
        "{why}: all further draws use new randomness, and everything still hidden from all \
         players, such as undealt cards, was reshuffled. Hands and known cards are unchanged"
    )
}
