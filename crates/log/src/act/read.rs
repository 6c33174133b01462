//! An act out of a log. One in which a newer program has written what this one does not know is no
//! damage, and is told from that.

use serde::de::IgnoredAny;

use super::Act;

/// Why an act cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unread {
    /// It is whole, and this is a word of a newer program's.
    #[error("tells of \u{201c}{0}\u{201d}, which this version does not know")]
    Newer(String),
    /// No program wrote it so.
    #[error("cannot be read: {0}")]
    Damaged(String),
}

impl Act {
    /// An act as it is stored.
    pub fn read(stored: &str) -> Result<Act, Unread> {
        serde_json::from_str(stored).map_err(|error| unread(stored, &error))
    }
}

/// A name that is known, with what does not belong to it, nobody writes; nor a part of anything.
fn unread(stored: &str, error: &serde_json::Error) -> Unread {
    let said = error.to_string();
    let whole = serde_json::from_str::<IgnoredAny>(stored).is_ok();
    let unknown = said.strip_prefix("unknown variant `").filter(|_| whole);
    match unknown.and_then(|rest| rest.split_once('`')) {
        Some((word, _)) => Unread::Newer(word.to_owned()),
        None => Unread::Damaged(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_newer_program_wrote_is_told_from_damage() {
        let newer = |word: &str| Err(Unread::Newer(word.to_owned()));
        assert_eq!(Act::read("\"Started\""), Ok(Act::Started));
        assert_eq!(Act::read("\"Danced\""), newer("Danced"));
        assert_eq!(Act::read("{\"Danced\":{\"twice\":true}}"), newer("Danced"));
        let voted = "{\"Voted\":{\"seat\":1,\"agrees\":true,\"via\":\"Raven\"}}";
        assert_eq!(Act::read(voted), newer("Raven"));
        for damaged in ["{\"Danced\":", "{\"Left\":{}}", "", "7"] {
            assert!(matches!(Act::read(damaged), Err(Unread::Damaged(_))), "{damaged}");
        }
    }
}
