//! Old shapes of what is stored, made into what today's build reads: the one place for it. Rows are
//! never changed, so whatever was written once is read here for ever.
//!
//! - The column of facts, up to chains of version 1: a list and nothing before it. Since then there
//!   stands before it who may know the event and each fact. Where nothing stands there, `known` is
//!   empty, which means that everybody may know the event.
//!
//! What has needed nothing here so far: acts, whose new fields have defaults where they are
//! declared (`rules/act.rs`), and the facts of titles, no shape of which was ever changed. One that
//! is, is brought up here, by its title's key, before anybody folds it; `tests/databases` holds
//! files of earlier schemas against it.

/// The column of facts: who may know them, and the list itself.
pub(in crate::store) fn facts(column: &[u8]) -> (&[u8], &[u8]) {
    column.split_at(column.iter().position(|byte| *byte == b'[').unwrap_or(column.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
