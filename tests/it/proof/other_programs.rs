//! Independent programs: crates that implement notes, checkpoints and trees, and the witness in
//! `contrib`, which was written from the specifications alone.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use data_encoding::BASE64;
use ravenpost_log::proof::note::{Key, Line, Note, Trade};
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::proof::tree;
use signed_note::{StandardVerifier, VerifierList};
use tlog_tiles::checkpoint::Checkpoint;
use tlog_tiles::tlog::{self, Hash};

use super::{sealed, with_seals};
use crate::harness::app::App;

/// A witness that runs the program in `contrib`.
struct Friend {
    folder: tempfile::TempDir,
    key: String,
}

impl Friend {
    fn new(name: &str) -> Friend {
        let folder = tempfile::tempdir().expect("a folder");
        let mut friend = Friend { folder, key: String::new() };
        let (done, said) = friend.run(&["new", name], "");
        assert!(done, "{said}");
        friend.key = said.trim().to_owned();
        friend
    }

    fn sign(&self, key: &Key, request: &str) -> Result<Line, String> {
        let (done, said) = self.run(&["sign", &key.to_string()], request);
        if done { Ok(Line::parse(said.trim()).expect("a line")) } else { Err(said) }
    }

    fn run(&self, words: &[&str], input: &str) -> (bool, String) {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/witness.py");
        let mut python = Command::new("python3");
        python.arg(program).args(words).current_dir(self.folder.path());
        python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut python = python.spawn().expect("there is Python");
        // It may exit before it reads its input.
        let _ = python.stdin.take().expect("piped").write_all(input.as_bytes());
        let done = python.wait_with_output().expect("it ends");
        let said = String::from_utf8([done.stdout, done.stderr].concat()).expect("text");
        (done.status.success(), said)
    }
}

async fn key(app: &App) -> Key {
    app.service.proof().server_keys().await.expect("readable")[0].key.clone()
}

fn verifier(key: &Key) -> StandardVerifier {
    StandardVerifier::new(&key.to_string()).expect("a key")
}

async fn request(app: &App, seen: u64) -> String {
    app.service.proof().seals_from(seen).await.expect("there are seals")
}

#[tokio::test]
async fn other_programs_read_our_keys_checkpoints_and_proofs() {
    let mut app = with_seals(6, &[], 3).await;
    let old = app.service.proof().checkpoint().await.expect("readable").expect("signed").note;
    for _ in 0..8 {
        sealed(&mut app).await;
    }
    let new = app.service.proof().checkpoint().await.expect("readable").expect("signed").note;
    let known = VerifierList::new(vec![Box::new(verifier(&key(&app).await))]);
    let read = |note: &Note| {
        let note = note.to_string();
        let note = signed_note::Note::from_bytes(note.as_bytes()).expect("a note");
        let (signed, _) = note.verify(&known).expect("it is signed");
        assert_eq!(signed.len(), 1);
        Checkpoint::from_bytes(note.text()).expect("a checkpoint")
    };
    let (old, new) = (read(&old), read(&new));
    assert_eq!((old.origin(), old.size(), new.size()), ("127.0.0.1:8080/seals", 3, 11));
    let request = request(&app, 3).await;
    let (head, _) = request.split_once("\n\n").expect("a proof and a checkpoint");
    assert!(head.starts_with("old 3\n"));
    let hash = |line: &str| Hash::parse_hash(line).expect("a hash");
    let proof: Vec<Hash> = head.lines().skip(1).map(hash).collect();
    tlog::check_tree(&proof, 11, *new.hash(), 3, *old.hash()).expect("it has all of it");
    let other = Hash(tree::root(&[[1; 32]]));
    assert!(tlog::check_tree(&proof, 11, *new.hash(), 3, other).is_err());
}

#[tokio::test]
async fn we_read_what_other_programs_sign() {
    // "PRIVATE+KEY", the name, the key id and the secret: the format of that crate.
    let ours = Signer::new("other.example/log", &[7; 32]).key().to_string();
    let id = ours.split('+').nth(1).expect("digits");
    let secret = BASE64.encode(&[&[1][..], &[7; 32]].concat());
    let skey = format!("PRIVATE+KEY+other.example/log+{id}+{secret}");
    let vkey = ours.clone();
    let signer = signed_note::StandardSigner::new(&skey).expect("a key");
    let text = format!("other.example/log\n3\n{}\n", BASE64.encode(&[5; 32]));
    let mut note = signed_note::Note::new(text.as_bytes(), &[]).expect("a note");
    note.add_sigs(&[&signer]).expect("signed");
    let bytes = String::from_utf8(note.to_bytes()).expect("text");
    let key = Key::parse(&vkey).expect("a key");
    let ours = Note::parse(&bytes).expect("a note");
    assert!(ours.is_by(&key) && ours.to_string() == bytes && key.to_string() == vkey);
}

/// The Python witness signs a growing log, refuses a second history and stores both. The server
/// accepts the cosignature by command and by email, and shows it.
#[tokio::test]
async fn python_witness_signs_and_detects_forks() {
    let friend = Friend::new("ann.example/witness");
    let mut app = with_seals(6, std::slice::from_ref(&friend.key), 2).await;
    let key = key(&app).await;
    let line = friend.sign(&key, &request(&app, 0).await).expect("signed");
    let (day, by) = app.service.proof().take_cosignature(app.now, &line).await.expect("taken");
    assert_eq!((by.trade, by.to_string()), (Trade::Witness, friend.key.clone()));
    let newest = app.service.proof().checkpoint().await.expect("readable").expect("signed");
    assert_eq!((newest.day, newest.seen.len(), newest.note.lines.len()), (day, 1, 2));
    // A verifier that only knows the log's key can read the note with the cosignature.
    let known = VerifierList::new(vec![Box::new(verifier(&key))]);
    let note = newest.note.to_string();
    let note = signed_note::Note::from_bytes(note.as_bytes()).expect("a note");
    let (by_log, others) = note.verify(&known).expect("it is signed");
    assert_eq!((by_log.len(), others.len()), (1, 1));

    for _ in 0..5 {
        sealed(&mut app).await;
    }
    let late = friend.sign(&key, &request(&app, 0).await).expect_err("it saw two");
    assert!(late.contains("/seals/from/2"), "{late}");
    let again = request(&app, 2).await;
    friend.sign(&key, &again).expect("it has all that was seen");
    friend.sign(&key, &again).expect("the same again");

    // The same server and key with a different history.
    let mut forked = App::signing(6, &[]).await;
    forked.pair(super::TITLE).await;
    for _ in 0..7 {
        sealed(&mut forked).await;
    }
    let refused = friend.sign(&key, &request(&forked, 2).await).expect_err("another history");
    assert!(refused.contains("SECOND HISTORY"), "{refused}");
    let kept = std::fs::read_to_string(friend.folder.path().join("witness.json")).expect("kept");
    let kept: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    let log = &kept["logs"]["127.0.0.1:8080/seals"];
    assert_eq!(log["size"], 7, "what was seen stands");
    let evidence = log["refused"][0].as_str().expect("kept");
    assert!(Note::parse(evidence).is_some_and(|note| note.is_by(&key)), "{evidence}");
    let stranger = App::signing(8, &[]).await;
    let stranger = self::key(&stranger).await;
    assert!(friend.sign(&stranger, &again).is_err(), "another key");
}
