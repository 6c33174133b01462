//! Signing in: by link in the same browser or by code elsewhere, once, and only for a short time.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::people::sign_in::Looked;

use ravenpost_store::lists::counters;
use ravenpost_store::post::outbox::{self, OutboxState};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::harness::app::App;

const AGENT: &str = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";
const HERE: &str = "cookie of this browser";

async fn asked(app: &App) -> String {
    let asked = app
        .service
        .accounts()
        .ask_sign_in(app.now, "Ann@Example.org", HERE, AGENT, "127.0.0.1")
        .await;
    asked.expect("an email");
    app.sign_in_token().await
}

#[tokio::test]
async fn link_works_once_in_the_requesting_browser() {
    let app = App::new().await;
    let token = asked(&app).await;
    let looked = app.service.accounts().look_at_link(app.now, &token, Some(HERE)).await.unwrap();
    assert_eq!(looked, Looked::Here);
    let session = app
        .service
        .accounts()
        .sign_in_by_link(app.now, &token, HERE, AGENT)
        .await
        .expect("signed in");
    let signed =
        app.service.accounts().signed(app.now, &session).await.unwrap().expect("a session");
    assert!(signed.player.address.eq_ignore_ascii_case("ann@example.org"));
    let again = app.service.accounts().sign_in_by_link(app.now, &token, HERE, AGENT).await;
    assert!(matches!(again, Err(ServiceError::Refused(_))));
    let dead = app.service.accounts().look_at_link(app.now, &token, Some(HERE)).await.unwrap();
    assert_eq!(dead, Looked::Dead);
}

#[tokio::test]
async fn link_scanners_cannot_sign_in() {
    let app = App::new().await;
    let token = asked(&app).await;
    for _ in 0..100 {
        app.service.accounts().look_at_link(app.now, &token, None).await.unwrap();
        assert!(
            app.service
                .accounts()
                .sign_in_by_link(app.now, &token, "no such cookie", "robot")
                .await
                .is_err()
        );
    }
    app.service
        .accounts()
        .sign_in_by_link(app.now, &token, HERE, AGENT)
        .await
        .expect("the link is still good");
}

#[tokio::test]
async fn link_elsewhere_shows_a_code_for_the_requesting_browser() {
    let app = App::new().await;
    let token = asked(&app).await;
    let looked = app
        .service
        .accounts()
        .look_at_link(app.now, &token, Some("another browser"))
        .await
        .unwrap();
    let Looked::Elsewhere { code } = looked else { panic!("no code: {looked:?}") };
    let stranger =
        app.service.accounts().sign_in_by_code(app.now, &code, "another browser", AGENT).await;
    assert!(stranger.is_err());
    let typed = code.to_lowercase().replace('-', " ");
    app.service
        .accounts()
        .sign_in_by_code(app.now, &typed, HERE, AGENT)
        .await
        .expect("the code, typed by hand");
}

#[tokio::test]
async fn link_expires_after_ten_minutes() {
    let app = App::new().await;
    let token = asked(&app).await;
    let late = app.now + Duration::minutes(10);
    assert!(app.service.accounts().sign_in_by_link(late, &token, HERE, AGENT).await.is_err());
}

#[tokio::test]
async fn one_of_sixty_four_concurrent_attempts_signs_in() {
    let app = App::new().await;
    let token = asked(&app).await;
    let tries: Vec<_> = (0..64)
        .map(|_| {
            let (service, token, now) = (app.service.clone(), token.clone(), app.now);
            tokio::spawn(async move {
                service.accounts().sign_in_by_link(now, &token, HERE, AGENT).await.is_ok()
            })
        })
        .collect();
    let mut sessions = 0;
    for one in tries {
        sessions += u32::from(one.await.unwrap());
    }
    assert_eq!(sessions, 1);
}

async fn waiting(app: &App) -> usize {
    let store = app.service.store();
    outbox::list(store.read(), OutboxState::Waiting, 1000).await.expect("readable").len()
}

#[tokio::test]
async fn sign_in_emails_to_an_address_are_limited() {
    let app = App::new().await;
    for _ in 0..3 {
        app.service
            .accounts()
            .ask_sign_in(app.now, "ann@example.org", HERE, AGENT, "127.0.0.1")
            .await
            .expect("ok");
    }
    let token = app.sign_in_token().await;
    // The response is the same, but no email is sent: it reveals nothing, and the earlier link
    // stays valid.
    app.service
        .accounts()
        .ask_sign_in(app.now, "ANN@example.org", HERE, AGENT, "127.0.0.1")
        .await
        .expect("ok");
    assert_eq!(waiting(&app).await, 3);
    assert_eq!(app.sign_in_token().await, token);
    let later = app.now + Duration::hours(1);
    app.service
        .accounts()
        .ask_sign_in(later, "ann@example.org", HERE, AGENT, "127.0.0.1")
        .await
        .expect("ok again");
    assert_eq!(waiting(&app).await, 4);
}

#[tokio::test]
async fn stranger_cannot_lock_out_an_owner() {
    let app = App::new().await;
    let mine = asked(&app).await;
    for _ in 0..50 {
        let asked = app.service.accounts().ask_sign_in(
            app.now,
            "ann@example.org",
            "cookie of a stranger",
            AGENT,
            "192.0.2.66",
        );
        let _ = asked.await;
    }
    app.service
        .accounts()
        .sign_in_by_link(app.now, &mine, HERE, AGENT)
        .await
        .expect("the link in flight is good");
    let before = waiting(&app).await;
    asked(&app).await;
    assert_eq!(waiting(&app).await, before + 1, "and the owner may ask for another");
}

#[tokio::test]
async fn used_up_limit_of_one_affects_no_other() {
    let app = App::new().await;
    for at in 0..40 {
        let address = format!("nobody{at}@example.org");
        let asked =
            app.service.accounts().ask_sign_in(app.now, &address, HERE, AGENT, "192.0.2.66").await;
        assert_eq!(asked.is_ok(), at < 20, "{at}");
    }
    for _ in 0..5 {
        let _ = app
            .service
            .accounts()
            .ask_sign_in(app.now, "ann@example.org", HERE, AGENT, "192.0.2.66")
            .await;
    }
    let commits = *app.service.store().commits().borrow();
    let store = app.service.store();
    let hour = app.now.timestamp().div_euclid(3600);
    let counted = counters::count(store.read(), "sign-in ann@example.org", hour).await.unwrap();
    assert_eq!((counted, *store.commits().borrow()), (0, commits));
}

#[tokio::test]
async fn printed_admin_link_survives_other_requests() {
    let app = App::new().await;
    let address = "admin@example.org";
    let link = app.service.accounts().admin_link(app.now, address).await.unwrap().expect("a link");
    let token = link.rsplit('/').next().unwrap();
    for _ in 0..3 {
        app.service
            .accounts()
            .ask_sign_in(app.now, address, HERE, AGENT, "192.0.2.66")
            .await
            .expect("ok");
    }
    let session = app
        .service
        .accounts()
        .sign_in_by_link(app.now, token, HERE, AGENT)
        .await
        .expect("still good");
    let again = app.service.accounts().admin_link(app.now, address).await.unwrap();
    assert_eq!(again, None, "the admin is signed in");
    let admin = app.service.accounts().signed(app.now, &session).await.unwrap().expect("signed in");
    app.service.accounts().sign_out_everywhere(admin.player.id).await.expect("out");
    let again = app.service.accounts().admin_link(app.now, address).await.unwrap();
    assert!(again.is_some(), "an admin without mail gets in a second time");
}

#[tokio::test]
async fn expired_rows_are_deleted_and_active_sessions_stay() {
    let mut app = App::new().await;
    let token = asked(&app).await;
    let session = app
        .service
        .accounts()
        .sign_in_by_link(app.now, &token, HERE, AGENT)
        .await
        .expect("signed in");
    app.service
        .accounts()
        .ask_sign_in(app.now, "never@example.org", HERE, AGENT, "127.0.0.1")
        .await
        .expect("ok");
    app.send_due_emails().await;
    for _ in 0..3 {
        app.now += Duration::days(40);
        let signed =
            app.service.accounts().signed(app.now, &session).await.unwrap().expect("in use");
        app.service.accounts().touch_session(app.now, &signed).await.expect("noted");
        app.service.tidy_up(app.now).await.expect("tidied");
    }
    app.service.accounts().signed(app.now, &session).await.unwrap().expect("still signed in");
    let hour = ("2026-11-20T09:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap())
        .timestamp()
        .div_euclid(3600);
    let store = app.service.store();
    let count = counters::count(store.read(), "sign-in never@example.org", hour).await.unwrap();
    assert_eq!(count, 0, "addresses of people who never came do not stay");
    let file = SqliteConnectOptions::new().filename(store.path());
    let mut conn = file.connect().await.expect("it opens");
    for left in [
        "SELECT count(*) FROM sign_in",
        "SELECT count(*) FROM outbox WHERE address = 'never@example.org'",
    ] {
        let rows = sqlx::query_scalar::<_, i64>(left).fetch_one(&mut conn);
        assert_eq!(rows.await.expect("readable"), 0, "{left}");
    }
}

#[tokio::test]
async fn invalid_address_is_refused() {
    let app = App::new().await;
    for text in [
        "",
        "ann",
        "ann@",
        "@example.org",
        "a b@example.org",
        "ann@example",
        "a@b@c.org",
        "ann@example.org\r\nBcc: eve@example.org",
        "<ann@example.org>",
    ] {
        let asked =
            app.service.accounts().ask_sign_in(app.now, text, HERE, AGENT, "127.0.0.1").await;
        assert!(matches!(asked, Err(ServiceError::Refused(_))), "{text:?}");
    }
}

#[tokio::test]
async fn sessions_end_individually_and_together() {
    let app = App::new().await;
    let token = asked(&app).await;
    let session = app
        .service
        .accounts()
        .sign_in_by_link(app.now, &token, HERE, AGENT)
        .await
        .expect("signed in");
    let signed =
        app.service.accounts().signed(app.now, &session).await.unwrap().expect("a session");
    assert_eq!(app.service.players().sessions(signed.player.id, app.now).await.unwrap().len(), 1);
    app.service.accounts().sign_out_everywhere(signed.player.id).await.expect("ended");
    assert!(app.service.accounts().signed(app.now, &session).await.unwrap().is_none());
}
