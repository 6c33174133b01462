//! A disk that really fails during writes and flushes: calls to the C library fail, and a failed
//! flush loses its data (`tests/faults/failing_disk.c`). Nothing acknowledged is lost, nothing
//! refused is stored, and the program continues.

use std::process::Command;

use super::*;
use crate::harness::failing_disk::{Disk, TOLD};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::log::audit;

/// ENOSPC and EIO.
const ERRORS: [i64; 2] = [28, 5];
/// The number of consecutive failures.
const LASTING: [i64; 4] = [1, 2, 7, 30];

/// The child process: the call after that many others fails, for each number in turn.
async fn work(told: &Path) {
    let disk = Disk::new(told);
    let store = Store::open(&told.with_extension("db")).await.unwrap();
    let mut other = raw(store.path()).await;
    let game = GameId::parse("sick-disk").unwrap();
    let (mut seq, mut refused, mut unfinished) = (Seq::NONE, 0, 0);
    for well in 0..500 {
        let at = usize::try_from(well).unwrap();
        let (times, error) = (LASTING[at % LASTING.len()], ERRORS[at % ERRORS.len()]);
        let until = disk.counts()[1] + times;
        disk.fail(well, times, error);
        while disk.counts()[1] < until {
            match one(&store, &game, seq).await {
                Ok(stored) => seq = stored,
                Err(error) => {
                    assert!(error.passing(), "call {well}: {error:?}");
                    refused += 1;
                }
            }
            // Checkpoint the write-ahead log now and then.
            if seq.0 % 8 == 0 {
                let done = sqlx::raw_sql("PRAGMA wal_checkpoint(RESTART)").execute(&mut other);
                unfinished += usize::from(done.await.is_err());
            }
        }
        disk.fail(0, 0, 0);
        let head = events::head(store.read(), &game).await.unwrap();
        assert_eq!(head.seq, seq, "call {well}: all that was answered, and nothing else");
        seq = one(&store, &game, seq).await.expect("the disk is well again");
    }
    let [calls, failed, lost] = disk.counts();
    println!("{seq} stored, {refused} refused, {unfinished} not carried over");
    println!("{calls} calls, {failed} failed, {lost} writes lost");
    assert!(refused >= 2000 && unfinished >= 10 && lost >= 100, "it was sick enough");
    sound(&store, &game, seq).await;
    store.close().await;
}

async fn one(store: &Store, game: &GameId, after: Seq) -> Result<Seq, StoreError> {
    let game = game.clone();
    store.write(writes!(|tx| play(tx, &game, after).await)).await
}

async fn sound(store: &Store, game: &GameId, seq: Seq) {
    let report = audit::whole(store.read(), |_| ()).await.unwrap();
    assert_eq!(report.broken, []);
    assert_eq!(report.heads[game].seq, seq);
    assert_eq!(store.integrity_check().await.unwrap(), [""; 0]);
    assert_eq!(seq, emails(store).await.len() as u64, "an email for each");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_failing_calls_lose_and_stop_nothing() {
    if let Some(told) = std::env::var_os(TOLD) {
        return work(Path::new(&told)).await;
    }
    // The library simulates the failures of the disk, so the files may be in memory.
    let (program, data) = (tempfile::tempdir().unwrap(), folder());
    let told = data.path().join("told");
    drop(Disk::new(&told));
    let name = "store::failing_disk::five_hundred_failing_calls_lose_and_stop_nothing";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .envs(Disk::under(program.path(), &told))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{said}\n{}", String::from_utf8_lossy(&child.stderr));
    println!("{said}");
    // The data on disk after the program has ended, read without faults.
    let store = Store::open(&told.with_extension("db")).await.unwrap();
    let game = GameId::parse("sick-disk").unwrap();
    let seq = events::head(store.read(), &game).await.unwrap().seq;
    sound(&store, &game, seq).await;
    assert!(said.contains(&format!("{seq} stored")), "{seq}: {said}");
}
