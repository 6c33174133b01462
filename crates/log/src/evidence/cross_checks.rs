//! Compares exported games and emails with each other. A server that gave two people different
//! histories is exposed by the copies they saved.

use std::collections::BTreeMap;

use super::piece::Piece;
use super::{Finding, Named, Trust};
use crate::email::comparison::{Signed, contradictions};
use crate::email::saved::{SavedEmail, SignedHead};
use crate::event::Hash;
use crate::export::file::ExportScope;
use crate::export::read::{Checked, Contents};
use ravenpost_rules::numbers::Step;

/// Returns the steps of an exported game with their hashes.
pub(super) fn steps(checked: &Checked) -> BTreeMap<Step, Hash> {
    match &checked.read.contents {
        Contents::Whole { log, .. } => {
            let open = log.iter().filter(|event| event.is_open());
            (1..).map(Step).zip(open.map(|event| event.hash)).collect()
        }
        Contents::Part(shown) => {
            let steps = shown.iter().filter(|step| !step.own);
            steps.map(|step| (step.step, step.hash)).collect()
        }
    }
}

/// Returns the exported games among the pieces.
pub(super) fn exports(pieces: &[Named]) -> impl Iterator<Item = (&str, &Checked)> {
    pieces.iter().filter_map(|named| match &named.piece {
        Piece::Export(checked) => Some((named.name.as_str(), &**checked)),
        _ => None,
    })
}

/// Returns the emails among the pieces.
pub(super) fn emails(pieces: &[Named]) -> impl Iterator<Item = (&str, &SavedEmail)> {
    pieces.iter().filter_map(|named| match &named.piece {
        Piece::Email(email) => Some((named.name.as_str(), email)),
        _ => None,
    })
}

/// Reports conflicting histories of a game, or of the seals, in two files or emails.
pub(super) fn histories(pieces: &[Named], trust: &Trust) -> Vec<Finding> {
    let mut found = Vec::new();
    let all: Vec<_> =
        exports(pieces).map(|(name, one)| (name, &one.read.game, steps(one))).collect();
    for (at, (name, game, own)) in all.iter().enumerate() {
        for (other, _, steps) in all[..at].iter().filter(|(_, of, _)| of == game) {
            let differs =
                |(step, hash): &(&Step, &Hash)| steps.get(step).is_some_and(|other| other != *hash);
            if let Some((step, _)) = own.iter().find(differs) {
                let what = format!(
                    "{other} and {name} have different histories of game {game}: they diverge at \
                     step {step}"
                );
                found.push(Finding::of_all(what, true));
            }
        }
    }
    let (mut emails, mut names) = (Vec::new(), Vec::new());
    for named in pieces {
        match &named.piece {
            Piece::Email(email) => emails.push(email.clone()),
            Piece::Checkpoint { note, .. } => {
                emails.push(SavedEmail { checkpoints: vec![note.clone()], ..SavedEmail::default() })
            }
            Piece::Export(_) | Piece::Seal(_) => continue,
        }
        names.push(named.name.as_str());
    }
    let mut keys = trust.keys.clone();
    if keys.is_empty() {
        keys.extend(emails.iter().flat_map(|email| email.keys.iter().cloned()));
    }
    for one in contradictions(&emails, &keys) {
        let [first, second] = &one.said;
        let whose = match one.signed {
            true => "both are signed with a known key",
            false => "they are not both signed with a known key, so one may be forged",
        };
        let (ann, bob) = (names[first.0], names[second.0]);
        let what = format!(
            "{ann} and {bob} have different histories of {}: {} and {}; {whose}",
            one.what, first.1, second.1
        );
        found.push(Finding::of_all(what, true));
    }
    found
}

/// Reports whether exported games match the heads in emails.
pub(super) fn heads(pieces: &[Named]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (export, checked) in exports(pieces) {
        let steps = steps(checked);
        for (name, email) in emails(pieces) {
            let own = email.heads.iter().filter(|head| head.game == checked.read.game);
            found.extend(own.map(|head| finding(name, head, export, &steps)));
        }
    }
    found
}

fn finding(email: &str, head: &SignedHead, export: &str, steps: &BTreeMap<Step, Hash>) -> Finding {
    let step = head.step;
    match steps.get(&step) {
        Some(hash) if *hash == head.hash => {
            Finding::holds(email, format!("{export} has the same step {step} as the email"))
        }
        Some(hash) => Finding::broken(
            email,
            format!("states {} for step {step}, but {export} has {}", head.hash.hex(), hash.hex()),
        ),
        None => match steps.last_key_value() {
            Some((last, _)) if *last < step => {
                let what = format!(
                    "states step {step}, but {export} ends at step {last}: it was exported \
                     earlier, or its end was cut off"
                );
                Finding::broken(email, what)
            }
            _ => Finding::broken(
                email,
                format!("states step {step}, which is missing from {export}"),
            ),
        },
    }
}

/// Reports whether whole games contain each order for which there is a receipt.
pub(super) fn receipts(pieces: &[Named], trust: &Trust) -> Vec<Finding> {
    let mut found = Vec::new();
    for (export, checked) in exports(pieces) {
        let Contents::Whole { log, .. } = &checked.read.contents else { continue };
        for (name, email) in emails(pieces) {
            let keys = if trust.keys.is_empty() { &email.keys } else { &trust.keys };
            let own = email.receipts.iter().filter(|one| one.game == checked.read.game);
            for receipt in own {
                let hash = receipt.hash.hex();
                let is_there = log.iter().any(|event| event.hash == receipt.hash);
                let is_signed = matches!(Signed::receipt(receipt, keys), Signed::By(_));
                if is_there {
                    let what = format!("{export} contains the order of receipt {hash}");
                    found.push(Finding::holds(name, what));
                } else if is_signed && checked.read.header.view == ExportScope::Whole {
                    let what =
                        format!("has receipt {hash}, but the order is missing from {export}");
                    found.push(Finding::broken(name, what));
                }
            }
        }
    }
    found
}
