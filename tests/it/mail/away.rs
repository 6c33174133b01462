//! A day of "away" by letter alone: one word lets a bot stand in, the others are told, and one word
//! has the seat back.

use chrono::Duration;
use ravenpost_log::Act;

use super::replies::ByMail;

async fn last(table: &ByMail, who: &str) -> String {
    let letters = table.letters().await;
    let (_, answer) = letters.iter().rev().find(|(to, _)| to == who).expect("a letter");
    answer.message.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn handed(table: &ByMail) -> Vec<(bool, bool)> {
    let live = table.app.service.live(&table.game).await.expect("a game");
    let acts = live.log.iter().filter_map(|entry| match entry.act {
        Act::HandedOver { bot, by, .. } => Some((bot.is_some(), by.is_some())),
        _ => None,
    });
    acts.collect()
}

#[tokio::test]
async fn one_word_goes_and_one_word_is_back() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let seat = table.app.service.live(&table.game).await.expect("a game").awaited_seats()[0];
    table.answer(&who, &turn, "away 5 days");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("plays for you for 5 days"), "{said}");
    assert_eq!(handed(&table).await, [(true, true)]);
    let live = table.app.service.live(&table.game).await.expect("a game");
    assert_eq!(live.course.played_by(seat), Some("steady"));
    assert!(live.wait(seat).is_none(), "the bot answers at once");
    // The other hears of it, and cannot go as well.
    table.app.now += Duration::hours(1);
    let letters = table.letters().await;
    let (other, told) = letters.iter().find(|(to, _)| *to != who).expect("a letter");
    let words = told.message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("is away: the bot steady stands in until"), "{words}");
    table.answer(other, told, "away");
    assert_eq!(table.round().await, 1);
    let refused = last(&table, other).await;
    assert!(refused.contains("somebody has to be left who plays"), "{refused}");
    table.answer(&who, &turn, "back");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("you play your seat again"), "{said}");
    assert_eq!(handed(&table).await, [(true, true), (false, true)]);
    // Again: there is nobody to put out.
    table.app.now += Duration::minutes(1);
    table.answer(&who, &turn, "back\n");
    table.round().await;
    assert_eq!(handed(&table).await.len(), 2);
    let audited = table.app.service.audit_game(&table.game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}
