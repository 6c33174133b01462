//! A fork of a running game reveals only what the player who forked it knew. Two games differ only
//! in Blue's instructions and a sealed order, which Red may not know. Red forks both in every way.
//! The forks are then driven to points that reveal information: players are replaced, the game is
//! ended, everything is revealed. The results must be identical, or the same action must be refused
//! in both.
//!
//! `RAVENPOST_SEEDS` sets the number of game pairs per title, and `RAVENPOST_FROM` the first seed.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Dice, Seat, Viewer};

use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::harness::seeds::seeds;
use crate::pages::game::private_instructions::{ROOMS, Table, steps_compared, without_hashes};
use crate::pages::session;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);
/// Rounds before the fork, and orders after it.
const ROUNDS: u64 = 6;
const ON: usize = 4;

/// How Red forks, and what happens to the fork.
#[derive(Clone, Copy, PartialEq, Debug)]
enum ForkRoute {
    /// Alone, ended at once by its only human player.
    Alone,
    /// With Blue, ended by both.
    Agreed,
    /// With Blue, whom Red replaces by a bot.
    Replaced,
    /// From the true position.
    Freely,
}

/// Returns two orders of Blue that look the same to everyone else, one for each game.
pub fn sealed(game: &Game) -> Option<[String; 2]> {
    let legal = game.true_position().legal(BLUE).orders;
    let unseen = |order: &String| {
        let decided = game.true_position().attempt(BLUE, order, &mut Dice::seeded(1))?;
        let quiet = !game.title.reveals(&decided.facts).expect("readable");
        let seen = [Viewer::Seat(RED), Viewer::Spectator].map(|eye| decided.next.show(eye));
        quiet.then(|| (order.clone(), seen, decided.next.awaited()))
    };
    let mut tried = legal.iter().filter_map(unseen);
    let (first, seen, awaited) = tried.next()?;
    let other = tried.rfind(|other| other.1 == seen && other.2 == awaited)?;
    Some([first, other.0])
}

/// Plays two games that differ only in what Blue knows, and returns how often they differ. With
/// `same`, their hashes are equal as well, because nothing follows Blue's secret actions.
async fn pair(title: &str, seed: u64, same: bool) -> ([Table; 2], usize) {
    let mut both = [Table::of(title, seed).await, Table::of(title, seed).await];
    let mut differ = 0;
    for round in 0..ROUNDS + seed % 5 {
        if round % 3 == 2 && !same {
            both[0].save_and_withdraw_each().await;
        }
        for table in &mut both {
            assert!(table.go_on().await, "{title} goes on");
        }
    }
    both[0].leave().await;
    differ += both[0].left[0];
    let game = both[0].game().await;
    let asked = game.seats().awaited_seats().contains(&BLUE) && !same;
    if let Some(orders) = sealed(&game).filter(|_| asked) {
        for (table, order) in both.iter_mut().zip(&orders) {
            let Table { app, game, .. } = table;
            app.order(game, BLUE, order).await.expect("legal");
        }
        differ += 1;
    }
    (both, differ)
}

/// Describes the outcome of an action.
fn said<T>(done: Result<T, ServiceError>) -> String {
    done.map_or_else(|no| no.to_string(), |_| "done".to_owned())
}

/// Forks a game, drives the fork and returns everything it reveals. Bots depend on the hashes of
/// the game and so on those of its parent. Without the `same` hashes, a fork with bots is therefore
/// compared only at its start.
async fn drive(
    table: &mut Table,
    ann_is: &str,
    road: ForkRoute,
    same: bool,
) -> Vec<(String, String)> {
    let Table { app, game: game_id, .. } = table;
    // Secret actions of Blue and the bots have consumed random bytes, so reset the source.
    app.restart_with_seed(road as u64);
    // The number of tables opened per day is limited.
    app.now += Duration::days(1);
    let [ann, bob] = [app.player_of("ann").await, app.player_of("bob").await];
    let step = app.service.games().load(game_id).await.expect("a game").step();
    let way = match road {
        ForkRoute::Alone => Way::Alone { bot: "steady".to_owned() },
        ForkRoute::Agreed | ForkRoute::Replaced => Way::Together,
        ForkRoute::Freely => {
            let bots = vec![(BLUE, "steady".to_owned())];
            Way::Freely { own_seat: Some(RED), bots, pace: Pace::of(None) }
        }
    };
    let new = NewFork { of: game_id.clone(), step, way };
    let fork = match app.service.tables().fork(app.now, ann, &new, &fresh()).await {
        Ok(fork) => fork,
        Err(no) => return vec![("the fork".to_owned(), no.to_string())],
    };
    let mut told = Vec::new();
    if app.service.games().load(&fork).await.expect("a game").begins.is_some() {
        let joined = app.service.tables().join_table(app.now, &fork, bob, Join::default()).await;
        told.push(("Blue joins".to_owned(), said(joined)));
    }
    let game = app.service.games().load(&fork).await.expect("a game");
    // Events that a bot has added privately since then are not part of the start.
    let first = game.log.iter().find(|entry| matches!(entry.act, Act::Started));
    let first = first.map_or(Seq(1), |entry| entry.event.seq);
    let begun = game.history().at(first).expect("it folds");
    told.push(("how it began".to_owned(), begun.true_position().document().to_string()));
    if !same && matches!(road, ForkRoute::Alone | ForkRoute::Replaced) {
        return told;
    }
    let pages = Pages::of(app.service.clone());
    told.extend(all_of(app, &pages, ann_is, &fork).await);
    if road == ForkRoute::Replaced {
        let bot = Instead::Bot("steady".to_owned());
        let asked = Replacement { seat: BLUE, instead: bot, reason: "slow".to_owned() };
        let done = app.service.tables().replace(app.now, &fork, ann, &asked, &fresh()).await;
        told.push(("the replacement".to_owned(), said(done)));
    }
    for _ in 0..ON {
        let game = app.service.games().load(&fork).await.expect("a game");
        let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
        let order = app.some_order(&fork, seat).await;
        told.push((format!("{seat} gives {order}"), said(app.order(&fork, seat, &order).await)));
    }
    let end = ProposedEnd { places: Vec::new(), reason: "enough".to_owned() };
    let put = app.service.votes().propose_end(app.now, &fork, ann, &end, &fresh()).await;
    told.push(("the proposal".to_owned(), said(put)));
    if let Some(open) =
        &app.service.games().load(&fork).await.expect("a game").status.stops.proposal
    {
        let word = Word { step: open.step, agrees: true, via: Via::Page };
        let agreed = app.service.votes().vote(app.now, &fork, bob, word, &fresh()).await;
        told.push(("the vote".to_owned(), said(agreed)));
    }
    told.extend(all_of(app, &pages, ann_is, &fork).await);
    told
}

/// Returns every page, file, email and log view that Red or a spectator can obtain.
async fn all_of(app: &App, pages: &Pages, ann_is: &str, fork: &GameId) -> Vec<(String, String)> {
    let mut red = pages.browser().signed_in(ann_is);
    let mut watcher = pages.browser();
    let game = app.service.games().load(fork).await.expect("a game");
    let first = game.started().unwrap_or(Step(1));
    let steps = steps_compared(game.step())
        .flat_map(|step| [format!("?at={step}&from={first}"), format!("?at={step}&eye=all")]);
    let rooms = ROOMS.iter().map(|room| (*room).to_owned());
    let mut told = Vec::new();
    for room in rooms.chain(["/end".to_owned(), "/organise".to_owned()]).chain(steps) {
        let path = format!("/games/{fork}{room}");
        told.push((format!("Red's {room}"), red.get(&path).await.body));
        told.push((format!("a watcher's {room}"), watcher.get(&path).await.body));
    }
    told.push(("Red's games".to_owned(), red.get("/my-games").await.body));
    for viewer in [Viewer::Seat(RED), Viewer::Spectator] {
        let file = app.service.archive().export(fork, viewer).await;
        told.push((format!("the file for {viewer:?}"), file.unwrap_or_else(|no| no.to_string())));
    }
    let audited = app.service.fairness().audit_game(fork).await.expect("looked over");
    assert!(audited.clean(), "{audited:?}");
    for queued in
        app.emails_of("ann").await.iter().filter(|queued| queued.game.as_ref() == Some(fork))
    {
        let email = app.written(queued).await;
        let email = email.map(|email| format!("{}\n{}", email.subject, email.text));
        told.push((format!("an email, {}", queued.kind), email.unwrap_or_else(str::to_owned)));
    }
    told.push(("the whole state".to_owned(), game.true_position().document().to_string()));
    told
}

#[tokio::test]
async fn fork_reveals_only_what_its_creator_knew() {
    let (mut played, mut tally) = (0, BTreeMap::new());
    for seed in seeds(1) {
        println!("seed {seed}");
        for title in ravenpost::titles::all() {
            let key = title.about().key;
            let (differ, looks) = tally.entry(key).or_insert((0, 0));
            for same in [true, false] {
                let (mut both, differs) = pair(key, 31 + seed, same).await;
                *differ += usize::from(differs > 0);
                *looks += look(&mut both, key, seed, same).await;
            }
        }
        played += 1;
    }
    println!("{played} seeds");
    for (key, (differ, looks)) in tally {
        println!("{key}: {differ} pairs that differ, {looks} looks");
        assert!(differ > played, "{key}: only {differ} pairs differ");
    }
}

/// Compares the forks of two games for every road, and returns the number of comparisons.
async fn look(both: &mut [Table; 2], key: &str, seed: u64, same: bool) -> usize {
    let mut looks = 0;
    let ann = [session(&both[0].app, "ann").await, session(&both[1].app, "ann").await];
    for road in [ForkRoute::Alone, ForkRoute::Agreed, ForkRoute::Replaced, ForkRoute::Freely] {
        let one = drive(&mut both[0], &ann[0], road, same).await;
        let other = drive(&mut both[1], &ann[1], road, same).await;
        assert_eq!(one.len(), other.len(), "{key}, seed {seed}, {road:?}");
        for ((what, one), (also, other)) in one.iter().zip(&other) {
            let here = format!("{key}, seed {seed}, {road:?}: {what}");
            assert_eq!(what, also, "{here}");
            let [one, other] = [one, other].map(|text| without_hashes(text));
            let at = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            assert_eq!(at, None, "{here}");
            assert_eq!(one.len(), other.len(), "{here}");
        }
        looks += one.len();
    }
    looks
}
