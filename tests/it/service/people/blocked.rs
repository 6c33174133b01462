//! What admins do to accounts: blocked players are out at once, and every change is in the admin
//! log.

use std::process::Command;

use ravenpost::service::ServiceError;
use ravenpost::service::admin::people::Doing;
use ravenpost_log::table::status::Status;
use ravenpost_store::PlayerId;
use ravenpost_store::people::admin_log::AdminAction;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::service::TITLE;

const BROWSER: &str = "a browser of the test";

fn doing(admin: PlayerId) -> Doing<'static> {
    Doing { by: Some(admin), reason: "insults in chat" }
}

/// Asks for a sign-in email to Bob, and returns the kinds of the emails that wait for his address.
async fn asks(app: &App) -> Vec<String> {
    let accounts = app.service.accounts();
    let asked = accounts.ask_sign_in(app.now, "bob@example.org", BROWSER, "test", "network").await;
    asked.expect("the usual answer");
    app.emails_to("bob@example.org").await
}

async fn signs_in(app: &App, token: &str) -> Result<String, ServiceError> {
    app.service.accounts().sign_in_by_link(app.now, token, BROWSER, "test").await
}

async fn actions(app: &App, player: PlayerId) -> Vec<AdminAction> {
    let person = app.service.administration().person(app.now, player).await.expect("known");
    person.entries.iter().map(|entry| entry.action).collect()
}

#[tokio::test]
async fn blocked_player_is_signed_out_and_leaves_all_games() {
    let mut app = App::seeded(4).await;
    let (ann, bob, running) = app.pair(TITLE).await;
    app.appoint(ann).await;
    let open = app.open_table(TITLE, bob, 3).await;
    asks(&app).await;
    let first = app.sign_in_token().await;
    let session = signs_in(&app, &first).await.expect("signed in");
    app.passes(chrono::Duration::minutes(1)).await;
    asks(&app).await;
    let unused = app.sign_in_token().await;

    app.service.administration().block(app.now, &doing(ann), bob).await.expect("blocked");
    let signed = app.service.accounts().signed(app.now, &session).await.expect("readable");
    assert!(signed.is_none());
    for game in [&running, &open] {
        let game = app.service.games().load(game).await.expect("a game");
        assert_eq!(game.seat_of(bob), None);
    }
    assert_eq!(app.status(&running).await, Status::Running, "the default player plays on");
    let organiser = app.service.members().organiser_of(&open).await.expect("readable");
    assert_eq!(organiser, None, "the admins look after it");
    assert!(signs_in(&app, &unused).await.is_err(), "an earlier link does not work");
    let before = app.emails_to("bob@example.org").await.len();
    assert_eq!(asks(&app).await.len(), before, "no further link is sent");
    app.now += chrono::Duration::hours(1);
    let sent = app.send_due_emails().await;
    assert!(sent.iter().all(|(to, _)| to != "bob@example.org"), "nothing is sent to him");

    // Doing it twice changes nothing, and is logged once.
    app.service.administration().block(app.now, &doing(ann), bob).await.expect("still blocked");
    assert_eq!(actions(&app, bob).await, [AdminAction::Blocked]);
    app.service.administration().unblock(app.now, &doing(ann), bob).await.expect("unblocked");
    app.now += chrono::Duration::hours(1);
    asks(&app).await;
    let token = app.sign_in_token().await;
    signs_in(&app, &token).await.expect("signed in again");
    assert_eq!(actions(&app, bob).await, [AdminAction::Unblocked, AdminAction::Blocked]);
}

#[tokio::test]
async fn block_reports_a_seat_it_could_not_leave_and_can_be_repeated() {
    let app = App::seeded(4).await;
    if !app.service.store().is_file() {
        return;
    }
    let (ann, bob, game) = app.pair(TITLE).await;
    app.appoint(ann).await;
    let options = SqliteConnectOptions::new().filename(app.service.store().path());
    let mut conn = options.connect().await.expect("the file is there");
    let broken = "CREATE TRIGGER broken BEFORE INSERT ON event \
        BEGIN SELECT RAISE(ABORT, 'broken'); END";
    sqlx::raw_sql(broken).execute(&mut conn).await.expect("done");
    let administration = app.service.administration();
    let failed = administration.block(app.now, &doing(ann), bob).await;
    assert!(matches!(failed, Err(ServiceError::Store(_))), "{failed:?}");
    sqlx::raw_sql("DROP TRIGGER broken").execute(&mut conn).await.expect("done");
    administration.block(app.now, &doing(ann), bob).await.expect("blocked");
    assert_eq!(app.service.games().load(&game).await.expect("a game").seat_of(bob), None);
}

#[tokio::test]
async fn only_admins_change_accounts_and_none_blocks_another() {
    let app = App::new().await;
    let (ann, bob, eve) =
        (app.player("ann").await, app.player("bob").await, app.player("eve").await);
    let administration = app.service.administration();
    for by in [eve, bob] {
        let refused = administration.block(app.now, &doing(by), bob).await;
        assert!(matches!(refused, Err(ServiceError::Denied(_))), "{refused:?}");
        let refused = administration.add_admin(app.now, &doing(by), by).await;
        assert!(matches!(refused, Err(ServiceError::Denied(_))), "{refused:?}");
        assert!(administration.erase_player(app.now, by, ann).await.is_err());
    }
    app.appoint(ann).await;
    app.appoint(bob).await;
    for admin in [ann, bob] {
        let refused = administration.block(app.now, &doing(ann), admin).await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
        let refused = administration.erase_player(app.now, ann, admin).await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    }
    let silent = Doing { by: Some(ann), reason: " " };
    assert!(administration.block(app.now, &silent, eve).await.is_err(), "a reason is needed");
    assert!(administration.log(1).await.expect("readable").items.is_empty());
}

#[tokio::test]
async fn renaming_signing_out_and_erasing_are_logged() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    app.appoint(ann).await;
    let administration = app.service.administration();
    for name in ["ann", "admin", ""] {
        let refused = administration.rename(app.now, &doing(ann), bob, name).await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{name}: {refused:?}");
    }
    administration.rename(app.now, &doing(ann), bob, "Robert").await.expect("renamed");
    assert_eq!(app.stored_player(bob).await.name, "Robert");
    administration.sign_out(app.now, &doing(ann), bob).await.expect("signed out");
    assert_eq!(actions(&app, bob).await, [AdminAction::SignedOut, AdminAction::Renamed]);
    let found = administration.people("robe", false, 1).await.expect("readable").items;
    assert_eq!(found.iter().map(|one| one.player.id).collect::<Vec<_>>(), [bob]);
    let found = administration.people("", true, 1).await.expect("readable").items;
    assert!(found.is_empty(), "nobody is blocked");

    administration.erase_player(app.now, ann, bob).await.expect("erased");
    assert!(administration.person(app.now, bob).await.is_err());
    let log = administration.log(1).await.expect("readable").items;
    let [entry] = &log[..] else { panic!("only the deletion is left: {log:?}") };
    assert_eq!(
        (entry.action, entry.player, entry.name.as_deref()),
        (AdminAction::Erased, None, None)
    );
}

/// Runs a command on a copy of the database, and returns the exit code and the output.
fn run(data: &std::path::Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    let output = command.args(words).arg("--data").arg(data).env_clear().output();
    let output = output.expect("the program");
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test]
async fn commands_have_the_same_effect_as_pages() {
    let app = App::seeded(4).await;
    let (_, bob, game) = app.pair(TITLE).await;
    let folder = folder();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).expect("a folder");
    app.service.store().backup(&data.join("ravenpost.db")).await.expect("a copy");
    let why = ["--reason", "insults in chat"];
    let block = ["people", "block", "bob@example.org"];
    assert_eq!(run(&data, &block).0, Some(2), "a reason is needed");
    let nobody = ["people", "block", "none@example.org", why[0], why[1]];
    assert_eq!(run(&data, &nobody).0, Some(1));
    for words in [
        vec!["admin", "add", "ann@example.org", why[0], why[1]],
        vec!["people", "block", "bob@example.org", why[0], why[1]],
        vec!["people", "rename", "bob@example.org", "Robert", why[0], why[1]],
    ] {
        let (code, said) = run(&data, &words);
        assert_eq!(code, Some(0), "{words:?}: {said}");
    }
    let (_, listed) = run(&data, &["people", "list", "--blocked"]);
    assert!(listed.contains("bob@example.org") && !listed.contains("ann@example.org"), "{listed}");
    assert!(run(&data, &["admin", "list"]).1.contains("ann@example.org"));
    let (_, log) = run(&data, &["people", "log"]);
    assert_eq!(log.lines().count(), 3, "{log}");
    let (_, shown) = run(&data, &["people", "show", "bob@example.org"]);
    assert!(shown.contains("Robert") && !shown.contains(game.as_str()), "{shown}");

    let after = App::on(&data.join("ravenpost.db"), app.now).await;
    let game = after.service.games().load(&game).await.expect("the game goes on");
    assert_eq!(game.seat_of(bob), None);
}
