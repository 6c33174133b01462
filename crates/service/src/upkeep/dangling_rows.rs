//! Finds rows outside the log that refer to nothing or cannot be read, for the audit. Some are
//! found by SQL alone; others need knowledge of their content.

use crate::Service;
use crate::error::ServiceError;
use crate::people::mail_choices::MailChoices;
use ravenpost_emails::NotificationKind;
use ravenpost_log::act::Fork;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::StoreError;
use ravenpost_store::lists::dangling::{self, Loose};
use ravenpost_store::log::events;
use ravenpost_store::people::players;

/// Games or players read at a time.
const STRIDE: u32 = 500;

impl Service {
    /// Every faulty row outside the log.
    pub async fn loose_rows(&self) -> Result<Vec<Loose>, ServiceError> {
        let mut all =
            dangling::all(self.store().read(), &NotificationKind::ALL.map(NotificationKind::key))
                .await?;
        self.unreadable_choices(&mut all).await?;
        self.forks_of_forks(&mut all).await?;
        Ok(all)
    }

    async fn unreadable_choices(&self, found: &mut Vec<Loose>) -> Result<(), ServiceError> {
        let mut last = None;
        loop {
            let some = players::after(self.store().read(), last, STRIDE).await?;
            let Some(end) = some.last() else { return Ok(()) };
            last = Some(end.id);
            for player in some {
                if !MailChoices::of(&player.mail).is_readable() {
                    let what = format!(
                        "the email preferences of player {} cannot be read; the player has to set \
                         them again under Settings",
                        player.id
                    );
                    found.push(Loose { table: "player", game: String::new(), what, newer: false });
                }
            }
        }
    }

    /// Forks of forks. They are never created here and cannot start.
    async fn forks_of_forks(&self, found: &mut Vec<Loose>) -> Result<(), ServiceError> {
        let mut last: Option<GameId> = None;
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            if ids.is_empty() {
                return Ok(());
            }
            last = ids.last().cloned();
            for id in ids {
                let Some(fork) = self.opened_as_fork(&id).await? else { continue };
                let Some(parent) = GameId::parse(&fork.game) else { continue };
                if self.opened_as_fork(&parent).await?.is_some() {
                    let what = format!("it is a fork of {parent}, which is a fork itself");
                    found.push(Loose { table: "event", game: id.to_string(), what, newer: false });
                }
            }
        }
    }

    async fn opened_as_fork(&self, id: &GameId) -> Result<Option<Fork>, ServiceError> {
        let first = match events::one(self.store().read(), id, Seq(1)).await {
            Err(StoreError::NotFound | StoreError::Corrupt(_)) => return Ok(None),
            first => first?,
        };
        Ok(match serde_json::from_str(&first.act) {
            Ok(Act::Opened(opening)) => opening.fork,
            _ => None,
        })
    }
}
