//! Players' own settings: name, time zone and sessions.

use crate::handles::Players;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::people::reserved_names;
use ravenpost_log::names;
use ravenpost_store::people::players::{self, NewPlayer, Profile};
use ravenpost_store::people::sessions;
use ravenpost_store::{PlayerId, StoreError, writes};
use ravenpost_zone::Zone;

/// The longest name, in characters.
pub const NAME_LIMIT: usize = 60;

/// The colour theme of pages, if it does not follow the device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    /// Returns the stored name.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Reads a stored name.
    pub fn find(key: &str) -> Option<Theme> {
        key.parse().ok()
    }
}

impl Players<'_> {
    /// Sets the name and time zone.
    pub async fn choose_name(
        self,
        player: PlayerId,
        name: &str,
        zone: &str,
    ) -> Result<(), ServiceError> {
        let name = a_name(name)?;
        let zone: Zone =
            zone.parse().map_err(|_| ServiceError::refused("there is no such time zone"))?;
        let job = self.store().write(writes!(|tx| {
            let theme = players::get(&mut *tx, player).await?.theme;
            let profile = Profile { name, zone: zone.name().to_owned(), theme };
            players::set_profile(tx, player, &profile).await
        }));
        match job.await {
            Err(StoreError::Conflict) => Err(ServiceError::refused(
                "this name is taken or too similar to another player's; choose a different one",
            )),
            done => Ok(done?),
        }
    }

    /// Sets the time zone in which deadlines are shown.
    pub async fn choose_zone(self, player: PlayerId, zone: &str) -> Result<(), ServiceError> {
        let zone: Zone =
            zone.parse().map_err(|_| ServiceError::refused("there is no such time zone"))?;
        let job = self.store().write(writes!(|tx| {
            let known = players::get(&mut *tx, player).await?;
            let (name, theme) = (known.name, known.theme);
            let profile = Profile { name, zone: zone.name().to_owned(), theme };
            players::set_profile(tx, player, &profile).await
        }));
        Ok(job.await?)
    }

    /// Sets the colours of pages; `None` follows the device.
    pub async fn choose_theme(
        self,
        player: PlayerId,
        theme: Option<Theme>,
    ) -> Result<(), ServiceError> {
        let theme = theme.map(|theme| theme.key().to_owned());
        let job = self.store().write(writes!(|tx| {
            let known = players::get(&mut *tx, player).await?;
            if known.theme == theme {
                return Ok(());
            }
            let profile = Profile { name: known.name, zone: known.zone, theme };
            players::set_profile(tx, player, &profile).await
        }));
        Ok(job.await?)
    }

    /// The sessions of a player, latest first.
    pub async fn sessions(
        self,
        player: PlayerId,
        now: DateTime<Utc>,
    ) -> Result<Vec<sessions::Session>, ServiceError> {
        Ok(sessions::of_player(self.store().read(), player, now).await?)
    }
}

/// Validates a name for tables and emails: visible characters on one line, and not reserved.
pub(crate) fn a_name(name: &str) -> Result<String, ServiceError> {
    let Some(name) = names::visible(name, NAME_LIMIT) else {
        let why = format!("a name must have 1 to {NAME_LIMIT} visible characters");
        return Err(ServiceError::refused(why));
    };
    match reserved_names::is_reserved(&name) {
        true => Err(ServiceError::refused("this name is reserved; choose another one")),
        false => Ok(name),
    }
}

/// A new player, named after the local part of the address until another name is chosen.
pub(crate) fn newcomer(address: &str, at: DateTime<Utc>) -> NewPlayer {
    let local = address.split(['@', '+']).next().unwrap_or(address);
    // A name with a dot would look like a link in emails to others.
    let words: String = local.replace(['.', '_'], " ").chars().take(NAME_LIMIT).collect();
    let name = reserved_names::or_newcomer(names::visible(&words, NAME_LIMIT));
    NewPlayer { address: address.to_owned(), name, zone: "UTC".to_owned(), at }
}
