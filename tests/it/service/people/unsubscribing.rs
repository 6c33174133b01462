//! Stop links: one kind of email, one table or all, and their reversal.

use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::service::ServiceError;
use ravenpost::service::people::mail_choices::{LinkOwner, MailChoices, StopLink};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

const EVERYWHERE: bool = true;
const HERE: bool = !EVERYWHERE;
const WANTED: bool = true;

#[tokio::test]
async fn one_click_stops_one_kind_of_email_of_one_table() {
    let mut app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let (seat, queued) = app.until_turn_email(&game).await;
    let reader = if seat.0 == 1 { ann } else { bob };
    let email = app.written(&queued).await.expect("wanted so far");
    let token = email.stop.expect("a link").rsplit('/').next().expect("a token").to_owned();
    let mut forged = token.clone();
    forged.replace_range(0..1, "9");
    let forged = app.service.players().switch_emails(app.now, &forged, HERE, !WANTED).await;
    assert!(matches!(forged, Err(ServiceError::NotFound(_))));

    for _ in 0..2 {
        app.service.players().switch_emails(app.now, &token, HERE, !WANTED).await.expect("stopped");
    }
    app.written(&queued).await.expect_err("stopped at this table");
    let choices = MailChoices::of(&app.stored_player(reader).await.mail);
    assert!(choices.wants(MailTopic::Turns), "not at the others");
    assert!(choices.wants_of(MailTopic::Reminders, Some(&game)), "and no other kind");
    app.service.players().switch_emails(app.now, &token, HERE, WANTED).await.expect("undone");
    app.written(&queued).await.expect("wanted again");

    app.service
        .players()
        .switch_emails(app.now, &token, EVERYWHERE, !WANTED)
        .await
        .expect("stopped");
    let choices = MailChoices::of(&app.stored_player(reader).await.mail);
    assert!(!choices.wants(MailTopic::Turns));
    app.service.players().switch_emails(app.now, &token, true, true).await.expect("undone");
    assert_eq!(MailChoices::of(&app.stored_player(reader).await.mail), MailChoices::default());
}

/// Turning off table news must not hide a player's own timeouts.
#[test]
fn news_about_the_reader_have_a_separate_switch() {
    let own = [
        NotificationKind::DeadlinePassed,
        NotificationKind::OrderUndone,
        NotificationKind::GameOver,
        NotificationKind::EmailUndelivered,
    ];
    assert!(own.iter().all(|kind| kind.topic() == Some(MailTopic::GameNews)));
    assert_eq!(NotificationKind::PlayerJoined.topic(), Some(MailTopic::TableNews));
}

#[tokio::test]
async fn links_of_earlier_emails_still_work() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let link = StopLink { whose: LinkOwner::Player(ann), topic: MailTopic::Turns, game: None };
    let token = app.service.players().stop_token(&link).await.expect("a token");
    assert_eq!(token.split('.').count(), 3, "without a table it is written as ever: {token}");
    assert_eq!(app.service.players().read_stop_token(&token).await.expect("readable"), Some(link));
}

#[tokio::test]
async fn player_who_refuses_invitations_gets_none() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .invite_by_mail(app.now, &game, ann, "Ann", "Eve@else.example", &fresh())
        .await
        .expect("asked");
    let queued = app.queued(NotificationKind::Invitation).await;
    let stop = app.written(&queued).await.expect("an email").stop.expect("a link");
    let token = stop.rsplit('/').next().expect("a token");
    assert!(!token.contains("eve"), "the link does not tell the address: {token}");
    app.service.players().switch_emails(app.now, token, HERE, !WANTED).await.expect("stopped");
    app.written(&queued).await.expect_err("not even the one on its way");

    app.now += chrono::Duration::days(30);
    let other = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .invite_by_mail(app.now, &other, ann, "Ann", "EVE@else.example", &fresh())
        .await
        .expect("as ever");
    assert_eq!(app.invitations().await, 1, "the inviter is not told, and no email goes");

    app.service.players().switch_emails(app.now, token, HERE, WANTED).await.expect("undone");
    let third = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .invite_by_mail(app.now, &third, ann, "Ann", "eve@else.example", &fresh())
        .await
        .expect("asked");
    assert_eq!(app.invitations().await, 2);
}

/// If a stranger who has refused invitations becomes a player, the settings show the refusal and
/// can revoke it.
#[tokio::test]
async fn refused_invitations_are_shown_in_the_settings() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let guest = app.service.players().guest("ann@example.org").await.expect("a hash");
    app.service.players().never_invite(&guest, Some(app.now)).await.expect("noted");
    let player = app.stored_player(ann).await;
    let choices = app.service.players().mail_choices(&player).await.expect("readable");
    assert!(!choices.wants(MailTopic::Invitations) && choices.wants(MailTopic::Turns));
}
