//! What came with which conduct: a game that began by an earlier one keeps it, and what came later
//! is refused there, with the reason.

use chrono::{DateTime, Duration, Utc};

use super::batch::{Batch, Salt};
use crate::service::people::secret::Entropy;
use crate::titles;
use ravenpost_log::act::pace::Leave;
use ravenpost_log::act::{By, Consent, Opening, Pace, Sitter, Via};
use ravenpost_log::table::status::CONDUCT;
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
    let secret = [7; 32];
    let pace = Pace::of(Some(172_800)).sealed_for(600).at_drawn_moments(1_800);
    let opening = Opening {
        title: title().about().key.to_owned(),
        name: "An old table".to_owned(),
        table: Table::of(2),
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
    for seat in Seat::all(2) {
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
