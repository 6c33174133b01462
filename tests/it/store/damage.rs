//! One bit flipped anywhere in the rows of the log: the audit names the event.

use super::*;
use crate::harness::at_night;
use ravenpost_log::StoredEvent;
use ravenpost_rules::Dice;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::log::audit;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

const GAMES: u64 = 4;
const EVENTS: u64 = 25;

/// A store with a few games, played in turn.
async fn played() -> (Here, Vec<GameId>) {
    let here = Here::new().await;
    let games: Vec<GameId> = (0..GAMES).map(|_| ravenpost_store::random_game_id()).collect();
    for after in 0..EVENTS {
        for game in &games {
            here.play(game, Seq(after)).await.unwrap();
        }
    }
    (here, games)
}

/// A second connection without constraints.
async fn unchecked_connection(here: &Here) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(here.store.path())
        .pragma("ignore_check_constraints", "ON");
    let mut conn = options.connect().await.unwrap();
    let off = "DROP TRIGGER event_no_update; DROP TRIGGER event_no_delete; \
        DROP TRIGGER event_no_replace";
    sqlx::raw_sql(off).execute(&mut conn).await.unwrap();
    conn
}

/// Flips a random bit.
fn flip_text(dice: &mut Dice, bytes: &mut [u8]) {
    let mut draws = dice.stream("bit");
    let place = draws.below(u32::try_from(bytes.len()).unwrap()) as usize;
    bytes[place] ^= 1 << draws.below(8);
}

async fn set<'q, V>(conn: &mut SqliteConnection, column: &str, value: V, position: i64) -> bool
where
    V: sqlx::Encode<'q, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite> + Send + 'q,
{
    let cast = match column {
        "game" | "kind" | "act" | "visibility" | "facts" | "draws" => "CAST(? AS TEXT)",
        _ => "?",
    };
    let sql = format!("UPDATE event SET {column} = {cast} WHERE position = ?");
    let done = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(value).bind(position).execute(conn).await;
    // The number may collide with that of another row; then nothing changes.
    done.is_ok()
}

async fn named(here: &Here, position: i64, what: &str) {
    let report = audit::whole(here.store.read(), |_| ()).await.unwrap();
    assert!(
        report.broken.iter().any(|broken| broken.position == position),
        "{what} of event {position}: {:?}",
        report.broken
    );
}

#[tokio::test]
async fn flipped_bit_in_a_text_or_hash_is_named() {
    let (here, _) = played().await;
    let mut conn = unchecked_connection(&here).await;
    for round in 0..420u64 {
        let columns = ["game", "kind", "act", "visibility", "facts", "draws", "nonce", "hash"];
        let column = columns[usize::try_from(round % 8).unwrap()];
        let mut dice = Dice::seeded(round);
        let position = i64::from(dice.stream("row").below(100)) + 1;
        let sql = format!("SELECT CAST({column} AS BLOB) FROM event WHERE position = ?");
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(position);
        let before: Vec<u8> = query.fetch_one(&mut conn).await.unwrap();
        let mut after = before.clone();
        flip_text(&mut dice, &mut after);
        assert!(set(&mut conn, column, after, position).await);
        named(&here, position, column).await;
        assert!(set(&mut conn, column, before, position).await);
    }
    assert_eq!(audit::whole(here.store.read(), |_| ()).await.unwrap().broken, []);
}

#[tokio::test]
async fn flipped_bit_in_a_number_is_named() {
    let (here, _) = played().await;
    let mut conn = unchecked_connection(&here).await;
    let mut flips = 0;
    for round in 0..320u64 {
        let mut dice = Dice::seeded(round);
        let position = i64::from(dice.stream("row").below(100)) + 1;
        let column = ["position", "seq", "at", "seat"][usize::try_from(round % 4).unwrap()];
        let sql = format!("SELECT {column} FROM event WHERE position = ?");
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(position);
        let before: i64 = query.fetch_one(&mut conn).await.unwrap();
        let after = before ^ (1i64 << dice.stream("bit").below(64));
        if !set(&mut conn, column, after, position).await {
            continue;
        }
        flips += 1;
        let now = if column == "position" { after } else { position };
        named(&here, now, column).await;
        assert!(set(&mut conn, column, before, now).await);
    }
    assert!(flips > 250, "only {flips}");
    assert_eq!(audit::whole(here.store.read(), |_| ()).await.unwrap().broken, []);
}

/// The positions of an event's row in the file, and the length from its game to its hash. Split
/// pages contain old copies of rows besides the current one.
fn row(file: &[u8], event: &StoredEvent) -> (Vec<usize>, usize) {
    // Integers take as few bytes as they need: 1 takes none.
    let small = |number: u64| u8::try_from(number).ok().filter(|byte| *byte > 1);
    let mut row = event.game.as_str().as_bytes().to_vec();
    row.extend(small(event.seq.0));
    row.extend(&event.at.timestamp_millis().to_be_bytes()[2..]);
    row.extend(event.kind.as_bytes());
    row.extend(event.seat.and_then(|seat| small(seat.0.into())));
    for text in [&event.act, &event.known, &event.facts, &event.draws] {
        row.extend(text.as_bytes());
    }
    row.extend(event.nonce);
    row.extend(event.hash.0);
    let copies = (0..=file.len() - row.len()).filter(|at| file[*at..].starts_with(&row)).collect();
    (copies, row.len())
}

/// The same in the bytes of the file, like a bad disk, in every column of the row: 250 bits by day,
/// 1000 with `RAVENPOST_NIGHT`.
#[tokio::test]
async fn flipped_bit_in_the_file_is_named() {
    let (here, _) = played().await;
    let log = events::after_position(here.store.read(), 0, u32::MAX).await.unwrap();
    here.store.close().await;
    let sound = std::fs::read(here.store.path()).unwrap();
    let rows: Vec<_> = log.iter().map(|event| row(&sound, event)).collect();
    let damaged = here.folder.path().join("damaged.db");
    for round in 0..if at_night() { 1000 } else { 250 } {
        let mut dice = Dice::seeded(round);
        let which = dice.stream("row").below(100) as usize;
        let (event, (copies, length)) = (&log[which], &rows[which]);
        assert!(!copies.is_empty(), "the columns lie side by side in the file");
        // The ids are short and would rarely be hit.
        let most = if round % 4 == 0 { 12 } else { *length };
        let place = dice.stream("place").below(u32::try_from(most).unwrap()) as usize;
        let mut bytes = sound.clone();
        for start in copies {
            bytes[start + place] ^= 1 << (round % 8);
        }
        std::fs::write(&damaged, &bytes).unwrap();
        let store = Store::open_read_only(&damaged).await.unwrap();
        let report = audit::whole(store.read(), |_| ()).await.unwrap();
        let position = i64::try_from(event.position).unwrap();
        let first = report.broken.first().map(|broken| broken.position);
        assert_eq!(first, Some(position), "byte {place} of event {position}");
        assert_eq!(report.root(), None);
        let one = audit::game(store.read(), &event.game).await.unwrap();
        assert!(!one.broken.is_empty(), "byte {place} of event {position}");
        store.close().await;
    }
}

/// The header before the columns contains their lengths. SQLite may not return a row with invalid
/// lengths at all.
#[tokio::test]
async fn unreadable_row_is_named_and_the_rest_checked() {
    let (here, _) = played().await;
    let log = events::after_position(here.store.read(), 0, u32::MAX).await.unwrap();
    here.store.close().await;
    let mut bytes = std::fs::read(here.store.path()).unwrap();
    let (copies, _) = row(&bytes, &log[49]);
    for start in copies {
        // The byte before the first column is the length of the last one, the hash.
        bytes[start - 1] = 0x7e;
    }
    let damaged = here.folder.path().join("damaged.db");
    std::fs::write(&damaged, &bytes).unwrap();
    let store = Store::open_read_only(&damaged).await.unwrap();
    let report = audit::whole(store.read(), |_| ()).await.unwrap();
    assert_eq!(report.broken.first().map(|broken| broken.position), Some(50), "{report:?}");
    assert!(report.events >= 99, "{report:?}");
    let one = audit::game(store.read(), &log[49].game).await.unwrap();
    assert_eq!(one.broken.first().map(|broken| broken.position), Some(50), "{one:?}");
}

/// Stores the heads in the list of games.
async fn list(here: &Here, ids: &[GameId]) {
    for id in ids {
        let row = game_row(id, events::head(here.store.read(), id).await.unwrap());
        writing!(here.store, conn => { games::put(conn, &row).await }).unwrap();
    }
}

#[tokio::test]
async fn audit_of_one_game_reports_no_other() {
    let (here, ids) = played().await;
    list(&here, &ids).await;
    let mut conn = unchecked_connection(&here).await;
    // The end of the last game.
    sqlx::raw_sql("DELETE FROM event WHERE position = 100").execute(&mut conn).await.unwrap();
    for (at, id) in ids.iter().enumerate() {
        let report = audit::game(here.store.read(), id).await.unwrap();
        assert_eq!(report.broken.is_empty(), at + 1 < ids.len(), "{report:?}");
        assert!(report.broken.iter().all(|broken| broken.game == id.as_str()), "{report:?}");
    }
}

#[tokio::test]
async fn omitted_swapped_or_truncated_events_are_detected() {
    for (vandalism, position) in [
        ("DELETE FROM event WHERE position = 50", 51),
        ("UPDATE event SET act = (SELECT act FROM event WHERE position = 5) WHERE position = 1", 1),
        (
            "UPDATE event SET game = (SELECT game FROM event WHERE position = 2), seq = 99 \
                WHERE position = 1",
            1,
        ),
        // The very last event: only the list of games still refers to it.
        ("DELETE FROM event WHERE position = 100", 99),
    ] {
        let (here, ids) = played().await;
        list(&here, &ids).await;
        assert_eq!(audit::whole(here.store.read(), |_| ()).await.unwrap().broken, []);
        let mut conn = unchecked_connection(&here).await;
        sqlx::raw_sql(vandalism).execute(&mut conn).await.unwrap();
        named(&here, position, vandalism).await;
    }
}

#[tokio::test]
async fn valid_log_gives_every_head_and_its_length() {
    let (here, ids) = played().await;
    let mut seen = Vec::new();
    let report = audit::whole(here.store.read(), |events| seen.push(events)).await.unwrap();
    assert_eq!((report.events, report.broken), (GAMES * EVENTS, Vec::new()));
    assert_eq!(seen.last(), Some(&(GAMES * EVENTS)));
    for id in ids {
        assert_eq!(report.heads[&id], events::head(here.store.read(), &id).await.unwrap());
    }
}
