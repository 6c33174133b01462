//! Emails as shown on pages: those in the local outbox, and the state of mail delivery for the
//! admin.

use crate::handles::Emails;
use chrono::{DateTime, Utc};

use crate::email_payload::GamePayload;
use crate::error::ServiceError;
use crate::game::notify::obligations::last_answer_of;
use crate::people::admins::must_be_admin;
use crate::post::compose::tables::invitation;
use crate::post::unknown_kinds::unwritten;
use ravenpost_emails::Picture;
use ravenpost_emails::notification_kind::NotificationKind;
use ravenpost_emails::turns::your_turn::{excerpt, picture};
use ravenpost_rules::Viewer;
use ravenpost_store::people::players;
use ravenpost_store::post::mail_sources::SourceDown;
use ravenpost_store::post::outbox::{self, Counts, OutboxEmail, OutboxState, Unwritten};
use ravenpost_store::{PlayerId, writes};

/// Maximum number of emails on a page.
const PAGE: u32 = 100;

pub struct PostOffice {
    pub counts: Counts,
    /// When email delivery stopped working.
    pub relay_down_since: Option<DateTime<Utc>>,
    /// Nodes that cannot reach the relay, each with the start of its outage.
    pub cut_off: Vec<(String, DateTime<Utc>)>,
    /// Mail sources that are down.
    pub shut: Vec<SourceDown>,
    /// Emails that have been waiting for a newer version for too long, by kind.
    pub unwritten: Vec<Unwritten>,
    /// Emails given up on, newest first.
    pub dead: Vec<OutboxEmail>,
    /// Emails not sent yet, oldest first.
    pub waiting: Vec<OutboxEmail>,
    pub sending: Vec<OutboxEmail>,
    pub sent: Vec<OutboxEmail>,
}

impl Emails<'_> {
    /// Returns the latest emails in a state, newest first.
    pub async fn emails(self, state: OutboxState) -> Result<Vec<OutboxEmail>, ServiceError> {
        Ok(outbox::list(self.store().read(), state, PAGE).await?)
    }

    pub async fn email(self, id: i64) -> Result<OutboxEmail, ServiceError> {
        Ok(outbox::get(self.store().read(), id).await?)
    }

    /// Returns the picture in an email, redrawn from the game as it was then.
    pub async fn email_picture(self, email: &OutboxEmail) -> Result<Option<Picture>, ServiceError> {
        let queued = &email.queued;
        let kind = NotificationKind::find(&queued.kind);
        if let (Some(NotificationKind::Invitation), Some(game_id)) = (kind, &queued.game) {
            let board = invitation::board(&*self.games().load(game_id).await?);
            let board = board.as_ref().and_then(picture);
            return Ok(board.map(|board| Picture { near: Some(Vec::new()), ..board }));
        }
        let (Some(game_id), Some(seat), Some(seq)) = (&queued.game, queued.seat, queued.seq) else {
            return Ok(None);
        };
        let game = self.games().load_from(game_id, seq).await?.history().at(seq)?;
        let viewer = Viewer::Seat(seat);
        let presentation = game.position.present(viewer);
        let changed = match kind {
            Some(NotificationKind::YourTurn) => {
                // Sending an email clears its payload.
                let after = Some(GamePayload::of(queued).after_seq).filter(|seq| !seq.is_none());
                let after = after.unwrap_or_else(|| last_answer_of(&game, seat));
                game.recap().changed_since(after)?
            }
            Some(NotificationKind::GameStarted) => None,
            _ => return Ok(picture(&presentation)),
        };
        Ok(excerpt(&presentation, changed, seat))
    }

    pub async fn post_office(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
    ) -> Result<PostOffice, ServiceError> {
        must_be_admin(self.store().read(), by).await?;
        let reader = self.store().read();
        Ok(PostOffice {
            counts: outbox::counts(reader, now).await?,
            relay_down_since: self.clocks().relay_down_since().await?,
            cut_off: self.clocks().nodes_cut_off(now).await?,
            shut: self.clocks().sources_down().await?,
            unwritten: unwritten(self.store(), now).await?,
            dead: outbox::list(reader, OutboxState::Failed, PAGE).await?,
            waiting: outbox::oldest(reader, OutboxState::Waiting, PAGE).await?,
            sending: outbox::oldest(reader, OutboxState::Sending, PAGE).await?,
            sent: outbox::list(reader, OutboxState::Sent, PAGE / 4).await?,
        })
    }

    /// Describes the recipient of an email for the admin.
    pub async fn email_reader(self, email: &OutboxEmail) -> String {
        let reader = match email.queued.to_player {
            Some(id) => players::get(self.store().read(), id).await.ok(),
            None => None,
        };
        match (reader, &email.queued.address) {
            (Some(reader), _) => format!("{} <{}>", reader.name, reader.address),
            (None, Some(address)) => address.clone(),
            (None, None) => "nobody".to_owned(),
        }
    }

    /// Requeues an email that was given up on, and re-enables email to its recipient.
    pub async fn send_again(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
        id: i64,
    ) -> Result<(), ServiceError> {
        let again = self.store().try_write(writes!(|tx| {
            must_be_admin(&mut *tx, by).await?;
            let email = outbox::get(&mut *tx, id).await?;
            if !outbox::retry(tx, id, now).await? {
                return Err(ServiceError::refused("only failed emails can be sent again"));
            }
            if let Some(reader) = email.queued.to_player {
                players::clear_bounces(tx, reader).await?;
            }
            Ok(())
        }));
        again.await
    }
}
