//! Checks the token of a request.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::handles::Tokens;
use crate::people::tokens::scope::Scope;
use crate::people::tokens::text;
use ravenpost_log::GameId;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::tokens;
use ravenpost_store::{PlayerId, TokenHash};

/// A valid token of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bearer {
    pub hash: TokenHash,
    pub player: PlayerId,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Whether a program plays with it, rather than an app that a person uses.
    pub program: bool,
    /// The only game it works for; `None` for all.
    pub game: Option<GameId>,
    pub expires_at: DateTime<Utc>,
}

impl Tokens<'_> {
    /// Returns the valid token with that text. Unknown, expired and revoked tokens fail in the same
    /// way as text that is not a token.
    pub async fn bearer(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<Bearer>, ServiceError> {
        let Some(hash) = text::hash(token) else { return Ok(None) };
        let Some(found) = tokens::find(self.store().read(), &hash, now).await? else {
            return Ok(None);
        };
        self.note_use(&hash, now);
        Ok(Some(Bearer {
            hash,
            player: found.player,
            scopes: Scope::list(&found.scopes),
            name: found.name,
            program: found.program,
            game: found.game,
            expires_at: found.expires_at,
        }))
    }
}

impl Tokens<'_> {
    /// Returns the player whose token it is.
    pub async fn owner(self, bearer: &Bearer) -> Result<Player, ServiceError> {
        Ok(players::get(self.store().read(), bearer.player).await?)
    }
}

impl Tokens<'_> {
    /// Whether a token is still valid, for long-running requests.
    pub async fn holds(self, now: DateTime<Utc>, bearer: &Bearer) -> Result<bool, ServiceError> {
        Ok(tokens::find(self.store().read(), &bearer.hash, now).await?.is_some())
    }
}

impl Bearer {
    /// Whether the token may see this game in a list.
    pub fn lists(&self, game: &GameId) -> bool {
        self.game.as_ref().is_none_or(|own| own == game)
    }
}
