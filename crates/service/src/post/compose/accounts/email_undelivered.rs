//! The email reporting that another email could not be delivered.

use crate::email_payload::EmailPayload;
use crate::error::ServiceError;
use crate::handles::Composing;
use ravenpost_emails::{Badge, Email, Frame, SafeLine, Undelivered};
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    /// Composes the email. Returns `None` if the seat now has another player.
    pub(in crate::post::compose) async fn undelivered_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let payload = EmailPayload::of(queued);
        let (Some(EmailPayload::Undelivered(payload)), Some(game_id)) = (payload, &queued.game)
        else {
            return Ok(None);
        };
        let game = self.games().load(game_id).await?;
        let seats = self.members().seat_names(&game).await?;
        let name = seats.get(payload.seat.index()).and_then(|seat| seat.name.clone());
        let Some(name) = name else { return Ok(None) };
        let email = Undelivered {
            game: self.card(&game, None).await?,
            seat: Badge { seat: payload.seat, called: game.called(payload.seat) },
            name: SafeLine::from(name),
            reason: SafeLine::from(payload.reason),
            frame,
        };
        Ok(Some(email.compose().following(self.notifications().thread_of(queued).await?)))
    }
}
