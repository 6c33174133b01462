//! Messages and notes by email that are shown beside a step.

use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::talk::messages::Span;

use crate::mail::playing::replies::ByMail;

#[tokio::test]
async fn messages_and_notes_attach_to_an_existing_step() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = &table.turn().await;
    table.answer(
        who,
        turn,
        "say at 1: well begun\nend say\nsay at 900: nowhere\nend say\nnote at #1: a good start\n\
         end note\nnote at 900: never",
    );
    assert_eq!(table.round().await, 1);
    let answer = table.emails().await.into_iter().find(|(to, _)| to == who).expect("an answer").1;
    for words in [
        "Sent to all players, about step 1:",
        "Private note added at step 1.",
        "there is no step 900",
    ] {
        assert!(answer.message.contains(words), "{words}: {}", answer.message);
    }
    let service = &table.app.service;
    let game = service.games().load(&table.game).await.expect("the game");
    let own = game.seats().awaited_seats()[0];
    let by = game.people.iter().find(|(seat, _)| *seat == own).expect("one").1;
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 9 };
    let said = service.chat().talk_for(&table.game, Some(by), span).await.expect("words");
    let said: Vec<_> = said.iter().map(|one| (one.about, one.words.text.as_str())).collect();
    assert_eq!(said, [(Some(Step(1)), "well begun")]);
    let notes = service.chat().notes_for(&table.game, by).await.expect("notes");
    let notes: Vec<_> = notes.iter().map(|one| (one.step.0, one.note.text.as_str())).collect();
    assert_eq!(notes, [(1, "a good start")]);
}
