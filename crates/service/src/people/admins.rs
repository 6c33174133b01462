//! The admins of the server. The first signs in by a link that the program prints, without a
//! password or email. Admins can do at any table what its organiser can.

use crate::handles::Accounts;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::people::address::Address;
use ravenpost_store::people::admin_log::{self, AdminAction, NewEntry};
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::sign_ins::{self, SignIn};
use ravenpost_store::people::{admins, sessions};
use ravenpost_store::{PlayerId, Reader, StoreError, TokenHash, Tx, token_hash, writes};

/// How long the printed link is valid.
pub const LINK_HOURS: i64 = 24;

/// A value in place of the browser's secret for a link that is valid in any browser. Only the
/// holder of the link can compute it.
pub(crate) fn anywhere(token: &str) -> TokenHash {
    token_hash(format!("ravenpost admin {token}"))
}

/// Makes the player who used the printed link an admin.
pub(crate) async fn appoint(
    tx: &mut Tx,
    player: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if admins::add(tx, player).await? {
        let action = AdminAction::AdminAdded;
        let reason = "used the printed link".to_owned();
        let entry = NewEntry { at: now, admin: None, action, player: Some(player), reason };
        admin_log::add(tx, &entry).await?;
    }
    Ok(())
}

/// Takes the role away from a player. Without an admin, the next start prints a link.
pub(crate) async fn resign(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    admins::remove(tx, player).await?;
    Ok(())
}

/// Refuses every player except the admins.
pub(crate) async fn must_be_admin(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<(), ServiceError> {
    match admins::all(reader).await?.contains(&player) {
        true => Ok(()),
        false => Err(ServiceError::Denied("only an admin can do that")),
    }
}

/// Refuses changes that are not made to admins.
pub(crate) async fn must_not_be_admin(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<(), ServiceError> {
    match admins::all(reader).await?.contains(&player) {
        true => Err(ServiceError::refused("this player is an admin; take that role away first")),
        false => Ok(()),
    }
}

impl Accounts<'_> {
    /// A link that signs an admin in once, in any browser. `None` while an admin is signed in
    /// somewhere. If all have lost their sessions, the program has to be restarted.
    pub async fn admin_link(
        self,
        now: DateTime<Utc>,
        address: &str,
    ) -> Result<Option<String>, ServiceError> {
        for admin in admins::all(self.store().read()).await? {
            if !sessions::of_player(self.store().read(), admin, now).await?.is_empty() {
                return Ok(None);
            }
        }
        let token = self.entropy().token()?;
        let sign_in = SignIn {
            token_hash: token_hash(&token),
            // There is no code, because no other browser is involved.
            code_hash: self.entropy().bytes()?,
            browser_hash: anywhere(&token),
            address: Address::clean(address)?.to_string(),
            created_at: now,
            expires_at: now + Duration::hours(LINK_HOURS),
        };
        self.store().write(writes!(|tx| sign_ins::add(tx, &sign_in).await)).await?;
        Ok(Some(format!("{}/sign-in/{token}", self.settings().base_url)))
    }

    pub async fn is_admin(self, player: PlayerId) -> Result<bool, ServiceError> {
        Ok(admins::all(self.store().read()).await?.contains(&player))
    }

    /// Returns the admins, in the order in which they were added.
    pub async fn admins(self) -> Result<Vec<Player>, ServiceError> {
        let mut found = Vec::new();
        for admin in admins::all(self.store().read()).await? {
            match players::get(self.store().read(), admin).await {
                Err(StoreError::NotFound) => {}
                player => found.push(player?),
            }
        }
        Ok(found)
    }
}
