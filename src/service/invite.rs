//! Invitations to a table that is not public: a link to share, or a letter to one address.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};

use super::bot_seats::NO_ORGANISER;
use super::commit::{Allowance, Beside};
use super::course::Status;
use super::error::ServiceError;
use super::live::Live;
use super::mail_choices::seal;
use super::sign_in::clean_address;
use super::{Idempotency, Service};
use crate::letters::Kind;
use crate::rules::Seat;
use crate::store::invitations::{self, Invitation};
use crate::store::outbox::Owed;
use crate::store::{GameId, PlayerId, token_hash};

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
    /// organiser. Its token comes from the key, so that a second click shows the same link and the
    /// token itself is kept nowhere.
    pub async fn invite_by_link(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        key: &Idempotency,
    ) -> Result<String, ServiceError> {
        let organises = self.organises(game, by).await?;
        let token = seal(&self.signing_key().await?, ("invitation", &key.0));
        let invitation = Some(invitation(game, by, now, &token, None));
        let request = key.asks(&["link", game.as_str(), &by.to_string()]);
        self.work_once(game, now, Some(&request), |batch| {
            may_invite(&batch.live, by, organises)?;
            Ok(((), Beside { invitation: invitation.clone(), ..Beside::default() }))
        })
        .await?;
        Ok(format!("{}/join/{token}", self.settings().base_url))
    }

    /// Owes an invitation letter to an address.
    pub async fn invite_by_mail(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        (player, name): (PlayerId, &str),
        address: &str,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organises = self.organises(game, player).await?;
        let address = clean_address(address)?;
        let token = self.entropy().token()?;
        let request = key.asks(&["invite", game.as_str(), &player.to_string(), &address]);
        let beside = Beside {
            invitation: Some(invitation(game, player, now, &token, Some(address.clone()))),
            letter: Some(self.owed_invitation(now, game, (token, name), address)?),
            spent: Some(Allowance {
                what: format!("invite {player}"),
                day: now.timestamp().div_euclid(86_400),
                limit: LETTERS_A_DAY,
                over: "you have sent many invitations today; go on tomorrow",
            }),
            ..Beside::default()
        };
        self.work_once(game, now, Some(&request), |batch| {
            may_invite(&batch.live, player, organises)?;
            Ok(((), beside.clone()))
        })
        .await
    }

    fn owed_invitation(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        (token, name): (String, &str),
        address: String,
    ) -> Result<Owed, ServiceError> {
        let payload = InvitePayload { token, from: name.to_owned() };
        Ok(Owed {
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
        })
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
}

/// Whether somebody may invite to a table: whoever sits there, and who looks after it.
fn may_invite(live: &Live, by: PlayerId, organises: bool) -> Result<(), ServiceError> {
    if live.course.status != Status::Open {
        return Err(ServiceError::refused("this table is no longer open"));
    }
    if organises || live.seat_of(by).is_some() { Ok(()) } else { Err(NO_ORGANISER) }
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
