//! One row per game, derived from its events, for lists and the front page.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, int, ms};
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::names;
use ravenpost_log::table::status::Status;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Seq;

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    pub id: GameId,
    /// The key of the title, for example "gotlandia".
    pub title: String,
    pub name: String,
    pub status: Status,
    pub seats: u8,
    pub opened_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
    /// The number of its last event.
    pub version: Seq,
    /// The hash of its last event.
    pub head: Hash,
    pub public: bool,
}

impl FromRow for GameRow {
    fn from_row(row: &Row) -> Result<GameRow, StoreError> {
        Ok(GameRow {
            id: row.game("id")?,
            title: row.get("title")?,
            name: row.get("name")?,
            status: row.word("status")?,
            seats: row.get("seat_count")?,
            opened_at: row.time("opened_at")?,
            changed_at: row.time("changed_at")?,
            version: row.seq("last_seq")?,
            head: Hash(row.hash("head")?),
            public: row.get("public")?,
        })
    }
}

const PUT: &str = "INSERT INTO game (id, title, name, status, seat_count, opened_at, changed_at, \
    last_seq, head, public) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, name = excluded.name, \
    status = excluded.status, seat_count = excluded.seat_count, opened_at = excluded.opened_at, \
    changed_at = excluded.changed_at, last_seq = excluded.last_seq, head = excluded.head, \
    public = excluded.public";

const GET: &str = "SELECT * FROM game WHERE id = $1";

const LIST: &str = "SELECT * FROM game WHERE status = $1 AND (public = 1 OR $2 = 0) \
    ORDER BY changed_at DESC, id LIMIT $3 OFFSET $4";

const FINISHED: &str = "SELECT * FROM game WHERE status = 'over' AND public = 1 \
    AND (title = $1 OR $1 = '') ORDER BY changed_at DESC, id LIMIT $2 OFFSET $3";

const OF_PLAYER: &str = "SELECT * FROM game \
    WHERE id IN (SELECT game FROM seat_holder WHERE player = $1) ORDER BY changed_at DESC, id";

const UNCHANGED: &str = "SELECT id FROM game WHERE status IN ('open', 'running') \
    AND changed_at <= $1 AND idle_check_at <= $2 AND id > $3 ORDER BY id LIMIT $4";

const QUIET_UNTIL: &str = "UPDATE game SET idle_check_at = $2 WHERE id = $1";

const COUNT: &str = "SELECT count(*) AS n FROM game WHERE status = $1";
const ALL: &str = "SELECT * FROM game ORDER BY changed_at DESC, id LIMIT $1 OFFSET $2";
const NAMES: &str = "SELECT id, name FROM game ORDER BY changed_at DESC, id";

/// Something was due long ago, or nothing will ever be due and someone is awaited. While a game is
/// paused or votes, or a vacation stops a clock, its rows have a time in the future. A seat without
/// a holder waits for a player to join.
const STUCK: &str = "SELECT * FROM game WHERE status = 'running' AND (EXISTS (\
        SELECT 1 FROM deadline WHERE deadline.game = game.id \
        AND (due_at <= $1 OR next_action_at <= $1)) \
    OR (changed_at <= $2 AND NOT EXISTS (\
        SELECT 1 FROM deadline WHERE deadline.game = game.id \
        AND (due_at > $3 OR next_action_at > $3)) \
    AND (EXISTS (SELECT 1 FROM deadline \
        JOIN seat_holder ON seat_holder.game = deadline.game AND seat_holder.seat = deadline.seat \
        WHERE deadline.game = game.id) \
    OR NOT EXISTS (SELECT 1 FROM deadline WHERE deadline.game = game.id)))) \
    ORDER BY changed_at, id";

/// Inserts or updates a game's row.
pub async fn put(tx: &mut Tx, game: &GameRow) -> Result<(), StoreError> {
    sql(PUT)
        .bind(game.id.as_str())
        .bind(game.title.as_str())
        .bind(game.name.as_str())
        .bind(game.status.word())
        .bind(game.seats)
        .bind(ms(game.opened_at))
        .bind(ms(game.changed_at))
        .bind(int(game.version))
        .bind(game.head.0.as_slice())
        .bind(game.public)
        .run(tx)
        .await?;
    Ok(())
}

/// Reads a game's row.
///
/// # Errors
///
/// [`StoreError::NotFound`] if there is none.
pub async fn get(reader: impl Into<Reader<'_>>, id: &GameId) -> Result<GameRow, StoreError> {
    sql(GET).bind(id.as_str()).one(reader).await
}

/// A page of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListPart {
    pub limit: u32,
    pub skip: u32,
}

impl ListPart {
    /// Selects the items of this page from the whole list.
    fn of<T>(self, whole: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        whole.skip(number(self.skip)).take(number(self.limit))
    }
}

/// Returns games with that status, most recently changed first; all of them, or only public ones.
pub async fn list(
    reader: impl Into<Reader<'_>>,
    status: Status,
    only_public: bool,
    part: ListPart,
) -> Result<Vec<GameRow>, StoreError> {
    let query = sql(LIST).bind(status.word()).bind(only_public);
    query.bind(part.limit).bind(part.skip).readable(reader).await
}

/// Returns public finished games, most recent first: of one title, or of all if `title` is empty.
pub async fn finished(
    reader: impl Into<Reader<'_>>,
    title: &str,
    part: ListPart,
) -> Result<Vec<GameRow>, StoreError> {
    sql(FINISHED).bind(title).bind(part.limit).bind(part.skip).readable(reader).await
}

/// Returns games of any kind whose name contains `search`, or with that id, most recently changed
/// first.
pub async fn search(
    reader: impl Into<Reader<'_>>,
    search: &str,
    part: ListPart,
) -> Result<Vec<GameRow>, StoreError> {
    let mut reader = reader.into();
    if search.trim().is_empty() {
        return sql(ALL).bind(part.limit).bind(part.skip).readable(reader).await;
    }
    let named = |row: &Row| {
        let (id, name): (GameId, &str) = (row.game("id")?, row.get("name")?);
        Ok(is_called(&id, name, search).then_some(id))
    };
    // SQLite folds the case of ASCII letters only.
    let found = all_readable(&sql(NAMES).rows(reader.again()).await?, named)?;
    let found: Vec<GameId> = part.of(found.into_iter().flatten()).collect();
    let mut games = Vec::with_capacity(found.len());
    for id in found {
        match get(reader.again(), &id).await {
            Err(StoreError::NotFound | StoreError::Corrupt(_)) => {}
            game => games.push(game?),
        }
    }
    Ok(games)
}

/// Whether a game has this id, or a name that contains the text.
fn is_called(id: &GameId, name: &str, search: &str) -> bool {
    let search = search.trim();
    let is_id = id.as_str().eq_ignore_ascii_case(search);
    search.is_empty() || is_id || names::contains(name, search)
}

/// The times that decide whether a game is stuck.
#[derive(Clone, Copy, Debug)]
pub struct Stuck {
    pub now: DateTime<Utc>,
    /// A game with something that was due at this time.
    pub overdue: DateTime<Utc>,
    /// A game without a change since then, in which nothing will be due.
    pub unchanged: DateTime<Utc>,
}

/// Returns running games that do not progress, longest unchanged first. `search` restricts them as
/// in [`search()`].
pub async fn stuck(
    reader: impl Into<Reader<'_>>,
    search: &str,
    when: Stuck,
    part: ListPart,
) -> Result<Vec<GameRow>, StoreError> {
    let query = sql(STUCK).bind(ms(when.overdue)).bind(ms(when.unchanged)).bind(ms(when.now));
    let games: Vec<GameRow> = query.readable(reader).await?;
    let called = |game: &GameRow| is_called(&game.id, &game.name, search);
    Ok(part.of(games.into_iter().filter(called)).collect())
}

/// Returns the games in which a player holds a seat, most recently changed first.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<GameRow>, StoreError> {
    sql(OF_PLAYER).bind(player.0).readable(reader).await
}

/// Returns open and running games that have not changed since `since` and are due for an idle
/// check. They are ordered by id and start after `after`.
pub async fn unchanged(
    reader: impl Into<Reader<'_>>,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let after = after.map_or("", |game| game.as_str());
    let rows = sql(UNCHANGED).bind(ms(since)).bind(ms(now)).bind(after).bind(limit);
    let rows = rows.rows(reader).await?;
    all_readable(&rows, |row| row.game("id"))
}

/// Records that a game does not need an idle check before that time.
pub async fn quiet_until(
    tx: &mut Tx,
    game: &GameId,
    moment: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(QUIET_UNTIL).bind(game.as_str()).bind(ms(moment)).run(tx).await?;
    Ok(())
}

/// Returns how many games have that status.
pub async fn count(reader: impl Into<Reader<'_>>, status: Status) -> Result<u64, StoreError> {
    sql(COUNT).bind(status.word()).row(reader).await?.count("n")
}
