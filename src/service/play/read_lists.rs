//! Lists of games: the lobby, the finished ones, and what a row of any list says.

use std::sync::Arc;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::seat_names::Occupant;
use crate::titles;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Outcome, Presentation, Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games::{self, GameRow, ListPart};

/// A game in a list.
pub struct Listed {
    pub row: GameRow,
    pub title: &'static str,
    pub seats: Vec<Occupant>,
    /// The colours of the awaited seats.
    pub awaited: Vec<Seat>,
    /// Whether it goes on with a seat that whoever comes first may take over.
    pub free: bool,
    /// Who won, when it is over.
    pub first: Vec<Seat>,
    /// The reader's own seat.
    pub mine: Option<Seat>,
    /// Whether it cannot be read, so that nothing is known but its row.
    pub damaged: bool,
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

/// Letters of a name in a list: more than any form takes.
const LONGEST: usize = 120;

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
        let part = ListPart { limit: PAGE, skip: 0 };
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
        let part = ListPart { limit: PAGE + 1, skip: page.saturating_sub(1).saturating_mul(PAGE) };
        let mut rows = games::finished(self.store().read(), title, part).await?;
        let more = rows.len() > PAGE as usize;
        rows.truncate(PAGE as usize);
        Ok((self.listed(rows, None).await?, more))
    }

    /// A game with what any watcher sees of it.
    pub async fn glance(&self, game: &GameId) -> Result<(Arc<Game>, Presentation), ServiceError> {
        let glance = async {
            let live = self.live(game).await?;
            let sight = live.sight(Viewer::Watcher);
            Ok((live, sight))
        };
        self.apart(game, glance).await
    }

    pub(super) async fn listed(
        &self,
        rows: Vec<GameRow>,
        reader: Option<PlayerId>,
    ) -> Result<Vec<Listed>, ServiceError> {
        let mut listed = Vec::with_capacity(rows.len());
        for row in rows {
            let game = row.id.clone();
            let made = async {
                let made = self.row(row.clone(), reader).await;
                made.map_err(|error| error.in_the_way_of(&game))
            };
            match self.apart(&game, made).await {
                Ok(one) => listed.push(one),
                Err(ServiceError::Store(error)) if error.passing() => return Err(error.into()),
                // Whoever plays it is to see that it is still there.
                Err(_) if reader.is_some() => listed.push(Listed::damaged(row)),
                Err(_) => {}
            }
        }
        Ok(listed)
    }

    async fn row(
        &self,
        mut row: GameRow,
        reader: Option<PlayerId>,
    ) -> Result<Listed, ServiceError> {
        let live = self.live(&row.id).await?;
        row.name = brief(&row.name);
        Ok(Listed {
            title: live.title.about().name,
            seats: self.seat_names(&live).await?,
            awaited: live.awaited_seats(),
            free: live.course.looks_for_somebody(),
            first: first(live.outcome().as_ref()),
            damaged: false,
            mine: reader.and_then(|player| live.seat_of(player)),
            row,
        })
    }
}

impl Listed {
    /// One that cannot be read: what its row alone tells.
    fn damaged(row: GameRow) -> Listed {
        let title = titles::find(&row.title).map_or("", |title| title.about().name);
        let row = GameRow { name: brief(&row.name), ..row };
        let (seats, awaited, first) = (Vec::new(), Vec::new(), Vec::new());
        Listed { row, title, seats, awaited, free: false, first, mine: None, damaged: true }
    }
}

/// A name that fits into a list, whatever stands in the row.
fn brief(name: &str) -> String {
    match name.chars().count() {
        0..=LONGEST => name.to_owned(),
        _ => name.chars().take(LONGEST).chain(['…']).collect(),
    }
}
