//! One bit flipped anywhere in the rows of the log: the audit names the event.

use super::*;
use ravenpost::rules::Dice;
use ravenpost::store::{audit, chain};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Row};

const GAMES: u64 = 4;
const EVENTS: u64 = 25;

/// A store with a few games, played turn by turn.
async fn played() -> (Here, Vec<GameId>) {
    let here = Here::new().await;
    let games: Vec<GameId> = (0..GAMES).map(|_| GameId::random()).collect();
    for after in 0..EVENTS {
        for game in &games {
            here.play(game, after).await.unwrap();
        }
    }
    (here, games)
}

/// A second connection that nothing holds back.
async fn vandal(here: &Here) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(here.store.path())
        .pragma("ignore_check_constraints", "ON");
    let mut conn = options.connect().await.unwrap();
    let off = "DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted; \
        DROP TRIGGER event_is_never_replaced";
    sqlx::raw_sql(off).execute(&mut conn).await.unwrap();
    conn
}

/// Flips one bit of a column, by the value it has.
fn flip_text(dice: &mut Dice, bytes: &mut [u8]) {
    let mut draws = dice.stream("bit");
    let place = draws.below(u32::try_from(bytes.len()).unwrap()) as usize;
    bytes[place] ^= 1 << draws.below(8);
}

async fn set<'q, V>(conn: &mut SqliteConnection, column: &str, (value, position): (V, i64)) -> bool
where
    V: sqlx::Encode<'q, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite> + Send + 'q,
{
    let cast = match column {
        "game" | "kind" | "act" | "facts" | "draws" => "CAST(? AS TEXT)",
        _ => "?",
    };
    let sql = format!("UPDATE event SET {column} = {cast} WHERE position = ?");
    let done = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(value).bind(position).execute(conn).await;
    // Numbers may run into those of other rows; then nothing is changed.
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
async fn a_bit_flipped_in_any_text_or_hash_is_named() {
    let (here, _) = played().await;
    let mut conn = vandal(&here).await;
    for round in 0..420u64 {
        let columns = ["game", "kind", "act", "facts", "draws", "hash"];
        let column = columns[usize::try_from(round % 6).unwrap()];
        let mut dice = Dice::seeded(round);
        let position = i64::from(dice.stream("row").below(100)) + 1;
        let sql = format!("SELECT CAST({column} AS BLOB) FROM event WHERE position = ?");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(position).fetch_one(&mut conn).await;
        let before: Vec<u8> = row.unwrap().get(0);
        let mut after = before.clone();
        flip_text(&mut dice, &mut after);
        assert!(set(&mut conn, column, (after, position)).await);
        named(&here, position, column).await;
        assert!(set(&mut conn, column, (before, position)).await);
    }
    assert_eq!(audit::whole(here.store.read(), |_| ()).await.unwrap().broken, []);
}

#[tokio::test]
async fn a_bit_flipped_in_any_number_is_named() {
    let (here, _) = played().await;
    let mut conn = vandal(&here).await;
    let mut flips = 0;
    for round in 0..320u64 {
        let mut dice = Dice::seeded(round);
        let position = i64::from(dice.stream("row").below(100)) + 1;
        let column = ["position", "seq", "at", "seat"][usize::try_from(round % 4).unwrap()];
        let sql = format!("SELECT {column} FROM event WHERE position = ?");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(position).fetch_one(&mut conn).await;
        let before: i64 = row.unwrap().get(0);
        let after = before ^ (1i64 << dice.stream("bit").below(64));
        if !set(&mut conn, column, (after, position)).await {
            continue;
        }
        flips += 1;
        let now = if column == "position" { after } else { position };
        named(&here, now, column).await;
        assert!(set(&mut conn, column, (before, now)).await);
    }
    assert!(flips > 250, "only {flips}");
    assert_eq!(audit::whole(here.store.read(), |_| ()).await.unwrap().broken, []);
}

/// The same in the bytes of the file, as a bad disk would do it.
#[tokio::test]
async fn a_bit_flipped_in_the_file_is_named() {
    let (here, _) = played().await;
    let log = events::after_position(here.store.read(), 0, u32::MAX).await.unwrap();
    here.store.close().await;
    let sound = std::fs::read(here.store.path()).unwrap();
    let damaged = here.folder.path().join("damaged.db");
    for round in 0..200 {
        let mut dice = Dice::seeded(round);
        let event = &log[dice.stream("row").below(100) as usize];
        let texts = [&event.act, &event.facts, &event.draws].map(|text| text.as_bytes());
        let needle = [texts.concat(), event.hash.0.to_vec()].concat();
        let mut flipped = needle.clone();
        flip_text(&mut dice, &mut flipped);
        // Pages that were split hold old copies of rows besides the one that counts.
        let mut bytes = sound.clone();
        let mut copies = 0;
        for start in 0..=sound.len() - needle.len() {
            if sound[start..].starts_with(&needle) {
                bytes[start..start + needle.len()].copy_from_slice(&flipped);
                copies += 1;
            }
        }
        assert!(copies > 0, "act, facts, draws and hash lie side by side in the file");
        std::fs::write(&damaged, &bytes).unwrap();
        let store = Store::open_read_only(&damaged).await.unwrap();
        let report = audit::whole(store.read(), |_| ()).await.unwrap();
        let position = i64::try_from(event.position).unwrap();
        assert_eq!(report.broken.first().map(|broken| broken.position), Some(position));
        match events::history(store.read(), &event.game).await {
            Ok(history) => {
                let broken = chain::verify(&event.game, &history).unwrap_err();
                assert_eq!((broken.game, broken.seq), (event.game.to_string(), event.seq));
            }
            // The letters are no longer text.
            Err(error) => assert!(matches!(error, StoreError::Corrupt(_)), "{error}"),
        }
        store.close().await;
    }
}

#[tokio::test]
async fn events_left_out_swapped_or_cut_off_are_noticed() {
    for (vandalism, position) in [
        ("DELETE FROM event WHERE position = 50", 51),
        ("UPDATE event SET act = (SELECT act FROM event WHERE position = 5) WHERE position = 1", 1),
        (
            "UPDATE event SET game = (SELECT game FROM event WHERE position = 2), seq = 99 \
                WHERE position = 1",
            1,
        ),
        // The last event of all: only the list of games still knows of it.
        ("DELETE FROM event WHERE position = 100", 99),
    ] {
        let (here, ids) = played().await;
        for id in ids {
            let head = events::head(here.store.read(), &id).await.unwrap();
            writing!(here.store, conn => { games::put(conn, &game_row(&id, head)).await }).unwrap();
        }
        assert_eq!(audit::whole(here.store.read(), |_| ()).await.unwrap().broken, []);
        let mut conn = vandal(&here).await;
        sqlx::raw_sql(vandalism).execute(&mut conn).await.unwrap();
        named(&here, position, vandalism).await;
    }
}

#[tokio::test]
async fn a_sound_log_gives_every_head_and_says_how_far_it_is() {
    let (here, ids) = played().await;
    let mut seen = Vec::new();
    let report = audit::whole(here.store.read(), |events| seen.push(events)).await.unwrap();
    assert_eq!((report.events, report.broken), (GAMES * EVENTS, Vec::new()));
    assert_eq!(seen.last(), Some(&(GAMES * EVENTS)));
    for id in ids {
        assert_eq!(report.heads[&id], events::head(here.store.read(), &id).await.unwrap());
    }
}
