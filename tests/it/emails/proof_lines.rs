//! The machine-readable lines of an email, signed with a fixed key: they never change.

use ravenpost::emails::NotificationKind;
use ravenpost::emails::parts::frame::{Head, Seal};
use ravenpost_log::email::saved::{SavedEmail, receipt_lines};
use ravenpost_log::email::text;
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::Note;
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::proof::statement;
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;

use super::samples::{self, Names};

const GOLDEN: &str = include_str!("../../golden/email_proof.txt");
const GAME: &str = "k3v9w2mq7xhd";

fn signer() -> Signer {
    Signer::new("raven.example/seals", &[7; 32])
}

/// An email whose footer has everything that is signed.
fn email() -> ravenpost::emails::Email {
    let (signer, hash) = (signer(), Hash([5; 32]));
    let game = GameId::parse(GAME).expect("an id");
    let origin = signer.name().to_owned();
    let text = Checkpoint { origin, size: 3, root: [1; 32] }.text();
    let note = Note { lines: vec![signer.sign(&text)], text };
    let line = signer.sign(&statement::signed_head(&game, Step(42), &hash));
    let receipt = receipt_lines(&game, &hash).map(|line| line.as_str().into());
    let signed = signer.sign(&statement::receipt(&game, &hash)).to_string();
    let mut sample = samples::transcript(&Names::default());
    sample.game.id = GAME.to_owned();
    sample.game.head =
        Some(Head { step: Step(42), hash: hash.hex(), line: Some(line.to_string()) });
    sample.frame.key = Some(signer.key().to_string());
    sample.frame.seal = Some(Seal {
        day: "2026-11-22".to_owned(),
        games: 3,
        hash: hash.hex(),
        note: Some(note.to_string()),
    });
    sample.receipts.extend(receipt);
    sample.receipts.push(signed.as_str().into());
    sample.compose()
}

/// The machine-readable part of the text: from a line that starts such a block to an empty line or
/// a sentence.
fn proof(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut within = false;
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with("ravenpost ") || line.starts_with("raven.example/seals");
        let is_part = |line: &str| line.starts_with('\u{2014}') || !line.contains(' ');
        within = begins || within && is_part(line);
        if within {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

#[test]
fn proof_lines_are_frozen() {
    let email = email();
    assert_eq!(email.kind, NotificationKind::ReplyResult);
    assert_eq!(proof(&email.text), GOLDEN, "tests/golden/email_proof.txt");
}

#[test]
fn proof_lines_are_read_from_text_html_and_quotes() {
    let (email, key) = (email(), signer().key());
    let header = |kind: &str| format!("From: a@raven.example\nContent-Type: text/{kind}\n\n");
    let quoted: String = email.text.lines().map(|line| format!("> {line}\n")).collect();
    let narrow: String =
        email.text.split_whitespace().map(|word| format!("> > {word}\n")).collect();
    for (kind, text) in
        [("plain", &email.text), ("plain", &quoted), ("plain", &narrow), ("html", &email.html)]
    {
        let raw = header(kind) + text;
        for words in [text::words(raw.as_bytes()), ravenpost::mail::saved::words(raw.as_bytes())] {
            let read = SavedEmail::read(&words);
            assert_eq!((read.heads.len(), read.receipts.len()), (1, 1), "{kind}: {words}");
            assert_eq!((read.seals.len(), read.checkpoints.len()), (1, 1), "{kind}: {words}");
            let (head, receipt) = (&read.heads[0], &read.receipts[0]);
            assert!(key.signed(&head.statement(), head.line.as_ref().expect("signed")));
            assert!(key.signed(&receipt.statement(), &receipt.line));
            assert!(read.checkpoints[0].is_by(&key) && read.keys.contains(&key));
        }
    }
}
