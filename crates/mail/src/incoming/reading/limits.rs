//! Limits of the parser.

/// Bytes of an email: enough for a photo from a phone.
pub(super) const EMAIL: usize = 25 << 20;
/// Bytes of the header of an email.
pub(super) const HEAD: usize = 128 << 10;
/// Bytes of the header of a part. There may be many parts, and long attribute lists are expensive
/// to parse.
pub(super) const PART_HEAD: usize = 4 << 10;
/// Fields in a header.
pub(super) const FIELDS: usize = 500;
/// Parts of an email.
pub(super) const PARTS: usize = 200;
/// Nesting depth of parts.
pub(super) const DEPTH: usize = 16;
/// Bytes of a body that are read.
pub(super) const TEXT: usize = 1 << 20;
/// Lines of a body that are read.
pub(super) const LINES: usize = 20_000;
/// Bytes of a line that are read.
pub(super) const LINE: usize = 8 << 10;
/// Lines with text that are returned, each preceded by at most one empty line.
pub(super) const LONGEST: usize = 500;
/// Addresses and Message-IDs that are returned, of each kind.
pub(super) const NAMED: usize = 50;

/// Why an email cannot be parsed at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("the email is too large")]
    TooLarge,
    #[error("the header of the email is too large")]
    HeadTooLarge,
    #[error("the email has too many parts")]
    TooManyParts,
    #[error("the parts of the email are nested too deeply")]
    TooDeep,
    #[error("this is not an email")]
    NoEmail,
}
