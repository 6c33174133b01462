//! Who may do what at a table: an organiser who plays needs the others' consent, and a game cannot
//! be stopped for ever. Proposals cannot be used to gain time or information.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::moderate::Measure;
use ravenpost::titles;
use ravenpost_log::act::{By, Consent, Motion, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::PlayerId;
use ravenpost_store::lists::settings;

use crate::harness::app::{App, fresh};
use crate::service::table::replacements::miss_two_deadlines;
use crate::service::table::rewind_votes::three;
use crate::service::table::rewinds::{back, holds, play, vote};

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

fn bot(seat: Seat) -> Replacement {
    let instead = Instead::Bot("random".to_owned());
    Replacement { seat, instead, reason: "Too slow".to_owned() }
}

fn end(places: &[u8]) -> ProposedEnd {
    ProposedEnd { places: places.to_vec(), reason: "Enough".to_owned() }
}

async fn load_game(app: &App, game: &GameId) -> std::sync::Arc<Game> {
    app.service.games().load(game).await.expect("a game")
}

#[track_caller]
fn refused<T: std::fmt::Debug>(done: Result<T, ServiceError>, says: &str) {
    let why = done.expect_err("it is refused").to_string();
    assert!(why.contains(says), "{why}");
}

/// The text of an email on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn does(
    app: &App,
    game: &GameId,
    player: PlayerId,
    measure: Measure,
) -> Result<(), ServiceError> {
    app.service.tables().moderate(app.now, game, player, &measure, &fresh()).await
}

fn stop() -> Measure {
    Measure::Freeze { reason: "Blue is away".to_owned() }
}

fn more(seat: Seat, hours: u32) -> Measure {
    Measure::Extend { seat, hours, reason: "The post was late".to_owned() }
}

/// Makes that player the admin.
pub async fn runs_the_server(app: &App, player: PlayerId) {
    let value = player.to_string();
    let job = app.service.store().write(move |tx| {
        Box::pin(async move { settings::set(tx, settings::Key::Admin, &value).await })
    });
    job.await.expect("noted");
}

/// Plays until a seat is awaited.
async fn until_asked(app: &mut App, game: &GameId, seat: Seat) {
    for _ in 0..60 {
        if load_game(app, game).await.seats().wait(seat).is_some() {
            return;
        }
        play(app, game, 1).await;
    }
    panic!("{seat} is never asked");
}

#[tokio::test]
async fn playing_organiser_cannot_remove_players_alone() {
    let (app, [ann, bob, cid], game) = three(Consent::All, true).await;
    assert_eq!(load_game(&app, &game).await.status.seats.organiser_seat(), Some(RED));
    let service = &app.service;
    refused(
        service.tables().replace(app.now, &game, ann, &bot(BLUE), &fresh()).await,
        "two deadlines",
    );
    // A replacement by vote needs the consent of the others, but not of the player to be replaced.
    let put = service.votes().propose_replacement(app.now, &game, ann, &bot(BLUE), &fresh()).await;
    assert!(!put.expect("it is put"), "somebody else is asked");
    let open = load_game(&app, &game).await.status.clone();
    let asked =
        open.stops.proposal.as_ref().unwrap().voters(open.consent, &open.seats.manned_seats());
    assert_eq!(asked, [Some(Seat(3))]);
    let email =
        app.written(&app.queued(NotificationKind::VoteOpened).await).await.expect("it is written");
    let text = words(&email.text);
    assert!(text.contains("to replace Blue's player with the bot random"), "{text}");
    let step = open.stops.proposal.unwrap().step;
    let word = |agrees| Word { step, agrees, via: Via::Page };
    refused(
        service.votes().vote(app.now, &game, bob, word(false), &fresh()).await,
        "you cannot vote",
    );
    vote(&app, &game, cid, true).await;
    let now = load_game(&app, &game).await;
    assert_eq!((now.seat_of(bob), now.status.seats.bot(BLUE)), (None, Some("random")));
    let by_vote = |act: &Act| matches!(act, Act::Replaced { by: By::Table, .. });
    assert!(now.log.iter().any(|entry| by_vote(entry.act)));
    assert_eq!(
        app.queued(NotificationKind::PlayerReplaced).await.to_player,
        Some(bob),
        "he is told"
    );
    // After a replacement by vote, further proposals are allowed at once.
    let put = service.votes().propose_end(app.now, &game, ann, &end(&[1, 2, 3]), &fresh()).await;
    assert!(!put.expect("it is put"), "Cid is asked, and the bot is not");
    vote(&app, &game, cid, false).await;
    holds(&app, &game).await;
}

#[tokio::test]
async fn other_player_of_two_must_consent_to_a_seat_change() {
    let mut app = App::seeded(5).await;
    let (ann, bob, game) = app.pair(crate::service::TITLE).await;
    play(&mut app, &game, 6).await;
    let service = app.service.clone();
    let put = service.votes().propose_replacement(app.now, &game, ann, &bot(BLUE), &fresh()).await;
    assert!(!put.expect("it is put"), "nobody is put out by one word");
    vote(&app, &game, bob, false).await;
    assert_eq!(load_game(&app, &game).await.seat_of(bob), Some(BLUE));
    refused(
        service.votes().propose_end(app.now, &game, ann, &end(&[1, 2]), &fresh()).await,
        "your last proposal failed",
    );
    let own_seat =
        service.votes().propose_replacement(app.now, &game, bob, &bot(BLUE), &fresh()).await;
    refused(own_seat, "you do not need a vote");

    // After two missed deadlines no vote is needed, but then nothing can be proposed for a week.
    miss_two_deadlines(&mut app, &game, BLUE).await;
    app.now += Duration::days(8);
    until_asked(&mut app, &game, BLUE).await;
    miss_two_deadlines(&mut app, &game, BLUE).await;
    service.tables().replace(app.now, &game, ann, &bot(BLUE), &fresh()).await.expect("he is gone");
    refused(
        service.votes().propose_end(app.now, &game, ann, &end(&[1, 2]), &fresh()).await,
        "without a vote",
    );
    app.now += Duration::days(7);
    assert!(
        service
            .votes()
            .propose_end(app.now, &game, ann, &end(&[1, 2]), &fresh())
            .await
            .expect("ended")
    );
    let verdict = load_game(&app, &game).await.outcome().expect("over").verdict.clone();
    assert!(verdict.starts_with("Ended by Red, the only remaining player"), "{verdict}");
    holds(&app, &game).await;
}

#[tokio::test]
async fn without_deadlines_a_seat_is_nudged_first() {
    let mut app = App::seeded(5).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = ravenpost::service::table::open_table::NewTable {
        title: crate::service::TITLE.to_owned(),
        name: "Slow".to_owned(),
        table: ravenpost_rules::Table::of(2),
        pace: ravenpost_log::act::Pace::of(None),
        public: true,
        consent: Consent::All,
        own_seat: Some(RED),
        salt: String::new(),
        bots: Vec::new(),
    };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.tables().join_table(app.now, &game, bob, Default::default()).await.expect("a seat");
    until_asked(&mut app, &game, BLUE).await;
    let service = app.service.clone();
    app.passes(Duration::days(60)).await;
    refused(
        service.tables().replace(app.now, &game, ann, &bot(BLUE), &fresh()).await,
        "nudge the seat",
    );
    let nudge = || Measure::Nudge { seat: BLUE };
    does(&app, &game, ann, nudge()).await.expect("asked");
    let email = app
        .written(&app.queued(NotificationKind::OrganiserAction).await)
        .await
        .expect("it is written");
    let text = words(&email.text);
    assert!(text.contains("reminded Blue to move"), "{text}");
    refused(does(&app, &game, ann, nudge()).await, "once a day");
    app.passes(Duration::days(6)).await;
    refused(
        service.tables().replace(app.now, &game, ann, &bot(BLUE), &fresh()).await,
        "nudge the seat",
    );
    does(&app, &game, ann, nudge()).await.expect("asked again, and the first time counts");
    app.passes(Duration::days(1)).await;
    service.tables().replace(app.now, &game, ann, &bot(BLUE), &fresh()).await.expect("given");
    holds(&app, &game).await;
}

#[tokio::test]
async fn extensions_are_limited_and_not_for_the_own_seat() {
    let mut app = App::seeded(5).await;
    let (ann, _, game) = app.pair(crate::service::TITLE).await;
    until_asked(&mut app, &game, RED).await;
    refused(does(&app, &game, ann, more(RED, 24)).await, "your own seat");
    until_asked(&mut app, &game, BLUE).await;
    does(&app, &game, ann, more(BLUE, 10 * 24)).await.expect("ten days");
    refused(does(&app, &game, ann, more(BLUE, 5 * 24)).await, "96 left");
    does(&app, &game, ann, more(BLUE, 4 * 24)).await.expect("fourteen");
    holds(&app, &game).await;
}

#[tokio::test]
async fn playing_admin_has_no_extra_rights_for_the_own_seat() {
    let mut app = App::seeded(5).await;
    let (ann, olga) = (app.player("ann").await, app.player("olga").await);
    runs_the_server(&app, olga).await;
    let game = app.open_table(crate::service::TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game, olga, Default::default())
        .await
        .expect("a seat");
    let now = load_game(&app, &game).await;
    assert_eq!(now.status.seats.organiser_seat(), Some(RED), "the admin is not mistaken for Ann");
    until_asked(&mut app, &game, BLUE).await;
    refused(does(&app, &game, olga, more(BLUE, 24)).await, "your own seat");
    until_asked(&mut app, &game, RED).await;
    does(&app, &game, olga, more(RED, 24)).await.expect("another's");
    let told = |act: &Act| matches!(act, Act::Extended { by: By::Admin(Some(BLUE)), .. });
    assert!(load_game(&app, &game).await.log.iter().any(|entry| told(entry.act)));
    holds(&app, &game).await;
}

#[tokio::test]
async fn pauses_are_limited_to_two_in_thirty_days() {
    let mut app = App::seeded(5).await;
    let (ann, bob, game) = app.pair(crate::service::TITLE).await;
    play(&mut app, &game, 6).await;
    let service = app.service.clone();
    does(&app, &game, ann, stop()).await.expect("stopped");
    let on = |app: &App| (app.now, fresh());
    let (now, key) = on(&app);
    let early = service.votes().propose_going_on(now, &game, bob, "Let us", &key).await;
    refused(early, "you can propose a vote from");
    app.passes(Duration::days(1)).await;
    // With two players, the other one's consent is enough: the player who stopped the game is not
    // asked.
    let (now, key) = on(&app);
    let done = service.votes().propose_going_on(now, &game, bob, "Let us", &key).await;
    assert!(done.expect("it goes on"), "nobody else is asked");
    assert!(load_game(&app, &game).await.status.stops.frozen.is_none());
    does(&app, &game, ann, stop()).await.expect("a second time");
    let until = load_game(&app, &game).await.status.stops.frozen.as_ref().unwrap().until;
    assert_eq!(until - app.now, Duration::days(13), "one day is used up");
    app.passes(Duration::days(13)).await;
    assert!(load_game(&app, &game).await.status.stops.frozen.is_none(), "its time is over");
    refused(does(&app, &game, ann, stop()).await, "paused twice");
    app.passes(Duration::days(17)).await;
    does(&app, &game, ann, stop()).await.expect("the first is long past");
    holds(&app, &game).await;
}

#[tokio::test]
async fn votes_are_possible_during_a_pause() {
    let (mut app, [ann, bob, cid], game) = three(Consent::All, true).await;
    does(&app, &game, ann, stop()).await.expect("stopped");
    app.passes(Duration::days(2)).await;
    let before = load_game(&app, &game).await;
    let put = app.service.votes().propose_end(app.now, &game, bob, &end(&[]), &fresh()).await;
    put.expect("it is put");
    vote(&app, &game, ann, true).await;
    vote(&app, &game, cid, false).await;
    assert!(load_game(&app, &game).await.status.stops.frozen.is_some(), "it is stopped still");
    let going = app.service.votes().propose_going_on(app.now, &game, cid, "On", &fresh()).await;
    assert!(!going.expect("it is put"));
    app.now += Duration::hours(5);
    vote(&app, &game, bob, true).await;
    let now = load_game(&app, &game).await;
    assert!(now.status.stops.frozen.is_none() && now.status.stops.proposal.is_none());
    for (seat, wait) in &now.status.clocks.waits {
        let still = Duration::days(2) + Duration::hours(5);
        assert_eq!(wait.due, before.status.clocks.waits[seat].due.map(|due| due + still), "{seat}");
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn act_without_effect_is_refused() {
    let (mut app, [ann, _, _], game) = three(Consent::All, true).await;
    miss_two_deadlines(&mut app, &game, BLUE).await;
    let to = |instead| Replacement { seat: BLUE, instead, reason: "Gone".to_owned() };
    let replace = |asked: Replacement| {
        let (service, now, game) = (app.service.clone(), app.now, game.clone());
        async move { service.tables().replace(now, &game, ann, &asked, &fresh()).await }
    };
    replace(to(Instead::Anybody)).await.expect("it waits");
    refused(replace(to(Instead::Anybody)).await, "nothing would change");
    replace(to(Instead::Invited)).await.expect("for others now");
    refused(replace(to(Instead::Invited)).await, "nothing would change");
    let vote =
        app.service.votes().propose_replacement(app.now, &game, ann, &bot(BLUE), &fresh()).await;
    refused(vote, "without a vote");
    holds(&app, &game).await;
}

#[tokio::test]
async fn failed_proposals_gain_no_time() {
    let (mut app, [_, _, _], game) = three(Consent::All, true).await;
    until_asked(&mut app, &game, BLUE).await;
    let before = load_game(&app, &game).await;
    let bob = before.people.iter().find(|(seat, _)| *seat == BLUE).expect("he sits there").1;
    let due = before.seats().wait(BLUE).unwrap().due;
    app.service.votes().propose_end(app.now, &game, bob, &end(&[]), &fresh()).await.expect("put");
    app.passes(Duration::hours(20)).await;
    let step = load_game(&app, &game).await.status.stops.proposal.as_ref().unwrap().step;
    app.service.votes().withdraw_proposal(app.now, &game, bob, step, &fresh()).await.expect("back");
    let now = load_game(&app, &game).await;
    assert_eq!(now.seats().wait(BLUE).unwrap().due, due, "the own clock ran on");
    for (seat, wait) in now.status.clocks.waits.iter().filter(|(seat, _)| **seat != BLUE) {
        let old = before.status.clocks.waits[seat].due.map(|due| due + Duration::hours(20));
        assert_eq!(wait.due, old, "{seat} has lost nothing");
    }
    holds(&app, &game).await;
}

/// In every title, a rewind into the middle of simultaneous orders is refused: it has to go back to
/// before all of them.
#[tokio::test]
async fn rewind_into_simultaneous_orders_is_refused() {
    let mut found = 0;
    for title in titles::all() {
        let key = title.about().key;
        let mut app = App::seeded(9).await;
        let (ann, _, game) = app.pair(key).await;
        play(&mut app, &game, 30).await;
        let now = load_game(&app, &game).await;
        let begun = now.started().expect("it began");
        for step in (begun.0..now.step().0).map(Step) {
            let before = now.conduct().before_sealed(step).expect("it folds");
            let Some(before) = before.filter(|_| now.conduct().may_go_back(step).is_ok()) else {
                continue;
            };
            found += 1;
            let between = app
                .service
                .votes()
                .propose_rewind(app.now, &game, ann, &back(step), &fresh())
                .await;
            refused(between, &format!("choose step {before}"));
            assert_eq!(
                now.conduct().before_sealed(before).expect("it folds"),
                None,
                "{key} {step}"
            );
            let put = app
                .service
                .votes()
                .propose_rewind(app.now, &game, ann, &back(before), &fresh())
                .await;
            put.unwrap_or_else(|why| panic!("{key} step {before}: {why}"));
            break;
        }
    }
    assert!(found > 0, "in no title do several answer at once");
}

#[tokio::test]
async fn motion_is_recorded_as_proposed() {
    let (app, [ann, _, _], game) = three(Consent::Majority, true).await;
    app.service
        .votes()
        .propose_replacement(app.now, &game, ann, &bot(BLUE), &fresh())
        .await
        .expect("put");
    let motion =
        load_game(&app, &game).await.status.stops.proposal.as_ref().unwrap().motion.clone();
    let bot = Some("random".to_owned());
    assert_eq!(motion, Motion::Replace { seat: BLUE, bot, open: false });
    let told = load_game(&app, &game)
        .await
        .narration()
        .story(ravenpost_rules::Viewer::Spectator, Seq::NONE)
        .unwrap();
    let words: Vec<_> =
        told.iter().flat_map(|step| &step.narration).map(|one| &*one.text).collect();
    assert!(
        words.iter().any(|text| text.contains("replace Blue's player with the bot")),
        "{words:?}"
    );
}
