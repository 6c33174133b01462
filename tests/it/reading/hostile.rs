//! Hostile emails: they cost little, and their claims are not trusted.

use ravenpost::mail::incoming::reading;
use ravenpost::service::reply::SenderVerdict;
use serde::Deserialize;

use super::{compare, read, settle, sheet, trust, words};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hostile {
    file: String,
    /// Why it is not read at all.
    unreadable: Option<String>,
    /// The lines of those that are.
    #[serde(default)]
    lines: Vec<String>,
    /// The result of checking the sender.
    verdict: Option<String>,
}

#[test]
fn hostile_corpus_emails_are_harmless() {
    let mut wrong = Vec::new();
    for hostile in sheet::<Hostile>("hostile") {
        let file = hostile.file.as_str();
        let found = read("hostile", file);
        let why = found.as_ref().err().map(words);
        compare(&mut wrong, file, "unreadable", &hostile.unreadable, &why);
        let Ok(email) = found else { continue };
        let lines: Vec<String> =
            email.written.lines.iter().map(|line| line.plain.clone()).collect();
        compare(&mut wrong, file, "lines", &hostile.lines, &lines);
        if let Some(verdict) = &hostile.verdict {
            compare(&mut wrong, file, "verdict", verdict, &words(&email.verdict));
        }
    }
    settle(&wrong);
}

#[test]
fn no_forged_verdict_is_believed() {
    let received = "Received: from a.example (a.example [192.0.2.9]) by mx.games.example.org;\n";
    let foreign = "Received: from b.example by a.example;\n";
    let gate = "Authentication-Results: mx.games.example.org; dmarc=fail header.from=example.org\n";
    let claims = [
        "Authentication-Results: mx.games.example.org; dmarc=pass header.from=example.org\n",
        "AUTHENTICATION-RESULTS: MX.games.example.org 1; dmarc=pass\n",
        "Authentication-Results: \"mx.games.example.org\"; dkim=pass header.d=example.org\n",
        "Authentication-Results: mx.games.example.org (a) ; spf=pass smtp.mailfrom=example.org\n",
        "ARC-Authentication-Results: i=1; mx.games.example.org; dmarc=pass\n",
        "Authentication-Results: mx.other.example; dmarc=pass header.from=example.org\n",
        "Authentication-Results:\n mx.games.example.org;\n dmarc=pass\n",
        "Authentication-Results: mx.games.example.org.evil.example; dmarc=pass\n",
        "X-Authentication-Results: mx.games.example.org; dmarc=pass\n",
        "Authentication-Results: x; mx.games.example.org; dmarc=pass\n",
    ];
    let mut tried = 0;
    for claim in claims {
        for other in claims {
            for email in [
                format!("{gate}{received}{claim}{other}"),
                format!("{received}{gate}{claim}{other}"),
                format!("{received}{gate}{foreign}{claim}{other}"),
                format!("{gate}{received}{claim}{foreign}{other}"),
                format!("{received}{foreign}{claim}{other}"),
                // A checking server that ignores ARC leaves forged ARC fields in place.
                format!("{gate}ARC-{claim}{received}ARC-{other}").replace(gate, ""),
            ] {
                let email = format!("{email}From: ann@example.org\nSubject: x\n\npass\n");
                let found = reading::read(email.as_bytes(), &trust()).unwrap().verdict;
                assert!(
                    matches!(found, SenderVerdict::Fail | SenderVerdict::None),
                    "{found:?}\n{email}"
                );
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 600);
}
