//! Invitations to a table: a share link, or an email to one address.

use crate::handles::Tables;
use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, InvitePayload};
use crate::error::ServiceError;
use crate::game::core::allowance::Allowance;
use crate::game::core::folded::Game;
use crate::game::core::fork_start::RESERVED;
use crate::game::core::invited::Invited;
use crate::game::core::side_writes::SideWrites;
use crate::game::table::organisers::NO_ORGANISER;
use crate::idempotency::Idempotency;
use crate::people::address::Address;
use crate::people::mail_choices::seal;
use ravenpost_emails::NotificationKind;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::people::invitations::{self, Invitation};
use ravenpost_store::post::outbox::QueuedEmail;
use ravenpost_store::{PlayerId, token_hash, writes};

/// How long an invitation is valid, in days.
pub const INVITATION_DAYS: i64 = 30;

/// How many share links one player may create in a day.
pub const LINKS_A_DAY: u64 = 20;

/// A link that lets its holder take a free seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareLink {
    pub address: String,
    /// The last part of the address, which is the invitation.
    pub token: String,
}

impl Tables<'_> {
    /// Creates a link that lets its holder take a free seat. Players at the table and its organiser
    /// may do so. The token is derived from the key, so a repeated request returns the same link
    /// and the token is not stored.
    pub async fn invite_by_link(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        key: &Idempotency,
    ) -> Result<ShareLink, ServiceError> {
        let organises = self.members().organises(game, by).await?;
        let token = seal(&self.players().signing_key().await?, "invitation", key.as_str());
        let invitation = Some(invitation(game, by, now, &token, None));
        let most = self.settings().acts_an_hour;
        let request = key.asks(&["create_link", game.as_str(), &by.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                may_invite(&batch.game, by, organises)?;
                let links = Allowance::link(by, now, LINKS_A_DAY);
                let (invitation, spent) =
                    (invitation.clone(), vec![Allowance::act(by, now, most), links]);
                Ok(((), SideWrites { invitation, spent, ..SideWrites::default() }))
            })
            .await?;
        let address = format!("{}/join/{token}", self.settings().base_url);
        Ok(ShareLink { address, token })
    }

    /// Queues an invitation email, unless the address has unsubscribed, which is not disclosed to
    /// the inviter.
    ///
    /// # Errors
    ///
    /// `TooMany` beyond the limits.
    pub async fn invite_by_mail(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        name: &str,
        address: &str,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organises = self.members().organises(game, player).await?;
        let address = self.players().somebodys(address)?;
        let token = self.entropy().token()?;
        let payload = InvitePayload { token: token.clone(), inviter: name.to_owned() };
        let email = QueuedEmail {
            message_id: self.accounts().chance_message_id(NotificationKind::Invitation).await?,
            to_player: None,
            address: Some(address.to_string()),
            kind: NotificationKind::Invitation.key().to_owned(),
            game: Some(game.clone()),
            seat: None::<Seat>,
            seq: None,
            payload: EmailPayload::Invitation(payload).text(),
            references: String::new(),
            at: now,
            due_at: now,
        };
        let guest = self.players().guest(address.as_str()).await?;
        let most = self.settings().acts_an_hour;
        let request = key.asks(&["invite", game.as_str(), &player.to_string(), address.as_str()]);
        let invitation = invitation(game, player, now, &token, Some(&address));
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                may_invite(&batch.game, player, organises)?;
                let (invitation, email, guest) = (invitation.clone(), email.clone(), guest.clone());
                let seats = batch.game.status.table.seats;
                let invite = Some(Invited { invitation, email, seats, guest });
                let spent = vec![Allowance::act(player, now, most)];
                Ok(((), SideWrites { invite, spent, ..SideWrites::default() }))
            })
            .await
    }

    /// Returns the game that an invitation is for, or `None` if it is expired or unknown.
    pub async fn read_invitation(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<GameId>, ServiceError> {
        let found = invitations::find(self.store().read(), &token_hash(token), now).await?;
        Ok(found.map(|found| found.game))
    }

    /// Declines an invitation that was sent to one address. A share link stays valid, because
    /// others can use it too.
    pub async fn decline_invitation(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<(), ServiceError> {
        let token = token_hash(token);
        let found = invitations::find(self.store().read(), &token, now).await?;
        let Some(found) = found else { return Err(ServiceError::NotFound("invitation")) };
        if found.address.is_none() {
            return Ok(());
        }
        let job =
            self.store()
                .write(writes!(|tx| invitations::decline(tx, &found.game, &token, now).await));
        Ok(job.await?)
    }
}

/// Checks whether a player may invite to a table: its players and its organiser, but only the
/// organiser for a vacant seat in a running game.
fn may_invite(game: &Game, by: PlayerId, organises: bool) -> Result<(), ServiceError> {
    if game.status.state == Status::Running && !game.status.seats.vacant().is_empty() {
        return if organises { Ok(()) } else { Err(NO_ORGANISER) };
    }
    if game.status.state != Status::Open {
        return Err(ServiceError::refused("this game is no longer open"));
    }
    if game.status.fork.as_ref().is_some_and(|fork| fork.same_players) {
        return Err(ServiceError::Denied(RESERVED));
    }
    if organises || game.seat_of(by).is_some() { Ok(()) } else { Err(NO_ORGANISER) }
}

fn invitation(
    game: &GameId,
    by: PlayerId,
    now: DateTime<Utc>,
    token: &str,
    address: Option<&Address>,
) -> Invitation {
    Invitation {
        token_hash: token_hash(token),
        game: game.clone(),
        seat: None,
        address: address.map(Address::to_string),
        invited_by: Some(by),
        created_at: now,
        expires_at: Some(now + Duration::days(INVITATION_DAYS)),
        used_at: None,
        used_by: None,
    }
}
