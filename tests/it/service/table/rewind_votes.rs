//! Who may propose a rewind, who may vote, and what is refused.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::{Consent, Rejection, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Table;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

use crate::harness::app::App;
use crate::service::table::rewinds::{back, key, play, propose, vote};

/// Three players at a table with that consent rule; Ann opened it, and has a seat if she plays.
pub async fn three(consent: Consent, plays: bool) -> (App, [PlayerId; 3], GameId) {
    let mut app = App::seeded(5).await;
    let names = ["ann", "bob", "cid"];
    let mut players = Vec::new();
    for name in names {
        players.push(app.player(name).await);
    }
    let new = NewTable {
        title: crate::service::TITLE.to_owned(),
        name: "Three".to_owned(),
        table: Table::of(if plays { 3 } else { 2 }),
        pace: ravenpost_log::act::Pace::of(Some(48 * 3600)),
        public: true,
        consent,
        own_seat: plays.then_some(ravenpost_rules::Seat(1)),
        salt: String::new(),
        bots: Vec::new(),
    };
    let game =
        app.service.tables().open_table(app.now, Some(players[0]), &new).await.expect("a table");
    for player in &players[1..] {
        app.service
            .tables()
            .join_table(app.now, &game, *player, Join::default())
            .await
            .expect("free");
    }
    play(&mut app, &game, 8).await;
    (app, players.try_into().expect("three"), game)
}

async fn refused(app: &App, game: &GameId, player: PlayerId, to: Step, says: &str) {
    let asked =
        app.service.votes().propose_rewind(app.now, game, player, &back(to), &key(says)).await;
    let why = asked.expect_err("it is refused").to_string();
    assert!(why.contains(says), "{why}");
}

async fn last(app: &App, game: &GameId) -> Act {
    app.service.games().load(game).await.unwrap().log.last().unwrap().act.clone()
}

#[tokio::test]
async fn impossible_rewind_steps_are_refused() {
    let (app, [ann, bob, _], game) = three(Consent::All, true).await;
    let at = app.service.games().load(&game).await.unwrap();
    refused(&app, &game, ann, Step::NONE, "there is no step 0").await;
    refused(&app, &game, ann, at.step() + 1, "there is no step").await;
    refused(&app, &game, ann, Step::MAX, "there is no step").await;
    refused(&app, &game, ann, Step(1), "had not started").await;
    refused(&app, &game, ann, at.step(), "nothing has changed").await;
    let stranger = app.player("dot").await;
    refused(&app, &game, stranger, at.step() - 2, "are not in this game").await;
    for reason in ["", "  ", &"x".repeat(201), "two\nlines\u{202e}"] {
        let asked = ravenpost::service::rewind::propose::Proposed {
            to: at.step() - 2,
            reason: reason.to_owned(),
        };
        let key = key("a reason");
        assert!(
            app.service.votes().propose_rewind(app.now, &game, ann, &asked, &key).await.is_err()
        );
    }
    assert_eq!(app.version(&game).await, at.last_seq(), "nothing was stored");
    propose(&app, &game, ann, at.step() - 2).await;
    refused(&app, &game, bob, at.step() - 3, "the table is voting").await;
}

#[tokio::test]
async fn each_voter_votes_once_and_in_time() {
    let (mut app, [ann, bob, cid], game_id) = three(Consent::All, true).await;
    let to = app.service.games().load(&game_id).await.unwrap().step() - 3;
    propose(&app, &game_id, ann, to).await;
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
    let says = |player, step, agrees, key: &str| {
        let (service, now, game_id) = (app.service.clone(), app.now, game_id.clone());
        let key = crate::service::table::rewinds::key(key);
        let word = Word { step, agrees, via: Via::Page };
        async move { service.votes().vote(now, &game_id, player, word, &key).await }
    };
    let stranger = app.player("dot").await;
    assert!(matches!(says(stranger, step, true, "dot").await, Err(ServiceError::Denied(_))));
    assert!(matches!(says(ann, step, true, "ann").await, Err(ServiceError::Denied(_))));
    assert!(says(bob, step - 1, true, "another").await.is_err(), "no such vote is open");
    says(bob, step, true, "bob").await.expect("taken");
    says(bob, step, true, "bob").await.expect("a second click has the same answer");
    assert!(says(bob, step, true, "bob again").await.is_err());
    assert!(says(bob, step, false, "bob otherwise").await.is_err());
    let voted = |act: &Act| matches!(act, Act::Voted { .. });
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.log.iter().filter(|entry| voted(entry.act)).count(), 1);
    // Its time is over, although the clock loop has not run yet.
    let until = game.status.stops.proposal.as_ref().unwrap().until;
    assert_eq!(until, app.now + Duration::hours(48));
    let late = crate::service::table::rewinds::key("late");
    let word = Word { step, agrees: true, via: Via::Page };
    assert!(app.service.votes().vote(until, &game_id, cid, word, &late).await.is_err());
    app.passes(Duration::hours(48)).await;
    assert_eq!(last(&app, &game_id).await, Act::ProposalFailed { cause: Rejection::Expired });
    let after = crate::service::table::rewinds::key("after");
    assert!(app.service.votes().vote(app.now, &game_id, cid, word, &after).await.is_err());
}

#[tokio::test]
async fn simultaneous_votes_both_count_and_take_effect_once() {
    let (app, [ann, bob, cid], game_id) = three(Consent::All, true).await;
    propose(&app, &game_id, ann, app.service.games().load(&game_id).await.unwrap().step() - 3)
        .await;
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
    let racers = [bob, cid, bob, cid].into_iter().enumerate().map(|(at, player)| {
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
    let rewound = |act: &Act| matches!(act, Act::Rewound { .. });
    assert_eq!(game.log.iter().filter(|entry| rewound(entry.act)).count(), 1);
}

#[tokio::test]
async fn failed_proposer_waits_a_week_and_others_do_not() {
    let (mut app, [ann, bob, _], game) = three(Consent::All, true).await;
    let to = app.service.games().load(&game).await.unwrap().step() - 3;
    propose(&app, &game, ann, to).await;
    vote(&app, &game, bob, false).await;
    assert_eq!(last(&app, &game).await, Act::ProposalFailed { cause: Rejection::Rejected });
    refused(&app, &game, ann, to, "your last proposal failed").await;
    propose(&app, &game, bob, to).await;
    let step =
        app.service.games().load(&game).await.unwrap().status.stops.proposal.as_ref().unwrap().step;
    let withdrawn = |player, step, words: &str| {
        let (service, now, game) = (app.service.clone(), app.now, game.clone());
        let key = key(words);
        async move { service.votes().withdraw_proposal(now, &game, player, step, &key).await }
    };
    assert!(withdrawn(ann, step, "not hers").await.is_err());
    withdrawn(bob, step, "his").await.expect("withdrawn");
    assert!(withdrawn(bob, step, "twice").await.is_err());
    assert_eq!(last(&app, &game).await, Act::ProposalFailed { cause: Rejection::Withdrawn });
    app.now += Duration::days(7);
    propose(&app, &game, ann, to).await;
}

#[tokio::test]
async fn majority_suffices_where_the_table_says_so() {
    let (app, [ann, bob, cid], game) = three(Consent::Majority, true).await;
    let to = app.service.games().load(&game).await.unwrap().step() - 3;
    propose(&app, &game, cid, to).await;
    vote(&app, &game, ann, true).await;
    assert!(matches!(last(&app, &game).await, Act::Voted { .. }), "one of two is no majority");
    vote(&app, &game, bob, true).await;
    assert_eq!(last(&app, &game).await, Act::Rewound { to });
}

#[tokio::test]
async fn deciding_organiser_rewinds_without_a_vote() {
    for plays in [true, false] {
        let (app, [ann, bob, cid], game) = three(Consent::Organiser, plays).await;
        let to = app.service.games().load(&game).await.unwrap().step() - 3;
        propose(&app, &game, bob, to).await;
        let step = app
            .service
            .games()
            .load(&game)
            .await
            .unwrap()
            .status
            .stops
            .proposal
            .as_ref()
            .unwrap()
            .step;
        let word = Word { step, agrees: true, via: Via::Page };
        let others = app.service.votes().vote(app.now, &game, cid, word, &key("cid")).await;
        assert!(matches!(others, Err(ServiceError::Denied(_))), "Cid is not asked");
        vote(&app, &game, ann, true).await;
        assert_eq!(last(&app, &game).await, Act::Rewound { to });
        play_on(&app, &game).await;
        assert!(propose(&app, &game, ann, to).await, "her own carries at once");
    }
}

async fn play_on(app: &App, game_id: &GameId) {
    let game = app.service.games().load(game_id).await.unwrap();
    assert!(game.status.stops.proposal.is_none() && !game.status.clocks.waits.is_empty());
}

#[tokio::test]
async fn organiser_without_a_seat_proposes_and_players_vote() {
    let (app, [ann, bob, cid], game) = three(Consent::All, false).await;
    let to = app.service.games().load(&game).await.unwrap().step() - 3;
    assert!(!propose(&app, &game, ann, to).await);
    vote(&app, &game, bob, true).await;
    vote(&app, &game, cid, true).await;
    assert_eq!(last(&app, &game).await, Act::Rewound { to });
}

#[tokio::test]
async fn leaving_during_a_vote_counts_as_consent() {
    let (app, [ann, bob, cid], game_id) = three(Consent::All, true).await;
    let to = app.service.games().load(&game_id).await.unwrap().step() - 3;
    propose(&app, &game_id, ann, to).await;
    vote(&app, &game_id, bob, true).await;
    app.service.tables().leave_seat(app.now, &game_id, cid, &key("leaves")).await.expect("left");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.log.iter().any(|entry| *entry.act == Act::Rewound { to }));
    assert!(game.status.stops.proposal.is_none());
    assert!(
        game.status.seats.slot(ravenpost_rules::Seat(3)).unwrap().left,
        "a seat stays given up"
    );
}

#[tokio::test]
async fn finished_or_waiting_game_cannot_be_rewound() {
    let app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let open = app.open_table(crate::service::TITLE, ann, 2).await;
    refused(&app, &open, ann, Step(1), "has not started").await;
    let over = app.bots_only(crate::service::TITLE, &["random", "random"]).await;
    refused(&app, &over, ann, Step(5), "are not in this game").await;
}
