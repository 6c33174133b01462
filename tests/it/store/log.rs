//! Appending to and reading the log: one event per number, never changed afterwards.

use std::collections::BTreeSet;

use super::*;
use ravenpost_log::chain;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::counters;
use ravenpost_store::log::idempotency;

#[tokio::test]
async fn appended_events_are_read_back_and_chained() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    for after in 0..5 {
        assert_eq!(here.play(&game, Seq(after)).await.unwrap(), after + 1);
    }
    let history = events::history(here.store.read(), &game).await.unwrap();
    assert_eq!(history.len(), 5);
    for (stored, number) in history.iter().zip(1..) {
        let new = event(number);
        assert_eq!((stored.seq, stored.position, stored.at), (Seq(number), number, new.at));
        assert_eq!((&stored.act, &stored.facts, &stored.draws), (&new.act, &new.facts, &new.draws));
        assert_eq!((stored.seat, &stored.kind), (new.seat, &new.kind));
    }
    let head = chain::verify(&game, &history, Some(super::SECRET)).unwrap();
    assert_eq!(head, events::head(here.store.read(), &game).await.unwrap());
}

#[tokio::test]
async fn parts_of_a_log_are_read_by_number() {
    let here = Here::new().await;
    let (game, other) = (ravenpost_store::random_game_id(), ravenpost_store::random_game_id());
    for after in 0..6 {
        here.play(&game, Seq(after)).await.unwrap();
        here.play(&other, Seq(after)).await.unwrap();
    }
    let numbers = |events: Vec<ravenpost_log::StoredEvent>| -> Vec<Seq> {
        events.iter().map(|event| event.seq).collect()
    };
    let read = here.store.read();
    assert_eq!(numbers(events::since(read, &game, Seq(4)).await.unwrap()), [5, 6]);
    assert_eq!(numbers(events::history_range(read, &game, Seq(1), Seq(3)).await.unwrap()), [2, 3]);
    assert_eq!(events::one(read, &game, Seq(3)).await.unwrap().seq, 3);
    for missing in [0, 7] {
        assert!(matches!(events::one(read, &game, Seq(missing)).await, Err(StoreError::NotFound)));
    }
    let nobody = ravenpost_store::random_game_id();
    assert!(events::history(read, &nobody).await.unwrap().is_empty());
    assert_eq!(events::head(read, &nobody).await.unwrap(), chain::Head::genesis(&nobody));

    let (first, rest) = (events::after_position(read, 0, 5), events::after_position(read, 5, 100));
    let positions: Vec<u64> =
        first.await.unwrap().iter().chain(&rest.await.unwrap()).map(|e| e.position).collect();
    assert_eq!(positions, (1..=12).collect::<Vec<u64>>());
    let mut both = [game, other];
    both.sort();
    assert_eq!(events::games(read, None, 10).await.unwrap(), both);
    assert_eq!(events::games(read, Some(&both[0]), 10).await.unwrap(), both[1..]);
}

#[tokio::test]
async fn stale_append_conflicts_even_if_empty() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    here.play(&game, Seq::NONE).await.unwrap();
    for stale in [0, 2, 7] {
        assert!(matches!(here.play(&game, Seq(stale)).await, Err(StoreError::Conflict)));
    }
    for after in [0, 1, 9] {
        let game = game.clone();
        let done = writing!(here.store, conn => { append(conn, &game, Seq(after), &[]).await });
        match after {
            1 => assert_eq!(done.unwrap().seq, 1),
            _ => assert!(matches!(done, Err(StoreError::Conflict)), "after {after}"),
        }
    }
    // The log can still be appended to.
    assert_eq!(here.play(&game, Seq(1)).await.unwrap(), 2);
}

#[tokio::test]
async fn each_number_goes_to_one_of_sixteen_clients() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    for round in 0..40 {
        let clients = (0..16).map(|_| {
            let (store, game) = (here.store.clone(), game.clone());
            tokio::spawn(async move {
                store
                    .write(move |conn| Box::pin(async move { play(conn, &game, Seq(round)).await }))
                    .await
            })
        });
        let mut won = 0;
        for client in clients.collect::<Vec<_>>() {
            match client.await.unwrap() {
                Ok(seq) => {
                    assert_eq!(seq, round + 1);
                    won += 1;
                }
                Err(StoreError::Conflict) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(won, 1, "in round {round}");
    }
    let history = events::history(here.store.read(), &game).await.unwrap();
    assert_eq!(chain::verify(&game, &history, Some(super::SECRET)).unwrap().seq, 40);
    assert_eq!(here.emails().await, (1..=40).map(|n| (game.clone(), Seq(n))).collect());
}

#[tokio::test]
async fn undone_event_cancels_its_email() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let undone = game.clone();
    let result: Result<(), StoreError> = here
        .store
        .write(move |conn| {
            Box::pin(async move {
                play(conn, &undone, Seq::NONE).await?;
                // The second event is stale, so the first one and its email are rolled back.
                play(conn, &undone, Seq::NONE).await?;
                Ok(())
            })
        })
        .await;
    assert!(matches!(result, Err(StoreError::Conflict)));
    assert!(events::history(here.store.read(), &game).await.unwrap().is_empty());
    assert_eq!(here.emails().await, BTreeSet::new());
}

#[tokio::test]
async fn stored_events_cannot_be_rewritten() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    for after in 0..3 {
        here.play(&game, Seq(after)).await.unwrap();
    }
    let before = events::history(here.store.read(), &game).await.unwrap();
    for attempt in [
        "UPDATE event SET facts = '[]' WHERE seq = 2",
        "UPDATE event SET position = 9 WHERE seq = 2",
        "UPDATE OR REPLACE event SET seq = 1 WHERE seq = 2",
        "DELETE FROM event WHERE seq = 3",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event \
            SELECT position, game, seq, 0, kind, seat, act, visibility, facts, draws, nonce, hash \
            FROM event WHERE seq = 2",
        "INSERT OR REPLACE INTO event \
            SELECT NULL, game, seq, 0, kind, seat, act, visibility, facts, draws, nonce, hash \
            FROM event WHERE seq = 2",
        "INSERT INTO event \
            SELECT NULL, game, seq, at, kind, seat, act, visibility, facts, draws, nonce, hash \
            FROM event WHERE true ON CONFLICT DO UPDATE SET at = 0",
    ] {
        let mut conn = raw(here.store.path()).await;
        let done = sqlx::query(attempt).execute(&mut conn).await;
        let error = done.expect_err(attempt).to_string();
        assert!(error.contains("log"), "{attempt}: {error}");
    }
    assert_eq!(events::history(here.store.read(), &game).await.unwrap(), before);
}

#[tokio::test]
async fn idempotency_key_is_answered_once_and_permanently() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let answer = |text: &str| idempotency::Answered {
        game: game.clone(),
        seq: Seq(1),
        content: idempotency::content(text),
        answer: text.into(),
        at: moment(1),
    };
    let put = |key: &'static str, answer: idempotency::Answered| {
        let store = here.store.clone();
        async move { writing!(store, conn => { idempotency::put(conn, key, &answer).await }) }
    };
    put("<one@example.org>", answer("Built.")).await.unwrap();
    put("<two@example.org>", answer("Sailed.")).await.unwrap();
    let again = put("<one@example.org>", answer("Built twice.")).await;
    assert!(matches!(again, Err(StoreError::Conflict)));
    let reopened = here.reopen().await;
    let found = idempotency::find(reopened.store.read(), "<one@example.org>").await.unwrap();
    assert_eq!(found, Some(answer("Built.")));
    assert_eq!(
        idempotency::find(reopened.store.read(), "<three@example.org>").await.unwrap(),
        None
    );
}

#[tokio::test]
async fn size_of_a_stored_order_is_small() {
    const ORDERS: u64 = 3_000;
    let size = |here: &Here| std::fs::metadata(here.store.path()).unwrap().len();
    let empty = Here::new().await;
    empty.store.close().await;
    let here = Here::new().await;
    let games: Vec<GameId> = (0..30).map(|_| ravenpost_store::random_game_id()).collect();
    for game in &games {
        let game = game.clone();
        let done = writing!(here.store, conn => {
            for after in 0..ORDERS / 30 {
                append(conn, &game, Seq(after), &[event(after + 1)]).await?;
                let key = format!("{game}-{after}-form-token-of-some-length");
                let answer = r#"{"ok":["Red builds a farmstead on Rute."]}"#.to_owned();
                let (game, seq, at) = (game.clone(), after, moment(after));
                let content = idempotency::content(&answer);
                let answered = idempotency::Answered { game, seq: Seq(seq), content, answer, at };
                idempotency::put(conn, &key, &answered).await?;
            }
            Ok(())
        });
        done.unwrap();
    }
    here.store.close().await;
    let each = (size(&here) - size(&empty)) / ORDERS;
    assert!(each <= 500, "{each} bytes an order");
}

#[tokio::test]
async fn rate_counters_expire_with_their_window() {
    let here = Here::new().await;
    let done = writing!(here.store, conn => {
        for (window, expected) in [(1, 1), (1, 2), (2, 1), (1, 3)] {
            assert_eq!(counters::bump(conn, "refusal red@example.org", window).await?, expected);
        }
        counters::bump(conn, "email", 1).await?;
        counters::sweep(conn, "refusal", 2).await
    });
    assert_eq!(done.unwrap(), 1);
    let read = here.store.read();
    assert_eq!(counters::count(read, "refusal red@example.org", 1).await.unwrap(), 0);
    assert_eq!(counters::count(read, "refusal red@example.org", 2).await.unwrap(), 1);
    assert_eq!(counters::count(read, "email", 1).await.unwrap(), 1);
}
