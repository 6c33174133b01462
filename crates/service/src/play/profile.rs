//! A player's profile page: what the player chose to show, limited to what the viewer may see.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::error::ServiceError;
use crate::handles::Players;
use crate::play::read_lists::Listed;
use ravenpost_log::table::status::Status;
use ravenpost_store::lists::games;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::talk::blocks;
use ravenpost_store::{PlayerId, writes};

/// Maximum number of games that a profile lists.
const MOST: usize = 30;

/// What a player shows to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Shown {
    /// When the player created the account.
    pub since: bool,
    /// Finished public games.
    pub finished: bool,
    /// The winners of these games.
    pub results: bool,
    /// Public games in progress.
    pub running: bool,
    /// How often the player has played each title.
    pub titles: bool,
    /// How many moves were on time.
    pub pace: bool,
    /// When the player was last here, to players of the same games.
    pub presence: bool,
}

impl Default for Shown {
    fn default() -> Shown {
        Shown {
            since: true,
            finished: true,
            results: true,
            running: false,
            titles: false,
            pace: false,
            presence: true,
        }
    }
}

impl Shown {
    /// Reads the choices of a player.
    pub fn of(player: &Player) -> Shown {
        Shown::read(&player.profile)
    }

    /// Reads stored choices. If they are damaged, nothing is shown.
    pub(crate) fn read(profile: &str) -> Shown {
        let nothing = Shown {
            since: false,
            finished: false,
            results: false,
            presence: false,
            ..Shown::default()
        };
        serde_json::from_str(profile).unwrap_or(nothing)
    }
}

/// What a viewer sees of a player.
pub struct Profile {
    pub name: String,
    pub shown: Shown,
    pub since: DateTime<Utc>,
    /// The latest games first; empty if they are not shown.
    pub finished: Vec<Listed>,
    pub running: Vec<Listed>,
    /// Finished games that both may see, and how many of them the player won.
    pub played: usize,
    pub won: usize,
    /// Titles with the number of games, most frequent first.
    pub titles: Vec<(&'static str, usize)>,
    /// The share of recent moves on time, in percent.
    pub on_time: Option<u8>,
    /// Whether the viewer is the player.
    pub own: bool,
    /// Whether the viewer has blocked the player; `None` if the viewer cannot.
    pub blocked: Option<bool>,
}

impl Players<'_> {
    /// Returns the profile of the player with that name, as the viewer may see it.
    ///
    /// # Errors
    ///
    /// Fails with `NotFound` if no player has the name.
    pub async fn profile(
        self,
        name: &str,
        viewer: Option<PlayerId>,
    ) -> Result<Profile, ServiceError> {
        let reader = self.store().read();
        let found = players::called(reader, name).await?;
        let player = found.ok_or(ServiceError::NotFound("player"))?;
        let shown = Shown::of(&player);
        let mut rows = Vec::new();
        for row in games::of_player(reader, player.id).await? {
            let over = row.status == Status::Over;
            let wanted = over && (shown.finished || shown.titles)
                || row.status == Status::Running && shown.running;
            if wanted && self.members().may_read(&row.id, viewer).await.unwrap_or(false) {
                rows.push(row);
            }
        }
        let listed = self.play().listed(rows, Some(player.id)).await?;
        let (over, running): (Vec<_>, Vec<_>) =
            listed.into_iter().partition(|game| game.row.status == Status::Over);
        let titles = if shown.titles { titles(&over) } else { Vec::new() };
        let mut finished = if shown.finished { over } else { Vec::new() };
        let won = |game: &&Listed| game.mine.is_some_and(|seat| game.first.contains(&seat));
        let (played, won) = (finished.len(), finished.iter().filter(won).count());
        finished.truncate(MOST);
        let on_time = match shown.pace {
            true => self.tables().reliability(player.id).await?.share(),
            false => None,
        };
        let own = viewer == Some(player.id);
        let blocked = match viewer.filter(|_| !own) {
            Some(viewer) => Some(blocks::has(reader, viewer, player.id).await?),
            None => None,
        };
        let (name, since) = (player.name, player.created_at);
        Ok(Profile {
            name,
            shown,
            since,
            finished,
            running,
            played,
            won,
            titles,
            on_time,
            own,
            blocked,
        })
    }

    /// Changes what the player shows to others.
    pub async fn show_to_others(self, player: PlayerId, shown: Shown) -> Result<(), ServiceError> {
        let text = serde_json::to_string(&shown);
        let text = text.map_err(|error| ServiceError::Broken(error.into()))?;
        let job = self.store().write(writes!(|tx| players::set_shown(tx, player, &text).await));
        Ok(job.await?)
    }
}

fn titles(games: &[Listed]) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for game in games {
        match counts.iter_mut().find(|(title, _)| *title == game.title) {
            Some((_, count)) => *count += 1,
            None => counts.push((game.title, 1)),
        }
    }
    counts.sort_by_key(|(title, count)| (std::cmp::Reverse(*count), *title));
    counts
}
