//! Changes to a game while an automatic answer waits for its moment: a rewind, a pause, an import
//! on another server, a fork. No automatic answer comes in the very second in which the game
//! resumes.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use ravenpost::emails::NotificationKind;
use ravenpost::service::archive::moving::KnownPeople;
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::moderate::Measure;
use ravenpost_log::GameId;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::post::outbox::{self, OutboxEmail, OutboxState};

use crate::harness::app::{App, fresh};
use crate::harness::folder::folder;
use crate::service::play::sheets::{answers, takes_back};
use crate::service::table::rewinds::{propose, vote};
use crate::service::time::moments::{came, drawn, holds, load_game, table, until_asked};

const BOB: Seat = Seat(2);

/// Bob is prompted for his vote, with or without a standing instruction. Returns the game and the
/// moment.
async fn asked(leaves: bool) -> (App, GameId, DateTime<Utc>) {
    let (mut app, game) = table("thingvellir", &["bob", "carol"], drawn()).await;
    if leaves {
        app.order(&game, BOB, "standing vote any support").await.expect("left");
    }
    until_asked(&mut app, &game, BOB, "vote").await;
    let moment = moment(&app, &game).await;
    (app, game, moment)
}

async fn moment(app: &App, game: &GameId) -> DateTime<Utc> {
    load_game(app, game).await.clocks().moment(BOB).expect("he is asked")
}

async fn left(app: &App, game: &GameId) -> Vec<DateTime<Utc>> {
    came(app, game, BOB, Via::Instruction).await
}

/// Checks that the answer comes at that moment, and not a second earlier.
async fn answers_at(app: &mut App, game: &GameId, moment: DateTime<Utc>) {
    let before = left(app, game).await.len();
    assert!(moment > app.now + Duration::seconds(1), "{moment} is not yet");
    let span = moment - app.now - Duration::seconds(1);
    app.passes(span).await;
    assert_eq!(left(app, game).await.len(), before, "not yet");
    assert_eq!(app.service.clocks().next_due().await.expect("asked"), Some(moment));
    app.passes(Duration::seconds(1)).await;
    assert_eq!(left(app, game).await.last(), Some(&moment));
    holds(app, game).await;
}

#[tokio::test]
async fn rewind_over_a_moment_draws_a_new_one() {
    let (mut app, game, first) = asked(true).await;
    let step = app.step(&game).await;
    answers_at(&mut app, &game, first).await;
    app.now += Duration::hours(1);
    let [ann, bob, carol] =
        [app.player_of("ann").await, app.player_of("bob").await, app.player_of("carol").await];
    propose(&app, &game, ann, step).await;
    app.now += Duration::hours(2);
    vote(&app, &game, bob, true).await;
    vote(&app, &game, carol, true).await;
    let back = load_game(&app, &game).await;
    assert_eq!(
        back.seats().wait(BOB).map(|wait| wait.decision.as_str()),
        Some("vote"),
        "asked again"
    );
    assert_eq!(left(&app, &game).await, [first], "and not answered in the same second");
    let again = moment(&app, &game).await;
    answers_at(&mut app, &game, again).await;
}

#[tokio::test]
async fn pause_and_vote_postpone_the_moment() {
    let (mut app, game, first) = asked(true).await;
    let ann = app.player_of("ann").await;
    app.now += Duration::seconds(20);
    let stop = Measure::Freeze { reason: "A question about the rules".to_owned() };
    app.service.tables().moderate(app.now, &game, ann, &stop, &fresh()).await.expect("stopped");
    app.passes(Duration::hours(5)).await;
    assert!(left(&app, &game).await.is_empty(), "nothing is played meanwhile");
    app.service
        .tables()
        .moderate(app.now, &game, ann, &Measure::Thaw, &fresh())
        .await
        .expect("goes on");
    app.passes(Duration::zero()).await;
    assert!(left(&app, &game).await.is_empty(), "nor in the second in which it goes on");
    let then = moment(&app, &game).await;
    assert_eq!(then, first + Duration::hours(5));
    // A rejected vote that spans the moment.
    let end = ProposedEnd { places: Vec::new(), reason: "It is decided".to_owned() };
    app.service.votes().propose_end(app.now, &game, ann, &end, &fresh()).await.expect("put");
    app.passes(Duration::hours(3)).await;
    let carol = app.player_of("carol").await;
    vote(&app, &game, carol, false).await;
    assert!(left(&app, &game).await.is_empty());
    assert_eq!(moment(&app, &game).await, first + Duration::hours(8));
    answers_at(&mut app, &game, first + Duration::hours(8)).await;
}

/// Plays until all seats including Bob are prompted for a plan.
async fn until_plans(app: &mut App, game: &GameId) {
    for _ in 0..300 {
        let now = load_game(app, game).await;
        if now.seats().wait(BOB).is_some_and(|wait| wait.decision == "plan" && wait.private) {
            return;
        }
        match now.seats().awaited_seats().first().copied() {
            Some(seat) if now.status.seats.manned(seat) => {
                let order = app.some_order(game, seat).await;
                app.order(game, seat, &order).await.expect("legal");
            }
            _ => app.passes(Duration::minutes(10)).await,
        }
    }
    panic!("Bob is never asked");
}

/// Taking back a sheet causes a new prompt with a new moment, so the standing instruction does not
/// answer immediately.
#[tokio::test]
async fn retracted_sheet_gets_a_new_moment() {
    let (mut app, game) = table("bardagi", &["bob", "carol"], drawn()).await;
    until_plans(&mut app, &game).await;
    answers(&mut app, &game, &[2]).await;
    app.order(&game, BOB, "stand plan repeat").await.expect("left");
    until_plans(&mut app, &game).await;
    let first = moment(&app, &game).await;
    answers(&mut app, &game, &[2]).await;
    app.passes(Duration::hours(3)).await;
    assert!(first < app.now);
    let others: Vec<u8> =
        load_game(&app, &game).await.seats().awaited_seats().iter().map(|seat| seat.0).collect();
    answers(&mut app, &game, &others).await;
    app.passes(Duration::minutes(2)).await;
    takes_back(&app, &game, 2).await.expect("nothing is opened yet");
    let again = moment(&app, &game).await;
    assert!(again >= app.now + Duration::minutes(1), "a moment of its own");
    answers_at(&mut app, &game, again).await;
}

#[tokio::test]
async fn importing_server_keeps_the_moment() {
    let (app, game, first) = asked(true).await;
    let dir = folder();
    app.service.archive().export_all(app.now, dir.path(), true).await.expect("written");
    let mut new = App::seeded(77).await;
    new.now = app.now + Duration::days(1);
    let all =
        new.service.archive().import_all(new.now, dir.path(), "the old machine", KnownPeople::Sit);
    all.await.expect("taken in");
    new.passes(Duration::zero()).await;
    assert!(left(&new, &game).await.is_empty(), "the way between counts for nothing");
    let way = new.now.trunc_subsecs(3) - app.now.trunc_subsecs(3);
    assert_eq!(moment(&new, &game).await, first + way);
    answers_at(&mut new, &game, first + way).await;
}

#[tokio::test]
async fn fork_before_a_moment_reveals_nothing_and_continues() {
    let mut told = Vec::new();
    for leaves in [true, false] {
        let (mut app, game, first) = asked(leaves).await;
        let (step, ann) = (app.step(&game).await, app.player_of("ann").await);
        let way = Way::Alone { bot: "steady".to_owned() };
        let new = NewFork { of: game.clone(), step, way };
        let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
        let alone = load_game(&app, &fork).await;
        assert_eq!(alone.status.state, Status::Running);
        // The moves of the fork's bots are random.
        let begins = alone.log.iter().take_while(|one| one.act.kind().word() != "ordered");
        let begins: Vec<_> =
            begins.map(|one| (one.event.at, one.act.kind().word().to_owned())).collect();
        told.push((begins, app.emails_queued("ann").await, app.emails_queued("carol").await));
        let new = NewFork { of: game.clone(), step, way: Way::Together };
        app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("a table for all");
        holds(&app, &fork).await;
        match leaves {
            true => answers_at(&mut app, &game, first).await,
            false => {
                app.passes(Duration::hours(1)).await;
                assert!(left(&app, &game).await.is_empty());
            }
        }
    }
    assert_eq!(told[0], told[1], "the fork begins alike, whatever was left");
}

/// Bob is prompted, with or without an instruction; then the server is down for that long.
async fn down(pace: Pace, leaves: bool, span: Duration) -> (App, GameId, DateTime<Utc>) {
    let (mut app, game) = table("thingvellir", &["bob", "carol"], pace).await;
    if leaves {
        app.order(&game, BOB, "standing vote any support").await.expect("left");
    }
    until_asked(&mut app, &game, BOB, "vote").await;
    let first = moment(&app, &game).await;
    app.service.clocks().heartbeat(app.now).await.expect("it is up");
    app.now += span;
    app.service.clocks().heartbeat(app.now).await.expect("it is up again");
    app.passes(Duration::zero()).await;
    (app, game, first)
}

async fn outages(app: &App, game: &GameId) -> usize {
    load_game(app, game)
        .await
        .log
        .iter()
        .filter(|one| one.act.kind().word() == "outage-compensated")
        .count()
}

/// After a short outage, only clocks that would soon run out are extended, and the extension is
/// logged. A pending standing instruction must not cause one, because the log would reveal it.
#[tokio::test]
async fn short_outage_reveals_no_instruction() {
    for leaves in [true, false] {
        let (app, game, _) = down(drawn(), leaves, Duration::minutes(3)).await;
        assert_eq!(outages(&app, &game).await, 0, "with an instruction: {leaves}");
    }
}

/// Without deadlines, an outage also shifts the moment, and is logged whether or not an answer is
/// pending.
#[tokio::test]
async fn outage_without_deadlines_shifts_the_moment() {
    let pace = Pace::of(None).at_drawn_moments(1_800);
    for leaves in [true, false] {
        let (mut app, game, first) = down(pace.clone(), leaves, Duration::hours(20)).await;
        assert_eq!(outages(&app, &game).await, 1, "with an instruction: {leaves}");
        assert!(left(&app, &game).await.is_empty(), "not in the second in which it is up again");
        holds(&app, &game).await;
        if leaves {
            answers_at(&mut app, &game, first + Duration::hours(20)).await;
        }
    }
}

async fn last_turn_email(app: &App) -> OutboxEmail {
    let bob = app.player_of("bob").await;
    let all = outbox::of_player(app.service.store().read(), bob, 1000).await.expect("readable");
    let turns = all.into_iter().filter(|one| one.queued.kind == NotificationKind::YourTurn.key());
    turns.max_by_key(|one| one.queued.seq).expect("he is asked by email")
}

/// Whether Bob's last turn email is still queued.
async fn email_waits(app: &App) -> bool {
    last_turn_email(app).await.state == OutboxState::Waiting
}

/// The email was queued for the first moment, which the pause has postponed.
#[tokio::test]
async fn no_prompt_email_before_a_postponed_moment() {
    let (mut app, game, first) = asked(true).await;
    let ann = app.player_of("ann").await;
    app.send_due_emails().await;
    let stop = Measure::Freeze { reason: "A question about the rules".to_owned() };
    app.service.tables().moderate(app.now, &game, ann, &stop, &fresh()).await.expect("stopped");
    let stopped = app.now;
    app.passes(Duration::hours(5)).await;
    app.send_due_emails().await;
    assert!(email_waits(&app).await, "while the game stands still");
    app.service
        .tables()
        .moderate(app.now, &game, ann, &Measure::Thaw, &fresh())
        .await
        .expect("goes on");
    let then = first + (app.now - stopped);
    app.now = then - Duration::seconds(1);
    app.send_due_emails().await;
    assert!(email_waits(&app).await, "before the moment");
    app.now = then;
    let queued = last_turn_email(&app).await.queued;
    app.written(&queued).await.expect("not postponed any longer");
    app.passes(Duration::zero()).await;
    assert_eq!(left(&app, &game).await, [then]);
    app.passes(Duration::hours(1)).await;
    app.send_due_emails().await;
    assert!(!email_waits(&app).await, "it has answered, and the email is dropped");
}

/// Emails about other events also say what will happen with the prompt.
#[tokio::test]
async fn failed_vote_email_says_when_an_instruction_answers() {
    let (mut app, game, _) = asked(true).await;
    let ann = app.player_of("ann").await;
    let end = ProposedEnd { places: Vec::new(), reason: "It is decided".to_owned() };
    app.service.votes().propose_end(app.now, &game, ann, &end, &fresh()).await.expect("put");
    app.now += Duration::minutes(30);
    app.send_due_emails().await;
    let carol = app.player_of("carol").await;
    vote(&app, &game, carol, false).await;
    for (who, said) in [("bob", true), ("ann", false)] {
        let emails = app.emails_of(who).await;
        let Some(queued) = emails.iter().find(|one| one.kind == "vote_failed") else {
            assert!(!said, "{who} is told");
            continue;
        };
        let email = app.written(queued).await.expect("written");
        let words = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = words.contains("Your standing order answers this today at");
        assert_eq!(told, said, "{who}: {words}");
    }
}
