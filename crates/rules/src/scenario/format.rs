//! What may stand in a scenario file. Unknown keys are refused, so that a slip of the pen cannot
//! turn a check into nothing.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// One file: a title and its examples.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The key of the title: "gotlandia".
    pub title: String,
    /// What every example of this file starts from.
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

/// One worked example: a position, orders, and what must come of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Unique within the title: "E40".
    pub id: String,
    pub name: String,
    /// The rule points it shows.
    pub shows: Vec<String>,
    pub seats: Option<u8>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position it starts from, merged over the file's base.
    #[serde(default)]
    pub given: Map<String, Value>,
    pub step: Vec<Step>,
}

/// One step: where it starts, what is done, what must then be so. In this order.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    // Where it starts. Without any of these it goes on from the step before.
    /// Starts over from the example's position with these changes.
    pub given: Option<Map<String, Value>>,
    /// Starts over with these options set as well.
    pub options: Option<BTreeMap<String, String>>,
    /// Starts a new game of the title, set up by its own rules. It may be refused.
    pub open: bool,
    /// How many seats, where it starts over.
    pub seats: Option<u8>,

    // What is told of it, where the example is shown as a game to learn from.
    /// The heading under which this step and those after it are told.
    pub chapter: Option<String>,
    /// What there is to know at this step, in Markdown.
    pub says: Option<String>,

    // What is done.
    /// A colour or a number. Without it: the first seat that is awaited.
    pub seat: Option<String>,
    /// Numbers laid down for the dice of this step.
    pub draws: Vec<u32>,
    /// Automatic steps only, up to the next decision.
    pub resume: bool,
    /// The time limit of the game is reached.
    pub ring: bool,
    /// The seats that were given up by those who held them.
    pub deserted: Vec<String>,
    /// A line of orders, as the seat would write it.
    pub order: Option<String>,
    /// The default order of the seat, played because its deadline has passed.
    pub fallback: Option<String>,
    /// Lets every deadline pass until this decision is awaited, or "over".
    pub play_on: Option<String>,

    // What must be so of the order.
    /// Words that must stand in the refusal of the line's last part tried.
    pub refused: Option<Words>,
    /// The rule point which the refusal must name.
    pub rule: Option<String>,
    /// Which part of the line is refused, from 1.
    pub part: Option<usize>,
    /// The parts taken, in canonical notation.
    pub written: Option<Vec<String>>,

    // What must then be so.
    /// Must be contained in the sheet.
    pub then: Map<String, Value>,
    /// Which seats are awaited, and for which decision; all of them.
    pub awaits: Option<BTreeMap<String, String>>,
    /// Words that must stand in the question asked of the seat.
    pub asks: Option<Words>,
    /// Lines that would be taken.
    pub legal: Vec<String>,
    /// Lines that would be refused.
    pub illegal: Vec<String>,
    /// All the legal orders there are.
    pub only_legal: Option<Vec<String>>,
    /// All the legal orders that begin so: the beginning, then how each goes on.
    pub only: BTreeMap<String, Vec<String>>,
    /// The forms offered: first word, then the words of its amounts.
    pub forms: BTreeMap<String, Vec<String>>,
    /// Words of the standing instructions and plans shown to the seat.
    pub aside: Option<Words>,
    /// What the log tells of this step, in this order; its short form or words of its sentence.
    pub tells: Vec<String>,
    /// What the log does not tell of this step.
    pub untold: Vec<String>,
    /// Who hears the log; a watcher without it.
    pub ears: Option<String>,
    /// Must be contained in the view of each viewer.
    pub view: BTreeMap<String, Value>,
    /// Words on the page of each viewer.
    pub page: BTreeMap<String, Page>,
    /// What stands on the drawn board, as a watcher sees it.
    pub scene: Option<Value>,
    /// A position that differs in hidden things only.
    pub twin: Option<Twin>,
    /// Must be contained in the outcome.
    pub outcome: Option<Value>,
    /// Must be contained in the title's card.
    pub about: Option<Value>,
    /// Runs the title's own bookkeeping.
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

/// Words that must stand on a page, and words that must not.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Page {
    pub has: Vec<String>,
    pub lacks: Vec<String>,
}

/// The same position with some things changed, and who may not see the difference.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Twin {
    /// Changes of the sheet.
    pub change: Map<String, Value>,
    /// Viewers whose view, page and legal orders stay the same.
    pub same_for: Vec<String>,
    /// Viewers whose view differs.
    pub differs_for: Vec<String>,
}

/// Reads a file's text.
pub fn read(text: &str) -> Result<File, String> {
    toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

impl Example {
    /// What is wrong with the example itself.
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
    /// Whether it begins from a position of its own.
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

    /// Whether anything is looked at besides the order.
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

/// Lays changes over a document: tables are merged, everything else is replaced.
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
