//! Notes for oneself.

use ravenpost::service::ServiceError;
use ravenpost::service::talk::note::{KEPT, LONGEST, NoteChange};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

use super::TITLE;
use crate::harness::app::{App, fresh};

async fn texts(app: &App, game: &GameId, player: PlayerId) -> Vec<(Step, String)> {
    let notes = app.service.notes_for(game, player).await.expect("readable");
    notes.into_iter().map(|note| (note.step, note.note.text)).collect()
}

#[tokio::test]
async fn a_note_stands_beside_its_step_and_is_its_writers_alone() {
    let mut app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let service = app.service.clone();
    let first = service.live(&game).await.expect("a game").started().expect("it began");
    let key = fresh();
    let step =
        service.note(app.now, &game, ann, None, " wood \n first ", &key).await.expect("noted");
    assert_eq!(step, first);
    let again =
        service.note(app.now, &game, ann, None, "wood first", &key).await.expect("as before");
    assert_eq!(again, step, "the same form is one note");
    app.until_turn_letter(&game).await;
    let later =
        service.note(app.now, &game, ann, None, "red is weak", &fresh()).await.expect("noted");
    assert!(later > step);
    let back =
        service.note(app.now, &game, ann, Some(step), "too late", &fresh()).await.expect("noted");
    assert_eq!(back, step, "an earlier step can be noted at as well");
    let mine = texts(&app, &game, ann).await;
    let said: Vec<&str> = mine.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(said, ["red is weak", "too late", "wood first"]);
    assert!(texts(&app, &game, bob).await.is_empty());
    for at in [None, Some(step), Some(later)] {
        let sight = service.read_game(&game, Some(bob), at).await.expect("a sight");
        assert!(sight.beside.notes.is_empty());
    }
    let then = service.read_game(&game, Some(ann), Some(step)).await.expect("a sight");
    let beside: Vec<&str> = then.beside.notes.iter().map(|note| note.note.text.as_str()).collect();
    assert_eq!(beside, ["too late", "wood first"], "those of the step that is shown");
}

#[tokio::test]
async fn nobody_changes_the_notes_of_others() {
    let app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let service = &app.service;
    service.note(app.now, &game, ann, None, "mine", &fresh()).await.expect("noted");
    let id = service.notes_for(&game, ann).await.expect("readable")[0].note.id;
    for change in [NoteChange::Drop, NoteChange::Text("yours".to_owned())] {
        let refused = service.change_note(app.now, &game, bob, id, change).await;
        assert!(matches!(refused, Err(ServiceError::NotFound(_))));
    }
    let change = NoteChange::Text("mine still".to_owned());
    service.change_note(app.now, &game, ann, id, change).await.expect("changed");
    assert_eq!(texts(&app, &game, ann).await[0].1, "mine still");
    service.change_note(app.now, &game, ann, id, NoteChange::Drop).await.expect("gone");
    let twice = service.change_note(app.now, &game, ann, id, NoteChange::Drop).await;
    assert!(matches!(twice, Err(ServiceError::NotFound(_))));
}

#[tokio::test]
async fn notes_have_an_end_and_a_writer_with_a_seat() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let eve = app.player("eve").await;
    let service = &app.service;
    let note =
        async |by, words: &str| service.note(app.now, &game, by, None, words, &fresh()).await;
    assert!(matches!(note(eve, "who am I").await, Err(ServiceError::Denied(_))));
    for bad in ["", "\u{200b}", &"x".repeat(LONGEST + 1)] {
        assert!(matches!(note(ann, bad).await, Err(ServiceError::Refused(_))));
    }
    for number in 0..KEPT {
        note(ann, &format!("note {number}")).await.expect("noted");
    }
    assert!(matches!(note(ann, "one more").await, Err(ServiceError::TooMany(_))));
}
