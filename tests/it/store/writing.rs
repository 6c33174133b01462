//! The single writer: jobs in a shared transaction do not share their failures, and nothing is
//! acknowledged that is not stored.

use super::*;
use futures_util::future::join_all;
use ravenpost_log::chain;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::CommitOutcome;
use ravenpost_store::lists::settings;
use ravenpost_store::log::idempotency;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Blocks the writer with a job, so that later requests form one batch with it. Returns the sender
/// that unblocks it, and the job's result.
async fn hold(store: &Store) -> (oneshot::Sender<()>, JoinHandle<Result<(), StoreError>>) {
    let (go, gone) = oneshot::channel::<()>();
    let (inside, entered) = oneshot::channel::<()>();
    let store = store.clone();
    let job = tokio::spawn(async move {
        writing!(store, _conn => {
            let _ = inside.send(());
            let _ = gone.await;
            Ok(())
        })
    });
    entered.await.unwrap();
    (go, job)
}

/// Starts a write and yields, so that it is queued.
async fn start(here: &Here, game: &GameId, after: Seq) -> JoinHandle<Result<Seq, StoreError>> {
    let (store, game) = (here.store.clone(), game.clone());
    let job = tokio::spawn(async move {
        store.write(move |conn| Box::pin(async move { play(conn, &game, after).await })).await
    });
    tokio::task::yield_now().await;
    job
}

#[tokio::test]
async fn failure_does_not_affect_the_rest_of_its_batch() {
    let here = Here::new().await;
    let commits = here.store.commits();
    let (one, two) = (ravenpost_store::random_game_id(), ravenpost_store::random_game_id());
    let (go, held) = hold(&here.store).await;
    let mut jobs = Vec::new();
    for (game, after) in [(&one, 0), (&one, 0), (&two, 0), (&one, 5), (&two, 1), (&one, 1)] {
        jobs.push(start(&here, game, Seq(after)).await);
    }
    go.send(()).unwrap();
    held.await.unwrap().unwrap();
    let done: Vec<Option<Seq>> =
        join_all(jobs).await.into_iter().map(|done| done.unwrap().ok()).collect();
    assert_eq!(done, [Some(1), None, Some(1), None, Some(2), Some(2)].map(|seq| seq.map(Seq)));
    assert_eq!(*commits.borrow(), 1, "they shared one transaction");
    for game in [one, two] {
        assert_eq!(events::history(here.store.read(), &game).await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn job_that_panics_is_undone_and_the_writer_continues() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let doomed = game.clone();
    let result: Result<(), StoreError> = writing!(here.store, conn => {
        play(conn, &doomed, Seq::NONE).await?;
        if doomed.as_str().len() == 12 {
            panic!("on purpose");
        }
        Ok(())
    });
    assert!(matches!(result, Err(StoreError::Unavailable(_))));
    assert_eq!(here.play(&game, Seq::NONE).await.unwrap(), 1);
}

#[derive(Debug)]
enum Refused {
    Store(StoreError),
    NotYourTurn,
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused::Store(error)
    }
}

#[tokio::test]
async fn refusal_by_the_caller_undoes_the_job() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let played = game.clone();
    let result: Result<(), Refused> = here
        .store
        .try_write(move |conn| {
            Box::pin(async move {
                play(conn, &played, Seq::NONE).await?;
                Err(Refused::NotYourTurn)
            })
        })
        .await;
    assert!(matches!(result, Err(Refused::NotYourTurn)));
    assert_eq!(here.emails().await.len(), 0);
    let conflict: Result<Seq, Refused> = here
        .store
        .try_write(move |conn| Box::pin(async move { Ok(play(conn, &game, Seq(9)).await?) }))
        .await;
    assert!(matches!(conflict, Err(Refused::Store(StoreError::Conflict))));
}

#[tokio::test]
async fn failed_commit_is_reported_to_its_whole_batch() {
    let here = Here::new().await;
    let games: Vec<GameId> = (0..20).map(|_| ravenpost_store::random_game_id()).collect();
    let (go, held) = hold(&here.store).await;
    let mut jobs = Vec::new();
    for game in &games {
        jobs.push(start(&here, game, Seq::NONE).await);
        jobs.push(start(&here, game, Seq(7)).await);
    }
    here.store.fail_commits(1);
    go.send(()).unwrap();
    // The blocking job wrote nothing, but shares the batch and so its outcome.
    assert!(held.await.unwrap().is_err());
    for done in join_all(jobs).await {
        // A refusal may also depend on what another job of the batch had done.
        assert!(matches!(done.unwrap(), Err(error) if error.passing()));
    }
    assert_eq!(events::last_position(here.store.read()).await.unwrap(), 0);
    assert_eq!(here.emails().await.len(), 0);
    for game in &games {
        assert_eq!(here.play(game, Seq::NONE).await.unwrap(), 1);
    }
}

#[tokio::test]
async fn success_means_stored_and_an_error_means_not() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let mut after = 0;
    for round in 0..400 {
        if round % 3 == 0 {
            here.store.fail_commits(1);
        }
        let result = here.play(&game, Seq(after)).await;
        here.store.fail_commits(0);
        assert_eq!(result.is_err(), round % 3 == 0);
        // A reader that asks at the moment of the answer sees exactly that.
        after += u64::from(result.is_ok());
        let head = events::head(here.store.read(), &game).await.unwrap();
        assert_eq!(head.seq, after, "in round {round}");
    }
    let emails = here.emails().await;
    assert_eq!(emails, (1..=after).map(|n| (game.clone(), Seq(n))).collect());
}

#[tokio::test]
async fn full_disk_loses_no_data() {
    let here = Here::new().await;
    let games: Vec<GameId> = (0..8).map(|_| ravenpost_store::random_game_id()).collect();
    let mut stored = vec![Seq::NONE; games.len()];
    for room in [0, 1, 2, 5, 9] {
        here.store.leave_room(Some(room)).await.unwrap();
        let (mut full, mut rounds) = (0, 0);
        while full < 20 {
            rounds += 1;
            assert!(rounds < 500, "the disk is never full");
            let jobs = games.iter().zip(&stored).map(|(game, after)| here.play(game, *after));
            for (place, done) in join_all(jobs).await.into_iter().enumerate() {
                match done {
                    Ok(seq) => stored[place] = seq,
                    Err(error) => {
                        assert!(error.passing(), "{error:?}");
                        full += 1;
                    }
                }
            }
        }
        // Reads continue meanwhile.
        for (game, stored) in games.iter().zip(&stored) {
            assert_eq!(events::head(here.store.read(), game).await.unwrap().seq, *stored);
        }
        here.store.leave_room(None).await.unwrap();
    }
    for (game, stored) in games.iter().zip(&mut stored) {
        *stored = here.play(game, *stored).await.unwrap();
    }
    let report = ravenpost_store::log::audit::whole(here.store.read(), |_| ()).await.unwrap();
    assert_eq!((report.broken, report.events), (Vec::new(), stored.iter().map(|seq| seq.0).sum()));
    let expected = games.iter().zip(&stored);
    let expected =
        expected.flat_map(|(game, stored)| (1..=stored.0).map(|n| (game.clone(), Seq(n))));
    assert_eq!(here.emails().await, expected.collect());
    assert!(here.store.integrity_check().await.unwrap().is_empty());
}

#[tokio::test]
async fn closed_store_finishes_its_queue_and_accepts_no_more() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let (go, held) = hold(&here.store).await;
    let queued = start(&here, &game, Seq::NONE).await;
    let closing = tokio::spawn({
        let store = here.store.clone();
        async move { store.close().await }
    });
    tokio::task::yield_now().await;
    go.send(()).unwrap();
    held.await.unwrap().unwrap();
    assert_eq!(queued.await.unwrap().unwrap(), 1);
    closing.await.unwrap();
    assert!(matches!(here.play(&game, Seq(1)).await, Err(StoreError::Closed(_))));
    here.store.close().await;
    assert!(!here.store.path().with_extension("db-wal").exists(), "folded into the file");
}

#[tokio::test]
async fn settings_are_inserted_or_replaced() {
    let here = Here::new().await;
    writing!(here.store, conn => {
        assert_eq!(settings::init(conn, settings::Key::Admin, "one").await?, "one");
        assert_eq!(settings::init(conn, settings::Key::Admin, "two").await?, "one");
        settings::set(conn, settings::Key::Admin, "three").await
    })
    .unwrap();
    let found = settings::get(here.store.read(), settings::Key::Admin).await.unwrap();
    assert_eq!(found.as_deref(), Some("three"));
    assert_eq!(settings::get(here.store.read(), settings::Key::SigningKey).await.unwrap(), None);
}

/// A decision of one event, with an email and an answer.
fn decision(game: &GameId, after: Seq, message_id: &str) -> Commit {
    let head = Head { seq: after, ..Head::genesis(game) };
    let event = Arc::new(stored(event((after + 1).0), game, head));
    let row = game_row(game, Head { seq: event.seq, hash: event.hash });
    let email = outbox::QueuedEmail { message_id: message_id.into(), ..email(game, event.seq) };
    let answered = idempotency::Answered {
        game: game.clone(),
        seq: event.seq,
        content: idempotency::content("build"),
        answer: format!("{after}"),
        at: moment(after.0),
    };
    let key = format!("{game} {after}");
    Commit::of(&Change {
        row: &row,
        after,
        events: &[event],
        waiting: &[],
        answered: Some((&key, &answered)),
        emails: &[email],
    })
}

/// Queues decisions for the writer, in order.
async fn decide(
    here: &Here,
    commits: Vec<Commit>,
) -> Vec<JoinHandle<Result<CommitOutcome, StoreError>>> {
    let mut jobs = Vec::new();
    for commit in commits {
        let store = here.store.clone();
        jobs.push(tokio::spawn(async move { store.commit(commit).await }));
        tokio::task::yield_now().await;
    }
    jobs
}

#[tokio::test]
async fn batched_decisions_cost_two_round_trips() {
    let here = Here::new().await;
    let games: Vec<GameId> = (0..20).map(|_| ravenpost_store::random_game_id()).collect();
    let round_trips = here.store.round_trips();
    here.store.commit(decision(&games[0], Seq::NONE, "first")).await.unwrap();
    assert_eq!(here.store.round_trips() - round_trips, 2, "one alone");
    let again = here.store.commit(decision(&games[0], Seq::NONE, "first")).await.unwrap();
    assert!(
        matches!(again, CommitOutcome::Duplicate(answered) if answered.answer == "0"),
        "the same request"
    );
    let stale = here.store.commit(decision(&games[0], Seq(7), "stale")).await;
    assert!(matches!(stale, Err(StoreError::Conflict)));

    let (go, held) = hold(&here.store).await;
    let mut commits: Vec<Commit> =
        games[1..].iter().map(|game| decision(game, Seq::NONE, game.as_str())).collect();
    commits.push(decision(&games[0], Seq(5), "stale"));
    let jobs = decide(&here, commits).await;
    let round_trips = here.store.round_trips();
    let before = here.store.writer_work();
    assert!(!here.store.is_file() || before.queued == 20, "{before:?}");
    go.send(()).unwrap();
    held.await.unwrap().unwrap();
    let done: Vec<_> = join_all(jobs).await.into_iter().map(Result::unwrap).collect();
    assert!(done[..19].iter().all(|outcome| matches!(outcome, Ok(CommitOutcome::Stored))));
    assert!(matches!(done[19], Err(StoreError::Conflict)));
    assert!(here.store.round_trips() - round_trips <= 5, "with the end of what held the writer up");
    let after = here.store.writer_work();
    assert!(!here.store.is_file() || after.queued == 0, "{after:?}");
    assert!(after.jobs > before.jobs, "{after:?}");
    assert!(after.transactions - before.transactions <= after.jobs - before.jobs);
    assert_eq!(events::last_position(here.store.read()).await.unwrap(), 20);
}

#[tokio::test]
async fn failed_decision_does_not_affect_others() {
    let here = Here::new().await;
    let games: Vec<GameId> = (0..6).map(|_| ravenpost_store::random_game_id()).collect();
    let (go, held) = hold(&here.store).await;
    // Two emails with the same Message-ID: the second cannot be queued.
    let ids = ["a", "b", "same", "c", "same", "d"];
    let commits = games.iter().zip(ids).map(|(game, id)| decision(game, Seq::NONE, id)).collect();
    let jobs = decide(&here, commits).await;
    go.send(()).unwrap();
    held.await.unwrap().unwrap();
    let done: Vec<bool> =
        join_all(jobs).await.into_iter().map(|done| done.unwrap().is_ok()).collect();
    assert_eq!(done, [true, true, true, true, false, true]);
    for (game, stored) in games.iter().zip(done) {
        let history = events::history(here.store.read(), game).await.unwrap();
        assert_eq!(history.len(), usize::from(stored));
        assert!(!stored || chain::verify(game, &history, Some(super::SECRET)).is_ok());
    }
    assert_eq!(here.emails().await.len(), 5);
}
