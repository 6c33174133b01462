//! Reporting a message to the admins. They see the message and who wrote it, nothing else of the
//! chat.

use chrono::{DateTime, Utc};

use super::table_talk::SaidAt;
use crate::error::ServiceError;
use crate::handles::Chat;
use ravenpost_log::{GameId, names};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::counters;
use ravenpost_store::talk::messages::Span;
use ravenpost_store::talk::reports::{self, NewReport};
use ravenpost_store::{PlayerId, writes};

/// Maximum length of a comment in characters.
pub const LONGEST: usize = 600;
/// Reports of one player per day.
pub const A_DAY: u64 = 10;

impl Chat<'_> {
    /// Returns a message that the player can read and someone else wrote.
    pub async fn reportable(
        self,
        game: &GameId,
        by: PlayerId,
        message: i64,
    ) -> Result<SaidAt, ServiceError> {
        let (after, before) = (message.saturating_sub(1), message.saturating_add(1));
        let span = Span { after, before, upto: Seq::MAX, most: 1 };
        let found = self.talk_for(game, Some(by), span).await?.pop();
        let found = found.filter(|said| said.words.player != by);
        found.ok_or(ServiceError::NotFound("message"))
    }

    /// Reports a message to the admins. Reporting it again changes nothing.
    ///
    /// # Errors
    ///
    /// `NotFound` for messages that the player cannot read, `TooMany` beyond the daily limit.
    pub async fn report(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        message: i64,
        comment: &str,
    ) -> Result<(), ServiceError> {
        let author = self.reportable(game, by, message).await?.words.player;
        let comment = names::spoken(comment);
        if comment.chars().count() > LONGEST {
            let why = format!("the comment is longer than {LONGEST} characters; shorten it");
            return Err(ServiceError::refused(why));
        }
        let new = NewReport { at: now, by, author, game: game.clone(), message, comment };
        let day = now.timestamp().div_euclid(86_400);
        let job = self.store().try_write(writes!(|tx| {
            // A refused report is not stored, because the transaction is rolled back.
            let added = reports::add(tx, &new).await?;
            if added && counters::bump(tx, &format!("reports {by}"), day).await? > A_DAY {
                let why = "you have reported many messages today; try again tomorrow";
                return Err(ServiceError::TooMany(why));
            }
            Ok(())
        }));
        job.await
    }
}
