//! Replies to emails that the server has forgotten because it was restored from an older backup.
//! Their keys are gone, but the Message-ID in the reply still names the seat. That authorises
//! nothing: the seat's own address is sent a new email, which can be answered.

use crate::handles::Inbox;
use chrono::DateTime;

use crate::error::ServiceError;
use crate::reply::Reply;
use crate::reply::admit::SeatHolder;
use ravenpost_emails::NotificationKind;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::seat_holders;
use ravenpost_store::post::keys::{Key, Purpose};
use ravenpost_store::{PlayerId, TokenHash};

pub(in crate::reply) const SET_BACK: &str = "this server does not know the email that you \
    replied to. It may have been restored from a backup, and your game with it";

/// The sender of a reply to an email with an unknown key.
pub(in crate::reply) enum Lost {
    /// The player of the seat that the email was about.
    Holder(Box<SeatHolder>),
    /// A player who has left that seat.
    Left(PlayerId, GameId),
}

impl Inbox<'_> {
    /// Returns whether the sender of a reply with an unknown key has, or had, the seat that the
    /// answered email was about.
    pub(in crate::reply) async fn sender_of_lost(
        self,
        reply: &Reply,
    ) -> Result<Option<Lost>, ServiceError> {
        if reply.verdict.is_doubtful() {
            return Ok(None);
        }
        let domain = self.accounts().message_domain().await?;
        let Some((game_id, seat)) = reply.answers.iter().find_map(|id| about(id, domain)) else {
            return Ok(None);
        };
        let game = match self.games().load(&game_id).await {
            Ok(game) => game,
            Err(ServiceError::NotFound(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let reader = self.store().read();
        let Some(from) = &reply.from else { return Ok(None) };
        let Some(player) = players::by_address(reader, from).await? else { return Ok(None) };
        if game.seat_of(player.id) == Some(seat) {
            let key = forgotten(&player, &game_id, seat);
            let holder = SeatHolder { key, player, game: game_id, seat };
            return Ok(Some(Lost::Holder(Box::new(holder))));
        }
        let former = seat_holders::former_in(reader, &game_id, player.id).await?;
        Ok(former.contains(&seat).then_some(Lost::Left(player.id, game_id)))
    }
}

/// Returns a placeholder for the lost key. It authorises nothing.
fn forgotten(player: &Player, game: &GameId, seat: Seat) -> Key {
    Key {
        hash: TokenHash::default(),
        purpose: Purpose::Orders,
        email: None,
        player: Some(player.id),
        address: player.address.clone(),
        game: Some(game.clone()),
        seat: Some(seat),
        asked_seq: None,
        known_seq: None,
        invitation: None,
        held: None,
        made_at: DateTime::UNIX_EPOCH,
        dead_at: Some(DateTime::UNIX_EPOCH),
    }
}

/// Reads game and seat from one of our Message-IDs: `your_turn.42.1.w7k2p9@raven.example`.
fn about(id: &str, domain: &str) -> Option<(GameId, Seat)> {
    let (local, host) = id.split_once('@')?;
    let mut parts = local.split('.');
    let (kind, event) = (parts.next()?, parts.next()?);
    let (seat, game) = (parts.next()?.parse().ok()?, GameId::parse(parts.next()?)?);
    let ours = host.eq_ignore_ascii_case(domain)
        && NotificationKind::find(kind).is_some()
        && event.parse::<u64>().is_ok();
    ours.then_some((game, Seat(seat)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_message_id_identifies_its_seat() {
        let about = |id: &str| about(id, "raven.example").map(|(_, seat)| seat.0);
        assert_eq!(about("your_turn.42.1.w7k2p9@raven.example"), Some(1));
        assert_eq!(about("reply_result.42.2.w7k2p9.0f3a@raven.example"), Some(2));
        for other in [
            "your_turn.42.1.w7k2p9@elsewhere.example",
            "postcard.42.1.w7k2p9@raven.example",
            "your_turn.42.x.w7k2p9@raven.example",
            "invitation.0f3a@raven.example",
            "@",
            "",
        ] {
            assert_eq!(about(other), None, "{other}");
        }
    }
}
