//! Which letters a player wants, kept as JSON with the player; and the links that stop a kind of
//! letter with one click. The links are signed, so that no table of them is needed.

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::Service;
use super::error::ServiceError;
use crate::letters::Switch;
use crate::store::{PlayerId, players, settings};

/// A player's choices: everything is wanted unless it was switched off.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MailChoices {
    /// Keys of the switches that are off.
    #[serde(default)]
    pub off: Vec<String>,
}

impl MailChoices {
    /// Reads what is stored; what cannot be read means that everything is wanted.
    pub fn of(stored: &str) -> MailChoices {
        serde_json::from_str(stored).unwrap_or_default()
    }

    pub fn wants(&self, switch: Switch) -> bool {
        !self.off.iter().any(|off| off == switch.key())
    }

    /// The same choices with one switch set.
    #[must_use]
    pub fn with(mut self, switch: Switch, wanted: bool) -> MailChoices {
        self.off.retain(|off| off != switch.key());
        if !wanted {
            self.off.push(switch.key().to_owned());
        }
        self
    }

    fn stored(&self) -> Result<String, ServiceError> {
        serde_json::to_string(self).map_err(|error| ServiceError::Broken(error.into()))
    }
}

impl Service {
    /// Sets all of a player's choices.
    pub async fn choose_mail(
        &self,
        player: PlayerId,
        choices: &MailChoices,
    ) -> Result<(), ServiceError> {
        let stored = choices.stored()?;
        let job = self.store().write(move |conn| {
            Box::pin(async move { players::set_mail(conn, player, &stored).await })
        });
        Ok(job.await?)
    }

    /// The token of a link that stops one kind of letter to one player.
    pub async fn stop_token(
        &self,
        player: PlayerId,
        switch: Switch,
    ) -> Result<String, ServiceError> {
        let key = self.signing_key().await?;
        let body = format!("{}.{}", player.0, switch.key());
        Ok(format!("{body}.{}", seal(&key, ("stop", &body))))
    }

    /// Whose letters of which kind a link stops; nothing for a link that is not ours.
    pub async fn read_stop_token(
        &self,
        token: &str,
    ) -> Result<Option<(PlayerId, Switch)>, ServiceError> {
        let Some((body, given)) = token.rsplit_once('.') else { return Ok(None) };
        let sealed = seal(&self.signing_key().await?, ("stop", body));
        if !bool::from(sealed.as_bytes().ct_eq(given.to_lowercase().as_bytes())) {
            return Ok(None);
        }
        let parts = body.split_once('.');
        Ok(parts.and_then(|(player, switch)| {
            Some((PlayerId(player.parse().ok()?), Switch::find(switch)?))
        }))
    }

    /// Stops what the link says. Doing it again changes nothing.
    pub async fn stop_letters(&self, token: &str) -> Result<Switch, ServiceError> {
        let Some((player, switch)) = self.read_stop_token(token).await? else {
            return Err(ServiceError::NotFound("link"));
        };
        let found = players::get(self.store().read(), player).await?;
        self.choose_mail(player, &MailChoices::of(&found.mail).with(switch, false)).await?;
        Ok(switch)
    }

    /// The instance's key for signed links, made when it is first needed.
    pub(super) async fn signing_key(&self) -> Result<String, ServiceError> {
        const NAME: &str = "signing key";
        if let Some(key) = settings::get(self.store().read(), NAME).await? {
            return Ok(key);
        }
        let new = self.entropy().token()?;
        let job = self
            .store()
            .write(move |conn| Box::pin(async move { settings::init(conn, NAME, &new).await }));
        Ok(job.await?)
    }
}

/// 130 bits of HMAC-SHA256, in lower-case base32; other bits for every use.
pub(super) fn seal(key: &str, (usage, body): (&str, &str)) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any length is a key");
    for part in ["ravenpost ", usage, " ", body] {
        mac.update(part.as_bytes());
    }
    let mut sealed = data_encoding::BASE32_NOPAD.encode(&mac.finalize().into_bytes());
    sealed.truncate(26);
    sealed.to_lowercase()
}
