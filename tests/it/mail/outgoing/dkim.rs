//! DKIM signatures, verified by an independent program with the key that our DNS record publishes.

use std::io::Write;
use std::process::{Command, Stdio};

use ravenpost::emails::{Email, NotificationKind};
use ravenpost::mail::outgoing::{Outgoing, Signer, Writer};

use crate::emails::samples::{self, Names};
use crate::mail::outgoing::smtp::PYTHON;
use crate::mail::writer;

/// A private key in PEM, made by openssl.
pub fn key(algorithm: &[&str]) -> String {
    let made = Command::new("openssl").args(algorithm).output().expect("openssl is needed");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).unwrap()
}

/// Runs an independent verifier on messages, each with the DNS record it should find. Returns
/// "pass" or "fail" and the name that was looked up.
fn checked(cases: &[(String, &str)]) -> Vec<String> {
    let cases: Vec<serde_json::Value> = cases
        .iter()
        .map(|(message, record)| serde_json::json!({"message": message, "record": record}))
        .collect();
    let cases = serde_json::Value::from(cases).to_string();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/smtp/dkim_check.py");
    let mut child = Command::new(PYTHON)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Debian's python3 and python3-dkim are needed for this test");
    child.stdin.take().unwrap().write_all(cases.as_bytes()).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    said.lines().map(str::to_owned).collect()
}

fn signed(email: &Email, pem: &str) -> String {
    let signer = Signer::new(pem, "raven.example", "post").unwrap();
    let writer = Writer { signer: Some(signer), ..writer() };
    let out = Outgoing {
        email,
        png: None,
        to: "ann@good.example",
        message_id: "one@raven.example",
        refs: &["thread@raven.example".to_owned()],
        reply_to: None,
        stop_to: None,
        date: samples::moment("2025-11-20T09:00:00Z"),
    };
    String::from_utf8(writer.write(&out).unwrap()).unwrap()
}

#[test]
fn every_email_has_a_valid_signature() {
    let rsa = key(&["genrsa", "-traditional", "2048"]);
    let pkcs8 = key(&["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]);
    let edwards = key(&["genpkey", "-algorithm", "ed25519"]);
    let emails = samples::all(&Names::default());
    let records = [&rsa, &pkcs8, &edwards].map(|pem| Signer::record(pem).unwrap());
    let mut cases: Vec<(String, &str)> =
        emails.iter().map(|email| (signed(email, &rsa), records[0].as_str())).collect();
    cases.push((signed(&emails[0], &pkcs8), &records[1]));
    cases.push((signed(&emails[0], &edwards), &records[2]));
    let said = checked(&cases);
    assert_eq!(said.len(), NotificationKind::ALL.len() + 2);
    for said in said {
        assert_eq!(said, "pass post._domainkey.raven.example.");
    }
}

#[test]
fn no_changed_email_has_a_valid_signature() {
    let pem = key(&["genrsa", "-traditional", "2048"]);
    let record = Signer::record(&pem).unwrap();
    let other = Signer::record(&key(&["genrsa", "-traditional", "2048"])).unwrap();
    let message = signed(&samples::your_turn(&Names::default()).compose(), &pem);
    let mut cases = vec![(message.clone(), record.as_str()), (message.clone(), other.as_str())];
    for (old, new) in [
        ("play forest", "play desert"),
        ("Subject: Winter", "Subject: Summer"),
        ("<https://raven.example/stop/", "<https://eve.example/stop/"),
        ("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", ""),
        ("From: Ravenpost", "From: Crowpost"),
        ("\r\nSubject:", "\r\nReply-To: eve@example.org\r\nSubject:"),
        // Mailboxes would show a second header field above the signed one.
        ("From: Ravenpost", "From: Eve <eve@example.org>\r\nFrom: Ravenpost"),
        ("\r\nSubject:", "\r\nSubject: Send me your password\r\nSubject:"),
    ] {
        assert!(message.contains(old), "{old} is in\n{message}");
        cases.push((message.replacen(old, new, 1), &record));
    }
    let said = checked(&cases);
    assert_eq!(said.len(), cases.len());
    assert!(said[0].starts_with("pass"));
    assert!(said[1..].iter().all(|said| said.starts_with("fail")), "{said:?}");
}

#[test]
fn malformed_key_is_rejected() {
    assert!(Signer::new("no key", "raven.example", "post").is_err());
    let curve = key(&["ecparam", "-name", "prime256v1", "-genkey", "-noout"]);
    assert!(Signer::new(&curve, "raven.example", "post").is_err());
}
