//! Decodes the transfer encoding and the charset of a part.

use std::borrow::Cow;

use mail_parser::decoders::charsets::map::charset_decoder;

use super::{MimePart, flowed};

/// Decodes at most `most` bytes of a part, and normalises line endings. Also returns whether there
/// is more.
pub(in super::super) fn text(part: &MimePart, most: usize) -> (String, bool) {
    let cut = part.body.len() > most;
    let bytes = transfer(&part.body[..part.body.len().min(most)], part);
    let text = charset(&bytes, part.attribute("charset").as_deref());
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let text = text.replace('\0', "");
    if part.attribute("format").as_deref() == Some("flowed") && part.kind == "text/plain" {
        let delsp = part.attribute("delsp").as_deref() == Some("yes");
        return (flowed::unfolded(&text, delsp), cut);
    }
    (text, cut)
}

fn transfer<'x>(body: &'x [u8], part: &MimePart) -> Cow<'x, [u8]> {
    match part.fields.small("content-transfer-encoding").trim() {
        "base64" => base64(body).into(),
        "quoted-printable" => quoted_printable(body).into(),
        _ => body.into(),
    }
}

/// Decodes base64 leniently: skips invalid characters and drops an incomplete end.
fn base64(body: &[u8]) -> Vec<u8> {
    let ours = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let emails = body.split(|byte| *byte == b'=').next().unwrap_or_default();
    let mut emails: Vec<u8> = emails.iter().copied().filter(ours).collect();
    if emails.len() % 4 == 1 {
        emails.pop();
    }
    let whole = emails.len() / 4 * 4;
    let decode = |emails: &[u8]| data_encoding::BASE64_NOPAD.decode(emails).ok();
    decode(&emails).or_else(|| decode(&emails[..whole])).unwrap_or_default()
}

/// Decodes quoted-printable. An invalid `=` is kept as it is, as mail programs do.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let hex = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let mut out = Vec::with_capacity(body.len());
    let mut at = 0;
    while let Some(&byte) = body.get(at) {
        at += 1;
        if byte != b'=' {
            out.push(byte);
            continue;
        }
        let rest = &body[at..];
        let soft = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        if let (Some(high), Some(low)) = (hex(rest.first()), hex(rest.get(1))) {
            out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
            at += 2;
        } else if soft.is_none_or(|soft| rest[soft] == b'\n') {
            at += soft.map_or(rest.len(), |soft| soft + 1);
        } else {
            out.push(byte);
        }
    }
    out
}

/// Converts to UTF-8. Without a known charset, tries UTF-8 and falls back to Windows-1252.
fn charset(bytes: &[u8], name: Option<&str>) -> String {
    let name = name.map(str::trim).filter(|name| !matches!(*name, "" | "us-ascii" | "ascii"));
    let (name, decoder) = match name {
        Some("utf-8" | "utf8") | None => (None, None),
        Some(name) => (Some(name), charset_decoder(name.as_bytes())),
    };
    match (decoder, std::str::from_utf8(bytes)) {
        (Some(decoder), _) => decoder(bytes).trim_start_matches('\u{feff}').to_owned(),
        (None, Ok(text)) => text.trim_start_matches('\u{feff}').to_owned(),
        (None, Err(_)) => {
            // A body truncated within a character is still UTF-8.
            let lossy = String::from_utf8_lossy(bytes);
            let torn = lossy.matches('\u{fffd}').count();
            let other = charset_decoder(b"windows-1252").filter(|_| name.is_none() && torn > 1);
            other.map_or_else(|| lossy.into_owned(), |decoder| decoder(bytes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_decoded_as_far_as_possible() {
        let said = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        assert_eq!(said(quoted_printable(b"a=3Db =\r\nc=\nd=zz e=C3=B6=")), "a=b cd=zz eö");
        assert_eq!(said(base64(b"d29v\r\nZCBi!!cm8=")), "wood bro");
        assert_eq!(said(base64(b"d29vZCBi*")), "wood b");
        assert_eq!(said(base64(b"d29vZ")), "woo");
    }

    #[test]
    fn charsets_are_declared_or_guessed() {
        assert_eq!(charset(b"\xf6 \xe5", Some("iso-8859-1")), "ö å");
        assert_eq!(charset(b"\xf6 \xe5", None), "ö å");
        assert_eq!(charset("ö".as_bytes(), Some("us-ascii")), "ö");
        assert_eq!(charset(b"\xd7\xcf\xce", Some("koi8-r")), "вон");
        assert_eq!(charset(b"\xff\xfea\0b\0", Some("utf-16")), "ab");
        assert_eq!(charset("ö".as_bytes(), Some("no-such")), "ö");
    }
}
