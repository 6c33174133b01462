//! A seat's reserves beyond the time per prompt: a bank that runs afterwards, and its player's
//! vacation by dates. Neither can be used to gain time.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::clocks::presets;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::vacation::Dates;
use ravenpost_log::act::Pace;
use ravenpost_log::act::cause::Absence;
use ravenpost_log::act::pace::{Bank, DaysOff, Leave};
use ravenpost_log::act::time_reasons::Why;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Viewer};

use crate::harness::acts::count;
use crate::harness::app::{App, fresh};
use crate::service::time::contracts::python;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);
const HOUR: u32 = 3_600;

/// A table of these players, on a Friday at nine.
async fn table(title: &str, seed: u64, pace: Pace, names: &[&str]) -> (App, GameId) {
    let mut app = App::seeded(seed).await;
    app.now = "2026-11-20T09:00:00Z".parse().expect("a moment");
    let ann = app.player(names[0]).await;
    let seats = u8::try_from(names.len()).expect("few");
    let new = NewTable { pace, ..app.plain(title, seats) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in &names[1..] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game, player, Join::default())
            .await
            .expect("a seat");
    }
    (app, game)
}

async fn load_game(app: &App, game: &GameId) -> Arc<Game> {
    app.service.games().load(game).await.expect("a game")
}

async fn wait(app: &App, game: &GameId, seat: Seat) -> Pending {
    load_game(app, game).await.seats().wait(seat).cloned().expect("asked")
}

async fn due(app: &App, game: &GameId, seat: Seat) -> DateTime<Utc> {
    wait(app, game, seat).await.due.expect("a deadline")
}

async fn holds(app: &App, game_id: &GameId) {
    let game = load_game(app, game_id).await;
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.seats.slots, game.status.seats.slots);
    assert_eq!(folded.status.vacations, game.status.vacations);
    for wait in game.status.clocks.waits.values() {
        let sum: Duration = wait.parts.iter().map(|part| part.span).sum();
        assert_eq!(Some(wait.asked + sum), wait.due, "{:?}", wait.parts);
    }
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

async fn answer(app: &mut App, game: &GameId, seat: Seat) {
    let order = app.some_order(game, seat).await;
    app.order(game, seat, &order).await.expect("legal");
}

async fn banked(app: &App, game: &GameId, seat: Seat) -> i64 {
    load_game(app, game).await.status.seats.bank(seat).expect("a bank").num_hours()
}

fn with_bank() -> Pace {
    let bank = Some(Bank { seconds: 72 * HOUR, increment: 6 * HOUR, max: 80 * HOUR });
    Pace { bank, ..Pace::of(Some(24 * HOUR)) }
}

/// Red has sealed the first answer, and Blue is an hour late.
async fn blue_draws() -> (App, GameId) {
    let (mut app, game) = table("gotlandia", 6, with_bank(), &["ann", "bob"]).await;
    app.passes(Duration::hours(20)).await;
    answer(&mut app, &game, RED).await;
    app.passes(Duration::hours(5)).await;
    (app, game)
}

#[tokio::test]
async fn bank_runs_after_the_deadline_and_the_rest_returns() {
    let (mut app, game) = blue_draws().await;
    assert_eq!(count(&app, &game, "bank-started").await, 1);
    assert_eq!(count(&app, &game, "timed-out").await, 0);
    let blue = wait(&app, &game, BLUE).await;
    assert_eq!(blue.due, Some(blue.asked + Duration::hours(96)));
    assert!(blue.parts.iter().any(|part| part.why == Why::Bank));
    assert_eq!(banked(&app, &game, BLUE).await, 0, "all of it is drawn on");
    assert!(
        load_game(&app, &game).await.orders().may_take_back(RED).is_none(),
        "sealed by then is sealed"
    );
    let emails = app.emails_of("bob").await;
    let queued = emails.iter().find(|queued| queued.kind == "reminder_last_call").expect("owed");
    let email = app.written(queued).await.expect("written");
    assert!(email.headline.contains("Time bank until"), "{}", email.headline);
    assert!(email.text.contains("Your time bank lasts until"), "{}", email.text);
    app.now += Duration::hours(9);
    while load_game(&app, &game).await.seats().wait(BLUE).is_some_and(|now| now.asked == blue.asked)
    {
        answer(&mut app, &game, BLUE).await;
    }
    assert_eq!(banked(&app, &game, BLUE).await, 72 - 10 + 6, "ten hours are spent, six come in");
    assert_eq!(banked(&app, &game, RED).await, 78, "who was in time has more");
    holds(&app, &game).await;
}

#[tokio::test]
async fn empty_bank_stops_and_full_bank_gains_nothing() {
    let (mut app, game) = blue_draws().await;
    app.passes(Duration::hours(72)).await;
    assert_eq!(count(&app, &game, "timed-out").await, 1, "it is spent");
    assert_eq!(banked(&app, &game, BLUE).await, 0, "nothing comes in for a default order");
    for _ in 0..30 {
        app.now += Duration::minutes(10);
        let Some(seat) = load_game(&app, &game).await.seats().awaited_seats().first().copied()
        else {
            break;
        };
        answer(&mut app, &game, seat).await;
        assert!(banked(&app, &game, RED).await <= 80, "it holds no more");
    }
    assert_eq!(banked(&app, &game, RED).await, 80);
    holds(&app, &game).await;
}

#[tokio::test]
async fn undo_and_rewind_add_nothing_to_a_bank() {
    let (mut app, game) = table("gotlandia", 6, with_bank(), &["ann", "bob"]).await;
    answer(&mut app, &game, RED).await;
    let full = banked(&app, &game, RED).await;
    assert_eq!(full, 78);
    for _ in 0..3 {
        let now = load_game(&app, &game).await;
        let last =
            now.orders().may_take_back(RED).map(|last| now.orders().mark(&last)).expect("it may");
        let ann = Some(app.player_of("ann").await);
        app.service
            .play()
            .take_back(app.now, &game, RED, ann, &last, &fresh())
            .await
            .expect("taken back");
        assert_eq!(banked(&app, &game, RED).await, 72);
        answer(&mut app, &game, RED).await;
        assert_eq!(banked(&app, &game, RED).await, full, "an answer counts once");
    }
    holds(&app, &game).await;
}

fn with_vacation(holds: bool) -> Pace {
    Pace { vacation: Some(Leave { days: 10, stops_clock: holds }), ..Pace::of(Some(48 * HOUR)) }
}

async fn goes(
    app: &App,
    game: &GameId,
    who: &str,
    first: &str,
    last: &str,
) -> Result<DateTime<Utc>, String> {
    let dates = Dates { first: first.to_owned(), last: last.to_owned() };
    let (player, zone) =
        (app.player_of(who).await, ravenpost::zone::Zone::or_utc("Europe/Stockholm"));
    let done =
        app.service.tables().go_on_vacation(app.now, game, player, &dates, zone, &fresh()).await;
    done.map_err(|error| error.to_string())
}

async fn returns(app: &App, game: &GameId, who: &str) {
    let player = app.player_of(who).await;
    app.service.tables().return_from_vacation(app.now, game, player, &fresh()).await.expect("back");
}

#[tokio::test]
async fn invalid_vacation_dates_are_refused_with_suggestions() {
    let (app, game) = table("gotlandia", 6, with_vacation(true), &["ann", "bob"]).await;
    let cases = [
        ("2026-02-30", "2026-03-01", "is not a date"),
        ("soon", "later", "is not a date"),
        ("99999-01-01", "99999-01-02", "is not a date"),
        ("2026-11-19", "2026-11-25", "that day is over"),
        ("2026-12-20", "2026-12-19", "cannot be before the first day"),
        ("2026-12-01", "2026-12-11", "10 days of vacation left, but this one takes 11 days"),
        ("2027-01-29", "2027-01-30", "within 60 days"),
        ("2027-01-15", "2027-01-20", "within 60 days"),
    ];
    for (first, last, told) in cases {
        let refused = goes(&app, &game, "bob", first, last).await.expect_err(told);
        assert!(refused.contains(told), "{first} to {last}: {refused}");
    }
    assert_eq!(count(&app, &game, "vacation-booked").await, 0);
    goes(&app, &game, "bob", "2026-12-01", "2026-12-10").await.expect("all ten days");
    let twice = goes(&app, &game, "bob", "2026-12-20", "2026-12-20").await.expect_err("one");
    assert!(twice.contains("end or cancel it first"), "{twice}");
    let both = goes(&app, &game, "ann", "2026-12-10", "2026-12-12").await.expect_err("one a time");
    assert!(both.contains("another player is on vacation then"), "{both}");
    returns(&app, &game, "bob").await;
    assert_eq!(load_game(&app, &game).await.status.vacation_left(BLUE), Some(Duration::days(10)));
    let (plain, other) = table("gotlandia", 6, Pace::of(Some(HOUR)), &["ann", "bob"]).await;
    let none = goes(&plain, &other, "bob", "2026-12-01", "2026-12-01").await.expect_err("none");
    assert!(none.contains("this table has no vacations"), "{none}");
    holds(&app, &game).await;
}

/// Plays until exactly one seat is awaited, and returns it with its player.
async fn asked_alone(app: &mut App, game: &GameId) -> (Seat, &'static str) {
    for _ in 0..40 {
        let now = load_game(app, game).await;
        if let [seat] = now.seats().awaited_seats()[..]
            && !now.seats().wait(seat).expect("asked").together
        {
            return (seat, if seat == RED { "ann" } else { "bob" });
        }
        answer(app, game, now.seats().awaited_seats()[0]).await;
    }
    panic!("nobody is ever asked alone");
}

#[tokio::test]
async fn vacation_stops_the_clock_of_a_single_pending_player() {
    let (mut app, game) = table("gotlandia", 6, with_vacation(true), &["ann", "bob"]).await;
    let (seat, who) = asked_alone(&mut app, &game).await;
    let first = due(&app, &game, seat).await;
    // In Stockholm, the day after tomorrow begins an hour earlier than in UTC.
    let begins: DateTime<Utc> = "2026-11-21T23:00:00Z".parse().expect("a moment");
    goes(&app, &game, who, "2026-11-22", "2026-11-24").await.expect("booked");
    assert_eq!(due(&app, &game, seat).await, first, "not before it begins");
    let next = app.service.clocks().next_due().await.expect("asked").expect("a moment");
    assert!(next <= begins, "somebody looks when it begins: {next}");
    app.now = begins;
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count(&app, &game, "vacation-started").await, 1);
    assert_eq!(due(&app, &game, seat).await, first + Duration::days(3));
    app.passes(Duration::hours(30)).await;
    assert_eq!(due(&app, &game, seat).await, first + Duration::days(3), "once");
    holds(&app, &game).await;
    returns(&app, &game, who).await;
    assert_eq!(due(&app, &game, seat).await, first + Duration::hours(30), "what it stood");
    let left = load_game(&app, &game).await.status.vacation_left(seat);
    assert_eq!(left, Some(Duration::days(10) - Duration::hours(30)));
    holds(&app, &game).await;
}

#[tokio::test]
async fn vacation_email_is_sent_even_if_the_player_moves_first() {
    let (mut app, game) = table("gotlandia", 6, with_vacation(true), &["ann", "bob"]).await;
    let (seat, who) = asked_alone(&mut app, &game).await;
    goes(&app, &game, who, "2026-12-01", "2026-12-05").await.expect("booked");
    let emails = app.emails_of(if who == "ann" { "bob" } else { "ann" }).await;
    let queued = emails.iter().find(|queued| queued.kind == "organiser_action").expect("queued");
    answer(&mut app, &game, seat).await;
    app.written(queued).await.expect("the vacation is still booked");
}

#[tokio::test]
async fn vacation_with_outage_pause_and_undo_compensates_once() {
    use ravenpost::service::table::moderate::Measure;
    let (mut app, game) = table("gotlandia", 6, with_vacation(true), &["ann", "bob"]).await;
    let (seat, who) = asked_alone(&mut app, &game).await;
    let first = due(&app, &game, seat).await;
    goes(&app, &game, who, "2026-11-20", "2026-11-22").await.expect("from now on");
    let over: DateTime<Utc> = "2026-11-22T23:00:00Z".parse().expect("a moment");
    let held = first + (over - app.now);
    assert_eq!(due(&app, &game, seat).await, held);
    app.service.clocks().heartbeat(app.now).await.expect("up");
    app.now += Duration::hours(4);
    app.service.clocks().heartbeat(app.now).await.expect("up again");
    assert_eq!(due(&app, &game, seat).await, held, "it stood while the server was away");
    let (ann, reason) = (app.player_of("ann").await, "Illness".to_owned());
    let stop = Measure::Freeze { reason };
    app.service.tables().moderate(app.now, &game, ann, &stop, &fresh()).await.expect("stopped");
    app.now = over + Duration::hours(2);
    app.service.clocks().heartbeat(app.now).await.expect("up");
    app.service.tables().moderate(app.now, &game, ann, &Measure::Thaw, &fresh()).await.expect("on");
    let late = due(&app, &game, seat).await;
    assert!(late <= held + Duration::hours(2), "two hours of the stop at most: {late}");
    holds(&app, &game).await;
}

#[tokio::test]
async fn simultaneous_prompts_do_not_wait_for_a_vacation() {
    let pace = with_vacation(false);
    let (mut app, game) = table("scharz", 7, pace, &["ann", "bob", "carol"]).await;
    goes(&app, &game, "carol", "2026-11-20", "2026-11-26").await.expect("booked");
    let carol = Seat(3);
    let asked = wait(&app, &game, carol).await;
    assert_eq!(asked.due, Some(app.now + Duration::hours(48)), "nobody's clock stands");
    app.now += Duration::hours(1);
    for seat in [RED, BLUE] {
        assert_eq!(count(&app, &game, "timed-out").await, 0, "others are waited for");
        let order = load_game(&app, &game).await.true_position().fallback(seat);
        app.order(&game, seat, &order).await.expect("legal");
    }
    let away = |act: &Act| match act {
        Act::TimedOut { seat, cause: why, deadline: due, .. } => {
            (*seat, *why, *due) == (carol, Some(Absence::Vacation), None)
        }
        _ => false,
    };
    let now = load_game(&app, &game).await;
    assert!(now.log.iter().any(|entry| away(entry.act)), "with the last of the others");
    assert!(now.seats().wait(carol).is_none_or(|wait| wait.asked > asked.asked));
    assert!(now.status.seats.slots[2].silence.lapsed.is_empty(), "it is no miss");
    holds(&app, &game).await;
    // While all players are on vacation, no deadline passes.
    for who in ["ann", "bob"] {
        goes(&app, &game, who, "2026-11-20", "2026-11-26").await.expect("booked");
    }
    let lapsed = count(&app, &game, "timed-out").await;
    app.passes(Duration::hours(10)).await;
    assert_eq!(count(&app, &game, "timed-out").await, lapsed);
    holds(&app, &game).await;
}

#[tokio::test]
async fn independent_program_recalculates_banks_and_vacations() {
    let vacation = Some(Leave { days: 10, stops_clock: true });
    let pace = Pace { vacation, ..with_bank() };
    let (mut app, game) = table("gotlandia", 6, pace, &["ann", "bob"]).await;
    let (_, who) = asked_alone(&mut app, &game).await;
    goes(&app, &game, who, "2026-11-20", "2026-11-24").await.expect("booked");
    app.passes(Duration::hours(50)).await;
    returns(&app, &game, who).await;
    let mut days = 0;
    while app.status(&game).await != ravenpost_log::table::status::Status::Over {
        assert!(days < 800, "a table of silent people ends");
        app.passes(Duration::hours(24)).await;
        days += 1;
    }
    holds(&app, &game).await;
    let whole = app.service.archive().export(&game, Viewer::Spectator).await.expect("it is over");
    let (right, said) = python(&whole);
    assert!(right, "{said}");
    for part in ["bank +", "Vacation +180000 s"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn presets_include_banks_and_vacations() {
    let own = presets::pace("bank", "UTC").expect("known");
    assert!(own.bank.is_some() && own.vacation.is_some_and(|leave| leave.stops_clock));
    let two = presets::pace("two-days", "UTC").expect("known");
    assert!(two.vacation.is_some_and(|leave| !leave.stops_clock));
}

/// A vacation that begins during a prompt: the remaining time starts when it ends, and days off
/// within it do not count. After an early return they are no longer within it.
#[tokio::test]
async fn days_off_within_a_vacation_do_not_count_twice() {
    let off = DaysOff { days: vec![6, 7], time_zone: "Europe/Stockholm".to_owned() };
    let pace = Pace { days_off: Some(off), ..with_vacation(true) };
    let (mut app, game) = table("thingvellir", 6, pace, &["ann", "bob"]).await;
    let seat = load_game(&app, &game).await.seats().awaited_seats()[0];
    let who = if seat == RED { "ann" } else { "bob" };
    let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a moment");
    assert_eq!(due(&app, &game, seat).await, at("2026-11-24T09:00:00Z"), "a Tuesday");
    goes(&app, &game, who, "2026-11-23", "2026-11-26").await.expect("booked");
    app.now = at("2026-11-22T23:00:00Z");
    app.passes(Duration::zero()).await;
    // Of 48 hours, fourteen are used. Of the rest, 24 are on the following Friday and ten on
    // Monday.
    assert_eq!(due(&app, &game, seat).await, at("2026-11-30T09:00:00Z"));
    holds(&app, &game).await;
    app.passes(Duration::hours(60)).await;
    returns(&app, &game, who).await;
    assert_eq!(due(&app, &game, seat).await, at("2026-11-26T21:00:00Z"), "34 hours from Wednesday");
    holds(&app, &game).await;
    app.passes(Duration::hours(1)).await;
    assert_eq!(due(&app, &game, seat).await, at("2026-11-26T21:00:00Z"), "noted once");
    goes(&app, &game, who, "2026-11-25", "2026-11-26").await.expect("again, at once");
    app.passes(Duration::zero()).await;
    // The remaining 33 hours start on Friday: nine of them are on Monday.
    assert_eq!(due(&app, &game, seat).await, at("2026-11-30T08:00:00Z"));
    holds(&app, &game).await;
}

/// A seat that answers while its bank runs gets back no more than the bank may hold.
#[tokio::test]
async fn running_bank_is_never_filled_beyond_its_limit() {
    let (mut app, game) = table("gotlandia", 6, with_bank(), &["ann", "bob"]).await;
    let mut seat = RED;
    while banked(&app, &game, seat).await <= 72 {
        answer(&mut app, &game, seat).await;
        seat = load_game(&app, &game).await.seats().awaited_seats()[0];
    }
    let asked = wait(&app, &game, seat).await;
    let late = asked.due.expect("a deadline") + Duration::hours(1) - app.now;
    app.passes(late).await;
    assert!(wait(&app, &game, seat).await.parts.iter().any(|part| part.why == Why::Bank));
    let same = |now: &Pending| now.asked == asked.asked;
    while load_game(&app, &game).await.seats().wait(seat).is_some_and(same) {
        answer(&mut app, &game, seat).await;
    }
    assert_eq!(banked(&app, &game, seat).await, 80, "one hour is spent, and six would come in");
    holds(&app, &game).await;
}
