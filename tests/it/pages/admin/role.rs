//! The admin pages exist for admins only, however many there are.

use ravenpost::service::admin::people::Doing;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::pages::session;

/// Whether the menu of a page leads to the admin pages.
async fn has_menu(browser: &mut Browser) -> bool {
    let links = browser.get("/games").await.ok().all("header a", "href");
    links.iter().any(|link| link.starts_with("/admin"))
}

#[tokio::test]
async fn every_admin_has_the_menu_and_no_one_else() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browsers = Vec::new();
    for name in ["ann", "bob", "eve"] {
        browsers.push(pages.browser().signed_in(&session(&app, name).await));
    }
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    for admin in [ann, bob] {
        app.appoint(admin).await;
    }
    for browser in &mut browsers[..2] {
        assert!(has_menu(browser).await);
        browser.get("/admin/outbound").await.ok();
    }
    assert!(!has_menu(&mut browsers[2]).await);
    assert_eq!(browsers[2].get("/admin/outbound").await.status, 404);
    assert_eq!(pages.browser().get("/admin/outbound").await.status, 404);

    let doing = Doing { by: Some(ann), reason: "has moved away" };
    app.service.administration().remove_admin(app.now, &doing, bob).await.expect("removed");
    assert!(!has_menu(&mut browsers[1]).await, "at once, in the same session");
    assert_eq!(browsers[1].get("/admin/outbound").await.status, 404);
}
