//! How far a player has read the messages at a table. Viewing a page does not mark messages as
//! read; a form or the player's next message does.

use crate::error::ServiceError;
use crate::handles::Chat;
use ravenpost_log::GameId;
use ravenpost_store::people::seat_holders;
use ravenpost_store::talk::{progress, read_marks};
use ravenpost_store::{PlayerId, writes};

impl Chat<'_> {
    /// Marks all messages at a table up to that one as read. Idempotent.
    pub async fn mark_read(
        self,
        game: &GameId,
        by: PlayerId,
        upto: i64,
    ) -> Result<(), ServiceError> {
        let game = game.clone();
        let done = self.store().try_write(writes!(|tx| {
            let held = seat_holders::of_game(&mut *tx, &game).await?;
            if !held.iter().any(|holder| holder.player == Some(by)) {
                return Err(ServiceError::Denied("you are not in this game"));
            }
            Ok(read_marks::mark(tx, &game, by, upto).await?)
        }));
        done.await
    }

    /// Marks the messages in an email as read, because the player replied with a message.
    pub async fn mark_email_read(
        self,
        game: &GameId,
        by: PlayerId,
        email: i64,
    ) -> Result<(), ServiceError> {
        match progress::of_email(self.store().read(), game, by, email).await? {
            0 => Ok(()),
            upto => self.mark_read(game, by, upto).await,
        }
    }
}
