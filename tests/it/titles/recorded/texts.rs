//! Facts and acts store codes and notation, never sentences that the program words. With another
//! wording, the same orders would lead to other facts, and audits would report damage.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use ravenpost::titles;
use serde_json::Value;

use super::recorded;

/// Where several words may be stored, without the indexes of lists.
const MAY: [&str; 25] = [
    // Orders in notation.
    "AutoAnswered.by",
    "AutoAnswered.order",
    "InstructionSet.line",
    "InstructionUsed",
    "InstructionUsed.line",
    "OrderPlanned",
    "Ordered.order",
    "PlanAdded.line",
    "PlanDropped.line",
    "PlanPlayed",
    "PlanStopped.part",
    "PlanUsed.line",
    "PlansDropped.refused",
    "PlansDropped.too-late",
    "PreOrderSet.build",
    "PreOrderSet.script.orders",
    "PreOrderStopped.order",
    "PreOrderUsed",
    "TimedOut.order",
    // What people wrote.
    "Extended.reason",
    "Joined.salt",
    "Opened.name",
    "Paused.reason",
    "Proposed.reason",
    "Replaced.reason",
];

/// A seat with its colour or faction: "1 red".
fn is_seat(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(seat, name)| {
        seat.bytes().all(|byte| byte.is_ascii_digit()) && !name.contains(' ')
    })
}

/// Collects the texts of several words, by the names that lead to them.
fn texts(way: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::String(text) if text.contains(' ') && !is_seat(text) => {
            found.entry(way.to_owned()).or_insert_with(|| text.clone());
        }
        Value::Array(all) => all.iter().for_each(|one| texts(way, one, found)),
        Value::Object(all) => all.iter().for_each(|(name, one)| {
            let way = if way.is_empty() { name.clone() } else { format!("{way}.{name}") };
            texts(&way, one, found);
        }),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The sentences in facts or an act, with an example of each.
fn sentences(stored: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    texts("", &serde_json::from_str(stored).expect(stored), &mut found);
    found.retain(|way, _| !MAY.contains(&way.as_str()));
    found
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut text = String::new();
    let mut file = File::open(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let done = match path.extension().is_some_and(|ending| ending == "gz") {
        true => GzDecoder::new(file).read_to_string(&mut text),
        false => file.read_to_string(&mut text),
    };
    done.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    text
}

#[test]
fn facts_contain_no_sentences() {
    let (mut wrong, mut facts) = (BTreeMap::new(), 0);
    for title in titles::all() {
        let golden = read(&format!("crates/titles/{}/src/facts.golden.jsonl", title.about().key));
        golden.lines().for_each(|fact| wrong.extend(sentences(fact)));
        for game in recorded(*title) {
            facts += game.facts.len();
            game.facts.iter().for_each(|facts| wrong.extend(sentences(facts)));
        }
    }
    assert!(facts > 10_000, "{facts}");
    assert!(wrong.is_empty(), "store codes instead of these texts: {wrong:#?}");
}

#[test]
fn acts_contain_only_sentences_of_players() {
    let (mut wrong, mut acts) = (BTreeMap::new(), 0);
    let golden = read("crates/log/tests/snapshots/golden__acts.snap");
    let golden = golden.lines().filter_map(|line| line.splitn(3, ' ').nth(2));
    for act in golden.filter(|act| act.starts_with(['{', '"'])) {
        wrong.extend(sentences(act));
        acts += 1;
    }
    for line in read("tests/exports/version-1.jsonl.gz").lines() {
        let line: Value = serde_json::from_str(line).expect("a line");
        if let Some(act) = line["event"]["act"].as_str() {
            wrong.extend(sentences(act));
            acts += 1;
        }
    }
    assert!(acts > 100, "{acts}");
    assert!(wrong.is_empty(), "store codes instead of these texts: {wrong:#?}");
}

#[test]
fn sentence_in_a_fact_is_detected() {
    let found = |facts: &str| sentences(facts).into_keys().collect::<Vec<_>>();
    let skipped = r#"[{"LineSkipped":[1,{"loot":{"at":"italia:roma"}},"looting costs 4 PP"]}]"#;
    assert_eq!(found(skipped), ["LineSkipped"]);
    let stopped = r#"{"PreOrderStopped":{"who":"1 red","order":"b take","reason":"it is yours"}}"#;
    assert_eq!(found(stopped), ["PreOrderStopped.reason"]);
    let dropped = r#"[{"PlansDropped":["1 oddi","vote","support: it is too late"]}]"#;
    assert_eq!(found(dropped), ["PlansDropped"]);
    assert!(found(r#"[{"PreOrderUsed":["1 red","b take"]}]"#).is_empty());
}
