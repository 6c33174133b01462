//! Invitations by letter reach strangers: few, and the inviter learns nothing from them.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::game::invited::{LETTERS_A_WEEK, LETTERS_OF_A_NEWCOMER};
use ravenpost::service::table::invite::LINKS_A_DAY;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::settings;

use super::TITLE;
use crate::harness::app::{App, fresh};

async fn invite(app: &App, game: &GameId, by: PlayerId, to: &str) -> Result<(), ServiceError> {
    app.service.invite_by_mail(app.now, game, by, "Somebody", to, &fresh()).await
}

#[tokio::test]
async fn a_table_invites_an_address_once() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    invite(&app, &game, ann, "eve@else.example").await.expect("asked");
    invite(&app, &game, ann, "EVE@else.example").await.expect("the same answer");
    assert_eq!(app.invitations().await, 1);
}

#[tokio::test]
async fn an_address_gets_three_invitations_a_week_whoever_sends_them() {
    let mut app = App::new().await;
    for number in 0..=LETTERS_A_WEEK {
        let by = app.player(&format!("opener{number}")).await;
        let game = app.open_table(TITLE, by, 2).await;
        invite(&app, &game, by, "eve@else.example").await.expect("the same answer");
    }
    assert_eq!(app.invitations().await as u64, LETTERS_A_WEEK);
    app.now += Duration::days(8);
    let by = app.player("later").await;
    let game = app.open_table(TITLE, by, 2).await;
    invite(&app, &game, by, "eve@else.example").await.expect("asked");
    assert_eq!(app.invitations().await as u64, LETTERS_A_WEEK + 1);
}

#[tokio::test]
async fn a_newcomer_invites_few_until_somebody_has_played_along() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    for day in 0..2 {
        for number in 0..LETTERS_OF_A_NEWCOMER {
            let to = format!("guest{day}{number}@else.example");
            invite(&app, &game, ann, &to).await.expect("asked");
        }
        let more = invite(&app, &game, ann, "one-more@else.example").await;
        assert!(matches!(more, Err(ServiceError::TooMany(_))), "day {day}: {more:?}");
        app.now += Duration::days(1);
    }
    // As many as the table has seats, though.
    let large = app.open_table(TITLE, ann, 4).await;
    for number in 0..4 {
        invite(&app, &large, ann, &format!("z{number}@else.example")).await.expect("asked");
    }
    assert!(invite(&app, &large, ann, "z4@else.example").await.is_err());
    app.now += Duration::days(1);
    // A game against bots is no company.
    app.table(TITLE, ann, &["random"]).await;
    for number in 0..LETTERS_OF_A_NEWCOMER {
        invite(&app, &game, ann, &format!("x{number}@else.example")).await.expect("asked");
    }
    assert!(invite(&app, &game, ann, "y@else.example").await.is_err());
    let bob = app.player("bob").await;
    let two = app.open_table(TITLE, ann, 2).await;
    app.service.join_table(app.now, &two, bob, Default::default()).await.expect("a free seat");
    invite(&app, &game, ann, "y@else.example").await.expect("somebody has come to play");
}

/// Whoever runs the server fills its tables.
#[tokio::test]
async fn the_operator_invites_as_many_as_are_wanted() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let appoint = app.service.store().write(move |tx| {
        Box::pin(async move { settings::set(tx, "admin", &ann.to_string()).await })
    });
    appoint.await.expect("appointed");
    let game = app.open_table(TITLE, ann, 2).await;
    for number in 0..12 {
        invite(&app, &game, ann, &format!("guest{number}@else.example")).await.expect("asked");
    }
}

/// Twenty at once are judged one after another, inside the writer.
#[tokio::test]
async fn a_race_sends_no_more() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (service, game, now) = (app.service.clone(), game.clone(), app.now);
            tokio::spawn(async move {
                service
                    .invite_by_mail(now, &game, ann, "Ann", "eve@else.example", &fresh())
                    .await
                    .is_ok()
            })
        })
        .collect();
    for one in tries {
        one.await.expect("it ran");
    }
    assert_eq!(app.invitations().await, 1);
}

#[tokio::test]
async fn our_own_addresses_are_neither_invited_nor_signed_in() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    for robot in ["Post@Raven.example", "anything@bounce.raven.example"] {
        assert!(invite(&app, &game, ann, robot).await.is_err(), "{robot}");
        let asked = app.service.ask_sign_in(app.now, robot, "cookie", "test", "::1").await;
        assert!(matches!(asked, Err(ServiceError::Refused(_))), "{robot}");
    }
    let person = "operator@raven.example";
    app.service.ask_sign_in(app.now, person, "cookie", "test", "::1").await.expect("a person");
}

#[tokio::test]
async fn links_to_a_table_have_an_end_and_tomorrow_there_are_more() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let twice = fresh();
    for _ in 0..3 {
        app.service.invite_by_link(app.now, &game, ann, &twice).await.expect("one link");
    }
    for _ in 1..LINKS_A_DAY {
        app.service.invite_by_link(app.now, &game, ann, &fresh()).await.expect("a link");
    }
    let more = app.service.invite_by_link(app.now, &game, ann, &fresh()).await;
    assert!(matches!(more, Err(ServiceError::TooMany(_))), "{more:?}");
    app.now += Duration::days(1);
    app.service.invite_by_link(app.now, &game, ann, &fresh()).await.expect("the next day");
}
