//! The admin's pages about players and the admin log.

use ravenpost_store::people::{accounts, players};
use ravenpost_store::writes;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::pages::{TITLE, session};

struct Server {
    app: App,
    admin: Browser,
    bob: Browser,
    /// The address of the page about Bob.
    about: String,
}

impl Server {
    async fn new() -> Server {
        let app = App::new().await;
        let (ann, bob, _) = app.pair(TITLE).await;
        app.appoint(ann).await;
        let pages = Pages::of(app.service.clone());
        let admin = pages.browser().signed_in(&session(&app, "ann").await);
        let his = pages.browser().signed_in(&session(&app, "bob").await);
        Server { app, admin, bob: his, about: format!("/admin/people/{bob}") }
    }
}

#[tokio::test]
async fn an_admin_finds_and_blocks_a_player() {
    let Server { app: _app, mut admin, mut bob, about } = Server::new().await;
    let list = admin.get("/admin/people?q=bob%40").await;
    assert!(list.ok().all("tbody a", "href").contains(&about));
    assert!(admin.get("/admin/people?q=zoe").await.ok().all("tbody a", "href").is_empty());
    let page = admin.get(&about).await;
    assert_eq!(page.ok().all("#games a", "href").len(), 1);

    let silent = admin.send(&page, "/account", &[("do", "block"), ("reason", " ")]).await;
    assert_eq!(silent.status, 422);
    assert!(!silent.all("[role=alert]", "class").is_empty());
    bob.get("/my-games").await.ok();
    let reason = ("reason", "insults in chat");
    let page = admin.send(&page, "/account", &[("do", "block"), reason]).await;
    assert!(page.ok().text("#blocked").is_some());
    assert!(page.all("#games a", "href").is_empty(), "the seat was left");
    assert!(bob.get("/my-games").await.path.starts_with("/sign-in"), "signed out");
    let listed = admin.get("/admin/people?blocked=1").await;
    assert_eq!(listed.ok().all("tbody a", "href"), std::slice::from_ref(&about));

    let page = admin.send(&page, "/account", &[("do", "unblock"), reason]).await;
    assert!(page.ok().text("#blocked").is_none());
    let log = admin.get("/admin/log").await;
    assert_eq!(log.ok().texts("tbody tr").len(), 2);
}

#[tokio::test]
async fn an_admin_finishes_a_block_that_was_interrupted() {
    let Server { app, mut admin, about, .. } = Server::new().await;
    let (bob, now) = (app.player_of("bob").await, app.now);
    let job = app.service.store().write(writes!(|tx| accounts::block(tx, bob, now).await));
    assert!(job.await.expect("blocked"));
    let page = admin.get(&about).await;
    assert_eq!(page.ok().all("button[value=block]", "name").len(), 1);
    let reason = ("reason", "insults in chat");
    let page = admin.send(&page, "/account", &[("do", "block"), reason]).await;
    assert!(page.ok().all("#games a", "href").is_empty(), "the seat was left");
    assert!(page.all("button[value=block]", "name").is_empty());
    assert!(page.text("#blocked").is_some());
}

#[tokio::test]
async fn an_admin_renames_and_deletes_a_player() {
    let Server { app, mut admin, mut bob, about } = Server::new().await;
    let page = admin.get(&about).await;
    let taken = [("name", "ann"), ("reason", "offensive name")];
    assert_eq!(admin.send(page.ok(), "/name", &taken).await.status, 422);
    let free = [("name", "Robert"), ("reason", "offensive name")];
    let page = admin.send(&page, "/name", &free).await;
    assert_eq!(page.ok().text("h1").as_deref(), Some("Robert"));

    let wrong = admin.send(&page, "/erase", &[("address", "ann@example.org")]).await;
    assert_eq!(wrong.status, 422);
    bob.get("/my-games").await.ok();
    let page = admin.send(&page, "/erase", &[("address", "Bob@Example.org")]).await;
    assert_eq!(page.ok().path.split('?').next(), Some("/admin/people"));
    assert_eq!(admin.get(&about).await.status, 404);
    let found = players::by_address(app.service.store().read(), "bob@example.org").await;
    assert!(found.expect("readable").is_none());
    assert!(bob.get("/my-games").await.path.starts_with("/sign-in"));
}

#[tokio::test]
async fn an_admin_gives_the_role_and_gives_it_up() {
    let Server { app, mut admin, mut bob, about } = Server::new().await;
    let page = admin.get(&about).await;
    let reason = ("reason", "helps");
    admin.send(page.ok(), "/account", &[("do", "add-admin"), reason]).await.ok();
    let own = format!("/admin/people/{}", app.player_of("ann").await);
    let page = bob.get(&own).await;
    let forms = page.ok().all("form", "action");
    assert!(!forms.iter().any(|action| action.ends_with("/erase")), "an admin cannot be deleted");
    let page = admin.get(&own).await;
    let left = admin.send(page.ok(), "/account", &[("do", "remove-admin"), reason]).await;
    assert_eq!(left.ok().path.split('?').next(), Some("/"));
    assert_eq!(admin.get("/admin/people").await.status, 404);
    bob.get("/admin/people").await.ok();
}
