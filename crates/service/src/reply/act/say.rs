//! Messages to other players by email.

use super::{UNDECODED, Work, texts};
use crate::error::ServiceError;
use crate::reply::reading::Message;
use crate::reply::reading::address::Addressees;
use crate::talk::say::{OutgoingMessage, To};

impl Work<'_> {
    /// Sends a message to its recipients and returns the exact text that they read.
    pub(super) async fn say(
        &mut self,
        at: usize,
        message: Message,
    ) -> Result<Vec<String>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        let Message { to, at_step, text, orders } = message;
        if text.contains('\u{fffd}') {
            return Err(ServiceError::refused(UNDECODED));
        }
        let to = match to {
            Addressees::Table => To::Table,
            Addressees::Seats(seats) => To::Seats(seats),
            Addressees::Unknown(name) => {
                let known = self.seats.known();
                return Err(ServiceError::refused(format!(
                    "no player is called \"{name}\"; write \"say\" and {known} before the colon, \
                     or \"say all: ...\" for all players"
                )));
            }
            Addressees::Ambiguous(name) => {
                let known = self.seats.known();
                return Err(ServiceError::refused(format!(
                    "\"{name}\" could mean two players; write \"say\" and one of {known}"
                )));
            }
        };
        let words = text.clone();
        let by = self.holder.player.id;
        let say = OutgoingMessage {
            game: self.holder.game.clone(),
            by,
            to,
            at_step,
            words,
            key: self.key(at),
        };
        let to = self.service.chat().say(self.now, say).await?;
        if let Some(email) = self.holder.key.email {
            self.service.chat().mark_email_read(&self.holder.game, by, email).await?;
        }
        self.acted = true;
        let mut said = texts::sent(&game, &to, at_step, &text);
        said.extend(texts::within(&orders));
        Ok(said)
    }
}
