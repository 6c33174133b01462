//! The header fields of every kind of email, and how they resist hostile player input.

use ravenpost::emails::{Email, NotificationKind};
use ravenpost::mail::incoming::reading::OURS;
use ravenpost::mail::outgoing::{Outgoing, Writer};

use crate::emails::samples::{self, Names};
use crate::harness::at_night;
use crate::mail::writer;

fn message(writer: &Writer, email: &Email, png: Option<&[u8]>) -> String {
    written(writer, email, png, None)
}

fn written(writer: &Writer, email: &Email, png: Option<&[u8]>, stop_to: Option<&str>) -> String {
    let out = Outgoing {
        email,
        png,
        to: "ann@good.example",
        message_id: "one.42@raven.example",
        refs: &["thread.1.g1@raven.example".to_owned(), "zero.41@raven.example".to_owned()],
        reply_to: None,
        stop_to,
        date: samples::moment("2025-11-20T09:00:00Z"),
    };
    String::from_utf8(writer.write(&out).unwrap()).expect("everything is encoded as ASCII")
}

/// The header fields of a message, unfolded.
pub fn fields(message: &str) -> Vec<(String, String)> {
    let head = message.split("\r\n\r\n").next().unwrap();
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let field = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap_or_else(|| panic!("no field: {line:?}"));
        (name.to_owned(), value.to_owned())
    };
    unfolded.split("\r\n").map(field).collect()
}

pub fn only<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    let found: Vec<_> = fields.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name)).collect();
    assert_eq!(found.len(), 1, "{name} in {fields:?}");
    &found[0].1
}

/// Returns the kind of an email that the server sent.
pub fn kind(message: &str) -> NotificationKind {
    let fields = fields(message);
    NotificationKind::find(only(&fields, OURS)).expect("a kind")
}

fn lint(email: &Email, message: &str) {
    assert!(message.is_ascii());
    for line in message.split("\r\n") {
        assert!(line.len() <= 998, "{:?} has a line of {}", email.kind, line.len());
        assert!(!line.contains(['\r', '\n']), "a bare line end in {:?}", email.kind);
    }
    let fields = fields(message);
    assert_eq!(only(&fields, "From"), "Ravenpost <post@raven.example>");
    assert_eq!(only(&fields, "To"), "<ann@good.example>");
    assert_eq!(only(&fields, "Date"), "Thu, 20 Nov 2025 09:00:00 +0000");
    assert_eq!(only(&fields, "Message-ID"), "<one.42@raven.example>");
    assert_eq!(only(&fields, "In-Reply-To"), "<zero.41@raven.example>");
    let refs = "<thread.1.g1@raven.example> <zero.41@raven.example>";
    assert_eq!(only(&fields, "References"), refs);
    let submitted = match email.kind {
        NotificationKind::ReplyResult
        | NotificationKind::ReplyOnHold
        | NotificationKind::ReplyNotice => "auto-replied",
        _ => "auto-generated",
    };
    assert_eq!(only(&fields, "Auto-Submitted"), submitted);
    assert!(only(&fields, "Content-Type").starts_with("multipart/alternative"));
    assert!(!only(&fields, "Subject").is_empty());
    assert!(!fields.iter().any(|(name, _)| name == "Bcc" || name == "Cc" || name == "Reply-To"));
    assert!(message.contains("Content-Type: text/plain; charset=utf-8"));
    assert!(message.contains("Content-Type: text/html; charset=utf-8"));
    if email.kind.topic().is_some() {
        let leave = "<https://raven.example/stop/k3v7q2m5x4>";
        assert_eq!(only(&fields, "List-Unsubscribe"), leave);
        assert_eq!(only(&fields, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        let id = only(&fields, "List-Id");
        let about = if email.list.is_some() { "w7k2p9" } else { "notifications" };
        assert!(id.ends_with(&format!("<{about}.raven.example>")), "{id}");
        assert_eq!(email.list.is_none(), email.kind == NotificationKind::Digest);
        for name in ["List-Unsubscribe", "List-Unsubscribe-Post", "List-Id"] {
            let line = message.split("\r\n").find(|line| line.starts_with(&format!("{name}: ")));
            assert!(
                line.is_some_and(|line| fields
                    .contains(&(name.into(), { line.split_once(": ").unwrap().1.to_owned() }))),
                "{name} stands on one line"
            );
        }
    } else {
        let stops = fields.iter().any(|(name, _)| name.starts_with("List-Unsubscribe"));
        assert!(!stops, "{:?} cannot be stopped", email.kind);
        let list = fields.iter().find(|(name, _)| name == "List-Id");
        let about = list.map(|(_, id)| id.ends_with("<w7k2p9.raven.example>"));
        assert_eq!(about, email.list.is_some().then_some(true), "{:?}", email.kind);
    }
}

/// Writes every sample to the folder in `RAVENPOST_MESSAGES`, for spam filters.
#[test]
fn every_kind_of_email_has_the_required_fields() {
    let names = Names::default();
    let folder = std::env::var_os("RAVENPOST_MESSAGES").map(std::path::PathBuf::from);
    let kinds = samples::all(&names).into_iter().map(|email| (email.kind.key(), email));
    for (name, email) in kinds.chain(samples::variants(&names)) {
        let message = message(&writer(), &email, None);
        lint(&email, &message);
        // The picture of a board is added to the text.
        assert!(message.len() <= 40_000, "{name}: {} bytes", message.len());
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{name}.eml")), message).expect("a folder");
        }
    }
}

#[test]
fn mailto_unsubscribe_is_offered_only_if_mail_is_read() {
    let email = samples::your_turn(&Names::default()).compose();
    let message = written(&writer(), &email, None, Some("raven+u-k3v7@raven.example"));
    let leave = "<https://raven.example/stop/k3v7q2m5x4>, \
                 <mailto:raven+u-k3v7@raven.example?subject=stop>";
    assert_eq!(only(&fields(&message), "List-Unsubscribe"), leave);
}

#[test]
fn picture_is_attached_and_shown_in_the_html() {
    let mut email = samples::your_turn(&Names::default()).compose();
    email.html = email.html.replace("</body>", "<img src=\"cid:board\"></body>");
    email.picture = Some(ravenpost::emails::Picture {
        cid: "board",
        words: "the board".into(),
        scene: ravenpost_rules::view::scene::Scene::default(),
        near: None,
    });
    let message = message(&writer(), &email, Some(b"\x89PNG picture"));
    let id = message
        .split("\r\n")
        .find_map(|line| line.strip_prefix("Content-ID: <"))
        .and_then(|id| id.strip_suffix('>'))
        .expect("the picture has an id");
    assert!(id.starts_with("board.") && id.ends_with("@raven.example"), "{id}");
    let joined = message.replace("=\r\n", "").replace("=3D", "=");
    assert!(joined.contains(&format!("src=\"cid:{id}\"")));
    assert!(message.contains("Content-Type: multipart/related"));
    assert!(message.contains("Content-Disposition: inline; filename=\"board.png\""));
}

#[test]
fn names_cannot_inject_headers_or_html() {
    let ends = ["\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\u{b}", "\u{c}", ""];
    let starts = ["Bcc: eve@example.org", "Subject: won", "<script>alert(1)</script>", "\r\nhi"];
    let clean = fields(&message(&writer(), &samples::your_turn(&Names::default()).compose(), None));
    let clean: Vec<&String> = clean.iter().map(|(name, _)| name).collect();
    let mut tries = 0;
    // Names of up to eighty letters before the end of the line, at night much longer ones.
    let (rounds, wider) = if at_night() { (250, 3) } else { (9, 9) };
    for round in 0..rounds {
        for (at, end) in ends.iter().enumerate() {
            for start in starts {
                let pad = "x".repeat(round * wider + at);
                let nasty = format!("{pad}{end}{start}{end}{end}{start}");
                let (table, ann, bo) = (nasty.clone(), nasty.clone(), nasty.clone());
                let names = Names { table, ann, bo, ..Names::default() };
                // Try every kind of email, whether or not it contains names.
                for email in samples::all(&names) {
                    tries += 1;
                    let message = message(&writer(), &email, None);
                    let fields = fields(&message);
                    for (name, value) in &fields {
                        let known = clean.contains(&name);
                        assert!(known, "{name}: {value} in {:?}", email.kind);
                    }
                    only(&fields, "Subject");
                    only(&fields, "To");
                    assert!(!email.subject.contains(['\r', '\n']));
                    assert!(!email.html.contains("<script"), "{:?}", email.kind);
                    assert!(!email.text.lines().any(|line| line == "Bcc: eve@example.org"));
                }
            }
        }
    }
    assert!(tries >= 5_000, "only {tries} tries");
}

/// Input that looks like an encoded word is shown as it was written.
#[test]
fn encoded_word_in_a_name_is_not_decoded() {
    let table = "=?utf-8?B?V2lu?= a raven, says Þórr, who has written a long name for his table";
    let names = Names { table: table.into(), ..Names::default() };
    let email = samples::your_turn(&names).compose();
    let message = message(&writer(), &email, None);
    let fields = fields(&message);
    let subject = only(&fields, "Subject");
    assert!(subject.split(' ').all(|word| word.len() <= 75), "{subject}");
    let decoded = subject.split(' ').map(|word| {
        let coded = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
        data_encoding::BASE64.decode(coded.expect("all of it is encoded").as_bytes()).unwrap()
    });
    let decoded = String::from_utf8(decoded.collect::<Vec<_>>().concat()).unwrap();
    assert_eq!(decoded, email.subject);
}

#[test]
fn list_id_is_plain_ascii() {
    let names = Names { table: "Þingvellir í Ærø, \"quoted\"".into(), ..Names::default() };
    let message = message(&writer(), &samples::your_turn(&names).compose(), None);
    let id = only(&fields(&message), "List-Id").to_owned();
    assert_eq!(id, "Thingvellir i Aero quoted <w7k2p9.raven.example>");
}

#[test]
fn kinds_without_an_unsubscribe_link_are_listed() {
    let fixed: Vec<_> =
        NotificationKind::ALL.iter().filter(|kind| kind.topic().is_none()).collect();
    // These have no unsubscribe link: direct answers to a user's action, and email to the admin,
    // which a setting controls.
    let asked = [
        NotificationKind::SignIn,
        NotificationKind::AddressChangeNew,
        NotificationKind::AddressChangeOld,
        NotificationKind::Probe,
        NotificationKind::ReplyResult,
        NotificationKind::ReplyOnHold,
        NotificationKind::ReplyNotice,
        NotificationKind::DailySeals,
        NotificationKind::AdminMail,
        NotificationKind::ApiToken,
    ];
    assert_eq!(fixed, asked.each_ref());
}
