//! A substitute bot plays for an absent player and answers at once, so that no player waits or
//! gains time. The absent player can return at any time and still votes.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::substitute::Away;
use ravenpost_log::act::{By, Pace, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::acts::count_if;
use crate::harness::app::{App, fresh, key_of};
use crate::service::TITLE;
use crate::service::table::replacements::miss_two_deadlines;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

/// A game of these players with two days per prompt.
async fn table(names: &[&str]) -> (App, GameId) {
    let app = App::seeded(6).await;
    let ann = app.player(names[0]).await;
    let seats = u8::try_from(names.len()).expect("few");
    let pace = Pace::of(Some(48 * 3600));
    let new = NewTable { pace, ..app.plain(TITLE, seats) };
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

async fn goes(app: &App, game: &GameId, who: &str, days: Option<u32>) -> Result<(), String> {
    let away = Away { bot: "steady".to_owned(), days };
    let player = app.player_of(who).await;
    let gone = app.service.tables().go_away(app.now, game, player, &away, &fresh()).await;
    gone.map_err(|error| error.to_string())
}

async fn returns(app: &App, game: &GameId, who: &str) -> Result<(), String> {
    let player = app.player_of(who).await;
    let back = app.service.tables().come_back(app.now, game, player, &fresh()).await;
    back.map_err(|error| error.to_string())
}

fn back_by(by: Option<By>) -> impl Fn(&Act) -> bool {
    move |act| matches!(act, Act::Substituted { bot: None, by: own, .. } if *own == by)
}

fn lapsed(act: &Act) -> bool {
    matches!(act, Act::TimedOut { cause: None, .. })
}

/// The players answer that many prompts.
async fn answer(app: &mut App, game_id: &GameId, times: usize) {
    for _ in 0..times {
        let game = app.service.games().load(game_id).await.expect("a game");
        let Some(seat) = game.seats().awaited_seats().first().copied() else { return };
        let order = app.some_order(game_id, seat).await;
        app.order(game_id, seat, &order).await.expect("legal");
    }
}

/// Checks that the state in memory equals the folded log, and that all acts were allowed.
async fn holds(app: &App, game_id: &GameId) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.seats.slots, game.status.seats.slots);
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn substitute_answers_and_hands_back() {
    let (mut app, game_id) = table(&["ann", "bob"]).await;
    goes(&app, &game_id, "bob", None).await.expect("gone");
    for _ in 0..20 {
        app.now += Duration::hours(20);
        answer(&mut app, &game_id, 1).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        assert!(game.seats().wait(BLUE).is_none(), "nobody waits for who is away");
    }
    let bots = |act: &Act| matches!(act, Act::Ordered { seat: BLUE, via: Via::Bot, .. });
    assert!(count_if(&app, &game_id, bots).await > 2, "the bot has played");
    assert_eq!(count_if(&app, &game_id, lapsed).await, 0);
    let told = app.emails_queued("ann").await;
    assert!(told.contains(&"organiser_action".to_owned()), "{told:?}");
    returns(&app, &game_id, "bob").await.expect("back");
    assert!(returns(&app, &game_id, "bob").await.expect_err("he is").contains("no bot is playing"));
    let before = count_if(&app, &game_id, bots).await;
    for _ in 0..40 {
        if app.service.games().load(&game_id).await.expect("a game").seats().wait(BLUE).is_some() {
            break;
        }
        answer(&mut app, &game_id, 1).await;
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.seats().wait(BLUE).is_some(), "he is asked again");
    assert_eq!(count_if(&app, &game_id, bots).await, before);
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn repeated_click_is_one_and_one_player_must_remain() {
    let (app, game_id) = table(&["ann", "bob"]).await;
    let (away, key) = (Away { bot: "steady".to_owned(), days: Some(3) }, key_of("away"));
    let bob = app.player_of("bob").await;
    for _ in 0..2 {
        app.service.tables().go_away(app.now, &game_id, bob, &away, &key).await.expect("once");
    }
    assert_eq!(count_if(&app, &game_id, |act| act.kind().word() == "substituted").await, 1);
    let alone = goes(&app, &game_id, "ann", None).await.expect_err("bots alone");
    assert!(alone.contains("at least one person has to keep playing"), "{alone}");
    for days in [0, 61, u32::MAX] {
        let (app, game_id) = table(&["ann", "bob"]).await;
        let refused = goes(&app, &game_id, "bob", Some(days)).await.expect_err("no such time");
        assert!(refused.contains("up to 60 days"), "{refused}");
    }
    // When the last active player leaves for good, substituted seats return to their players.
    let ann = app.player_of("ann").await;
    app.service.tables().leave_seat(app.now, &game_id, ann, &fresh()).await.expect("gone");
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.status.seats.slots[1].stand_in.is_none(), "Bob plays again");
    assert_eq!(count_if(&app, &game_id, back_by(None)).await, 1);
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn end_of_substitution_returns_the_seat_at_the_next_prompt() {
    let (mut app, game) = table(&["ann", "bob"]).await;
    goes(&app, &game, "bob", Some(2)).await.expect("gone");
    app.now += Duration::hours(47);
    answer(&mut app, &game, 1).await;
    assert_eq!(count_if(&app, &game, back_by(None)).await, 0);
    app.now += Duration::hours(1);
    for _ in 0..6 {
        answer(&mut app, &game, 1).await;
    }
    assert_eq!(count_if(&app, &game, back_by(None)).await, 1);
    holds(&app, &game).await;
}

async fn put_to_end(app: &App, game_id: &GameId) -> DateTime<Utc> {
    let (ann, reason) = (app.player_of("ann").await, "It is decided".to_owned());
    let end = ProposedEnd { places: vec![1, 2, 3], reason };
    app.service.votes().propose_end(app.now, game_id, ann, &end, &fresh()).await.expect("put");
    let game = app.service.games().load(game_id).await.expect("a game");
    game.status.stops.proposal.as_ref().expect("a vote is open").until
}

async fn says(app: &App, game_id: &GameId, who: &str, agrees: bool) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let step = game.status.stops.proposal.as_ref().expect("a vote is open").step;
    let (player, word) = (app.player_of(who).await, Word { step, agrees, via: Via::Page });
    app.service.votes().vote(app.now, game_id, player, word, &fresh()).await.expect("said");
}

#[tokio::test]
async fn absent_player_can_vote_but_not_block_a_vote() {
    for speaks in [false, true] {
        let (mut app, game) = table(&["ann", "bob", "carol"]).await;
        goes(&app, &game, "carol", None).await.expect("gone");
        let until = put_to_end(&app, &game).await;
        says(&app, &game, "bob", true).await;
        let open =
            app.service.games().load(&game).await.expect("a game").status.stops.proposal.is_some();
        assert!(open, "she has until the end of the vote");
        if speaks {
            says(&app, &game, "carol", false).await;
        }
        app.now = until;
        app.service.clocks().tick(app.now).await.expect("a tick");
        let ended = count_if(&app, &game, |act| matches!(act, Act::Ended { .. })).await;
        assert_eq!(ended, usize::from(!speaks), "her silence does not refuse, her word does");
        holds(&app, &game).await;
    }
}

#[tokio::test]
async fn no_player_ends_a_game_alone_while_others_are_away() {
    let (mut app, game) = table(&["ann", "bob", "carol"]).await;
    goes(&app, &game, "bob", None).await.expect("gone");
    goes(&app, &game, "carol", None).await.expect("gone");
    let until = put_to_end(&app, &game).await;
    app.now = until;
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count_if(&app, &game, |act| matches!(act, Act::Ended { .. })).await, 0);
    assert_eq!(count_if(&app, &game, |act| matches!(act, Act::ProposalFailed { .. })).await, 1);
    holds(&app, &game).await;
}

#[tokio::test]
async fn substitution_changes_no_clock() {
    let (mut app, game) = table(&["ann", "bob"]).await;
    let asked = app.service.games().load(&game).await.expect("a game").status.clocks.waits.clone();
    app.now += Duration::hours(30);
    let who = if asked.contains_key(&RED) { "bob" } else { "ann" };
    let other = if who == "bob" { RED } else { BLUE };
    goes(&app, &game, who, None).await.expect("gone");
    returns(&app, &game, who).await.expect("back");
    let now = app.service.games().load(&game).await.expect("a game").status.clocks.waits.clone();
    assert_eq!(now.get(&other).map(|wait| wait.due), asked.get(&other).map(|wait| wait.due));
    holds(&app, &game).await;
}

#[tokio::test]
async fn orders_of_the_substitute_cannot_be_undone() {
    let (app, game_id) = table(&["ann", "bob"]).await;
    goes(&app, &game_id, "bob", None).await.expect("gone");
    let game = app.service.games().load(&game_id).await.expect("a game");
    let bots = |act: &Act| matches!(act, Act::Ordered { seat: BLUE, via: Via::Bot, .. });
    assert!(game.log.iter().any(|entry| bots(entry.act)), "the bot has answered");
    returns(&app, &game_id, "bob").await.expect("back");
    let bob = app.player_of("bob").await;
    let undone = app.service.play().take_back_last(app.now, &game_id, BLUE, bob, &fresh()).await;
    let refused = undone.expect_err("it was not his").to_string();
    assert!(refused.contains("can no longer be undone"), "{refused}");
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn outage_during_a_substitution_costs_no_time() {
    let (mut app, game) = table(&["ann", "bob"]).await;
    goes(&app, &game, "bob", Some(2)).await.expect("gone");
    app.service.clocks().heartbeat(app.now).await.expect("up");
    app.now += Duration::days(3);
    app.service.clocks().heartbeat(app.now).await.expect("up again");
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count_if(&app, &game, lapsed).await, 0, "no deadline passed meanwhile");
    for _ in 0..6 {
        answer(&mut app, &game, 1).await;
    }
    assert_eq!(count_if(&app, &game, back_by(None)).await, 1, "his time away was over");
    holds(&app, &game).await;
}

#[tokio::test]
async fn substitute_plays_for_absent_players_in_a_fork() {
    let (mut app, game_id) = table(&["ann", "bob", "carol"]).await;
    goes(&app, &game_id, "bob", None).await.expect("gone");
    answer(&mut app, &game_id, 1).await;
    let ann = app.player_of("ann").await;
    let step = app.step(&game_id).await;
    let new = NewFork { of: game_id.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
    let game = app.service.games().load(&fork).await.expect("a game");
    assert_eq!(game.status.seats.bot(BLUE), Some("steady"));
    assert!(game.status.seats.slots.iter().all(|slot| slot.stand_in.is_none()));
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn table_votes_for_a_substitute_until_the_player_returns() {
    let (app, game_id) = table(&["ann", "bob", "carol"]).await;
    let (ann, reason) = (app.player_of("ann").await, "He is at sea".to_owned());
    let instead = Instead::StandIn("steady".to_owned());
    let own = Replacement { seat: RED, instead: instead.clone(), reason: reason.clone() };
    let refused =
        app.service.votes().propose_replacement(app.now, &game_id, ann, &own, &fresh()).await;
    let refused = refused.expect_err("her own").to_string();
    assert!(refused.contains("you do not need a vote"), "{refused}");
    let asked = Replacement { seat: BLUE, instead, reason };
    app.service
        .votes()
        .propose_replacement(app.now, &game_id, ann, &asked, &fresh())
        .await
        .expect("put");
    let open = app.service.games().load(&game_id).await.expect("a game");
    let voters = open.status.stops.proposal.as_ref().expect("open");
    let silent = voters.silent(open.status.consent, &open.status.seats.held_seats());
    assert_eq!(silent, [Some(Seat(3))], "Bob is not asked about himself");
    says(&app, &game_id, "carol", true).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.status.seats.played_by(BLUE), Some("steady"));
    assert!(game.status.seats.held(BLUE) && game.status.stops.proposal.is_none());
    assert!(game.seats().wait(BLUE).is_none(), "the bot has answered at once");
    holds(&app, &game_id).await;
    returns(&app, &game_id, "bob").await.expect("back");
    assert_eq!(
        app.service.games().load(&game_id).await.expect("a game").status.seats.played_by(BLUE),
        None
    );
    holds(&app, &game_id).await;
}

/// Without a vote, the organiser lets a bot play only for a player who has missed deadlines.
#[tokio::test]
async fn organiser_appoints_a_substitute_for_silent_players_only() {
    let (mut app, game_id) = table(&["ann", "bob", "carol"]).await;
    let (ann, service) = (app.player_of("ann").await, app.service.clone());
    let instead = Instead::StandIn("steady".to_owned());
    let asked = Replacement { seat: BLUE, instead, reason: "He is at sea".to_owned() };
    let refused = service.tables().replace(app.now, &game_id, ann, &asked, &fresh()).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    let game = service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.status.seats.played_by(BLUE), None);
    miss_two_deadlines(&mut app, &game_id, BLUE).await;
    service.tables().replace(app.now, &game_id, ann, &asked, &fresh()).await.expect("he is silent");
    let game = service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.status.seats.played_by(BLUE), Some("steady"));
    holds(&app, &game_id).await;
}
