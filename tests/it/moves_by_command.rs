//! A server moves by its commands, as its README says: written out beside the running server,
//! checked, taken in elsewhere, and served there.

use std::path::Path;
use std::process::Command;

use crate::serve::Server;

/// What a command says, and its exit code.
fn ravenpost(data: &Path, words: &[&str]) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(words)
        .env("RAVENPOST__DATA__DIR", data)
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_server_moves_by_its_commands() {
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
