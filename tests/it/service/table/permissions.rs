//! Checks the table in `docs/organise/conduct.md` act by act: who may do what in which state of a
//! table. Each cell is tried with every role, and refused acts must change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::request_time::TimeRequest;
use ravenpost::service::table::substitute::Away;
use ravenpost::service::table::vacation::Dates;
use ravenpost::zone::Zone;
use ravenpost_log::GameId;
use ravenpost_log::act::pace::{Grace, Leave, NotAwaited};
use ravenpost_log::act::{Consent, Pace, Via};
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Table};
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::harness::folder::folder;
use crate::service::table::conduct::runs_the_server;
use crate::service::table::rewinds::play;

const TITLE: &str = "bardagi";
const BOB: Seat = Seat(2);
const OLGA: Seat = Seat(4);

/// The roles by their letters in the table. In order: the prompted player, another player, an
/// organiser who plays, an organiser without a seat, an admin who plays, a former player, a
/// stranger.
const ALL: [&str; 7] = ["P", "Q", "O", "K", "S", "L", "X"];

/// A table in some state, stored as a file, and its people.
struct Scene {
    folder: tempfile::TempDir,
    now: DateTime<Utc>,
    game: GameId,
    people: BTreeMap<&'static str, PlayerId>,
}

impl Scene {
    /// A fresh copy of the table in that state.
    async fn app(&self) -> App {
        let copy =
            self.folder.path().join(format!("{}.db", ravenpost::web::shared::forms::random()));
        std::fs::copy(self.folder.path().join("kept.db"), &copy).expect("copied");
        App::on(&copy, self.now).await
    }
}

/// Lets Bob miss two deadlines until only he is awaited; all others answer.
async fn let_bob_miss_two_deadlines(app: &mut App, game_id: &GameId) {
    for _ in 0..300 {
        let game = app.service.games().load(game_id).await.expect("a game");
        if let Some(other) = game.seats().awaited_seats().into_iter().find(|seat| *seat != BOB) {
            let order = app.some_order(game_id, other).await;
            app.order(game_id, other, &order).await.expect("legal");
            continue;
        }
        if game.status.seats.slot(BOB).expect("a seat").silence.lapsed.len() >= 2 {
            return;
        }
        let due = game.seats().wait(BOB).and_then(|wait| wait.due).expect("a deadline");
        app.passes((due - app.now).max(Duration::zero())).await;
    }
    panic!("Bob is never asked alone");
}

/// The clock contract of a table that reaches that state.
fn pace(state: &str) -> Pace {
    let vacation = Some(Leave { days: 14, stops_clock: false });
    let plain = Pace { vacation, ..Pace::of(Some(48 * 3600)) };
    match state {
        "grace" => Pace { grace: Some(Grace { seconds: 18 * 3600, per_questions: 6 }), ..plain },
        "not waited for" => Pace { not_awaited: Some(NotAwaited { missed: 2, of: 6 }), ..plain },
        "sealed" => plain.sealed_for(600),
        _ => plain,
    }
}

async fn opened(
    app: &App,
    own: PlayerId,
    pace: Pace,
    own_seat: Option<Seat>,
    others: &[PlayerId],
) -> GameId {
    let new = NewTable {
        title: TITLE.to_owned(),
        name: "A table".to_owned(),
        table: Table::of(5),
        pace,
        public: true,
        consent: Consent::All,
        own_seat,
        salt: String::new(),
        bots: Vec::new(),
    };
    let game = app.service.tables().open_table(app.now, Some(own), &new).await.expect("a table");
    for player in others {
        app.service
            .tables()
            .join_table(app.now, &game, *player, Join::default())
            .await
            .expect("a seat");
    }
    game
}

/// A table in that state, whose organiser does or does not play.
async fn scene(state: &str, plays: bool) -> Scene {
    let mut app = App::seeded(12).await;
    let mut people = BTreeMap::new();
    for (who, name) in [
        ("O", "ann"),
        ("P", "bob"),
        ("Q", "cid"),
        ("S", "olga"),
        ("L", "dan"),
        ("E", "eve"),
        ("K", "kim"),
        ("X", "xan"),
    ] {
        people.insert(who, app.player(name).await);
    }
    runs_the_server(&app, people["S"]).await;
    let keeper = if plays { people["O"] } else { people["K"] };
    let mut seated = vec![people["P"], people["Q"], people["S"], people["L"]];
    if ["open", "closed"].contains(&state) {
        seated.pop();
    }
    if !plays {
        seated.insert(0, people["E"]);
    }
    let game = opened(&app, keeper, pace(state), plays.then_some(Seat(1)), &seated).await;
    bring(&mut app, &game, keeper, &people, state).await;
    let folder = folder();
    app.service.store().backup(&folder.path().join("kept.db")).await.expect("kept");
    Scene { folder, now: app.now, game, people }
}

async fn bring(
    app: &mut App,
    game_id: &GameId,
    keeper: PlayerId,
    people: &BTreeMap<&str, PlayerId>,
    state: &str,
) {
    let service = app.service.clone();
    match state {
        "open" => return,
        "closed" => {
            service.tables().close_table(app.now, game_id, keeper, &fresh()).await.expect("closed");
            return;
        }
        _ => {}
    }
    service.tables().leave_seat(app.now, game_id, people["L"], &fresh()).await.expect("gone");
    if state == "sealed" {
        return until_sealed(app, game_id).await;
    }
    let reason = "So it is".to_owned();
    until_bob(app, game_id).await;
    let end = ProposedEnd { places: Vec::new(), reason: reason.clone() };
    match state {
        "silent" | "not waited for" => let_bob_miss_two_deadlines(app, game_id).await,
        "grace" => app.passes(Duration::hours(49)).await,
        "outage" => {
            service.clocks().relay_is_down(app.now).await.expect("noted");
            app.now += Duration::hours(13);
        }
        "away" => {
            let away = Away { bot: "steady".to_owned(), days: None };
            service
                .tables()
                .go_away(app.now, game_id, people["P"], &away, &fresh())
                .await
                .expect("gone");
        }
        "paused" | "paused for long" => {
            let stop = Measure::Freeze { reason };
            service
                .tables()
                .moderate(app.now, game_id, keeper, &stop, &fresh())
                .await
                .expect("paused");
            app.passes(Duration::days(if state == "paused" { 0 } else { 2 })).await;
        }
        "vote" | "over" => {
            service
                .votes()
                .propose_end(app.now, game_id, people["Q"], &end, &fresh())
                .await
                .expect("put");
        }
        _ => {}
    }
    if state == "over" {
        let open = service.games().load(game_id).await.expect("a game").status.clone();
        let step = open.stops.proposal.as_ref().expect("open").step;
        for voice in open
            .stops
            .proposal
            .as_ref()
            .expect("open")
            .silent(open.consent, &open.seats.manned_seats())
        {
            let game = service.games().load(game_id).await.expect("a game");
            let held = |(seat, _): &&(Seat, PlayerId)| Some(*seat) == voice;
            let player = game.people.iter().find(held).expect("a person").1;
            let word = Word { step, agrees: true, via: Via::Page };
            service.votes().vote(app.now, game_id, player, word, &fresh()).await.expect("said");
        }
    }
}

/// Plays until all simultaneous orders are in but not yet revealed.
async fn until_sealed(app: &mut App, game: &GameId) {
    for _ in 0..200 {
        if app.service.games().load(game).await.expect("a game").status.clocks.opens.is_some() {
            return;
        }
        play(app, game, 1).await;
    }
    panic!("nothing stays sealed");
}

/// Plays until Bob can take back an order, or is awaited while Cid is not.
async fn until_bob(app: &mut App, game_id: &GameId) {
    for _ in 0..200 {
        let game = app.service.games().load(game_id).await.expect("a game");
        if game.seats().wait(BOB).is_some() && game.seats().wait(Seat(3)).is_none() {
            return;
        }
        play(app, game_id, 1).await;
    }
    panic!("Bob is never asked alone");
}

async fn try_it(app: &App, game_id: &GameId, who: PlayerId, act: &str) -> Result<(), ServiceError> {
    let (service, now, key) = (&app.service, app.now, fresh());
    let game = service.games().load(game_id).await?;
    let (votes, tables, play) = (service.votes(), service.tables(), service.play());
    let reason = "So it is".to_owned();
    let bot = || Instead::Bot("random".to_owned());
    let step = game.status.stops.proposal.as_ref().map_or(Step::NONE, |open| open.step);
    let away = |seat| Replacement { seat, instead: bot(), reason: reason.clone() };
    match act {
        "gives an order" => {
            let seat = game.seat_of(who).unwrap_or(BOB);
            let order = OrderLine {
                game: game_id.clone(),
                seat,
                giver: Some(who),
                // A legal order of the prompted seat.
                line: app.some_order(game_id, BOB).await,
                seen: game.step(),
                key,
                via: Via::Page,
            };
            play.give_order(now, &order).await.map(drop)
        }
        "votes" => {
            votes.vote(now, game_id, who, Word { step, agrees: false, via: Via::Page }, &key).await
        }
        "proposes to end the game" => {
            let end = ProposedEnd { places: Vec::new(), reason };
            votes.propose_end(now, game_id, who, &end, &key).await.map(drop)
        }
        "proposes to replace a player" => {
            votes.propose_replacement(now, game_id, who, &away(OLGA), &key).await.map(drop)
        }
        "proposes to resume" => {
            votes.propose_going_on(now, game_id, who, &reason, &key).await.map(drop)
        }
        "withdraws a proposal" => votes.withdraw_proposal(now, game_id, who, step, &key).await,
        "pauses the game" => {
            tables.moderate(now, game_id, who, &Measure::Freeze { reason }, &key).await
        }
        "resumes the game" => tables.moderate(now, game_id, who, &Measure::Thaw, &key).await,
        "gives P more time" => {
            let more = Measure::Extend { seat: BOB, hours: 2, reason };
            tables.moderate(now, game_id, who, &more, &key).await
        }
        "asks for time for P" => {
            let asked = TimeRequest { seat: BOB, reason };
            tables.ask_for_time(now, game_id, who, &asked, &key).await.map(drop)
        }
        "lets a bot play their own seat" => {
            let away = Away { bot: "steady".to_owned(), days: None };
            tables.go_away(now, game_id, who, &away, &key).await
        }
        "keeps a table that is to be closed" => tables.keep_table(now, game_id, who, &key).await,
        "nudges P" => tables.nudge(now, game_id, who, Some(BOB), &key).await.map(drop),
        "undoes their own order" => {
            let seat = game.seat_of(who).unwrap_or(BOB);
            play.take_back_last(now, game_id, seat, who, &key).await.map(drop)
        }
        "books a vacation" => {
            let day = (now + Duration::days(2)).format("%Y-%m-%d").to_string();
            let dates = Dates { first: day.clone(), last: day };
            tables.go_on_vacation(now, game_id, who, &dates, Zone::UTC, &key).await.map(drop)
        }
        "returns" => tables.come_back(now, game_id, who, &key).await,
        other => try_seats(app, game_id, who, other).await,
    }
}

/// The same for acts that change the seats.
async fn try_seats(app: &App, game: &GameId, who: PlayerId, act: &str) -> Result<(), ServiceError> {
    let (service, now, key) = (&app.service, app.now, fresh());
    let away = |seat| Replacement {
        seat,
        instead: Instead::Bot("random".to_owned()),
        reason: "So it is".to_owned(),
    };
    match act {
        "replaces P" => service.tables().replace(now, game, who, &away(BOB), &key).await,
        "replaces L" => service.tables().replace(now, game, who, &away(Seat(5)), &key).await,
        "takes a free seat" => {
            let join = Join { key: Some(key), ..Join::default() };
            service.tables().join_table(now, game, who, join).await.map(drop)
        }
        "leaves their own seat" => service.tables().leave_seat(now, game, who, &key).await,
        "seats a bot" => service.tables().seat_bot(now, game, who, Seat(5), "random", &key).await,
        "closes the table" => service.tables().close_table(now, game, who, &key).await,
        other => panic!("nobody knows how to do that: {other}"),
    }
}

/// The effect on the clock of the prompted seat.
fn due_then(before: Option<&Pending>, game: &Game) -> String {
    let Some(after) = game.seats().wait(BOB) else { return "not awaited".to_owned() };
    if game.status.stops.since().is_some() {
        return "stopped".to_owned();
    }
    let Some(before) = before.filter(|before| before.asked == after.asked) else {
        return "awaited".to_owned();
    };
    let later = after.due.zip(before.due).map_or(Duration::zero(), |(is, was)| is - was);
    match later.num_minutes() {
        0 => "as before".to_owned(),
        minutes if minutes % 60 == 0 => format!("{} h later", minutes / 60),
        minutes => format!("{minutes} min later"),
    }
}

/// A cell of each table.
struct Cell {
    who: String,
    due: String,
}

/// Who may do it at those tables, by their letters, and the resulting deadline of the prompted
/// seat.
async fn who_may([plays, not]: &[Scene; 2], act: &str) -> Cell {
    let mut may = Vec::new();
    let mut due = BTreeSet::new();
    for scene in [plays, not] {
        let mut app = scene.app().await;
        let here = |who: &&&str| (**who == "K") == std::ptr::eq(scene, not);
        for who in ALL.iter().filter(here) {
            let before = app.version(&scene.game).await;
            let asked = app
                .service
                .games()
                .load(&scene.game)
                .await
                .expect("a game")
                .seats()
                .wait(BOB)
                .cloned();
            match try_it(&app, &scene.game, scene.people[who], act).await {
                // Closing a sheet that is not awaited is neither an error nor an order.
                Ok(()) if app.version(&scene.game).await == before => {}
                Ok(()) => {
                    may.push(*who);
                    let game = app.service.games().load(&scene.game).await.expect("a game");
                    due.insert(due_then(asked.as_ref(), &game));
                    let audited =
                        app.service.fairness().audit_game(&scene.game).await.expect("looked over");
                    assert!(audited.clean(), "{act} by {who}: {audited:?}");
                    app = scene.app().await;
                }
                Err(_) => assert_eq!(app.version(&scene.game).await, before, "{act} by {who}"),
            }
        }
    }
    may.sort_by_key(|who| ALL.iter().position(|one| one == who));
    let cell = |words: Vec<&str>, between| match words.is_empty() {
        true => "–".to_owned(),
        false => words.join(between),
    };
    let due = due.iter().map(String::as_str).collect();
    Cell { who: cell(may, " "), due: cell(due, " or ") }
}

/// A table of the guide, by its first header: the states, and each act with its cells.
fn told(head: &str) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/organise/conduct.md");
    let text = std::fs::read_to_string(path).expect("it is there");
    let rows = text.lines().skip_while(|line| !line.starts_with(&format!("| {head} |")));
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut rows = rows.map(cells);
    let states = rows.next().expect("a head").split_off(1);
    let acts = rows.filter(|row| !row[0].starts_with('-'));
    (states, acts.map(|mut row| (row.remove(0), row)).collect())
}

/// The effects of a silent seat are derived from the rules, each with a reason, independently of
/// the program. The columns must agree.
#[test]
fn every_cell_of_a_silent_seat_has_a_reason() {
    let (states, acts) = told("Act");
    let (_, reasons) = told("If P is silent");
    let of = |state: &str| states.iter().position(|one| one == state).expect("a column");
    for state in ["silent", "not waited for"] {
        let cells = acts.iter().map(|(act, cells)| (act, &cells[of(state)]));
        let why = reasons.iter().map(|(act, cells)| (act, &cells[0]));
        assert!(cells.eq(why), "{state}");
    }
    assert!(reasons.iter().all(|(_, cells)| cells[1].len() > 10));
}

#[tokio::test]
async fn permissions_match_the_conduct_guide() {
    let ((states, acts), (same, then)) = (told("Act"), told("After"));
    assert!(states.len() > 6 && acts.len() > 12, "{states:?} {acts:?}");
    let mut wrong = Vec::new();
    let mut due: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (at, state) in states.iter().enumerate() {
        let scenes = [scene(state, true).await, scene(state, false).await];
        for (act, cells) in &acts {
            let cell = who_may(&scenes, act).await;
            if cell.who != cells[at] {
                wrong.push(format!("{act}, {state}: {} and not {}", cell.who, cells[at]));
            }
            due.entry(act).or_default().push(cell.due);
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let row = |(act, cells): (&str, &[String])| format!("| {act} | {} |", cells.join(" | "));
    let is: Vec<String> = acts.iter().map(|(act, _)| row((act, &due[act.as_str()]))).collect();
    let told: Vec<String> = then.iter().map(|(act, cells)| row((act, cells))).collect();
    assert_eq!(same, states);
    assert_eq!(told, is, "what is due then:\n{}", is.join("\n"));
}
