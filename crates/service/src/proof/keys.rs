//! The signing key of this server. It is created at the first start, and replaced when the admin
//! asks for it, for example after a loss.

use crate::handles::Proof;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use ravenpost_log::proof::note::{Key, Line, is_name};
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::proof::statement;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;
use ravenpost_store::people::players;
use ravenpost_store::post::outbox;
use ravenpost_store::proof::server_keys::{self, ServerKey};
use ravenpost_store::writes;

/// How a new key is created.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renewal {
    /// The old key is no longer trusted, and does not sign the new one.
    pub lost: bool,
    /// A new name for the log, needed if witnesses have cosigned entries that were lost here.
    pub name: Option<String>,
}

impl Proof<'_> {
    /// Creates a signing key if there is none. Returns the new key.
    pub async fn first_key(self, now: DateTime<Utc>) -> Result<Option<Key>, ServiceError> {
        if server_keys::signer(self.store().read()).await?.is_some() {
            return Ok(None);
        }
        let known = self.server_keys().await?;
        let name = known.first().map(|last| last.key.name.clone());
        let name = name.unwrap_or_else(|| log_name(&self.settings().base_url));
        let signer = Signer::new(&name, &self.entropy().bytes()?);
        let key = signer.key();
        self.store()
            .write(writes!(|tx| {
                // Another process may have been faster.
                match server_keys::signer(&mut *tx).await? {
                    Some(_) => Ok(()),
                    None => server_keys::put(tx, &signer, None, now).await,
                }
            }))
            .await?;
        Ok(Some(key))
    }

    /// Replaces the signing key. The old key signs the new one, unless it was lost.
    pub async fn renew_key(
        self,
        now: DateTime<Utc>,
        renewal: Renewal,
    ) -> Result<Key, ServiceError> {
        let old = server_keys::signer(self.store().read()).await?;
        let Some(old) = old else {
            return Err(ServiceError::refused(
                "there is no key to renew yet; start the server once to create the first one",
            ));
        };
        let name = renewal.name.unwrap_or_else(|| old.name().to_owned());
        if !is_name(&name) {
            return Err(ServiceError::refused(format!(
                "\"{name}\" is not a valid name: use one without spaces and plus signs, such as \
                 play.example.org/seals-2"
            )));
        }
        let signer = Signer::new(&name, &self.entropy().bytes()?);
        let key = signer.key();
        let handed = (!renewal.lost).then(|| old.sign(&statement::handover(&old.key(), &key)));
        self.store()
            .write(writes!(|tx| server_keys::put(tx, &signer, handed.as_ref(), now).await))
            .await?;
        Ok(key)
    }

    /// All keys of this server, newest first.
    pub async fn server_keys(self) -> Result<Vec<ServerKey>, ServiceError> {
        Ok(server_keys::all(self.store().read()).await?)
    }

    /// The current signing key; `None` on a server that was never started.
    pub(crate) async fn signer(self) -> Result<Option<Signer>, ServiceError> {
        Ok(server_keys::signer(self.store().read()).await?)
    }

    /// The signature of the head of a game's log.
    pub(crate) async fn signed_head(
        self,
        game: &GameId,
        step: Step,
        hash: &Hash,
    ) -> Result<Option<Line>, ServiceError> {
        let signer = self.signer().await?;
        Ok(signer.map(|signer| signer.sign(&statement::signed_head(game, step, hash))))
    }

    /// The signature of a receipt.
    pub async fn signed_receipt(
        self,
        game: &GameId,
        hash: &Hash,
    ) -> Result<Option<Line>, ServiceError> {
        let signer = self.signer().await?;
        Ok(signer.map(|signer| signer.sign(&statement::receipt(game, hash))))
    }

    /// The newest key, for an email to a player who has had none since it was created.
    pub(crate) async fn key_for(
        self,
        reader: &players::Player,
    ) -> Result<Option<Key>, ServiceError> {
        let Some(newest) = self.server_keys().await?.into_iter().next() else { return Ok(None) };
        let since = newest.made_at;
        let any_sent = outbox::any_sent_since(self.store().read(), reader.id, since).await?;
        Ok((!any_sent).then_some(newest.key))
    }
}

/// The permanent name of the log: the address of its seals at the first start.
fn log_name(base_url: &str) -> String {
    let (_, place) = base_url.split_once("://").unwrap_or(("", base_url));
    let name = format!("{}/seals", place.trim_end_matches('/'));
    if is_name(&name) { name } else { "ravenpost/seals".to_owned() }
}

/// Whether the key at `at` is signed by its predecessor. Keys are ordered newest first.
pub fn is_handed(keys: &[ServerKey], at: usize) -> bool {
    let (Some(key), Some(before)) = (keys.get(at), keys.get(at + 1)) else { return false };
    let text = statement::handover(&before.key, &key.key);
    key.handed.as_ref().is_some_and(|line| before.key.signed(&text, line))
}

#[cfg(test)]
mod tests {
    use super::log_name;

    #[test]
    fn log_name_is_the_address_of_its_seals() {
        assert_eq!(log_name("https://raven.example"), "raven.example/seals");
        assert_eq!(log_name("http://127.0.0.1:8080"), "127.0.0.1:8080/seals");
        assert_eq!(log_name("https://a.example/b+c/"), "ravenpost/seals");
    }
}
