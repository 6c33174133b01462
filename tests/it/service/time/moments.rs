//! With several players, automatic answers come at a drawn moment: those of bots, standing
//! instructions and empty seats. Open prompts, and games against bots only, are answered at once.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::clocks::presets;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::App;

const TITLE: &str = "gotlandia";
const RED: Seat = Seat(1);
const LAST: Seat = Seat(3);

pub fn drawn() -> Pace {
    Pace::of(Some(48 * 3_600)).sealed_for(600).at_drawn_moments(1_800)
}

/// Two people and a bot, all prompted at once for the reputation they keep; or one person and two
/// bots.
pub async fn table(title: &str, people: &[&str], pace: Pace) -> (App, GameId) {
    let app = App::seeded(3).await;
    let ann = app.player("ann").await;
    let first = u8::try_from(people.len()).expect("few") + 2;
    let bots = (first..=3).map(|seat| (Seat(seat), "steady".to_owned())).collect();
    let new = NewTable { pace, bots, ..app.plain(title, 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in people {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game, player, Join::default())
            .await
            .expect("a seat");
    }
    (app, game)
}

pub async fn load_game(app: &App, game: &GameId) -> Game {
    Game::clone(&app.service.games().load(game).await.expect("a game"))
}

/// The times of a seat's answers by that route.
pub async fn came(app: &App, game_id: &GameId, whose: Seat, by: Via) -> Vec<DateTime<Utc>> {
    let game = load_game(app, game_id).await;
    let own =
        |act: &Act| matches!(act, Act::Ordered { seat, via, .. } if (*seat, *via) == (whose, by));
    game.log.iter().filter(|entry| own(entry.act)).map(|entry| entry.event.at).collect()
}

/// Checks that the state in memory equals the folded log, and that all acts were allowed.
pub async fn holds(app: &App, game_id: &GameId) {
    let game = load_game(app, game_id).await;
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn bot_answers_private_prompts_at_its_moment() {
    let (mut app, game) = table(TITLE, &["bob"], drawn()).await;
    let now = load_game(&app, &game).await;
    let moment = now.clocks().moment(LAST).expect("it is asked");
    let after = moment - app.now;
    assert!(after >= Duration::minutes(1) && after <= Duration::minutes(30), "{after}");
    assert!(now.seats().awaited_seats().contains(&LAST), "not yet");
    assert_eq!(app.service.clocks().next_due().await.expect("asked"), Some(moment));
    let span = moment - app.now;
    app.passes(span - Duration::seconds(1)).await;
    assert!(came(&app, &game, LAST, Via::Bot).await.is_empty());
    app.restart_with_seed(7);
    app.passes(Duration::seconds(1)).await;
    assert_eq!(came(&app, &game, LAST, Via::Bot).await, [moment]);
    assert!(!load_game(&app, &game).await.seats().awaited_seats().contains(&LAST));
    holds(&app, &game).await;
}

#[tokio::test]
async fn single_player_never_waits_for_bots() {
    let (mut app, game) = table(TITLE, &[], drawn()).await;
    for _ in 0..6 {
        let asked = load_game(&app, &game).await.seats().awaited_seats();
        assert_eq!(asked, [RED], "all others have answered");
        let order = app.some_order(&game, RED).await;
        app.order(&game, RED, &order).await.expect("legal");
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn tables_without_moments_answer_at_once() {
    let (app, game) = table(TITLE, &["bob"], Pace::of(Some(48 * 3_600))).await;
    assert_eq!(load_game(&app, &game).await.seats().awaited_seats(), [RED, Seat(2)]);
    assert_eq!(came(&app, &game, LAST, Via::Bot).await, [app.now]);
    holds(&app, &game).await;
    let usual = presets::pace("day", "UTC").expect("known");
    assert_eq!(usual.answer_delay, Some(1_800), "whoever opens a table by a preset has it");
}

/// Plays until the second seat has a prompt of that kind.
pub async fn until_asked(app: &mut App, game: &GameId, whose: Seat, what: &str) {
    for _ in 0..200 {
        let now = load_game(app, game).await;
        if now.seats().wait(whose).is_some_and(|wait| wait.decision == what) {
            return;
        }
        let seat = *now.seats().awaited_seats().first().expect("the game goes on");
        let order = app.some_order(game, seat).await;
        app.order(game, seat, &order).await.expect("legal");
    }
    panic!("{whose} is never asked: {what}");
}

#[tokio::test]
async fn instruction_is_indistinguishable_from_an_order() {
    let (mut app, game) = table("thingvellir", &["bob", "carol"], drawn()).await;
    let bob = Seat(2);
    app.order(&game, bob, "standing vote any support").await.expect("left");
    until_asked(&mut app, &game, bob, "vote").await;
    let now = load_game(&app, &game).await;
    let moment = now.clocks().moment(bob).expect("asked");
    assert!(moment > app.now, "not at once");
    assert_eq!(app.service.clocks().next_due().await.expect("asked"), Some(moment));
    let queued = app.emails_of("bob").await;
    let turn = queued.iter().filter(|one| one.kind == "your-turn").map(|one| one.due_at).max();
    assert!(turn.is_none_or(|due| due > moment), "no email before the answer: {queued:?}");
    let span = moment - app.now;
    app.passes(span).await;
    assert_eq!(came(&app, &game, bob, Via::Instruction).await, [moment]);
    let now = load_game(&app, &game).await;
    let last = now.log.last().expect("an event").event.seq.before();
    let [own, other] =
        [bob, RED].map(|seat| now.narration().story(Viewer::Seat(seat), last).expect("told"));
    assert_eq!((own[0].way, other[0].way), ("instruction", ""));
    assert_eq!((&own[0].order, &other[0].order), (&None, &None));
    let archive = app.service.archive();
    let before = now.step().before();
    for name in ["carol", "bob"] {
        let reader = Some(app.player_of(name).await);
        let known = archive.known_events(&game, reader, before, 1).await.expect("readable");
        let tells = format!("{:?}", known.events[0].act).contains("via");
        assert_eq!(tells, name == "bob", "{:?}", known.events);
    }
    assert!(
        own[0].narration.len() > other[0].narration.len(),
        "its owner hears what answered: {own:?}"
    );
    let player = app.player_of("bob").await;
    let key = crate::harness::app::fresh();
    let back = app.service.play().take_back_last(app.now, &game, bob, player, &key).await;
    back.expect_err("nobody gave that order who could take it back");
    holds(&app, &game).await;
}

#[tokio::test]
async fn instruction_given_during_its_prompt_answers_at_once() {
    let (mut app, game) = table("thingvellir", &["bob", "carol"], drawn()).await;
    let bob = Seat(2);
    until_asked(&mut app, &game, bob, "vote").await;
    app.now += Duration::seconds(30);
    assert!(load_game(&app, &game).await.clocks().moment(bob) > Some(app.now));
    app.order(&game, bob, "standing vote any support").await.expect("it answers");
    let now = load_game(&app, &game).await;
    assert!(now.seats().wait(bob).is_none_or(|wait| wait.decision != "vote"));
    assert_eq!(came(&app, &game, bob, Via::Page).await.last(), Some(&app.now));
    assert!(came(&app, &game, bob, Via::Instruction).await.is_empty());
    holds(&app, &game).await;
}
