//! Letters that mean harm: they cost little, and what they say is not believed.

use std::time::{Duration, Instant};

use ravenpost::mail::incoming::reading::{self, Unreadable, Verdict};
use serde::Deserialize;

use super::{compare, read, settle, sheet, trust, words};

/// Nothing may take longer, built for tests on a busy machine; a release takes a tenth.
const LONGEST: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hostile {
    file: String,
    /// Why it is not read at all.
    unreadable: Option<String>,
    /// The lines of those that are.
    #[serde(default)]
    lines: Vec<String>,
    /// What becomes of the sender's claims.
    verdict: Option<String>,
}

#[test]
fn hostile_letters_on_file_are_harmless() {
    let mut wrong = Vec::new();
    for hostile in sheet::<Hostile>("hostile") {
        let file = hostile.file.as_str();
        let found = read("hostile", file);
        let why = found.as_ref().err().map(words);
        compare(&mut wrong, (file, "unreadable"), (&hostile.unreadable, &why));
        let Ok(letter) = found else { continue };
        let lines: Vec<String> =
            letter.written.lines.iter().map(|line| line.plain.clone()).collect();
        compare(&mut wrong, (file, "lines"), (&hostile.lines, &lines));
        if let Some(verdict) = &hostile.verdict {
            compare(&mut wrong, (file, "verdict"), (verdict, &words(&letter.verdict)));
        }
    }
    settle(&wrong);
}

/// Letters too large to be kept on file: what each is made of, and what becomes of it.
fn large() -> Vec<(&'static str, Vec<u8>, Option<Unreadable>)> {
    let head = "From: ann@example.org\nSubject: x\n";
    let letter = |rest: String| format!("{head}{rest}").into_bytes();
    let html = |body: String| letter(format!("Content-Type: text/html\n\n{body}"));
    let nested = |depth: usize| -> String {
        let open = |n: usize| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n");
        (0..depth).map(open).collect::<String>() + "\npass\n"
    };
    let parts = |count: usize| {
        let parts = "--b\nContent-Type: text/plain\n\npass\n".repeat(count);
        format!("Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n")
    };
    let inner = "Content-Type: message/rfc822\n\n".repeat(100_000);
    let fields = |count: usize| "X-A: b\n".repeat(count) + "\npass\n";
    let attributes: String = (0..200_000).map(|n| format!(" a{n}")).collect();
    let formats: String = (0..60_000).map(|n| format!("<b a{n}>")).collect();
    vec![
        ("gigantic", letter("\n".to_owned() + &"a".repeat(26 << 20)), Some(Unreadable::TooLarge)),
        ("large", letter("\n".to_owned() + &"wood bro\n".repeat(2 << 20)), None),
        ("one long line", letter("\n".to_owned() + &"wood bro ".repeat(1 << 20)), None),
        ("nested parts", letter(nested(1000)), Some(Unreadable::TooDeep)),
        ("many parts", letter(parts(10_000)), Some(Unreadable::TooManyParts)),
        ("letters in letters", letter(inner), None),
        ("many fields", letter(fields(5_000)), Some(Unreadable::HeadTooLarge)),
        (
            "one long field",
            letter(format!("X-A: {}\n\npass", "a ".repeat(600_000))),
            Some(Unreadable::HeadTooLarge),
        ),
        ("many addresses", letter(format!("To: {}\n\npass", "a@b.example,".repeat(10_000))), None),
        ("brackets", letter(format!("To: {}\n\npass", "(".repeat(100_000))), None),
        (
            "blanks",
            letter(format!(
                "Content-Transfer-Encoding: quoted-printable\n\n{}",
                "= ".repeat(500_000)
            )),
            None,
        ),
        ("many attributes", html(format!("<b{attributes}>pass")), None),
        ("open elements", html("<div>".repeat(200_000)), None),
        ("open formats", html(formats + &"<p>".repeat(100_000)), None),
        ("ends without begin", html("<i>".repeat(1_900) + &"</b>".repeat(200_000)), None),
        (
            "quotes",
            letter("\n".to_owned() + &"> x\nOn 3:00 2025 x@y wrote:\n".repeat(30_000)),
            None,
        ),
        ("heads", letter("\n".to_owned() + &"From: a\nDate: b\n\n".repeat(50_000)), None),
        ("dashes", letter("\n".to_owned() + &"--\n\n______________\n".repeat(50_000)), None),
    ]
}

#[test]
fn large_letters_cost_little() {
    for (name, letter, wanted) in large() {
        let start = Instant::now();
        let found = reading::read(&letter, &trust());
        let took = start.elapsed();
        assert_eq!(found.as_ref().err(), wanted.as_ref(), "{name}");
        assert!(took < LONGEST, "{name} took {took:?}");
        if let Ok(letter) = found {
            assert!(letter.written.lines.len() <= 500 && letter.recipients.len() <= 50, "{name}");
        }
    }
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
            for letter in [
                format!("{gate}{received}{claim}{other}"),
                format!("{received}{gate}{claim}{other}"),
                format!("{received}{gate}{foreign}{claim}{other}"),
                format!("{gate}{received}{claim}{foreign}{other}"),
                format!("{received}{foreign}{claim}{other}"),
            ] {
                let letter = format!("{letter}From: ann@example.org\nSubject: x\n\npass\n");
                let found = reading::read(letter.as_bytes(), &trust()).unwrap().verdict;
                assert!(matches!(found, Verdict::Fail | Verdict::None), "{found:?}\n{letter}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 500);
}
