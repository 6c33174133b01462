//! Individual tricks by which players and organisers may try to stall a game, and their results.

use chrono::Duration;

use crate::game::clocks::stall_tests::{A, B, ORGANISER, Stall};
use crate::titles;
use ravenpost_log::Act;
use ravenpost_log::act::{By, Motion, Outage, Pace, Via};
use ravenpost_log::table::clock_state::AT_LEAST;
use ravenpost_rules::{Seat, Title};

const HOUR: u32 = 3_600;

/// A table at which the first seat has a prompt, with `left` remaining.
fn asked(title: &dyn Title, seats: u8, seed: u64, left: Duration) -> (Stall, Seat) {
    let mut stall = Stall::new(title, seats, Pace::of(Some(24 * HOUR)), seed);
    let seat = *stall.batch.game.status.clocks.waits.keys().next().expect("somebody is asked");
    let span = stall.due(seat) - left - stall.now();
    stall.passes(span);
    (stall, seat)
}

/// Like `asked`, with an undoable order that was given and undone once.
fn undone(title: &dyn Title, left: Duration) -> Option<(Stall, Seat, String)> {
    let (stall, seat) = asked(title, 2, 3, left);
    let mut orders = stall.batch.game.position.legal(seat).orders.into_iter();
    orders.find_map(|order| {
        let (mut stall, seat) = asked(title, 2, 3, left);
        let given = stall.batch.order(seat, &order, Via::Page).is_ok();
        let undone = given && stall.undoes(seat);
        // An instruction is not an answer.
        let last = stall.batch.game.log.last().map(|last| last.act.clone());
        (undone && matches!(last, Some(Act::Undone { .. }))).then_some((stall, seat, order))
    })
}

#[test]
fn undo_grants_extra_minutes_once_per_prompt() {
    let mut tried = 0;
    for title in titles::all() {
        let Some((mut stall, seat, order)) = undone(*title, Duration::minutes(1)) else { continue };
        let here = title.about().key;
        assert_eq!(stall.due(seat), stall.now() + AT_LEAST, "{here}");
        stall.batch.now = stall.due(seat) - Duration::minutes(1);
        stall.batch.order(seat, &order, Via::Page).expect("legal");
        assert!(!stall.undoes(seat), "{here}: not twice");
        tried += 1;
    }
    assert!(tried >= 2, "only {tried} titles let a first order be undone");
}

#[test]
fn undo_never_moves_a_deadline() {
    let mut tried = 0;
    for title in titles::all() {
        let Some((mut stall, seat, order)) = undone(*title, Duration::hours(24)) else { continue };
        let (here, due) = (title.about().key, stall.due(seat));
        for _ in 0..40 {
            stall.batch.order(seat, &order, Via::Page).expect("legal");
            stall.passes(Duration::hours(7));
            if !stall.undoes(seat) {
                break;
            }
            assert!(stall.due(seat) <= due + AT_LEAST, "{here}");
            assert!(stall.now() < due + Duration::hours(24), "{here}: it goes on for ever");
        }
        assert!(stall.now() < due + Duration::hours(24), "{here}");
        tried += 1;
    }
    assert!(tried >= 2, "only {tried} titles let a first order be undone");
}

#[test]
fn retaken_seat_keeps_its_remaining_time() {
    let (mut stall, seat) = asked(titles::all()[0], 3, 4, Duration::minutes(5));
    // While the game is paused, nothing is played for a seat that was given up.
    assert!(stall.pauses(ORGANISER));
    let due = stall.due(seat);
    for open in [true, false, true] {
        assert!(
            stall.leaves(seat) && stall.gives_away(seat, open) && stall.gives_away(seat, !open)
        );
        assert_eq!(stall.due(seat), due, "kept for one or another");
        assert!(stall.takes_over(seat, true));
        assert_eq!(stall.due(seat), due, "taken again");
    }
}

#[test]
fn newcomer_gets_full_time_once_and_then_hours() {
    let (mut stall, seat) = asked(titles::all()[0], 3, 4, Duration::minutes(5));
    assert!(stall.pauses(ORGANISER));
    assert!(stall.leaves(seat) && stall.gives_away(seat, true) && stall.takes_over(seat, false));
    assert_eq!(stall.due(seat), stall.now() + Duration::hours(24));
    assert!(stall.resumes(ORGANISER));
    let span = stall.due(seat) - Duration::minutes(5) - stall.now();
    stall.passes(span);
    assert!(stall.pauses(ORGANISER));
    assert!(stall.leaves(seat) && stall.gives_away(seat, true) && stall.takes_over(seat, false));
    let half = Duration::hours(12);
    assert_eq!(stall.due(seat), stall.now() + half, "the full time once in ten questions");
    stall.passes(Duration::hours(3));
    assert!(stall.resumes(ORGANISER));
    assert_eq!(stall.due(seat), stall.now() + half, "the clock stood");
}

#[test]
fn no_deadline_after_a_long_pause_falls_at_night() {
    let half = Duration::hours(12);
    for hours in [0, 3] {
        let (mut stall, seat) = asked(titles::all()[0], 3, 5, Duration::minutes(5));
        assert!(stall.pauses(ORGANISER));
        stall.passes(Duration::minutes(50) + Duration::hours(hours));
        assert!(stall.resumes(ORGANISER));
        let left = stall.due(seat) - stall.now();
        assert_eq!(left, if hours > 0 { half } else { Duration::minutes(5) });
        if hours > 0 {
            stall.passes(half - Duration::minutes(5));
            assert!(stall.pauses(ORGANISER));
            stall.passes(Duration::hours(2));
            assert!(stall.resumes(ORGANISER));
            assert_eq!(stall.due(seat) - stall.now(), Duration::minutes(5), "once for a question");
        }
    }
    // An outage and a vote withdrawn by another seat are compensated; the proposer's own vote is
    // not.
    let (mut stall, seat) = asked(titles::all()[0], 3, 6, Duration::minutes(5));
    let from = stall.now();
    stall.batch.now += Duration::hours(2);
    let lost = Act::OutageCompensated { from, until: stall.now(), component: Outage::Server };
    assert!(stall.tries(lost));
    assert_eq!(stall.due(seat) - stall.now(), half);
    for own in [true, false] {
        let (mut stall, seat) = asked(titles::all()[0], 3, 7, Duration::minutes(5));
        let by = if own { seat } else { Seat(1 + seat.0 % 3) };
        assert!(stall.proposes(by, Motion::End { places: vec![] }));
        stall.passes(Duration::hours(2));
        assert!(stall.withdraws(by));
        assert_eq!(stall.due(seat) - stall.now(), if own { AT_LEAST } else { half });
    }
}

#[test]
fn organisers_pause_gives_their_own_seat_no_time() {
    let (mut stall, seat) = asked(titles::all()[0], 3, 5, Duration::minutes(5));
    let admin = By::Admin(Some(seat));
    assert!(stall.pauses(admin));
    stall.passes(Duration::hours(3));
    assert!(stall.resumes(admin));
    assert_eq!(stall.due(seat) - stall.now(), Duration::minutes(5));
}

#[test]
fn failed_votes_stop_clocks_for_at_most_a_day_a_week() {
    let mut stall = Stall::new(titles::all()[0], 4, Pace::of(Some(60 * HOUR)), 8);
    let begins = stall.now();
    let end = Motion::End { places: vec![] };
    let (mut paused, mut parallel) = (Duration::zero(), 0);
    for by in Seat::all(4) {
        assert!(stall.proposes(by, end.clone()), "each may propose");
        for _ in 0..40 {
            let still = stall.batch.game.status.stops.since().is_some();
            paused += if still { Duration::hours(1) } else { Duration::zero() };
            if !still {
                parallel += 1;
                let asked = stall.batch.game.status.clocks.waits.keys().next().copied();
                if let Some(asked) = asked.filter(|_| parallel % 16 == 1) {
                    assert!(stall.orders(asked), "orders are taken");
                }
            }
            stall.passes(Duration::hours(1));
        }
        assert!(stall.withdraws(by));
    }
    assert!(stall.now() - begins < Duration::days(7));
    assert!(paused <= Duration::hours(25), "{} hours", paused.num_hours());
    assert!(parallel > 100, "{parallel}");
    let resumed = stall.batch.game.log.iter().filter(|one| *one.act == Act::ClocksResumed).count();
    assert_eq!(resumed, 1);
}

#[test]
fn players_without_failed_votes_propose_first() {
    let mut stall = Stall::new(titles::all()[0], 3, Pace::of(Some(24 * HOUR)), 9);
    let end = Motion::End { places: vec![] };
    assert!(stall.proposes(A, end.clone()) && stall.withdraws(A));
    stall.passes(Duration::days(8));
    assert!(stall.proposes(B, end.clone()) && stall.withdraws(B));
    assert!(!stall.proposes(A, end.clone()), "others come first");
    assert!(stall.proposes(Seat(3), end));
}

#[test]
fn after_the_first_day_the_oldest_failed_proposal_goes_first() {
    let end = Motion::End { places: vec![] };
    let [oldest, newer, last] = [Seat(3), A, B];
    // How many hours after the last failed vote, and which seats may propose then.
    for (hours, may) in [(1, [false, false]), (25, [true, false]), (49, [true, true])] {
        for (by, may) in [oldest, newer].into_iter().zip(may) {
            let mut stall = Stall::new(titles::all()[0], 3, Pace::of(Some(24 * HOUR)), 10);
            for (by, days) in [(oldest, 1), (newer, 8), (last, 0)] {
                assert!(stall.proposes(by, end.clone()) && stall.withdraws(by));
                stall.passes(Duration::days(days));
            }
            stall.passes(Duration::hours(hours));
            assert_eq!(stall.proposes(by, end.clone()), may, "seat {by} after {hours} hours");
        }
    }
}
