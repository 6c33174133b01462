//! Extracts the words of a saved email: its decoded text parts. Input that is not an email is
//! returned as it is. Sizes are bounded, and the contents are not trusted.

/// The maximum nesting of message parts that is read.
const DEPTH: usize = 8;

/// Returns all words of an email; for HTML parts, the text outside tags.
pub fn words(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw).replace("\r\n", "\n");
    let mut words = String::new();
    if is_email(&text) {
        part(&text, DEPTH, &mut words);
    }
    if words.trim().is_empty() { text } else { words }
}

/// Returns whether a text begins with an email header.
fn is_email(text: &str) -> bool {
    let Some((head, _)) = text.split_once("\n\n") else { return false };
    let is_field = |line: &str| {
        let name = line.split_once(':').map_or("", |(name, _)| name);
        let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        line.starts_with([' ', '\t'])
            || line.starts_with("From ")
            || !name.is_empty() && name.bytes().all(good)
    };
    head.lines().all(is_field)
}

/// Appends the words of a part, which begins with its header.
fn part(text: &str, depth: usize, words: &mut String) {
    let (head, body) = match text.strip_prefix('\n') {
        Some(body) => ("", body),
        None => text.split_once("\n\n").unwrap_or((text, "")),
    };
    let kind = field(head, "content-type").unwrap_or_default();
    let lower = kind.to_ascii_lowercase();
    if lower.starts_with("multipart/") {
        if let Some(boundary) = boundary(&kind).filter(|_| depth > 0) {
            parts(body, &boundary).for_each(|inner| part(&inner, depth - 1, words));
        }
        return;
    }
    if lower.starts_with("message/") && depth > 0 {
        return part(body, depth - 1, words);
    }
    if !lower.is_empty() && !lower.starts_with("text/") {
        return;
    }
    let coding = field(head, "content-transfer-encoding").unwrap_or_default();
    let decoded = match coding.trim().to_ascii_lowercase().as_str() {
        "quoted-printable" => quoted_printable(body),
        "base64" => base64(body),
        _ => body.to_owned(),
    };
    let plain = if lower.starts_with("text/html") { outside_tags(&decoded) } else { decoded };
    words.push_str(&plain);
    words.push('\n');
}

/// Returns a header field, unfolded.
fn field(head: &str, name: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for line in head.lines() {
        match (&mut found, line.starts_with([' ', '\t'])) {
            (Some(value), true) => value.push_str(line),
            (Some(_), false) => break,
            (None, _) => {
                let (own, value) = line.split_once(':').unwrap_or_default();
                found = own.eq_ignore_ascii_case(name).then(|| value.trim().to_owned());
            }
        }
    }
    found
}

fn boundary(kind: &str) -> Option<String> {
    let at = kind.to_ascii_lowercase().find("boundary=")? + "boundary=".len();
    let rest = kind.get(at..)?;
    let value = match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next()?,
        None => rest.split([';', ' ', '\t']).next()?,
    };
    (!value.is_empty()).then(|| value.to_owned())
}

/// Returns the parts between boundary lines.
fn parts(body: &str, boundary: &str) -> impl Iterator<Item = String> {
    let (mut found, mut open): (Vec<String>, Option<String>) = (Vec::new(), None);
    for line in body.lines() {
        let marked =
            line.trim_end().strip_prefix("--").and_then(|rest| rest.strip_prefix(boundary));
        match (marked, &mut open) {
            (Some("" | "--"), _) => {
                found.extend(open.take());
                open = (marked == Some("")).then(String::new);
            }
            (_, Some(text)) => {
                text.push_str(line);
                text.push('\n');
            }
            (_, None) => {}
        }
    }
    found.extend(open);
    found.into_iter()
}

fn quoted_printable(body: &str) -> String {
    let mut bytes = Vec::with_capacity(body.len());
    for line in body.lines() {
        let line = line.trim_end();
        let (line, goes_on) = match line.strip_suffix('=') {
            Some(line) => (line, true),
            None => (line, false),
        };
        let mut rest = line.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            let digits = after.get(..2).filter(|_| *first == b'=');
            let one = digits.and_then(|two| data_encoding::HEXUPPER_PERMISSIVE.decode(two).ok());
            bytes.push(one.as_ref().map_or(*first, |one| one[0]));
            rest = if one.is_some() { &after[2..] } else { after };
        }
        if !goes_on {
            bytes.push(b'\n');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn base64(body: &str) -> String {
    let joined: String = body.split_whitespace().collect();
    let decoded = data_encoding::BASE64.decode(joined.as_bytes());
    decoded.map_or_else(|_| body.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Replaces each tag with a space, except inline tags, which may occur within words.
fn outside_tags(html: &str) -> String {
    const WITHIN: [&str; 8] = ["b", "/b", "i", "/i", "span", "/span", "strong", "/strong"];
    let mut words = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        words.push_str(before);
        let Some((tag, behind)) = after.split_once('>') else { return words };
        let name = tag.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if !WITHIN.contains(&name.as_str()) {
            words.push(' ');
        }
        rest = behind;
    }
    words.push_str(rest);
    words
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&mdash;", "\u{2014}")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_found_in_an_email_and_in_copies_of_one() {
        let email = "From: ravenpost@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\
            Content-Transfer-Encoding: quoted-printable\r\n\r\nhead 3fa=\r\n9c1. =E2=80=94 x\r\n";
        assert_eq!(words(email.as_bytes()).trim(), "head 3fa9c1. \u{2014} x");
        let html = "From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>head <b>3fa9</b>.</p>";
        assert_eq!(words(html.as_bytes()).trim(), "head 3fa9.");
        assert!(words(b"Event 1 of the log, head").contains("Event 1"));
        assert_eq!(words(b""), "");
    }

    #[test]
    fn nested_parts_are_read_up_to_a_limit() {
        let inner = "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVhZCAx\n";
        let inside = format!(
            "Content-Type: multipart/alternative; boundary=in\n\n--in\n{inner}--in\n\
             Content-Type: image/png\n\nhead 2\n--in--\n"
        );
        let email = format!(
            "From: a@b.example\nContent-Type: multipart/mixed;\n boundary=\"out er\"\n\n\
             --out er\n{inside}\n--out er\n\nhead 3\n--out er--\n"
        );
        let words = words(email.as_bytes());
        assert!(words.contains("head 1") && words.contains("head 3"), "{words}");
        assert!(!words.contains("head 2"), "a picture has no words: {words}");
    }

    #[test]
    fn input_that_is_no_email_is_returned_unchanged() {
        let deep = "Content-Type: multipart/mixed; boundary=a\n\n--a\n".repeat(2_000);
        let odd =
            ["=", "=4", "=ZZ", "Content-Type: multipart/mixed; boundary=\n\n", "<", "a: b\n\n<"];
        for text in odd.into_iter().chain([deep.as_str()]) {
            let _ = words(text.as_bytes());
            let _ = quoted_printable(text);
            let _ = outside_tags(text);
        }
        let _ = words(&[0xff, 0, b'\n', b'\n', 0xfe]);
    }
}
