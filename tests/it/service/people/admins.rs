//! Several people can be admins; the printed link adds one.

use ravenpost_store::people::admins;

use crate::harness::app::App;

#[tokio::test]
async fn a_server_has_several_admins() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let accounts = app.service.accounts();
    assert!(accounts.add_admin("ann@example.org").await.expect("known"));
    assert!(accounts.add_admin("Bob@Example.org").await.expect("known"));
    assert!(!accounts.add_admin("bob@example.org").await.expect("known"), "twice changes nothing");
    assert!(accounts.add_admin("nobody@example.org").await.is_err());
    let named: Vec<_> =
        accounts.admins().await.expect("readable").iter().map(|one| one.id).collect();
    assert_eq!(named, [ann, bob]);

    assert!(accounts.remove_admin("ann@example.org").await.expect("known"));
    assert!(!accounts.remove_admin("ann@example.org").await.expect("known"));
    assert!(!accounts.is_admin(ann).await.expect("readable"));
    assert!(accounts.is_admin(bob).await.expect("readable"));
    assert!(accounts.remove_admin("bob@example.org").await.expect("known"));
    assert!(admins::all(app.service.store().read()).await.expect("readable").is_empty());
}

#[tokio::test]
async fn the_printed_link_adds_an_admin_while_none_is_signed_in() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    app.appoint(ann).await;
    let accounts = app.service.accounts();
    let link = accounts.admin_link(app.now, "bob@example.org").await.expect("a link");
    let link = link.expect("ann has no session");
    let token = link.rsplit('/').next().expect("a token");
    accounts.sign_in_by_link(app.now, token, "a browser", "test").await.expect("signed in");
    let bob = app.player_of("bob").await;
    for admin in [ann, bob] {
        assert!(accounts.is_admin(admin).await.expect("readable"));
    }
    let link = accounts.admin_link(app.now, "ann@example.org").await.expect("readable");
    assert_eq!(link, None, "bob is signed in");
}

#[tokio::test]
async fn an_erased_admin_is_removed_and_the_others_stay() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    for address in ["ann@example.org", "bob@example.org"] {
        app.service.accounts().add_admin(address).await.expect("known");
    }
    let retained = app.service.data_of("ann@example.org").await.expect("known");
    app.service.erase(app.now, &retained).await.expect("erased");
    let stored = admins::all(app.service.store().read()).await.expect("readable");
    assert_eq!(stored, [bob]);
    assert!(!stored.contains(&ann));
}
