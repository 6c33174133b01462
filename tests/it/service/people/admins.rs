//! Several people can be admins; the printed link adds one.

use ravenpost::service::admin::people::Doing;
use ravenpost_store::people::admin_log::AdminAction;
use ravenpost_store::people::admins;

use crate::harness::app::App;

#[tokio::test]
async fn a_server_has_several_admins() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let administration = app.service.administration();
    let command = Doing { by: None, reason: "at the start" };
    assert!(administration.add_admin(app.now, &command, ann).await.expect("added"));
    let hers = Doing { by: Some(ann), reason: "helps" };
    assert!(administration.add_admin(app.now, &hers, bob).await.expect("added"));
    assert!(!administration.add_admin(app.now, &hers, bob).await.expect("twice is once"));
    let admins = app.service.accounts().admins().await.expect("readable");
    assert_eq!(admins.iter().map(|one| one.id).collect::<Vec<_>>(), [ann, bob]);

    let his = Doing { by: Some(bob), reason: "has left" };
    assert!(administration.remove_admin(app.now, &his, ann).await.expect("removed"));
    assert!(!app.service.accounts().is_admin(ann).await.expect("readable"));
    let refused = administration.add_admin(app.now, &hers, ann).await;
    assert!(refused.is_err(), "she is an admin no more");
    let refused = administration.remove_admin(app.now, &his, bob).await;
    assert!(refused.is_err(), "he is the last one");
    assert!(administration.remove_admin(app.now, &command, bob).await.expect("by command"));
    assert!(admins::all(app.service.store().read()).await.expect("readable").is_empty());

    let log = administration.log(1).await.expect("readable").items;
    let actions: Vec<_> = log.iter().rev().map(|entry| (entry.action, entry.player)).collect();
    assert_eq!(
        actions,
        [
            (AdminAction::AdminAdded, Some(ann)),
            (AdminAction::AdminAdded, Some(bob)),
            (AdminAction::AdminRemoved, Some(ann)),
            (AdminAction::AdminRemoved, Some(bob)),
        ]
    );
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
    for admin in [ann, bob] {
        app.appoint(admin).await;
    }
    let retained = app.service.data_of("ann@example.org").await.expect("known");
    app.service.erase(app.now, &retained).await.expect("erased");
    assert_eq!(admins::all(app.service.store().read()).await.expect("readable"), [bob]);
}
