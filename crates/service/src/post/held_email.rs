//! Held replies as shown to their player, on a page and in the email that asks for confirmation.

use crate::handles::Emails;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use ravenpost_emails::SafeLine;
use ravenpost_store::post::incoming::{self, Incoming, IncomingState};
use ravenpost_store::{PlayerId, StoreError};

/// Maximum number of held replies on a page.
const LISTED: u32 = 40;

/// A held reply as shown to its player.
#[derive(Clone, Debug)]
pub struct HeldEmail {
    pub id: i64,
    pub sender: String,
    pub received_at: DateTime<Utc>,
    pub table: String,
    pub why: String,
    /// Its text, without links.
    pub says: Vec<SafeLine>,
}

impl Emails<'_> {
    /// Returns the replies that a player has to confirm.
    pub async fn held_emails(self, player: PlayerId) -> Result<Vec<HeldEmail>, ServiceError> {
        let mut shown = Vec::new();
        for email in incoming::held(self.store().read(), player, LISTED).await? {
            shown.push(self.shown(email).await);
        }
        Ok(shown)
    }

    /// Returns a held reply as shown to its player, or `None` if it is no longer held.
    pub(crate) async fn held_email(self, id: i64) -> Result<Option<HeldEmail>, ServiceError> {
        let email = match incoming::get(self.store().read(), id).await {
            Ok(email) if email.state == IncomingState::Held => email,
            Ok(_) | Err(StoreError::NotFound) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(self.shown(email).await))
    }

    async fn shown(self, email: Incoming) -> HeldEmail {
        let game = match &email.found.game {
            Some(game_id) => self.games().load(game_id).await.ok(),
            None => None,
        };
        HeldEmail {
            id: email.id,
            sender: email.found.sender.unwrap_or_default(),
            received_at: email.received_at,
            table: game.map_or_else(|| "a game".to_owned(), |game| game.status.name.clone()),
            why: email.note.unwrap_or_default(),
            says: email.words.iter().map(|line| harmless(line)).collect(),
        }
    }
}

/// Removes links from a line, because a stranger may have written it.
pub(super) fn harmless(line: &str) -> SafeLine {
    SafeLine::for_strangers(line, "(a line that contained a link)")
}
