//! What the title Scharz stores, looked at from outside: numbers only where something is counted.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use ravenpost::rules::Recorded;
use serde_json::Value;

/// Where a stored fact may hold a number: its name, then the way to it; places of lists of any
/// length are left out, and of a line only the last word counts. Seats are numbers by name
/// everywhere in the log; all others count something.
const COUNTED: &str = "
    Agreed.0 Agreed.1 Agreed.2.over Agreed.2.until Announced.0 Arrived Asked.1 Assault.1 Assault.2
    Battle.1 Battle.2 Became.0 Blow.dice Blow.felled.n Blow.hits Blow.round Blow.seat Blow.swords
    Bred.0 BuiltTwice Came.0 Came.1.n Command.0 Counted.0 Counted.1 Counted.2 Crop.1 Decided.1
    Drove.0 Ended.0 Ended.1 Ending.0 Ending.1 Failed.0 Fell.by Fell.seat Fell.stack.n Fortune.0
    Fortune.2 Gold.0 Gold.1 HiredCorsairs Instructed.0 Intercepted.1 Intercepted.2 Lapsed.0 Lapsed.1
    Marched Marked.0 Named.0 Named.1 Offered.0 Offered.1 Offered.2.amount Offered.2.round
    Opened.options.years Opened.order Opened.seats Out Over.winners Parted.0 Prestige.0 Prestige.1
    Recruits.0 Recruits.1 Resigned Rolled.faces Rolled.seat Round.0 Round.1 Sealed Settled.0
    Site.1.owner Site.1.points Skipped.0 Sown.0 Stands Stored.2 Struck.0 Struck.1 Taken.0 Taken.1
    TollSaid.0 Town.1.owner Tribute.0 Tribute.1 Used.2 Victory.0 Victory.1 Waits Went.0 Went.2.n
    Went.3.n Wrote.0 Yard.1.owner
    line.amount line.n line.rounds line.seat line.stop
";

/// Lists of any length.
const LONG_LISTS: [&str; 9] =
    ["Asked.1", "Round.1", "order", "winners", "dice", "felled", "faces", "Intercepted.2", "Ice"];

/// Every number of a fact, by the way to it.
fn numbers(way: &str, value: &Value, found: &mut BTreeMap<String, Value>) {
    match value {
        Value::Number(_) => {
            found.entry(counted(way)).or_insert_with(|| value.clone());
        }
        Value::Array(all) => {
            let long = LONG_LISTS.iter().any(|list| way.ends_with(list));
            for (at, one) in all.iter().enumerate() {
                let way = if long { way.to_owned() } else { format!("{way}.{at}") };
                numbers(&way, one, found);
            }
        }
        Value::Object(all) => {
            for (key, one) in all {
                let way = if way.is_empty() { key.clone() } else { format!("{way}.{key}") };
                numbers(&way, one, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Of what a line holds, the last word.
fn counted(way: &str) -> String {
    let of_line = ["Wrote.1.", "Instructed.1.", "Skipped.1."].iter().any(|at| way.starts_with(at));
    match way.rsplit('.').next() {
        Some(last) if of_line => format!("line.{last}"),
        _ => way.to_owned(),
    }
}

/// Numbers of facts where a word belongs, with the first of each.
fn wordless(facts: &str) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    let facts: Vec<Value> = serde_json::from_str(facts).unwrap();
    facts.iter().for_each(|fact| numbers("", fact, &mut found));
    found.retain(|way, _| !COUNTED.split_whitespace().any(|known| known == way));
    found
}

fn recorded(name: &str) -> Vec<Recorded> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let file = File::open(folder.join(name)).unwrap();
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

#[test]
fn stored_facts_hold_numbers_only_where_something_is_counted() {
    let mut wrong = BTreeMap::new();
    let mut facts = 0;
    for game in ["scharz.jsonl.gz", "scharz-more.jsonl.gz"].into_iter().flat_map(recorded) {
        facts += game.facts.len();
        game.facts.iter().for_each(|facts| wrong.extend(wordless(facts)));
    }
    assert!(facts > 10_000, "{facts}");
    assert!(wrong.is_empty(), "words belong where these numbers stand: {wrong:?}");
}

#[test]
fn a_number_in_place_of_a_word_is_found() {
    let stack = r#"{"at":"italia:roma","unit":{"kind":"li"},"marks":129,"n":2}"#;
    let facts =
        format!(r#"[{{"Came":[1,{stack},"setup"]}}, {{"Wrote":[1,{{"x":{{"word":2}}}}]}}]"#);
    let found: Vec<String> = wordless(&facts).into_keys().collect();
    assert_eq!(found, ["Came.1.marks", "line.word"]);
}
