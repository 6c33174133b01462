//! Conduct tests on games in the middle of a private prompt: when an instruction answers, how
//! pauses move its moment, what counts as one miss, and who is counted in a vote.

use chrono::{DateTime, Duration, Utc};

use crate::game::core::batch::{Batch, Salt};
use crate::game::core::test_table::opening;
use crate::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::pace::NotAwaited;
use ravenpost_log::act::{Motion, Opening, Pace, Sitter, Via};
use ravenpost_log::ids::At;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::moments::Drawn;
use ravenpost_log::table::proposal::{Proposal, VoteState};
use ravenpost_log::table::status::GameStatus;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::{Seat, Table, Title};

const BLUE: Seat = Seat(2);

/// A title with votes in its rules, in which an instruction may answer.
fn title() -> &'static dyn Title {
    let votes = |title: &&&'static dyn Title| title.about().verbs.contains(&"support");
    *titles::all().iter().find(votes).expect("there is one")
}

/// A game at a table that seals orders and draws the moments of answers.
fn game(seats: u8) -> Batch {
    let secret = [7; 32];
    let pace = Pace::of(Some(172_800)).sealed_for(600).at_drawn_moments(1_800);
    let opening = Opening {
        table: Table::of(seats),
        epoch: Epoch([5; 32]),
        ..opening(title(), pace, &secret)
    };
    let id = GameId::parse("cases").expect("an id");
    let begins: DateTime<Utc> = "2026-11-20T09:00:00Z".parse().expect("a moment");
    let mut batch =
        Batch::open(&id, &opening, secret, &Entropy::seeded(1), begins).expect("opened");
    for seat in Seat::all(seats) {
        let salt = Salt::drawn(format!("salt {seat}"));
        batch.join(seat, Sitter::Person, salt, false).expect("seated");
    }
    assert!(batch.start_if_full().expect("started"));
    batch
}

#[test]
fn instruction_answers_at_its_moment() {
    let mut batch = game(2);
    batch.order(BLUE, "standing vote any support", Via::Page).expect("left");
    for _ in 0..40 {
        let game = &batch.game;
        let Some(seat) = game.status.clocks.waits.keys().next().copied() else { break };
        if game.status.clocks.waits.get(&BLUE).is_some_and(|wait| wait.decision == "vote") {
            break;
        }
        let order = game.position.fallback(seat);
        batch.order(seat, &order, Via::Page).expect("legal");
    }
    assert!(batch.game.status.clocks.waits.get(&BLUE).is_some_and(|wait| wait.decision == "vote"));
    let act = Act::Ordered { seat: BLUE, order: String::new(), via: Via::Instruction };
    let moment = batch.game.clocks().moment(BLUE).expect("drawn");
    let early = batch.game.conduct().may(&act, moment - Duration::seconds(1));
    assert!(early.expect_err("too early").to_string().contains("has not come yet"));
    batch.game.conduct().may(&act, moment).expect("its moment has come");
}

/// A game for three in which Blue has a private prompt, as one of several prompted together.
fn asked_in_private() -> (GameStatus, Batch) {
    let batch = game(3);
    let mut status = batch.game.status.clone();
    let at = At { seq: batch.game.last_seq(), time: batch.now };
    let due = Some(at.time + Duration::hours(48));
    let wait = Pending { private: true, together: true, ..Pending::begin(at, due) };
    status.clocks.waits.insert(BLUE, wait);
    (status, batch)
}

#[test]
fn moment_moves_by_pauses_and_is_redrawn_for_new_prompts() {
    let hour = Duration::hours(1);
    let (status, batch) = asked_in_private();
    let drawn = Drawn { secret: &[7; 32], game: "cases" };
    let moment = |status: &GameStatus| status.moment(BLUE, drawn).expect("it is asked");
    let mut paused = status.clone();
    paused.clocks.pauses.push((batch.now, batch.now + hour));
    assert_eq!(moment(&paused) - moment(&status), hour);
    // The answer is undone some hours later.
    let (mut back, now) = (status.clone(), batch.now + hour * 5);
    back.clocks.waits.remove(&BLUE);
    let at = At { seq: batch.game.last_seq(), time: now };
    back.reopens(&status, BLUE, batch.now + hour, at);
    assert_eq!(back.clocks.waits.get(&BLUE).expect("asked again").put, now);
}

#[test]
fn default_orders_of_one_turn_count_as_one_miss() {
    let (mut status, batch) = asked_in_private();
    for hours in [48, 50] {
        let due = batch.now + Duration::hours(hours);
        status.was_silent(BLUE, Some(due), batch.game.last_seq());
    }
    assert_eq!(status.seats.slot(BLUE).expect("a seat").silence.lapsed.len(), 1);
}

#[test]
fn seat_not_waited_for_is_not_counted_in_a_vote() {
    let (mut status, batch) = asked_in_private();
    status.pace.not_awaited = Some(NotAwaited { missed: 2, of: 6 });
    for day in [2, 4] {
        let asked = batch.now + Duration::days(day);
        status.clocks.waits.get_mut(&BLUE).expect("asked").asked = asked;
        status.was_silent(BLUE, Some(asked), batch.game.last_seq());
    }
    assert!(status.is_not_awaited(BLUE));
    let until = batch.now + Duration::days(9);
    status.stops.proposal = Some(Proposal {
        step: batch.game.step(),
        by: Some(Seat(1)),
        motion: Motion::End { places: vec![1, 2, 3] },
        party: None,
        reason: String::new(),
        since: batch.now,
        until,
        stops_until: None,
        paused: None,
        votes: [(Some(Seat(3)), true)].into(),
    });
    assert_eq!(status.vote(until), Some(VoteState::Carried));
    assert_eq!(status.vote(until - Duration::seconds(1)), Some(VoteState::Open));
}
