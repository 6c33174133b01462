//! Old shapes of what is stored, made into what today's build reads: the one place for it. Rows are
//! never changed, so whatever was written once is read here for ever.
//!
//! - The column of facts, up to chains of version 1: a list and nothing before it. Since then there
//!   stands before it who may know the event and each fact. Where nothing stands there, `known` is
//!   empty, which means that everybody may know the event.
//! - The column of draws, up to schema 19: a list and nothing before it. Since then the event's
//!   nonce stands before it, 32 hexadecimal digits, where its chain is of version 2.
//!
//! What has needed nothing here so far: acts, whose new fields have defaults where they are
//! declared (`log/act.rs`), and the facts of titles, no shape of which was ever changed. One that
//! is, is brought up here, by its title's key, before anybody folds it; `tests/databases` holds
//! files of earlier schemas against it.

use ravenpost_log::Nonce;

/// The column of facts: who may know them, and the list itself.
pub(crate) fn facts(column: &[u8]) -> (&[u8], &[u8]) {
    before_list(column)
}

/// The column of draws: the event's nonce, if it has one, and the list itself. Where what stands
/// before the list is no nonce, it all counts as the list, which is none then.
pub(crate) fn draws(column: &[u8]) -> (Option<Nonce>, &[u8]) {
    let (digits, list) = before_list(column);
    let nonce = data_encoding::HEXLOWER.decode(digits).ok().and_then(|bytes| bytes.try_into().ok());
    if nonce.is_some() { (nonce, list) } else { (None, column) }
}

fn before_list(column: &[u8]) -> (&[u8], &[u8]) {
    column.split_at(column.iter().position(|byte| *byte == b'[').unwrap_or(column.len()))
}

#[cfg(test)]
mod tests {
    use crate::packed::upcast::*;

    #[test]
    fn facts_are_read_with_and_without_who_may_know_them() {
        for (column, known, list) in [
            ("[1,\"[\"]", "", "[1,\"[\"]"),
            ("*[]", "*", "[]"),
            ("*-2[1,2,3]", "*-2", "[1,2,3]"),
            ("", "", ""),
            ("damaged", "damaged", ""),
        ] {
            assert_eq!(facts(column.as_bytes()), (known.as_bytes(), list.as_bytes()), "{column}");
        }
    }

    #[test]
    fn draws_are_read_with_and_without_a_nonce() {
        let nonce = "a1".repeat(16);
        let read = |column: &str| {
            let (nonce, list) = draws(column.as_bytes());
            (nonce, list.len())
        };
        assert_eq!(read("[]"), (None, 2));
        assert_eq!(read(&format!("{nonce}[1]")), (Some([0xa1; 16]), 3));
        for damaged in [nonce.to_uppercase(), nonce[1..].to_owned(), format!(" {nonce}")] {
            assert_eq!(read(&format!("{damaged}[]")), (None, damaged.len() + 2));
        }
    }
}
