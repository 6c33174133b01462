//! Epochs for games that may have gone on elsewhere: after a backup was put in place, dice and
//! blindings of what was played since must not come again. It is found out when a program starts,
//! before anybody gives an order, so that nothing a seat does is ever seen by it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::commit::TRIES;
use crate::service::game::folded::Game;
use crate::service::game::side_writes::SideWrites;
use ravenpost_log::act::Renewal;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId, Hash};
use ravenpost_rules::dice::Epoch;
use ravenpost_store::lists::settings;
use ravenpost_store::log::events;
use ravenpost_store::sqlite::mark::{MarkFound, Marks};
use ravenpost_store::{StoreError, writes};

/// Where it is kept what games are owed.
pub(super) const OWED: &str = "pending_epochs";
/// Games looked at in one go.
const STRIDE: u32 = 500;
/// So many marks that the database was found behind are remembered: it stays behind a backup as
/// long as that lies there.
const REMEMBERED: usize = 32;

/// What games are owed, as it is stored before the first of them gets it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Owed {
    /// Why every game gets an epoch; nothing once all have theirs.
    pub cause: Option<Renewal>,
    /// How far the log had come then: whoever began an epoch later has it.
    pub after_position: u64,
    /// Marks that were dealt with.
    known_marks: Vec<Hash>,
    /// On a shared database: its history when it was last looked at, whether what it answered was
    /// on a standby then, and in which history a loss was dealt with.
    pub timeline: Option<i64>,
    pub synchronous: bool,
    pub lost_timeline: Option<i64>,
}

/// What a setting becomes where a house is moved to: what is known of the server that kept it says
/// nothing of the one that will.
pub fn elsewhere(key: &str, value: &str) -> Option<String> {
    let owed = Some(key).filter(|key| *key == OWED);
    let Some(owed) = owed.and_then(|_| serde_json::from_str::<Owed>(value).ok()) else {
        return Some(value.to_owned());
    };
    let owed = Owed { timeline: None, synchronous: false, lost_timeline: None, ..owed };
    serde_json::to_string(&owed).ok()
}

impl Service {
    /// Looks whether the database was set back, and if so notes an epoch in every game that goes
    /// on. Tells in how many. Broken off anywhere, the next start goes on with it.
    pub async fn wake(
        &self,
        now: DateTime<Utc>,
        marks: &Marks,
        by_hand: bool,
    ) -> Result<usize, ServiceError> {
        self.look_at_history(false).await?;
        let written = settings::get(self.store().read(), OWED).await?;
        let mut owed: Owed =
            written.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        if let Some(why) = self.set_back(marks, by_hand, &mut owed.known_marks).await? {
            tracing::warn!(?why, "the database may have gone on elsewhere: all games get an epoch");
            owed.cause = Some(why);
            owed.after_position = events::last_position(self.store().read()).await?;
            self.write_owed(&owed).await?;
        }
        let Some(why) = owed.cause else { return Ok(0) };
        let (noted, failed) = self.renew_all(now, owed.after_position, why).await?;
        if let Some(mark) = self.store().mark().await? {
            marks.write(&mark);
        }
        if failed == 0 {
            self.write_owed(&Owed { cause: None, ..owed }).await?;
            *self.0.owed_to_all.lock().expect("no holder panics") = None;
        }
        Ok(noted)
    }

    /// Why the database may have been set back; nothing where it was not.
    async fn set_back(
        &self,
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

    async fn write_owed(&self, owed: &Owed) -> Result<(), ServiceError> {
        let text = serde_json::to_string(owed).unwrap_or_default();
        self.store().write(writes!(|tx| settings::set(tx, OWED, &text).await)).await?;
        Ok(())
    }

    /// Notes an epoch in every game that is owed one; tells in how many, and in how many not.
    pub(super) async fn renew_all(
        &self,
        now: DateTime<Utc>,
        after: u64,
        why: Renewal,
    ) -> Result<(usize, usize), ServiceError> {
        let (mut last, mut noted, mut failed): (Option<GameId>, _, _) = (None, 0, 0);
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            let Some(end) = ids.last().cloned() else { break };
            for id in &ids {
                match self.apart(id, self.renew(now, id, after, why)).await {
                    Ok(new) => noted += usize::from(new),
                    Err(error) => {
                        tracing::error!(game = %id, %error, "it gets its epoch later");
                        self.0.owed.lock().expect("no holder panics").insert(id.clone(), why);
                        failed += 1;
                    }
                }
            }
            last = Some(end);
        }
        Ok((noted, failed))
    }

    async fn renew(
        &self,
        now: DateTime<Utc>,
        id: &GameId,
        after: u64,
        why: Renewal,
    ) -> Result<bool, ServiceError> {
        let live = self.refolded(id).await?;
        let goes_on = matches!(live.course.status, Status::Open | Status::Running);
        if !goes_on || has_begun_one(&live, after) {
            return Ok(false);
        }
        let _turn = self.lock_game(id).await;
        self.begin_epoch(now, id, why).await?;
        Ok(true)
    }

    /// Notes the epoch that a game is owed which could not be read at the start. Nothing is drawn
    /// in it before.
    pub(super) async fn pay_epoch(
        &self,
        now: DateTime<Utc>,
        id: &GameId,
    ) -> Result<(), ServiceError> {
        let owed = self.0.owed.lock().expect("no holder panics").get(id).copied();
        let why = match owed {
            Some(why) => Some(why),
            None => self.owed_by_failover(id).await?,
        };
        let Some(why) = why else { return Ok(()) };
        self.begin_epoch(now, id, why).await?;
        self.0.owed.lock().expect("no holder panics").remove(id);
        Ok(())
    }

    async fn begin_epoch(
        &self,
        now: DateTime<Utc>,
        id: &GameId,
        why: Renewal,
    ) -> Result<(), ServiceError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let epoch = self.entropy().epoch()?;
            let noted = self.attempt(id, now, None, |batch| {
                batch.begin_epoch(epoch, why)?;
                Ok(((), SideWrites::default()))
            });
            match noted.await {
                Err(ServiceError::Store(StoreError::Conflict)) if tries < TRIES => {}
                noted => return noted.map(drop),
            }
        }
    }
}

impl Batch {
    /// Begins an epoch. In a game that is played, what nobody can know is drawn anew with its fresh
    /// bytes, as when the table goes back: who saw what came next in hours that were lost knows
    /// nothing of what comes now.
    pub(in crate::service) fn begin_epoch(
        &mut self,
        epoch: Epoch,
        cause: Renewal,
    ) -> Result<(), ServiceError> {
        let act = Act::EpochStarted { epoch, cause };
        if !self.live.draws_anew() {
            return self.note(act).map(drop);
        }
        let mut dice = self.dice_of(&act)?;
        let redrawn = self.live.position.redraw_hidden(&mut dice);
        self.decided(act, redrawn, dice).map(drop)
    }
}

/// Whether a game has begun an epoch after that position: as it was read from the log, because what
/// was stored by this process has no position in memory.
pub(super) fn has_begun_one(live: &Game, after: u64) -> bool {
    let begins = |act: &Act| matches!(act, Act::EpochStarted { .. } | Act::Opened(_));
    live.log.iter().any(|entry| entry.event.position > after && begins(entry.act))
}

/// What an epoch is in the story of a game.
pub fn told(why: Renewal) -> String {
    let why = match why {
        Renewal::Restored => "The server was set back to a backup",
        Renewal::DatabaseBehind => "The server's database was found set back",
        Renewal::Imported => "The game came here from a file",
        Renewal::Requested => "The operator said that the server was set back",
    };
    format!(
        "{why}: all further draws use new random bytes, and everything no one has seen, such as \
         undealt cards, was reshuffled. Hands and known cards are unchanged"
    )
}
