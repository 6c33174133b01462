//! Extracts the text of a saved email of ours.

use mail_parser::MessageParser;

/// Returns the decoded text of all text parts. If there are none, returns the file itself as text.
pub fn words(raw: &[u8]) -> String {
    let email = MessageParser::default().parse(raw);
    let mut words = String::new();
    if let Some(email) = &email {
        let text = (0..email.text_body_count()).filter_map(|part| email.body_text(part));
        text.for_each(|text| words.extend([&*text, "\n"]));
    }
    if words.trim().is_empty() { String::from_utf8_lossy(raw).into_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_text_is_found_in_an_email_and_in_copies_of_one() {
        let email = "From: ravenpost@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\
            Content-Transfer-Encoding: quoted-printable\r\n\r\nhead 3fa=\r\n9c1.\r\n";
        assert_eq!(words(email.as_bytes()).trim(), "head 3fa9c1.");
        let html = "From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>head <b>3fa9</b>.</p>";
        assert_eq!(words(html.as_bytes()).trim(), "head 3fa9.");
        assert!(words(b"Event 1 of the log, head").contains("Event 1"));
        assert_eq!(words(b""), "");
    }
}
