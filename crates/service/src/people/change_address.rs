//! Changes of a player's email address, requested on the settings page and confirmed by both
//! addresses.
//!
//! The new address is confirmed by a link in an email, and the old one agrees or refuses by
//! another. An old address that bounces cannot agree. In that case the signed-in player may finish
//! the change after a few days, and the old address is notified in advance. A stolen session alone
//! therefore cannot redirect email at once. Opening a link changes nothing.

use crate::handles::Players;
use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{AddressPayload, EmailPayload};
use crate::error::ServiceError;
use ravenpost_emails::NotificationKind;
use ravenpost_store::lists::counters;
use ravenpost_store::people::address_changes::{self, AddressChange};
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::sessions;
use ravenpost_store::post::keys;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, TokenHash, Tx, token_hash, writes};

/// How long both addresses have to answer.
pub const REQUEST_DAYS: i64 = 7;
/// How long an unreachable old address may still refuse.
pub const WAIT_DAYS: i64 = 3;
/// Requests per day from one player, and emails per day to one new address.
const REQUESTS_A_DAY: u64 = 3;

/// A request as shown on its page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressRequest {
    pub change: AddressChange,
    pub name: String,
    pub old: String,
    /// Whether the link belongs to the new address.
    pub new_end: bool,
}

/// The state of a request, for the settings page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    pub address: String,
    pub proved: bool,
    pub agreed: bool,
    /// When the player may complete the change without the old address; `None` while that address
    /// can be reached.
    pub alone_from: Option<DateTime<Utc>>,
}

/// The result of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressAnswer {
    Changed,
    /// The other address has not answered yet.
    Waiting,
    /// The request was withdrawn.
    Refused,
}

impl Players<'_> {
    /// Requests a new address, and queues an email to each address.
    pub async fn ask_new_address(
        self,
        now: DateTime<Utc>,
        player: &Player,
        address: &str,
    ) -> Result<(), ServiceError> {
        let address = self.somebodys(address)?;
        if address.folded() == player.address.to_lowercase() {
            return Err(ServiceError::refused("this is already your address"));
        }
        let (new, old) = (self.entropy().token()?, self.entropy().token()?);
        let request = AddressChange {
            player: player.id,
            address: address.to_string(),
            new_hash: token_hash(&new),
            old_hash: token_hash(&old),
            asked_at: now,
            proved_at: None,
            agreed_at: None,
        };
        let email = async |kind: NotificationKind, token: String, to: &str| {
            let payload = EmailPayload::AddressChange(AddressPayload {
                token,
                name: player.name.clone(),
                time_zone: player.zone.clone(),
                new_address: address.to_string(),
                old_address_bounces: player.stopped_at.is_some(),
            });
            self.email_to(now, kind, to, &payload).await
        };
        let to_new = email(NotificationKind::AddressChangeNew, new, address.as_str()).await?;
        let to_old = email(NotificationKind::AddressChangeOld, old, &player.address).await?;
        let keep = Keep { request, guest: self.guest(address.as_str()).await?, to_new, to_old };
        self.store().try_write(writes!(|tx| keep.store(tx, now).await)).await?;
        Ok(())
    }

    async fn email_to(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        address: &str,
        payload: &EmailPayload,
    ) -> Result<QueuedEmail, ServiceError> {
        Ok(QueuedEmail {
            message_id: self.accounts().chance_message_id(kind).await?,
            to_player: None,
            address: Some(address.to_owned()),
            kind: kind.key().to_owned(),
            game: None,
            seat: None,
            seq: None,
            payload: payload.text(),
            references: String::new(),
            at: now,
            due_at: now,
        })
    }

    /// The state of a player's request.
    pub async fn pending_address(
        self,
        now: DateTime<Utc>,
        player: &Player,
    ) -> Result<Option<Pending>, ServiceError> {
        let found = address_changes::of_player(self.store().read(), player.id, oldest(now)).await?;
        Ok(found.map(|request| Pending {
            proved: request.proved_at.is_some(),
            agreed: request.agreed_at.is_some(),
            alone_from: player.stopped_at.map(|_| alone_from(request.asked_at)),
            address: request.address,
        }))
    }

    /// The request behind a link. Changes nothing.
    pub async fn address_request(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<AddressRequest, ServiceError> {
        let hash = token_hash(token);
        let found = address_changes::by_link(self.store().read(), &hash, oldest(now)).await?;
        let change = found.ok_or(ServiceError::NotFound("link"))?;
        let player = players::get(self.store().read(), change.player).await?;
        let new_end = change.new_hash == hash;
        Ok(AddressRequest { change, name: player.name, old: player.address, new_end })
    }

    /// Records the answer of one address. `here` is the session of the answering browser, if any.
    pub async fn answer_request(
        self,
        now: DateTime<Utc>,
        token: &str,
        yes: bool,
        here: Option<TokenHash>,
    ) -> Result<AddressAnswer, ServiceError> {
        let hash = token_hash(token);
        self.store()
            .try_write(writes!(|tx| {
                if yes {
                    address_changes::say_yes(tx, &hash, now).await?;
                }
                let found = address_changes::by_link(&mut *tx, &hash, oldest(now)).await?;
                let request = found.ok_or(ServiceError::NotFound("link"))?;
                if !yes {
                    address_changes::forget(tx, request.player).await?;
                    return Ok(AddressAnswer::Refused);
                }
                if request.proved_at.is_none() || request.agreed_at.is_none() {
                    return Ok(AddressAnswer::Waiting);
                }
                change(tx, &request, here, now).await?;
                Ok(AddressAnswer::Changed)
            }))
            .await
    }

    /// The signed-in player finishes the change without the unreachable old address.
    pub async fn finish_alone(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
        here: TokenHash,
    ) -> Result<(), ServiceError> {
        self.store()
            .try_write(writes!(|tx| {
                let found = address_changes::of_player(&mut *tx, player, oldest(now)).await?;
                let request = found.ok_or(ServiceError::NotFound("change of address"))?;
                let dead = players::get(&mut *tx, player).await?.stopped_at.is_some();
                if request.proved_at.is_none() || !dead || alone_from(request.asked_at) > now {
                    let why = "the change must first be approved from both addresses, or the \
                        waiting period must pass";
                    return Err(ServiceError::refused(why));
                }
                change(tx, &request, Some(here), now).await
            }))
            .await
    }

    /// Withdraws the player's request.
    pub async fn withdraw_request(self, player: PlayerId) -> Result<(), ServiceError> {
        let job = self.store().write(writes!(|tx| address_changes::forget(tx, player).await));
        Ok(job.await?)
    }
}

/// The earliest time of a request that is still valid.
pub(crate) fn oldest(now: DateTime<Utc>) -> DateTime<Utc> {
    now - Duration::days(REQUEST_DAYS)
}

/// When the player may complete the change without the old address.
pub(crate) fn alone_from(asked: DateTime<Utc>) -> DateTime<Utc> {
    asked + Duration::days(WAIT_DAYS)
}

/// A request with its emails, to be stored.
struct Keep {
    request: AddressChange,
    /// The hash of the new address, for counters.
    guest: String,
    to_new: QueuedEmail,
    to_old: QueuedEmail,
}

impl Keep {
    /// Stores the request. If the new address belongs to another player it gets no email, and the
    /// requester is not told, so that accounts stay private.
    async fn store(self, tx: &mut Tx, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let day = now.timestamp().div_euclid(86_400);
        for what in [
            format!("address_changes {}", self.request.player),
            format!("address_changes {}", self.guest),
        ] {
            if counters::bump(tx, &what, day).await? > REQUESTS_A_DAY {
                let why = "you have requested too many address changes today; try again tomorrow";
                return Err(ServiceError::TooMany(why));
            }
        }
        address_changes::ask(tx, &self.request).await?;
        if players::by_address(&mut *tx, &self.request.address).await?.is_none() {
            let email = outbox::owe(tx, &self.to_new).await?;
            outbox::concerns(tx, email, self.request.player).await?;
        }
        let email = outbox::owe(tx, &self.to_old).await?;
        outbox::concerns(tx, email, self.request.player).await?;
        Ok(())
    }
}

/// Changes the address, ends all other sessions and the reply keys of emails to the old address,
/// and resumes email to the player.
async fn change(
    tx: &mut Tx,
    request: &AddressChange,
    here: Option<TokenHash>,
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let before = players::get(&mut *tx, request.player).await?;
    if before.blocked_at.is_some() {
        return Err(ServiceError::refused("an admin has blocked this account"));
    }
    outbox::claim(tx, &before.address, request.player).await?;
    let changed = players::set_address(tx, request.player, &request.address).await;
    changed.map_err(|error| match error {
        ravenpost_store::StoreError::Conflict => {
            ServiceError::refused("this address has been taken by another player in the meantime")
        }
        other => other.into(),
    })?;
    sessions::end_all(tx, request.player, here.as_ref()).await?;
    keys::end_of_player(tx, request.player, now).await?;
    address_changes::forget(tx, request.player).await?;
    Ok(())
}
