//! Emails as people write them, processed by the real service: what each line did, and who read
//! what.

mod case;
mod effects;
mod scenes;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use case::{Case, Want, cases, doubtful};
use scenes::{Prepared, SCENES, Stage};

/// How well an email was processed.
#[derive(Debug, Default)]
struct Verdict {
    /// Wanted but not done.
    missing: Vec<Want>,
    /// Done but not wanted.
    extra: Vec<Want>,
    /// Text that reached the wrong reader, or an order that was not meant.
    harm: Vec<String>,
    asked: bool,
    /// Lines of the email that are missing from the report.
    unaccounted: i64,
    account: String,
}

impl Verdict {
    fn is_full(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

/// Quoted text below an email, in the styles of different mail programs.
fn quote(number: usize) -> &'static str {
    match number % 3 {
        0 => {
            "\r\n\r\nOn Fri, 20 Nov 2026 at 10:30, Ravenpost <raven@raven.example> wrote:\r\n\
             > Write your orders above this line\r\n>\r\n> Hello,\r\n>\r\n> 1. pass\r\n"
        }
        1 => "\r\n\r\nWrite your orders above this line\r\n\r\nHello,\r\n\r\n1. pass\r\n",
        _ => "\r\n",
    }
}

/// Removes irrelevant differences from the text: spaces, and the typographic quotes and dashes of
/// phones.
fn plain(text: &str) -> String {
    let simple = text.chars().map(|letter| match letter {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{fe0f}' => ' ',
        other => other,
    });
    simple.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn same(one: &Want, other: &Want) -> bool {
    match (one, other) {
        (Want::Say(to, text), Want::Say(others, other)) => {
            to == others && plain(text) == plain(other)
        }
        (Want::Note(text), Want::Note(other)) | (Want::NoteNext(text), Want::NoteNext(other)) => {
            plain(text) == plain(other)
        }
        (Want::Command(text), Want::Command(other)) => {
            let bare = |text: &str| {
                plain(text).to_lowercase().trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
            };
            bare(text) == bare(other)
        }
        _ => one == other,
    }
}

async fn carried_out(case: &Case, number: usize, stage: &Stage) -> Verdict {
    let before = stage.table.version().await;
    let orders: Vec<String> = case
        .wants
        .iter()
        .filter_map(|want| match want {
            Want::Order(order) => Some(order.clone()),
            _ => None,
        })
        .collect();
    let wanted_orders = stage.canonical(&orders).await;
    let text = case.text.trim_end().replace('\n', "\r\n") + quote(number);
    stage.write(&text);
    assert_eq!(stage.table.round().await, 1, "{}", case.id);
    let effects = stage.effects(before).await;
    let mut wanted: Vec<Want> =
        case.wants.iter().filter(|want| !matches!(want, Want::Order(_))).cloned().collect();
    wanted.extend(wanted_orders);
    let mut verdict = Verdict { missing: wanted.clone(), ..Verdict::default() };
    for done in &effects.done {
        match verdict.missing.iter().position(|want| same(want, done)) {
            Some(at) => drop(verdict.missing.remove(at)),
            None => verdict.extra.push(done.clone()),
        }
    }
    // What cannot be done is rejected or causes a question.
    let open = |line: &str| {
        effects.account.iter().any(|(outcome, text, ..)| {
            matches!(outcome.as_str(), "rejected" | "asked")
                && plain(text).to_lowercase().contains(&plain(line).to_lowercase())
        })
    };
    verdict.missing.retain(|want| match want {
        Want::Reject(line) => !open(line),
        // A command may be refused because of the state of the game.
        Want::Command(line) => !open(line),
        _ => true,
    });
    for extra in &verdict.extra {
        match extra {
            Want::Order(order) => verdict.harm.push(format!("order not meant: {order}")),
            Want::Vote(agrees) => verdict.harm.push(format!("vote not meant: {agrees}")),
            Want::Say(to, text) => {
                let meant = wanted.iter().any(|want| {
                    matches!(want, Want::Say(others, meant)
                    if others == to && plain(meant).starts_with(&plain(text)))
                });
                if !meant {
                    verdict.harm.push(format!("read by {to:?}: {text}"));
                }
            }
            _ => {}
        }
    }
    verdict.asked = effects.account.iter().any(|(outcome, ..)| outcome == "asked");
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let accounted: u64 = effects.account.iter().map(|(_, _, lines, _)| lines).sum();
    verdict.unaccounted = lines as i64 - accounted as i64;
    for (outcome, line, lines, said) in &effects.account {
        let said = if outcome == "executed" || outcome == "ignored" { "" } else { said.as_str() };
        let _ = writeln!(verdict.account, "    {outcome:<9} {lines} | {line} {said}");
    }
    verdict
}

/// Processes the emails of a file. At least 95 % of the unambiguous ones must succeed in full. In
/// all cases, no text may reach the wrong reader and no unintended order may be played.
async fn carry_out(file: &str) {
    let (doubtful, mut report) = (doubtful(), String::new());
    let mut prepared: BTreeMap<String, Prepared> = BTreeMap::new();
    let (mut clear, mut full, mut harmed, mut asked) = (0, 0, Vec::new(), 0);
    for (number, case) in cases(file).iter().enumerate() {
        if !prepared.contains_key(&case.scene) {
            let scene = SCENES.iter().find(|scene| scene.id == case.scene).expect("a scene");
            prepared.insert(case.scene.clone(), Prepared::of(scene).await);
        }
        let verdict = carried_out(case, number, &prepared[&case.scene].stage().await).await;
        let is_clear = !doubtful.contains(&case.id);
        clear += usize::from(is_clear);
        full += usize::from(is_clear && verdict.is_full());
        asked += usize::from(verdict.asked);
        if !verdict.harm.is_empty() {
            harmed.push(format!("{}: {:?}", case.id, verdict.harm));
        }
        assert_eq!(
            verdict.unaccounted, 0,
            "{}: lines that nothing accounts for\n{}",
            case.id, verdict.account
        );
        if !verdict.is_full() || !verdict.harm.is_empty() {
            let _ = writeln!(
                report,
                "=== {}{}\n{}\n--- missing {:?}\n--- extra {:?}\n--- harm {:?}\n{}",
                case.id,
                if is_clear { "" } else { " (doubtful)" },
                case.text,
                verdict.missing,
                verdict.extra,
                verdict.harm,
                verdict.account
            );
        }
    }
    let figures = format!(
        "{file}: {full} of {clear} clear emails in full, {asked} asked about, {} harmed",
        harmed.len()
    );
    println!("{figures}");
    if let Some(folder) = std::env::var_os("RAVENPOST_REPORT") {
        std::fs::write(std::path::Path::new(&folder).join(file), format!("{figures}\n{report}"))
            .expect("written");
    }
    assert!(harmed.is_empty(), "{figures}\n{harmed:#?}");
    assert!(full * 100 >= clear * 95, "{figures}\n{report}");
}

#[tokio::test]
async fn gotlandia_emails_are_understood() {
    carry_out("gotlandia.txt").await;
}

#[tokio::test]
async fn bardagi_emails_are_understood() {
    carry_out("bardagi.txt").await;
}

#[tokio::test]
async fn thingvellir_emails_are_understood() {
    carry_out("thingvellir.txt").await;
}

#[tokio::test]
async fn scharz_emails_are_understood() {
    carry_out("scharz.txt").await;
}

/// Replies that players of test games sent and that were misread.
#[tokio::test]
async fn emails_of_real_players_are_understood() {
    carry_out("players.txt").await;
}

/// Written after the parser was finished, by an author who had not seen the other emails.
#[tokio::test]
async fn unseen_emails_are_understood() {
    carry_out("fresh.txt").await;
    carry_out("late.txt").await;
}
