//! Changing an address: both addresses confirm, or the old one is dead and some days pass.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::ServiceError;
use ravenpost::service::admin::people::Doing;
use ravenpost::service::people::change_address::AddressAnswer;
use ravenpost_store::PlayerId;

use crate::harness::app::App;

const YES: bool = true;

/// Ann requests a new address. Returns the tokens in the emails to the new and the old one.
async fn asked(app: &App, ann: PlayerId) -> (String, String) {
    let player = app.stored_player(ann).await;
    app.service
        .players()
        .ask_new_address(app.now, &player, "ann@new.example")
        .await
        .expect("asked");
    let token = async |kind| {
        let queued = app.queued(kind).await;
        let email = app.written(&queued).await.expect("an email");
        let mut lines = email.text.lines();
        let link = lines.find(|line| line.contains("/address/")).expect("a link");
        (queued.address.expect("an address"), link.rsplit('/').next().expect("a token").to_owned())
    };
    let (new, old) = (
        token(NotificationKind::AddressChangeNew).await,
        token(NotificationKind::AddressChangeOld).await,
    );
    assert_eq!((new.0.as_str(), old.0.as_str()), ("ann@new.example", "ann@example.org"));
    (new.1, old.1)
}

async fn address(app: &App, ann: PlayerId) -> String {
    app.stored_player(ann).await.address
}

#[tokio::test]
async fn both_addresses_confirm_in_any_order() {
    for old_first in [false, true] {
        let app = App::new().await;
        let ann = app.player("ann").await;
        let (new, old) = asked(&app, ann).await;
        let (first, second) = if old_first { (&old, &new) } else { (&new, &old) };
        app.service
            .players()
            .address_request(app.now, first)
            .await
            .expect("looking changes nothing");
        for _ in 0..2 {
            let answer = app.service.players().answer_request(app.now, first, YES, None).await;
            assert_eq!(
                answer.expect("taken"),
                AddressAnswer::Waiting,
                "one end alone does nothing"
            );
        }
        assert_eq!(address(&app, ann).await, "ann@example.org");
        let done =
            app.service.players().answer_request(app.now, second, YES, None).await.expect("taken");
        assert_eq!(done, AddressAnswer::Changed);
        assert_eq!(address(&app, ann).await, "ann@new.example");
        for used in [&new, &old] {
            assert!(
                app.service.players().answer_request(app.now, used, YES, None).await.is_err(),
                "used up"
            );
        }
    }
}

#[tokio::test]
async fn either_address_can_refuse() {
    for old_refuses in [false, true] {
        let app = App::new().await;
        let ann = app.player("ann").await;
        let (new, old) = asked(&app, ann).await;
        let (no, other) = if old_refuses { (&old, &new) } else { (&new, &old) };
        let refused = app.service.players().answer_request(app.now, no, false, None).await;
        assert_eq!(refused.expect("taken"), AddressAnswer::Refused);
        assert!(
            app.service.players().answer_request(app.now, other, YES, None).await.is_err(),
            "the request is gone"
        );
        assert_eq!(address(&app, ann).await, "ann@example.org");
    }
}

#[tokio::test]
async fn other_sessions_end_with_the_old_address() {
    let app = App::new().await;
    let (one, two) =
        (crate::pages::session(&app, "ann").await, crate::pages::session(&app, "ann").await);
    let signed =
        app.service.accounts().signed(app.now, &one).await.expect("readable").expect("signed in");
    let ann = signed.player.id;
    let (new, old) = asked(&app, ann).await;
    app.service.players().answer_request(app.now, &new, YES, None).await.expect("taken");
    let here = (true, Some(signed.session));
    app.service.players().answer_request(app.now, &old, here.0, here.1).await.expect("taken");
    assert!(app.service.accounts().signed(app.now, &one).await.expect("readable").is_some());
    assert!(app.service.accounts().signed(app.now, &two).await.expect("readable").is_none());
}

#[tokio::test]
async fn dead_old_address_is_replaced_after_some_days() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let here = [7; 32];
    let (new, _) = asked(&app, ann).await;
    app.service.players().answer_request(app.now, &new, YES, None).await.expect("proved");
    app.now += Duration::days(4);
    let early = app.service.players().finish_alone(app.now, ann, here).await;
    assert!(matches!(early, Err(ServiceError::Refused(_))), "the old address can be reached");

    app.bounce(ann).await;
    let player = app.stored_player(ann).await;
    app.service
        .players()
        .ask_new_address(app.now, &player, "ann@newer.example")
        .await
        .expect("asked");
    let queued = app.queued(NotificationKind::AddressChangeOld).await;
    let notice = app.written(&queued).await.expect("even a dead address is told");
    assert!(notice.text.contains("locked out"), "{}", notice.text);
    let payload: serde_json::Value =
        serde_json::from_str(&app.queued(NotificationKind::AddressChangeNew).await.payload)
            .unwrap();
    let new = payload["token"].as_str().expect("a token");
    assert!(app.service.players().finish_alone(app.now, ann, here).await.is_err(), "not proved");
    app.service.players().answer_request(app.now, new, YES, None).await.expect("proved");
    app.now += Duration::hours(71);
    assert!(app.service.players().finish_alone(app.now, ann, here).await.is_err(), "too early");
    app.now += Duration::hours(1);
    app.service.players().finish_alone(app.now, ann, here).await.expect("three days have passed");
    let player = app.stored_player(ann).await;
    assert_eq!((player.address.as_str(), player.stopped_at), ("ann@newer.example", None));
}

#[tokio::test]
async fn links_expire_in_a_week_and_taken_addresses_get_no_email() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    app.player("bob").await;
    let (new, _) = asked(&app, ann).await;
    app.now += Duration::days(7);
    assert!(app.service.players().address_request(app.now, &new).await.is_err());
    assert!(app.service.players().answer_request(app.now, &new, YES, None).await.is_err());
    let player = app.stored_player(ann).await;
    app.service
        .players()
        .ask_new_address(app.now, &player, "bob@example.org")
        .await
        .expect("the same answer");
    assert!(!app.emails_to("bob@example.org").await.contains(&"address_change_new".to_owned()));
    let own = app.service.players().ask_new_address(app.now, &player, "ANN@example.org").await;
    assert!(matches!(own, Err(ServiceError::Refused(_))));
}

#[tokio::test]
async fn links_of_a_blocked_player_change_nothing() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let (new, old) = asked(&app, ann).await;
    let players = app.service.players();
    players.answer_request(app.now, &new, YES, None).await.expect("proved");
    let doing = Doing { by: None, reason: "insults in chat" };
    app.service.administration().block(app.now, &doing, ann).await.expect("blocked");
    assert!(players.answer_request(app.now, &old, YES, None).await.is_err());
    assert_eq!(app.stored_player(ann).await.address, "ann@example.org");
}
