//! A log that was truncated, rewritten or deprived of its secret: the audit names the game and the
//! event, even after a rebuild.

use ravenpost::service::{Service, ServiceError};
use ravenpost_log::chain::Chain;
use ravenpost_log::{GameId, Hash, NewEvent};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::Store;
use ravenpost_store::log::audit::{self, Report};
use ravenpost_store::log::{events, secrets};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use crate::harness::app::App;
use crate::service::TITLE;

/// A two-player game whose last event was reported in an email, and a raw database connection.
async fn played() -> (App, GameId, SqliteConnection) {
    let mut app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game, bob, Default::default())
        .await
        .expect("a free seat");
    for _ in 0..12 {
        play(&mut app, &game).await;
    }
    let options = SqliteConnectOptions::new().filename(app.service.store().path());
    let mut conn = options.connect().await.expect("the file is there");
    // An order that does not end the player's turn has not been reported by email yet.
    while narration_of(&mut conn).await < app.version(&game).await {
        play(&mut app, &game).await;
    }
    for trigger in ["event_no_update", "event_no_delete", "known_head_no_update"] {
        change(&mut conn, format!("DROP TRIGGER {trigger}")).await;
    }
    (app, game, conn)
}

/// The awaited seat gives an order.
async fn play(app: &mut App, game_id: &GameId) {
    app.now += chrono::Duration::minutes(1);
    let game = app.service.games().load(game_id).await.expect("a game");
    let seat = *game.status.clocks.waits.keys().next().expect("somebody is awaited");
    let order = app.some_order(game_id, seat).await;
    app.order(game_id, seat, &order).await.expect("taken");
}

/// The last event reported in an email.
async fn narration_of(conn: &mut SqliteConnection) -> Seq {
    let last = "SELECT coalesce(max(seq), 0) FROM known_head";
    let seq: i64 = sqlx::query_scalar(last).fetch_one(conn).await.expect("a number");
    Seq(u64::try_from(seq).expect("a number of an event"))
}

async fn change(conn: &mut SqliteConnection, sql: String) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(conn).await.expect("done");
}

async fn audit_report(service: &Service) -> Report {
    audit::whole(service.store().read(), |_| ()).await.expect("readable")
}

/// The single finding: event and text.
#[track_caller]
fn only(report: &Report, game: &GameId) -> (Seq, &'static str) {
    assert_eq!(report.broken.len(), 1, "{:?}", report.broken);
    assert_eq!((report.broken[0].game.as_str(), report.root()), (game.as_str(), None));
    (report.broken[0].seq, report.broken[0].what)
}

#[tokio::test]
async fn truncated_log_is_named_and_not_rebuilt() {
    let (app, game, mut conn) = played().await;
    assert_eq!(audit_report(&app.service).await.broken, []);
    let version = app.version(&game).await;
    let before = app.derived().await;
    change(&mut conn, format!("DELETE FROM event WHERE seq = {version}")).await;
    assert_eq!(only(&audit_report(&app.service).await, &game).0, version);
    match app.service.games().rebuild(|_| ()).await {
        Err(ServiceError::Refused(why)) => {
            let named = format!("event {version} of game {game}");
            assert!(why[0].to_string().contains(&named), "{why:?}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(app.derived().await, before, "nothing was thrown away");
    // Even then, and without stored answers and emails, there is still evidence.
    app.service.games().rebuild_anyway(|_| ()).await.expect("as told");
    for forget in ["DELETE FROM idempotency_key", "DELETE FROM outbox", ""] {
        let (_, what) = only(&audit_report(&app.service).await, &game);
        assert!(what.starts_with("the log ends before this event"), "{what}");
        change(&mut conn, forget.to_owned()).await;
    }
}

/// Rewrites a game's history from an event on with valid hashes, and returns the new heads.
async fn forge(
    conn: &mut SqliteConnection,
    store: &Store,
    game: &GameId,
    from: Seq,
) -> Vec<(Seq, Hash)> {
    let history = events::history(store.read(), game).await.expect("readable");
    // A forger who has the database also has the secret.
    let secret = secrets::get(store.read(), game).await.expect("a secret").try_into().ok();
    let chain = Chain::of(game, history[0].act.as_bytes(), secret).expect("its chain");
    let (mut tip, mut heads) = (chain.genesis(), Vec::new());
    for event in history {
        let later = chrono::Duration::milliseconds(i64::from(event.seq >= from));
        let (at, kind, seat) = (event.at + later, event.kind, event.seat);
        let (act, known, facts, draws) = (event.act, event.known, event.facts, event.draws);
        let nonce = event.nonce;
        let new = NewEvent { at, kind, seat, act, known, facts, draws, nonce };
        let forged = new.linked(&chain, &tip);
        tip = tip.past(&forged);
        heads.push((event.seq, tip.head.hash));
        let (hash, at) = (tip.head.hash.hex(), at.timestamp_millis());
        let sql = format!("UPDATE event SET at = {at}, hash = x'{hash}' WHERE seq = {}", event.seq);
        change(&mut *conn, sql).await;
    }
    heads
}

#[tokio::test]
async fn rewritten_history_contradicts_sent_emails() {
    let (app, game, mut conn) = played().await;
    let kept = audit_report(&app.service).await;
    let (root, count) = (kept.root().expect("a sound log"), kept.events);
    let heads = forge(&mut conn, app.service.store(), &game, Seq(3)).await;
    app.service.games().rebuild_anyway(|_| ()).await.expect("the derived rows are made to fit");
    let (seq, what) = only(&audit_report(&app.service).await, &game);
    assert!(seq >= Seq(3) && what.starts_with("emails stated a different hash"), "{seq}: {what}");

    // If the evidence is forged too, the root stored elsewhere reveals it.
    for (seq, hash) in heads {
        let sql = format!("UPDATE known_head SET head = x'{}' WHERE seq = {seq}", hash.hex());
        change(&mut conn, sql).await;
    }
    let forged = audit_report(&app.service).await;
    assert_eq!(forged.broken, []);
    assert_ne!(forged.root(), Some(root));
    let then = audit::upto(app.service.store().read(), count).await.expect("readable");
    assert_ne!(then.root(), Some(root));
}

#[tokio::test]
async fn stored_root_is_found_in_a_longer_log() {
    let (mut app, game, _) = played().await;
    let kept = audit_report(&app.service).await;
    play(&mut app, &game).await;
    let other = app.player("cat").await;
    app.open_table(TITLE, other, 2).await;
    let grown = audit_report(&app.service).await;
    assert!(grown.events > kept.events && grown.root() != kept.root());
    let then = audit::upto(app.service.store().read(), kept.events).await.expect("readable");
    assert_eq!((then.events, then.root()), (kept.events, kept.root()));
}

#[tokio::test]
async fn lost_or_changed_secret_is_named() {
    let (app, game, mut conn) = played().await;
    let sound = app.service.fairness().audit_game(&game).await.expect("an audit");
    assert!(sound.clean(), "{sound:?}");
    for (damage, what) in [
        ("UPDATE game_secret SET secret = randomblob(32)", "is not the one committed to"),
        ("UPDATE game_secret SET secret = x'00'", "is lost"),
        ("DELETE FROM game_secret", "is lost"),
    ] {
        change(&mut conn, damage.to_owned()).await;
        let audited = app.service.fairness().audit_game(&game).await.expect("an audit");
        assert!(!audited.clean());
        assert!(audited.secret.expect("found").contains(what), "{damage}: {audited:?}");
        assert_eq!(audited.changed, [], "no order is judged by other dice");
    }
}

#[tokio::test]
async fn next_audit_accepts_a_restored_secret() {
    let (mut app, game, mut conn) = played().await;
    let lose = "CREATE TABLE kept AS SELECT * FROM game_secret; DELETE FROM game_secret";
    change(&mut conn, lose.to_owned()).await;
    let verdict = app.service.fairness().verdict(&game).await.expect("an audit");
    assert!(verdict.audited.secret.is_some(), "{:?}", verdict.audited);
    let restore = "INSERT INTO game_secret SELECT * FROM kept; DROP TABLE kept";
    change(&mut conn, restore.to_owned()).await;
    // The cached result is valid until the next step.
    let step = app.step(&game).await;
    while app.step(&game).await == step {
        play(&mut app, &game).await;
    }
    let verdict = app.service.fairness().verdict(&game).await.expect("an audit");
    assert!(verdict.audited.clean(), "{:?}", verdict.audited);
}
