//! Selects and decodes the parts of an email that are its text.

use super::enriched;
use super::html;
use super::html::writer::STRUCK;
use super::limits;
use super::parts::{self, MimePart, MimeParts};
use super::rejoined;
use super::unread::{Cut, Empty};

/// The text of an email as lines, with quotes marked by `>`.
#[derive(Default)]
pub(super) struct Body {
    pub lines: Vec<String>,
    /// What was cut from the text.
    pub cut: Vec<Cut>,
    /// Why there is no text, if something prevented reading it.
    pub barred: Option<Empty>,
}

/// Extracts the text of an email. Of alternatives, the plain-text part is preferred if it contains
/// words.
pub(super) fn of(parts: &MimeParts) -> Body {
    let mut body = Body::default();
    let mut left = limits::TEXT;
    for part in chosen(parts, parts.whole()) {
        body.add(part, left);
        left = left.saturating_sub(part.body.len());
    }
    if let Some(page) = attached_page(parts) {
        let mut other = Body::default();
        other.add(page, limits::TEXT);
        // The plain-text alternative does not show what is struck out.
        let struck = |line: &&String| !line.starts_with('>') && line.contains(STRUCK);
        match other.lines.iter().find(struck) {
            Some(_) => body = other,
            None => body.lines = rejoined::of(body.lines, &other.lines),
        }
    }
    if body.lines.iter().all(|line| line.trim().is_empty()) {
        body.barred = body.barred.or_else(|| parts.iter().find_map(barred));
    }
    body
}

/// Where a truncated email ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CutOff {
    /// In its text.
    Words,
    /// In another part, after which more text may follow.
    Elsewhere,
    /// In a part that is not read, after which no relevant text can follow.
    Needless,
}

/// Returns where an email ends, if it was truncated.
pub(super) fn ends_in(parts: &MimeParts) -> CutOff {
    let (mut part, mut more) = (parts.whole(), false);
    while let Some(last) = part.inside.last() {
        more |= has_text_anywhere(&part.kind);
        part = parts.get(*last);
    }
    let read = chosen(parts, parts.whole());
    if read.iter().any(|one| std::ptr::eq(*one, part)) {
        CutOff::Words
    } else if more {
        CutOff::Elsewhere
    } else {
        CutOff::Needless
    }
}

/// Returns whether any child of such a multipart may be text, not only the first one.
fn has_text_anywhere(kind: &str) -> bool {
    let first_only = ["alternative", "related", "signed", "report", "encrypted", "digest"];
    let kind = kind.strip_prefix("multipart/");
    kind.is_some_and(|kind| !first_only.contains(&kind))
}

/// How many bytes of a part are searched for words.
const GLANCE: usize = 16 << 10;

impl Body {
    /// Adds a part, limited to `most` bytes.
    fn add(&mut self, part: &MimePart, most: usize) {
        let (text, long) = parts::decode::text(part, most);
        if long {
            self.cut.push(Cut::Long);
        }
        if part.kind == "text/html" {
            match html::lines(&text) {
                Some((lines, cut)) => {
                    self.lines.extend(lines);
                    self.cut.extend(cut);
                }
                None => self.barred = Some(Empty::Tangled),
            }
        } else {
            let text = match part.kind.as_str() {
                "text/enriched" | "text/richtext" => enriched::plain(&text),
                _ => text,
            };
            // Take one line more than is processed, so that the excess is detected.
            self.lines.extend(text.split('\n').take(limits::LINES + 1).map(str::to_owned));
        }
    }

    fn has_words(part: &MimePart) -> bool {
        let mut body = Body::default();
        body.add(part, GLANCE);
        body.lines.iter().any(|line| line.contains(char::is_alphanumeric))
    }
}

/// Returns whether a part is text that people write, perhaps with light markup.
fn is_text(kind: &str) -> bool {
    matches!(
        kind,
        "text/plain"
            | "text/markdown"
            | "text/x-markdown"
            | "text/x-web-markdown"
            | "text/enriched"
            | "text/richtext"
            | "text/x-org"
            | "text/vnd.textile"
    )
}

/// Returns the text parts in order. The recursion is bounded by [`limits::DEPTH`].
fn chosen<'p, 'x>(parts: &'p MimeParts<'x>, part: &'p MimePart<'x>) -> Vec<&'p MimePart<'x>> {
    let inside = || part.inside.iter().map(|at| parts.get(*at));
    match part.kind.as_str() {
        kind if is_text(kind) || kind == "text/html" => match part.is_attached() {
            true => Vec::new(),
            false => vec![part],
        },
        "multipart/alternative" => {
            let ways: Vec<Vec<&MimePart>> = inside().map(|one| chosen(parts, one)).collect();
            let plain = |way: &&Vec<&MimePart>| {
                way.iter().all(|part| is_text(&part.kind))
                    && way.iter().any(|part| Body::has_words(part))
            };
            let best = ways.iter().find(plain).or_else(|| ways.iter().rfind(|way| !way.is_empty()));
            best.cloned().unwrap_or_default()
        }
        // The first part is the text; the others are embedded content or a signature.
        "multipart/related" | "multipart/signed" | "multipart/report" => {
            inside().next().map_or_else(Vec::new, |one| chosen(parts, one))
        }
        "multipart/encrypted" | "multipart/digest" => Vec::new(),
        kind if kind.starts_with("multipart/") => {
            inside().flat_map(|one| chosen(parts, one)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the HTML alternative of the chosen text, in which paragraphs are not wrapped.
fn attached_page<'p, 'x>(parts: &'p MimeParts<'x>) -> Option<&'p MimePart<'x>> {
    let twice = parts.iter().find(|part| part.kind == "multipart/alternative")?;
    let plain = chosen(parts, twice).iter().any(|part| is_text(&part.kind));
    let inside = |part: &'p MimePart<'x>| part.inside.iter().map(|at| parts.get(*at));
    let page = |part: &&MimePart| part.kind == "text/html" && !part.is_attached();
    let related = |part: &'p MimePart<'x>| match part.kind.as_str() {
        "multipart/related" => inside(part).next(),
        _ => Some(part),
    };
    inside(twice).filter_map(related).find(page).filter(|_| plain)
}

/// Returns why the text of a part cannot be read.
fn barred(part: &MimePart) -> Option<Empty> {
    match part.kind.as_str() {
        "multipart/encrypted" | "application/pgp-encrypted" => Some(Empty::Sealed),
        "application/pkcs7-mime" | "application/x-pkcs7-mime" => Some(Empty::Sealed),
        kind if kind.starts_with("multipart/") && part.inside.is_empty() => Some(Empty::Broken),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Content-Type: text/plain\r\n\r\nplay wisby\r\nsell 2";
    const PAGE: &str = "Content-Type: text/html\r\n\r\n<p>play wisby sell 2</p>";
    const PICTURE: &str = "Content-Type: image/png\r\n\r\npng";
    const ATTACHED: &str = "Content-Type: text/html\r\nContent-Disposition: attachment\r\n\r\n\
        <p>play wisby sell 2</p>";

    /// Builds a multipart part.
    fn multi(kind: &str, inside: &[&str]) -> String {
        let parts: Vec<String> =
            inside.iter().map(|part| format!("--{kind}\r\n{part}\r\n")).collect();
        let parts = parts.concat();
        format!("Content-Type: multipart/{kind}; boundary={kind}\r\n\r\n{parts}--{kind}--\r\n")
    }

    fn lines(email: &str) -> Vec<String> {
        let raw = format!("From: a@b.example\r\nMIME-Version: 1.0\r\n{email}");
        let parts = parts::split(raw.as_bytes()).expect("an email");
        let lines = of(&parts).lines.into_iter().map(|line| line.trim().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn html_alternative_joins_wrapped_lines() {
        let whole = ["play wisby sell 2"];
        assert_eq!(lines(&multi("alternative", &[TEXT, PAGE])), whole);
        let related = multi("related", &[PAGE, PICTURE]);
        assert_eq!(lines(&multi("alternative", &[TEXT, &related])), whole);
        let both = multi("alternative", &[TEXT, PAGE]);
        assert_eq!(lines(&multi("mixed", &[&both, PICTURE])), whole);
        assert_eq!(lines(&multi("related", &[&both, PICTURE])), whole);
    }

    #[test]
    fn other_text_types_are_read_as_text() {
        for kind in ["text/markdown; charset=utf-8; variant=GFM", "text/x-markdown", "text/plain"] {
            let text = format!("Content-Type: {kind}\r\n\r\nplay wisby\r\nsell 2");
            assert_eq!(lines(&text), ["play wisby", "sell 2"], "{kind}");
            assert_eq!(lines(&multi("mixed", &[&text, PICTURE])), ["play wisby", "sell 2"]);
            assert_eq!(lines(&multi("alternative", &[&text, PAGE])), ["play wisby sell 2"]);
        }
        let enriched = "Content-Type: text/enriched\r\n\r\n<bold>play</bold>\r\nwisby\r\n\r\n\
            <color><param>red</param>sell</color> 2 <<b>";
        assert_eq!(lines(enriched), ["play wisby", "sell 2 <b>"]);
        assert_eq!(lines("Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR"), [""; 0]);
    }

    #[test]
    fn html_marks_struck_out_text() {
        let text = "Content-Type: text/plain\r\n\r\nswap\r\npass\r\n";
        let page = "Content-Type: text/html\r\n\r\n<div><s>swap</s></div><div>pass</div>";
        assert_eq!(lines(&multi("alternative", &[text, page])), ["~~swap~~", "pass"]);
    }

    #[test]
    fn attached_or_unrelated_html_joins_no_lines() {
        let broken = ["play wisby", "sell 2"];
        assert_eq!(lines(TEXT), broken);
        assert_eq!(lines(&multi("mixed", &[TEXT, ATTACHED])), broken);
        assert_eq!(lines(&multi("alternative", &[TEXT, ATTACHED])), broken);
        let both = multi("alternative", &[TEXT]);
        assert_eq!(lines(&multi("mixed", &[&both, ATTACHED])), broken);
    }
}
