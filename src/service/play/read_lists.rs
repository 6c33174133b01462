//! Lists of games: the lobby, a player's own games, the one to play next.

use chrono::{DateTime, Utc};

use crate::rules::{Called, Outcome, Seat};
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::failing::Failing;
use crate::store::games::{self, GameRow, Part, Status};
use crate::store::{GameId, PlayerId};

/// Who sits on a seat, for people.
#[derive(Clone, Debug)]
pub struct SeatName {
    pub seat: Seat,
    /// What the seat is called, its colour and letter.
    pub called: Called,
    /// None while the seat is free.
    pub name: Option<String>,
    pub bot: bool,
    /// Letters to whoever sits there come back.
    pub failing: Option<Failing>,
    /// What the seat added to the dice.
    pub salt: String,
}

/// A game in a list.
pub struct Listed {
    pub row: GameRow,
    pub title: &'static str,
    pub seats: Vec<SeatName>,
    /// The colours of the awaited seats.
    pub awaited: Vec<Seat>,
    /// Whether it goes on with a seat that whoever comes first may take over.
    pub free: bool,
    /// Who won, when it is over.
    pub first: Vec<Seat>,
    /// The reader's seat and deadline, when it is the reader who is awaited.
    pub mine: Option<Mine>,
}

/// The reader's part in a listed game.
#[derive(Clone, Copy, Debug)]
pub struct Mine {
    pub seat: Seat,
    pub awaited: bool,
    pub since: Option<DateTime<Utc>>,
    pub due: Option<DateTime<Utc>>,
}

/// The lobby: tables that wait for players, games that look for one, games to watch, games that are
/// over.
#[derive(Default)]
pub struct Lobby {
    pub open: Vec<Listed>,
    pub free: Vec<Listed>,
    pub running: Vec<Listed>,
    pub over: Vec<Listed>,
}

/// Games shown of each kind.
const PAGE: u32 = 30;

/// Those on the first place.
fn first(outcome: Option<&Outcome>) -> Vec<Seat> {
    let places = outcome.into_iter().flat_map(|outcome| &outcome.places);
    places.filter(|place| place.place == 1).map(|place| place.seat).collect()
}

impl Service {
    /// What anybody may see and join.
    pub async fn lobby(&self) -> Result<Lobby, ServiceError> {
        let running = self.public(Status::Running).await?;
        let (free, running) = running.into_iter().partition(|listed| listed.free);
        Ok(Lobby {
            open: self.public(Status::Open).await?,
            free,
            running,
            over: self.public(Status::Over).await?,
        })
    }

    async fn public(&self, status: Status) -> Result<Vec<Listed>, ServiceError> {
        let part = Part { limit: PAGE, skip: 0 };
        let rows = games::list(self.store().read(), status, true, part).await?;
        self.listed(rows, None).await
    }

    /// A page of the public games that are over, the latest first, and whether there are more; of
    /// one title, or of all where none is said. Pages are counted from 1.
    pub async fn finished(
        &self,
        title: &str,
        page: u32,
    ) -> Result<(Vec<Listed>, bool), ServiceError> {
        let part = Part { limit: PAGE + 1, skip: page.saturating_sub(1).saturating_mul(PAGE) };
        let mut rows = games::finished(self.store().read(), title, part).await?;
        let more = rows.len() > PAGE as usize;
        rows.truncate(PAGE as usize);
        Ok((self.listed(rows, None).await?, more))
    }

    /// A player's games: those that wait for the player first, the least time left on top.
    pub async fn my_games(&self, player: PlayerId) -> Result<Vec<Listed>, ServiceError> {
        let rows = games::of_player(self.store().read(), player).await?;
        let mut listed = self.listed(rows, Some(player)).await?;
        listed.sort_by_key(|game| {
            let mine = game.mine.filter(|mine| mine.awaited);
            let due = mine.and_then(|mine| mine.due.or(mine.since));
            (mine.is_none(), game.row.status == Status::Over, due, game.row.id.clone())
        });
        Ok(listed)
    }

    /// The game in which the player has the least time left.
    pub async fn next_game(&self, player: PlayerId) -> Result<Option<GameId>, ServiceError> {
        let games = self.my_games(player).await?;
        let waiting = |game: &&Listed| game.mine.is_some_and(|mine| mine.awaited);
        Ok(games.iter().find(waiting).map(|game| game.row.id.clone()))
    }

    async fn listed(
        &self,
        rows: Vec<GameRow>,
        reader: Option<PlayerId>,
    ) -> Result<Vec<Listed>, ServiceError> {
        let mut listed = Vec::with_capacity(rows.len());
        for row in rows {
            let live = match self.live(&row.id).await {
                Ok(live) => live,
                Err(error) => {
                    tracing::error!(game = %row.id, %error, "a listed game cannot be read");
                    continue;
                }
            };
            let seat = match reader {
                Some(player) => self.seat_of(&row.id, player).await?,
                None => None,
            };
            let mine = seat.map(|seat| {
                let wait = live.wait(seat);
                Mine {
                    seat,
                    awaited: wait.is_some(),
                    since: wait.map(|wait| wait.since),
                    due: wait.and_then(|wait| wait.due),
                }
            });
            listed.push(Listed {
                title: live.title.about().name,
                seats: self.seat_names(&live).await?,
                awaited: live.awaited_seats(),
                free: live.course.looks_for_somebody(),
                first: first(live.outcome().as_ref()),
                mine,
                row,
            });
        }
        Ok(listed)
    }
}
