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
pub struct HeldLetter {
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
    pub async fn held_letters(self, player: PlayerId) -> Result<Vec<HeldLetter>, ServiceError> {
        let mut shown = Vec::new();
        for letter in incoming::held(self.store().read(), player, LISTED).await? {
            shown.push(self.shown(letter).await);
        }
        Ok(shown)
    }

    /// Returns a held reply as shown to its player, or `None` if it is no longer held.
    pub(crate) async fn held_letter(self, id: i64) -> Result<Option<HeldLetter>, ServiceError> {
        let letter = match incoming::get(self.store().read(), id).await {
            Ok(letter) if letter.state == IncomingState::Held => letter,
            Ok(_) | Err(StoreError::NotFound) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(self.shown(letter).await))
    }

    async fn shown(self, letter: Incoming) -> HeldLetter {
        let live = match &letter.found.game {
            Some(game) => self.games().live(game).await.ok(),
            None => None,
        };
        HeldLetter {
            id: letter.id,
            sender: letter.found.sender.unwrap_or_default(),
            received_at: letter.received_at,
            table: live.map_or_else(|| "a table".to_owned(), |live| live.course.name.clone()),
            why: letter.note.unwrap_or_default(),
            says: letter.words.iter().map(|line| harmless(line)).collect(),
        }
    }
}

/// Removes links from a line, because a stranger may have written it.
pub(super) fn harmless(line: &str) -> SafeLine {
    SafeLine::for_strangers(line, "(a line with a link in it)")
}
