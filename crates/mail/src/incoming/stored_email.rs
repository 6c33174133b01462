//! Selects what is stored of an inbound email. Up to a size limit that is the whole email,
//! otherwise only the header and the lines the sender wrote. Attached pictures and quoted text are
//! never processed, and without a limit one reply key would be enough to fill the disk.

use super::reading::IncomingEmail;
use super::reading::character::Character;
use super::reading::unread::Unread;
use super::reading::written::{TORN, TORN_ELSEWHERE, TORN_SOMEWHERE, TORN_WORDS};

/// Size limit for stored emails. Smaller emails are stored unchanged.
pub const BRIEF_SIZE: usize = 64 * 1024;
/// Maximum size of the stored header.
const HEAD: usize = 24 * 1024;

/// Space for the fields that describe the shortened body.
const FIELDS: usize = 256;

/// The fields that describe the shortened body.
const PLAIN: &str = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
    Content-Transfer-Encoding: 8bit\r\n\r\n";

/// Returns the part of an email that is stored. It parses like the complete email.
pub fn brief(raw: Vec<u8>, email: Option<&IncomingEmail>) -> Vec<u8> {
    if raw.len() <= BRIEF_SIZE {
        return raw;
    }
    match email {
        Some(email) if email.character == Character::Person => {
            let (head, mut lines, mut torn) = (head(&raw), Vec::new(), false);
            for line in &email.written.lines {
                torn = head.len() + lines.len() + line.raw.len() + FIELDS > BRIEF_SIZE;
                if torn {
                    break;
                }
                lines.extend_from_slice(line.raw.as_bytes());
                lines.extend_from_slice(b"\r\n");
            }
            let missing = match email.written.unread {
                Some(Unread::Below(_)) => Some(TORN_WORDS),
                _ if torn => Some(TORN_WORDS),
                Some(Unread::Elsewhere) => Some(TORN_ELSEWHERE),
                Some(Unread::LongLines) | None => None,
            };
            let torn = missing.map(|what| format!("{TORN}: {what}\r\n")).unwrap_or_default();
            [head, torn.into_bytes(), PLAIN.as_bytes().to_vec(), lines].concat()
        }
        // Automatic replies and unreadable emails are recognisable from their beginning.
        _ => whole_lines(raw, BRIEF_SIZE),
    }
}

/// Limits an email to the size a mail source accepts. A header field marks it as truncated, so that
/// its author can be told.
pub fn at_source(text: Vec<u8>, most: usize) -> Vec<u8> {
    if text.len() <= most {
        return text;
    }
    let cut = format!("{TORN}: {TORN_SOMEWHERE}\r\n").into_bytes();
    let most = most - cut.len();
    [cut, whole_lines(text, most)].concat()
}

/// Returns as many leading lines as fit; a truncated line could change its meaning.
fn whole_lines(mut text: Vec<u8>, most: usize) -> Vec<u8> {
    if text.len() > most {
        let end = text[..most].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        text.truncate(end);
    }
    text
}

/// Returns the header without the fields that describe the encoding of the body.
fn head(raw: &[u8]) -> Vec<u8> {
    let (mut head, mut field) = (Vec::new(), Vec::new());
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let folded = line.starts_with(b" ") || line.starts_with(b"\t");
        let end = line.trim_ascii().is_empty() && !folded;
        if !folded {
            add(&mut head, &field);
            field.clear();
        }
        if end || head.len() > HEAD {
            break;
        }
        field.extend_from_slice(line);
    }
    head
}

fn add(head: &mut Vec<u8>, field: &[u8]) {
    let name = field.split(|byte| *byte == b':').next().unwrap_or_default();
    let name = name.trim_ascii().to_ascii_lowercase();
    let ours = name == b"mime-version" || name == TORN.as_bytes() || name.starts_with(b"content-");
    if !ours && head.len() + field.len() <= HEAD {
        head.extend_from_slice(field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incoming::reading::{Trust, read};

    fn long(lines: &str) -> Vec<u8> {
        let picture = "QUJD".repeat(19) + "\r\n";
        let mut email = format!(
            "Delivered-To: o-abc@reply.example.org\r\nFrom: Ann <ann@example.org>\r\n\
             Message-ID: <one@example.org>\r\nIn-Reply-To: <two@raven.example>\r\n\
             MIME-Version: 1.0\r\nContent-Type: multipart/mixed;\r\n boundary=cut\r\n\r\n\
             --cut\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{lines}\r\n\
             --cut\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        );
        email.push_str(&picture.repeat(2000));
        email.push_str("--cut--\r\n");
        email.into_bytes()
    }

    #[test]
    fn stored_extract_reads_like_the_complete_email() {
        let whole = long("pass\r\nsay Grüße\r\n\r\n> quoted\r\n");
        let read_whole = read(&whole, &Trust::default()).expect("an email");
        let excerpt = brief(whole.clone(), Some(&read_whole));
        assert!(whole.len() > 2 * BRIEF_SIZE && excerpt.len() < 1000, "{}", excerpt.len());
        let again = read(&excerpt, &Trust::default()).expect("an email");
        assert_eq!(again.written.lines, read_whole.written.lines);
        let summary = |email: &IncomingEmail| {
            (email.message_id.clone(), email.from.clone(), email.recipients.clone())
        };
        assert_eq!(summary(&again), summary(&read_whole));
        assert_eq!(
            (again.in_reply_to, again.verdict),
            (read_whole.in_reply_to, read_whole.verdict)
        );
    }

    #[test]
    fn stored_extract_records_that_its_end_is_missing() {
        // Fewer lines than the parser reads, but more bytes than are stored.
        for whole in [
            long(&"a long winter\r\n".repeat(600)),
            long(&format!("{}\r\n", "x".repeat(7000)).repeat(20)),
        ] {
            let read_whole = read(&whole, &Trust::default()).expect("an email");
            let excerpt = brief(whole, Some(&read_whole));
            assert!(excerpt.len() <= BRIEF_SIZE, "{}", excerpt.len());
            let again = read(&excerpt, &Trust::default()).expect("an email");
            let lines = again.written.lines.len();
            assert_eq!(again.written.unread, Some(Unread::Below(lines)));
        }
    }

    #[test]
    fn truncated_email_keeps_the_text_above_its_pictures() {
        let cut = whole_lines(long("pass\r\n"), 40_000);
        assert!(cut.ends_with(b"\r\n") && cut.len() <= 40_000);
        let read = read(&cut, &Trust::default()).expect("an email");
        assert_eq!(read.written.lines.len(), 1, "{:?}", read.written);
        assert_eq!(read.written.lines[0].plain, "pass");
    }

    #[test]
    fn normal_email_is_stored_unchanged() {
        let email = b"From: a@b.example\r\n\r\npass\r\n".to_vec();
        assert_eq!(brief(email.clone(), None), email);
        assert!(brief(vec![b'x'; 3 * BRIEF_SIZE], None).len() <= BRIEF_SIZE);
    }
}
