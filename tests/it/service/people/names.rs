//! Names that could be mistaken for another player's or the server's.

use ravenpost::service::ServiceError;
use ravenpost_store::people::players;

use crate::harness::app::App;

#[tokio::test]
async fn names_like_a_player_or_the_server_are_refused() {
    let app = App::new().await;
    let (anna, bob) = (app.player("Anna").await, app.player("bob").await);
    // Look-alikes with a Cyrillic A, a Cyrillic a, and a full-width a.
    let alike = ["anna", "ANNA", "\u{410}nna", "Ann\u{430}", "Ann\u{ff41}"];
    for name in alike.into_iter().chain(["Ravenpost", "R\u{430}venpost", "Admin"]) {
        let refused = app.service.players().choose_name(bob, name, "UTC").await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{name}: {refused:?}");
    }
    let kept = players::get(app.service.store().read(), bob).await.expect("a player");
    assert_eq!(kept.name, "bob");
    for (player, name) in [(anna, "ANNA"), (bob, "Bobby")] {
        app.service.players().choose_name(player, name, "UTC").await.expect("nobody else's");
    }
}

#[tokio::test]
async fn newcomer_with_a_used_name_gets_a_number() {
    let app = App::new().await;
    app.player("Anna").await;
    let asked = app
        .service
        .accounts()
        .ask_sign_in(app.now, "anna@else.example", "here", "test", "::1")
        .await;
    asked.expect("an email");
    let token = app.sign_in_token().await;
    let session = app.service.accounts().sign_in_by_link(app.now, &token, "here", "test").await;
    let signed = app.service.accounts().signed(app.now, &session.expect("signed in")).await;
    assert_eq!(signed.expect("readable").expect("a session").player.name, "anna 2");
}

#[tokio::test]
async fn a_name_has_at_most_60_letters_of_any_script() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let players = app.service.players();
    for letter in ["x", "\u{436}", "\u{6f22}", "\u{5d0}", "\u{915}"] {
        players.choose_name(ann, &letter.repeat(60), "UTC").await.expect("60 letters");
        let taken = players.choose_name(bob, &letter.repeat(60), "UTC").await;
        assert!(matches!(taken, Err(ServiceError::Refused(_))), "{letter}: {taken:?}");
        let long = players.choose_name(ann, &letter.repeat(61), "UTC").await;
        assert!(matches!(long, Err(ServiceError::Refused(_))), "{letter}: {long:?}");
    }
}
