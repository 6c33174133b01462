//! Uses a valid link or code. One transaction creates the account and the session, and passes the
//! games of a guest to the account.

use ravenpost_log::GameId;
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::people::{guests, players};
use ravenpost_store::{PlayerId, StoreError, TokenHash, Tx};

use crate::people::admission::Admission;
use crate::people::players::newcomer;

/// A session to start, and the guest session that it replaces.
pub(super) struct Newcomer {
    pub session: Session,
    pub guest: Option<TokenHash>,
}

/// A person who has signed in.
pub(super) struct Arrived {
    pub player: PlayerId,
    pub address: String,
    /// The games that passed from a guest to the account.
    pub games: Vec<GameId>,
}

/// The result of using a link or a code.
pub(super) enum Entered {
    In(Arrived),
    /// The person may not sign up, or no longer may.
    Closed,
    /// An admin has blocked the account.
    Blocked,
    /// Used, expired, or requested by another browser.
    Dead,
}

/// Finds or creates the player, starts the session and takes over the games of the guest. Only
/// admitted people become new players.
pub(super) async fn enter(
    tx: &mut Tx,
    address: String,
    new: Newcomer,
    admission: &Admission,
) -> Result<Entered, StoreError> {
    let Newcomer { session, guest } = new;
    let now = session.created_at;
    let player = match players::by_address(&mut *tx, &address).await? {
        Some(player) if player.blocked_at.is_some() => return Ok(Entered::Blocked),
        Some(player) => {
            // The email arrived, so the address works again.
            players::clear_bounces(tx, player.id).await?;
            player.id
        }
        None if admission.lets(tx, &address, now).await? => {
            let player = players::add(tx, &newcomer(&address, now)).await?;
            admission.came(tx, player, &address, now).await?;
            player
        }
        None => return Ok(Entered::Closed),
    };
    sessions::add(tx, &Session { player, ..session }).await?;
    let games = match guest {
        Some(guest) => guests::pass_on(tx, &guest, now, player).await?,
        None => Vec::new(),
    };
    Ok(Entered::In(Arrived { player, address, games }))
}
