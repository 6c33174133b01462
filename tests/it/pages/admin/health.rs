//! The health checks for monitoring.

use chrono::TimeDelta;
use ravenpost::service::node::components::Component;
use ravenpost::web::shared::forms;
use ravenpost_store::lists::settings;
use ravenpost_store::talk::blocks;
use ravenpost_store::{PlayerId, StoreError, writes};

use crate::harness::app::App;
use crate::harness::browser::{Pages, noon};
use crate::pages::TITLE;

async fn write(app: &App) -> bool {
    let store = app.service.store();
    store
        .write(|conn| {
            Box::pin(async { settings::set(conn, settings::Key::LatestBackup, "1").await })
        })
        .await
        .is_ok()
}

#[tokio::test]
async fn server_that_cannot_store_is_not_ready() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    browser.get("/readyz").await.ok();
    app.service.store().fail_commits(1);
    assert!(!write(&app).await);
    for _ in 0..2 {
        let sick = browser.get("/readyz").await;
        assert_eq!(sick.status, 503, "asking does not make it well");
        assert!(sick.body.contains("the transaction was rolled back"), "{}", sick.body);
        assert_eq!(browser.get("/healthz").await.status, 200, "the process lives");
    }
    assert!(write(&app).await);
    let well = browser.get("/readyz").await;
    assert!(well.ok().body.contains("\"trouble\":null"), "{}", well.body);
}

/// Each background component makes the server unready when it fails or stops reporting, until it
/// recovers.
#[tokio::test]
async fn failed_component_makes_the_server_unready() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let now = noon();
    for component in [Component::Sender, Component::Clocks, Component::Inbound] {
        app.service.monitoring().fails(component, now, "it broke");
        let sick = browser.get("/readyz").await;
        assert_eq!(sick.status, 503);
        let named = format!("\"trouble\":\"{}: it broke\"", component.name());
        assert!(sick.body.contains(&named), "{}", sick.body);
        assert_eq!(browser.get("/readyz/pages").await.status, 200, "pages are shown");
        app.service.monitoring().works(
            component,
            now - TimeDelta::minutes(9),
            TimeDelta::minutes(2),
        );
        let silent = browser.get("/readyz").await;
        assert_eq!(silent.status, 503);
        assert!(silent.body.contains("has not reported for 5"), "{}", silent.body);
        // The next report is due now and may still come.
        let two = TimeDelta::minutes(2);
        app.service.monitoring().works(component, now - two, two);
        browser.get("/readyz").await.ok();
        app.service.monitoring().works(component, now, TimeDelta::minutes(2));
        browser.get("/readyz").await.ok();
    }
    app.service.clocks().source_is_down(now, "spool", "no such folder").await.unwrap();
    let shut = browser.get("/readyz").await;
    assert_eq!(shut.status, 503);
    assert!(shut.body.contains("no emails have come in by spool"), "{}", shut.body);
    app.service.clocks().source_recovered(now, "spool").await.unwrap();
    browser.get("/readyz").await.ok();
}

/// A statement that violates a constraint is a fault of the request, not of the machine.
#[tokio::test]
async fn violated_constraint_leaves_the_server_ready() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let (ann, nobody) = (app.player("ann").await, PlayerId(4711));
    let job = app.service.store().write(writes!(|tx| blocks::set(tx, ann, nobody, noon()).await));
    let refused = job.await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    browser.get("/readyz").await.ok();
}

/// Monitoring sees that the clock loop does not work.
#[tokio::test]
async fn deadline_that_no_one_enforces_is_overdue() {
    let app = App::new().await;
    app.pair(TITLE).await;
    let overdue = async |days: i64| {
        let health = app.service.monitoring().health(app.now + TimeDelta::days(days)).await;
        health.unwrap().overdue
    };
    assert_eq!(overdue(0).await, None);
    let (nine, ten) = (overdue(9).await.unwrap(), overdue(10).await.unwrap());
    assert!(nine > 0 && ten - nine == TimeDelta::days(1).num_seconds(), "{nine} {ten}");
}

#[tokio::test]
async fn full_disk_makes_the_server_unready() {
    let app = App::new().await;
    if !app.service.store().is_file() {
        return;
    }
    let mut browser = Pages::of(app.service.clone()).browser();
    let store = app.service.store();
    store.leave_room(Some(0)).await.unwrap();
    let large = "x".repeat(1 << 20);
    let job = store.write(writes!(|tx| settings::set(tx, settings::Key::SigningKey, &large).await));
    let refused = job.await;
    assert!(matches!(refused, Err(StoreError::Full)), "{refused:?}");
    let full = browser.get("/readyz").await;
    assert_eq!(full.status, 503);
    assert!(full.body.contains("the disk is full"), "{}", full.body);
    store.leave_room(None).await.unwrap();
}

/// If the session lookup fails, the player is asked to retry. A redirect to sign-in would lose the
/// submitted form.
#[tokio::test]
async fn failed_session_lookup_does_not_redirect_to_sign_in() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&forms::random());
    assert_eq!(browser.once("GET", "/my-games", None).await.status, 303, "it is nobody's session");
    app.service.store().close().await;
    assert_eq!(browser.once("GET", "/my-games", None).await.status, 503);
    assert_eq!(browser.once("POST", "/open", Some("title=gotlandia")).await.status, 503);
    assert_eq!(browser.once("GET", "/titles", None).await.status, 200, "anybody may read that");
    let stranger = pages.browser().once("GET", "/my-games", None).await;
    assert_eq!(stranger.status, 303, "who has no session is to sign in");
}
