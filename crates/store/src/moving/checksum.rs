//! An order-independent checksum over the rows of a table, for comparing the data written to a
//! target with the data it returns.

use sha2::{Digest, Sha256};

use crate::sql::bind::Bound;
use crate::sql::table::Cells;

/// The number of rows, and the sum of their hashes modulo 2^256.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) rows: u64,
    words: [u64; 4],
}

impl Sum {
    pub(super) fn add(&mut self, row: &Cells) {
        let mut hash = Sha256::new();
        for cell in row {
            let (kind, bytes): (u8, Option<Vec<u8>>) = match cell {
                Bound::Int(value) => (1, value.map(|value| value.to_be_bytes().to_vec())),
                Bound::Text(value) => (2, value.as_ref().map(|text| text.as_bytes().to_vec())),
                Bound::Bytes(value) => (3, value.clone()),
            };
            let length = bytes.as_ref().map_or(u64::MAX, |bytes| bytes.len() as u64);
            hash.update([kind]);
            hash.update(length.to_be_bytes());
            hash.update(bytes.unwrap_or_default());
        }
        let hash = hash.finalize();
        let mut carry = false;
        for (at, word) in self.words.iter_mut().enumerate() {
            let add = u64::from_le_bytes(std::array::from_fn(|byte| hash[at * 8 + byte]));
            let (sum, over) = word.overflowing_add(add);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over || over_again);
        }
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn checksum_ignores_row_order_and_covers_every_byte() {
        let row = |number, text: &str| -> Cells {
            vec![Bound::Int(Some(number)), Bound::Text(Some(text.to_owned())), Bound::Bytes(None)]
        };
        let sum = |rows: &[Cells]| {
            let mut sum = Sum::default();
            rows.iter().for_each(|row| sum.add(row));
            sum
        };
        let (one, other) = (row(1, "a"), row(2, "b"));
        assert_eq!(sum(&[one.clone(), other.clone()]), sum(&[other.clone(), one.clone()]));
        assert_ne!(sum(&[one.clone(), other.clone()]), sum(&[row(1, "b"), row(2, "a")]));
        assert_ne!(sum(slice::from_ref(&one)), sum(&[one.clone(), one.clone()]));
        let mut empty = one.clone();
        empty[2] = Bound::Bytes(Some(Vec::new()));
        assert_ne!(sum(&[one]), sum(&[empty]), "nothing is not the same as empty");
    }
}
