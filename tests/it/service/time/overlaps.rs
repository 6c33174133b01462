//! A relay outage that overlaps with a vote or an undo: no player gains or loses time.

use chrono::Duration;
use ravenpost::service::game::core::log::Entry;
use ravenpost::service::table::moderate::Measure;
use ravenpost_log::GameId;
use ravenpost_log::act::Act;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;

use crate::harness::app::{App, fresh};
use crate::service::table::rewinds::{holds, key, play, propose, vote};

/// What happens after a number of hours.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Turn {
    Down,
    Up,
    Vote,
    Refused,
    Carried,
    Frozen,
    Thawed,
    /// An order of the first awaited seat.
    Given,
    /// Red takes its order back.
    Back,
}
use Turn::*;

const RED: Seat = Seat(1);

/// The name, what happens at which hour, and the compensated hours.
type Case = (&'static str, &'static [(i64, Turn)], i64);

async fn happens(app: &mut App, game_id: &GameId, turns: &[(i64, Turn)]) {
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let began = app.now;
    for (hour, turn) in turns {
        app.now = began + Duration::hours(*hour);
        match turn {
            Down => app.service.clocks().relay_is_down(app.now).await.expect("noted"),
            Up => drop(app.service.clocks().relay_answers(app.now).await.expect("compensated")),
            Vote => {
                let game = app.service.games().load(game_id).await.unwrap();
                let order = |entry: &Entry| matches!(entry.act, Act::Ordered { .. });
                let last = game.log.iter().rev().find(order).expect("somebody played");
                let to = last.step - 1;
                let to = game.conduct().before_sealed(to).expect("it folds").unwrap_or(to);
                assert!(!propose(app, game_id, ann, to).await);
            }
            Refused => vote(app, game_id, bob, false).await,
            Carried => vote(app, game_id, bob, true).await,
            Given => play(app, game_id, 1).await,
            Back => {
                let key = key(&format!("back {hour}"));
                let back =
                    app.service.play().take_back_last(app.now, game_id, RED, ann, &key).await;
                back.expect("nobody acted since");
            }
            Frozen | Thawed => {
                let freeze = Measure::Freeze { reason: "Blue is away".to_owned() };
                let measure = if *turn == Frozen { freeze } else { Measure::Thaw };
                app.service
                    .tables()
                    .moderate(app.now, game_id, ann, &measure, &fresh())
                    .await
                    .expect("done");
            }
        }
    }
}

#[tokio::test]
async fn overlapping_outages_compensate_each_hour_once() {
    let cases: [Case; 9] = [
        ("within the vote", &[(1, Vote), (2, Down), (4, Up), (6, Refused)], 5),
        ("about the vote", &[(1, Down), (2, Vote), (4, Refused), (6, Up)], 5),
        ("before and into it", &[(1, Down), (2, Vote), (4, Up), (6, Refused)], 5),
        ("from it and beyond", &[(1, Vote), (2, Down), (4, Refused), (6, Up)], 5),
        ("apart", &[(1, Vote), (2, Refused), (4, Down), (6, Up)], 3),
        ("apart, the other way", &[(1, Down), (2, Up), (4, Vote), (6, Refused)], 3),
        ("about a stop", &[(1, Down), (2, Frozen), (4, Thawed), (6, Up)], 5),
        ("from a stop and beyond", &[(1, Frozen), (2, Down), (4, Thawed), (6, Up)], 5),
        (
            "about a stop and a vote",
            &[(1, Down), (2, Frozen), (3, Thawed), (4, Vote), (5, Refused), (6, Up)],
            5,
        ),
    ];
    // Red proposes the vote in vain, so Red's clock runs on except for the outage.
    let own = [2, 5, 3, 4, 2, 1, 5, 5, 5];
    for ((name, turns, hours), own) in cases.into_iter().zip(own) {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(crate::service::TITLE).await;
        play(&mut app, &game, 8).await;
        let before = app.service.games().load(&game).await.unwrap().status.clocks.waits.clone();
        happens(&mut app, &game, turns).await;
        let after = app.service.games().load(&game).await.unwrap();
        for (seat, wait) in &after.status.clocks.waits {
            let gained = wait.due.unwrap() - before[seat].due.unwrap();
            let hours = if *seat == RED { own } else { hours };
            assert_eq!(gained, Duration::hours(hours), "{name}: {seat}");
        }
        holds(&app, &game).await;
        let derived = app.derived().await;
        app.service.games().rebuild(|_| {}).await.expect("made again");
        assert_eq!(app.derived().await, derived, "{name}");
    }
}

#[tokio::test]
async fn rewind_during_an_outage_compensates_only_the_rest() {
    for turns in [
        &[(1, Down), (2, Vote), (4, Carried), (6, Up)][..],
        &[(1, Vote), (2, Down), (4, Carried), (6, Up)],
    ] {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(crate::service::TITLE).await;
        play(&mut app, &game, 8).await;
        let (carried, up) = (&turns[..3], Duration::hours(2));
        happens(&mut app, &game, carried).await;
        let before = app.service.games().load(&game).await.unwrap();
        assert!(before.log.iter().any(|entry| matches!(entry.act, Act::Rewound { .. })));
        app.now += up;
        app.service.clocks().relay_answers(app.now).await.expect("compensated");
        let after = app.service.games().load(&game).await.unwrap();
        for (seat, wait) in &after.status.clocks.waits {
            let gained = wait.due.unwrap() - before.status.clocks.waits[seat].due.unwrap();
            assert_eq!(gained, up, "{seat}");
        }
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn undo_during_an_outage_compensates_each_hour_once() {
    // At first both choose in secret: Red may take its order back until Blue has chosen too.
    let cases: [(Case, i64); 6] = [
        (("within the outage", &[(1, Down), (2, Given), (4, Back), (6, Up)], 5), 5),
        (("into it", &[(1, Given), (2, Down), (4, Back), (6, Up)], 4), 4),
        (("from it and beyond", &[(1, Down), (2, Given), (4, Up), (6, Back)], 3), 3),
        (("about it", &[(1, Given), (2, Down), (4, Up), (6, Back)], 2), 2),
        (
            (
                "about a stop",
                &[(1, Down), (2, Given), (3, Frozen), (4, Thawed), (5, Back), (6, Up)],
                5,
            ),
            5,
        ),
        (
            (
                "again and again",
                &[(1, Down), (2, Given), (3, Back), (3, Given), (4, Back), (4, Given), (6, Back)],
                0,
            ),
            0,
        ),
    ];
    for ((name, turns, red), blue) in cases {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(crate::service::TITLE).await;
        let before = app.service.games().load(&game).await.unwrap().status.clocks.waits.clone();
        happens(&mut app, &game, turns).await;
        let after = app.service.games().load(&game).await.unwrap();
        for (seat, hours) in [(RED, red), (Seat(2), blue)] {
            let gained = after.status.clocks.waits[&seat].due.unwrap() - before[&seat].due.unwrap();
            assert_eq!(gained, Duration::hours(hours), "{name}: {seat}");
        }
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn rewind_over_the_start_of_an_outage_is_compensated() {
    for (turns, hours) in [
        (&[(1, Down), (2, Given), (3, Given), (4, Vote), (5, Carried), (7, Up)][..], 7),
        (&[(1, Down), (2, Given), (3, Given), (4, Up), (5, Vote), (6, Carried)], 6),
    ] {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(crate::service::TITLE).await;
        let blue = Seat(2);
        let before =
            app.service.games().load(&game).await.unwrap().status.clocks.waits[&blue].clone();
        happens(&mut app, &game, turns).await;
        let after = app.service.games().load(&game).await.unwrap();
        assert_eq!(after.seats().awaited_seats(), [RED, blue], "both choose again");
        let gained = after.status.clocks.waits[&blue].due.unwrap() - before.due.unwrap();
        assert_eq!(gained, Duration::hours(hours), "{turns:?}");
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn vote_is_extended_by_a_relay_outage() {
    let mut app = App::seeded(5).await;
    let (_, bob, game_id) = app.pair(crate::service::TITLE).await;
    play(&mut app, &game_id, 8).await;
    happens(&mut app, &game_id, &[(1, Down), (2, Vote)]).await;
    let until = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .status
        .stops
        .proposal
        .clone()
        .unwrap()
        .until;
    app.now += Duration::hours(3);
    app.service.clocks().relay_answers(app.now).await.expect("compensated");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.status.stops.proposal.as_ref().unwrap().until, until + Duration::hours(3));
    assert!(game.status.seats.manned_seats().contains(&Seat(2)));
    vote(&app, &game_id, bob, true).await;
    let late = key("late");
    assert!(
        app.service
            .votes()
            .withdraw_proposal(app.now, &game_id, bob, Step(1), &late)
            .await
            .is_err()
    );
    holds(&app, &game_id).await;
}
