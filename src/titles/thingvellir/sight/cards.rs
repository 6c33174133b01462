//! Cards that show what they do.

use super::super::names::Kind;

/// A Good in words: "2 Weapons (r2)".
pub fn good_words(kind: Kind) -> String {
    format!("{} worth {} ({})", kind.colour().good(), kind.worth(), kind.slug())
}
