//! Redacts inbound emails of other people that quote an erased person.
//!
//! The contents of processed emails are deleted, because quotations may be encoded and cannot be
//! searched. Pending emails may contain another player's orders. In those, the addresses are
//! redacted wherever the email is plain text, and the name in quoted lines; the rest is deleted
//! after processing.

use crate::error::StoreError;
use crate::sql::column::Row;
use crate::sql::{Tx, sql};

const DONE: &str = "UPDATE inbound_email SET raw = NULL, preview = NULL \
    WHERE state IN ('done', 'ignored') AND (raw IS NOT NULL OR preview IS NOT NULL)";
const ALL: &str = "SELECT id, recipient, raw, preview FROM inbound_email";
const PUT: &str = "UPDATE inbound_email SET recipient = $2, raw = $3, preview = $4 WHERE id = $1";

/// The person to redact.
#[derive(Clone, Copy)]
pub(super) struct Person<'a> {
    pub addresses: &'a [String],
    pub name: &'a str,
}

/// Redacts a person in the emails of others. Returns how many pending ones were changed.
pub(super) async fn redact(tx: &mut Tx, person: Person<'_>) -> Result<usize, StoreError> {
    sql(DONE).run(tx).await?;
    let mut waiting = 0;
    for row in sql(ALL).rows(&mut *tx).await? {
        waiting += usize::from(one(tx, &row, person).await?);
    }
    Ok(waiting)
}

async fn one(tx: &mut Tx, row: &Row, person: Person<'_>) -> Result<bool, StoreError> {
    let (id, recipient): (i64, &str) = (row.get("id")?, row.get("recipient")?);
    let (raw, words): (Option<&[u8]>, Option<&str>) = (row.get("raw")?, row.get("preview")?);
    let to = match person.text(recipient) {
        same if same == recipient => same,
        // A second redacted email could otherwise have the same recipient.
        _ => format!("erased.{id}"),
    };
    let (cut, quoted) = (raw.map(|raw| person.cut(raw)), words.map(|words| person.text(words)));
    let waits = cut.as_deref() != raw;
    if to != recipient || waits || quoted.as_deref() != words {
        sql(PUT).bind(id).bind(to).bind(cut).bind(quoted).run(tx).await?;
    }
    Ok(waits)
}

impl Person<'_> {
    fn text(self, text: &str) -> String {
        String::from_utf8_lossy(&self.cut(text.as_bytes())).into_owned()
    }

    /// Returns the bytes with each byte of the person's data replaced by `x`. The name is only
    /// replaced in quoted lines, because it may be a word that occurs in orders.
    fn cut(self, bytes: &[u8]) -> Vec<u8> {
        let mut left = bytes.to_vec();
        for address in self.addresses {
            redact_matches(&mut left, address);
        }
        for line in left.split_mut(|byte| *byte == b'\n').filter(|line| line.starts_with(b">")) {
            redact_matches(line, self.name);
        }
        left
    }
}

/// Replaces whole-word matches only: a match within another word is something else.
fn redact_matches(bytes: &mut [u8], needle: &str) {
    let needle = needle.as_bytes();
    if needle.is_empty() {
        return;
    }
    for at in 0..(bytes.len() + 1).saturating_sub(needle.len()) {
        let end = at + needle.len();
        let inside = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let alone = !inside(bytes[..at].last()) && !inside(bytes.get(end));
        if alone && bytes[at..end].eq_ignore_ascii_case(needle) {
            bytes[at..end].fill(b'x');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Person;

    #[test]
    fn only_the_erased_person_is_redacted() {
        let addresses = ["ann@example.org".to_owned()];
        let ann = Person { addresses: &addresses, name: "Pass" };
        let quoted = "pass\r\n> Pass <ANN@example.org> wrote:\r\n> passed, joann@example.org\r\n";
        let cut = "pass\r\n> xxxx <xxxxxxxxxxxxxxx> wrote:\r\n> passed, joann@example.org\r\n";
        assert_eq!(ann.text(quoted), cut);
        assert_eq!(ann.text("an"), "an");
        assert_eq!(Person { addresses: &[], name: "" }.text("> x"), "> x");
    }
}
