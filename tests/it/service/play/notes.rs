//! Private notes.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::ServiceError;
use ravenpost::service::talk::note::{LONGEST, Later, MOST_NOTES, NoteChange};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

async fn texts(app: &App, game: &GameId, player: PlayerId) -> Vec<(Step, String)> {
    let notes = app.service.chat().notes_for(game, player).await.expect("readable");
    notes.into_iter().map(|note| (note.step, note.note.text)).collect()
}

#[tokio::test]
async fn note_is_shown_beside_its_step_to_its_author_only() {
    let mut app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let service = app.service.clone();
    let first = service.games().load(&game).await.expect("a game").started().expect("it began");
    let key = fresh();
    let step = service
        .chat()
        .note(app.now, &game, ann, None, " wood \n\n\n first ", &key)
        .await
        .expect("noted");
    assert_eq!(step, first);
    let again = service
        .chat()
        .note(app.now, &game, ann, None, "wood\n\nfirst", &key)
        .await
        .expect("as before");
    assert_eq!(again, step, "the same form is one note");
    app.until_turn_email(&game).await;
    let later = service
        .chat()
        .note(app.now, &game, ann, None, "red is weak", &fresh())
        .await
        .expect("noted");
    assert!(later > step);
    let back = service
        .chat()
        .note(app.now, &game, ann, Some(step), "too late", &fresh())
        .await
        .expect("noted");
    assert_eq!(back, step, "an earlier step can be noted at as well");
    let mine = texts(&app, &game, ann).await;
    let said: Vec<&str> = mine.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(said, ["red is weak", "too late", "wood\n\nfirst"]);
    assert!(texts(&app, &game, bob).await.is_empty());
    for at in [None, Some(step), Some(later)] {
        let presentation = service.play().read_game(&game, Some(bob), at).await.expect("a sight");
        assert!(presentation.talk.notes.is_empty());
    }
    let then = service.play().read_game(&game, Some(ann), Some(step)).await.expect("a sight");
    let notes: Vec<&str> = then.talk.notes.iter().map(|note| note.note.text.as_str()).collect();
    assert_eq!(notes, ["too late", "wood\n\nfirst"], "those of the step that is shown");
}

#[tokio::test]
async fn notes_cannot_be_changed_by_others() {
    let app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let service = &app.service;
    service.chat().note(app.now, &game, ann, None, "mine", &fresh()).await.expect("noted");
    let id = service.chat().notes_for(&game, ann).await.expect("readable")[0].note.id;
    for change in [NoteChange::Drop, NoteChange::Text("yours".to_owned())] {
        let refused = service.chat().change_note(app.now, &game, bob, id, change).await;
        assert!(matches!(refused, Err(ServiceError::NotFound(_))));
    }
    let change = NoteChange::Text("mine still".to_owned());
    service.chat().change_note(app.now, &game, ann, id, change).await.expect("changed");
    assert_eq!(texts(&app, &game, ann).await[0].1, "mine still");
    service.chat().change_note(app.now, &game, ann, id, NoteChange::Drop).await.expect("gone");
    let twice = service.chat().change_note(app.now, &game, ann, id, NoteChange::Drop).await;
    assert!(matches!(twice, Err(ServiceError::NotFound(_))));
}

#[tokio::test]
async fn notes_have_a_limit_and_need_a_seat() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let eve = app.player("eve").await;
    let service = &app.service;
    let note = async |by, words: &str| {
        service.chat().note(app.now, &game, by, None, words, &fresh()).await
    };
    assert!(matches!(note(eve, "who am I").await, Err(ServiceError::Denied(_))));
    for bad in ["", "\u{200b}", &"x".repeat(LONGEST + 1)] {
        assert!(matches!(note(ann, bad).await, Err(ServiceError::Refused(_))));
    }
    for number in 0..MOST_NOTES {
        note(ann, &format!("note {number}")).await.expect("noted");
    }
    assert!(matches!(note(ann, "one more").await, Err(ServiceError::TooMany(_))));
}

/// The notes shown above the orders.
async fn woken(app: &App, game: &GameId, player: PlayerId) -> Vec<String> {
    let presentation =
        app.service.play().read_game(game, Some(player), None).await.expect("a sight");
    presentation.talk.woken.into_iter().map(|note| note.note.text).collect()
}

/// Another seat plays, and then it is this seat's turn again.
async fn until_turn_of(app: &mut App, game: &GameId, seat: Seat) {
    for _ in 0..80 {
        app.now += Duration::minutes(1);
        let awaited = app.service.games().load(game).await.expect("a game").seats().awaited_seats();
        let other = awaited.iter().find(|one| **one != seat).copied();
        let Some(on_turn) = other else { return };
        let order = app.some_order(game, on_turn).await;
        app.order(game, on_turn, &order).await.expect("legal");
    }
    panic!("its turn never comes");
}

/// Plays until the seat's turn is over.
async fn until_others(app: &mut App, game: &GameId, seat: Seat) {
    for _ in 0..80 {
        app.now += Duration::minutes(1);
        if app.service.games().load(game).await.expect("a game").seats().wait(seat).is_none() {
            return;
        }
        let order = app.some_order(game, seat).await;
        app.order(game, seat, &order).await.expect("legal");
    }
    panic!("its turn never ends");
}

#[tokio::test]
async fn note_for_the_next_turn_returns_until_done() {
    let mut app = App::answered(7).await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let service = app.service.clone();
    let seat = Seat(1);
    until_turn_of(&mut app, &game, seat).await;
    let (next, words) = (Later::NextTurn, "sell the wool");
    service.chat().note_for_later(app.now, &game, ann, next, words, &fresh()).await.expect("noted");
    assert!(woken(&app, &game, ann).await.is_empty(), "this turn is not the next one");
    until_others(&mut app, &game, seat).await;
    assert!(woken(&app, &game, ann).await.is_empty(), "it is not her turn");
    until_turn_of(&mut app, &game, seat).await;
    assert_eq!(woken(&app, &game, ann).await, [words]);
    let emails = app.emails_of("ann").await;
    let turn = emails.iter().find(|email| email.kind == NotificationKind::YourTurn.key());
    let email = app.written(turn.expect("an email")).await.expect("it is true");
    let (note, orders) = (email.text.find(words), email.text.find("POSSIBLE MOVES"));
    assert!(note.is_some() && note < orders, "first in the email: {}", email.text);
    assert!(email.html.contains(words) && email.text.contains("note keep"), "{}", email.text);

    // No other player sees it, on the page or by email.
    assert!(woken(&app, &game, bob).await.is_empty());
    for queued in app.emails_of("bob").await {
        if let Ok(email) = app.written(&queued).await {
            assert!(!email.text.contains(words) && !email.html.contains(words));
        }
    }
    let id = service.chat().notes_for(&game, ann).await.expect("readable")[0].note.id;
    for change in [NoteChange::Done, NoteChange::Keep] {
        let refused = service.chat().change_note(app.now, &game, bob, id, change).await;
        assert!(matches!(refused, Err(ServiceError::NotFound(_))));
    }

    service.chat().change_note(app.now, &game, ann, id, NoteChange::Keep).await.expect("kept");
    assert!(woken(&app, &game, ann).await.is_empty(), "until the next turn");
    until_others(&mut app, &game, seat).await;
    until_turn_of(&mut app, &game, seat).await;
    assert_eq!(
        service.chat().answer_notes(app.now, &game, ann, &NoteChange::Done).await.expect("done"),
        1
    );
    assert!(woken(&app, &game, ann).await.is_empty());
    until_others(&mut app, &game, seat).await;
    until_turn_of(&mut app, &game, seat).await;
    assert!(woken(&app, &game, ann).await.is_empty(), "done is done");
    assert_eq!(texts(&app, &game, ann).await[0].1, words, "and nothing is lost");
}

#[tokio::test]
async fn note_for_a_round_appears_in_that_round() {
    let mut app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let service = app.service.clone();
    for (round, words) in [(1, "soon"), (9, "late")] {
        let later = Later::FromRound(round);
        service
            .chat()
            .note_for_later(app.now, &game, ann, later, words, &fresh())
            .await
            .expect("noted");
    }
    for round in [0, 1000] {
        let later = Later::FromRound(round);
        let refused =
            service.chat().note_for_later(app.now, &game, ann, later, "x", &fresh()).await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{round}");
    }
    for _ in 0..12 {
        until_turn_of(&mut app, &game, Seat(1)).await;
        if woken(&app, &game, ann).await == ["soon"] {
            return;
        }
        until_others(&mut app, &game, Seat(1)).await;
    }
    panic!("the first round never comes");
}
