//! A disk that fails in the middle of writing and flushing, for real: the calls into the C library
//! fail, and a flush that fails loses what it was to flush (`tests/faults/sick_disk.c`). Nothing
//! that was answered is lost, nothing that was refused is there, and the same program goes on.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::process::Command;

use super::*;
use ravenpost::store::audit;

/// Where the child finds what both sides map.
const TOLD: &str = "SICK_DISK";
/// The error numbers of a disk that is full and of one that is broken.
const ERRORS: [i64; 2] = [28, 5];
/// How often a call fails in a row: once, and for longer and longer.
const LASTING: [i64; 4] = [1, 2, 7, 30];

/// What the sick disk is told, and what it has counted.
struct Disk(File);

impl Disk {
    fn new(path: &Path) -> Disk {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let disk = Disk(options.open(path).unwrap());
        disk.0.set_len(48).unwrap();
        disk
    }

    fn fail(&self, well: i64, times: i64, error: i64) {
        let words = [well, times, error].map(i64::to_ne_bytes).concat();
        self.0.write_all_at(&words, 0).unwrap();
    }

    /// Calls, failed ones, writes that were lost.
    fn counts(&self) -> [i64; 3] {
        let mut bytes = [0; 24];
        self.0.read_exact_at(&mut bytes, 24).unwrap();
        let number = |at: usize| i64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
        [number(0), number(8), number(16)]
    }
}

/// The child's part: the call fails that comes after so many, for each number in turn.
async fn work(told: &Path) {
    let disk = Disk::new(told);
    let store = Store::open(&told.with_extension("db")).await.unwrap();
    let mut other = raw(store.path()).await;
    let game = GameId::parse("sick-disk").unwrap();
    let (mut seq, mut refused, mut unfinished) = (0, 0, 0);
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
            // What the log before the database holds goes into the database now and then.
            if seq % 8 == 0 {
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

async fn one(store: &Store, game: &GameId, after: u64) -> Result<u64, StoreError> {
    let game = game.clone();
    store.write(writes!(|tx| play(tx, &game, after).await)).await
}

async fn sound(store: &Store, game: &GameId, seq: u64) {
    let report = audit::whole(store.read(), |_| ()).await.unwrap();
    assert_eq!(report.broken, []);
    assert_eq!(report.heads[game].seq, seq);
    assert_eq!(store.integrity_check().await.unwrap(), [""; 0]);
    assert_eq!(letters(store).await.len() as u64, seq, "a letter for each");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_failing_calls_lose_nothing_and_stop_nothing() {
    if let Some(told) = std::env::var_os(TOLD) {
        return work(Path::new(&told)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let (told, shim) = (folder.path().join("told"), folder.path().join("sick_disk.so"));
    drop(Disk::new(&told));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/sick_disk.c");
    let mut build = Command::new("cc");
    build.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&shim).arg(source);
    assert!(build.status().unwrap().success());
    let name = "store::sick_disk::five_hundred_failing_calls_lose_nothing_and_stop_nothing";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(TOLD, &told)
        .env("LD_PRELOAD", &shim)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{said}\n{}", String::from_utf8_lossy(&child.stderr));
    println!("{said}");
    // What is on the disk when the program has gone, looked at with a disk that is well.
    let store = Store::open(&told.with_extension("db")).await.unwrap();
    let game = GameId::parse("sick-disk").unwrap();
    let seq = events::head(store.read(), &game).await.unwrap().seq;
    sound(&store, &game, seq).await;
    assert!(said.contains(&format!("{seq} stored")), "{seq}: {said}");
}
