//! Emails of several players are compared with each other and with keys, with and without the
//! database. Every contradiction is reported with exit code 1.

use std::path::PathBuf;
use std::process::Command;

use ravenpost::service::proof::keys::Renewal;
use ravenpost_log::email::saved::SavedEmail;
use ravenpost_log::proof::note::{Key, Trade};
use ravenpost_log::proof::signer::Signer;

use super::{TITLE, sealed};
use crate::harness::app::App;
use crate::harness::folder::folder;

/// A folder of emails, and the program that checks them.
struct EmailFolder {
    folder: tempfile::TempDir,
}

impl EmailFolder {
    fn new() -> EmailFolder {
        EmailFolder { folder: folder() }
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    fn verify(&self, words: &[&str]) -> (Option<i32>, String) {
        self.run("verify-email", words)
    }

    fn run(&self, command: &str, words: &[&str]) -> (Option<i32>, String) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let done = program.arg(command).args(words).current_dir(self.folder.path());
        let done = done.env_clear().output().expect("the program");
        let said = [done.stdout, done.stderr].concat();
        (done.status.code(), String::from_utf8_lossy(&said).into_owned())
    }
}

/// A sealed game with a key, an email about it, and the server.
async fn email(seed: u64, days: usize) -> (App, String) {
    let mut app = App::signing(seed, &[]).await;
    let (_, _, game) = app.pair(TITLE).await;
    for _ in 0..days {
        sealed(&mut app).await;
    }
    let (_, queued) = app.until_turn_email(&game).await;
    let text = app.written(&queued).await.expect("sent").text;
    (app, text)
}

async fn key(app: &App) -> Key {
    app.service.proof().server_keys().await.expect("readable")[0].key.clone()
}

#[tokio::test]
async fn email_has_signed_head_seal_checkpoint_and_key() {
    let (app, text) = email(6, 1).await;
    let read = SavedEmail::read(&text);
    assert_eq!((read.heads.len(), read.seals.len(), read.checkpoints.len()), (1, 1, 1), "{text}");
    assert_eq!(read.keys, [key(&app).await], "{text}");
    let wide = |line: &&str| line.starts_with("ravenpost ") && line.chars().count() > 72;
    assert_eq!(text.lines().find(wide), None, "mail programs break lines that are longer");
    assert!(read.checkpoints[0].is_by(&key(&app).await));
    // The key is sent once; later emails omit it until it changes.
    let first = app.emails_of("ann").await.remove(0);
    app.mark_sent(&first, "x").await;
    for queued in app.emails_of("ann").await {
        if let Ok(email) = app.written(&queued).await {
            assert_eq!(SavedEmail::read(&email.text).keys, [], "{}", email.text);
        }
    }
}

#[tokio::test]
async fn emails_that_contradict_each_other_are_named() {
    let email_folder = EmailFolder::new();
    let (app, ann) = email(6, 1).await;
    let key = key(&app).await.to_string();
    // The same key signs a different game and different seals for Bob from the same step on.
    let mut other = App::signing(6, &[]).await;
    other.now += chrono::Duration::minutes(1);
    let (_, _, game) = other.pair(TITLE).await;
    sealed(&mut other).await;
    let (_, queued) = other.until_turn_email(&game).await;
    let bob = other.written(&queued).await.expect("sent").text;
    email_folder.put("ann.txt", &ann);
    email_folder.put("bob.txt", &bob);
    let (code, said) = email_folder.verify(&["--key", &key, "ann.txt", "ann.txt"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = email_folder.verify(&["--key", &key, "ann.txt", "bob.txt"]);
    assert_eq!(code, Some(1), "{said}");
    let found: Vec<&str> = said.lines().filter(|line| line.starts_with("TWO HISTORIES")).collect();
    let both = "both have valid signatures";
    let step = found.iter().any(|line| line.contains("step ") && line.contains(both));
    let seal = found.iter().any(|line| line.contains("the seal of 2026-11-20"));
    let tree =
        found.iter().any(|line| line.contains("the first 1 seals of") && line.contains(both));
    assert!(step && seal && tree, "{said}");
    assert!(found.iter().all(|line| line.contains("in ann.txt") && line.contains("in bob.txt")));
}

#[tokio::test]
async fn changed_heads_and_foreign_keys_are_named() {
    let email_folder = EmailFolder::new();
    let (app, text) = email(6, 1).await;
    let mine = key(&app).await;
    let head = SavedEmail::read(&text).heads.remove(0);
    let line = |step| format!("ravenpost signed-head {} {step}\n", head.game);
    let forth = text.replace(&line(head.step), &line(head.step + 1));
    let back = text.replace(&line(head.step), &line(head.step - 1));
    let digit = text.replace(&line(head.step), &format!("{}0", line(head.step)));
    let (other, theirs) = email(8, 1).await;
    let swapped = text.replace("\n1\n", "\n2\n");
    email_folder.put("own.txt", &text);
    let (code, said) = email_folder.verify(&["--key", &mine.to_string(), "own.txt"]);
    assert!(code == Some(0) && said.contains("signed by 127.0.0.1:8080/seals"), "{said}");
    for (name, email, word) in [
        ("forth.txt", forth.as_str(), "is invalid"),
        ("back.txt", &back, "is invalid"),
        ("tree.txt", &swapped, "is invalid"),
        ("theirs.txt", &theirs, "with an unknown key"),
        ("theirs.txt", &theirs, "not a key of this server"),
        ("none.txt", "Hello", "contains nothing to verify"),
    ] {
        email_folder.put(name, email);
        let (code, said) = email_folder.verify(&["--key", &mine.to_string(), name]);
        assert!(code == Some(1) && said.contains(word), "{name}: {said}");
    }
    // With an extra digit it is not a hash, and is ignored.
    assert!(SavedEmail::read(&digit).heads.is_empty());
    let witness = Key { trade: Trade::Witness, ..mine.clone() }.to_string();
    for none in ["", "a+b+c", &witness] {
        let (code, said) = email_folder.verify(&["--key", none, "own.txt"]);
        assert_eq!(code, Some(2), "{said}");
    }
    drop(other);
}

#[tokio::test]
async fn email_signed_with_an_earlier_key_is_valid() {
    let (mut app, text) = email(6, 1).await;
    app.service.proof().renew_key(app.now, Renewal::default()).await.expect("renewed");
    sealed(&mut app).await;
    let email_folder = EmailFolder::new();
    email_folder.put("kept.txt", &text);
    let data = app.service.store().path().parent().expect("a folder").to_owned();
    let data = data.to_str().expect("a name");
    let (code, said) = email_folder.verify(&["--data", data, "kept.txt"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("still contains it") && said.contains("these seals and 1 later ones"));
}

#[test]
fn emails_of_earlier_builds_are_rejected_in_one_sentence() {
    let email_folder = EmailFolder::new();
    let earlier = "From: ravenpost@raven.example\n\nhttp://127.0.0.1:8080/games/k3v9w2mq7xhd\n\
        Step 42 of the log, head 3fa9c1d2e4f5.\n";
    email_folder.put("old.txt", earlier);
    let key = Signer::new("raven.example/seals", &[7; 32]).key().to_string();
    let why = "this email was written by an earlier, unreleased build; its proof cannot be checked";
    let (code, said) = email_folder.verify(&["--key", &key, "old.txt"]);
    assert!(code == Some(3) && said.contains(why) && said.trim().lines().count() == 1, "{said}");
}

/// "k of these n".
#[tokio::test]
async fn required_number_of_witnesses_must_have_signed() {
    let email_folder = EmailFolder::new();
    let witnesses = [App::signing(21, &[]).await, App::signing(22, &[]).await];
    let mut keys = Vec::new();
    for witness in &witnesses {
        keys.push(Key { trade: Trade::Witness, ..key(witness).await }.to_string());
    }
    let (app, text) = email(6, 1).await;
    let mine = key(&app).await;
    let request = app.service.proof().seals_from(0).await.expect("sealed");
    let seen = witnesses[0].service.proof().witness(app.now, &request, Some(mine.clone())).await;
    let ravenpost::service::proof::witnessed::WitnessAnswer::Signed(line) =
        seen.expect("looked at")
    else {
        panic!("it is the first");
    };
    email_folder.put("kept.txt", &format!("{}\n{line}\n", text.trim_end()));
    let (mine, theirs) = (mine.to_string(), self::key(&witnesses[0]).await.to_string());
    let both = ["--key", &mine, "--witness", &keys[0], "--witness", &keys[1]];
    for (more, code) in [(&["--quorum", "1"][..], 0), (&["--quorum", "2"], 1), (&[], 1)] {
        let words = [&both[..], more, &["kept.txt"]].concat();
        let (found, said) = email_folder.verify(&words);
        assert_eq!(found, Some(code), "{more:?}: {said}");
        assert!(said.contains("signed by 1 of 2 witnesses"), "{said}");
    }
    // The same for a checkpoint alone.
    let note = app.service.proof().checkpoint().await.expect("readable").expect("signed").note;
    email_folder.put("checkpoint", &format!("{note}{line}\n"));
    for (quorum, key, code) in [("1", &mine, 0), ("2", &mine, 1), ("1", &theirs, 1)] {
        let words = ["checkpoint", "--key", key, "--witness", &keys[0], "--witness", &keys[1]];
        let (found, said) =
            email_folder.run("verify", &[&words[..], &["--quorum", quorum]].concat());
        assert_eq!(found, Some(code), "{said}");
    }
}
