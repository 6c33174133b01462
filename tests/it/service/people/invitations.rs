//! Invitations by email reach strangers: their number is limited, and the inviter learns nothing
//! from them.

use chrono::Duration;
use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::service::ServiceError;
use ravenpost::service::admin::people::Doing;
use ravenpost::service::game::core::invited::{EMAILS_A_WEEK, EMAILS_OF_A_NEWCOMER};
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost::service::people::sign_in::SignInContext;
use ravenpost::service::table::invite::LINKS_A_DAY;
use ravenpost_log::GameId;
use ravenpost_store::lists::settings;
use ravenpost_store::people::invitations::{self, revoke_all};
use ravenpost_store::{PlayerId, writes};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

async fn invite(app: &App, game: &GameId, by: PlayerId, to: &str) -> Result<(), ServiceError> {
    app.service.tables().invite_by_mail(app.now, game, by, "Somebody", to, &fresh()).await
}

#[tokio::test]
async fn table_invites_an_address_once() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    invite(&app, &game, ann, "eve@else.example").await.expect("asked");
    let again = invite(&app, &game, ann, "EVE@else.example").await;
    assert!(matches!(again, Err(ServiceError::TooMany(_))), "{again:?}");
    assert_eq!(app.invitations().await, 1);
}

#[tokio::test]
async fn address_gets_three_invitations_a_week_in_total() {
    let mut app = App::new().await;
    for number in 0..=EMAILS_A_WEEK {
        let by = app.player(&format!("opener{number}")).await;
        let game = app.open_table(TITLE, by, 2).await;
        let asked = invite(&app, &game, by, "eve@else.example").await;
        assert_eq!(asked.is_ok(), number < EMAILS_A_WEEK, "{number}: {asked:?}");
        assert!(asked.is_ok() || matches!(asked, Err(ServiceError::TooMany(_))), "{asked:?}");
    }
    assert_eq!(app.invitations().await as u64, EMAILS_A_WEEK);
    app.now += Duration::days(8);
    let by = app.player("later").await;
    let game = app.open_table(TITLE, by, 2).await;
    invite(&app, &game, by, "eve@else.example").await.expect("asked");
    assert_eq!(app.invitations().await as u64, EMAILS_A_WEEK + 1);
}

#[tokio::test]
async fn invitation_to_a_full_game_is_not_sent() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    invite(&app, &game, ann, "eve@else.example").await.expect("asked");
    let queued = app.queued(NotificationKind::Invitation).await;
    app.written(&queued).await.expect("a seat is free");
    app.service.tables().join_table(app.now, &game, bob, Default::default()).await.expect("a seat");
    app.written(&queued).await.expect_err("the game has started without a free seat");
}

/// Invitees who accept do not count towards the limit.
#[tokio::test]
async fn accepted_invitations_do_not_count() {
    let app = App::new().await;
    let eve = app.player_at("eve", "eve@else.example").await;
    for number in 0..EMAILS_A_WEEK + 2 {
        let by = app.player(&format!("opener{number}")).await;
        let game = app.open_table(TITLE, by, 2).await;
        invite(&app, &game, by, "Eve@else.example").await.expect("the others are answered");
        app.service
            .tables()
            .join_table(app.now, &game, eve, Default::default())
            .await
            .expect("a seat");
    }
    assert_eq!(app.invitations().await as u64, EMAILS_A_WEEK + 2);
}

/// A stranger, a player, a player who refuses invitations, and a stranger who does.
#[tokio::test]
async fn limits_do_not_distinguish_addresses() {
    let app = App::new().await;
    for (name, player, wanted) in
        [("eve", false, true), ("bo", true, true), ("cleo", true, false), ("dan", false, false)]
    {
        let address = format!("{name}@else.example");
        if player {
            let id = app.player_at(name, &address).await;
            let choose =
                move |choices: MailChoices| choices.with(MailTopic::Invitations, None, wanted);
            app.service.players().choose_mail(id, choose).await.expect("chosen");
        } else if !wanted {
            let guest = app.service.players().guest(&address).await.expect("a hash");
            app.service.players().never_invite(&guest, Some(app.now)).await.expect("noted");
        }
        for number in 0..=EMAILS_A_WEEK {
            let by = app.player(&format!("{name}-opener{number}")).await;
            let game = app.open_table(TITLE, by, 2).await;
            let asked = invite(&app, &game, by, &address).await;
            assert_eq!(asked.is_ok(), number < EMAILS_A_WEEK, "{name} {number}: {asked:?}");
            let again = invite(&app, &game, by, &address).await;
            assert!(again.is_err(), "{name}: {again:?}");
        }
    }
    assert_eq!(app.invitations().await as u64, 2 * EMAILS_A_WEEK, "whoever wants them");
}

#[tokio::test]
async fn newcomer_invites_few_until_an_invitee_has_played() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    for day in 0..2 {
        for number in 0..EMAILS_OF_A_NEWCOMER {
            let to = format!("guest{day}{number}@else.example");
            invite(&app, &game, ann, &to).await.expect("asked");
        }
        let more = invite(&app, &game, ann, "one-more@else.example").await;
        assert!(matches!(more, Err(ServiceError::TooMany(_))), "day {day}: {more:?}");
        app.now += Duration::days(1);
    }
    // Still, as many as the table has seats.
    let large = app.open_table(TITLE, ann, 4).await;
    for number in 0..4 {
        invite(&app, &large, ann, &format!("z{number}@else.example")).await.expect("asked");
    }
    assert!(invite(&app, &large, ann, "z4@else.example").await.is_err());
    app.now += Duration::days(1);
    // A game against bots does not make a player trusted.
    app.table(TITLE, ann, &["random"]).await;
    for number in 0..EMAILS_OF_A_NEWCOMER {
        invite(&app, &game, ann, &format!("x{number}@else.example")).await.expect("asked");
    }
    assert!(invite(&app, &game, ann, "y@else.example").await.is_err());
    let bob = app.player("bob").await;
    let two = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &two, bob, Default::default())
        .await
        .expect("a free seat");
    invite(&app, &game, ann, "y@else.example").await.expect("somebody has come to play");
}

/// The admin may fill the tables.
#[tokio::test]
async fn admin_invitations_are_unlimited() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let appoint = app.service.store().write(move |tx| {
        Box::pin(async move { settings::set(tx, settings::Key::Admin, &ann.to_string()).await })
    });
    appoint.await.expect("appointed");
    let game = app.open_table(TITLE, ann, 2).await;
    for number in 0..12 {
        invite(&app, &game, ann, &format!("guest{number}@else.example")).await.expect("asked");
    }
}

/// Twenty concurrent invitations are checked one after another, inside the writer.
#[tokio::test]
async fn concurrent_invitations_respect_the_limit() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let (service, game, now) = (app.service.clone(), game.clone(), app.now);
            tokio::spawn(async move {
                service
                    .tables()
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
async fn own_server_addresses_cannot_be_invited_or_signed_in() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    for robot in ["Post@Raven.example", "anything@bounce.raven.example"] {
        assert!(invite(&app, &game, ann, robot).await.is_err(), "{robot}");
        let asked =
            app.service.accounts().ask_sign_in(app.now, robot, "cookie", "test", "::1").await;
        assert!(matches!(asked, Err(ServiceError::Refused(_))), "{robot}");
    }
    let person = "operator@raven.example";
    app.service
        .accounts()
        .ask_sign_in(app.now, person, "cookie", "test", "::1")
        .await
        .expect("a person");
}

#[tokio::test]
async fn share_links_are_limited_per_day() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let twice = fresh();
    for _ in 0..3 {
        app.service.tables().invite_by_link(app.now, &game, ann, &twice).await.expect("one link");
    }
    for _ in 1..LINKS_A_DAY {
        app.service.tables().invite_by_link(app.now, &game, ann, &fresh()).await.expect("a link");
    }
    let more = app.service.tables().invite_by_link(app.now, &game, ann, &fresh()).await;
    assert!(matches!(more, Err(ServiceError::TooMany(_))), "{more:?}");
    app.now += Duration::days(1);
    app.service.tables().invite_by_link(app.now, &game, ann, &fresh()).await.expect("the next day");
}

/// On a server closed to sign-ups: whether someone who requests a sign-in email gets in.
pub(super) async fn can_sign_up(app: &App, address: &str, to: &str) -> bool {
    let (service, now) = (&app.service, app.now);
    let asked = service.accounts().ask_sign_in_to(now, address, address, "test", "::1", to).await;
    asked.expect("everybody hears the same");
    let queued = app.emails_at(address).await;
    let Some(email) =
        queued.iter().rev().find(|queued| queued.kind == NotificationKind::SignIn.key())
    else {
        return false;
    };
    let payload: serde_json::Value = serde_json::from_str(&email.payload).expect("JSON");
    let token = payload["token"].as_str().expect("a token").to_owned();
    let coming = SignInContext { to, guest: None };
    service.accounts().sign_in_by_link_to(now, &token, address, "test", coming).await.is_ok()
}

async fn closed(share_links_admit: bool) -> App {
    App::new().await.with(|settings| {
        settings.open_sign_up = false;
        settings.share_links_admit = share_links_admit;
    })
}

#[tokio::test]
async fn closed_server_admits_only_the_invited_address() {
    let app = closed(false).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    assert!(!can_sign_up(&app, "eve@else.example", "").await, "a stranger");
    invite(&app, &game, ann, "Eve@else.example").await.expect("asked");
    assert!(can_sign_up(&app, "eve@else.example", "").await);
    assert!(can_sign_up(&app, "eve@else.example", "").await, "she is a player now");
    let link =
        app.service.tables().invite_by_link(app.now, &game, ann, &fresh()).await.expect("a link");
    let path = format!("/join/{}", link.token);
    assert!(!can_sign_up(&app, "bob@else.example", &path).await, "the admin has not allowed it");
}

#[tokio::test]
async fn admin_command_admits_an_address_while_serving() {
    let app = closed(false).await;
    app.service.admissions().invite_address(app.now, "Eve@else.example").await.expect("noted");
    assert!(app.service.admissions().invite_address(app.now, "nonsense").await.is_err());
    assert!(can_sign_up(&app, "eve@else.example", "").await);
    assert!(!can_sign_up(&app, "bob@else.example", "").await);
}

/// The number of files that record the admin's invitations.
fn noted(app: &App) -> usize {
    let folder = app.service.store().path().parent().expect("a folder").join("invited");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[tokio::test]
async fn an_invitation_by_the_admin_expires_and_erasure_removes_it() {
    let mut app = closed(false).await;
    if !app.service.store().is_file() {
        return;
    }
    app.service.admissions().invite_address(app.now, "eve@else.example").await.expect("noted");
    app.player("ann").await;
    app.service.admissions().invite_address(app.now, "Ann@example.org").await.expect("noted");
    assert_eq!(noted(&app), 2);
    let kept = app.service.data_of("ann@example.org").await.expect("known");
    app.service.erase(app.now, &kept).await.expect("erased");
    assert_eq!(noted(&app), 1);
    app.now += Duration::days(91);
    assert!(!can_sign_up(&app, "eve@else.example", "").await, "it has expired");
    app.service.tidy_up(app.now).await.expect("tidied up");
    assert_eq!(noted(&app), 0);
}

#[tokio::test]
async fn erasure_does_not_turn_an_invitation_into_a_share_link() {
    for joins in [false, true] {
        let app = App::new().await;
        let ann = app.player("ann").await;
        let game = app.open_table(TITLE, ann, 3).await;
        let bo = app.player_at("bo", "bo@else.example").await;
        invite(&app, &game, ann, "bo@else.example").await.expect("asked");
        if joins {
            app.service
                .tables()
                .join_table(app.now, &game, bo, Default::default())
                .await
                .expect("a seat");
        }
        let stored = app.service.data_of("bo@else.example").await.expect("known");
        app.service.erase(app.now, &stored).await.expect("erased");
        let left = invitations::of_game(app.service.store().read(), &game).await.expect("readable");
        assert!(left.iter().all(|one| one.address.is_some() || one.used_at.is_some()), "{left:?}");
    }
}

#[tokio::test]
async fn invitations_by_a_blocked_player_expire() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 4).await;
    app.service.tables().join_table(app.now, &game, bob, Default::default()).await.expect("a seat");
    invite(&app, &game, bob, "eve@else.example").await.expect("asked");
    invite(&app, &game, ann, "zoe@else.example").await.expect("asked");
    share_path(&app, &game, bob).await;
    let doing = Doing { by: None, reason: "insults in chat" };
    app.service.administration().block(app.now, &doing, bob).await.expect("blocked");
    assert_eq!(app.invitations().await, 1, "only Ann's is sent");
    let all = invitations::of_game(app.service.store().read(), &game).await.expect("readable");
    assert_eq!(all.len(), 3);
    for one in all {
        let ended = one.expires_at.is_some_and(|until| until <= app.now);
        assert_eq!(ended, one.invited_by == Some(bob), "{one:?}");
    }
}

/// The path of a new share link.
async fn share_path(app: &App, game: &GameId, by: PlayerId) -> String {
    let link =
        app.service.tables().invite_by_link(app.now, game, by, &fresh()).await.expect("a link");
    format!("/join/{}", link.token)
}

#[tokio::test]
async fn new_share_link_admits_no_more_than_the_revoked_one() {
    let app = closed(true).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    let path = share_path(&app, &game, ann).await;
    for guest in ["guest1@else.example", "guest2@else.example"] {
        assert!(can_sign_up(&app, guest, &path).await, "{guest}");
    }
    let of_game = game.clone();
    let revoke = app.service.store().write(writes!(|tx| revoke_all(tx, &of_game).await));
    revoke.await.expect("revoked");
    let fresh = share_path(&app, &game, ann).await;
    assert!(!can_sign_up(&app, "guest3@else.example", &path).await, "it was revoked");
    assert!(!can_sign_up(&app, "guest3@else.example", &fresh).await, "both seats are promised");
}

#[tokio::test]
async fn share_links_admit_as_many_players_as_free_seats() {
    let app = closed(true).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    let paths = [share_path(&app, &game, ann).await, share_path(&app, &game, ann).await];
    assert!(!can_sign_up(&app, "guest0@else.example", "/join/nonsense").await);
    assert!(can_sign_up(&app, "guest1@else.example", &paths[0]).await);
    assert!(can_sign_up(&app, "guest2@else.example", &paths[1]).await, "two seats are free");
    assert!(!can_sign_up(&app, "guest3@else.example", &paths[0]).await, "both links together");
    assert!(can_sign_up(&app, "guest1@else.example", "").await, "who is in stays in");
}
