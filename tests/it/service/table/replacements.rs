//! A seat changes hands during a game: the old player loses all rights, the new one gets a fresh
//! clock, and the log names no person.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::ServiceError;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::service::table::rewind_votes::three;
use crate::service::table::rewinds::{holds, play};

const BLUE: Seat = Seat(2);

fn give(seat: Seat, instead: Instead) -> Replacement {
    Replacement { seat, instead, reason: "No answer for two months".to_owned() }
}

async fn replace(
    app: &App,
    game: &GameId,
    by: PlayerId,
    asked: &Replacement,
) -> Result<(), ServiceError> {
    app.service.tables().replace(app.now, game, by, asked, &fresh()).await
}

/// Lets a seat miss two consecutive deadlines, until it is prompted again.
pub async fn miss_two_deadlines(app: &mut App, game_id: &GameId, seat: Seat) {
    for _ in 0..300 {
        let game = app.service.games().load(game_id).await.unwrap();
        let lapsed = game.status.seats.slot(seat).unwrap().silence.lapsed.len();
        match game.seats().wait(seat) {
            Some(_) if lapsed >= 2 => return,
            Some(wait) => {
                let left = wait.due.expect("a deadline") - app.now;
                app.passes(left.max(Duration::zero())).await;
            }
            None => play(app, game_id, 1).await,
        }
    }
    panic!("{seat} is never asked again");
}

async fn join(app: &App, game: &GameId, player: PlayerId, invited: bool) -> Option<Seat> {
    let join = Join { invited, key: Some(fresh()), ..Join::default() };
    app.service.tables().join_table(app.now, game, player, join).await.ok()
}

/// Ann's table of two, at which Blue, who is Bob, is prompted.
async fn waiting_for_bob() -> (App, [PlayerId; 2], GameId) {
    let mut app = App::seeded(5).await;
    let (ann, bob, game) = app.pair(crate::service::TITLE).await;
    play(&mut app, &game, 6).await;
    miss_two_deadlines(&mut app, &game, BLUE).await;
    (app, [ann, bob], game)
}

#[tokio::test]
async fn replaced_player_loses_access_and_newcomer_gets_time() {
    let (mut app, [ann, bob], game_id) = waiting_for_bob().await;
    let queued = app.emails_of("bob").await;
    let turn =
        queued.into_iter().rev().find(|queued| queued.kind == NotificationKind::YourTurn.key());
    app.passes(Duration::hours(20)).await;
    let before = app.service.games().load(&game_id).await.unwrap();
    replace(&app, &game_id, ann, &give(BLUE, Instead::Anybody)).await.expect("taken");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.seat_of(bob), None);
    assert_eq!(
        game.true_position().document(),
        before.true_position().document(),
        "the position is as it was"
    );
    // Bob has no orders, votes, seat or secrets any more, and gets an email with the reason.
    let order = app.some_order(&game_id, BLUE).await;
    let presentation =
        app.service.play().read_game(&game_id, Some(bob), None).await.expect("he may watch");
    assert!(presentation.seat.is_none() && presentation.offers.is_empty());
    assert!(app.service.tables().leave_seat(app.now, &game_id, bob, &fresh()).await.is_err());
    if let Some(turn) = &turn {
        app.written(turn).await.expect_err("the email that was owed is not sent any more");
    }
    let told = app.queued(NotificationKind::PlayerReplaced).await;
    assert_eq!(told.to_player, Some(bob));
    let email = app.written(&told).await.expect("he is told");
    assert!(email.text.contains("No answer for two months"), "{}", email.text);
    // The seat is open, and its clock runs on.
    let pace = Duration::seconds(game.status.pace.turn.expect("a clock").into());
    assert_eq!(game.seats().wait(BLUE).unwrap().due, before.seats().wait(BLUE).unwrap().due);
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(app.version(&game_id).await, game.last_seq(), "nothing is played meanwhile");
    app.passes(Duration::hours(5)).await;
    let cid = app.player("cid").await;
    assert_eq!(join(&app, &game_id, cid, false).await, Some(BLUE));
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(
        game.seats().wait(BLUE).unwrap().due,
        Some(app.now + pace),
        "fresh for the newcomer"
    );
    for (seat, wait) in game.status.clocks.waits.iter().filter(|(seat, _)| **seat != BLUE) {
        assert_eq!(wait, &before.status.clocks.waits[seat], "nobody else's clock has changed");
    }
    let emails = app.emails_queued("cid").await;
    assert!(emails.contains(&NotificationKind::YourTurn.key().to_owned()), "{emails:?}");
    let turn = app.emails_of("cid").await.into_iter().find(|one| one.kind == "your_turn").unwrap();
    let email = app.written(&turn).await.expect("it is written");
    assert!(email.text.contains("The organiser removed"), "{}", email.text);
    assert!(
        app.emails_queued("ann")
            .await
            .contains(&NotificationKind::OrganiserAction.key().to_owned())
    );
    let late = app.player("dot").await;
    assert_eq!(join(&app, &game_id, late, true).await, None, "the seat is taken");
    app.order(&game_id, BLUE, &order).await.expect("the game goes on");
    let log: String = game.events().map(|event| event.act.clone()).collect();
    assert!(!["ann", "bob", "cid"].iter().any(|name| log.contains(name)), "{log}");
    holds(&app, &game_id).await;
    let derived = app.derived().await;
    app.service.games().rebuild(|_| {}).await.expect("made again");
    assert_eq!(app.derived().await, derived);
}

#[tokio::test]
async fn bot_takes_over_at_once_and_people_need_an_invitation() {
    let (mut app, [ann, bob], game_id) = waiting_for_bob().await;
    let cid = app.player("cid").await;
    let link = app.service.tables().invite_by_link(app.now, &game_id, ann, &fresh()).await;
    assert!(link.is_err(), "no seat waits");
    replace(&app, &game_id, ann, &give(BLUE, Instead::Invited)).await.expect("taken");
    assert_eq!(join(&app, &game_id, cid, false).await, None);
    assert!(app.service.tables().invite_by_link(app.now, &game_id, bob, &fresh()).await.is_err());
    let link = app
        .service
        .tables()
        .invite_by_link(app.now, &game_id, ann, &fresh())
        .await
        .expect("a link");
    let token = &link.token;
    assert!(app.service.tables().read_invitation(app.now, token).await.unwrap().is_some());
    // The seat is given to a bot: earlier links are invalid.
    let bot = Instead::Bot("random".to_owned());
    replace(&app, &game_id, ann, &give(BLUE, bot.clone())).await.expect("given");
    assert!(app.service.tables().read_invitation(app.now, token).await.unwrap().is_none());
    assert_eq!(join(&app, &game_id, cid, true).await, None);
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.log.iter().any(|entry| matches!(
        entry.act,
        Act::Ordered { seat: BLUE, via: ravenpost_log::act::Via::Bot, .. }
    )));
    assert!(replace(&app, &game_id, ann, &give(BLUE, bot)).await.is_err(), "a bot sits there");
    holds(&app, &game_id).await;
    play(&mut app, &game_id, 3).await;
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn default_is_played_if_no_replacement_comes() {
    let (mut app, [ann, _], game_id) = waiting_for_bob().await;
    replace(&app, &game_id, ann, &give(BLUE, Instead::Anybody)).await.expect("taken");
    let due =
        app.service.games().load(&game_id).await.unwrap().seats().wait(BLUE).unwrap().due.unwrap();
    assert!(app.service.clocks().next_due().await.unwrap().is_some_and(|next| next <= due));
    app.passes(due - app.now).await;
    let game = app.service.games().load(&game_id).await.unwrap();
    let lapsed = |act: &Act| matches!(act, Act::TimedOut { seat: BLUE, deadline: Some(_), .. });
    assert!(game.log.iter().any(|entry| lapsed(entry.act)));
    assert!(!game.log.iter().any(|entry| matches!(entry.act, Act::Reminded { seat: BLUE, .. })));
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn organisers_take_at_most_one_seat_and_it_is_logged() {
    let (mut app, [ann, bob, cid], game_id) = three(ravenpost_log::act::Consent::All, true).await;
    miss_two_deadlines(&mut app, &game_id, Seat(3)).await;
    let dot = app.player("dot").await;
    for (by, asked) in [
        (bob, give(Seat(3), Instead::Anybody)),
        (dot, give(Seat(3), Instead::Anybody)),
        (ann, give(Seat(1), Instead::Anybody)),
        (ann, give(Seat(9), Instead::Anybody)),
        (ann, give(Seat(3), Instead::Bot("nobody".to_owned()))),
        (ann, Replacement { reason: " ".to_owned(), ..give(Seat(3), Instead::Anybody) }),
    ] {
        assert!(replace(&app, &game_id, by, &asked).await.is_err(), "{asked:?}");
    }
    replace(&app, &game_id, ann, &give(Seat(3), Instead::Anybody)).await.expect("taken");
    assert_eq!(join(&app, &game_id, ann, true).await, None, "she sits there already");
    assert_eq!(join(&app, &game_id, bob, false).await, None);
    // An open seat has no vote and cannot be taken during one. For a week after that, nothing can
    // be put to the vote.
    let end = ProposedEnd { places: Vec::new(), reason: "Enough".to_owned() };
    let early = app.service.votes().propose_end(app.now, &game_id, ann, &end, &fresh()).await;
    let why = early.expect_err("it is too early").to_string();
    assert!(why.contains("without a vote"), "{why}");
    app.now += Duration::days(7);
    app.service.votes().propose_end(app.now, &game_id, ann, &end, &fresh()).await.expect("put");
    let open = app.service.games().load(&game_id).await.unwrap().status.clone();
    let voters =
        open.stops.proposal.as_ref().unwrap().voters(open.consent, &open.seats.manned_seats());
    assert_eq!(voters, [Some(Seat(2))]);
    assert_eq!(join(&app, &game_id, cid, false).await, None);
    assert!(replace(&app, &game_id, ann, &give(Seat(2), Instead::Anybody)).await.is_err());
    assert_eq!(app.status(&game_id).await, Status::Running);

    let (mut app, [ann, bob, _], game_id) = three(ravenpost_log::act::Consent::All, false).await;
    miss_two_deadlines(&mut app, &game_id, Seat(2)).await;
    replace(&app, &game_id, ann, &give(Seat(2), Instead::Anybody)).await.expect("taken");
    assert_eq!(join(&app, &game_id, bob, false).await, None, "he sits there already");
    assert_eq!(join(&app, &game_id, ann, false).await, Some(Seat(2)));
    let game = app.service.games().load(&game_id).await.unwrap();
    let over = Act::TakenOver { seat: Seat(2), organiser: true, returning: false };
    let said = |act: &Act| *act == over;
    assert!(game.log.iter().any(|entry| said(entry.act)));
    let told = game.narration().story(ravenpost_rules::Viewer::Spectator, Seq::NONE).unwrap();
    let words: Vec<_> =
        told.iter().flat_map(|step| &step.narration).map(|one| &*one.text).collect();
    assert!(words.iter().any(|text| text.starts_with("The organiser now plays ")), "{words:?}");
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn of_two_simultaneous_newcomers_one_gets_the_seat() {
    let (app, [ann, _], game_id) = waiting_for_bob().await;
    replace(&app, &game_id, ann, &give(BLUE, Instead::Anybody)).await.expect("taken");
    let mut racers = Vec::new();
    for name in ["cid", "dot", "eve"] {
        let player = app.player(name).await;
        let (service, now, game_id) = (app.service.clone(), app.now, game_id.clone());
        racers.push(tokio::spawn(async move {
            let join = Join { key: Some(fresh()), ..Join::default() };
            service.tables().join_table(now, &game_id, player, join).await.is_ok()
        }));
    }
    let mut taken = 0;
    for racer in racers {
        taken += u32::from(racer.await.unwrap());
    }
    assert_eq!(taken, 1);
    let game = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(game.people.iter().filter(|(seat, _)| *seat == BLUE).count(), 1);
    holds(&app, &game_id).await;
}
