//! Letters of others that came in, and quote somebody who is forgotten.
//!
//! Of those that are done with nothing is kept: a quotation may be encoded, and cannot be searched
//! for. Those that wait may hold somebody's orders. There the addresses are blotted out wherever
//! the letter is plain text, and the name in what is quoted; the rest goes when the letter was
//! dealt with.

use crate::error::StoreError;
use crate::sql::column::Row;
use crate::sql::{Tx, sql};

const DONE: &str = "UPDATE inbound_email SET raw = NULL, preview = NULL \
    WHERE state IN ('done', 'ignored') AND (raw IS NOT NULL OR preview IS NOT NULL)";
const ALL: &str = "SELECT id, recipient, raw, preview FROM inbound_email";
const PUT: &str = "UPDATE inbound_email SET recipient = $2, raw = $3, preview = $4 WHERE id = $1";

/// Who is taken out of letters.
#[derive(Clone, Copy)]
pub(super) struct Person<'a> {
    pub addresses: &'a [String],
    pub name: &'a str,
}

/// Takes a person out of the letters of others. Tells how many that wait were changed.
pub(super) async fn redact(tx: &mut Tx, person: Person<'_>) -> Result<usize, StoreError> {
    sql(DONE).run(tx).await?;
    let mut waiting = 0;
    for row in sql(ALL).rows(&mut *tx).await? {
        waiting += usize::from(one(tx, &row, person).await?);
    }
    Ok(waiting)
}

async fn one(tx: &mut Tx, row: &Row, person: Person<'_>) -> Result<bool, StoreError> {
    let (id, recipient): (i64, &str) = (row.get(0)?, row.get(1)?);
    let (raw, words): (Option<&[u8]>, Option<&str>) = (row.get(2)?, row.get(3)?);
    let to = match person.text(recipient) {
        same if same == recipient => same,
        // No other letter may have come to the same.
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

    /// The same bytes with an `x` for each of what is the person's. A name may be a word that
    /// orders are made of: it goes only where it is quoted.
    fn cut(self, bytes: &[u8]) -> Vec<u8> {
        let mut left = bytes.to_vec();
        for address in self.addresses {
            blot(&mut left, address);
        }
        for line in left.split_mut(|byte| *byte == b'\n').filter(|line| line.starts_with(b">")) {
            blot(line, self.name);
        }
        left
    }
}

/// What stands within another word is somebody else's.
fn blot(bytes: &mut [u8], needle: &str) {
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
    fn a_person_is_blotted_out_and_nobody_else() {
        let addresses = ["ann@example.org".to_owned()];
        let ann = Person { addresses: &addresses, name: "Pass" };
        let quoted = "pass\r\n> Pass <ANN@example.org> wrote:\r\n> passed, joann@example.org\r\n";
        let cut = "pass\r\n> xxxx <xxxxxxxxxxxxxxx> wrote:\r\n> passed, joann@example.org\r\n";
        assert_eq!(ann.text(quoted), cut);
        assert_eq!(ann.text("an"), "an");
        assert_eq!(Person { addresses: &[], name: "" }.text("> x"), "> x");
    }
}
