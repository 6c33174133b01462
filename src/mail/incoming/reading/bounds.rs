//! How much is read, and what is refused unread.

/// Bytes of a letter: a photograph from a phone may well come along.
pub(super) const LETTER: usize = 25 << 20;
/// Bytes of the head of a letter.
pub(super) const HEAD: usize = 128 << 10;
/// Bytes of the head of a part: there may be many parts, and long lists of attributes cost the
/// parser dearly.
pub(super) const PART_HEAD: usize = 4 << 10;
/// Fields in a head.
pub(super) const FIELDS: usize = 500;
/// Parts of a letter.
pub(super) const PARTS: usize = 200;
/// How deep parts may lie in each other.
pub(super) const DEPTH: usize = 16;
/// Bytes of a body that are looked at.
pub(super) const TEXT: usize = 1 << 20;
/// Lines of a body that are looked at.
pub(super) const LINES: usize = 20_000;
/// Bytes of a line that are looked at.
pub(super) const LINE: usize = 8 << 10;
/// Lines with words that are handed on; one empty line at most stands before each.
pub(super) const KEPT: usize = 500;
/// Addresses and Message-IDs that are handed on of each kind.
pub(super) const NAMED: usize = 50;

/// Why a letter is not read at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("the letter is too large")]
    TooLarge,
    #[error("the head of the letter is too large")]
    HeadTooLarge,
    #[error("the letter has too many parts")]
    TooManyParts,
    #[error("the parts of the letter lie too deep in each other")]
    TooDeep,
    #[error("this is no letter")]
    NoLetter,
}
