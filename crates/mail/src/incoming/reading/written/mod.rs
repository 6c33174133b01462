//! Reduces the text of an email to the lines that its sender wrote.
//!
//! Each pass removes lines from the [`EmailLines`]. The most reliable pass comes first: our own
//! reply marker (`reply_marker`). Then come quote headers (`original`, `header`), quotes
//! (`quoted`), and boilerplate (`signature`, `device`, `disclaimer`, `armour`). `quote_headers`
//! holds the phrases of ten languages. Unrecognised lines are kept.

mod armour;
mod device;
mod disclaimer;
mod header;
mod lines;
mod original;
mod plain;
mod quote_headers;
mod quoted;
mod reply_marker;
mod signature;
mod strikethrough;

use super::body::{self, CutOff};
use super::limits;
use super::parts::MimeParts;
use super::unread::{Cut, Empty, Unread};
use lines::EmailLines;
use ravenpost_service::reply::Omitted;

/// A header field that we add to a truncated email. Its value says what is missing.
pub const TORN: &str = "x-kept-in-part";
/// Lines written by the sender.
pub const TORN_WORDS: &str = "words";
/// Text after an attachment.
pub const TORN_ELSEWHERE: &str = "beside";
/// Unknown text after the point of truncation at the mail source; the MIME parts give a hint.
pub const TORN_SOMEWHERE: &str = "somewhere";

/// A line of the text that a person wrote, or an empty line between paragraphs. `intake` makes a
/// `ReplyLine` of each line that has content; the empty lines are needed to store a short form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// The original line, for chat messages.
    pub raw: String,
    /// The line without the changes of phones and mail programs, for orders.
    pub plain: String,
}

/// Everything that a person wrote.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Single empty lines separate paragraphs.
    pub lines: Vec<TextLine>,
    /// The kinds of lines that were removed, without duplicates.
    pub cut: Vec<Cut>,
    /// The removed lines.
    pub omitted: Vec<Omitted>,
    /// Why there are no lines.
    pub empty: Option<Empty>,
    /// What was not read because of its size.
    pub unread: Option<Unread>,
}

/// Extracts what the sender of an email wrote.
pub(super) fn of(parts: &MimeParts) -> Written {
    let ReadText { mut sheet, sealed, had_words, barred } = read(parts);
    let lines: Vec<TextLine> = sheet
        .remaining()
        .map(|raw| TextLine { raw: raw.to_owned(), plain: plain::of(raw) })
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
        _ if sheet.may_lack_text() => Some(Unread::Below(worded)),
        Some(CutOff::Elsewhere) => Some(Unread::Elsewhere),
        Some(CutOff::Needless) | None => sheet.has_long().then_some(Unread::LongLines),
    };
    Written { lines, cut: sheet.all_cut(), omitted: sheet.omitted(), empty, unread }
}

/// Returns where a truncated email ends, according to the header field that marks it.
fn torn(parts: &MimeParts, sheet: &mut EmailLines) -> Option<CutOff> {
    match parts.head().text(TORN).trim() {
        "" => None,
        TORN_ELSEWHERE => Some(CutOff::Elsewhere),
        TORN_SOMEWHERE => match body::ends_in(parts) {
            // The truncation may lie within the quoted original.
            CutOff::Words => {
                sheet.tear();
                None
            }
            end => Some(end),
        },
        _ => Some(CutOff::Words),
    }
}

/// Returns every line of an email's text, with the reason if it was left out.
pub(super) fn whole(parts: &MimeParts) -> Vec<(String, Option<Cut>)> {
    read(parts).sheet.fates()
}

/// The text of an email after all passes.
struct ReadText {
    sheet: EmailLines,
    sealed: bool,
    had_words: bool,
    barred: Option<Empty>,
}

fn read(parts: &MimeParts) -> ReadText {
    let body = body::of(parts);
    let mut sheet = EmailLines::of(body.lines, body.cut);
    let had_words = sheet.has_words();
    let sealed = armour::is_sealed(&sheet);
    if sealed {
        sheet.cut_from(0, Cut::Armour);
    }
    let end = reply_marker::find(&sheet).unwrap_or(sheet.len());
    sheet.protect_blocks(end);
    reply_marker::cut(&mut sheet);
    original::cut(&mut sheet);
    header::cut(&mut sheet);
    quoted::cut(&mut sheet);
    armour::cut(&mut sheet);
    signature::cut(&mut sheet);
    device::cut(&mut sheet);
    disclaimer::cut(&mut sheet);
    strikethrough::cut(&mut sheet);
    sheet.keep_first(limits::LONGEST);
    ReadText { sheet, sealed, had_words, barred: body.barred }
}
