//! The email about a rewind vote explains the consequences: what is undone, what remains, what was
//! already revealed, what is drawn again, the clocks, and who votes.

use ravenpost::emails::NotificationKind;
use ravenpost::service::game::history::story::NarratedEvent;
use ravenpost::service::rewind::preview::Foreseen;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Seat, Viewer};

use crate::harness::app::App;
use crate::service::table::rewinds::{play, propose, vote};

const BLUE: Seat = Seat(2);
/// The email lists at most that many lines, the latest ones.
const LATEST: usize = 30;

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Compares Bob's email about an open vote with what a rewind would mean to him.
async fn asked(app: &App, game_id: &GameId, to: Step) -> Foreseen {
    let email = app
        .written(&app.queued(NotificationKind::VoteOpened).await)
        .await
        .expect("the vote is open");
    let words = line(&email.text);
    let game = app.service.games().load(game_id).await.expect("a game");
    let foreseen = game.history().foresee(Viewer::Seat(BLUE), to).expect("it may go back");
    let steps =
        |steps: &[NarratedEvent]| steps.iter().flat_map(|step| step.narration.clone()).collect();
    for told in [steps(&foreseen.undone), steps(&foreseen.restored), foreseen.seen.clone()] {
        let told: Vec<Narration> = told;
        for told in told.iter().rev().take(LATEST) {
            assert!(words.contains(&line(&told.text)), "{} is not in: {words}", told.text);
        }
    }
    let heads = [
        ("WHAT WOULD BE UNDONE", !foreseen.undone.is_empty()),
        ("WHAT WOULD BE RESTORED", !foreseen.restored.is_empty()),
        ("ALREADY REVEALED", !foreseen.seen.is_empty()),
        ("reshuffled", foreseen.redealt),
    ];
    for (head, is) in heads {
        assert_eq!(words.contains(head), is, "{head}: {words}");
    }
    for (seat, left) in &foreseen.clocks {
        assert!(left.is_some_and(|left| left > chrono::Duration::days(2)), "{left:?}");
        let clock = format!("{} to move, with 3 days", game.seat_name(*seat));
        assert!(words.contains(&clock), "{clock} is not in: {words}");
    }
    let voter = format!("{}: has not voted yet", game.seat_name(BLUE));
    assert!(words.contains(&voter), "{voter} is not in: {words}");
    foreseen
}

/// Whether the email about a rewind mentions new draws, and whether there were any.
async fn new_draws_in_rewind_email(app: &App, game: &GameId) -> [bool; 2] {
    let email =
        app.written(&app.queued(NotificationKind::GameRewound).await).await.expect("it is told");
    let game = app.service.games().load(game).await.expect("a game");
    let went = game.log.iter().rev().find(|one| matches!(one.act, Act::Rewound { .. }));
    [line(&email.text).contains("reshuffled"), went.expect("it went back").event.facts != "[]"]
}

#[tokio::test]
async fn rewind_email_explains_the_consequences() {
    let (mut seen, mut anew) = (0, [0, 0]);
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(4).await;
        let (ann, bob, game_id) = app.pair(title.about().key).await;
        play(&mut app, &game_id, 20).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        let (begun, last) = (game.started().expect("it began"), game.step());
        for to in [begun.max(last.less(8)), last] {
            propose(&app, &game_id, ann, to).await;
            let foreseen = asked(&app, &game_id, to).await;
            assert!(!foreseen.clocks.is_empty());
            assert_eq!(foreseen.restored.is_empty(), to != last, "{}", title.about().key);
            seen += foreseen.seen.len();
            anew[usize::from(foreseen.redealt)] += 1;
            vote(&app, &game_id, bob, true).await;
            let [said, was] = new_draws_in_rewind_email(&app, &game_id).await;
            assert_eq!([said, was], [foreseen.redealt; 2], "{}", title.about().key);
            let old = app.queued(NotificationKind::GameRewound).await;
            app.mark_sent(&old, "Back").await;
            let old = app.queued(NotificationKind::VoteOpened).await;
            app.mark_sent(&old, "A vote").await;
        }
    }
    println!("{seen} things cannot be unseen; drawn anew: {anew:?}");
    assert!(seen > 0 && anew.iter().all(|times| *times > 0), "{seen}, {anew:?}");
}
