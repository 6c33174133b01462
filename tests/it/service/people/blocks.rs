//! Blocked players: what they can no longer do, and what is unaffected.

use ravenpost::emails::NotificationKind;
use ravenpost::service::ServiceError;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::erasure;
use ravenpost_store::talk::messages::Span;
use ravenpost_store::talk::read_marks;
use ravenpost_store::{PlayerId, writes};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

const ALL: Span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 100 };

async fn join(app: &App, game: &GameId, who: PlayerId) -> Result<Seat, ServiceError> {
    app.service.tables().join_table(app.now, game, who, Join::default()).await
}

async fn block(app: &App, by: PlayerId, name: &str, blocked: bool) {
    app.service.players().block(app.now, by, name, blocked).await.expect("done");
}

#[tokio::test]
async fn a_blocked_player_is_hidden_and_cannot_write_in_private() {
    let app = App::new().await;
    let [ann, bo, cleo] =
        [app.player("ann").await, app.player("bo").await, app.player("cleo").await];
    let game = app.open_table(TITLE, ann, 3).await;
    for player in [bo, cleo] {
        join(&app, &game, player).await.expect("a seat");
    }
    block(&app, ann, "bo", true).await;
    let say = async |to: To| {
        let (game, words) = (game.clone(), "hello".to_owned());
        let say = OutgoingMessage { game, by: bo, to, at_step: None, words, key: fresh() };
        app.service.chat().say(app.now, say).await
    };
    for to in [vec![Seat(1)], vec![Seat(1), Seat(3)]] {
        let refused = say(To::Seats(to)).await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    }
    say(To::Seats(vec![Seat(3)])).await.expect("said to Cleo");
    say(To::Table).await.expect("said to all");
    let hidden = async |reader: PlayerId| {
        let said = app.service.chat().talk_for(&game, Some(reader), ALL).await.expect("readable");
        said.iter().map(|said| said.words.blocked).collect::<Vec<_>>()
    };
    assert_eq!(hidden(ann).await, [true]);
    assert_eq!(hidden(cleo).await, [false, false]);
    assert_eq!(hidden(bo).await, [false, false]);
    let emailed = async |name: &str| {
        let emails = app.emails_of(name).await;
        emails.iter().any(|email| email.kind == NotificationKind::ChatMessage.key())
    };
    assert!(!emailed("ann").await && emailed("cleo").await);
    let unread = async |reader: PlayerId| {
        read_marks::unread(app.service.store().read(), reader).await.expect("readable").len()
    };
    assert_eq!((unread(ann).await, unread(cleo).await), (0, 1));
    block(&app, ann, "bo", false).await;
    assert_eq!(hidden(ann).await, [false]);
    say(To::Seats(vec![Seat(1)])).await.expect("said to Ann");
}

#[tokio::test]
async fn a_blocked_player_cannot_join_or_invite_but_shared_games_go_on() {
    let mut app = App::seeded(5).await;
    let (ann, bob, shared) = app.pair(TITLE).await;
    let cleo = app.player("cleo").await;
    block(&app, ann, "bob", true).await;
    let hers = app.open_table(TITLE, ann, 3).await;
    let refused = join(&app, &hers, bob).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    join(&app, &hers, cleo).await.expect("others may");
    let cleos = app.open_table(TITLE, cleo, 3).await;
    join(&app, &cleos, ann).await.expect("a seat");
    join(&app, &cleos, bob).await.expect("it is not Ann's table");
    let his = app.open_table(TITLE, bob, 2).await;
    let address = "ann@example.org";
    let tables = app.service.tables();
    let asked = tables.invite_by_mail(app.now, &his, bob, "bob", address, &fresh()).await;
    asked.expect("he is not told");
    assert_eq!(app.invitations().await, 0);
    for _ in 0..4 {
        let game = app.service.games().load(&shared).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&shared, seat).await;
        app.order(&shared, seat, &order).await.expect("legal");
    }
}

#[tokio::test]
async fn blocks_are_private_and_end_with_either_player() {
    let app = App::new().await;
    let [ann, bo] = [app.player("ann").await, app.player("bo").await];
    block(&app, ann, "bo", true).await;
    block(&app, ann, "BO", true).await;
    let refused = app.service.players().block(app.now, ann, "ann", true).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    let unknown = app.service.players().block(app.now, ann, "nobody", true).await;
    assert!(matches!(unknown, Err(ServiceError::NotFound(_))), "{unknown:?}");
    let exported = async |player: PlayerId| {
        let player = app.stored_player(player).await;
        let data = app.service.players().own_data(app.now, &player).await.expect("data");
        let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
        data["blocked_players"].clone()
    };
    assert_eq!(exported(ann).await[0]["name"], "bo");
    assert_eq!(exported(bo).await, serde_json::json!([]), "he is not told");
    let erased = app.service.store().write(writes!(|tx| erasure::forget(tx, bo, &[]).await)).await;
    erased.expect("erased");
    assert!(app.service.players().blocked_by(ann).await.expect("readable").is_empty());
}
