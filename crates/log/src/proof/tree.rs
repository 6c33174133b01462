//! The Merkle tree over the daily seals, as in RFC 6962. Its root covers all of them, and a short
//! proof shows that a later tree contains an earlier one.

use sha2::{Digest, Sha256};

/// The hash of a leaf, an inner node or a tree.
pub type Hash = [u8; 32];

/// Returns the root over these leaves.
pub fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Sha256::digest(b"").into(),
        [leaf] => of(&[&[0], leaf]),
        leaves => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            node(&root(left), &root(right))
        }
    }
}

/// A tree that grows leaf by leaf. It stores the roots of its complete subtrees, in decreasing
/// size.
#[derive(Clone, Default)]
pub struct Growing(Vec<(u64, Hash)>);

impl Growing {
    /// Appends a leaf.
    pub fn push(&mut self, leaf: &Hash) {
        let mut part = (1, root(&[*leaf]));
        while let Some((size, left)) = self.0.pop_if(|last| last.0 == part.0) {
            part = (size * 2, node(&left, &part.1));
        }
        self.0.push(part);
    }

    /// Returns the number of leaves.
    pub fn size(&self) -> u64 {
        self.0.iter().map(|(size, _)| size).sum()
    }

    /// Returns the root over all leaves so far.
    pub fn root(&self) -> Hash {
        let mut parts = self.0.iter().rev().map(|(_, root)| *root);
        let last = parts.next().unwrap_or_else(|| root(&[]));
        parts.fold(last, |right, left| node(&left, &right))
    }
}

/// Returns the proof that the tree over these leaves contains the tree over the first `size` of
/// them. It is empty if `size` is zero or covers all leaves.
pub fn proof(size: usize, leaves: &[Hash]) -> Vec<Hash> {
    if size == 0 || size >= leaves.len() { Vec::new() } else { path(size, leaves, true) }
}

/// Builds the proof of RFC 6962, section 2.1.2. `known` says whether the verifier already has the
/// root of this subtree.
fn path(size: usize, leaves: &[Hash], known: bool) -> Vec<Hash> {
    if size == leaves.len() {
        return if known { Vec::new() } else { vec![root(leaves)] };
    }
    let at = split(leaves.len());
    let (left, right) = leaves.split_at(at);
    let (mut path, other) = match size <= at {
        true => (path(size, left, known), right),
        false => (path(size - at, right, false), left),
    };
    path.push(root(other));
    path
}

/// The size and root of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    /// The number of leaves.
    pub size: u64,
    /// The root over them.
    pub hash: Hash,
}

/// Returns whether the second tree contains the first, as in RFC 9162, section 2.1.4.2.
pub fn has_all(old: Root, new: Root, proof: &[Hash]) -> bool {
    if old.size == 0 || old.size == new.size {
        return proof.is_empty() && (old.size == 0 || old.hash == new.hash);
    }
    let whole = old.size.is_power_of_two();
    let mut path = whole.then_some(&old.hash).into_iter().chain(proof);
    let Some(start) = path.next().filter(|_| old.size < new.size && !proof.is_empty()) else {
        return false;
    };
    let (mut at, mut last) = (old.size - 1, new.size - 1);
    let turns = at.trailing_ones();
    (at, last) = (at >> turns, last >> turns);
    let (mut was, mut now) = (*start, *start);
    for one in path {
        if last == 0 {
            return false;
        }
        if at & 1 == 1 || at == last {
            (was, now) = (node(one, &was), node(one, &now));
            while at != 0 && at & 1 == 0 {
                (at, last) = (at >> 1, last >> 1);
            }
        } else {
            now = node(&now, one);
        }
        (at, last) = (at >> 1, last >> 1);
    }
    last == 0 && was == old.hash && now == new.hash
}

/// Returns the size of the left subtree: the largest power of two below the number of leaves.
fn split(leaves: usize) -> usize {
    leaves.next_power_of_two() / 2
}

fn node(left: &Hash, right: &Hash) -> Hash {
    of(&[&[1], left, right])
}

fn of(parts: &[&[u8]]) -> Hash {
    parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part)).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: u8) -> Vec<Hash> {
        (0..count).map(|leaf| [leaf; 32]).collect()
    }

    fn short(hash: &Hash) -> String {
        data_encoding::HEXLOWER.encode(&hash[..4])
    }

    /// Made from the RFC's text by an independent program.
    #[test]
    fn roots_and_proofs_match_rfc_6962() {
        let roots = [(0, "e3b0c442"), (1, "7f9c9e31"), (2, "28fb81e4"), (3, "ba8d94b7")];
        for (count, digits) in roots.into_iter().chain([(7, "7318881c"), (8, "f907f23f")]) {
            assert_eq!(short(&root(&leaves(count))), digits, "{count} leaves");
        }
        let proof: Vec<String> = proof(3, &leaves(7)).iter().map(short).collect();
        assert_eq!(proof, ["cba8c596", "acaa0466", "28fb81e4", "1f3f9584"]);
    }

    #[test]
    fn tree_is_consistent_only_with_its_own_prefixes() {
        let mut growing = Growing::default();
        for new in 0..=33 {
            let all = leaves(new);
            assert_eq!((growing.size(), growing.root()), (u64::from(new), root(&all)));
            growing.push(&[new; 32]);
            for old in 0..=new {
                let (was, now) = (root(&all[..old.into()]), root(&all));
                let (old, new) = (u64::from(old), u64::from(new));
                let tree = |size, hash| Root { size, hash };
                let proof = proof(usize::try_from(old).expect("small"), &all);
                assert!(has_all(tree(old, was), tree(new, now), &proof), "{old} of {new}");
                if old == 0 {
                    continue;
                }
                assert!(!has_all(tree(old, [99; 32]), tree(new, now), &proof), "another past");
                assert!(!has_all(tree(old, was), tree(new, [99; 32]), &proof), "another root");
                assert!(old == 1 || !has_all(tree(old - 1, was), tree(new, now), &proof), "fewer");
                let longer = [&proof[..], &[[99; 32]]].concat();
                assert!(!has_all(tree(old, was), tree(new, now), &longer), "too long a proof");
                let short = proof.split_last().map_or(&[][..], |(_, short)| short);
                assert!(
                    old == new || !has_all(tree(old, was), tree(new, now), short),
                    "too short a one"
                );
            }
        }
        let tree = |size| Root { size, hash: [0; 32] };
        assert!(!has_all(tree(5), tree(3), &[[0; 32]]), "smaller than before");
        assert!(!has_all(tree(u64::MAX - 1), tree(u64::MAX), &[[0; 32]; 63]));
    }
}
