//! Whoever runs this server: signed in once by a link that the program prints, no password needed
//! and no mail. From then on that player may do at any table what its organiser may.

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::people::address::Address;
use ravenpost_store::lists::settings;
use ravenpost_store::people::sign_ins::{self, SignIn};
use ravenpost_store::{PlayerId, Reader, StoreError, TokenHash, Tx, token_hash, writes};

/// Where the operator's number is kept.
const OPERATOR: &str = "admin";
/// How long the printed link is good.
pub const LINK_HOURS: i64 = 24;

/// What stands in the place of the browser's secret when a link is good in any browser: only
/// somebody who has the link can name it.
pub(in crate::service) fn anywhere(token: &str) -> TokenHash {
    token_hash(format!("ravenpost admin {token}"))
}

/// Notes who the operator is.
pub(in crate::service) async fn appoint(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    settings::set(tx, OPERATOR, &player.to_string()).await
}

/// The operator is gone: nobody is, until somebody follows a printed link.
pub(in crate::service) async fn resign(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    if settings::get(&mut *tx, OPERATOR).await? == Some(player.to_string()) {
        settings::unset(tx, OPERATOR).await?;
    }
    Ok(())
}

/// Refuses everybody but the operator.
pub(in crate::service) async fn must_be_operator(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<(), ServiceError> {
    match settings::get(reader, OPERATOR).await? {
        Some(known) if known == player.to_string() => Ok(()),
        _ => Err(ServiceError::Denied("only whoever runs this server may do that")),
    }
}

impl Service {
    /// A link that signs the operator in, in whichever browser it is opened, once. None while the
    /// operator is signed in somewhere: whoever has lost that starts the program again.
    pub async fn operator_link(
        &self,
        now: DateTime<Utc>,
        address: &str,
    ) -> Result<Option<String>, ServiceError> {
        let known = settings::get(self.store().read(), OPERATOR).await?;
        if let Some(player) = known.and_then(|known| known.parse().ok())
            && !self.sessions(PlayerId(player), now).await?.is_empty()
        {
            return Ok(None);
        }
        let token = self.entropy().token()?;
        let sign_in = SignIn {
            token_hash: token_hash(&token),
            // There is no code: nobody asked in another browser.
            code_hash: self.entropy().bytes()?,
            browser_hash: anywhere(&token),
            address: Address::clean(address)?.to_string(),
            created_at: now,
            expires_at: now + Duration::hours(LINK_HOURS),
        };
        self.store().write(writes!(|tx| sign_ins::add(tx, &sign_in).await)).await?;
        Ok(Some(format!("{}/sign-in/{token}", self.settings().base_url)))
    }

    /// Refuses whoever does not run this server.
    pub async fn must_operate(&self, player: PlayerId) -> Result<(), ServiceError> {
        must_be_operator(self.store().read(), player).await
    }

    /// Whether that player runs this server.
    pub async fn is_operator(&self, player: PlayerId) -> Result<bool, ServiceError> {
        let known = settings::get(self.store().read(), OPERATOR).await?;
        Ok(known == Some(player.to_string()))
    }
}
