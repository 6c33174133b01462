//! Erasing people who were more than players: organisers, voters, players who were asked about a
//! held email, and those with a reserved seat in a fork.

use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::act::Consent;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{self, Arrival, Found, IncomingState, Outcome};
use ravenpost_store::post::outbox::{self, OutboxState};
use sqlx::ConnectOptions;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;
use crate::service::table::rewind_votes::three;
use crate::service::table::rewinds::{play, propose, vote};

async fn forget(app: &App, player: PlayerId) {
    let known = players::get(app.service.store().read(), player).await.expect("a player");
    let kept = app.service.data_of(&known.address).await.expect("somebody");
    app.service.erase(app.now, &kept).await.expect("erased");
}

#[tokio::test]
async fn vote_continues_without_an_erased_player() {
    let (mut app, [ann, bob, cleo], game_id) = three(Consent::All, true).await;
    play(&mut app, &game_id, 6).await;
    let to = app.service.games().load(&game_id).await.expect("a game").step() - 2;
    assert!(!propose(&app, &game_id, bob, to).await, "the others are asked");
    // Ann, the organiser, has not voted.
    forget(&app, ann).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.status.stops.proposal.is_some(), "Cleo is still asked");
    vote(&app, &game_id, cleo, true).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.status.stops.proposal.is_none(), "nobody waits for her word");
    assert!(game.log.iter().any(|entry| entry.event.kind == "rewound"), "and it counts for none");
    let version = app.version(&game_id).await;
    play(&mut app, &game_id, 1).await;
    assert!(app.version(&game_id).await > version, "the table goes on without an organiser");
    // The proposer is erased.
    let to = app.service.games().load(&game_id).await.expect("a game").step();
    play(&mut app, &game_id, 2).await;
    propose(&app, &game_id, bob, to).await;
    forget(&app, bob).await;
    app.passes(chrono::Duration::days(30)).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.status.stops.proposal.is_none(), "the vote comes to an end");
    assert!(app.service.fairness().audit_game(&game_id).await.expect("looked over").clean());
}

/// A player who left a table before it started, and was renamed since.
#[tokio::test]
async fn former_player_is_erased_from_emails_of_others() {
    let mut app = App::seeded(4).await;
    let (ann, zenobia) = (app.player("ann").await, app.player("zenobia").await);
    let game = app.open_table(TITLE, ann, 3).await;
    let tables = app.service.tables();
    tables.join_table(app.now, &game, zenobia, Join::default()).await.expect("a seat");
    app.now += chrono::Duration::minutes(10);
    let sent = app.send_due_emails().await;
    assert!(sent.iter().any(|(_, email)| email.text.contains("zenobia")), "Ann is told");
    let tables = app.service.tables();
    tables.leave_seat(app.now, &game, zenobia, &fresh()).await.expect("left");
    app.service.players().choose_name(zenobia, "Yolanda", "UTC").await.expect("renamed");
    forget(&app, zenobia).await;
    let reader = app.service.store().read();
    for email in outbox::list(reader, OutboxState::Sent, 100).await.expect("readable") {
        let email = outbox::get(reader, email.id).await.expect("readable");
        let text = email.finished.map(|finished| finished.text).unwrap_or_default();
        assert!(!text.contains("zenobia"), "{text}");
    }
}

#[tokio::test]
async fn held_emails_are_deleted_with_their_seat() {
    let (app, now) = (App::answered(5).await, "2026-11-20T09:00:00Z".parse().expect("a moment"));
    let (ann, _, game) = app.pair(TITLE).await;
    let job = app.service.store().write(move |tx| {
        Box::pin(async move {
            let raw = b"From: stranger@else.example\r\n\r\npass\r\n".to_vec();
            let (source, uid, at) = ("spool", None, now);
            let recipient = "o-abc@reply.raven.example".to_owned();
            let id = incoming::add(tx, &Arrival { source, uid, recipient, raw, at }).await?;
            let found = Found { player: Some(ann), game: Some(game), ..Found::default() };
            let (state, note) = (IncomingState::Held, "it is doubtful".to_owned());
            let outcome = Outcome { state, found, note, answer: None, at };
            incoming::settle(tx, id.expect("it is new"), &outcome).await
        })
    });
    job.await.expect("held");
    assert_eq!(app.service.emails().held_emails(ann).await.expect("readable").len(), 1);
    forget(&app, ann).await;
    for &state in IncomingState::ALL {
        let left = incoming::list(app.service.store().read(), state, 9).await.expect("readable");
        assert!(left.is_empty(), "{state:?}");
    }
}

#[tokio::test]
async fn fork_waiting_for_an_erased_player_can_be_closed() {
    let mut app = App::seeded(6).await;
    let (ann, bob, game) = app.pair(TITLE).await;
    play(&mut app, &game, 6).await;
    let step = app.service.games().load(&game).await.expect("a game").step();
    let new = NewFork { of: game.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, bob, &new, &fresh()).await.expect("forked");
    forget(&app, ann).await;
    assert_eq!(app.status(&fork).await, Status::Open, "the seat was kept for her");
    assert_eq!(app.service.games().load(&game).await.expect("a game").people, [(Seat(2), bob)]);
    app.service.tables().close_table(app.now, &fork, bob, &fresh()).await.expect("closed");
    assert_eq!(app.status(&fork).await, Status::Cancelled);
}

#[tokio::test]
async fn unreadable_game_does_not_block_erasure() {
    let app = App::seeded(7).await;
    let (ann, bob, game) = app.pair(TITLE).await;
    app.service.store().close().await;
    let path = app.service.store().path().to_owned();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut raw = options.connect().await.expect("the file is there");
    for statement in
        ["DROP TRIGGER event_no_update", "UPDATE event SET act = 'rubbish' WHERE seq = 2"]
    {
        sqlx::query(statement).execute(&mut raw).await.expect("spoiled");
    }
    drop(raw);
    let app = App::on(&path, app.now).await;
    let kept = app.service.data_of("ann@example.org").await.expect("she is here");
    assert_eq!(kept.broken, [game]);
    forget(&app, ann).await;
    assert!(app.service.data_of("ann@example.org").await.is_err());
    assert!(players::get(app.service.store().read(), bob).await.is_ok());
}
