//! The emails of the corpus: their text and what the writer wants.

use std::path::Path;

/// An email and what its writer wants.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub id: String,
    pub scene: String,
    pub text: String,
    pub wants: Vec<Want>,
}

/// One thing that a writer wants.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Want {
    Order(String),
    /// A message and its recipients; no recipients means the table.
    Say(Vec<String>, String),
    Note(String),
    NoteNext(String),
    Vote(bool),
    Command(String),
    /// A line that cannot be done.
    Reject(String),
}

/// The emails of a corpus file.
pub fn cases(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emails/people").join(name);
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    text.split("\n=== ").map(|entry| case(entry.trim_start_matches("=== "))).collect()
}

/// The ids of ambiguous emails and of those that exceed the grammar.
pub fn doubtful() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emails/people/doubtful.tsv");
    let text = std::fs::read_to_string(path).expect("the labels");
    text.lines().skip(1).filter_map(|line| Some(line.split('\t').next()?.to_owned())).collect()
}

fn case(entry: &str) -> Case {
    let (head, rest) = entry.split_once('\n').expect("a head");
    let (text, wants) = rest.split_once("\n--- wants").expect("what is wanted");
    let mut fields = head.split('|').map(str::trim);
    let id = fields.next().expect("an id").to_owned();
    let scene = fields.find_map(|field| field.strip_prefix("scene=")).expect("a scene").to_owned();
    let wants = wants
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .filter_map(|line| want(line, &id));
    let wants = wants.collect();
    Case { id, scene, text: text.to_owned(), wants }
}

fn want(line: &str, id: &str) -> Option<Want> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim().to_owned();
    Some(match kind {
        "order" => Want::Order(rest),
        "say" => {
            let (to, text) = rest.split_once(':').expect("whom it is for");
            let mut to: Vec<String> = to.split(',').map(|name| name.trim().to_owned()).collect();
            to.retain(|name| name != "all");
            to.sort();
            Want::Say(to, text.trim().to_owned())
        }
        "note" => Want::Note(rest),
        "note-next" => Want::NoteNext(rest),
        "vote" => Want::Vote(rest == "yes"),
        "command" => Want::Command(rest),
        "reject" => Want::Reject(rest),
        "nothing" => return None,
        other => panic!("{id}: {other} is nothing that a writer can want"),
    })
}
