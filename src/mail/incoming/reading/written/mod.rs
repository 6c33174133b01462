//! What a person wrote: the lines of a letter without what the mail program added.
//!
//! Each pass looks at a [`LetterLines`] and takes lines out of it. The safest comes first: our own
//! line
//! (`mark`), then what stands before quotes (`original`, `header`), the quotes (`quoted`), and
//! the small print (`signature`, `device`, `disclaimer`, `armour`). `quote_headers` knows the
//! words of
//! ten languages. What no pass knows stays.

mod armour;
mod device;
mod disclaimer;
mod header;
mod mark;
mod original;
mod plain;
mod quote_headers;
mod quoted;
mod sheet;
mod signature;
mod struck;

use super::body::{self, CutOff};
use super::bounds;
use super::cut::{Cut, Empty, Unread};
use super::parts::MimeParts;
use crate::service::reply::Omitted;
use sheet::LetterLines;

/// A field of ours, in what is kept of a letter without its end. Its value says what is missing.
pub const TORN: &str = "x-kept-in-part";
/// Lines that its sender wrote.
pub const TORN_WORDS: &str = "words";
/// What stands below something that is no text.
pub const TORN_BESIDE: &str = "beside";
/// Whatever stood below, as the letter was cut off at a door: its parts show what that may be.
pub const TORN_SOMEWHERE: &str = "somewhere";

/// A line that a person wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenLine {
    /// As it was written, for words to others.
    pub raw: String,
    /// The same without what telephones and mail programs make of it, for orders.
    pub plain: String,
}

/// All that a person wrote.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Empty lines stand between paragraphs only, one at a time.
    pub lines: Vec<WrittenLine>,
    /// What was left out, each kind once.
    pub cut: Vec<Cut>,
    /// The lines that were left out.
    pub omitted: Vec<Omitted>,
    /// Why there is no line.
    pub empty: Option<Empty>,
    /// What of it was not looked at, if it is too long.
    pub unread: Option<Unread>,
}

/// What the sender of a letter wrote.
pub(super) fn of(parts: &MimeParts) -> Written {
    let ReadText { mut sheet, sealed, had_words, barred } = read(parts);
    let lines: Vec<WrittenLine> = sheet
        .kept()
        .map(|raw| WrittenLine { raw: raw.to_owned(), plain: plain::of(raw) })
        .collect();
    let empty = match barred {
        _ if !lines.is_empty() => None,
        _ if sealed => Some(Empty::Sealed),
        Some(barred) => Some(barred),
        None if had_words => Some(Empty::NothingNew),
        None => Some(Empty::NoText),
    };
    let worded = lines.iter().filter(|line| !line.raw.is_empty()).count();
    let unread = match torn(parts, &mut sheet) {
        Some(CutOff::Words) => Some(Unread::Below(worded)),
        _ if sheet.is_torn() => Some(Unread::Below(worded)),
        Some(CutOff::Beside) => Some(Unread::Beside),
        Some(CutOff::Needless) | None => sheet.has_long().then_some(Unread::LongLines),
    };
    Written { lines, cut: sheet.all_cut(), omitted: sheet.omitted(), empty, unread }
}

/// Where a letter ends of which only the beginning was kept: it says so itself.
fn torn(parts: &MimeParts, sheet: &mut LetterLines) -> Option<CutOff> {
    match parts.head().text(TORN).trim() {
        "" => None,
        TORN_BESIDE => Some(CutOff::Beside),
        TORN_SOMEWHERE => match body::ends_in(parts) {
            // Perhaps in the letter that is answered.
            CutOff::Words => {
                sheet.tear();
                None
            }
            end => Some(end),
        },
        _ => Some(CutOff::Words),
    }
}

/// Every line of a letter's text, with why it was left out if it was.
pub(super) fn whole(parts: &MimeParts) -> Vec<(String, Option<Cut>)> {
    read(parts).sheet.fates()
}

/// A letter's text when all passes have looked at it.
struct ReadText {
    sheet: LetterLines,
    sealed: bool,
    had_words: bool,
    barred: Option<Empty>,
}

fn read(parts: &MimeParts) -> ReadText {
    let body = body::of(parts);
    let mut sheet = LetterLines::of(body.lines, body.cut);
    let had_words = sheet.has_words();
    let sealed = armour::is_sealed(&sheet);
    if sealed {
        sheet.cut_from(0, Cut::Armour);
    }
    let end = mark::find(&sheet).unwrap_or(sheet.len());
    sheet.protect_blocks(end);
    mark::cut(&mut sheet);
    original::cut(&mut sheet);
    header::cut(&mut sheet);
    quoted::cut(&mut sheet);
    armour::cut(&mut sheet);
    signature::cut(&mut sheet);
    device::cut(&mut sheet);
    disclaimer::cut(&mut sheet);
    struck::cut(&mut sheet);
    sheet.keep_first(bounds::KEPT);
    ReadText { sheet, sealed, had_words, barred: body.barred }
}
