//! Emails too large to be stored as files, each designed to be as expensive as possible.

use std::time::{Duration, Instant};

use ravenpost::mail::incoming::reading::{self, Unreadable};

use super::trust;

/// Anything slower is considered an endless loop. A safeguard, not a performance limit.
const LONGEST: Duration = Duration::from_secs(120);

/// The name, the email, and why it is refused, if it is.
type Large = (&'static str, Vec<u8>, Option<Unreadable>);

fn email(rest: &str) -> Vec<u8> {
    format!("From: ann@example.org\nSubject: x\n{rest}").into_bytes()
}

fn text(body: &str) -> Vec<u8> {
    email(&format!("\n{body}"))
}

fn page(body: &str) -> Vec<u8> {
    email(&format!("Content-Type: text/html\n\n{body}"))
}

fn many(count: usize, part: &str) -> Vec<u8> {
    let parts = format!("--b\n{part}\n\npass\n").repeat(count);
    email(&format!("Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n"))
}

fn structures() -> Vec<Large> {
    let open = |n: usize| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n");
    let nested: String = (0..1000).map(open).collect();
    let closed = "Content-Type: message/rfc822\n\n".repeat(100_000);
    vec![
        ("gigantic", text(&"a".repeat(26 << 20)), Some(Unreadable::TooLarge)),
        ("large", text(&"wood bro\n".repeat(2 << 20)), None),
        ("one line", text(&"wood bro ".repeat(1 << 20)), None),
        ("nested parts", email(&nested), Some(Unreadable::TooDeep)),
        ("parts", many(10_000, "Content-Type: text/plain"), Some(Unreadable::TooManyParts)),
        ("emails in emails", email(&closed), None),
    ]
}

fn heads() -> Vec<Large> {
    let kind = |attributes: usize| {
        let pieces: String = (0..attributes).map(|n| format!(" a*{n}=b;")).collect();
        format!("Content-Type: text/plain;{pieces}")
    };
    let field = |value: String| email(&format!("{value}\n\npass"));
    let too_large = Some(Unreadable::HeadTooLarge);
    vec![
        ("fields", field("X-A: b\n".repeat(5_000)), too_large),
        ("one field", field(format!("X-A: {}", "a ".repeat(600_000))), too_large),
        ("addresses", field(format!("To: {}", "a@b.example,".repeat(10_000))), None),
        ("brackets", field(format!("To: {}", "(".repeat(100_000))), None),
        ("encoded words", field(format!("Subject: {}", "=?utf-8?q?a?= ".repeat(9_000))), None),
        ("attributes of a type", field(kind(8_000)), None),
        ("the same in every part", many(190, &kind(8_000)), too_large),
        ("less in every part", many(190, &kind(300)), None),
    ]
}

fn bodies() -> Vec<Large> {
    let attributes: String = (0..200_000).map(|n| format!(" a{n}")).collect();
    let formats: String = (0..60_000).map(|n| format!("<b a{n}>")).collect();
    let blanks = format!("Content-Transfer-Encoding: quoted-printable\n\n{}", "= ".repeat(500_000));
    vec![
        ("blanks", email(&blanks), None),
        ("attributes", page(&format!("<b{attributes}>pass")), None),
        ("open elements", page(&"<div>".repeat(200_000)), None),
        ("open formats", page(&(formats + &"<p>".repeat(100_000))), None),
        ("ends", page(&("<i>".repeat(1_900) + &"</b>".repeat(200_000))), None),
        ("quotes", text(&"> x\nOn 3:00 2025 x@y wrote:\n".repeat(30_000)), None),
        ("headers", text(&("On 3:00 2025 x@y wrote:\n".repeat(19_000) + "> x\n")), None),
        ("heads of emails", text(&"From: a\nDate: b\n\n".repeat(50_000)), None),
        ("dashes", text(&"--\n\n______________\n".repeat(50_000)), None),
        ("warnings", text(&"This message\n".repeat(50_000)), None),
        ("colons", text(&"a:\n".repeat(100_000)), None),
    ]
}

#[test]
fn large_emails_cost_little() {
    for (name, email, wanted) in [structures(), heads(), bodies()].into_iter().flatten() {
        let start = Instant::now();
        let found = reading::read(&email, &trust());
        let took = start.elapsed();
        assert_eq!(found.as_ref().err(), wanted.as_ref(), "{name}");
        assert!(took < LONGEST, "{name} took {took:?}");
        if let Ok(email) = found {
            assert!(email.written.lines.len() < 1000 && email.recipients.len() <= 50, "{name}");
        }
    }
}
