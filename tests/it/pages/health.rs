//! What machines that watch the server are told.

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
