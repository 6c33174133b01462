//! Forks from a step of a game: from what a seat knew, or from the full state.

use ravenpost::service::ServiceError;
use ravenpost::service::archive::verify;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

const BLUE: Seat = Seat(1);

/// A three-player game under way: Ann against two bots.
async fn running_game(title: &str) -> (App, PlayerId, GameId) {
    running_game_of(title, 21).await
}

pub async fn running_game_of(title: &str, seed: u64) -> (App, PlayerId, GameId) {
    let mut app = App::seeded(seed).await;
    let ann = app.player("ann").await;
    let game_id = app.table(title, ann, &["steady", "random"]).await;
    for _ in 0..12 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        if !game.seats().awaited_seats().contains(&BLUE) {
            break;
        }
        let order = app.some_order(&game_id, BLUE).await;
        app.order(&game_id, BLUE, &order).await.expect("legal");
    }
    (app, ann, game_id)
}

fn alone(of: &GameId, step: Step) -> NewFork {
    NewFork { of: of.clone(), step, way: Way::Alone { bot: "steady".to_owned() } }
}

fn freely(of: &GameId, step: Step, own_seat: Option<Seat>, bots: &[u8]) -> NewFork {
    let bots = bots.iter().map(|seat| (Seat(*seat), "random".to_owned())).collect();
    let way = Way::Freely { own_seat, bots, pace: Pace::of(None) };
    NewFork { of: of.clone(), step, way }
}

async fn at(app: &App, game_id: &GameId, step: Step) -> Game {
    let game = app.service.games().load(game_id).await.expect("a game");
    game.history().at(game.log.end_of(step)).expect("it folds")
}

/// The game when it had just begun.
async fn begun(app: &App, game: &GameId) -> Game {
    let started =
        app.service.games().load(game).await.expect("a game").started().expect("it began");
    at(app, game, started).await
}

async fn sound(app: &App, game_id: &GameId) {
    let audited = app.service.fairness().audit_game(game_id).await.expect("looked over");
    assert!(audited.clean(), "{audited:?}");
    let game = app.service.games().load(game_id).await.expect("a game");
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.true_position().document(), game.true_position().document());
}

fn why<T: std::fmt::Debug>(refused: Result<T, ServiceError>) -> String {
    refused.expect_err("refused").to_string()
}

#[tokio::test]
async fn single_player_fork_uses_what_they_knew() {
    for title in ravenpost::titles::all() {
        let (app, ann, game_id) = running_game(title.about().key).await;
        let parent = app.service.games().load(&game_id).await.expect("a game");
        let step = parent.history().changed_before(parent.step()).expect("a step before");
        let fork = app.service.tables().fork(app.now, ann, &alone(&game_id, step), &fresh()).await;
        let fork = fork.expect("forked");
        let then = at(&app, &game_id, step).await;
        let first = begun(&app, &fork).await;
        let looks = |game: &Game| {
            let shown = game.true_position().show(Viewer::Seat(BLUE));
            let mut view: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
            view.as_object_mut().expect("an object").remove("moves");
            view
        };
        assert_eq!(looks(&first), looks(&then), "{}", title.about().key);
        let game = app.service.games().load(&fork).await.expect("a game");
        assert_eq!(game.seat_of(ann), Some(BLUE));
        assert!(!game.status.public, "it stands in no list");
        assert!(game.status.name.starts_with("Fork of A quiet evening, step"));
        assert_ne!(game.status.commitment, parent.status.commitment, "dice of its own");
        let origin = game.status.fork.clone().expect("it names where it comes from");
        assert_eq!((origin.game.as_str(), origin.step), (game_id.as_str(), step));
        assert_eq!(app.version(&game_id).await, parent.last_seq());
        sound(&app, &fork).await;
        let file =
            app.service.archive().export(&fork, Viewer::Seat(BLUE)).await.expect("written out");
        verify::verify(&file).expect("the file proves itself");
    }
}

#[tokio::test]
async fn finished_game_is_forked_from_its_full_state() {
    let app = App::seeded(22).await;
    let bo = app.player("bo").await;
    let game = app.bots_only(TITLE, &["random", "random"]).await;
    let step = Step(app.service.games().load(&game).await.expect("a game").step().0 / 2);
    let new = freely(&game, step, None, &[1, 2]);
    let fork = app.service.tables().fork(app.now, bo, &new, &fresh()).await.expect("forked");
    for _ in 0..60 {
        app.service.clocks().tick(app.now).await.expect("a tick");
    }
    let (then, first) = (at(&app, &game, step).await, begun(&app, &fork).await);
    assert_eq!(
        first.true_position().document(),
        then.true_position().document(),
        "as it truly stood"
    );
    assert_eq!(app.status(&fork).await, Status::Over, "bots play it to its end");
    sound(&app, &fork).await;
    let report = app.service.fairness().verify_dice(&fork).await.expect("the secret is told");
    assert!(report.commitment_holds);
    verify::verify(&app.service.archive().export(&fork, Viewer::Spectator).await.expect("a file"))
        .expect("the file proves itself");
}

#[tokio::test]
async fn fork_waiting_for_players_begins_when_they_join() {
    let app = App::seeded(23).await;
    let (bo, cleo) = (app.player("bo").await, app.player("cleo").await);
    let game = app.bots_only(TITLE, &["random", "random"]).await;
    let step = Step(app.service.games().load(&game).await.expect("a game").step().0 / 2);
    let new = freely(&game, step, Some(Seat(1)), &[]);
    let fork = app.service.tables().fork(app.now, bo, &new, &fresh()).await.expect("forked");
    assert_eq!(app.status(&fork).await, Status::Open);
    let uninvited = app.service.tables().join_table(app.now, &fork, cleo, Join::default()).await;
    assert!(why(uninvited).contains("invited"));
    // A process other than the one that opened it can read its start.
    let settings = ravenpost::service::Settings::default();
    let other = ravenpost::service::Service::new(app.service.store().clone(), settings);
    let join = Join { invited: true, ..Join::default() };
    other.tables().join_table(app.now, &fork, cleo, join).await.expect("seated");
    let began = other.games().load(&fork).await.expect("a game");
    let started = began.started().expect("it began");
    let first = began.history().at(began.log.end_of(started)).expect("it folds");
    assert_eq!(
        first.true_position().document(),
        at(&app, &game, step).await.true_position().document()
    );
}

/// A two-player game after six orders, and the fork to which Bob invites Ann.
async fn asked_along(title: &str) -> (App, [PlayerId; 2], GameId, GameId) {
    let mut app = App::seeded(24).await;
    let (ann, bob, game) = app.pair(title).await;
    for _ in 0..6 {
        let seat =
            app.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    }
    let step = app.service.games().load(&game).await.expect("a game").step();
    let new = NewFork { of: game.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, bob, &new, &fresh()).await.expect("opened");
    assert_eq!(app.status(&fork).await, Status::Open);
    (app, [ann, bob], game, fork)
}

/// A viewer's view without the latest movements of pieces.
fn looks(game: &Game, viewer: Viewer) -> serde_json::Value {
    let mut view: serde_json::Value =
        serde_json::from_str(&game.true_position().show(viewer)).expect("JSON");
    view.as_object_mut().expect("an object").remove("moves");
    view
}

async fn came_from(app: &App, fork: &GameId) -> ravenpost_log::act::Fork {
    app.service.games().load(fork).await.expect("a game").status.fork.clone().expect("a fork")
}

#[tokio::test]
async fn shared_fork_begins_from_common_knowledge() {
    let mut otherwise = 0;
    for title in ravenpost::titles::all() {
        let (app, [ann, bob], game_id, fork) = asked_along(title.about().key).await;
        let cleo = app.player("cleo").await;
        let join = || Join { invited: true, ..Join::default() };
        let stranger = app.service.tables().join_table(app.now, &fork, cleo, join()).await;
        assert!(why(stranger).contains("are reserved for"));
        let bot =
            app.service.tables().seat_bot(app.now, &fork, bob, Seat(1), "random", &fresh()).await;
        assert!(why(bot).contains("are reserved for"), "nobody's consent is given by a bot");
        let link = app.service.tables().invite_by_link(app.now, &fork, bob, &fresh()).await;
        assert!(why(link).contains("are reserved for"), "an invitation would lead to no seat");
        let seat = app.service.tables().join_table(app.now, &fork, ann, Join::default()).await;
        assert_eq!(seat.expect("her own"), Seat(1));
        let from = came_from(&app, &fork).await;
        let (then, first) = (at(&app, &game_id, from.step).await, begun(&app, &fork).await);
        let watched = [&then, &first].map(|game| looks(game, Viewer::Spectator));
        assert_eq!(watched[0], watched[1], "{}", title.about().key);
        assert_eq!(first.seats().awaited_seats(), then.seats().awaited_seats());
        otherwise +=
            usize::from(first.true_position().document() != then.true_position().document());
        sound(&app, &fork).await;
    }
    assert!(otherwise >= 3, "the hands are others, where there are any");
}

/// The invitation to a fork, and where the invited players find it.
#[tokio::test]
async fn invited_player_finds_the_fork_by_email_and_in_my_games() {
    let (app, [ann, bob], game, fork) = asked_along(TITLE).await;
    let mine = async |app: &App, who| {
        app.service.members().fork_invitations(app.now, who).await.expect("read")
    };
    assert_eq!(mine(&app, ann).await.len(), 1);
    assert!(mine(&app, bob).await.is_empty(), "he sits there already");
    let email = app.emails_of("ann").await.into_iter().next().expect("an email");
    assert_eq!((email.kind.as_str(), email.game.as_ref()), ("fork_invitation", Some(&game)));
    let written = app.written(&email).await.expect("it is true");
    let link = format!("http://127.0.0.1:8080/games/{fork}");
    assert!(written.text.contains(&link) && written.html.contains(&link), "{}", written.text);
    assert!(!app.emails_queued("bob").await.contains(&"fork_invitation".to_owned()));
    for (who, sees) in [(Some(ann), 1), (Some(bob), 1), (None, 0)] {
        let presentation = app.service.play().read_game(&game, who, None).await.expect("a game");
        assert_eq!(presentation.forks.len(), sees, "{who:?}");
    }
    let cleo = app.player("cleo").await;
    let presentation = app.service.play().read_game(&game, Some(cleo), None).await.expect("a game");
    assert!(presentation.forks.is_empty(), "whoever only watches was not asked");
    app.service.tables().join_table(app.now, &fork, ann, Join::default()).await.expect("her own");
    assert!(mine(&app, ann).await.is_empty());
    assert_eq!(app.written(&email).await.expect_err("needless"), "the game has changed since");
}

#[tokio::test]
async fn unjoined_fork_expires() {
    let (mut app, [ann, _], ..) = asked_along(TITLE).await;
    app.now += chrono::Duration::days(15);
    assert!(
        app.service.members().fork_invitations(app.now, ann).await.expect("readable").is_empty()
    );
}

/// A double click invites no player twice, even if the text of the confirmation has changed.
#[tokio::test]
async fn double_click_invites_to_a_fork_once() {
    let (app, [_, bob], game, _) = asked_along(TITLE).await;
    let step = app.service.games().load(&game).await.expect("a game").step();
    let new = NewFork { of: game.clone(), step, way: Way::Together };
    let key = fresh();
    let one = app.service.tables().fork(app.now, bob, &new, &key).await.expect("opened");
    let again = app.service.tables().fork(app.now, bob, &new, &key).await.expect("as before");
    assert_eq!(one, again);
    let asked = app.emails_of("ann").await;
    let about = |queued: &&ravenpost_store::post::outbox::QueuedEmail| {
        queued.message_id.contains(one.as_str())
    };
    assert_eq!(asked.iter().filter(about).count(), 1);
}

/// The start of a fork is fixed when it is requested, because players join on that basis.
#[tokio::test]
async fn game_that_ends_first_reveals_no_hand_in_its_fork() {
    let (mut app, [ann, bob], game, fork) = asked_along("thingvellir").await;
    let asked = ravenpost::service::rewind::propose::ProposedEnd {
        places: Vec::new(),
        reason: "enough".to_owned(),
    };
    app.service.votes().propose_end(app.now, &game, ann, &asked, &fresh()).await.expect("put");
    let step = app.service.games().load(&game).await.expect("a game");
    let step = step.status.stops.proposal.as_ref().expect("a vote").step;
    let word = Word { step, agrees: true, via: Via::Page };
    app.service.votes().vote(app.now, &game, bob, word, &fresh()).await.expect("counted");
    assert_eq!(app.status(&game).await, Status::Over);
    app.passes(chrono::Duration::minutes(1)).await;
    app.service.tables().join_table(app.now, &fork, ann, Join::default()).await.expect("her own");
    let from = came_from(&app, &fork).await;
    let (then, first) = (at(&app, &game, from.step).await, begun(&app, &fork).await);
    assert_ne!(
        first.true_position().document(),
        then.true_position().document(),
        "not as it truly stood"
    );
    assert_eq!(looks(&first, Viewer::Spectator), looks(&then, Viewer::Spectator));
    sound(&app, &fork).await;
    // Once the game is over, it can only be forked from its full state.
    let new = NewFork { of: game.clone(), step: from.step, way: Way::Together };
    let late = app.service.tables().fork(app.now, bob, &new, &fresh()).await;
    assert!(why(late).contains("fork its full position"));
}

/// Each player gets a different hand than in the game, drawn by the fork's own dice.
#[tokio::test]
async fn fork_reveals_no_hand_of_the_game() {
    let (app, [ann, _], game_id, fork) = asked_along(TITLE).await;
    app.service.tables().join_table(app.now, &fork, ann, Join::default()).await.expect("her own");
    let from = came_from(&app, &fork).await;
    let (then, first) = (at(&app, &game_id, from.step).await, begun(&app, &fork).await);
    let otherwise = |seat| {
        let [one, other] = [&first, &then].map(|game| looks(game, Viewer::Seat(seat)));
        one != other
    };
    assert!([Seat(1), Seat(2)].into_iter().any(otherwise));
}

#[tokio::test]
async fn forbidden_fork_is_refused_and_repeated_ones_are_one() {
    let (app, ann, game_id) = running_game(TITLE).await;
    let bo = app.player("bo").await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let (first, last) = (game.started().expect("it began"), game.step());
    let fork =
        async |who, new: &NewFork| app.service.tables().fork(app.now, who, new, &fresh()).await;
    assert!(why(fork(bo, &alone(&game_id, last)).await).contains("only its players"));
    assert!(
        why(fork(ann, &freely(&game_id, last, None, &[1, 2, 3])).await)
            .contains("only be forked for its players")
    );
    assert!(why(fork(ann, &alone(&game_id, last + 1)).await).contains("the last one is step"));
    assert!(why(fork(ann, &alone(&game_id, first - 1)).await).contains("the game started at step"));
    assert!(
        why(fork(ann, &alone(&game_id, Step::NONE)).await).contains("the game started at step")
    );
    let together = NewFork { of: game_id.clone(), step: last, way: Way::Together };
    assert!(
        why(fork(ann, &together).await).contains("no other players to invite"),
        "bots consent to none"
    );
    let nowhere = GameId::from_bytes([9; 12]);
    assert!(matches!(fork(ann, &alone(&nowhere, Step(1))).await, Err(ServiceError::NotFound(_))));
    let mut unknown = alone(&game_id, last);
    unknown.way = Way::Alone { bot: "nobody".to_owned() };
    assert!(why(fork(ann, &unknown).await).contains("no such bot"));

    let key = fresh();
    let new = alone(&game_id, last);
    let one = app.service.tables().fork(app.now, ann, &new, &key).await.expect("forked");
    let again = app.service.tables().fork(app.now, ann, &new, &key).await.expect("as before");
    assert_eq!(one, again, "two clicks are one fork");
    let later = app.service.games().load(&one).await.expect("a game").step();
    assert!(why(fork(ann, &alone(&one, later)).await).contains("this game is a fork"));
    // A finished game cannot be continued from its end.
    let over = app.bots_only(TITLE, &["random", "random"]).await;
    let end = app.service.games().load(&over).await.expect("a game").step();
    assert!(why(fork(bo, &freely(&over, end, Some(Seat(1)), &[2])).await).contains("already over"));
    assert!(
        why(fork(bo, &alone(&over, Step(end.0 / 2))).await).contains("only the player of a seat")
    );
    let twice = freely(&over, Step(end.0 / 2), Some(Seat(1)), &[1, 2]);
    assert!(why(fork(bo, &twice).await).contains("assigned twice"));
}
