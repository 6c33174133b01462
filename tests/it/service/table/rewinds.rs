//! Rewinds by consent: one event discards the later ones, nothing is deleted, and the new draws
//! differ.

use std::sync::Arc;

use chrono::Duration;
use ravenpost::service::Idempotency;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::rewind::propose::Proposed;
use ravenpost::service::rewind::vote::Word;
use ravenpost_log::GameId;
use ravenpost_log::act::{Consent, Via};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::log::events;

use crate::harness::app::{App, key_of};

/// Plays that many orders of the awaited seats.
pub async fn play(app: &mut App, game_id: &GameId, orders: usize) {
    for _ in 0..orders {
        let game = app.service.games().load(game_id).await.expect("a game");
        let Some(seat) = game.seats().awaited_seats().first().copied() else { return };
        // The next tick continues a bot's unfinished turn.
        if !game.status.seats.manned(seat) {
            app.service.clocks().tick(app.now).await.expect("a tick");
            continue;
        }
        let order = app.some_order(game_id, seat).await;
        app.order(game_id, seat, &order).await.expect("legal");
    }
}

pub fn back(to: Step) -> Proposed {
    Proposed { to, reason: "Red misread the card in step 9".to_owned() }
}

pub fn key(text: &str) -> Idempotency {
    key_of(format!("a key for {text} of some length"))
}

pub async fn propose(app: &App, game: &GameId, player: PlayerId, to: Step) -> bool {
    let key = key(&format!("{to} {}", app.version(game).await));
    let done = app.service.votes().propose_rewind(app.now, game, player, &back(to), &key).await;
    done.expect("it is put to the vote")
}

/// A player's vote.
pub async fn vote(app: &App, game_id: &GameId, player: PlayerId, agrees: bool) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let step = game.status.stops.proposal.as_ref().expect("a vote is open").step;
    let word = Word { step, agrees, via: Via::Page };
    let key = key(&format!("{step} {player}"));
    app.service.votes().vote(app.now, game_id, player, word, &key).await.expect("it is counted");
}

/// A rewind proposed by Ann and approved by Bob.
async fn go_back(app: &App, game: &GameId, to: Step) {
    assert!(!propose(app, game, app.player_of("ann").await, to).await, "Bob is asked");
    vote(app, game, app.player_of("bob").await, true).await;
}

async fn load_game(app: &App, game: &GameId) -> Arc<Game> {
    app.service.games().load(game).await.expect("a game")
}

/// Checks that the stored log folds to the game in memory, and that the audit is clean.
pub async fn holds(app: &App, game_id: &GameId) {
    let log = events::history(app.service.store().read(), game_id).await.expect("a log");
    let log: Vec<_> = log.into_iter().map(Arc::new).collect();
    let (folded, game) =
        (Game::fold(game_id, &log).expect("it folds"), load_game(app, game_id).await);
    assert_eq!(folded.true_position().document(), game.true_position().document());
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.stops.proposal, game.status.stops.proposal);
    assert_eq!(folded.tip, game.tip);
    let aside = |game: &Game| game.log.iter().map(|entry| entry.superseded_by).collect::<Vec<_>>();
    assert_eq!(aside(&folded), aside(&game));
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

fn shown(game: &Game) -> Vec<String> {
    let seats = Seat::all(2).map(Viewer::Seat).chain([Viewer::Spectator]);
    seats.map(|viewer| game.true_position().show(viewer)).collect()
}

#[tokio::test]
async fn every_title_can_be_rewound_by_consent() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let mut app = App::seeded(7).await;
        let (_, _, game) = app.pair(key).await;
        play(&mut app, &game, 6).await;
        app.now += Duration::hours(5);
        let before = load_game(&app, &game).await;
        play(&mut app, &game, 14).await;
        let after = load_game(&app, &game).await;
        app.now += Duration::hours(30);
        // A rewind cannot split two simultaneous answers.
        let (mut to, ann) = (before.step(), app.player_of("ann").await);
        let put = |to: Step| (back(to), self::key(&format!("try {to}")));
        while let (asked, key) = put(to)
            && app.service.votes().propose_rewind(app.now, &game, ann, &asked, &key).await.is_err()
        {
            to = to.before();
        }
        vote(&app, &game, app.player_of("bob").await, true).await;
        let then = before.history().at(before.log.end_of(to)).expect("it folds");
        let hidden =
            then.true_position().redraw_hidden(&mut ravenpost_rules::Dice::seeded(1)).is_empty();
        let now = load_game(&app, &game).await;
        assert_eq!(shown(&now), shown(&then), "{key}: it stands as it stood");
        assert_eq!(
            now.true_position().document() == then.true_position().document(),
            hidden,
            "{key}: decks are new"
        );
        assert!(now.last_seq() > after.last_seq(), "{key}: nothing was deleted");
        assert_eq!(
            now.log.event(Seq(9)).unwrap().event.hash,
            after.log.event(Seq(9)).unwrap().event.hash
        );
        let aside =
            now.log.after(then.last_seq()).filter(|entry| entry.superseded_by.is_some()).count();
        assert!(aside > 0, "{key}");
        let stands =
            |entry: &ravenpost::service::game::core::log::Entry| entry.superseded_by.is_none();
        assert!(now.log.iter().take(then.log.len()).all(|entry| stands(&entry)), "{key}");
        holds(&app, &game).await;
        play(&mut app, &game, 8).await;
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn rewound_game_is_the_same_after_a_rebuild() {
    let mut app = App::seeded(7).await;
    let (_, _, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 9).await;
    go_back(&app, &game, load_game(&app, &game).await.step() - 4).await;
    play(&mut app, &game, 3).await;
    propose(&app, &game, app.player_of("ann").await, Step(8)).await;
    let before = app.derived().await;
    app.service.games().rebuild(|_| {}).await.expect("rebuilt");
    assert_eq!(app.derived().await, before);
}

#[tokio::test]
async fn rewind_can_be_rewound() {
    let mut app = App::seeded(8).await;
    let (_, _, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 6).await;
    let early = load_game(&app, &game).await.step();
    play(&mut app, &game, 4).await;
    let (middle, seen) =
        (load_game(&app, &game).await.step(), shown(&*load_game(&app, &game).await));
    play(&mut app, &game, 4).await;
    let late = shown(&*load_game(&app, &game).await);
    go_back(&app, &game, early).await;
    let rewound = load_game(&app, &game).await.step();
    play(&mut app, &game, 2).await;
    // To a discarded step: it is current again, and what came after it is discarded.
    go_back(&app, &game, middle).await;
    assert_eq!(shown(&*load_game(&app, &game).await), seen);
    let now = load_game(&app, &game).await;
    let aside =
        |step: Step| now.log.iter().find(|one| one.step == step).unwrap().superseded_by.is_some();
    assert!(!aside(middle) && aside(middle + 1) && aside(rewound) && aside(rewound + 1));
    holds(&app, &game).await;
    // To the step before the first rewind.
    go_back(&app, &game, rewound - 1).await;
    assert_eq!(shown(&*load_game(&app, &game).await), late);
    holds(&app, &game).await;
    play(&mut app, &game, 3).await;
    holds(&app, &game).await;
}

#[tokio::test]
async fn rewind_restores_the_clocks_of_that_step() {
    let mut app = App::seeded(9).await;
    let (_, _, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 6).await;
    app.now += Duration::hours(50);
    let to = load_game(&app, &game).await.step();
    // The remaining time is measured at the step's own order; a later private plan of another seat
    // does not count.
    let then = load_game(&app, &game).await;
    let (seat, wait) = then.status.clocks.waits.iter().next().expect("somebody is asked");
    let left = wait.due.unwrap() - then.log.last().unwrap().event.at;
    play(&mut app, &game, 3).await;
    app.now += Duration::hours(40);
    go_back(&app, &game, to).await;
    let now = load_game(&app, &game).await;
    assert_eq!(
        now.status.clocks.waits[seat].due,
        Some(app.now + left),
        "the time that was left there"
    );
    assert_eq!(now.status.clocks.waits.len(), then.status.clocks.waits.len());
}

#[tokio::test]
async fn vote_costs_no_time_and_moves_no_clock() {
    let mut app = App::seeded(9).await;
    let (ann, bob, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 6).await;
    app.now += Duration::hours(60);
    let before = load_game(&app, &game).await.status.clocks.waits.clone();
    let seat = *before.keys().next().unwrap();
    // The proposer is the other player, because a rejected proposer's own clock runs on.
    let (proposer, other) = if seat == Seat(1) { (bob, ann) } else { (ann, bob) };
    propose(&app, &game, proposer, Step(7)).await;
    // During the vote no deadline passes and no reminder is sent, however long it takes.
    app.passes(Duration::hours(20)).await;
    let order = app.some_order(&game, seat).await;
    assert!(app.order(&game, seat, &order).await.is_err(), "no order is taken");
    vote(&app, &game, other, false).await;
    let now = load_game(&app, &game).await;
    assert!(now.status.stops.proposal.is_none());
    for (seat, wait) in &now.status.clocks.waits {
        assert_eq!(wait.due.unwrap(), before[seat].due.unwrap() + Duration::hours(20));
        assert_eq!(wait.asked_at, before[seat].asked_at, "the question is no new one");
    }
    app.order(&game, seat, &order).await.expect("the game goes on");
    holds(&app, &game).await;
}

#[tokio::test]
async fn outage_during_a_vote_is_compensated_once() {
    let mut app = App::seeded(9).await;
    let (ann, bob, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 6).await;
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let before = load_game(&app, &game).await.status.clocks.waits.clone();
    // The proposer is the other player, because a rejected proposer's own clock runs on.
    let proposer = if before.contains_key(&Seat(1)) { bob } else { ann };
    propose(&app, &game, proposer, Step(7)).await;
    let until = load_game(&app, &game).await.status.stops.proposal.as_ref().unwrap().until;
    app.now += Duration::hours(100);
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    app.passes(Duration::zero()).await;
    let now = load_game(&app, &game).await;
    let proposal = now.status.stops.proposal.clone().expect("it is still open");
    assert_eq!(proposal.until, until + Duration::hours(100));
    app.passes(until - proposal.since).await;
    let now = load_game(&app, &game).await;
    assert!(now.status.stops.proposal.is_none(), "silence refuses");
    let since = app.now - proposal.since;
    for (seat, wait) in &now.status.clocks.waits {
        assert_eq!(wait.due.unwrap(), before[seat].due.unwrap() + since);
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn rewind_with_bots_only_is_immediate() {
    let mut app = App::seeded(5).await;
    let ann = app.player("ann").await;
    let game = app.table("bardagi", ann, &["random"]).await;
    play(&mut app, &game, 5).await;
    let to = load_game(&app, &game).await.started().unwrap();
    assert!(propose(&app, &game, ann, to).await, "nobody else is to be asked");
    holds(&app, &game).await;
    play(&mut app, &game, 5).await;
    holds(&app, &game).await;
}

#[tokio::test]
async fn rewind_restores_instructions_silently() {
    let mut app = App::seeded(6).await;
    let (_, _, game_id) = app.pair("gotlandia").await;
    play(&mut app, &game_id, 8).await;
    let to = load_game(&app, &game_id).await.step();
    let plan = |app: &App| {
        let (service, game_id) = (app.service.clone(), game_id.clone());
        async move {
            let game = service.games().load(&game_id).await.unwrap();
            game.true_position().show(Viewer::Seat(Seat(2)))
        }
    };
    let before = plan(&app).await;
    app.order(&game_id, Seat(2), "standing grow never").await.expect("a standing order");
    assert_ne!(plan(&app).await, before);
    // No public event has happened since, so there is nothing to rewind.
    let ann = app.player_of("ann").await;
    let asked =
        app.service.votes().propose_rewind(app.now, &game_id, ann, &back(to), &key("none")).await;
    assert!(asked.unwrap_err().to_string().contains("nothing has changed"));
    play(&mut app, &game_id, 1).await;
    go_back(&app, &game_id, to - 1).await;
    assert_eq!(load_game(&app, &game_id).await.orders().left_last(Seat(2)), None);
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn open_table_states_its_consent_rule() {
    use ravenpost::service::game::clocks::contract::sentences;
    let pace = ravenpost_log::act::Pace::of(None);
    let all: Vec<_> = Consent::EVERY.iter().map(|rule| sentences(&pace, *rule)).collect();
    assert!(all[0].last().unwrap().contains("everyone's agreement"));
    assert!(all[1].last().unwrap().contains("more than half"));
    assert!(all[2].last().unwrap().contains("organiser decides"));
}

/// A fork can be rewound like any game, but not to before its start.
#[tokio::test]
async fn fork_can_be_rewound() {
    use ravenpost::service::table::fork::{NewFork, Way};

    for title in ravenpost::titles::all() {
        let mut app = App::seeded(9).await;
        let (ann, bob, game) = app.pair(title.about().key).await;
        play(&mut app, &game, 8).await;
        let step = load_game(&app, &game).await.step();
        let way = Way::Together;
        let new = NewFork { of: game.clone(), step, way };
        let fork =
            app.service.tables().fork(app.now, ann, &new, &key("fork")).await.expect("asked");
        let join = ravenpost::service::table::join_table::Join::default();
        app.service.tables().join_table(app.now, &fork, bob, join).await.expect("his seat is kept");
        let began = load_game(&app, &fork).await.step();
        play(&mut app, &fork, 6).await;
        let played = load_game(&app, &fork).await;
        for to in [began - 1, Step::NONE, played.step()] {
            assert!(played.conduct().may_go_back(to).is_err(), "{to}");
        }
        for to in [began + 2, began] {
            assert!(played.history().foresee(Viewer::Seat(Seat(1)), to).is_ok());
            play(&mut app, &fork, 2).await;
            assert!(!propose(&app, &fork, ann, to).await, "Bob is asked");
            vote(&app, &fork, bob, true).await;
            holds(&app, &fork).await;
            play(&mut app, &fork, 3).await;
            holds(&app, &fork).await;
        }
        let derived = app.derived().await;
        app.service.games().rebuild(|_| {}).await.expect("made again");
        assert_eq!(app.derived().await, derived);
    }
}
