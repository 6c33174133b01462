//! What came with which conduct: a game that began by an earlier one keeps it, and what came later
//! is refused there, with the reason.

use chrono::{DateTime, Duration, Utc};

use super::batch::{Batch, Salt};
use crate::service::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::pace::{Leave, NotAwaited};
use ravenpost_log::act::{By, Consent, Motion, Opening, Pace, Sitter, Via};
use ravenpost_log::ids::At;
use ravenpost_log::table::moments::Drawn;
use ravenpost_log::table::pending::Pending;
use ravenpost_log::table::proposal::{Proposal, Standing};
use ravenpost_log::table::status::{CONDUCT, GameStatus};
use ravenpost_log::{Act, GameId, chain};
use ravenpost_rules::dice::Luck;
use ravenpost_rules::{Seat, Table, Title};

const BLUE: Seat = Seat(2);

/// The title in which people vote by its rules: there an instruction may answer.
fn title() -> &'static dyn Title {
    let votes = |title: &&&'static dyn Title| title.about().verbs.contains(&"support");
    *titles::all().iter().find(votes).expect("there is one")
}

/// A game of two people that began by that conduct, with all that a contract of today may have.
fn game(conduct: u8) -> Batch {
    game_of(conduct, 2)
}

/// The same of so many people.
fn game_of(conduct: u8, seats: u8) -> Batch {
    let secret = [7; 32];
    let pace = Pace::of(Some(172_800)).sealed_for(600).at_drawn_moments(1_800);
    let opening = Opening {
        title: title().about().key.to_owned(),
        name: "An old table".to_owned(),
        table: Table::of(seats),
        pace: Pace { vacation: Some(Leave { days: 9, holds: true }), ..pace },
        public: true,
        commitment: Luck::commitment(&secret),
        chain: chain::NEWEST,
        rules: 1,
        conduct,
        organiser: None,
        epoch: None,
        fork: None,
        consent: Consent::All,
    };
    let id = GameId::parse("oldtable").expect("an id");
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

/// Who first allowed an act.
fn first(act: impl Fn(&Batch) -> Act, later: Duration) -> Option<u8> {
    let may = |conduct: &u8| {
        let batch = game(*conduct);
        batch.live.may(&act(&batch), batch.now + later).is_ok()
    };
    let allowed: Vec<u8> = (1..=CONDUCT).filter(may).collect();
    // What one allows, all later ones do.
    let from = allowed.first().copied()?;
    assert_eq!(allowed, (from..=CONDUCT).collect::<Vec<_>>());
    Some(from)
}

#[test]
fn a_stand_in_came_with_the_fourth_conduct_a_vacation_with_the_fifth_and_a_warning_with_the_sixth()
{
    let away = |batch: &Batch| {
        let until = Some(batch.now + Duration::days(3));
        let (bot, by) = (Some("steady".to_owned()), Some(By::Player(BLUE)));
        Act::HandedOver { seat: BLUE, bot, until, by }
    };
    assert_eq!(first(away, Duration::zero()), Some(4));
    let books = |batch: &Batch| {
        let from = batch.now + Duration::days(1);
        Act::Booked { seat: BLUE, from, to: from + Duration::days(2) }
    };
    assert_eq!(first(books, Duration::zero()), Some(5));
    let warned = |batch: &Batch| Act::Warned { closes: batch.now + Duration::days(61 + 14) };
    assert_eq!(first(warned, Duration::days(61)), Some(6));
}

#[test]
fn what_was_left_answers_by_itself_since_the_seventh_conduct_and_within_the_event_before_that() {
    for conduct in 3..=CONDUCT {
        let mut batch = game(conduct);
        batch.order(BLUE, "standing vote any support", Via::Page).expect("left");
        for _ in 0..40 {
            let live = &batch.live;
            let Some(seat) = live.course.waits.keys().next().copied() else { break };
            if live.course.waits.get(&BLUE).is_some_and(|wait| wait.decision == "vote") {
                break;
            }
            let order = live.position.fallback(seat);
            batch.order(seat, &order, Via::Page).expect("legal");
        }
        let asked = batch.live.course.waits.get(&BLUE).is_some_and(|wait| wait.decision == "vote");
        assert_eq!(asked, conduct >= 7, "conduct {conduct}");
        if asked {
            let act = Act::Ordered { seat: BLUE, order: String::new(), via: Via::Left };
            let moment = batch.live.moment(BLUE).expect("drawn");
            let early = batch.live.may(&act, moment - Duration::seconds(1));
            assert!(early.expect_err("too early").to_string().contains("not yet the moment"));
            batch.live.may(&act, moment).expect("its moment has come");
        }
    }
}

/// The course of a game of three under that conduct, in which Blue is asked in private by what is
/// put to several at once, and how it was before.
fn asked_in_private(conduct: u8) -> (GameStatus, Batch) {
    let batch = game_of(conduct, 3);
    let mut course = batch.live.course.clone();
    let at = At { seq: batch.live.last_seq(), time: batch.now };
    let due = Some(at.time + Duration::hours(48));
    let wait = Pending { private: true, together: true, ..Pending::begin(at, due) };
    course.waits.insert(BLUE, wait);
    (course, batch)
}

#[test]
fn a_moment_is_used_up_by_time_that_stands_still_before_the_eighth_conduct() {
    let hour = Duration::hours(1);
    for conduct in [7, 8] {
        let (course, batch) = asked_in_private(conduct);
        let drawn = Drawn { secret: &[7; 32], game: "oldtable" };
        let moment = |course: &GameStatus| course.moment(BLUE, drawn).expect("it is asked");
        let mut stood = course.clone();
        stood.pauses.push((batch.now, batch.now + hour));
        let later = moment(&stood) - moment(&course);
        assert_eq!(later, if conduct < 8 { Duration::zero() } else { hour }, "{conduct}");
        // The answer that is taken back, some hours later.
        let (mut back, now) = (course.clone(), batch.now + hour * 5);
        back.waits.remove(&BLUE);
        let at = At { seq: batch.live.last_seq(), time: now };
        back.reopens(&course, BLUE, batch.now + hour, at);
        let put = back.waits.get(&BLUE).expect("asked again").put;
        assert_eq!(put, if conduct < 8 { batch.now } else { now }, "{conduct}");
    }
}

#[test]
fn the_default_orders_of_one_turn_are_one_miss_since_the_eighth_conduct() {
    for conduct in [7, 8] {
        let (mut course, batch) = asked_in_private(conduct);
        for hours in [48, 50] {
            let due = batch.now + Duration::hours(hours);
            course.was_silent(BLUE, Some(due), batch.live.last_seq());
        }
        let missed = course.slot(BLUE).expect("a seat").silence.lapsed.len();
        assert_eq!(missed, if conduct < 8 { 2 } else { 1 }, "{conduct}");
    }
}

#[test]
fn whom_nobody_waits_for_is_counted_in_a_vote_before_the_eighth_conduct() {
    for conduct in [7, 8] {
        let (mut course, batch) = asked_in_private(conduct);
        course.pace.not_awaited = Some(NotAwaited { missed: 2, of: 6 });
        for day in [2, 4] {
            let asked = batch.now + Duration::days(day);
            course.waits.get_mut(&BLUE).expect("asked").asked = asked;
            course.was_silent(BLUE, Some(asked), batch.live.last_seq());
        }
        assert!(course.is_not_awaited(BLUE));
        let until = batch.now + Duration::days(9);
        course.proposal = Some(Proposal {
            step: batch.live.step(),
            by: Some(Seat(1)),
            motion: Motion::End { places: vec![1, 2, 3] },
            party: None,
            reason: String::new(),
            since: batch.now,
            until,
            votes: [(Some(Seat(3)), true)].into(),
        });
        let carried = if conduct < 8 { Standing::Open } else { Standing::Carried };
        assert_eq!(course.vote(until), Some(carried), "{conduct}");
        assert_eq!(course.vote(until - Duration::seconds(1)), Some(Standing::Open));
    }
}
