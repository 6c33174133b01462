//! Orders: accepted once, in sequence, for the state that their giver saw.

use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::log::events;

use crate::harness::app::{App, key_of};
use crate::service::TITLE;

const RED: Seat = Seat(1);

async fn against_a_bot() -> (App, ravenpost_log::GameId) {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    assert_eq!(app.status(&game).await, Status::Running);
    (app, game)
}

fn line(app: &App, game: &ravenpost_log::GameId, text: &str, seen: Step) -> OrderLine {
    OrderLine {
        game: game.clone(),
        seat: RED,
        giver: None,
        line: text.to_owned(),
        seen,
        key: key_of(format!("{text} {seen} {}", app.now)),
        via: Via::Page,
    }
}

#[tokio::test]
async fn order_is_stored_with_its_results_and_bots_answer() {
    let (mut app, game) = against_a_bot().await;
    let before = app.step(&game).await;
    let order = app.some_order(&game, RED).await;
    let taken = app.order(&game, RED, &order).await.expect("a legal order is taken");
    assert_eq!(taken.orders, [order]);
    assert!(taken.step > before);
    let log = events::history(app.service.store().read(), &game).await.unwrap();
    assert_eq!(taken.step, log.len() as u64, "what was answered is stored");
}

#[tokio::test]
async fn game_is_restored_from_its_log_alone() {
    let (mut app, game_id) = against_a_bot().await;
    for _ in 0..12 {
        let order = app.some_order(&game_id, RED).await;
        app.order(&game_id, RED, &order).await.expect("a legal order is taken");
    }
    let game = app.service.games().load(&game_id).await.unwrap();
    let log = events::history(app.service.store().read(), &game_id).await.unwrap();
    let log: Vec<_> = log.into_iter().map(std::sync::Arc::new).collect();
    let folded = Game::fold(&game_id, &log).expect("a log that reads back");
    assert_eq!(folded.true_position().document(), game.true_position().document());
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.tip, game.tip);
}

#[tokio::test]
async fn repeated_request_is_one_order_with_one_answer() {
    let (app, game) = against_a_bot().await;
    let order = line(&app, &game, &app.some_order(&game, RED).await, app.step(&game).await);
    let first = app.service.play().give_order(app.now, &order).await.expect("taken");
    let again = app.service.play().give_order(app.now, &order).await.expect("answered as before");
    assert_eq!((first.step, &first.orders), (again.step, &again.orders));
    assert_eq!(first.narration, again.narration);
    assert_eq!(app.step(&game).await, first.step);
}

#[tokio::test]
async fn order_for_a_past_prompt_is_told_what_changed() {
    let (mut app, game) = against_a_bot().await;
    let seen = app.step(&game).await;
    let order = app.some_order(&game, RED).await;
    app.order(&game, RED, &order).await.expect("taken");
    let late = line(&app, &game, &order, seen);
    match app.service.play().give_order(app.now, &late).await {
        Err(ServiceError::Changed { since, step }) => {
            assert_eq!(step, app.step(&game).await);
            assert!(!since.is_empty(), "it is told what happened");
        }
        other => panic!("expected to hear what changed, not {:?}", other.map(|taken| taken.orders)),
    }
}

#[tokio::test]
async fn of_sixteen_concurrent_orders_one_is_accepted() {
    let (app, game) = against_a_bot().await;
    let order = app.some_order(&game, RED).await;
    let seen = app.step(&game).await;
    let racers = (0..16).map(|racer| {
        let key = key_of(format!("racer {racer}"));
        let order = OrderLine { key, ..line(&app, &game, &order, seen) };
        let (service, now) = (app.service.clone(), app.now);
        tokio::spawn(async move { service.play().give_order(now, &order).await.is_ok() })
    });
    let mut taken = 0;
    for racer in racers.collect::<Vec<_>>() {
        taken += u32::from(racer.await.unwrap());
    }
    assert_eq!(taken, 1);
}

#[tokio::test]
async fn malformed_orders_are_refused_and_not_stored() {
    let (mut app, game) = against_a_bot().await;
    let before = app.version(&game).await;
    for rubbish in ["", ";;;", "play", "\0", "drop table event", &"x".repeat(100_000), "é\u{202e}"]
    {
        match app.order(&game, RED, rubbish).await {
            Err(ServiceError::Refused(refusals)) => assert!(!refusals.is_empty()),
            other => panic!("{rubbish:.20?} gave {:?}", other.map(|taken| taken.orders)),
        }
    }
    assert_eq!(app.version(&game).await, before);
}

#[tokio::test]
async fn undo_is_offered_until_something_hidden_is_revealed() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let bob = app.player("bob").await;
    let game_id = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game_id, bob, Default::default())
        .await
        .expect("a free seat");
    let before = app.shown(&game_id, Viewer::Seat(RED)).await;
    let at = app.version(&game_id).await;
    // The first decision is sealed and simultaneous: it reveals nothing until the other is in.
    let order = app.some_order(&game_id, RED).await;
    app.order(&game_id, RED, &order).await.expect("taken");
    let given = app.version(&game_id).await.to_string();
    let key = key_of("back");
    app.service
        .play()
        .take_back(app.now, &game_id, RED, None, &given, &key)
        .await
        .expect("taken back");
    assert_eq!(app.shown(&game_id, Viewer::Seat(RED)).await, before);
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.seats().wait(RED).is_some(), "the seat is asked again");
    let set_aside = game.log.iter().filter(|entry| entry.superseded_by.is_some()).count();
    assert_eq!(set_aside, 1, "the order is still in the log");
    assert_eq!(game.last_seq(), at + 2, "nothing is ever deleted");
    for seat in [RED, Seat(2)] {
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("taken");
    }
    let last = app.version(&game_id).await.to_string();
    let key = key_of("too late");
    let late = app.service.play().take_back(app.now, &game_id, Seat(2), None, &last, &key).await;
    assert!(matches!(late, Err(ServiceError::Refused(_))), "cards were drawn meanwhile");
}

#[tokio::test]
async fn repeated_undo_does_not_get_slower() {
    let mut app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game_id = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game_id, bob, Default::default())
        .await
        .expect("a free seat");
    let before = app.shown(&game_id, Viewer::Seat(RED)).await;
    // Refolding from the start each time would be far too slow.
    for round in 0..40 {
        let order = app.some_order(&game_id, RED).await;
        let given = app.order(&game_id, RED, &order).await.expect("taken").step.to_string();
        let key = key_of(format!("back {round}"));
        app.service
            .play()
            .take_back(app.now, &game_id, RED, None, &given, &key)
            .await
            .expect("back");
    }
    assert_eq!(app.shown(&game_id, Viewer::Seat(RED)).await, before);
    let game = app.service.games().load(&game_id).await.unwrap();
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(&game_id, &log).expect("a log that reads back");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.true_position().document(), game.true_position().document());
}

#[tokio::test]
async fn preview_shows_the_outcome_and_stores_nothing() {
    let (app, game) = against_a_bot().await;
    let before = app.version(&game).await;
    let order = app.some_order(&game, RED).await;
    let foretold =
        app.service.play().preview_order(&game, RED, &order).await.expect("a legal order");
    assert_eq!(foretold.orders, [order]);
    assert!(!foretold.narration.is_empty() || foretold.cut);
    assert_eq!(app.version(&game).await, before);
    assert!(app.service.play().preview_order(&game, RED, "play nothing at all").await.is_err());
}

#[tokio::test]
async fn dry_run_is_shown_only_to_a_seat_that_is_not_awaited() {
    let mut shown = 0;
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(5).await;
        let (.., id) = app.pair(title.about().key).await;
        for _ in 0..20 {
            let game = app.service.games().load(&id).await.expect("a game");
            let position = game.true_position();
            for seat in [RED, Seat(2)] {
                let awaited = position.awaited().iter().any(|one| one.seat == seat);
                let offers = position.instructions(seat).into_iter().flat_map(|group| group.offers);
                for offer in offers.take(3) {
                    let preview = app.service.play().preview_order(&id, seat, &offer.order).await;
                    let Ok(preview) = preview else { continue };
                    assert!(!awaited || preview.dry_run.is_empty(), "{}", offer.order);
                    shown += usize::from(!preview.dry_run.is_empty());
                }
            }
            let Some(next) = position.awaited().first().map(|one| one.seat) else { break };
            let order = app.some_order(&id, next).await;
            app.order(&id, next, &order).await.expect("legal");
        }
    }
    assert!(shown > 0, "no dry run was shown");
}

#[tokio::test]
async fn failed_commit_shows_nothing_and_loses_nothing() {
    let (mut app, game) = against_a_bot().await;
    let before = app.shown(&game, Viewer::Seat(RED)).await;
    let version = app.version(&game).await;
    let order = app.some_order(&game, RED).await;
    app.service.store().fail_commits(1);
    let failed = app.order(&game, RED, &order).await;
    assert!(matches!(failed, Err(ServiceError::Store(_))), "the giver hears of it");
    assert_eq!(app.shown(&game, Viewer::Seat(RED)).await, before);
    assert_eq!(app.version(&game).await, version);
    app.order(&game, RED, &order).await.expect("it goes through the next time");
}

#[tokio::test]
async fn game_of_bots_ends_and_passes_the_audit() {
    let app = App::new().await;
    let game_id = app.bots_only(TITLE, &["random", "steady"]).await;
    assert_eq!(app.status(&game_id).await, Status::Over);
    let audited = app.service.fairness().audit_game(&game_id).await.expect("an audit");
    assert!(audited.clean(), "{audited:?}");
    assert!(audited.orders > 20);
    let dice = app.service.fairness().verify_dice(&game_id).await.expect("the secret is told");
    assert!(dice.holds());
    assert!(dice.draws.len() > 50, "shuffles were recorded");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(matches!(game.log.last().unwrap().act, Act::Ended { .. }));
}

#[tokio::test]
async fn derived_tables_are_rebuilt_from_the_log() {
    let (mut app, game) = against_a_bot().await;
    let order = app.some_order(&game, RED).await;
    app.order(&game, RED, &order).await.expect("taken");
    let before = app.derived().await;
    assert!(before.len() >= 2, "a game and who is awaited");
    assert_eq!(app.service.games().rebuild(|_| {}).await.expect("rebuilt").games, 1);
    assert_eq!(app.derived().await, before);
}
