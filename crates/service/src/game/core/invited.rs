//! Invitations by email, as stored in the writer's transaction. The inviter learns which limit was
//! reached, but never whether the address has an account or accepts invitations.

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::people::admins::must_be_admin;
use crate::people::mail_choices::MailChoices;
use ravenpost_emails::MailTopic;
use ravenpost_store::lists::counters;
use ravenpost_store::people::invitations::{self, Invitation};
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::seat_holders;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::talk::blocks;
use ravenpost_store::{PlayerId, Tx};

/// Invitation emails per day from one player.
pub const EMAILS_A_DAY: u64 = 20;
/// Minimum daily limit for a new player, whose limit is otherwise the number of seats at the table.
pub const EMAILS_OF_A_NEWCOMER: u64 = 3;
/// Invitation emails per week to one address, from all senders. Each table may send only one.
pub const EMAILS_A_WEEK: u64 = 3;

/// One invitation by email, ready to be stored.
#[derive(Clone)]
pub(crate) struct Invited {
    pub invitation: Invitation,
    pub email: QueuedEmail,
    /// Number of seats at the table.
    pub seats: u8,
    /// The key of the address in the list of those that refuse invitations.
    pub guest: String,
}

impl Invited {
    pub(crate) async fn store(&self, tx: &mut Tx, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let Some(by) = self.invitation.invited_by else { return Ok(()) };
        let day = now.timestamp().div_euclid(86_400);
        let sent = counters::bump(tx, &format!("invitations {by}"), day).await?;
        if sent > emails_a_day(tx, by, self.seats, now).await? {
            let why = "you have sent many invitations today; try again tomorrow";
            return Err(ServiceError::TooMany(why));
        }
        let address = self.email.address.clone().unwrap_or_default();
        self.may_be_invited(tx, &address, now).await?;
        let known = players::by_address(&mut *tx, &address).await?;
        // Counted in either case, so that the limits reveal nothing about an address.
        if !self.welcome(tx, by, known.as_ref()).await? {
            let counted =
                Invitation { address: Some(self.guest.clone()), ..self.invitation.clone() };
            invitations::add(tx, &counted).await?;
            return Ok(());
        }
        // An existing player gets the email under the player's own topics and time zone.
        let email = QueuedEmail { to_player: known.map(|player| player.id), ..self.email.clone() };
        invitations::add(tx, &self.invitation).await?;
        outbox::owe(tx, &email).await?;
        Ok(())
    }

    /// Refuses an invitation beyond the limits for one address.
    async fn may_be_invited(
        &self,
        tx: &mut Tx,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        let (game, week) = (&self.invitation.game, Duration::days(7));
        let had = invitations::earlier(tx, address, &self.guest, game, now - week).await?;
        if had.to_game > 0 {
            return Err(ServiceError::TooMany(
                "that address has already been invited to this game; if the email was lost, send \
                 a share link",
            ));
        }
        if had.open >= EMAILS_A_WEEK {
            return Err(ServiceError::TooMany(
                "that address has three unanswered invitations from the last seven days; send a \
                 share link, or try again later",
            ));
        }
        Ok(())
    }

    /// Whether an address accepts invitations by this player. The inviter never learns this.
    async fn welcome(
        &self,
        tx: &mut Tx,
        by: PlayerId,
        known: Option<&Player>,
    ) -> Result<bool, ServiceError> {
        if let Some(player) = known
            && blocks::has(&mut *tx, player.id, by).await?
        {
            return Ok(false);
        }
        let closed = known.is_some_and(|player| {
            let wants = MailChoices::of(&player.mail).wants(MailTopic::Invitations);
            player.stopped_at.is_some() || player.blocked_at.is_some() || !wants
        });
        Ok(!closed && !invitations::refused(tx, &self.guest).await?)
    }
}

/// How many invitations a player may send per day. A player who joined today or has never played
/// could be a spammer, and may fill only one table. Admins have no limit.
async fn emails_a_day(
    tx: &mut Tx,
    player: PlayerId,
    seats: u8,
    now: DateTime<Utc>,
) -> Result<u64, ServiceError> {
    if must_be_admin(&mut *tx, player).await.is_ok() {
        return Ok(u64::MAX);
    }
    let since = players::get(&mut *tx, player).await?.created_at;
    let settled = now - since >= Duration::days(1) && seat_holders::has_played(tx, player).await?;
    let newcomer = EMAILS_OF_A_NEWCOMER.max(seats.into());
    Ok(if settled { EMAILS_A_DAY } else { newcomer })
}
