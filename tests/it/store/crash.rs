//! The process is killed twenty times while it works: everything acknowledged is stored once, with
//! its email, and nothing is stored in part.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::*;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::log::{audit, idempotency};

const TASKS: u8 = 10;
const KILLS: usize = 20;
const FILE: &str = "RAVENPOST_TEST_CRASH_FILE";

fn game(task: u8) -> GameId {
    GameId::parse(&format!("crash-{task}")).unwrap()
}

fn key(game: &GameId, seq: Seq) -> String {
    format!("order {seq} of {game}")
}

/// The child process: appends endlessly and prints what was acknowledged.
async fn work(path: &Path) {
    let store = Store::open(path).await.unwrap();
    let tasks = (0..TASKS).map(|task| tokio::spawn(work_at(store.clone(), game(task))));
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
}

async fn work_at(store: Store, game: GameId) {
    loop {
        let after = events::head(store.read(), &game).await.unwrap().seq;
        let at = game.clone();
        let done = writing!(store, conn => {
            let seq = play(conn, &at, after).await?;
            let answer = "Built.".to_owned();
            let (game, content, at) = (at, idempotency::content("build"), moment(seq.0));
            let key = key(&game, seq);
            let answered = idempotency::Answered { game, seq, content, answer, at };
            idempotency::put(conn, &key, &answered).await?;
            Ok(seq)
        });
        // A single write call, so that the parent never sees mixed lines of several tasks.
        let line = format!("answered {game} {}\n", done.unwrap());
        std::io::stdout().write_all(line.as_bytes()).unwrap();
    }
}

/// Starts this test again as the child process.
fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::crash::twenty_kills_lose_nothing", "--nocapture"])
        .env(FILE, path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Lets the child acknowledge that many orders, kills it, and records them.
fn kill_after(path: &Path, orders: usize, heard: &mut BTreeMap<GameId, Seq>) -> usize {
    let mut child = start(path);
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let (mut count, mut line) = (0, String::new());
    while lines.read_line(&mut line).unwrap() > 0 {
        if let Some((game, seq)) = answer(&line) {
            let last = heard.entry(game).or_insert(Seq::NONE);
            assert_eq!(seq, *last + 1, "every answer was heard before");
            *last = seq;
            count += 1;
            if count == orders {
                child.kill().unwrap();
            }
        }
        line.clear();
    }
    let status = child.wait().unwrap();
    assert!(!status.success() && count >= orders, "it died of us: {status}");
    count
}

/// Parses a line. The last one may be cut off; the first starts with output of the test runner.
fn answer(line: &str) -> Option<(GameId, Seq)> {
    let (_, words) = line.strip_suffix('\n')?.split_once("answered ")?;
    let (game, seq) = words.split_once(' ')?;
    Some((GameId::parse(game)?, seq.parse().ok()?))
}

/// Everything acknowledged is stored, and everything stored is complete. More may be stored than
/// was seen, if a line was cut off or not yet printed.
async fn check(path: &Path, heard: &mut BTreeMap<GameId, Seq>) {
    let store = Store::open(path).await.unwrap();
    let report = audit::whole(store.read(), |_| ()).await.unwrap();
    assert_eq!(report.broken, []);
    assert_eq!(store.integrity_check().await.unwrap(), [""; 0]);
    for game in (0..TASKS).map(game) {
        let found = report.heads.get(&game).map_or(Seq::NONE, |head| head.seq);
        let seq = heard.entry(game.clone()).or_insert(Seq::NONE);
        assert!(found >= *seq, "{game}: answered up to {seq}, found {found}");
        assert!(found <= *seq + 1, "{game} had one order at a time");
        *seq = found;
        for (seq, known) in [(found, found > Seq::NONE), (found + 1, false)] {
            let answer = idempotency::find(store.read(), &key(&game, Seq(seq.0))).await.unwrap();
            assert_eq!(answer.is_some(), known);
        }
    }
    let expected = report.heads.iter();
    let expected =
        expected.flat_map(|(game, head)| (1..=head.seq.0).map(|n| (game.clone(), Seq(n))));
    let expected: BTreeSet<_> = expected.collect();
    assert_eq!(expected.len() as u64, report.events, "none twice");
    assert!(emails(&store).await == expected, "the emails are those of the events");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_kills_lose_nothing() {
    if let Some(path) = std::env::var_os(FILE) {
        return work(Path::new(&path)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ravenpost.db");
    let (mut heard, mut count) = (BTreeMap::new(), 0);
    for kill in 0..KILLS {
        count += kill_after(&path, 1 + kill * 7 % 60, &mut heard);
        check(&path, &mut heard).await;
    }
    assert!(count >= 400, "only {count} orders were answered");
    assert!(heard.values().all(|orders| *orders > Seq(10)), "all tasks were at work: {heard:?}");
}
