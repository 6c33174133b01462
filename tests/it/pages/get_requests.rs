//! A GET changes nothing: every GET route is requested signed in and signed out, and the database
//! sees no commit.

use ravenpost::web::ROUTES;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn get_requests_change_nothing() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let session = session(&app, "ann").await;
    let pages = Pages::of(app.service.clone());
    let commits = app.service.store().commits();
    let before = *commits.borrow();
    for mut browser in [pages.browser(), pages.browser().signed_in(&session)] {
        for route in ROUTES.iter().filter(|route| route.method == "get") {
            let path = route
                .path
                .replace("{game}", game.as_str())
                .replace("{title}", TITLE)
                .replace("{email}", "1")
                .replace(['{', '}'], "");
            for method in ["GET", "HEAD"] {
                let answer = browser.once(method, &path, None).await;
                assert!(answer.status < 500, "{method} {path}: {}", answer.status);
                assert_eq!(*commits.borrow(), before, "{method} {path} has written something");
            }
        }
    }
}
