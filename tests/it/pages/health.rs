//! What machines that watch the server are told.

use ravenpost::web::forms;
use ravenpost_store::lists::settings;

use crate::harness::app::App;
use crate::harness::browser::Pages;

async fn write(app: &App) -> bool {
    let store = app.service.store();
    store.write(|conn| Box::pin(async { settings::set(conn, "beat", "1").await })).await.is_ok()
}

#[tokio::test]
async fn a_server_that_cannot_store_is_not_ready_until_it_can() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    browser.get("/readyz").await.ok();
    app.service.store().fail_commits(1);
    assert!(!write(&app).await);
    for _ in 0..2 {
        let sick = browser.get("/readyz").await;
        assert_eq!(sick.status, 503, "asking does not make it well");
        assert!(sick.body.contains("the transaction was undone"), "{}", sick.body);
        assert_eq!(browser.get("/healthz").await.status, 200, "the process lives");
    }
    assert!(write(&app).await);
    let well = browser.get("/readyz").await;
    assert!(well.ok().body.contains("\"trouble\":null"), "{}", well.body);
}

/// Whoever has a session and cannot be looked up is told to try again and not sent to sign in: what
/// was written in a form would be lost on the way.
#[tokio::test]
async fn who_cannot_be_looked_up_is_not_sent_to_sign_in() {
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
