//! A seat that is not awaited does not vote by its silence. When the vote's time is over, it is not
//! counted, provided that another voter was asked. An explicit vote counts as usual.

use chrono::Duration;
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_log::act::pace::NotAwaited;
use ravenpost_log::act::vote::Rejection;
use ravenpost_log::act::{Consent, Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, export};
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;
use crate::service::table::rewinds::propose;

/// A game of Ann and others, some of whom did not answer until they were no longer awaited.
async fn table(others: &[&str], consent: Consent, silent: &[Seat]) -> (App, GameId) {
    let mut app = App::seeded(6).await;
    let ann = app.player("ann").await;
    let not_awaited = Some(NotAwaited { missed: 2, of: 6 });
    let pace = Pace { not_awaited, ..Pace::of(Some(48 * 3600)) };
    let seats = u8::try_from(others.len()).expect("few") + 1;
    let new = NewTable { pace, consent, ..app.plain(TITLE, seats) };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in others {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, player, Join::default())
            .await
            .expect("a seat");
    }
    for _ in 0..100 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        if silent.iter().all(|seat| game.status.is_not_awaited(*seat)) {
            return (app, game_id);
        }
        match game.seats().awaited_seats().into_iter().find(|seat| !silent.contains(seat)) {
            Some(seat) => {
                let order = app.some_order(&game_id, seat).await;
                app.order(&game_id, seat, &order).await.expect("legal");
            }
            None => app.passes(Duration::hours(48)).await,
        }
    }
    panic!("they are waited for for ever");
}

async fn says(app: &App, game_id: &GameId, who: &str, agrees: bool) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let step = game.status.stops.proposal.as_ref().expect("a vote is open").step;
    let (player, word) = (app.player_of(who).await, Word { step, agrees, via: Via::Page });
    app.service.votes().vote(app.now, game_id, player, word, &fresh()).await.expect("said");
}

/// Ends the open vote, if any.
async fn is_over(app: &mut App, game_id: &GameId) {
    let game = app.service.games().load(game_id).await.expect("a game");
    if let Some(vote) = &game.status.stops.proposal {
        app.now = vote.until;
        app.service.clocks().tick(app.now).await.expect("a tick");
    }
    holds(app, game_id).await;
}

/// Checks that all acts were allowed, both with the titles and with only the file, whole or in
/// part.
async fn holds(app: &App, game: &GameId) {
    let audited = app.service.fairness().audit_game(game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
    for viewer in Seat::all(3).map(Viewer::Seat).chain([Viewer::Spectator]) {
        let text = app.service.archive().export(game, viewer).await.expect("written");
        export::check(&text).unwrap_or_else(|wrong| panic!("{viewer:?}: {wrong}"));
    }
}

/// Whether Ann's proposal to end the game passes with these votes when its time is over.
async fn ends(silent: &[Seat], words: &[(&str, bool)]) -> bool {
    let (mut app, game) = table(&["bob", "carol"], Consent::All, silent).await;
    let (ann, reason) = (app.player_of("ann").await, "Two of us are left".to_owned());
    let end = ProposedEnd { places: vec![1, 2, 3], reason };
    app.service.votes().propose_end(app.now, &game, ann, &end, &fresh()).await.expect("put");
    for (who, agrees) in words {
        says(&app, &game, who, *agrees).await;
    }
    is_over(&mut app, &game).await;
    app.status(&game).await == Status::Over
}

#[tokio::test]
async fn absent_player_does_not_block_a_vote() {
    let bob = Seat(2);
    assert!(ends(&[bob], &[("carol", true)]).await, "Bob has vanished");
    assert!(!ends(&[bob], &[("carol", true), ("bob", false)]).await, "Bob has a word");
    assert!(!ends(&[bob], &[]).await, "Carol is waited for, and her silence refuses");
}

#[tokio::test]
async fn no_player_decides_alone_over_seats_not_waited_for() {
    assert!(!ends(&[Seat(2), Seat(3)], &[]).await);
}

#[tokio::test]
async fn rewind_without_an_absent_player_is_seen_by_all() {
    let (mut app, game_id) = table(&["bob", "carol"], Consent::All, &[Seat(2)]).await;
    let (ann, to) = (app.player_of("ann").await, app.step(&game_id).await.before());
    propose(&app, &game_id, ann, to).await;
    says(&app, &game_id, "carol", true).await;
    is_over(&mut app, &game_id).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.log.iter().any(|entry| matches!(entry.act, Act::Rewound { .. })));
}

#[tokio::test]
async fn refusal_by_present_players_is_seen_by_all() {
    let others = ["bob", "carol", "dave"];
    let (mut app, game_id) = table(&others, Consent::Majority, &[Seat(2)]).await;
    let (ann, reason) = (app.player_of("ann").await, "Three of us are left".to_owned());
    let end = ProposedEnd { places: vec![1, 2, 3, 4], reason };
    app.service.votes().propose_end(app.now, &game_id, ann, &end, &fresh()).await.expect("put");
    says(&app, &game_id, "carol", false).await;
    is_over(&mut app, &game_id).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let refused = Act::ProposalFailed { cause: Rejection::Rejected };
    assert!(game.log.iter().any(|entry| *entry.act == refused), "one of two refuses");
}
