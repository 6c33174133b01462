//! Databases of earlier schemas: each opens, is brought up to date, and what was decided in it is
//! decided in the same way today, but for titles whose rules have another version since.
//! `tests/databases/README.md` says how they are made.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use chrono::Duration;
use flate2::read::GzDecoder;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::{Service, Settings};
use ravenpost::titles;
use ravenpost_log::Act;
use ravenpost_log::table::status::{CONDUCT, Status};
use ravenpost_rules::Table;
use ravenpost_store::Store;
use ravenpost_store::log::{audit, events};
use ravenpost_store::people::organisers;

use crate::harness::app::{App, fresh};

/// The first kept schema whose games follow today's conduct from their beginning.
const TODAYS_CONDUCT: i64 = 22;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases")
}

/// Every kept database, unpacked: its schema and its bytes.
fn kept() -> Vec<(i64, Vec<u8>)> {
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("they are there") {
        let path = entry.expect("readable").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let schema = name.strip_prefix("schema-").and_then(|name| name.strip_suffix(".db.gz"));
        let Some(schema) = schema else { continue };
        let mut bytes = Vec::new();
        let mut file = GzDecoder::new(File::open(&path).expect("readable"));
        file.read_to_end(&mut bytes).expect("packed");
        kept.push((schema.parse().expect("a number"), bytes));
    }
    kept.sort();
    kept
}

#[tokio::test]
async fn every_kept_database_opens_and_its_games_are_decided_as_they_were() {
    let kept = kept();
    assert!(kept.len() > 1, "only {} are kept", kept.len());
    for (schema, bytes) in kept {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ravenpost.db");
        std::fs::write(&path, &bytes).expect("written");
        let old = Store::open_read_only(&path).await.expect("ours");
        assert_eq!(old.schema().await.expect("readable").0, schema, "nobody changed the file");
        let looked_over = audit::whole(old.read(), |_| ()).await.expect("readable as it lies");
        assert_eq!((looked_over.broken, looked_over.heads.len()), (vec![], titles::all().len()));
        old.close().await;
        assert_eq!(std::fs::read(&path).expect("still there"), bytes, "schema {schema}: changed");
        let store = Store::open(&path).await.expect("brought up to date");
        let report = audit::whole(store.read(), |_| ()).await.expect("readable");
        assert_eq!(report.broken, [], "schema {schema}");
        let service = Service::new(store, Settings::default());
        let games = events::games(service.store().read(), None, 1000).await.expect("readable");
        assert_eq!(games.len(), titles::all().len(), "one of each title");
        for game in games {
            let live = service.live(&game).await.expect("it folds");
            let audited = service.audit_game(&game).await.expect("looked over");
            let (about, name) = (live.title.about(), format!("schema {schema}, {game}"));
            assert!(audited.sound(), "{name}: {audited:?}");
            assert!(audited.orders > 20, "{name}: {audited:?}");
            // What a later version decides otherwise is no fault: games recorded by today's are
            // held against it one by one (`recorded.rs`).
            let told = "raise the version of its rules";
            let moved_on = about.version != live.course.rules;
            assert!(audited.changed.is_empty() || moved_on, "{}: {told}", about.key);
        }
    }
}

/// Games that began before conduct had versions follow the newest from a stop on, and no sooner.
#[tokio::test]
async fn a_game_of_before_follows_the_newest_conduct_from_the_first_act_that_needs_it() {
    for (schema, bytes) in kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ravenpost.db");
        std::fs::write(&path, bytes).expect("written");
        let store = Store::open(&path).await.expect("brought up to date");
        let service = Service::new(store, Settings::default());
        let mut stopped = 0;
        for game in events::games(service.store().read(), None, 1000).await.expect("readable") {
            let before = service.live(&game).await.expect("it folds");
            let keeper = organisers::of_game(service.store().read(), &game).await;
            let keeper = keeper.expect("readable").expect("somebody opened it");
            let audited = service.audit_game(&game).await.expect("looked over");
            assert!(audited.wrongs().is_empty(), "{audited:?}");
            assert_eq!(before.course.conduct == 1, schema < TODAYS_CONDUCT, "schema {schema}");
            if before.course.conduct >= 2 || before.course.status != Status::Running {
                continue;
            }
            let now = before.course.changed + Duration::hours(1);
            let stop = Measure::Freeze { reason: "It rests".to_owned() };
            let done = service.moderate(now, &game, keeper, &stop, &fresh()).await;
            done.unwrap_or_else(|why| panic!("schema {schema}: {why}"));
            let live = service.live(&game).await.expect("it folds");
            let organiser = live.seat_of(keeper);
            let told = Act::Conduct { version: CONDUCT, organiser };
            assert!(live.log.iter().any(|entry| *entry.act == told), "schema {schema}");
            assert_eq!(live.course.organiser_seat(), organiser);
            let audited = service.audit_game(&game).await.expect("looked over");
            assert!(audited.wrongs().is_empty(), "{audited:?}");
            stopped += 1;
        }
        assert!(stopped > 0 || schema >= TODAYS_CONDUCT, "schema {schema}: nothing runs");
    }
}

#[test]
fn a_dry_run_tells_of_every_game_and_leaves_the_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for (schema, bytes) in kept() {
        let path = folder.path().join("old.db");
        std::fs::write(&path, &bytes).expect("written");
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let done = program.args(["upgrade", "--dry-run"]).arg(&path).env_clear().output();
        let done = done.expect("the program");
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        // A title had another version of its rules then: what differs in its game is told.
        let differs = said.lines().filter_map(|line| line.strip_prefix("differs  game "));
        let differ: BTreeSet<&str> = differs.filter_map(|line| line.split(',').next()).collect();
        assert!(!said.contains("BROKEN"), "{said}");
        assert!(said.starts_with(&format!("schema {schema}, which")), "{said}");
        let same = said.lines().filter(|line| line.starts_with("same     game ")).count();
        assert_eq!(same + differ.len(), titles::all().len(), "{said}");
        assert!(std::fs::read(&path).expect("there") == bytes, "it was only looked at");
        // An order that today's rules decide otherwise, and a file that is none.
        let order = b"\"order\":\"";
        let orders = (0..bytes.len() - order.len()).filter(|at| bytes[*at..].starts_with(order));
        let mut bent = bytes.clone();
        orders.for_each(|at| bent[at + order.len() + 1] ^= 1);
        std::fs::write(&path, &bent).expect("written");
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let done = program.args(["upgrade", "--dry-run"]).arg(&path).env_clear().output();
        let done = done.expect("the program");
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(!done.status.success() && said.contains("BROKEN   game"), "{said}");
    }
}

#[test]
fn the_rules_of_every_title_tell_of_its_version() {
    for title in titles::all() {
        let about = title.about();
        let told = format!("\nVersion {} of these rules as programmed: ", about.version);
        assert!(about.rules.contains(&told), "{}: what has changed in it?", about.key);
    }
}

/// Makes a database as they are kept, at the place that RAVENPOST_KEEP names if it does.
#[tokio::test]
async fn a_database_of_every_title_is_made_to_be_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = std::env::var_os("RAVENPOST_KEEP").map(PathBuf::from);
    let path = named.unwrap_or_else(|| folder.path().join("kept.db"));
    let mut app = App::seeded(15).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    for title in titles::all() {
        let about = title.about();
        let game = app.table_of(about.key, ann, &[], Table::of(about.seats.0.max(2))).await;
        app.service.join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
        for _ in 0..40 {
            let live = app.service.live(&game).await.expect("a game");
            let Some(seat) = live.awaited_seats().first().copied() else { break };
            let order = app.some_order(&game, seat).await;
            app.order(&game, seat, &order).await.expect("legal");
        }
    }
    app.service.seal(app.now).await.expect("sealed");
    app.service.store().backup(&path).await.expect("written");
    let made = Store::open_read_only(&path).await.expect("ours");
    let games = events::games(made.read(), None, 1000).await.expect("readable");
    assert_eq!(games.len(), titles::all().len());
}
