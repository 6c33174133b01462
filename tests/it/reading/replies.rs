//! Replies as people write them, from many programs in many languages.

use ravenpost::mail::incoming::reading::Character;
use ravenpost::service::reply::SenderVerdict;
use serde::Deserialize;

use super::{compare, read, settle, sheet, words};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    file: String,
    /// The lines as orders.
    lines: Vec<String>,
    /// The original lines, where that matters.
    raw: Option<Vec<String>>,
    /// What was left out, where that matters; in any order.
    cut: Option<Vec<String>>,
    /// Why there is no line.
    empty: Option<String>,
}

#[test]
fn replies_are_read_as_intended() {
    let replies: Vec<Reply> = sheet("replies");
    assert!(replies.len() >= 200);
    let mut wrong = Vec::new();
    for reply in &replies {
        let file = reply.file.as_str();
        let email = match read("replies", file) {
            Ok(email) => email,
            Err(why) => {
                wrong.push(format!("{file}: {why}"));
                continue;
            }
        };
        let written = &email.written;
        let (plain, raw): (Vec<_>, Vec<_>) =
            written.lines.iter().map(|line| (line.plain.clone(), line.raw.clone())).unzip();
        compare(&mut wrong, file, "lines", &reply.lines, &plain);
        if let Some(wanted) = &reply.raw {
            compare(&mut wrong, file, "raw", wanted, &raw);
        }
        if let Some(wanted) = &reply.cut {
            let mut wanted = wanted.clone();
            let mut cut: Vec<String> = written.cut.iter().map(words).collect();
            wanted.sort();
            cut.sort();
            compare(&mut wrong, file, "cut", &wanted, &cut);
        }
        compare(&mut wrong, file, "empty", &reply.empty, &written.empty.as_ref().map(words));
        compare(&mut wrong, file, "character", &Character::Person, &email.character);
        compare(&mut wrong, file, "verdict", &SenderVerdict::Pass, &email.verdict);
    }
    settle(&wrong);
}

#[test]
fn headers_of_a_reply_are_read() {
    let email = read("replies", "gmail-web-is").unwrap();
    assert_eq!(email.from.as_deref(), Some("thora@example.is"));
    assert_eq!(email.subject, "Re: Your turn: Winter on the island (Gotlandia)");
    assert_eq!(email.in_reply_to, ["your_turn.42.1.w7k2p9@games.example.org"]);
    assert_eq!(
        email.references,
        ["started.1.1.w7k2p9@games.example.org", "your_turn.42.1.w7k2p9@games.example.org"]
    );
    assert_eq!(email.message_id.as_deref(), Some("0008.reply@example.is"));
    assert_eq!(email.date.unwrap().to_rfc3339(), "2025-11-20T09:08:00+00:00");
    let [only] = email.recipients.as_slice() else { panic!("{:?}", email.recipients) };
    assert!(only.starts_with("o-") && only.ends_with("@reply.games.example.org"), "{only}");
}
