//! Finds the parts in a single pass over the lines.

use super::super::fields::HeaderFields;
use super::super::limits::{self, Unreadable};
use super::{MimePart, MimeParts};

/// The state of the pass.
enum Position {
    /// In the header of a part, which starts at this offset.
    Head(usize),
    /// In the body of a part (index and start offset).
    Body(usize, usize),
    /// Before the first part or after the last one; this text is ignored.
    Between,
}

/// An open multipart and its boundary.
struct Open {
    part: usize,
    boundary: Vec<u8>,
}

struct Pass<'x> {
    raw: &'x [u8],
    parts: Vec<MimePart<'x>>,
    open: Vec<Open>,
    at: Position,
}

/// Splits an email into its parts.
pub(in super::super) fn split(raw: &[u8]) -> Result<MimeParts<'_>, Unreadable> {
    if raw.len() > limits::EMAIL {
        return Err(Unreadable::TooLarge);
    }
    let mut pass = Pass { raw, parts: Vec::new(), open: Vec::new(), at: Position::Head(0) };
    let mut start = 0;
    while start < raw.len() {
        let end = raw[start..].iter().position(|byte| *byte == b'\n');
        let next = end.map_or(raw.len(), |end| start + end + 1);
        pass.line(start, next)?;
        start = next;
    }
    pass.close(raw.len())?;
    match pass.parts.first() {
        Some(whole) if !whole.fields.is_empty() => Ok(MimeParts(pass.parts)),
        _ => Err(Unreadable::NoEmail),
    }
}

impl<'x> Pass<'x> {
    fn line(&mut self, start: usize, next: usize) -> Result<(), Unreadable> {
        let line = self.raw[start..next].trim_ascii_end();
        if let Some((open, last)) = self.boundary(line) {
            self.close(start)?;
            self.open.truncate(if last { open } else { open + 1 });
            self.at = if last { Position::Between } else { Position::Head(next) };
        } else if let Position::Head(began) = self.at {
            if line.is_empty() {
                self.end_head(began, start, next)?;
            } else {
                self.check_head(began, next)?;
            }
        }
        Ok(())
    }

    /// Returns the index of the open multipart to which a boundary line belongs, and whether it is
    /// the closing one.
    fn boundary(&self, line: &[u8]) -> Option<(usize, bool)> {
        let rest = line.strip_prefix(b"--")?;
        let found = |(at, open): (usize, &Open)| match rest.strip_prefix(&open.boundary[..])? {
            b"" => Some((at, false)),
            b"--" => Some((at, true)),
            _ => None,
        };
        self.open.iter().enumerate().rev().find_map(found)
    }

    /// Refuses a header that is too long.
    fn check_head(&self, began: usize, end: usize) -> Result<(), Unreadable> {
        let most = if self.parts.is_empty() { limits::HEAD } else { limits::PART_HEAD };
        if end - began > most { Err(Unreadable::HeadTooLarge) } else { Ok(()) }
    }

    /// Ends the current header and starts what follows it.
    fn end_head(&mut self, began: usize, end: usize, next: usize) -> Result<(), Unreadable> {
        self.check_head(began, end)?;
        let fields = HeaderFields::of(&self.raw[began..end])?;
        let part = self.parts.len();
        if part == limits::PARTS {
            return Err(Unreadable::TooManyParts);
        }
        let parent = self.open.last().map(|open| open.part);
        let kind = fields.kind().map_or_else(
            || {
                match parent {
                    Some(parent) if self.parts[parent].kind == "multipart/digest" => {
                        "message/rfc822"
                    }
                    _ => "text/plain",
                }
                .to_owned()
            },
            |kind| {
                format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()).to_lowercase()
            },
        );
        let boundary = fields.kind().and_then(|kind| kind.attribute("boundary")).map(str::trim_end);
        let of_parts = kind.starts_with("multipart/");
        self.at = match boundary.filter(|boundary| of_parts && !boundary.is_empty()) {
            Some(_) if self.open.len() == limits::DEPTH => return Err(Unreadable::TooDeep),
            Some(boundary) => {
                self.open.push(Open { part, boundary: boundary.as_bytes().to_vec() });
                Position::Between
            }
            None => Position::Body(part, next),
        };
        if let Some(parent) = parent {
            self.parts[parent].inside.push(part);
        }
        self.parts.push(MimePart { fields, kind, body: b"", inside: Vec::new() });
        Ok(())
    }

    /// Ends the current header or body.
    fn close(&mut self, end: usize) -> Result<(), Unreadable> {
        match self.at {
            Position::Head(began) if began < end => self.end_head(began, end, end)?,
            Position::Body(part, began) => self.parts[part].body = &self.raw[began.min(end)..end],
            Position::Head(_) | Position::Between => {}
        }
        self.at = Position::Between;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(email: &str) -> Vec<String> {
        let parts = split(email.as_bytes()).expect("an email");
        parts.iter().map(|part| format!("{} {}", part.kind, part.body.len())).collect()
    }

    #[test]
    fn mime_parts_are_found() {
        let email = "Content-Type: multipart/mixed; boundary=a\n\nfor old programs\n--a\n\
            Content-Type: multipart/alternative; boundary=ab\n\n--ab\n\none\n--ab\n\
            Content-Type: text/html\n\ntwo\n--ab--\n\n--a\nContent-Type: message/rfc822\n\n\
            Content-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n--c--\n--a--\nbehind\n";
        assert_eq!(
            kinds(email),
            [
                "multipart/mixed 0",
                "multipart/alternative 0",
                "text/plain 4",
                "text/html 4",
                "message/rfc822 56"
            ]
        );
    }

    #[test]
    fn truncated_email_is_read_as_far_as_possible() {
        assert_eq!(
            kinds("Content-Type: multipart/mixed; boundary=a\n\n--a\n\none\ntw"),
            ["multipart/mixed 0", "text/plain 6"]
        );
        assert_eq!(kinds("Subject: a"), ["text/plain 0"]);
        assert_eq!(split(b"").err(), Some(Unreadable::NoEmail));
    }
}
