//! The admin of the server, who signs in once by a link that the program prints, without a password
//! or email. The admin may then do at any table what its organiser may.

use crate::handles::Accounts;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::people::address::Address;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::people::sign_ins::{self, SignIn};
use ravenpost_store::{PlayerId, Reader, StoreError, TokenHash, Tx, token_hash, writes};

/// How long the printed link is valid.
pub const LINK_HOURS: i64 = 24;

/// A value in place of the browser's secret for a link that is valid in any browser. Only the
/// holder of the link can compute it.
pub(crate) fn anywhere(token: &str) -> TokenHash {
    token_hash(format!("ravenpost admin {token}"))
}

/// Records who the admin is.
pub(crate) async fn appoint(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    settings::set(tx, Key::Admin, &player.to_string()).await
}

/// Removes the admin, so that there is none until a printed link is used.
pub(crate) async fn resign(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    if settings::get(&mut *tx, Key::Admin).await? == Some(player.to_string()) {
        settings::unset(tx, Key::Admin).await?;
    }
    Ok(())
}

/// Refuses every player except the admin.
pub(crate) async fn must_be_operator(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<(), ServiceError> {
    match settings::get(reader, Key::Admin).await? {
        Some(known) if known == player.to_string() => Ok(()),
        _ => Err(ServiceError::Denied("only an admin can do that")),
    }
}

impl Accounts<'_> {
    /// A link that signs the admin in once, in any browser. `None` while the admin is signed in
    /// somewhere. An admin who has lost that session has to restart the program.
    pub async fn operator_link(
        self,
        now: DateTime<Utc>,
        address: &str,
    ) -> Result<Option<String>, ServiceError> {
        let known = settings::get(self.store().read(), Key::Admin).await?;
        if let Some(player) = known.and_then(|known| known.parse().ok())
            && !self.players().sessions(PlayerId(player), now).await?.is_empty()
        {
            return Ok(None);
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

    /// Refuses every player except the admin.
    pub async fn must_operate(self, player: PlayerId) -> Result<(), ServiceError> {
        must_be_operator(self.store().read(), player).await
    }

    /// Whether the player is the admin.
    pub async fn is_operator(self, player: PlayerId) -> Result<bool, ServiceError> {
        let known = settings::get(self.store().read(), Key::Admin).await?;
        Ok(known == Some(player.to_string()))
    }
}
