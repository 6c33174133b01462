//! Rendering emails: from the current state when they are sent, and dropped when obsolete or
//! unwanted.

use chrono::Duration;
use ravenpost::emails::{NotificationKind, SafeLine};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

#[tokio::test]
async fn turn_email_states_the_prompt_and_deadline() {
    let mut app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let (seat, queued) = app.until_turn_email(&game).await;
    let email = app.written(&queued).await.expect("the email is still true");
    let order = app.some_order(&game, seat).await;
    let words = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&order), "{order} is not in\n{}", email.text);
    assert!(email.text.contains("(UTC+1)"), "the deadline is in the reader's zone");
    assert!(email.text.contains(&format!("/games/{game}")));
    let link =
        format!("/games/{game}/preview?order={}", ravenpost::emails::parts::links::encode(&order));
    assert!(email.html.contains(&link), "{link} is not in\n{}", email.html);
    let same = app.written(&queued).await.expect("still true");
    assert_eq!((same.text, same.html), (email.text, email.html), "the same truth, same bytes");
}

#[tokio::test]
async fn obsolete_email_is_dropped() {
    let mut app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let (seat, queued) = app.until_turn_email(&game).await;
    app.now += Duration::minutes(5);
    // The first order may only lead to a second prompt in the same turn.
    while app
        .service
        .games()
        .load(&game)
        .await
        .expect("a game")
        .seats()
        .awaited_seats()
        .contains(&seat)
    {
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("taken");
    }
    app.written(&queued).await.expect_err("overtaken");
}

#[tokio::test]
async fn bouncing_address_gets_only_sign_in_emails() {
    let mut app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let (seat, queued) = app.until_turn_email(&game).await;
    app.bounce(if seat.0 == 1 { ann } else { bob }).await;
    let why = app.written(&queued).await.expect_err("nobody would read it");
    assert_eq!(why, "emails to the recipient bounce");
    let address = format!("{}@example.org", if seat.0 == 1 { "ann" } else { "bob" });
    app.service
        .accounts()
        .ask_sign_in(app.now, &address, "a cookie", "test", "127.0.0.1")
        .await
        .expect("asked");
    let email = app.queued(NotificationKind::SignIn).await;
    app.written(&email).await.expect("who asks for it may get it");
    // Following the link proves that emails arrive again.
    let token = app.sign_in_token().await;
    app.service
        .accounts()
        .sign_in_by_link(app.now, &token, "a cookie", "test")
        .await
        .expect("signed in");
    app.written(&queued).await.expect("emails go out again");
}

#[tokio::test]
async fn unreachable_players_are_shown_to_the_table_only() {
    let app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    app.bounce(bob).await;
    for (who, sees) in [(Some(ann), true), (Some(bob), true), (None, false)] {
        let presentation = app.service.play().read_game(&game, who, None).await.expect("a game");
        assert_eq!(presentation.seats[1].failing.is_some(), sees, "{who:?}");
        assert!(presentation.seats[0].failing.is_none());
    }
}

#[tokio::test]
async fn name_like_a_link_does_not_reach_a_stranger() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .invite_by_mail(
            app.now,
            &game,
            ann,
            "Win at http://evil.example",
            "eve@else.example",
            &fresh(),
        )
        .await
        .expect("asked");
    let email =
        app.written(&app.queued(NotificationKind::Invitation).await).await.expect("an email");
    for part in [&email.subject, &email.text, &email.html] {
        assert!(!part.contains("evil"), "{part}");
    }
    assert!(email.subject.starts_with("A player invites you"), "{}", email.subject);
    assert_eq!(email.list.expect("a table's").1, SafeLine::new("A quiet evening"));
    assert!(email.stop.is_some(), "whoever is invited can stop that");
}
