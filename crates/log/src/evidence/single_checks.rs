//! Findings about a single piece of evidence.

use super::piece::Piece;
use super::{Finding, Named, Trust};
use crate::email::comparison::{Signed, witnesses};
use crate::email::saved::SavedEmail;
use crate::export::file::ExportScope;
use crate::export::read::{Checked, Contents};
use crate::proof::note::{Key, Note};
use crate::seal::NO_KEY;
use crate::span::count;

/// Returns all findings about a piece on its own.
pub(super) fn said(named: &Named, trust: &Trust) -> Vec<Finding> {
    let name = named.name.as_str();
    match &named.piece {
        Piece::Export(checked) => export(name, checked, trust),
        Piece::Seal(seal) => {
            let lines = count(seal.lines.len() as i64, "line");
            let key = seal.key.as_deref().unwrap_or(NO_KEY);
            let (day, hash) = (seal.day, seal.hash.hex());
            let what = format!("is the seal of {day}, {lines}, with key {key}: {hash}");
            vec![Finding::holds(name, what)]
        }
        Piece::Checkpoint { note, .. } => checkpoint(name, note, trust),
        Piece::Email(email) => self::email(name, email, trust),
    }
}

fn export(name: &str, checked: &Checked, trust: &Trust) -> Vec<Finding> {
    let (read, header) = (&checked.read, &checked.read.header);
    let scope = match header.view {
        ExportScope::Whole => "whole".to_owned(),
        ExportScope::Seat(seat) => format!("as seat {seat} sees it"),
        ExportScope::Spectator => "as spectators see it".to_owned(),
    };
    let events = match &read.contents {
        Contents::Whole { log, .. } => log.len(),
        Contents::Part(steps) => steps.len(),
    };
    let mut found = vec![
        Finding::holds(
            name,
            format!("is game {}, \"{}\" ({}), {scope}", read.game, header.name, header.title),
        ),
        Finding::holds(name, format!("its chain is valid: {events} events, {} steps", header.step)),
        Finding::holds(name, format!("its head is {}", header.head.hex())),
    ];
    if let Some(draws) = checked.draws {
        found.push(Finding::holds(
            name,
            format!("its draws are valid: all {draws} follow from the secret"),
        ));
    }
    found.push(match &read.voucher {
        None => Finding::holds(name, "is not signed, so anyone could have written it"),
        Some(key) if trust.keys.is_empty() || trust.keys.contains(key) => {
            Finding::holds(name, format!("is signed by {key}"))
        }
        Some(key) => {
            Finding::broken(name, format!("is signed by {key}, which is not a trusted key"))
        }
    });
    found
}

/// Returns the keys to check signatures against: the trusted ones, or else those that the email
/// names.
fn keys<'a>(trust: &'a Trust, own: &'a [Key]) -> &'a [Key] {
    if trust.keys.is_empty() { own } else { &trust.keys }
}

/// Rates a signature. If no keys are trusted, a signature by an unknown key proves nothing.
fn signature(name: &str, what: String, signed: &Signed, trust: &Trust) -> Finding {
    match signed {
        Signed::Stranger(by) if trust.keys.is_empty() => Finding::holds(
            name,
            format!("{what}: claims to be signed by {by}; use --key to check it"),
        ),
        signed if signed.is_bad() => {
            let said = signed.to_string();
            Finding::broken(name, format!("{what}: {}", said.trim_start_matches("BROKEN  ")))
        }
        signed => Finding::holds(name, format!("{what}: {signed}")),
    }
}

fn checkpoint(name: &str, note: &Note, trust: &Trust) -> Vec<Finding> {
    let head: Vec<&str> = note.text.lines().take(2).collect();
    let what = format!("checkpoint {} of {} seals", head[0], head[1]);
    let mut found = vec![signature(name, what, &Signed::note(note, &trust.keys), trust)];
    found.extend(quorum(name, note, trust));
    found
}

/// Checks whether enough witnesses have signed a checkpoint.
fn quorum(name: &str, note: &Note, trust: &Trust) -> Vec<Finding> {
    if trust.witnesses.is_empty() {
        return Vec::new();
    }
    let seen = witnesses(note, &[], &trust.witnesses);
    let names: Vec<&str> = seen.iter().map(|(key, _)| key.name.as_str()).collect();
    let (many, of) = (names.len(), trust.witnesses.len());
    let what = format!("signed by {many} of {of} witnesses: {}", names.join(", "));
    match many < trust.quorum {
        true => {
            let wanted = trust.quorum;
            vec![Finding::broken(name, format!("{what}; at least {wanted} required"))]
        }
        false => vec![Finding::holds(name, what)],
    }
}

fn email(name: &str, email: &SavedEmail, trust: &Trust) -> Vec<Finding> {
    let keys = keys(trust, &email.keys);
    let mut found = Vec::new();
    for head in &email.heads {
        let what = format!("step {} of game {} is {}", head.step, head.game, head.hash.hex());
        found.push(signature(name, what, &Signed::head(head, keys), trust));
    }
    for note in &email.checkpoints {
        let head: Vec<&str> = note.text.lines().take(2).collect();
        let what = format!("checkpoint {}, {} seals", head[0], head[1]);
        found.push(signature(name, what, &Signed::note(note, keys), trust));
        found.extend(quorum(name, note, trust));
    }
    for receipt in &email.receipts {
        let signed = Signed::receipt(receipt, keys);
        found.push(signature(name, format!("receipt {}", receipt.hash.hex()), &signed, trust));
    }
    for seal in &email.seals {
        found.push(Finding::holds(
            name,
            format!("names the seal of {}: {}", seal.day, seal.hash.hex()),
        ));
    }
    let strange = |key: &&Key| !trust.keys.is_empty() && !trust.keys.contains(key);
    for key in email.keys.iter().filter(strange) {
        found.push(Finding::broken(name, format!("names {key}, which is not a trusted key")));
    }
    found
}
