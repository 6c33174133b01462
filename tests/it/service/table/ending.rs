//! Ending a game by vote, with an agreed result: one event, stored beside the position and
//! verifiable.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::archive::verify::verify;
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost_log::act::{Consent, Pace, Rejection, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::service::table::rewind_votes::three;
use crate::service::table::rewinds::{back, holds, key, play, vote};

fn end(places: &[u8]) -> ProposedEnd {
    ProposedEnd { places: places.to_vec(), reason: "Nobody has time any more".to_owned() }
}

/// Proposes to end the game, and returns whether that was sufficient.
pub async fn propose_end(
    app: &App,
    game: &GameId,
    player: PlayerId,
    places: &[u8],
) -> Result<bool, ServiceError> {
    app.service.votes().propose_end(app.now, game, player, &end(places), &fresh()).await
}

async fn last(app: &App, game: &GameId) -> Act {
    app.service.games().load(game).await.unwrap().log.last().unwrap().act.clone()
}

#[tokio::test]
async fn every_title_can_end_by_agreement() {
    for title in ravenpost::titles::all() {
        let title = title.about().key;
        let mut app = App::seeded(7).await;
        let (ann, bob, game_id) = app.pair(title).await;
        play(&mut app, &game_id, 9).await;
        assert!(!propose_end(&app, &game_id, ann, &[2, 1]).await.expect("put"), "Bob is asked");
        let before = app.service.games().load(&game_id).await.unwrap();
        vote(&app, &game_id, bob, true).await;
        assert_eq!(app.status(&game_id).await, Status::Over, "{title}");
        let game = app.service.games().load(&game_id).await.unwrap();
        assert_eq!(game.last_seq(), before.last_seq() + 2, "a word, and one event that ends it");
        assert!(matches!(&game.log.last().unwrap().act, Act::Ended { agreed: Some(places), .. }
            if *places == [2, 1]));
        let outcome = game.outcome().expect("it has one");
        let places: Vec<_> = outcome.places.iter().map(|one| (one.seat.0, one.place)).collect();
        assert_eq!(places, [(2, 1), (1, 2)]);
        assert!(outcome.verdict.starts_with("Ended by vote: "), "{}", outcome.verdict);
        assert!(game.true_position().outcome().is_none(), "the rules know nothing of it");
        assert!(game.seats().awaited_seats().is_empty() && game.seats().awaited().is_empty());
        holds(&app, &game_id).await;
        assert!(
            app.service.fairness().verify_dice(&game_id).await.expect("the secret is told").holds()
        );
        let whole =
            app.service.archive().export(&game_id, Viewer::Spectator).await.expect("written");
        let inside = verify(&whole).expect("it holds").whole.expect("all of it");
        assert!(inside.audited.clean() && inside.dice.holds());
        over(&mut app, &game_id, [ann, bob]).await;
    }
}

/// The game accepts no further acts, no clock runs, and it can be forked like any finished game.
async fn over(app: &mut App, game: &GameId, [ann, bob]: [PlayerId; 2]) {
    let version = app.version(game).await;
    for seat in Seat::all(2) {
        let presentation =
            app.service.play().read_game(game, Some([ann, bob][seat.index()]), None).await;
        let presentation = presentation.expect("a page");
        assert!(presentation.offers.is_empty() && presentation.aside.is_empty());
        assert!(presentation.take_back(app.now).is_none());
        assert!(presentation.presentation.expect("a board").headline.starts_with("Ended by vote"));
        let loaded = app.service.games().load(game).await.unwrap();
        let order = loaded.true_position().fallback(seat);
        assert!(app.order(game, seat, &order).await.is_err(), "nothing is ordered after");
        assert!(loaded.orders().may_take_back(seat).is_none());
    }
    assert!(propose_end(app, game, bob, &[1, 1]).await.is_err());
    let rewind =
        app.service.votes().propose_rewind(app.now, game, ann, &back(Step(5)), &fresh()).await;
    assert!(rewind.is_err(), "a game that is over does not go back");
    assert!(app.service.tables().leave_seat(app.now, game, ann, &fresh()).await.is_err());
    app.passes(Duration::days(30)).await;
    assert_eq!(app.version(game).await, version, "no clock runs");
    let derived = app.derived().await;
    app.service.games().rebuild(|_| {}).await.expect("made again");
    assert_eq!(app.derived().await, derived);
    let step = app.service.games().load(game).await.unwrap().step();
    let bots = vec![(Seat(2), "random".to_owned())];
    let way = Way::Freely { own_seat: Some(Seat(1)), bots, pace: Pace::of(None) };
    let stranger = app.player("cid").await;
    let fork = NewFork { of: game.clone(), step, way };
    let fork = app.service.tables().fork(app.now, stranger, &fork, &fresh()).await.expect("freely");
    assert_eq!(app.status(&fork).await, Status::Running, "from its last step it is played on");
}

#[tokio::test]
async fn agreed_result_has_places_for_all_or_none() {
    let (app, [ann, bob, cid], game) = three(Consent::All, true).await;
    let version = app.version(&game).await;
    for bad in [&[1][..], &[1, 2], &[0, 1, 2], &[1, 2, 4], &[1, 1, 1, 1], &[255; 3]] {
        let why = propose_end(&app, &game, ann, bad).await.unwrap_err().to_string();
        assert!(why.contains("a place from 1 to 3"), "{bad:?}: {why}");
    }
    let stranger = app.player("dot").await;
    assert!(matches!(propose_end(&app, &game, stranger, &[]).await, Err(ServiceError::Denied(_))));
    let mute = ProposedEnd { places: Vec::new(), reason: " ".to_owned() };
    assert!(app.service.votes().propose_end(app.now, &game, ann, &mute, &fresh()).await.is_err());
    assert_eq!(app.version(&game).await, version, "nothing was stored");
    propose_end(&app, &game, ann, &[]).await.expect("no result");
    assert!(propose_end(&app, &game, bob, &[1, 1, 1]).await.is_err(), "one vote at a time");
    vote(&app, &game, bob, true).await;
    vote(&app, &game, cid, true).await;
    let outcome = app.service.games().load(&game).await.unwrap().outcome().expect("an end");
    assert!(outcome.places.is_empty());
    assert_eq!(outcome.verdict, "Ended by vote: no result");
    holds(&app, &game).await;
}

#[tokio::test]
async fn failed_end_vote_continues_the_game() {
    let (mut app, [ann, bob, cid], game_id) = three(Consent::All, true).await;
    propose_end(&app, &game_id, ann, &[1, 1, 1]).await.expect("put");
    let seat = app.service.games().load(&game_id).await.unwrap().seats().awaited_seats()[0];
    let order = app.some_order(&game_id, seat).await;
    let why = app.order(&game_id, seat, &order).await.map(|_| ()).unwrap_err().to_string();
    assert!(why.contains("the table is voting on ending the game"), "{why}");
    vote(&app, &game_id, bob, true).await;
    let open = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .status
        .stops
        .proposal
        .clone()
        .expect("open");
    app.passes(Duration::hours(48)).await;
    assert_eq!(last(&app, &game_id).await, Act::ProposalFailed { cause: Rejection::Expired });
    let late = Word { step: open.step, agrees: true, via: Via::Page };
    assert!(app.service.votes().vote(app.now, &game_id, cid, late, &key("late")).await.is_err());
    let game = app.service.games().load(&game_id).await.unwrap();
    let told = game.narration().story(Viewer::Spectator, Seq::NONE).unwrap();
    let words: Vec<_> =
        told.iter().flat_map(|step| &step.narration).map(|one| &*one.text).collect();
    let says = |text: &str| assert!(words.iter().any(|one| one.contains(text)), "{words:?}");
    says("proposed to end the game (Red and Blue and Yellow first)");
    says("voted to end the game");
    says("The vote to end the game failed: not enough players agreed in time");
    app.order(&game_id, seat, &order).await.expect("it goes on");
    let again = propose_end(&app, &game_id, ann, &[1, 1, 1]).await.unwrap_err().to_string();
    assert!(again.contains("you can propose again"), "{again}");
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn each_table_ends_by_its_own_consent_rule() {
    let (app, [ann, bob, cid], game) = three(Consent::Majority, true).await;
    propose_end(&app, &game, cid, &[1, 2, 3]).await.expect("put");
    vote(&app, &game, ann, true).await;
    assert_eq!(app.status(&game).await, Status::Running, "one of two is no majority");
    vote(&app, &game, bob, true).await;
    assert_eq!(app.status(&game).await, Status::Over);
    for plays in [true, false] {
        let (app, [ann, ..], game) = three(Consent::Organiser, plays).await;
        assert!(propose_end(&app, &game, ann, &[]).await.expect("hers alone"));
        assert_eq!(app.status(&game).await, Status::Over);
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn concurrent_clicks_end_the_game_once() {
    let (app, [ann, bob, cid], game_id) = three(Consent::All, true).await;
    propose_end(&app, &game_id, ann, &[1, 1, 1]).await.expect("put");
    let step = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .status
        .stops
        .proposal
        .as_ref()
        .unwrap()
        .step;
    let racers = [bob, cid, bob, cid, ann].into_iter().enumerate().map(|(at, player)| {
        let (service, now, game_id) = (app.service.clone(), app.now, game_id.clone());
        let word = Word { step, agrees: true, via: Via::Page };
        let key = key(&format!("racer {at}"));
        tokio::spawn(async move {
            service.votes().vote(now, &game_id, player, word, &key).await.is_ok()
        })
    });
    let mut taken = 0;
    for racer in racers.collect::<Vec<_>>() {
        taken += u32::from(racer.await.unwrap());
    }
    assert_eq!(taken, 2);
    let game = app.service.games().load(&game_id).await.unwrap();
    let ended = |act: &Act| matches!(act, Act::Ended { .. });
    assert_eq!(game.log.iter().filter(|entry| ended(entry.act)).count(), 1);
    for name in ["ann", "bob", "cid"] {
        let kinds = app.emails_queued(name).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "game_over").count(), 1, "{name}");
    }
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn end_without_agreement_is_found_by_the_audit() {
    use ravenpost::service::game::fairness::audit::audit;
    use ravenpost_log::NewEvent;
    use ravenpost_log::chain::{self, Chain};
    use ravenpost_store::log::events;

    let (app, [ann, bob, cid], game_id) = three(Consent::All, true).await;
    propose_end(&app, &game_id, ann, &[1, 2, 3]).await.expect("put");
    vote(&app, &game_id, bob, true).await;
    vote(&app, &game_id, cid, true).await;
    let mut log = events::history(app.service.store().read(), &game_id).await.expect("a log");
    let game = app.service.games().load(&game_id).await.unwrap();
    let secret = game.fairness().draw_inputs().expect("told").secret;
    assert!(audit(&game_id, &log, Some(secret), None).unwrap().clean());
    // The same log with another result, rechained by a forger who knows the secret.
    let last = log.pop().expect("its end");
    let before = game.history().at(last.seq - 1).expect("it folds");
    let act = last.act.replace("[1,2,3]", "[3,2,1]");
    assert_ne!(act, last.act);
    let (at, kind, seat, known, nonce) = (last.at, last.kind, last.seat, last.known, last.nonce);
    let new = NewEvent { at, kind, seat, act, known, facts: last.facts, draws: last.draws, nonce };
    let chain = Chain::of(&game_id, log[0].act.as_bytes(), Some(secret)).expect("a chain");
    log.push(new.linked(&chain, &before.tip));
    assert!(chain::verify(&game_id, &log, Some(secret)).is_ok(), "the chain holds");
    let audited = audit(&game_id, &log, Some(secret), None).unwrap();
    assert!(audited.wrongs()[0].1.contains("not agreed"), "{audited:?}");
}
