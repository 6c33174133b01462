//! The backup folder: one backup a day, each verified, old ones removed. Nothing is lost to a wrong
//! clock, a damaged log, an interrupted backup, or an unusable folder.

use chrono::Duration;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::sqlite::copies::{Copies, check};

use super::*;

fn copies(here: &Here) -> Copies {
    let folder = here.folder.path().join("backups");
    Copies { folder, every: Duration::days(1), keep: Duration::days(7) }
}

fn day(number: i64) -> DateTime<Utc> {
    "2026-11-01T03:00:00Z".parse::<DateTime<Utc>>().unwrap() + Duration::days(number)
}

/// The file names in the folder.
fn names(copies: &Copies) -> Vec<String> {
    let names = std::fs::read_dir(&copies.folder).unwrap();
    let mut names: Vec<String> =
        names.map(|name| name.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// One check an hour, like the server.
async fn looks(here: &Here, copies: &Copies, now: DateTime<Utc>) -> usize {
    let mut made = 0;
    for hour in 0..24 {
        let now = now + Duration::hours(hour);
        if copies.is_due(now).unwrap() {
            copies.make(&here.store, now).await.unwrap();
            copies.sweep(now).unwrap();
            made += 1;
        }
    }
    made
}

#[tokio::test]
async fn one_backup_a_day_is_made_and_old_ones_deleted() {
    let here = Here::new().await;
    let (copies, game) = (copies(&here), ravenpost_store::random_game_id());
    here.play(&game, Seq::NONE).await.unwrap();
    assert_eq!(looks(&here, &copies, day(0)).await, 1);
    for other in ["notes.txt", "ravenpost-monday.db", "ravenpost.db"] {
        std::fs::write(copies.folder.join(other), "mine").unwrap();
    }
    for number in 1..=12 {
        assert_eq!(looks(&here, &copies, day(number)).await, 1);
    }
    let kept: Vec<String> =
        (5..=12).map(|number| format!("ravenpost-202611{:02}T030000Z.db", number + 1)).collect();
    let all =
        [kept, ["notes.txt", "ravenpost-monday.db", "ravenpost.db"].map(str::to_owned).to_vec()];
    let mut all = all.concat();
    all.sort();
    assert_eq!(names(&copies), all, "seven days, nothing beside them, and what is not ours stays");
}

#[tokio::test]
async fn jumping_clock_loses_no_backup() {
    let here = Here::new().await;
    let copies = copies(&here);
    for number in 0..5 {
        looks(&here, &copies, day(number)).await;
    }
    // A year ahead: four of the five backups are old now, and the new one is recent.
    assert_eq!(looks(&here, &copies, day(400)).await, 1);
    assert_eq!(copies.all().unwrap().len(), 3, "the last three stay");
    // And back: the backup from the future does not prevent the next one.
    assert!(copies.is_due(day(6)).unwrap());
    assert_eq!(looks(&here, &copies, day(6)).await, 1);
    assert!(names(&copies).contains(&"ravenpost-20261107T030000Z.db".to_owned()));
}

#[tokio::test]
async fn damaged_game_is_reported_and_others_are_backed_up() {
    let here = Here::new().await;
    let (copies, game) = (copies(&here), ravenpost_store::random_game_id());
    for after in 0..3 {
        here.play(&game, Seq(after)).await.unwrap();
        looks(&here, &copies, day(after as i64)).await;
    }
    let before = names(&copies);
    let mut conn = raw(here.store.path()).await;
    let bend = "DROP TRIGGER event_no_update; UPDATE event SET facts = '[7]' WHERE seq = 2";
    sqlx::raw_sql(bend).execute(&mut conn).await.unwrap();
    let made = copies.make(&here.store, day(30)).await.unwrap();
    assert!(made.broken.iter().all(|what| what.contains("event 2")), "{made:?}");
    assert_eq!(names(&copies).len(), before.len() + 1);
    let told = check(&made.file).await.unwrap_err();
    assert!(matches!(&told, StoreError::Corrupt(what) if what.contains("event 2")), "{told}");
}

#[tokio::test]
async fn remains_of_an_interrupted_backup_are_deleted() {
    let here = Here::new().await;
    let copies = copies(&here);
    std::fs::create_dir_all(&copies.folder).unwrap();
    for left in ["unchecked", "unchecked.partial", "unchecked.partial-journal"] {
        let name = format!("ravenpost-20261101T020000Z.{left}");
        std::fs::write(copies.folder.join(name), "half a data").unwrap();
    }
    copies.make(&here.store, day(0)).await.unwrap();
    assert_eq!(names(&copies), ["ravenpost-20261101T030000Z.db"]);
    let again = copies.make(&here.store, day(0)).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "no copy takes the place of another");
}

#[tokio::test]
async fn impossible_folder_is_reported() {
    let here = Here::new().await;
    let file = here.folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    let copies = Copies { folder: file.join("backups"), ..copies(&here) };
    let told = copies.make(&here.store, day(0)).await;
    assert!(matches!(told, Err(StoreError::Unavailable(_))), "{told:?}");
    assert_eq!(
        here.play(&ravenpost_store::random_game_id(), Seq::NONE).await.unwrap(),
        1,
        "play goes on"
    );
}
