//! Lists of games: the lobby, the finished games, and the contents of a list row.

use crate::handles::Play;
use std::sync::Arc;

use crate::error::ServiceError;
use crate::game::clocks::contract;
use crate::game::core::folded::Game;
use crate::game::table::seat_names::Occupant;
use crate::titles;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Outcome, Presentation, Seat, Table, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games::{self, GameRow, ListPart};

pub struct Listed {
    pub row: GameRow,
    pub title: &'static str,
    pub seats: Vec<Occupant>,
    pub awaited: Vec<Seat>,
    /// Whether it is running with a vacant seat that anyone may take over.
    pub free: bool,
    /// The winners, if it is over.
    pub first: Vec<Seat>,
    pub mine: Option<Seat>,
    /// The step it is at, if it has started.
    pub step: Option<Step>,
    pub pace: Pace,
    /// The options that differ from their defaults, with readable values.
    pub options: Vec<(String, String)>,
    /// The name of the organiser of a table that waits for players.
    pub organiser: Option<String>,
    /// Whether it cannot be read, so that only its row is known.
    pub damaged: bool,
}

/// The lobby: open tables, running games with a vacant seat, games to spectate and finished games.
#[derive(Default)]
pub struct Lobby {
    pub open: Vec<Listed>,
    pub free: Vec<Listed>,
    pub running: Vec<Listed>,
    pub over: Vec<Listed>,
}

/// Maximum length of a name in a list, longer than any form accepts.
const LONGEST: usize = 120;

/// Number of games shown of each kind.
const PAGE: u32 = 30;

/// Returns the seats in first place.
fn first(outcome: Option<&Outcome>) -> Vec<Seat> {
    let places = outcome.into_iter().flat_map(|outcome| &outcome.places);
    places.filter(|place| place.place == 1).map(|place| place.seat).collect()
}

impl Play<'_> {
    pub async fn lobby(self) -> Result<Lobby, ServiceError> {
        let running = self.public(Status::Running).await?;
        let (free, running) = running.into_iter().partition(|listed| listed.free);
        Ok(Lobby {
            open: self.public(Status::Open).await?,
            free,
            running,
            over: self.public(Status::Over).await?,
        })
    }

    async fn public(self, status: Status) -> Result<Vec<Listed>, ServiceError> {
        let part = ListPart { limit: PAGE, skip: 0 };
        let rows = games::list(self.store().read(), status, true, part).await?;
        self.listed(rows, None).await
    }

    /// Returns a page of the finished public games, latest first, and whether there are more.
    /// `title` restricts it to one title; an empty string means all. Pages are counted from 1.
    pub async fn finished(
        self,
        title: &str,
        page: u32,
    ) -> Result<(Vec<Listed>, bool), ServiceError> {
        let part = ListPart { limit: PAGE + 1, skip: page.saturating_sub(1).saturating_mul(PAGE) };
        let mut rows = games::finished(self.store().read(), title, part).await?;
        let more = rows.len() > PAGE as usize;
        rows.truncate(PAGE as usize);
        Ok((self.listed(rows, None).await?, more))
    }

    /// Returns a game with a spectator's view of it.
    pub async fn spectator_view(
        self,
        game_id: &GameId,
    ) -> Result<(Arc<Game>, Presentation), ServiceError> {
        let spectator_view = async {
            let game = self.games().load(game_id).await?;
            let presentation = game.presentation(Viewer::Spectator);
            Ok((game, presentation))
        };
        self.games().apart(game_id, spectator_view).await
    }

    pub(crate) async fn listed(
        self,
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
            match self.games().apart(&game, made).await {
                Ok(one) => listed.push(one),
                Err(ServiceError::Store(error)) if error.passing() => return Err(error.into()),
                // Its players need to see that it still exists.
                Err(_) if reader.is_some() => listed.push(Listed::damaged(row)),
                Err(_) => {}
            }
        }
        Ok(listed)
    }

    async fn row(self, mut row: GameRow, reader: Option<PlayerId>) -> Result<Listed, ServiceError> {
        let game = self.games().load(&row.id).await?;
        row.name = brief(&row.name);
        let about = game.title.about();
        let usual = contract::options(about, &Table::of(game.status.table.seats));
        let chosen = contract::options(about, &game.status.table).into_iter();
        let organiser = match row.status {
            Status::Open => self.members().named_organiser(&game).await?,
            _ => None,
        };
        Ok(Listed {
            title: about.name,
            step: game.has_started().then(|| game.step()),
            pace: game.status.pace.clone(),
            options: chosen.filter(|one| !usual.contains(one)).collect(),
            organiser: organiser.map(|(name, _)| name),
            seats: self.members().seat_names(&game).await?,
            awaited: game.seats().awaited_seats(),
            free: game.status.has_seat_to_take_over(),
            first: first(game.outcome().as_ref()),
            damaged: false,
            mine: reader.and_then(|player| game.seat_of(player)),
            row,
        })
    }
}

impl Listed {
    /// Builds a list entry from the row alone, for a game that cannot be read.
    fn damaged(row: GameRow) -> Listed {
        let title = titles::find(&row.title).map_or("", |title| title.about().name);
        let row = GameRow { name: brief(&row.name), ..row };
        Listed {
            row,
            title,
            seats: Vec::new(),
            awaited: Vec::new(),
            free: false,
            first: Vec::new(),
            mine: None,
            step: None,
            pace: Pace::default(),
            options: Vec::new(),
            organiser: None,
            damaged: true,
        }
    }
}

/// Shortens a name to fit into a list.
fn brief(name: &str) -> String {
    match name.chars().count() {
        0..=LONGEST => name.to_owned(),
        _ => name.chars().take(LONGEST).chain(['…']).collect(),
    }
}
