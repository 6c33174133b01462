//! From an email to a seal signed by witnesses. The test verifies from the texts on the pages that
//! a game's step is included. It uses independent crates for notes and trees, and follows the
//! format in `docs/verify/seals.md`.

use ed25519_dalek::{Signature, VerifyingKey};
use ravenpost::service::proof::witnessed::WitnessAnswer;
use ravenpost_log::email::saved::SavedEmail;
use ravenpost_log::proof::note::{Key, Line, Trade};
use sha2::{Digest, Sha256};
use signed_note::{StandardVerifier, VerifierList};
use tlog_tiles::checkpoint::Checkpoint;
use tlog_tiles::tlog::{self, HASH_SIZE, Hash, HashReader};

use super::{TITLE, sealed};
use crate::harness::app::App;
use crate::harness::browser::Pages;

/// The hashes of a tree, in the crate's storage order.
struct Stored(Vec<Hash>);

impl HashReader for Stored {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog::Error> {
        Ok(indexes.iter().map(|at| self.0[usize::try_from(*at).expect("small")]).collect())
    }
}

fn sha256(text: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// The line of a game in a day's seal.
fn line_of(day: &str, game: &str, step: u64, mark: &str) -> String {
    let name = sha256(&format!("ravenpost seal game 1\n{game}\n"));
    sha256(&format!("ravenpost seal line 1\nday {day}\n{name}\n{step}\n{mark}\n"))
}

/// A log's checkpoint, with its signature verified.
fn checkpoint(note: &str, key: &str) -> Checkpoint {
    let verifier = StandardVerifier::new(key).expect("a key");
    let note = signed_note::Note::from_bytes(note.as_bytes()).expect("a note");
    let known = VerifierList::new(vec![Box::new(verifier)]);
    let (signed, _) = note.verify(&known).expect("it is signed");
    assert_eq!(signed.len(), 1);
    Checkpoint::from_bytes(note.text()).expect("a checkpoint")
}

/// Whether a witness has signed the checkpoint, by c2sp.org/tlog-cosignature.
fn has_cosigned(note: &str, witness: &Key) -> bool {
    let (text, lines) = note.split_once("\n\n").expect("a note");
    let key = VerifyingKey::from_bytes(&witness.public).expect("a key");
    let mut lines =
        lines.lines().filter_map(|line| line.strip_prefix("\u{2014} ")?.split_once(' '));
    lines.any(|(name, signed)| {
        let bytes = data_encoding::BASE64.decode(signed.as_bytes()).expect("base64");
        let Ok([time, signature]) = split(&bytes[4..]) else { return false };
        let time = u64::from_be_bytes(time.try_into().expect("eight bytes"));
        let said = format!("cosignature/v1\ntime {time}\n{text}\n");
        let signature = Signature::from_slice(signature).expect("64 bytes");
        name == witness.name && key.verify_strict(said.as_bytes(), &signature).is_ok()
    })
}

/// The timestamp and the signature of a cosignature; an error if it is malformed.
fn split(bytes: &[u8]) -> Result<[&[u8]; 2], ()> {
    if bytes.len() == 72 { Ok([&bytes[..8], &bytes[8..]]) } else { Err(()) }
}

/// The hash of a seal's text.
fn leaf(text: &str) -> [u8; HASH_SIZE] {
    Sha256::digest(text.as_bytes()).into()
}

fn stored(seals: &[(String, String)]) -> Stored {
    let mut stored = Stored(Vec::new());
    for (n, (_, text)) in (0..).zip(seals) {
        let new = tlog::stored_hashes(n, &leaf(text), &stored).expect("they grow");
        stored.0.extend(new);
    }
    stored
}

/// The public checkpoint and the texts of all seals, each with its day.
async fn seen(app: &App) -> (String, Vec<(String, String)>) {
    let mut browser = Pages::of(app.service.clone()).browser();
    let note = browser.get("/seals/checkpoint").await.ok().body.clone();
    let mut seals = Vec::new();
    for seal in app.service.archive().seals(99).await.expect("readable").iter().rev() {
        let text = browser.get(&format!("/seals/{}", seal.day)).await.ok().body.clone();
        seals.push((seal.day.to_string(), text));
    }
    (note, seals)
}

/// A server, an email about a game there, and the day on which the email's step was sealed. The
/// game has continued, and a witness has signed all seals.
async fn sealed_and_signed(witness: &App, trusted: &Key) -> (App, SavedEmail, String) {
    let mut app = App::signing(6, &[trusted.to_string()]).await;
    for _ in 0..2 {
        sealed(&mut app).await;
    }
    let (_, _, game) = app.pair(TITLE).await;
    let (_, queued) = app.until_turn_email(&game).await;
    let email = SavedEmail::read(&app.written(&queued).await.expect("sent").text);
    let day = sealed(&mut app).await.day.to_string();
    let seat = app.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("legal");
    for _ in 0..3 {
        sealed(&mut app).await;
    }
    let request = app.service.proof().seals_from(0).await.expect("sealed");
    let known = Some(email.keys[0].clone());
    let signed =
        witness.service.proof().witness(witness.now, &request, known).await.expect("looked at");
    let cosigned = match signed {
        WitnessAnswer::Signed(line) => Line::parse(&line).expect("a line"),
        refused => panic!("{refused:?}"),
    };
    app.service.proof().take_cosignature(app.now, &cosigned).await.expect("taken");
    (app, email, day)
}

#[tokio::test]
async fn game_is_included_in_a_witnessed_seal() {
    let witness = App::signing(9, &[]).await;
    let trusted = witness.service.proof().server_keys().await.expect("readable")[0].key.clone();
    let trusted = Key { trade: Trade::Witness, ..trusted };
    let (app, email, day) = sealed_and_signed(&witness, &trusted).await;
    let (note, seals) = seen(&app).await;
    assert!(has_cosigned(&note, &trusted), "the witness's line stands there: {note}");
    let tree = checkpoint(&note, &email.keys[0].to_string());
    assert_eq!(tree.size(), seals.len() as u64);

    // The email's step is one of the lines of that day's seal, and of no other seal.
    let head = &email.heads[0];
    let (id, hash) = (&head.game, head.hash.hex());
    let line = line_of(&day, id.as_str(), head.step.0, &hash);
    let holds = |text: &str| text.lines().skip(5).any(|one| one == line);
    let at = seals.iter().position(|(_, text)| holds(text)).expect("it is sealed");
    assert_eq!(seals.iter().filter(|(_, text)| holds(text)).count(), 1);
    let (sealed_day, text) = &seals[at];
    assert_eq!(*sealed_day, day);

    // That seal is a leaf of the tree whose root the log and the witness signed.
    let (size, at) = (tree.size(), at as u64);
    let proof = tlog::prove_record(size, at, &stored(&seals)).expect("a proof");
    let check = |text: &str| {
        tlog::check_record(&proof, size, *tree.hash(), at, tlog::record_hash(&leaf(text)))
    };
    check(text).expect("it is in the tree");

    // Without the line, the seal does not match. It has no line for another step, hash, game or
    // day.
    assert!(check(&text.replacen(&line, &"0".repeat(64), 1)).is_err(), "a line less");
    for other in [
        line_of(&day, id.as_str(), (head.step + 1).0, &hash),
        line_of(&day, id.as_str(), head.step.0, &"0".repeat(64)),
        line_of(&day, "another", head.step.0, &hash),
        line_of("2026-01-01", id.as_str(), head.step.0, &hash),
    ] {
        assert!(!text.contains(&other), "{other}");
    }
}
