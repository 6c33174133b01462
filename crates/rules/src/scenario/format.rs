//! The format of a scenario file. Unknown keys are errors, so that a typo cannot silently disable a
//! check.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// A file: a title and its examples.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The key of the title: "gotlandia".
    pub title: String,
    /// The starting point of every example in this file.
    #[serde(default)]
    pub base: Base,
    #[serde(default)]
    pub example: Vec<Example>,
}

/// What the examples of a file have in common.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Base {
    pub seats: Option<u8>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub given: Map<String, Value>,
}

/// A worked example: a position, orders, and the expected results.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Unique within the title: "E40".
    pub id: String,
    pub name: String,
    /// The rules it demonstrates.
    pub shows: Vec<String>,
    pub seats: Option<u8>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The starting position, merged over the file's base.
    #[serde(default)]
    pub given: Map<String, Value>,
    pub step: Vec<Step>,
}

/// A step: where it starts, what is done, and what is expected, in this order.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    // Where it starts; without any of these it continues from the previous step.
    /// Restarts from the example's position with these changes.
    pub given: Option<Map<String, Value>>,
    /// Restarts with these options set in addition.
    pub options: Option<BTreeMap<String, String>>,
    /// Starts a new game by the title's own set-up, which may be refused.
    pub open: bool,
    /// The number of seats when restarting.
    pub seats: Option<u8>,

    // What the tutorial says, if the example is shown as a tutorial game.
    /// The heading of this step and those after it.
    pub chapter: Option<String>,
    /// An explanation of this step, in Markdown.
    pub says: Option<String>,

    // What is done.
    /// The seat that orders, as a colour or number; by default the first awaited seat.
    pub seat: Option<String>,
    /// Preset numbers for the dice of this step.
    pub draws: Vec<u32>,
    /// Automatic steps only, up to the next decision.
    pub resume: bool,
    /// The game's time limit expires.
    pub ring: bool,
    /// Seats given up by their players.
    pub deserted: Vec<String>,
    /// A line of orders, as the seat would write it.
    pub order: Option<String>,
    /// The seat's default order, played because its deadline has passed.
    pub fallback: Option<String>,
    /// Lets every deadline pass until this decision is awaited, or "over".
    pub play_on: Option<String>,

    // What is expected of the order.
    /// Words expected in the refusal of the last part tried.
    pub refused: Option<Words>,
    /// The rule that the refusal must name.
    pub rule: Option<String>,
    /// The part of the line that is refused, starting at 1.
    pub part: Option<usize>,
    /// The accepted parts, in canonical notation.
    pub written: Option<Vec<String>>,

    // What is expected afterwards.
    /// Must be contained in the document.
    pub then: Map<String, Value>,
    /// All awaited seats and their decisions.
    pub awaits: Option<BTreeMap<String, String>>,
    /// Words expected in the seat's prompt.
    pub asks: Option<Words>,
    /// Lines that would be accepted.
    pub legal: Vec<String>,
    /// Lines that would be refused.
    pub illegal: Vec<String>,
    /// The complete list of legal orders.
    pub only_legal: Option<Vec<String>>,
    /// All legal orders with a given beginning: the beginning, then the possible continuations.
    pub only: BTreeMap<String, Vec<String>>,
    /// The forms offered: first word, then the words of its amounts.
    pub forms: BTreeMap<String, Vec<String>>,
    /// Words expected in the standing instructions and plans shown to the seat.
    pub aside: Option<Words>,
    /// Expected log lines of this step, in this order; each by its short form or part of its
    /// sentence.
    pub tells: Vec<String>,
    /// Log lines that must not appear in this step.
    pub untold: Vec<String>,
    /// The viewer whose log is checked; by default a spectator.
    pub ears: Option<String>,
    /// Must be contained in the view of each viewer.
    pub view: BTreeMap<String, Value>,
    /// Words on the page of each viewer.
    pub page: BTreeMap<String, Page>,
    /// The drawn board, as a spectator sees it.
    pub scene: Option<Value>,
    /// A position that differs in hidden things only.
    pub twin: Option<Twin>,
    /// Must be contained in the outcome.
    pub outcome: Option<Value>,
    /// Must be contained in the title's description.
    pub about: Option<Value>,
    /// Runs the title's consistency check.
    pub audit: bool,
}

/// One word or several.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    pub fn all(&self) -> &[String] {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }
}

/// Words that must be on a page, and words that must not.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Page {
    pub has: Vec<String>,
    pub lacks: Vec<String>,
}

/// The same position with changes, and the viewers who may not see the difference.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Twin {
    /// Changes of the document.
    pub change: Map<String, Value>,
    /// Viewers whose view, page and legal orders stay the same.
    pub same_for: Vec<String>,
    /// Viewers whose view differs.
    pub differs_for: Vec<String>,
}

/// Parses the text of a file.
pub fn read(text: &str) -> Result<File, String> {
    toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

impl Example {
    /// Returns structural errors of the example itself.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.shows.is_empty() {
            faults.push("`shows` names no rule point".to_owned());
        }
        if self.step.is_empty() {
            faults.push("it has no step".to_owned());
        }
        for (at, step) in self.step.iter().enumerate() {
            for fault in step.faults() {
                faults.push(format!("step {}: {fault}", at + 1));
            }
        }
        faults
    }
}

impl Step {
    /// Returns whether it starts from a position of its own.
    pub fn starts_over(&self) -> bool {
        self.open || self.given.is_some() || self.options.is_some() || self.seats.is_some()
    }

    fn faults(&self) -> Vec<&'static str> {
        let done = [
            self.resume,
            self.ring,
            !self.deserted.is_empty(),
            self.order.is_some(),
            self.fallback.is_some(),
            self.play_on.is_some(),
        ];
        let refusal = self.refused.is_some() || self.rule.is_some() || self.part.is_some();
        let mut faults = Vec::new();
        if done.iter().filter(|is| **is).count() > 1 {
            faults.push(
                "one step does one thing: resume, ring, deserted, order, fallback or play_on",
            );
        }
        let ordered = self.order.is_some() || self.fallback.is_some();
        if !ordered && (self.written.is_some() || refusal && !self.open) {
            faults.push("refused, rule, part and written speak of an order, and there is none");
        }
        if self.open && self.given.is_some() {
            faults.push("a new game has no given position");
        }
        if !self.checks() && !ordered && !refusal {
            faults.push("it checks nothing");
        }
        faults
    }

    /// Returns whether anything besides the order is checked.
    fn checks(&self) -> bool {
        let one = [self.awaits.is_some(), self.asks.is_some(), self.only_legal.is_some()];
        let two = [self.scene.is_some(), self.twin.is_some(), self.outcome.is_some()];
        let three = [self.about.is_some(), self.audit, self.aside.is_some()];
        let full = [
            !self.then.is_empty(),
            !self.legal.is_empty(),
            !self.illegal.is_empty(),
            !self.only.is_empty(),
            !self.forms.is_empty(),
            !self.tells.is_empty(),
            !self.untold.is_empty(),
            !self.view.is_empty(),
            !self.page.is_empty(),
        ];
        [one, two, three].concat().contains(&true) || full.contains(&true)
    }
}

/// Merges changes into a document: tables are merged, everything else is replaced.
pub fn merged(below: &Map<String, Value>, above: &Map<String, Value>) -> Map<String, Value> {
    let mut whole = below.clone();
    for (key, value) in above {
        let value = match (whole.get(key), value) {
            (Some(Value::Object(low)), Value::Object(high)) => Value::Object(merged(low, high)),
            _ => value.clone(),
        };
        whole.insert(key.clone(), value);
    }
    whole
}
