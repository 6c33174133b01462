//! A table's clock contract. Days off are recorded with the prompt, and grace is private and
//! independent of hidden orders. Absent players are not awaited, and players can request more time
//! once.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::clocks::presets;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::request_time::TimeRequest;
use ravenpost_log::act::Pace;
use ravenpost_log::act::pace::{DaysOff, Grace};
use ravenpost_log::act::time_reasons::Why;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Viewer};

use crate::harness::acts::count;
use crate::harness::app::{App, fresh, key_of};
use crate::harness::folder::folder;
use crate::service::TITLE;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

/// A two-player game with that contract; it begins on a Friday at nine.
async fn pair(pace: Pace) -> (App, GameId) {
    pair_of(6, pace).await
}

async fn pair_of(seed: u64, pace: Pace) -> (App, GameId) {
    let mut app = App::seeded(seed).await;
    app.now = "2026-11-20T09:00:00Z".parse().expect("a moment");
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    (app, game)
}

async fn load_game(app: &App, game: &GameId) -> Arc<Game> {
    app.service.games().load(game).await.expect("a game")
}

async fn due(app: &App, game: &GameId, seat: Seat) -> DateTime<Utc> {
    load_game(app, game).await.seats().wait(seat).and_then(|wait| wait.due).expect("a deadline")
}

/// Checks that the state in memory equals the folded log, that all acts were allowed, and that
/// every deadline is the sum of its parts.
async fn holds(app: &App, game_id: &GameId) {
    let game = load_game(app, game_id).await;
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.seats.slots, game.status.seats.slots);
    for wait in game.status.clocks.waits.values().filter(|wait| wait.due.is_some()) {
        let sum: Duration = wait.parts.iter().map(|part| part.span).sum();
        assert_eq!(Some(wait.asked + sum), wait.due, "{:?}", wait.parts);
    }
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

fn weekends() -> Pace {
    presets::pace("weekends", "Europe/Stockholm").expect("known")
}

#[tokio::test]
async fn days_off_are_recorded_with_the_prompt() {
    let (app, game) = pair(weekends()).await;
    let monday: DateTime<Utc> = "2026-11-23T15:00:00Z".parse().expect("a moment");
    let game_now = load_game(&app, &game).await;
    for seat in game_now.seats().awaited_seats() {
        assert_eq!(due(&app, &game, seat).await, monday, "30 hours, and 48 of the weekend");
    }
    let noted = game_now.log.iter().filter_map(|entry| match entry.act {
        Act::DeadlineMoved { deadline: due, parts: why, .. } => Some((*due, why.clone())),
        _ => None,
    });
    let noted: Vec<_> = noted.collect();
    assert_eq!(noted.len(), game_now.seats().awaited_seats().len());
    for (due, why) in noted {
        assert_eq!((due, why[0].cause, why[0].seconds), (monday, Why::DaysOff, 48 * 3600));
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn table_without_days_off_records_none() {
    let (app, game) = pair(presets::pace("day", "UTC").expect("known")).await;
    assert_eq!(count(&app, &game, "deadline-moved").await, 0);
    assert_eq!(due(&app, &game, RED).await, app.now + Duration::hours(30));
    holds(&app, &game).await;
}

#[tokio::test]
async fn invalid_contract_is_refused() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let turn = Pace::of(Some(86_400));
    let off = |days: &[u8], zone: &str| DaysOff { days: days.to_vec(), time_zone: zone.to_owned() };
    let with = |off: DaysOff| Pace { days_off: Some(off), ..turn.clone() };
    let grace = Some(Grace { seconds: 60, per_questions: 6 });
    let cases = [
        (with(off(&[1, 2, 3, 4, 5, 6, 7], "UTC")), "one to five days"),
        (with(off(&[7, 6], "UTC")), "day of the week"),
        (with(off(&[6], "Mars/Olympus")), "no such time zone"),
        (Pace { grace, ..turn.clone() }, "between one hour"),
        (Pace { grace, ..Pace::of(None) }, "need a time per turn"),
        (Pace::of(Some(3)), "ten minutes and sixty days"),
    ];
    for (pace, told) in cases {
        let new = NewTable { pace, ..app.plain(TITLE, 2) };
        let refused =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect_err(told);
        assert!(refused.to_string().contains(told), "{refused}");
    }
}

fn a_day() -> Pace {
    presets::pace("day", "UTC").expect("known")
}

/// Red has sealed its first choice, and Blue is late by this much.
async fn blue_is_late(by: Duration) -> (App, GameId) {
    let (mut app, game) = pair(a_day()).await;
    app.passes(Duration::hours(20)).await;
    let order = app.some_order(&game, RED).await;
    app.order(&game, RED, &order).await.expect("sealed");
    app.passes(Duration::hours(10) + by).await;
    (app, game)
}

#[tokio::test]
async fn grace_is_private_and_sealed_orders_stay() {
    let (mut app, game) = blue_is_late(Duration::minutes(1)).await;
    let begun: DateTime<Utc> = "2026-11-20T09:00:00Z".parse().expect("a moment");
    assert_eq!(count(&app, &game, "grace-started").await, 1);
    assert_eq!(count(&app, &game, "timed-out").await, 0);
    assert_eq!(due(&app, &game, BLUE).await, begun + Duration::hours(48));
    let now = load_game(&app, &game).await;
    assert!(now.seats().wait(RED).is_none(), "Red is asked nothing");
    assert!(now.orders().may_take_back(RED).is_none(), "what was sealed by the deadline is frozen");
    let order =
        now.log.iter().rfind(|entry| entry.act.kind().word() == "ordered").expect("an order");
    let back = Act::Undone { seat: RED, step: order.step, ordered_at: order.event.at };
    let refused = now.conduct().may(&back, app.now).expect_err("sealed").to_string();
    assert!(refused.contains("moves made in time are final"), "{refused}");
    let told = app.emails_queued("bob").await;
    assert_eq!(told.iter().filter(|kind| *kind == "reminder_last_call").count(), 1, "{told:?}");
    let emails = app.emails_of("bob").await;
    let queued = emails.iter().find(|queued| queued.kind == "reminder_last_call").expect("owed");
    let email = app.written(queued).await.expect("written");
    let named = "Extra time until Sunday 22 November, 10:00";
    assert!(email.headline.contains(named), "{}", email.headline);
    assert!(email.text.contains("You have extra time until"), "{}", email.text);
    app.passes(Duration::zero()).await;
    assert_eq!(count(&app, &game, "grace-started").await, 1, "once");
    holds(&app, &game).await;
    app.passes(Duration::hours(18)).await;
    assert_eq!(count(&app, &game, "timed-out").await, 1, "then it is over");
    assert_eq!(count(&app, &game, "grace-started").await, 1, "the next question is not late");
    holds(&app, &game).await;
}

#[tokio::test]
async fn answer_within_the_grace_is_in_time() {
    let (mut app, game) = blue_is_late(Duration::minutes(1)).await;
    app.now += Duration::hours(17);
    let order = app.some_order(&game, BLUE).await;
    app.order(&game, BLUE, &order).await.expect("taken");
    assert_eq!(count(&app, &game, "timed-out").await, 0);
    let slots = &load_game(&app, &game).await.status.seats.slots;
    assert!(slots[1].silence.lapsed.is_empty());
    holds(&app, &game).await;
}

#[tokio::test]
async fn grace_is_granted_once_in_six_prompts() {
    let (mut app, game) = pair(a_day()).await;
    for _ in 0..400 {
        app.passes(Duration::hours(6)).await;
        let now = load_game(&app, &game).await;
        if now.log.iter().filter(|entry| entry.act.kind().word() == "grace-started").count() >= 6 {
            break;
        }
    }
    let now = load_game(&app, &game).await;
    for seat in [RED, BLUE] {
        let (mut questions, mut late, mut last) = (Vec::new(), false, None);
        for entry in now.log.iter() {
            match entry.act {
                Act::GraceStarted { seat: by, .. } if *by == seat => late = true,
                // All timeouts at one deadline count as one prompt.
                Act::TimedOut { seat: by, asked_at: asked, .. }
                    if *by == seat && *asked != last =>
                {
                    questions.push(std::mem::take(&mut late));
                    last = *asked;
                }
                _ => {}
            }
        }
        let graces: Vec<usize> = (0..questions.len()).filter(|at| questions[*at]).collect();
        assert!(graces.windows(2).all(|two| two[1] - two[0] == 6), "{seat}: {graces:?}");
        let graces = graces.len();
        assert!(graces >= 2, "{seat}: {graces}");
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn outage_vote_and_pause_do_not_shorten_the_grace() {
    use ravenpost::service::rewind::propose::Proposed;
    use ravenpost::service::table::moderate::Measure;
    let (mut app, game) = blue_is_late(Duration::minutes(1)).await;
    let first = due(&app, &game, BLUE).await;
    app.service.clocks().heartbeat(app.now).await.expect("up");
    app.now += Duration::hours(4);
    app.service.clocks().heartbeat(app.now).await.expect("up again");
    assert_eq!(due(&app, &game, BLUE).await, first + Duration::hours(4), "the server was away");
    let ann = app.player_of("ann").await;
    let stop = Measure::Freeze { reason: "Illness".to_owned() };
    app.service
        .tables()
        .moderate(app.now, &game, ann, &stop, &key_of("stop"))
        .await
        .expect("stopped");
    app.now += Duration::hours(2);
    let ask =
        app.service.tables().moderate(app.now, &game, ann, &Measure::Thaw, &key_of("go")).await;
    ask.expect("it goes on");
    assert_eq!(due(&app, &game, BLUE).await, first + Duration::hours(6), "it was stopped");
    let to = load_game(&app, &game).await.started().expect("begun");
    let back = Proposed { to, reason: "A mistake".to_owned() };
    app.service
        .votes()
        .propose_rewind(app.now, &game, ann, &back, &key_of("back"))
        .await
        .expect("put");
    app.now += Duration::hours(1);
    let step = load_game(&app, &game).await.status.stops.proposal.as_ref().expect("open").step;
    let (at, key) = (app.now, key_of("withdrawn"));
    app.service.votes().withdraw_proposal(at, &game, ann, step, &key).await.expect("withdrawn");
    assert_eq!(due(&app, &game, BLUE).await, first + Duration::hours(7), "the table voted");
    holds(&app, &game).await;
}

#[tokio::test]
async fn rewind_over_a_grace_grants_no_second_one() {
    use ravenpost::service::rewind::propose::Proposed;
    use ravenpost::service::rewind::vote::Word;
    use ravenpost_log::act::Via;
    let (mut app, game) = blue_is_late(Duration::minutes(1)).await;
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let to = load_game(&app, &game).await.started().expect("begun");
    let back = Proposed { to, reason: "A mistake".to_owned() };
    app.service
        .votes()
        .propose_rewind(app.now, &game, ann, &back, &key_of("back"))
        .await
        .expect("put");
    let step = load_game(&app, &game).await.status.stops.proposal.as_ref().expect("open").step;
    let word = Word { step, agrees: true, via: Via::Page };
    app.service.votes().vote(app.now, &game, bob, word, &key_of("aye")).await.expect("voted");
    assert_eq!(count(&app, &game, "rewound").await, 1);
    holds(&app, &game).await;
    app.passes(Duration::hours(31)).await;
    let graces = load_game(&app, &game).await;
    let own = |act: &Act| matches!(act, Act::GraceStarted { seat: BLUE, .. });
    assert_eq!(graces.log.iter().filter(|entry| own(entry.act)).count(), 1);
    assert!(count(&app, &game, "timed-out").await >= 1);
    holds(&app, &game).await;
}

#[tokio::test]
async fn clock_set_back_and_double_ticks_grant_one_grace() {
    let (mut app, game) = pair(a_day()).await;
    app.now += Duration::hours(30);
    let (one, other) =
        tokio::join!(app.service.clocks().tick(app.now), app.service.clocks().tick(app.now));
    one.and(other).expect("two ticks");
    assert_eq!(count(&app, &game, "grace-started").await, 2, "one a seat");
    app.now -= Duration::hours(5);
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count(&app, &game, "grace-started").await, 2);
    assert_eq!(count(&app, &game, "timed-out").await, 0);
    holds(&app, &game).await;
}

async fn ask(app: &App, game: &GameId, who: &str, seat: Seat) -> Result<DateTime<Utc>, String> {
    let (player, reason) = (app.player_of(who).await, "A long journey".to_owned());
    let asked = TimeRequest { seat, reason };
    let done = app.service.tables().ask_for_time(app.now, game, player, &asked, &fresh()).await;
    done.map_err(|error| error.to_string())
}

#[tokio::test]
async fn player_requests_time_once_and_others_grant_some_once() {
    let (mut app, game) = pair(a_day()).await;
    let first = due(&app, &game, RED).await;
    assert_eq!(ask(&app, &game, "ann", RED).await, Ok(first + Duration::hours(24)));
    let twice = ask(&app, &game, "ann", RED).await.expect_err("once a period");
    assert!(twice.contains("once every thirty days"), "{twice}");
    assert_eq!(ask(&app, &game, "bob", RED).await, Ok(first + Duration::hours(48)));
    let more = ask(&app, &game, "bob", RED).await.expect_err("once a period");
    assert!(more.contains("give time to another player once every thirty days"), "{more}");
    let third = ask(&app, &game, "ann", BLUE).await.expect_err("asked at once with the other");
    assert!(third.contains("already extended twice"), "{third}");
    assert_eq!(due(&app, &game, BLUE).await, app.now + Duration::hours(30));
    app.passes(Duration::hours(31)).await;
    assert_eq!(count(&app, &game, "grace-started").await, 1);
    let late = ask(&app, &game, "bob", BLUE).await.expect_err("its time was over");
    assert!(late.contains("ask for more before the deadline"), "{late}");
    holds(&app, &game).await;
}

#[tokio::test]
async fn without_deadlines_no_time_can_be_requested() {
    let (app, game) = pair(Pace::of(None)).await;
    let refused = ask(&app, &game, "ann", RED).await.expect_err("no clock runs");
    assert!(refused.contains("has no clocks"), "{refused}");
}

/// The output of the program in `contrib` for an exported game, and whether it is valid.
pub fn python(text: &str) -> (bool, String) {
    let folder = folder();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, text).expect("written");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/clocks.py");
    let done = Command::new("python3").arg(program).arg(&path).output().expect("there is Python");
    let said = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test]
async fn independent_program_recalculates_every_deadline() {
    // Which prompts follow at the moment when another ends depends on the random draws.
    for seed in [6, 7] {
        check_deadlines(seed).await;
    }
}

async fn check_deadlines(seed: u64) {
    use ravenpost::service::table::moderate::Measure;
    let (mut app, game) = pair_of(seed, weekends()).await;
    let ann = app.player_of("ann").await;
    ask(&app, &game, "bob", BLUE).await.expect("asked");
    app.service.clocks().heartbeat(app.now).await.expect("up");
    app.now += Duration::hours(3);
    app.service.clocks().heartbeat(app.now).await.expect("up again");
    let stop = Measure::Freeze { reason: "Illness".to_owned() };
    app.service.tables().moderate(app.now, &game, ann, &stop, &fresh()).await.expect("stopped");
    app.now += Duration::hours(5);
    app.service.tables().moderate(app.now, &game, ann, &Measure::Thaw, &fresh()).await.expect("on");
    let mut days = 0;
    while app.status(&game).await != ravenpost_log::table::status::Status::Over {
        assert!(days < 800, "a table of silent people ends");
        app.passes(Duration::hours(24)).await;
        days += 1;
    }
    let whole = app.service.archive().export(&game, Viewer::Spectator).await.expect("it is over");
    let (holds, said) = python(&whole);
    assert!(holds, "{said}");
    for part in ["DaysOff +172800 s", "grace +64800 s", "extension +86400 s", "Server +", "pause +"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("\n0 deadlines recomputed"), "{said}");
    // An hour more than there was is noticed.
    let date = whole.find("\\\"deadline\\\":\\\"2026-").expect("a deadline") + 15;
    let hour = date + 11..date + 13;
    let other = if &whole[hour.clone()] == "08" { "09" } else { "08" };
    let mut bent = whole.clone();
    bent.replace_range(hour, other);
    let (holds, said) = python(&bent);
    assert!(!holds && said.contains("BROKEN"), "{said}");
}
