//! The admin's pages about the server: tables, invitations, texts, backups and the log level.

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::pages::{TITLE, session};

/// A server with a game, its admin's browser and a visitor's.
async fn server() -> (App, Browser, Browser) {
    let app = App::new().await;
    let (ann, _, _) = app.pair(TITLE).await;
    app.appoint(ann).await;
    let pages = Pages::of(app.service.clone());
    let admin = pages.browser().signed_in(&session(&app, "ann").await);
    let visitor = pages.browser();
    (app, admin, visitor)
}

#[tokio::test]
async fn texts_about_the_server_are_on_its_pages_as_plain_text() {
    let (_app, mut admin, mut visitor) = server().await;
    let before = visitor.get("/").await;
    assert!(before.ok().text("#site-banner").is_none());
    let page = admin.get("/admin/site").await;
    let texts = [
        ("name", "Club <b>& Co"),
        ("description", "For members of the club."),
        ("banner", "Down on Sunday, see https://x.example/a?b=1."),
        ("contact", "ann@example.org"),
        ("imprint", "Ann <i>Example</i>\r\nhttps://x.example/imprint"),
        ("privacy", ""),
    ];
    admin.send(page.ok(), "/admin/site", &texts).await.ok();
    let front = visitor.get("/").await;
    assert_eq!(front.ok().all("#site-banner a", "href"), ["https://x.example/a?b=1"]);
    assert!(front.text("title").is_some_and(|title| title.ends_with("Club <b>& Co")));
    assert!(front.text("#site-description").is_some());
    let links = front.all("footer a", "href");
    assert!(links.contains(&"/about#imprint".to_owned()), "{links:?}");
    assert!(!links.contains(&"/about#privacy".to_owned()), "{links:?}");
    let about = visitor.get("/about").await;
    assert_eq!(about.ok().text("h1").as_deref(), Some("Club <b>& Co"));
    assert_eq!(about.all("#contact + p a", "href"), ["mailto:ann@example.org"]);
    assert_eq!(about.all("#imprint + p a", "href"), ["https://x.example/imprint"]);
    assert!(about.texts("main i").is_empty() && about.text("#privacy").is_none());

    let page = admin.get("/admin/site").await;
    let long = "x".repeat(41);
    let refused = admin.send(page.ok(), "/admin/site", &[("name", &long)]).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.all("#site-name", "value"), std::slice::from_ref(&long));
    assert_eq!(refused.all("#contact", "value"), ["ann@example.org"]);
    let log = admin.get("/admin/log").await;
    assert_eq!(log.ok().texts("tbody tr").len(), 1);
}

/// Two admins open the form at the same time.
#[tokio::test]
async fn texts_that_another_admin_changed_are_not_overwritten() {
    let (app, mut ann, _) = server().await;
    app.appoint(app.player_of("bob").await).await;
    let mut bob = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "bob").await);
    let stored = async |field: &str| {
        app.service.administration().site(app.now).await.expect("texts").get(field).to_owned()
    };
    let old = bob.get("/admin/site").await;
    let page = ann.get("/admin/site").await;
    let texts = [("banner", "Down on Sunday"), ("imprint", "Ann\r\nVisby")];
    ann.send(page.ok(), "/admin/site", &texts).await.ok();
    // Bob edits something else; Ann's texts stay.
    bob.send(old.ok(), "/admin/site", &[("contact", "bob@example.org")]).await.ok();
    assert_eq!(stored("banner").await, "Down on Sunday");
    assert_eq!(stored("imprint").await, "Ann\nVisby");
    assert_eq!(stored("contact").await, "bob@example.org");
    // Sent twice, the same form is no conflict.
    bob.send(&old, "/admin/site", &[("contact", "bob@example.org")]).await.ok();

    let edits = [("banner", "Down on Monday"), ("contact", "bob@example.org")];
    let conflict = bob.send(&old, "/admin/site", &edits).await;
    assert_eq!(conflict.status, 409);
    assert_eq!(stored("banner").await, "Down on Sunday", "nothing was saved");
    assert_eq!(conflict.all("#banner", "value"), ["Down on Monday"]);
    assert_eq!(conflict.all("[data-stored]", "data-stored"), ["banner"]);
    let theirs = conflict.text("[data-stored=banner] blockquote");
    assert_eq!(theirs.as_deref(), Some("Down on Sunday"));
    assert_eq!(conflict.text("#imprint").as_deref(), Some("Ann Visby"));
    // A form that was refused for another reason still detects the conflict when sent again.
    let long = "x".repeat(41);
    let refused = bob.send(&old, "/admin/site", &[("name", &long), ("banner", "x")]).await;
    assert_eq!(refused.status, 422);
    let again = bob.send(&refused, "/admin/site", &[("name", ""), ("banner", "x")]).await;
    assert_eq!(again.status, 409);

    bob.send(&conflict, "/admin/site", &[]).await.ok();
    assert_eq!(stored("banner").await, "Down on Monday");
    assert_eq!(stored("imprint").await, "Ann\nVisby");
}

#[tokio::test]
async fn an_admin_invites_people_and_decides_who_signs_up() {
    let (_app, mut admin, mut visitor) = server().await;
    let page = admin.get("/admin/invitations").await;
    let address = [("address", "eve@else.example")];
    let page = admin.send(page.ok(), "/admin/invitations", &address).await;
    assert_eq!(page.ok().texts("#invitations tbody tr").len(), 1);
    let page = admin.send(&page, "/revoke", &[]).await;
    assert!(page.ok().texts("#invitations tbody tr").is_empty());
    let wrong = admin.send(&page, "/admin/invitations", &[("address", "nonsense")]).await;
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.all("#address", "value"), ["nonsense"]);

    let domains = [("sign-up", "domains"), ("domains", "no domain")];
    let wrong = admin.send(&page, "/sign-up", &domains).await;
    assert_eq!(wrong.status, 422);
    let domains = [("sign-up", "domains"), ("domains", "club.example")];
    let page = admin.send(&page, "/sign-up", &domains).await;
    assert_eq!(page.ok().all("[name=sign-up][checked]", "value"), ["domains"]);
    assert!(visitor.get("/sign-in").await.ok().words().contains("club.example"));
}

#[tokio::test]
async fn tables_are_listed_searched_and_linked_to_their_audit() {
    let (_app, mut admin, _) = server().await;
    let page = admin.get("/admin/tables?q=quiet").await;
    let links = page.ok().all("tbody a", "href");
    assert!(links.iter().any(|link| link.ends_with("/audit")), "{links:?}");
    for link in &links {
        admin.get(link).await.ok();
    }
    for (list, status) in [("stuck", 200), ("damaged", 200), ("else", 404)] {
        assert_eq!(admin.get(&format!("/admin/tables?show={list}")).await.status, status);
    }
    assert_eq!(admin.get("/admin/tables?page=0").await.status, 400);
    assert!(admin.get("/admin/tables?q=nothing").await.ok().texts("tbody tr").is_empty());
}

#[tokio::test]
async fn limits_are_shown_and_the_log_level_is_changed() {
    let (app, mut admin, _) = server().await;
    let page = admin.get("/admin/limits").await;
    let names = page.ok().texts("#limits th[scope=row]");
    assert!(names.contains(&"limits.tables_per_day".to_owned()), "{names:?}");
    let debug = [("level", "debug")];
    let refused = admin.send(&page, "/admin/limits", &debug).await;
    assert_eq!(refused.status, 409, "this process has no log");
    app.service.administration().log_with(Box::new(|_| Ok(())));
    let page = admin.send(&page, "/admin/limits", &debug).await;
    assert!(page.ok().text("#chosen").is_some_and(|chosen| chosen.contains("debug")));
    let page = admin.send(&page, "/admin/limits", &[("level", "")]).await;
    assert!(page.ok().text("#chosen").is_none());
    assert_eq!(admin.send(&page, "/admin/limits", &[("level", "loud")]).await.status, 400);
}

#[tokio::test]
async fn a_server_without_backups_says_so() {
    let (_app, mut admin, _) = server().await;
    let page = admin.get("/admin/backups").await;
    assert!(page.ok().texts("#backups tbody tr").is_empty());
}
