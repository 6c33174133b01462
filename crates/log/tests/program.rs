//! Tests of the program as a process, with genuine, changed and random files.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it runs the program")]

mod common;

use std::path::PathBuf;
use std::process::Command;

use ravenpost_log::act::Act;
use ravenpost_log::export::file::{Event, Header};
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::Note;
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::proof::{statement, tree};
use ravenpost_log::seal::{self, Form, Padding, SealedEnd};
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;

use common::{joined, rehashed, stored, taken_apart};

/// A folder of test files that is deleted afterwards.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }

    /// Returns the exit code and the whole output.
    fn run(&self, words: &[&str]) -> (i32, String) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost-verify"));
        let done = program.current_dir(self.0.path()).args(words).output().expect("it runs");
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8(said).expect("it speaks in text");
        assert!(!said.contains("panicked"), "{said}");
        (done.status.code().expect("it ended by itself"), said)
    }
}

/// A change that is made to a file.
type Change = fn(&mut Header, &mut Vec<Event>);

#[test]
fn valid_game_passes_and_every_change_is_named() {
    let (folder, text) = (Folder::new(), stored());
    folder.put("game.jsonl", &text);
    let (code, said) = folder.run(&["game.jsonl"]);
    assert_eq!(code, 0, "{said}");
    let head = taken_apart(&text).0.head.hex();
    assert!(said.contains(&head) && said.ends_with("Everything is valid.\n"), "{said}");
    assert!(said.contains("its draws are valid") && said.contains("Not checked here"), "{said}");

    let changes: [(&str, Change); 14] = [
        ("does not follow", |_, events| events[6].facts.push(' ')),
        ("does not follow", |_, events| events[6].at += 1),
        ("a different kind or seat", |_, events| events[6].kind = "timed-out".into()),
        ("a different kind or seat", |_, events| events[6].seat = None),
        ("the previous event is missing", |_, events| drop(events.remove(5))),
        ("does not follow", |_, events| events.swap(6, 7)),
        ("the end of the game does not match", |_, events| drop(events.pop())),
        ("the end of the game does not match", |header, _| header.step = header.step.next()),
        ("the end of the game does not match", |header, _| header.head = Hash([1; 32])),
        ("the opening does not match", |header, _| header.name.push('x')),
        ("not the one committed to", |header, _| header.secret = Some("00".repeat(32))),
        ("64 hexadecimal digits", |header, _| header.secret = Some("00".repeat(31))),
        ("its act cannot be read", |_, events| events[4].act.push('x')),
        ("does not follow", |_, events| {
            let drew = events.iter_mut().find(|event| event.draws != "[]").expect("some");
            drew.draws = drew.draws.replacen(",1]", ",0]", 1).replacen(",2]", ",1]", 1);
            drew.draws.push(' ');
        }),
    ];
    for (why, change) in changes {
        let (mut header, mut events) = taken_apart(&text);
        change(&mut header, &mut events);
        folder.put("bad.jsonl", joined(header, events));
        let (code, said) = folder.run(&["bad.jsonl"]);
        let swapped = why == "does not follow" && said.contains("the previous event is missing");
        assert_eq!(code, 1, "{why}: {said}");
        assert!(said.contains("BROKEN  bad.jsonl: line "), "{said}");
        assert!(said.contains(why) || swapped, "{why}: {said}");
    }
    // Any byte changed; truncated at any place before the final newline.
    for at in (0..text.trim_end().len()).step_by(text.len() / 25) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        folder.put("bad.jsonl", bytes);
        folder.put("cut.jsonl", &text[..at]);
        for name in ["bad.jsonl", "cut.jsonl"] {
            let (code, said) = folder.run(&[name]);
            assert_eq!(code, 1, "byte {at}: {said}");
            assert!(said.contains(&format!("BROKEN  {name}: ")), "{said}");
        }
    }
}

#[test]
fn draws_not_derived_from_the_secret_are_named() {
    // A holder of the secret can compute matching hashes for any draws.
    let (header, mut events) = taken_apart(&stored());
    for event in events.iter_mut().skip(4) {
        if let Some(start) = event.draws.find(",[[") {
            let cut = event.draws[start + 3..].find(',').map(|comma| start + 4 + comma);
            let cut = cut.expect("a number");
            let end = cut + event.draws[cut..].find(']').expect("its end");
            let was: u32 = event.draws[cut..end].parse().expect("drawn");
            let other = if was == 0 { 1 } else { was - 1 };
            event.draws.replace_range(cut..end, &other.to_string());
        }
    }
    let folder = Folder::new();
    folder.put("game.jsonl", rehashed(header, events));
    let (code, said) = folder.run(&["game.jsonl"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("a draw does not follow from the secret"), "{said}");
}

fn signer() -> Signer {
    Signer::new("raven.example/seals", &[7; 32])
}

/// Returns an email of a server with step `step` of the stored game and with `seals`.
fn email(header: &Header, events: &[Event], step: usize, seals: &[String], key: &Signer) -> String {
    let game = GameId::parse(&header.game).expect("an id");
    let hash = events[step - 1].hash;
    let signed = key.sign(&statement::signed_head(&game, Step(step as u64), &hash));
    let receipt = key.sign(&statement::receipt(&game, &hash));
    let leaves: Vec<_> = seals.iter().map(|text| seal::of(text).0).collect();
    let root = tree::root(&leaves);
    let checkpoint = Checkpoint { origin: key.name().into(), size: leaves.len() as u64, root };
    let note = Note { lines: vec![key.sign(&checkpoint.text())], text: checkpoint.text() };
    let newest = seal::of(seals.last().expect("some")).hex();
    format!(
        "From: raven@raven.example\nContent-Type: text/plain; charset=utf-8\n\n\
         Your receipt:\nravenpost receipt {game}\n{}\n{receipt}\n\nKeep its key:\n{}\n\n\
         ravenpost signed-head {game} {step}\n{}\n{signed}\n\n\
         ravenpost daily-seal 2026-11-2{}\n{newest}\n\n{note}",
        hash.hex(),
        key.key(),
        hash.hex(),
        seals.len() + 1,
    )
}

/// Returns seals of consecutive days over the stored game, as it was after each of `steps`.
fn seals(header: &Header, events: &[Event], steps: &[usize]) -> Vec<String> {
    let game = seal::name(&GameId::parse(&header.game).expect("an id"));
    let (mut before, mut all) = (seal::NONE, Vec::new());
    for (day, step) in (22..).zip(steps) {
        let day = chrono::NaiveDate::from_ymd_opt(2026, 11, day).expect("a day");
        let end = SealedEnd { game, step: Step(*step as u64), head: events[step - 1].hash };
        let form = Form { padding: Padding([9; 32]), key: Some(signer().key().to_string()) };
        let text = seal::text(day, before, [end], &form);
        before = seal::of(&text);
        all.push(text);
    }
    all
}

#[test]
fn games_emails_seals_and_checkpoints_are_compared() {
    let (folder, text) = (Folder::new(), stored());
    let (header, events) = taken_apart(&text);
    let seals = seals(&header, &events, &[4, 9, 20]);
    let ours = email(&header, &events, 9, &seals[..2], &signer());
    folder.put("game.jsonl", &text);
    for (name, text) in ["one", "two", "three"].iter().zip(&seals) {
        folder.put(name, text);
    }
    folder.put("ann.eml", &ours);
    let key = signer().key().to_string();
    let all = ["game.jsonl", "ann.eml", "three", "two", "one", "--key", key.as_str()];
    let (code, said) = folder.run(&all);
    assert_eq!(code, 0, "{said}");
    for checkpoint in [
        "ann.eml: game.jsonl has the same step 9 as the email",
        "ann.eml: two is the seal that it names",
        "ann.eml: its checkpoint covers these 2 seals",
        "game.jsonl contains the order of receipt",
        "two: follows one",
        "three: follows two",
        "game.jsonl: step 20 is in the seal three",
        "signed by raven.example/seals",
    ] {
        assert!(said.contains(checkpoint), "{checkpoint}: {said}");
    }
    assert_eq!(folder.run(&all[..5]).0, 0, "without a key, the one in the email is used");

    let other = Hash([9; 32]).hex();
    let hash = events[8].hash.hex();
    let step = |hash: &str| format!(" 9\n{hash}");
    let marked = ours.replace(&step(&hash), &step(&other));
    let bad = [
        ("the signature of raven.example/seals is invalid", marked.clone()),
        (&format!("states {other} for step 9, but game.jsonl has {hash}"), marked),
        ("states step 400, but game.jsonl ends", ours.replace(" 9\n", " 400\n")),
        ("but two is a different one", ours.replace(&seal::of(&seals[1]).hex(), &other)),
        ("which is not a trusted key", email(&header, &events, 9, &seals[..2], &stranger())),
    ];
    for (why, text) in bad {
        folder.put("ann.eml", text);
        let (code, said) = folder.run(&all);
        assert_eq!(code, 1, "{why}: {said}");
        assert!(said.contains(why) && said.contains("BROKEN  "), "{why}: {said}");
    }
    folder.put("ann.eml", "Step 9 of the log, head 3fa9c1d2e4f5.\n");
    let (code, said) = folder.run(&all);
    let why = "written by an earlier, unreleased build; its proof cannot be checked";
    assert!(code == 1 && said.contains(why), "{said}");
    folder.put("ann.eml", &ours);

    // Seals that were recomputed.
    let forged = self::seals(&header, &events, &[4, 10, 20]);
    folder.put("two", &forged[1]);
    let (code, said) = folder.run(&all);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("BROKEN  three: does not follow two"), "{said}");
    assert!(said.contains("BROKEN  ann.eml: names"), "{said}");
    folder.put("three", &forged[2]);
    let (code, said) = folder.run(&all);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("BROKEN  ann.eml: its checkpoint covers 2 different seals"), "{said}");
}

fn stranger() -> Signer {
    Signer::new("other.example/seals", &[8; 32])
}

#[test]
fn split_histories_are_reported_and_witnesses_counted() {
    let (folder, text) = (Folder::new(), stored());
    let (header, events) = taken_apart(&text);
    let seals = seals(&header, &events, &[4, 9]);
    folder.put("ann.eml", email(&header, &events, 9, &seals, &signer()));
    let mut other = events.clone();
    other[8].hash = Hash([4; 32]);
    let key = signer().key().to_string();
    folder.put("bob.eml", email(&header, &other, 9, &seals, &signer()));
    let (code, said) = folder.run(&["ann.eml", "bob.eml", "--key", &key]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("ann.eml and bob.eml have different histories of step 9"), "{said}");
    assert!(said.contains("both are signed with a known key"), "{said}");

    let checkpoint = Checkpoint { origin: signer().name().into(), size: 7, root: [1; 32] }.text();
    let witness = Signer::new("w.example/w", &[5; 32]);
    let lines = vec![signer().sign(&checkpoint), witness.cosign(&checkpoint, 1_790_000_000)];
    folder.put("checkpoint", Note { lines, text: checkpoint }.to_string());
    let (seen, unseen) = (witness.witness().to_string(), stranger().witness().to_string());
    let asked = |more: &[&str]| {
        let begin = ["checkpoint", "--key", key.as_str(), "--witness", seen.as_str()];
        folder.run(&[&begin[..], more].concat())
    };
    assert_eq!(asked(&[]).0, 0);
    assert_eq!(asked(&["--witness", &unseen, "--quorum=1"]).0, 0);
    let (code, said) = asked(&["--witness", &unseen]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("at least 2 required"), "{said}");
}

#[test]
fn diverging_files_of_one_game_are_a_split_history() {
    let (folder, text) = (Folder::new(), stored());
    let (header, mut events) = taken_apart(&text);
    events.iter_mut().for_each(|event| event.at += 1);
    folder.put("ann.jsonl", &text);
    folder.put("bob.jsonl", rehashed(header, events));
    assert_eq!(folder.run(&["ann.jsonl"]).0, 0);
    assert_eq!(folder.run(&["bob.jsonl"]).0, 0, "each holds for itself");
    let (code, said) = folder.run(&["ann.jsonl", "bob.jsonl"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("have different histories of game") && said.contains("step 1"), "{said}");
}

#[test]
fn invalid_input_is_reported_in_one_sentence() {
    let folder = Folder::new();
    folder.put("empty", "");
    folder.put("blank", "\n \r\n");
    folder.put("binary", (0..=255).cycle().take(100_000).collect::<Vec<u8>>());
    folder.put("words", "To be read by nobody.\n");
    folder.put("array.json", "[1,2]");
    folder.put("object.json", "{\"a\":1}");
    folder.put("half.jsonl", "{\"export\":{\"format\":2,");
    folder.put("future.jsonl", "{\"export\":{\"format\":9}}\n");
    folder.put("bytes.jsonl", b"{\"export\":{\"name\":\"\xff\"}}\n");
    folder.put("seal", "ravenpost seal 3\nday 2026-11-22\n");
    folder.put("long.jsonl", format!("{{\"export\":\"{}\"}}", "x".repeat(100 << 20)));
    folder.put("deep.jsonl", "{\"export\":".to_owned() + &"[".repeat(1 << 20));
    let names = [
        "empty",
        "blank",
        "binary",
        "words",
        "array.json",
        "object.json",
        "half.jsonl",
        "future.jsonl",
        "bytes.jsonl",
        "seal",
        "long.jsonl",
        "deep.jsonl",
    ];
    for name in names {
        let (code, said) = folder.run(&[name]);
        assert_eq!(code, 1, "{name}: {said}");
        assert!(said.starts_with(&format!("BROKEN  {name}: ")), "{said}");
        assert!(said.ends_with("One check failed.\n") && said.len() < 400, "{said}");
    }
    for name in [".", "nothing-here"] {
        let (code, said) = folder.run(&[name]);
        assert_eq!(code, 2, "{name}: {said}");
        assert!(said.starts_with(&format!("UNREAD  {name}: ")), "{said}");
    }
    for words in [&[][..], &["--no"], &["--key"], &["--key", "x", "f"], &["--quorum", "1", "f"]] {
        let (code, said) = folder.run(words);
        assert_eq!(code, 2, "{words:?}: {said}");
        assert!(said.contains("try '--help'"), "{said}");
    }
    assert!(folder.run(&["--help"]).1.contains("Usage: ravenpost-verify"));
    assert_eq!(folder.run(&["--version"]), (0, format!("{}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn act_that_no_form_accepts_is_named() {
    let (header, events) = taken_apart(&stored());
    for (why, change) in [
        ("a salt must have from 1 to 64 characters", "\u{202e}"),
        ("a salt must have from 1 to 64 characters", &"x".repeat(65)),
    ] {
        let (folder, mut events) = (Folder::new(), events.clone());
        let joined_act = events.iter_mut().find(|event| event.kind == "joined").expect("one");
        let Act::Joined { seat, occupant: sitter, custom_salt: written, organiser, .. } =
            serde_json::from_str(&joined_act.act).expect("an act")
        else {
            panic!("another act")
        };
        let act = Act::Joined {
            seat,
            occupant: sitter,
            salt: change.to_owned(),
            custom_salt: written,
            organiser,
        };
        joined_act.act = serde_json::to_string(&act).expect("plain data");
        folder.put("game.jsonl", joined(header.clone(), events));
        let (code, said) = folder.run(&["game.jsonl"]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(why), "{said}");
    }
}
