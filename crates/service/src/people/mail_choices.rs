//! Email preferences of players, globally or per table, stored as JSON with the player, and
//! one-click unsubscribe links. A link names the player, the kind of email and the table. It is
//! signed, so no table of links is needed. A person who was only invited is identified by a keyed
//! hash of the address.

use crate::handles::Players;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::error::ServiceError;
use crate::people::mail_pace::{self, MailPace};
use crate::people::stored_choices::{
    BUNDLE_CHAT, DIGEST_HOUR, DISABLED, DISABLED_BY_GAME, FREQUENCY, FREQUENCY_BY_GAME,
    SHORT_EMAILS, Unread,
};
use ravenpost_emails::MailTopic;
use ravenpost_log::GameId;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::people::invitations;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::{PlayerId, writes};

/// A player's email preferences: everything is sent unless it was switched off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MailChoices {
    /// Keys of the topics that are off at all tables.
    pub disabled: Vec<String>,
    /// Keys of the topics that are off at single tables, by the table's id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub disabled_by_game: BTreeMap<String, Vec<String>>,
    /// Whether chat messages wait for the next email from the same table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bundle_chat: bool,
    /// How soon emails are sent, by topic key; immediately if not listed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub frequency: BTreeMap<String, MailPace>,
    /// How soon emails about single tables are sent, by table id and topic key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub frequency_by_game: BTreeMap<String, BTreeMap<String, MailPace>>,
    /// The hour at which the daily emails are sent.
    #[serde(skip_serializing_if = "is_morning")]
    pub digest_hour: u8,
    /// Whether emails are short: text about what is new, without a board.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub short_emails: bool,
    /// Stored values that cannot be read. They count as the quietest choice and are preserved.
    #[serde(skip)]
    pub unread: Unread,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_morning(hour: &u8) -> bool {
    *hour == mail_pace::MORNING
}

impl Default for MailChoices {
    fn default() -> MailChoices {
        MailChoices {
            disabled: Vec::new(),
            disabled_by_game: BTreeMap::new(),
            bundle_chat: false,
            frequency: BTreeMap::new(),
            frequency_by_game: BTreeMap::new(),
            digest_hour: mail_pace::MORNING,
            short_emails: false,
            unread: Unread::default(),
        }
    }
}

impl MailChoices {
    /// Reads stored preferences.
    pub fn of(stored: &str) -> MailChoices {
        let mut stored = Unread::all(stored);
        MailChoices {
            disabled: stored.read(DISABLED).unwrap_or_default(),
            disabled_by_game: stored.read(DISABLED_BY_GAME).unwrap_or_default(),
            bundle_chat: stored.read(BUNDLE_CHAT).unwrap_or_default(),
            frequency: stored.read(FREQUENCY).unwrap_or_default(),
            frequency_by_game: stored.read(FREQUENCY_BY_GAME).unwrap_or_default(),
            digest_hour: stored.read(DIGEST_HOUR).unwrap_or(mail_pace::MORNING),
            short_emails: stored.read(SHORT_EMAILS).unwrap_or_default(),
            unread: stored,
        }
    }

    pub(crate) fn stored(&self) -> Result<String, ServiceError> {
        let value = serde_json::to_value(self);
        let mut value = value.map_err(|error| ServiceError::Broken(error.into()))?;
        self.unread.put_back(&mut value);
        Ok(value.to_string())
    }

    /// Whether every preference could be read.
    pub fn is_readable(&self) -> bool {
        !self.unread.has_any()
    }

    /// Whether the preferences for single tables could be read. If not, the player gets no email
    /// about tables.
    pub fn wants_at_tables(&self) -> bool {
        !self.unread.has(DISABLED_BY_GAME)
    }

    /// Drops unreadable values. Called when a player saves the complete form.
    #[must_use]
    pub fn chosen_again(mut self) -> MailChoices {
        self.unread.drop_all();
        self
    }

    /// Whether emails of a kind are wanted by default.
    pub fn wants(&self, topic: MailTopic) -> bool {
        !self.unread.has(DISABLED) && !self.disabled.iter().any(|off| off == topic.key())
    }

    /// Whether emails of a kind are wanted from that table.
    pub fn wants_of(&self, topic: MailTopic, game: Option<&GameId>) -> bool {
        let off = game.and_then(|game| self.disabled_by_game.get(game.as_str()));
        let off = off.is_some_and(|off| off.iter().any(|key| key == topic.key()));
        self.wants(topic) && !off && (game.is_none() || self.wants_at_tables())
    }

    /// The same preferences with one topic set, at one table or globally.
    #[must_use]
    pub fn with(mut self, topic: MailTopic, game: Option<&str>, wanted: bool) -> MailChoices {
        if wanted && game.is_none() && self.unread.has(DISABLED) {
            // Only this kind is known to be wanted. The others are unknown and stay off.
            self.unread.drop(DISABLED);
            self.disabled = MailTopic::ALL.iter().map(|other| other.key().to_owned()).collect();
        }
        let off = match game {
            Some(game) => self.disabled_by_game.entry(game.to_owned()).or_default(),
            None => &mut self.disabled,
        };
        off.retain(|off| off != topic.key());
        if !wanted {
            off.push(topic.key().to_owned());
        }
        self.disabled_by_game.retain(|_, off| !off.is_empty());
        self
    }

    /// Returns the same preferences with all emails switched on, also those about single games.
    #[must_use]
    pub fn with_all(self) -> MailChoices {
        let mut choices = self.chosen_again();
        choices.disabled.clear();
        choices.disabled_by_game.clear();
        choices
    }

    /// Returns the same preferences with all emails switched off.
    #[must_use]
    pub fn with_none(self) -> MailChoices {
        MailTopic::ALL.iter().fold(self, |choices, topic| choices.with(*topic, None, false))
    }

    /// How soon emails of a kind are sent, at a table if one is given.
    pub fn pace_of(&self, topic: MailTopic, game: Option<&GameId>) -> MailPace {
        if self.unread.has(FREQUENCY) || (game.is_some() && self.unread.has(FREQUENCY_BY_GAME)) {
            return MailPace::Daily;
        }
        let here = game.and_then(|game| self.frequency_by_game.get(game.as_str()));
        let here = here.and_then(|paces| paces.get(topic.key()));
        here.or_else(|| self.frequency.get(topic.key())).copied().unwrap_or_default()
    }

    /// The same preferences with one pace set, globally or at one table, where `None` means the
    /// global one.
    #[must_use]
    pub fn paced(
        mut self,
        topic: MailTopic,
        game: Option<&str>,
        pace: Option<MailPace>,
    ) -> MailChoices {
        let paces = match game {
            Some(game) => self.frequency_by_game.entry(game.to_owned()).or_default(),
            None => &mut self.frequency,
        };
        match pace {
            Some(pace) => paces.insert(topic.key().to_owned(), pace),
            None => paces.remove(topic.key()),
        };
        self.frequency_by_game.retain(|_, paces| !paces.is_empty());
        self
    }

    /// Whether chat from that table is included in its emails.
    pub fn wants_words(&self, game: &GameId) -> bool {
        self.wants_of(MailTopic::Chat, Some(game))
    }

    /// Whether a chat message from that table is sent as an email of its own.
    pub fn wants_words_at_once(&self, game: &GameId) -> bool {
        !self.bundle_chat && !self.unread.has(BUNDLE_CHAT) && self.wants_words(game)
    }
}

/// The content of an unsubscribe link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StopLink {
    pub whose: LinkOwner,
    pub topic: MailTopic,
    /// The table it is about; `None` for all tables.
    pub game: Option<GameId>,
}

/// Whose emails a link stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkOwner {
    Player(PlayerId),
    /// A person without an account: the keyed hash of the address.
    Guest(String),
}

impl StopLink {
    fn written(&self) -> String {
        let whose = match &self.whose {
            LinkOwner::Player(player) => player.to_string(),
            LinkOwner::Guest(hash) => format!("-{hash}"),
        };
        let game = self.game.as_ref().map(|game| format!(".{game}")).unwrap_or_default();
        format!("{whose}.{}{game}", self.topic.key())
    }

    fn read(body: &str) -> Option<StopLink> {
        let mut parts = body.split('.');
        let (whose, topic, game) = (parts.next()?, parts.next()?, parts.next());
        let whose = match whose.strip_prefix('-') {
            Some(hash) => LinkOwner::Guest(hash.to_owned()),
            None => LinkOwner::Player(PlayerId(whose.parse().ok()?)),
        };
        let topic = MailTopic::find(topic)?;
        let game = match game {
            Some(game) => Some(GameId::parse(game)?),
            None => None,
        };
        Some(StopLink { whose, topic, game })
    }
}

impl Players<'_> {
    /// Changes a player's preferences in a transaction. Emails already sent can still be replied
    /// to. Returns whether anything changed.
    pub async fn choose_mail(
        self,
        player: PlayerId,
        change: impl FnOnce(MailChoices) -> MailChoices + Send + 'static,
    ) -> Result<bool, ServiceError> {
        self.store()
            .try_write(writes!(|tx| {
                let found = players::get(&mut *tx, player).await?;
                let before = MailChoices::of(&found.mail);
                let after = change(before.clone());
                if after == before {
                    return Ok(false);
                }
                players::set_mail(tx, player, &after.stored()?).await?;
                Ok(true)
            }))
            .await
    }

    /// The token of an unsubscribe link.
    pub async fn stop_token(self, link: &StopLink) -> Result<String, ServiceError> {
        let body = link.written();
        Ok(format!("{body}.{}", seal(&self.signing_key().await?, "unsubscribe", &body)))
    }

    /// Reads an unsubscribe token; `None` if it was not signed here. Changes nothing.
    pub async fn read_stop_token(self, token: &str) -> Result<Option<StopLink>, ServiceError> {
        let Some((body, given)) = token.rsplit_once('.') else { return Ok(None) };
        let Some(key) = self.known_key().await? else { return Ok(None) };
        let sealed = seal(&key, "unsubscribe", body);
        let ours = bool::from(sealed.as_bytes().ct_eq(given.to_lowercase().as_bytes()));
        Ok(ours.then(|| StopLink::read(body)).flatten())
    }

    /// Stops or resumes the emails that a link names, at its own table or `everywhere`. Idempotent.
    pub async fn switch_emails(
        self,
        now: DateTime<Utc>,
        token: &str,
        everywhere: bool,
        wanted: bool,
    ) -> Result<StopLink, ServiceError> {
        let Some(link) = self.read_stop_token(token).await? else {
            return Err(ServiceError::NotFound("link"));
        };
        self.throw_switch(now, link.clone(), everywhere, wanted).await?;
        Ok(link)
    }

    /// Stops or resumes all emails to the player whom a link names. Idempotent.
    pub async fn switch_all_emails(
        self,
        token: &str,
        wanted: bool,
    ) -> Result<StopLink, ServiceError> {
        let link = self.read_stop_token(token).await?;
        let Some(link) = link else { return Err(ServiceError::NotFound("link")) };
        let LinkOwner::Player(player) = link.whose else {
            return Err(ServiceError::NotFound("player"));
        };
        let change = move |choices: MailChoices| match wanted {
            true => choices.with_all(),
            false => choices.with_none(),
        };
        self.choose_mail(player, change).await?;
        Ok(link)
    }

    /// Like `switch_emails`, but without a token to check. Returns whether it changed a player's
    /// preferences.
    pub(crate) async fn throw_switch(
        self,
        now: DateTime<Utc>,
        link: StopLink,
        everywhere: bool,
        wanted: bool,
    ) -> Result<bool, ServiceError> {
        match link.whose {
            LinkOwner::Guest(hash) => {
                self.never_invite(&hash, (!wanted).then_some(now)).await?;
                Ok(false)
            }
            LinkOwner::Player(player) => {
                let game = link.game.filter(|_| !everywhere).map(|game| game.to_string());
                let change =
                    move |choices: MailChoices| choices.with(link.topic, game.as_deref(), wanted);
                self.choose_mail(player, change).await
            }
        }
    }

    /// Records that an address refuses invitations, or accepts them again.
    pub async fn never_invite(
        self,
        hash: &str,
        since: Option<DateTime<Utc>>,
    ) -> Result<(), ServiceError> {
        let hash = hash.to_owned();
        let job = self.store().write(writes!(|tx| invitations::refuse(tx, &hash, since).await));
        Ok(job.await?)
    }

    /// The keyed hash that identifies an address that may not be stored.
    pub async fn guest(self, address: &str) -> Result<String, ServiceError> {
        Ok(guest(&self.signing_key().await?, address))
    }

    /// The preferences for the settings page. An invitation refusal from before the player signed
    /// up counts too. Changes nothing.
    pub async fn mail_choices(self, player: &Player) -> Result<MailChoices, ServiceError> {
        let choices = MailChoices::of(&player.mail);
        let Some(key) = self.known_key().await? else { return Ok(choices) };
        let guest = guest(&key, &player.address);
        Ok(match invitations::refused(self.store().read(), &guest).await? {
            true => choices.with(MailTopic::Invitations, None, false),
            false => choices,
        })
    }

    /// The installation's key for signed links, created on first use.
    pub(crate) async fn signing_key(self) -> Result<String, ServiceError> {
        if let Some(key) = self.known_key().await? {
            return Ok(key);
        }
        let new = self.entropy().token()?;
        let job = self.store().write(writes!(|tx| settings::init(tx, Key::SigningKey, &new).await));
        Ok(job.await?)
    }

    async fn known_key(self) -> Result<Option<String>, ServiceError> {
        Ok(settings::get(self.store().read(), Key::SigningKey).await?)
    }
}

fn guest(key: &str, address: &str) -> String {
    seal(key, "guest", &address.trim().to_lowercase())
}

/// 130 bits of HMAC-SHA256, in lower-case base32.
pub(crate) fn seal(key: &str, what: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any length is a key");
    mac.update(format!("ravenpost {what} {body}").as_bytes());
    let mut sealed = data_encoding::BASE32_NOPAD.encode(&mac.finalize().into_bytes());
    sealed.truncate(26);
    sealed.to_lowercase()
}
