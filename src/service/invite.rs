//! Invitations to a table that is not public: a link to share, or a letter to one address.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};

use super::Service;
use super::course::Status;
use super::error::ServiceError;
use super::sign_in::clean_address;
use crate::letters::Kind;
use crate::rules::Seat;
use crate::store::invitations::{self, Invitation};
use crate::store::outbox::{self, Owed};
use crate::store::{GameId, PlayerId, tally, token_hash};

/// How long an invitation is good.
pub const INVITATION_DAYS: i64 = 30;
/// Invitation letters a day from one player.
pub const LETTERS_A_DAY: u64 = 20;

/// What an invitation letter needs to say.
#[derive(Serialize, Deserialize)]
pub(super) struct InvitePayload {
    pub token: String,
    pub from: String,
}

impl Service {
    /// Makes a link that lets whoever has it take a free seat. Players at the table may, and its
    /// organiser.
    pub async fn invite_by_link(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
    ) -> Result<String, ServiceError> {
        self.may_invite(game, by).await?;
        let token = self.entropy().token()?;
        let new = invitation(game, by, now, &token, None);
        self.store()
            .write(move |conn| Box::pin(async move { invitations::add(conn, &new).await }))
            .await?;
        Ok(format!("{}/join/{token}", self.settings().base_url))
    }

    /// Owes an invitation letter to an address.
    pub async fn invite_by_mail(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: (PlayerId, &str),
        address: &str,
    ) -> Result<(), ServiceError> {
        let (player, name) = by;
        self.may_invite(game, player).await?;
        let address = clean_address(address)?;
        let token = self.entropy().token()?;
        let new = invitation(game, player, now, &token, Some(address.clone()));
        let payload = InvitePayload { token, from: name.to_owned() };
        let letter = Owed {
            message_id: format!(
                "invitation.{}@{}",
                self.entropy().salt()?,
                self.settings().mail_domain
            ),
            to_player: None,
            address: Some(address),
            kind: Kind::Invitation.key().to_owned(),
            game: Some(game.clone()),
            seat: None::<Seat>,
            seq: None,
            payload: serde_json::to_string(&payload).unwrap_or_default(),
            references: String::new(),
            at: now,
            due_at: now,
        };
        let day = now.timestamp().div_euclid(86_400);
        self.store()
            .try_write(move |conn| {
                Box::pin(async move {
                    let sent = tally::bump(conn, &format!("invite {player}"), day).await?;
                    if sent > LETTERS_A_DAY {
                        let why = "you have sent many invitations today; go on tomorrow";
                        return Err(ServiceError::TooMany(why));
                    }
                    invitations::add(conn, &new).await?;
                    outbox::owe(conn, &letter).await?;
                    Ok(())
                })
            })
            .await?;
        self.ring_letters();
        Ok(())
    }

    /// The game an invitation leads to; nothing when it is too old or was never given.
    pub async fn read_invitation(
        &self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<GameId>, ServiceError> {
        let found = invitations::find(self.store().read(), &token_hash(token), now).await?;
        Ok(found.map(|found| found.game))
    }

    async fn may_invite(&self, game: &GameId, by: PlayerId) -> Result<(), ServiceError> {
        if self.live(game).await?.course.status != Status::Open {
            return Err(ServiceError::refused("this table is no longer open"));
        }
        if self.seat_of(game, by).await?.is_some() {
            return Ok(());
        }
        self.must_organise(game, by).await
    }
}

fn invitation(
    game: &GameId,
    by: PlayerId,
    now: DateTime<Utc>,
    token: &str,
    address: Option<String>,
) -> Invitation {
    Invitation {
        token_hash: token_hash(token),
        game: game.clone(),
        seat: None,
        address,
        invited_by: Some(by),
        created_at: now,
        expires_at: Some(now + Duration::days(INVITATION_DAYS)),
        used_at: None,
        used_by: None,
    }
}
