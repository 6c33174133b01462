//! A copy of what is stored about a player, as a file.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::handles::Players;
use ravenpost_store::people::own_texts::{self, OwnText};
use ravenpost_store::people::players::Player;
use ravenpost_store::people::{personal_data, seat_holders, sessions};
use ravenpost_store::talk::blocks;

impl Players<'_> {
    /// Returns a player's data as JSON. The games themselves can be exported from their pages.
    pub async fn own_data(
        self,
        now: DateTime<Utc>,
        player: &Player,
    ) -> Result<String, ServiceError> {
        let (reader, id) = (self.store().read(), player.id);
        let mail: Value = serde_json::from_str(&player.mail).unwrap_or_default();
        let profile: Value = serde_json::from_str(&player.profile).unwrap_or_default();
        let seats = seat_holders::of_player(reader, id).await?;
        let former = seat_holders::formerly_of(reader, id).await?;
        let sessions = sessions::of_player(reader, id, now).await?;
        let blocked = blocks::of_player(reader, id).await?;
        let counts = personal_data::of(reader, id).await?;
        let text = |one: OwnText| json!({"game": one.game, "at": one.at, "text": one.text});
        let texts = |all: Vec<OwnText>| all.into_iter().map(text).collect::<Vec<_>>();
        let data = json!({
            "made_at": now,
            "account": {
                "email_address": player.address,
                "name": player.name,
                "time_zone": player.zone,
                "theme": player.theme,
                "created_at": player.created_at,
                "email_preferences": mail,
                "profile": profile,
                "last_bounce": player.bounce,
            },
            "seats": seats.iter().map(|held| json!({
                "game": held.game.as_str(), "seat": held.seat.0, "since": held.since,
            })).collect::<Vec<_>>(),
            "former_seats": former.iter().map(|held| json!({
                "game": held.game.as_str(), "seat": held.seat.0,
                "since": held.since, "until": held.until,
            })).collect::<Vec<_>>(),
            "blocked_players": blocked.iter().map(|one| json!({
                "name": one.name, "since": one.since,
            })).collect::<Vec<_>>(),
            "sessions": sessions.iter().map(|one| json!({
                "created_at": one.created_at, "last_used_at": one.seen_at, "browser": one.agent,
            })).collect::<Vec<_>>(),
            "messages": texts(own_texts::messages(reader, id).await?),
            "notes": texts(own_texts::notes(reader, id).await?),
            "stored_emails": { "sent_to_you": counts.emails, "received_from_you": counts.replies },
        });
        serde_json::to_string_pretty(&data).map_err(|error| ServiceError::Broken(error.into()))
    }
}
