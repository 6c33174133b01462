//! Appending and reading the log.

use super::*;
use ravenpost::store::chain;

#[tokio::test]
async fn what_is_appended_is_read_back_and_chained() {
    let here = Here::new().await;
    let game = GameId::random();
    for after in 0..5 {
        assert_eq!(here.play(&game, after).await.unwrap(), after + 1);
    }
    let history = events::history(here.store.read(), &game).await.unwrap();
    assert_eq!(history.len(), 5);
    for (stored, number) in history.iter().zip(1..) {
        let new = event(number);
        assert_eq!((stored.seq, stored.position, stored.at), (number, number, new.at));
        assert_eq!((&stored.act, &stored.facts, &stored.draws), (&new.act, &new.facts, &new.draws));
        assert_eq!((stored.seat, &stored.kind), (new.seat, &new.kind));
    }
    let head = chain::verify(&game, &history).unwrap();
    assert_eq!(head, events::head(here.store.read(), &game).await.unwrap());
    assert_eq!(chain::short(&head.hash).len(), 12);
}
