//! Compares seals with each other, and with the games, emails and checkpoints that mention them.

use super::cross_checks::{emails, exports, steps};
use super::piece::Piece;
use super::{Finding, Named};
use crate::proof::checkpoint::Checkpoint;
use crate::proof::tree;
use crate::seal::read::SealText;
use crate::seal::{SealedEnd, name};

/// Returns the seals among the pieces, ordered by day.
fn sorted(pieces: &[Named]) -> Vec<(&str, &SealText)> {
    let mut seals: Vec<_> = pieces
        .iter()
        .filter_map(|named| match &named.piece {
            Piece::Seal(seal) => Some((named.name.as_str(), seal)),
            _ => None,
        })
        .collect();
    seals.sort_by_key(|(_, seal)| seal.day);
    seals
}

/// Reports whether each seal follows the previous one among those given.
pub(super) fn follow(pieces: &[Named]) -> Vec<Finding> {
    let seals = sorted(pieces);
    let mut found = Vec::new();
    for pair in seals.windows(2) {
        let [(before, one), (after, other)] = pair else { continue };
        let follows = other.before == one.hash;
        if one.is_of_another(other.origin()) {
            found.push(Finding::holds(after, format!("is from a different server than {before}")));
        } else if one.day == other.day {
            if one.hash != other.hash {
                let what = format!("{before} and {after} are different seals of {}", one.day);
                found.push(Finding::of_all(what, true));
            }
        } else if follows {
            found.push(Finding::holds(after, format!("follows {before}")));
        } else if other.is_first() {
            let what = format!("claims to be the first seal, but {before} is earlier");
            found.push(Finding::broken(after, what));
        } else if other.day.pred_opt() == Some(one.day) {
            found.push(Finding::broken(
                after,
                format!("does not follow {before}, the seal of the previous day"),
            ));
        } else {
            let what = format!("cannot be compared with {before}: a seal in between is missing");
            found.push(Finding::holds(after, what));
        }
    }
    found
}

/// Reports whether seals contain what games and emails state.
pub(super) fn sealed(pieces: &[Named]) -> Vec<Finding> {
    let seals = sorted(pieces);
    let mut found = Vec::new();
    for (file, seal) in &seals {
        for (export, checked) in exports(pieces) {
            let game = name(&checked.read.game);
            let mut ends = steps(checked).into_iter().rev();
            let end =
                ends.find(|(step, head)| seal.has(&SealedEnd { game, step: *step, head: *head }));
            found.push(match end {
                Some((step, _)) => {
                    Finding::holds(export, format!("step {step} is in the seal {file}"))
                }
                // A game that had not been opened by then has no line.
                None => Finding::holds(export, format!("has no line in the seal {file}")),
            });
        }
    }
    for (name, email) in emails(pieces) {
        let checkpoint = email.checkpoints.first().and_then(|note| Checkpoint::read(&note.text));
        let origin = checkpoint.as_ref().map(|checkpoint| checkpoint.origin.as_str());
        for named in &email.seals {
            let same = |seal: &SealText| seal.day == named.day && !seal.is_of_another(origin);
            for (file, seal) in seals.iter().filter(|(_, seal)| same(seal)) {
                found.push(match seal.hash == named.hash {
                    true => Finding::holds(name, format!("{file} is the seal that it names")),
                    false => Finding::broken(
                        name,
                        format!(
                            "names {} as the seal of {}, but {file} is a different one",
                            named.hash.hex(),
                            named.day
                        ),
                    ),
                });
            }
        }
    }
    found
}

/// Reports whether checkpoints cover the seals, provided that all seals from the first on are
/// given.
pub(super) fn trees(pieces: &[Named]) -> Vec<Finding> {
    let seals = sorted(pieces);
    let whole = seals.first().is_some_and(|(_, seal)| seal.is_first())
        && seals.windows(2).all(|pair| pair[1].1.before == pair[0].1.hash);
    if !whole {
        return Vec::new();
    }
    let leaves: Vec<tree::Hash> = seals.iter().map(|(_, seal)| seal.hash.0).collect();
    let of_emails = emails(pieces).flat_map(|(name, email)| {
        let checkpoint = email.checkpoints.iter().filter_map(|note| Checkpoint::read(&note.text));
        checkpoint.map(move |checkpoint| (name, checkpoint))
    });
    let alone = pieces.iter().filter_map(|named| match &named.piece {
        Piece::Checkpoint { checkpoint, .. } => Some((named.name.as_str(), checkpoint.clone())),
        _ => None,
    });
    let compared = of_emails.chain(alone).filter_map(|(name, checkpoint)| {
        let first = leaves.get(..usize::try_from(checkpoint.size).ok()?)?;
        if seals.iter().any(|(_, seal)| seal.is_of_another(Some(&checkpoint.origin))) {
            return None;
        }
        Some(match tree::root(first) == checkpoint.root {
            true => Finding::holds(
                name,
                format!("its checkpoint covers these {} seals", checkpoint.size),
            ),
            false => Finding::broken(
                name,
                format!("its checkpoint covers {} different seals", checkpoint.size),
            ),
        })
    });
    compared.collect()
}
