//! A vote and an outage of the relay that overlap: nobody gains by it and nobody loses.

use chrono::Duration;
use ravenpost::rules::Seat;
use ravenpost::rules::act::Act;
use ravenpost::service::moderate::Measure;
use ravenpost::store::GameId;

use super::rewinds::{holds, key, play, propose, vote};
use crate::harness::app::{App, fresh};

/// What is told to happen after so many hours, in order.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Turn {
    Down,
    Up,
    Vote,
    Refused,
    Carried,
    Frozen,
    Thawed,
}
use Turn::*;

/// What it is called, what happens at which hour, and how many hours are given back.
type Case = (&'static str, &'static [(i64, Turn)], i64);

async fn happens(app: &mut App, game: &GameId, turns: &[(i64, Turn)]) {
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let began = app.now;
    let to = app.service.live(game).await.unwrap().step() - 2;
    for (hour, turn) in turns {
        app.now = began + Duration::hours(*hour);
        match turn {
            Down => app.service.relay_is_down(app.now).await.expect("noted"),
            Up => drop(app.service.relay_answers(app.now).await.expect("made good")),
            Vote => {
                assert!(!propose(app, game, ann, to).await);
            }
            Refused => vote(app, game, bob, false).await,
            Carried => vote(app, game, bob, true).await,
            Frozen | Thawed => {
                let freeze = Measure::Freeze { reason: "Blue is away".to_owned() };
                let measure = if *turn == Frozen { freeze } else { Measure::Thaw };
                app.service.moderate(app.now, (game, ann), &measure, &fresh()).await.expect("done");
            }
        }
    }
}

#[tokio::test]
async fn however_they_overlap_each_hour_is_given_back_once() {
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
    for (name, turns, hours) in cases {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(super::TITLE).await;
        play(&mut app, &game, 8).await;
        let before = app.service.live(&game).await.unwrap().course.waits.clone();
        happens(&mut app, &game, turns).await;
        let after = app.service.live(&game).await.unwrap();
        for (seat, wait) in &after.course.waits {
            let gained = wait.due.unwrap() - before[seat].due.unwrap();
            assert_eq!(gained, Duration::hours(hours), "{name}: {seat}");
        }
        holds(&app, &game).await;
        let derived = app.derived().await;
        app.service.rebuild(|_| {}).await.expect("made again");
        assert_eq!(app.derived().await, derived, "{name}");
    }
}

#[tokio::test]
async fn after_a_table_went_back_only_what_of_the_outage_came_then_is_made_good() {
    for turns in [
        &[(1, Down), (2, Vote), (4, Carried), (6, Up)][..],
        &[(1, Vote), (2, Down), (4, Carried), (6, Up)],
    ] {
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(super::TITLE).await;
        play(&mut app, &game, 8).await;
        let (carried, up) = (&turns[..3], Duration::hours(2));
        happens(&mut app, &game, carried).await;
        let before = app.service.live(&game).await.unwrap();
        assert!(before.log.iter().any(|entry| matches!(entry.act, Act::Rewound { .. })));
        app.now += up;
        app.service.relay_answers(app.now).await.expect("made good");
        let after = app.service.live(&game).await.unwrap();
        for (seat, wait) in &after.course.waits {
            let gained = wait.due.unwrap() - before.course.waits[seat].due.unwrap();
            assert_eq!(gained, up, "{seat}");
        }
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn a_vote_is_open_for_as_much_longer_as_the_relay_was_down() {
    let mut app = App::seeded(5).await;
    let (_, bob, game) = app.pair(super::TITLE).await;
    play(&mut app, &game, 8).await;
    happens(&mut app, &game, &[(1, Down), (2, Vote)]).await;
    let until = app.service.live(&game).await.unwrap().course.proposal.clone().unwrap().until;
    app.now += Duration::hours(3);
    app.service.relay_answers(app.now).await.expect("made good");
    let live = app.service.live(&game).await.unwrap();
    assert_eq!(live.course.proposal.as_ref().unwrap().until, until + Duration::hours(3));
    assert!(live.course.manned_seats().contains(&Seat(2)));
    vote(&app, &game, bob, true).await;
    let late = key("late");
    assert!(app.service.withdraw_proposal(app.now, (&game, bob), 1, &late).await.is_err());
    holds(&app, &game).await;
}
