//! What is stored with a decision besides its events, in the same transaction: seat holders,
//! preferences, invitations and allowances.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::allowance::Allowance;
use crate::game::core::invited::Invited;
use crate::game::core::preferences::PreferenceChange;
use crate::game::core::request::Request;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::log::secrets;
use ravenpost_store::people::invitations::{self, Invitation};
use ravenpost_store::people::seat_holders::{self, SeatHolder};
use ravenpost_store::people::{organisers, players};
use ravenpost_store::post::keys;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, Tx};

/// Data stored besides the events, in the same transaction.
#[derive(Clone, Default)]
pub(crate) struct SideWrites {
    pub secret: Option<[u8; 32]>,
    /// The player who takes a seat.
    pub holder: Option<(Seat, PlayerId)>,
    /// The seat that is given up.
    pub vacated: Option<Seat>,
    /// Seats taken from their players; set by the commit.
    pub taken_seats: Vec<Seat>,
    pub organiser: Option<PlayerId>,
    /// A new preference, or the preferences that were granted; set by the commit.
    pub preferences: Option<PreferenceChange>,
    /// The player who acts, and therefore gets no email about it.
    pub by: Option<PlayerId>,
    /// A new invitation link.
    pub invitation: Option<Invitation>,
    /// An invitation by email, sent only if the reader accepts invitations.
    pub invite: Option<Invited>,
    /// Emails about something other than the events of this game.
    pub emails: Vec<QueuedEmail>,
    pub spent: Vec<Allowance>,
    /// The player who acts on the table, if not given by `by`.
    pub actor: Option<PlayerId>,
    /// The request being served, and the answer to store for repetitions.
    pub answer: Option<(Request, String)>,
}

impl SideWrites {
    /// Whether nothing is stored besides the events and their derived rows.
    pub(in crate::game) fn is_nothing(&self) -> bool {
        let SideWrites {
            secret,
            holder,
            vacated,
            taken_seats,
            organiser,
            preferences,
            by: _,
            actor: _,
            invitation,
            invite,
            emails,
            spent,
            answer: _,
        } = self;
        let stay = vacated.is_none() && taken_seats.is_empty();
        let seats = holder.is_none() && stay && organiser.is_none() && preferences.is_none();
        let emails = invitation.is_none() && invite.is_none() && emails.is_empty();
        seats && emails && secret.is_none() && spent.is_empty()
    }

    pub(in crate::game) async fn store(
        &self,
        conn: &mut Tx,
        id: &GameId,
        now: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        for spent in &self.spent {
            spent.spend(conn).await?;
        }
        if let Some(secret) = &self.secret {
            secrets::put(conn, id, secret).await?;
        }
        if let Some(player) = self.organiser {
            organisers::put(conn, id, player).await?;
        }
        if let Some((seat, player)) = self.holder {
            if players::get(&mut *conn, player).await?.blocked_at.is_some() {
                return Err(ServiceError::refused("an admin has blocked this account"));
            }
            seat_holders::set(conn, &sits(id, seat, player, now)).await?;
            invitations::answer(conn, id, player).await?;
        }
        for seat in self.vacated.iter().chain(&self.taken_seats).copied() {
            seat_holders::clear(conn, id, seat, now).await?;
            keys::end_of_seat(conn, id, seat, now).await?;
        }
        if let Some(preferences) = &self.preferences {
            preferences.store(conn, id, self.holder).await?;
        }
        // Earlier invitations were for another seat.
        if !self.taken_seats.is_empty() {
            invitations::revoke_all(conn, id).await?;
        }
        if let Some(invitation) = &self.invitation {
            invitations::add(conn, invitation).await?;
        }
        if let Some(invite) = &self.invite {
            invite.store(conn, now).await?;
        }
        for email in &self.emails {
            outbox::owe(conn, email).await?;
        }
        Ok(())
    }
}

fn sits(game: &GameId, seat: Seat, player: PlayerId, since: DateTime<Utc>) -> SeatHolder {
    SeatHolder { game: game.clone(), seat, player: Some(player), bot: None, since, salt: None }
}
