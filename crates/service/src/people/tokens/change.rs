//! Creating and revoking tokens. Both need a recent sign-in, and both send an email, so that a
//! stolen session cannot create a token unnoticed.

use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, TokenPayload};
use crate::error::ServiceError;
use crate::handles::Tokens;
use crate::people::sign_in::SignedIn;
use crate::people::tokens::scope::Scope;
use crate::people::tokens::text;
use ravenpost_emails::NotificationKind;
use ravenpost_log::{GameId, names};
use ravenpost_store::lists::counters;
use ravenpost_store::people::sessions;
use ravenpost_store::people::tokens::{self, ApiToken};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, TokenHash, token_hash, writes};

/// The maximum number of valid tokens of one player.
pub const MOST: usize = 20;
/// The lifetimes on offer, in days.
pub const LIFETIMES: [i64; 3] = [30, 90, 365];
/// The maximum length of a name, in characters.
pub const NAME_LIMIT: usize = 40;
/// How recent the sign-in must be.
pub const FRESH: Duration = Duration::hours(1);
/// Tokens that one player may create in a day.
const A_DAY: u64 = 40;

/// A token to be created.
#[derive(Clone, Debug)]
pub struct NewToken {
    pub name: String,
    pub scopes: Vec<Scope>,
    pub program: bool,
    pub game: Option<GameId>,
    /// One of [`LIFETIMES`].
    pub days: i64,
}

impl Tokens<'_> {
    /// Returns a player's valid tokens, newest first.
    pub async fn list(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Vec<ApiToken>, ServiceError> {
        Ok(tokens::of_player(self.store().read(), player, now).await?)
    }

    /// Whether the session was signed in recently enough to change tokens.
    pub async fn is_fresh(
        self,
        now: DateTime<Utc>,
        signed: &SignedIn,
    ) -> Result<bool, ServiceError> {
        let all = sessions::of_player(self.store().read(), signed.player.id, now).await?;
        let own = all.iter().find(|one| one.token_hash == signed.session);
        Ok(own.is_some_and(|own| now - own.created_at < FRESH))
    }

    async fn must_be_fresh(
        self,
        now: DateTime<Utc>,
        signed: &SignedIn,
    ) -> Result<(), ServiceError> {
        match self.is_fresh(now, signed).await? {
            true => Ok(()),
            false => Err(ServiceError::Denied(
                "you signed in more than an hour ago; sign in again to change access tokens",
            )),
        }
    }

    /// Creates a token and returns its text, which cannot be shown again.
    pub async fn create(
        self,
        now: DateTime<Utc>,
        signed: &SignedIn,
        new: &NewToken,
    ) -> Result<String, ServiceError> {
        self.must_be_fresh(now, signed).await?;
        let name = checked(new)?;
        if let Some(game) = &new.game
            && !self.members().may_read(game, Some(signed.player.id)).await?
        {
            return Err(ServiceError::NotFound("game"));
        }
        let token = text::token(&self.entropy().token()?);
        let row = ApiToken {
            token_hash: token_hash(&token),
            player: signed.player.id,
            name,
            scopes: Scope::stored(&new.scopes),
            program: new.program,
            game: new.game.clone(),
            created_at: now,
            expires_at: now + Duration::days(new.days),
            last_used_day: None,
        };
        let email = self.email(now, &row, false).await?;
        let counter = format!("tokens_created {}", row.player);
        let session = signed.session;
        self.store()
            .try_write(writes!(|tx| {
                // Signing out everywhere ends the session and revokes all tokens.
                if sessions::find(&mut *tx, &session).await?.is_none() {
                    return Err(ServiceError::Denied("you have been signed out; sign in again"));
                }
                let day = now.timestamp().div_euclid(86_400);
                if counters::bump(tx, &counter, day).await? > A_DAY {
                    return Err(ServiceError::TooMany(
                        "you have created too many access tokens today; try again tomorrow",
                    ));
                }
                let held = tokens::of_player(&mut *tx, row.player, now).await?;
                if held.len() >= MOST {
                    return Err(ServiceError::refused(format!(
                        "you have {MOST} access tokens already; revoke one first"
                    )));
                }
                if held.iter().any(|one| one.name == row.name) {
                    return Err(ServiceError::refused(
                        "you already have an access token with this name; choose another name",
                    ));
                }
                tokens::add(tx, &row).await?;
                outbox::owe(tx, &email).await?;
                Ok(())
            }))
            .await?;
        Ok(token)
    }

    /// Revokes one of the player's tokens. It stops working at once.
    pub async fn revoke(
        self,
        now: DateTime<Utc>,
        signed: &SignedIn,
        token: &TokenHash,
    ) -> Result<(), ServiceError> {
        self.must_be_fresh(now, signed).await?;
        let player = signed.player.id;
        let all = tokens::of_player(self.store().read(), player, now).await?;
        let row = all.into_iter().find(|one| one.token_hash == *token);
        let row = row.ok_or(ServiceError::NotFound("access token"))?;
        let email = self.email(now, &row, true).await?;
        self.store()
            .write(writes!(|tx| {
                if tokens::revoke(tx, player, &row.token_hash).await? {
                    outbox::owe(tx, &email).await?;
                }
                Ok(())
            }))
            .await?;
        Ok(())
    }

    async fn email(
        self,
        now: DateTime<Utc>,
        token: &ApiToken,
        revoked: bool,
    ) -> Result<QueuedEmail, ServiceError> {
        let payload = EmailPayload::Token(TokenPayload {
            name: token.name.clone(),
            scopes: token.scopes.clone(),
            expires_at: token.expires_at.timestamp_millis(),
            revoked,
        });
        Ok(QueuedEmail {
            message_id: self.accounts().chance_message_id(NotificationKind::ApiToken).await?,
            to_player: Some(token.player),
            address: None,
            kind: NotificationKind::ApiToken.key().to_owned(),
            game: None,
            seat: None,
            seq: None,
            payload: payload.text(),
            references: String::new(),
            at: now,
            due_at: now,
        })
    }
}

/// Checks a new token and returns its name, cleaned.
fn checked(new: &NewToken) -> Result<String, ServiceError> {
    if new.scopes.is_empty() {
        return Err(ServiceError::refused("choose at least one permission"));
    }
    if !LIFETIMES.contains(&new.days) {
        return Err(ServiceError::refused("choose how long the access token is valid"));
    }
    names::visible(&new.name, NAME_LIMIT).ok_or_else(|| {
        let why = format!("give the access token a name of 1 to {NAME_LIMIT} characters");
        ServiceError::refused(why)
    })
}
