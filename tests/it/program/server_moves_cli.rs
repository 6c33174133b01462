//! Moving a server with its commands, as its README describes: exported while it runs, verified,
//! imported elsewhere, and served there.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::harness::failing_disk::{BLACKOUT, Disk};
use crate::program::serve::Server;
use crate::program::server_moves::{packed, world};

/// How often the import is killed during one move.
const BLACKOUTS: usize = 30;

fn command(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.args(words).env("RAVENPOST__DATA__DIR", data);
    command
}

/// The output of a command and its exit code.
fn ravenpost(data: &Path, words: &[&str]) -> (Option<i32>, String) {
    let done = command(data, words).output().unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn server_moves_by_its_commands() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new, out] = ["old", "new", "out"].map(|name| folder.path().join(name));
    let out_word = out.to_str().unwrap();
    let server = Server::start_with("demo", &old, &[]);
    let (code, said) = ravenpost(&old, &["export", "--all", out_word, "--people"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("names and addresses"), "it says how it is to be kept: {said}");
    let (code, said) = ravenpost(&old, &["export", "--all", out_word]);
    assert!(code != Some(0) && said.contains("is not empty"), "it is written once: {said}");
    let (code, said) = ravenpost(&old, &["import", "--all", out_word]);
    assert!(code != Some(0) && said.contains("stop it first"), "a server is at work: {said}");
    assert_eq!(server.stop("-TERM").code(), Some(0));

    let (code, said) = ravenpost(&old, &["verify", out_word]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = ravenpost(&new, &["import", "--all", out_word]);
    assert!(code != Some(0) && !new.exists(), "a typing mistake makes no server: {said}");
    std::fs::create_dir(&new).unwrap();
    let (code, said) = ravenpost(&new, &["import", "--all", old.to_str().unwrap()]);
    assert!(code != Some(0) && !new.join("ravenpost.db").exists(), "nothing is left: {said}");
    for _ in 0..2 {
        let (code, said) = ravenpost(&new, &["import", "--all", out_word, "--from", "the old one"]);
        assert_eq!(code, Some(0), "{said}");
    }
    let (code, said) = ravenpost(&new, &["audit", "--strict"]);
    assert_eq!(code, Some(0), "{said}");
    let server = Server::start_with("serve", &new, &[]);
    assert_eq!(server.stop("-TERM").code(), Some(0));

    // One byte of one file.
    let mut files = std::fs::read_dir(&out).unwrap().flatten().map(|file| file.path());
    let game = files.find(|path| !path.ends_with("ravenpost.index.jsonl")).unwrap();
    let mut bytes = std::fs::read(&game).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&game, bytes).unwrap();
    for words in [["verify", out_word].as_slice(), &["import", "--all", out_word]] {
        let (code, said) = ravenpost(&new, words);
        assert!(code != Some(0), "{said}");
        let name = game.file_name().unwrap().to_str().unwrap();
        assert!(said.contains(name), "the file is named: {said}");
    }
}

/// The numbers of games that were imported and that already existed.
fn taken(done: &Output) -> [usize; 2] {
    let said = String::from_utf8_lossy(&done.stdout);
    let line = said.lines().find(|line| line.contains(" games imported, ")).expect("it says so");
    let mut numbers = line.split_whitespace().filter_map(|word| word.parse().ok());
    [(); 2].map(|()| numbers.next().expect("a number"))
}

#[tokio::test]
async fn import_after_a_power_failure_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let (moving, _) = packed(&world().await.app, true).await;
    let out = moving.path().to_str().unwrap();
    let (disk, sick) = (Disk::new(&told), Disk::under(folder.path(), &told));
    let import = |new: &Path| {
        let _ = std::fs::create_dir(new);
        command(new, &["import", "--all", out]).envs(sick.clone()).output().unwrap()
    };
    let well = import(&folder.path().join("well"));
    assert!(well.status.success(), "{well:?}");
    let (all, [calls, ..]) = (taken(&well)[0], disk.counts());
    let (mut blackouts, mut lost, mut were_here) = (0, 0, 0);
    for time in 0..BLACKOUTS as i64 {
        let new = folder.path().join(format!("new-{time}"));
        disk.fail(calls * time / BLACKOUTS as i64, 1, BLACKOUT);
        let done = import(&new);
        // How far it gets depends on the machine's speed; it may finish before it is killed.
        let killed = done.status.signal() == Some(9);
        assert!(killed || done.status.success(), "{time}: {done:?}");
        blackouts += usize::from(killed);
        lost = disk.counts()[2];
        disk.fail(0, 0, 0);
        let done = import(&new);
        assert!(done.status.success(), "{time}: {done:?}");
        let (code, said) = ravenpost(&new, &["audit", "--strict"]);
        assert_eq!(code, Some(0), "{time}: {said}");
        let [taken, before] = taken(&done);
        assert_eq!(taken + before, all, "{time}: {done:?}");
        were_here += usize::from(before > 0);
    }
    println!("{calls} calls, {lost} writes lost; {were_here} of {BLACKOUTS} times after the games");
    assert!(blackouts > BLACKOUTS / 2 && lost > 0, "{blackouts} blackouts, {lost} writes lost");
    assert!((1..BLACKOUTS).contains(&were_here), "{were_here} times after the games");
}
