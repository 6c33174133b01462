//! The daily seals over all logs: one a day whatever the clock says, and anything truncated,
//! removed or rewritten afterwards is reported.

use std::process::Command;

use chrono::{Days, Duration, NaiveDate};
use ravenpost::emails::NotificationKind;
use ravenpost::service::archive::saved_email_answers::SealAnswer;
use ravenpost::service::archive::sealing::Sealing;
use ravenpost_log::email::saved::SavedEmail;
use ravenpost_log::{GameId, Hash, seal};
use ravenpost_store::lists::settings;
use ravenpost_store::log::sealing;
use ravenpost_store::log::seals::{self, Seal};
use ravenpost_store::log::unsealed::{self, EndNow, Missing, Unsealed};
use ravenpost_store::post::outbox::{self, OutboxState};
use ravenpost_store::{StoreError, writes};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use crate::harness::app::App;
use crate::service::TITLE;

async fn sealed(app: &App) -> Seal {
    match app.service.archive().seal(app.now).await.expect("sealed") {
        Sealing::Made(seal) => seal,
        other => panic!("{other:?}"),
    }
}

async fn text(app: &App, day: NaiveDate) -> String {
    app.service.archive().seal_text(day, app.now).await.expect("there").all().expect("readable")
}

/// Two games, sealed on two days, between which the first one continued; and a raw database
/// connection.
async fn two_games() -> (App, [GameId; 2], SqliteConnection) {
    let mut app = App::seeded(6).await;
    let (ann, _, first) = app.pair(TITLE).await;
    let second = app.private_table(TITLE, ann, 2).await;
    sealed(&app).await;
    app.until_turn_email(&first).await;
    app.now += Duration::days(1);
    sealed(&app).await;
    let options = SqliteConnectOptions::new().filename(app.service.store().path());
    let conn = options.connect().await.expect("the file is there");
    (app, [first, second], conn)
}

pub async fn change(conn: &mut SqliteConnection, sql: &str) {
    for trigger in ["event_no_update", "event_no_delete", "seal_entry_no_update"] {
        let drop = format!("DROP TRIGGER IF EXISTS {trigger}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(drop)).execute(&mut *conn).await.expect("dropped");
    }
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(conn).await.expect("done");
}

async fn found(app: &App) -> Vec<Unsealed> {
    unsealed::all(app.service.store().read(), NaiveDate::MAX).await.expect("readable")
}

/// The single game that differs from its seal.
async fn missing(app: &App) -> Missing {
    match &found(app).await[..] {
        [Unsealed::Game(missing)] => missing.clone(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn days_are_sealed_once_and_in_order() {
    let (mut app, _, _) = two_games().await;
    let last = app.service.archive().seals(9).await.expect("readable");
    assert_eq!(last.iter().map(|seal| seal.games).collect::<Vec<_>>(), [2, 2]);
    assert_ne!(last[0].hash, last[1].hash);
    assert_eq!(app.service.archive().seal(app.now).await.expect("looked"), Sealing::Before);
    let today = app.now.date_naive();
    app.now -= Duration::days(1);
    assert_eq!(app.service.archive().seal(app.now).await.expect("looked"), Sealing::Ahead(today));
    // A clock that jumped a year ahead and came back.
    app.now += Duration::days(366);
    let ahead = sealed(&app).await.day;
    app.now -= Duration::days(200);
    assert_eq!(app.service.archive().seal(app.now).await.expect("looked"), Sealing::Ahead(ahead));
    assert_eq!(app.service.archive().seals(9).await.expect("readable").len(), 3);
    assert_eq!(found(&app).await, []);
}

#[tokio::test]
async fn concurrent_sealing_makes_one_seal() {
    let app = App::seeded(6).await;
    app.pair(TITLE).await;
    let all = (0..8).map(|_| app.service.archive().seal(app.now));
    let all = futures_util::future::join_all(all).await;
    let made = all.iter().filter(|one| matches!(one, Ok(Sealing::Made(_)))).count();
    let before = all.iter().filter(|one| matches!(one, Ok(Sealing::Before))).count();
    assert_eq!((made, before), (1, 7));
    assert_eq!(app.emails_to("admin@localhost").await, [NotificationKind::DailySeals.key()]);
}

/// A process that dies while sealing has already entered games, which continue before the next
/// attempt.
#[tokio::test]
async fn interrupted_seal_is_continued() {
    let (mut app, [first, _], _) = two_games().await;
    app.now += Duration::days(1);
    app.until_turn_email(&first).await;
    let today = app.now.date_naive();
    let store = app.service.store().clone();
    let begin = store.write(writes!(|tx| sealing::begin(tx, today).await));
    let draft = begin.await.expect("begun").expect("there is no seal yet");
    let mut next = Some(draft.first());
    while let Some(from) = next {
        let moved = draft.moved(store.read(), from).await.expect("readable");
        let enters = draft.clone();
        let enter = store.write(writes!(|tx| enters.enter(tx, &moved).await));
        enter.await.expect("entered");
        next = draft.next(from);
    }
    app.until_turn_email(&first).await;
    assert_eq!(app.now.date_naive(), today, "the same day");
    sealed(&app).await;
    assert_eq!(found(&app).await, []);
    app.now += Duration::days(1);
    let day = sealed(&app).await.day;
    assert_eq!(found(&app).await, []);
    let game = app.service.games().load(&first).await.expect("a game");
    let (game_id, step, head) = (seal::name(&first), game.step(), game.tip.shown);
    let leaf = seal::SealedEnd { game: game_id, step, head }.leaf_of(day).hex();
    assert!(text(&app, day).await.contains(&leaf), "what came after the entry is sealed later");
}

/// Twenty thousand games; `RAVENPOST_SEALED=300000` for a large server, which prints how long the
/// slowest write waited.
#[tokio::test(flavor = "multi_thread")]
async fn writes_continue_while_many_games_are_sealed() {
    let app = App::seeded(6).await;
    if !app.service.store().is_file() {
        return;
    }
    let wanted = std::env::var("RAVENPOST_SEALED").ok().and_then(|text| text.parse().ok());
    let many: u64 = wanted.unwrap_or(20_000);
    let options = SqliteConnectOptions::new().filename(app.service.store().path());
    let mut conn = options.connect().await.expect("the file is there");
    let fill = format!(
        "WITH RECURSIVE moved (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM moved WHERE n < {many}) \
         INSERT INTO event (position, game, seq, at, kind, act, visibility, facts, draws, nonce, \
         hash) SELECT n, printf('g%011d', n), 1, 0, 'opened', '{{}}', '*', '[]', '[]', \
         randomblob(16), randomblob(32) FROM moved"
    );
    change(&mut conn, &fill).await;
    let (service, now) = (app.service.clone(), app.now);
    let sealing = tokio::spawn(async move { service.archive().seal(now).await });
    let (mut between, mut slowest) = (0, std::time::Duration::ZERO);
    while !sealing.is_finished() {
        let begun = std::time::Instant::now();
        let key = settings::Key::LatestBackup;
        let write = app.service.store().write(writes!(|tx| settings::set(tx, key, "1").await));
        write.await.expect("written");
        slowest = slowest.max(begun.elapsed());
        let count = sqlx::query_scalar("SELECT count(*) FROM seal_entry");
        let entered: i64 = count.fetch_one(&mut conn).await.expect("counted");
        between += u32::from(entered > 0 && entered.unsigned_abs() < many);
    }
    let made = sealing.await.expect("no panic").expect("sealed");
    assert!(matches!(&made, Sealing::Made(seal) if seal.games == many), "{made:?}");
    println!("{between} writes while {many} games were entered, the slowest took {slowest:?}");
    assert!(between > 0, "no one else could write in between");
}

/// Another process enters a game while the lines are read, so the seal would be incomplete.
#[tokio::test]
async fn incomplete_seal_is_not_stored() {
    let (mut app, [first, _], _) = two_games().await;
    app.now += Duration::days(1);
    app.until_turn_email(&first).await;
    let (store, today) = (app.service.store().clone(), app.now.date_naive());
    let begin = store.write(writes!(|tx| sealing::begin(tx, today).await));
    let draft = begin.await.expect("begun").expect("there is no seal yet");
    let form = seal::Form { padding: seal::Padding([7; 32]), key: None };
    let lines = seals::lines(store.read(), today, draft.before, &form).await.expect("readable");
    let entries = draft.entries(store.read()).await.expect("readable");
    let moved = draft.moved(store.read(), draft.first()).await.expect("readable");
    let enters = draft.clone();
    let enter = store.write(writes!(|tx| enters.enter(tx, &moved).await));
    enter.await.expect("entered");
    let finished = sealing::Finished::of(&lines, &form);
    let finish =
        store.write(writes!(|tx| draft.finish(tx, &finished, entries, None).await.map(|_| ())));
    assert!(matches!(finish.await, Err(StoreError::Conflict)));
    sealed(&app).await;
    assert_eq!(found(&app).await, []);
}

#[tokio::test]
async fn seal_text_is_its_proof_and_contains_no_names() {
    let (app, games, _) = two_games().await;
    let seals = app.service.archive().seals(9).await.expect("readable");
    for (at, seal) in seals.iter().enumerate() {
        let text = text(&app, seal.day).await;
        assert_eq!(seal::of(&text), seal.hash);
        let before = seals.get(at + 1).map_or(seal::NONE, |before| before.hash);
        assert!(text.contains(&format!("before {}\n", before.hex())), "{text}");
        assert!(games.iter().all(|game_id| !text.contains(game_id.as_str())), "{text}");
    }
    // With a game's id, its line can be found.
    let game = app.service.games().load(&games[0]).await.expect("a game");
    let end =
        seal::SealedEnd { game: seal::name(&games[0]), step: game.step(), head: game.tip.shown };
    let text = text(&app, seals[0].day).await;
    let (day, leaf) = (seals[0].day, end.leaf_of(seals[0].day).hex());
    assert!(text.lines().any(|line| line == leaf));
    // With the commands given on the page about seals.
    let recipe = format!(
        "name=$(printf 'ravenpost seal game 1\\n{}\\n' | sha256sum | cut -c1-64)\n\
        printf \"ravenpost seal line 1\\nday {day}\\n$name\\n{}\\n{}\\n\" | sha256sum",
        games[0],
        end.step,
        end.head.hex()
    );
    let made = Command::new("sh").arg("-c").arg(recipe).output().expect("there is a shell");
    assert!(String::from_utf8_lossy(&made.stdout).starts_with(&leaf), "{made:?}");
    let day = seals[0].day + Days::new(1);
    assert!(app.service.archive().seal_text(day, app.now).await.is_err());
}

/// Random lines are mixed with those of games: two days have none in common, and their number is a
/// power of two.
#[tokio::test]
async fn seal_text_hides_the_number_of_games() {
    let (mut app, _, _) = two_games().await;
    let ann = app.player_of("ann").await;
    app.open_table(TITLE, ann, 2).await;
    app.now += Duration::days(1);
    sealed(&app).await;
    let seals = app.service.archive().seals(9).await.expect("readable");
    assert_eq!((seals[0].games, seals[0].lines()), (3, 4));
    let mut seen = std::collections::BTreeSet::new();
    for seal in &seals {
        let text = text(&app, seal.day).await;
        let lines: Vec<&str> = text.lines().skip(5).collect();
        assert!(lines.len().is_power_of_two() && lines.len() as u64 == seal.lines(), "{text}");
        assert!(lines.iter().all(|line| seen.insert((*line).to_owned())), "{text}");
    }
}

#[tokio::test]
async fn truncated_log_is_named_with_its_sealed_day() {
    let (app, [first, _], mut conn) = two_games().await;
    assert_eq!(found(&app).await, []);
    let step = app.service.games().load(&first).await.expect("a game").step();
    let last = format!("(SELECT max(seq) FROM event WHERE game = '{first}')");
    change(&mut conn, &format!("DELETE FROM event WHERE game = '{first}' AND seq = {last}")).await;
    let missing = missing(&app).await;
    assert_eq!((missing.id.as_ref(), missing.step), (Some(&first), step));
    assert_eq!((missing.now, missing.day), (EndNow::EndsAt(step - 1), app.now.date_naive()));
    assert!(missing.to_string().contains(&format!("sealed at step {step} on 2026-11-21")));
}

#[tokio::test]
async fn deleted_game_is_named_as_far_as_possible() {
    let (app, [_, second], mut conn) = two_games().await;
    change(&mut conn, &format!("DELETE FROM event WHERE game = '{second}'")).await;
    let known = missing(&app).await;
    assert_eq!((known.id.as_ref(), known.now), (Some(&second), EndNow::Gone));
    // Even if the game is removed from all tables, its seal remains.
    for (table, column) in [("game", "id"), ("seat_holder", "game"), ("idempotency_key", "game")] {
        change(&mut conn, &format!("DELETE FROM {table} WHERE {column} = '{second}'")).await;
    }
    let unknown = missing(&app).await;
    assert_eq!((unknown.id, unknown.now, unknown.name), (None, EndNow::Gone, seal::name(&second)));
    // It is still missing in every later seal, but reported only once.
    let mut later = app;
    later.now += Duration::days(3);
    sealed(&later).await;
    assert_eq!(missing(&later).await.name, seal::name(&second));
}

#[tokio::test]
async fn changed_step_or_seal_is_named() {
    let (app, [first, _], mut conn) = two_games().await;
    let of_end = format!("WHERE game = '{first}' ORDER BY seq DESC LIMIT 1");
    let end: Vec<u8> =
        sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT hash FROM event {of_end}")))
            .fetch_one(&mut conn)
            .await
            .expect("there");
    let end = Hash(end.try_into().expect("32 bytes")).hex();
    let swap = |to: &str| {
        format!("UPDATE event SET hash = x'{to}' WHERE game = '{first}' AND hex(hash) = ")
    };
    let other = "11".repeat(32);
    change(&mut conn, &format!("{}'{}'", swap(&other), end.to_uppercase())).await;
    assert_eq!(missing(&app).await.now, EndNow::Otherwise);
    change(&mut conn, &format!("{}'{other}'", swap(&end))).await;
    assert_eq!(found(&app).await, []);
    change(&mut conn, "UPDATE seal_entry SET step = step + 1 WHERE day = '2026-11-21'").await;
    let found = found(&app).await;
    assert_eq!(found[0], Unsealed::Seal(app.now.date_naive()), "{found:?}");
    assert_eq!(found.len(), 2, "and the game ends before that step: {found:?}");
}

#[tokio::test]
async fn sealed_logs_can_only_grow() {
    let (_, _, mut conn) = two_games().await;
    let hash = "x'0000000000000000000000000000000000000000000000000000000000000000'";
    // A complete row, so that the trigger refuses it and not a missing column.
    let columns = "(day, game_count, hash, last_position, padding)";
    for refused in [
        "UPDATE seal SET game_count = 1".to_owned(),
        "DELETE FROM seal".to_owned(),
        "UPDATE seal_entry SET step = 1".to_owned(),
        "DELETE FROM seal_entry".to_owned(),
        format!("INSERT INTO seal {columns} VALUES ('2026-11-20', 1, {hash}, 1, {hash})"),
        format!(
            "INSERT OR REPLACE INTO seal {columns} VALUES ('2026-11-21', 1, {hash}, 1, {hash})"
        ),
        format!("INSERT OR REPLACE INTO seal_entry VALUES ({hash}, '2026-11-21', 1, {hash})"),
    ] {
        let done = sqlx::raw_sql(sqlx::AssertSqlSafe(refused.clone())).execute(&mut conn).await;
        assert!(done.is_err(), "{refused}");
    }
}

#[tokio::test]
async fn saved_email_proves_the_seal_in_its_footer() {
    let (mut app, [first, second], mut conn) = two_games().await;
    let (_, queued) = app.until_turn_email(&first).await;
    let email = app.written(&queued).await.expect("sent");
    let kept = SavedEmail::read(&email.text);
    assert_eq!(kept.seals.len(), 1, "{}", email.text);
    assert!(email.html.contains(&kept.seals[0].hash.hex()), "both parts have it");
    let answer = async |app: &App, kept: &SavedEmail| {
        let answers = app.service.archive().answers_seals(kept).await.expect("readable");
        answers.into_iter().next().expect("one")
    };
    assert_eq!(answer(&app, &kept).await, SealAnswer::Holds(2));
    // Another server, and one whose seals were rebuilt without a game.
    let (other, [_, _], _) = two_games().await;
    assert_eq!(answer(&other, &kept).await, SealAnswer::Holds(2), "the same games");
    assert_eq!(answer(&App::seeded(7).await, &kept).await, SealAnswer::None);
    let mut anew = App::seeded(6).await;
    anew.pair(TITLE).await;
    anew.now = app.now;
    sealed(&anew).await;
    assert_eq!(answer(&anew, &kept).await, SealAnswer::Otherwise);
    change(&mut conn, &format!("DELETE FROM event WHERE game = '{second}'")).await;
    match answer(&app, &kept).await {
        SealAnswer::Missing(found) => assert_eq!(found.len(), 1, "{found:?}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn seals_survive_erasure_rebuild_and_import() {
    let (mut app, [first, _], _) = two_games().await;
    let (_, queued) = app.until_turn_email(&first).await;
    let kept = SavedEmail::read(&app.written(&queued).await.expect("sent").text);
    let elsewhere = App::seeded(9).await;
    let game = elsewhere.bots_only(TITLE, &["random", "random"]).await;
    let whole = elsewhere.service.archive().export(&game, ravenpost_rules::Viewer::Spectator).await;
    app.service
        .archive()
        .import(app.now, &whole.expect("it is over"), "elsewhere")
        .await
        .expect("taken in");
    app.now += Duration::days(1);
    assert_eq!(sealed(&app).await.games, 3);
    let data_of = app.service.data_of("ann@example.org").await.expect("known");
    app.service.erase(app.now, &data_of).await.expect("forgotten");
    app.service.games().rebuild(|_| ()).await.expect("made anew");
    assert_eq!(found(&app).await, []);
    let answers = app.service.archive().answers_seals(&kept).await.expect("readable");
    assert_eq!(answers, [SealAnswer::Holds(2)]);
}

#[tokio::test]
async fn admin_gets_the_seals_of_a_week_in_one_email() {
    let mut app = App::seeded(6).await;
    app.pair(TITLE).await;
    for _ in 0..9 {
        sealed(&app).await;
        app.now += Duration::days(1);
    }
    let emails = outbox::list(app.service.store().read(), OutboxState::Waiting, 100).await;
    let emails = emails.expect("readable").into_iter().map(|email| email.queued);
    let mut to_admin: Vec<_> =
        emails.filter(|queued| queued.kind == NotificationKind::DailySeals.key()).collect();
    to_admin.sort_by_key(|queued| queued.at);
    assert_eq!(to_admin.len(), 2, "at once, and after a week");
    let text = app.written(&to_admin[1]).await.expect("there is news").text;
    let seals = app.service.archive().seals(9).await.expect("readable");
    let told = seals.iter().filter(|seal| text.contains(&seal.hash.hex())).count();
    assert_eq!(told, 8, "all since the first email: {text}");
}
