//! Salts: players add to the dice seed when they open or join a table, so that the server cannot
//! know the draws beforehand.

use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Consent;
use ravenpost_rules::{Seat, Table};
use serde_json::Value;

use crate::harness::app::{App, PACE};

/// The draws of a game on that server with the opener's salt, and the log's entries about salts.
async fn drawn(seed: u64, word: &str) -> (String, Vec<(String, bool)>) {
    let mut app = App::seeded(seed).await;
    let ann = app.player("ann").await;
    let new = NewTable {
        title: "gotlandia".to_owned(),
        name: "A quiet evening".to_owned(),
        table: Table::of(2),
        pace: PACE,
        public: true,
        consent: Consent::All,
        own_seat: Some(Seat(1)),
        salt: word.to_owned(),
        bots: vec![(Seat(2), "random".to_owned())],
    };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for _ in 0..6 {
        app.service.clocks().tick(app.now).await.expect("a tick");
        if app
            .service
            .games()
            .load(&game_id)
            .await
            .expect("a game")
            .seats()
            .awaited_seats()
            .contains(&Seat(1))
        {
            let order = app.some_order(&game_id, Seat(1)).await;
            app.order(&game_id, Seat(1), &order).await.expect("legal");
        }
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    let draws: String = game.events().map(|event| event.draws.as_str()).collect();
    let salts = game.events().filter_map(|event| salt(&event.act)).collect();
    (draws, salts)
}

/// The salt of an act, and whether a player entered it.
fn salt(act: &str) -> Option<(String, bool)> {
    let act: Value = serde_json::from_str(act).expect("an act");
    let joined = act.get("Joined")?;
    let written = joined.get("custom_salt").and_then(Value::as_bool);
    Some((joined["salt"].as_str()?.to_owned(), written.unwrap_or_default()))
}

#[tokio::test]
async fn players_salt_is_in_the_dice_and_the_log() {
    let (plain, with) = (drawn(7, "").await, drawn(7, "a word of mine").await);
    assert!(plain.0.len() > 20, "something was drawn: {}", plain.0);
    assert_eq!(plain, drawn(7, "").await, "the same server, secret and game draw the same");
    assert_ne!(plain.0, with.0, "a word changes what is drawn");
    assert_ne!(with.0, drawn(7, "a word of yours").await.0, "and another word does too");
    let mine = ("a word of mine".to_owned(), true);
    assert!(with.1.contains(&mine), "it stands in the log as written: {:?}", with.1);
    let made = |(salt, written): &(String, bool)| !written && !salt.is_empty();
    assert!(plain.1.iter().all(made), "where none is written one is made: {:?}", plain.1);
}
