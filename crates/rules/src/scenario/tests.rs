//! Tests the runner with a toy title: players take one to three counters, and the one who takes the
//! last one loses.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{CheckResult, Checked, check_text};
use crate::about::{About, Size, Table};
use crate::ask::Ask;
use crate::ask::Awaited;
use crate::dice::Dice;
use crate::erased::Title;
use crate::erased::typed::Erased;
use crate::orders::legal::{Group, Legal};
use crate::orders::refusal::Refusal;
use crate::rules::described::Described;
use crate::rules::document::Document;
use crate::rules::fact_info::FactInfo;
use crate::rules::fold::Fold;
use crate::rules::judge::Judge;
use crate::rules::mind::Mind;
use crate::rules::notation::Notation;
use crate::rules::run::Run;
use crate::rules::show::Show;
use crate::seat::{Outcome, Place, Seat, Viewer, Visibility};
use crate::view::{Narration, Presentation};
use crate::voice::Narrator;

struct Toy;

#[derive(Clone, Default)]
struct Heap {
    counters: u32,
    turn: u8,
    secret: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Fact {
    Laid(u32),
    Took { seat: Seat, counters: u32 },
}

static ABOUT: About = About {
    key: "toy",
    version: 1,
    name: "Toy",
    designers: "Nobody",
    tagline: "Take the last one and lose.",
    licence: "free",
    seats: (2, 2),
    size: Size {
        weight: 1,
        good_with: "2",
        length: "",
        weeks: "",
        weeks_with_option: "",
        hidden: "",
    },
    colours: &["red", "blue"],
    options: &[],
    terms: &[],
    verbs: &[],
    bound: 50,
    rules: "R1.1 Take one, two or three.",
    learn: "",
    tour: "",
    notation: "",
    examples: &[],
};

impl Described for Toy {
    fn about() -> &'static About {
        &ABOUT
    }
}

impl Fold for Toy {
    type State = Heap;
    type Fact = Fact;
    fn blank() -> Heap {
        Heap { turn: 1, ..Heap::default() }
    }
    fn apply(heap: &mut Heap, fact: &Fact) {
        match fact {
            Fact::Laid(counters) => heap.counters = *counters,
            Fact::Took { counters, .. } => {
                heap.counters -= counters;
                heap.turn = 3 - heap.turn;
            }
        }
    }
    fn seats(_heap: &Heap) -> u8 {
        2
    }
}

impl Notation for Toy {
    type Order = u32;
    fn parse(_heap: &Heap, _seat: Seat, text: &str) -> Result<u32, Vec<Refusal>> {
        let number = text.strip_prefix("take ").and_then(|number| number.trim().parse().ok());
        number.ok_or_else(|| vec![Refusal::new("is not an order").subject(text)])
    }
    fn write(_heap: &Heap, order: &u32) -> String {
        format!("take {order}")
    }
}

impl Judge for Toy {
    fn open(run: &mut Run<Toy>, _table: &Table) -> Result<(), Refusal> {
        let counters = 5 + run.dice.stream("heap").below(5);
        run.put(Fact::Laid(counters));
        Ok(())
    }
    fn awaited(heap: &Heap) -> Vec<Awaited> {
        let ask = Ask::question(Seat(heap.turn), "How many?");
        let (decision, goes_on, private) = ("turn", false, false);
        let one = Awaited { seat: Seat(heap.turn), decision, ask, goes_on, private };
        if heap.counters > 0 { vec![one] } else { Vec::new() }
    }
    fn legal(heap: &Heap, seat: Seat) -> Legal<u32> {
        if seat.0 != heap.turn {
            return Legal::none();
        }
        Legal::listed((1..=heap.counters.min(3)).collect())
    }
    fn decide(run: &mut Run<Toy>, seat: Seat, order: &u32) -> Result<(), Refusal> {
        if !Toy::legal(&run.state, seat).orders.contains(order) {
            return Err(Refusal::new("take one to three").rule("R1.1"));
        }
        run.put(Fact::Took { seat, counters: *order });
        Ok(())
    }
    fn fallback(_heap: &Heap, _seat: Seat) -> u32 {
        1
    }
    fn resume(_run: &mut Run<Toy>) {}
    fn outcome(heap: &Heap) -> Option<Outcome> {
        let place = |seat: u8, place| Place {
            seat: Seat(seat),
            place,
            score: i32::from(place == 1),
            parts: vec![("counters".to_owned(), 1)],
        };
        let places = vec![place(heap.turn, 1), place(3 - heap.turn, 2)];
        (heap.counters == 0).then(|| Outcome { places, verdict: "It is over".to_owned() })
    }
}

impl Show for Toy {
    type View = Value;
    type Hidden = ();
    fn show(heap: &Heap, viewer: Viewer) -> Value {
        let secret = viewer.is(Seat(1)).then_some(heap.secret);
        json!({ "counters": heap.counters, "secret": secret })
    }
    fn present(view: &Value) -> Presentation {
        let text = [format!("{} lie here", view["counters"])].into_iter().collect();
        Presentation { text, ..Presentation::default() }
    }
    fn words(_heap: &Heap, _seat: Seat, order: &u32) -> String {
        format!("Take {order}")
    }
    fn group(_heap: &Heap, _seat: Seat, _order: &u32) -> Group {
        Group::default()
    }
    fn sentence(fact: &Fact, _narrator: &Narrator) -> Option<Narration> {
        let Fact::Took { seat, counters } = fact else { return None };
        let text = format!("Seat {} takes {counters}", seat.0);
        Some(Narration { text, code: Some(format!("took {counters}")), ..Narration::default() })
    }
    fn info(_fact: &Fact) -> FactInfo<()> {
        FactInfo { visibility: Visibility::Nobody, ..FactInfo::open() }
    }
}

impl Mind for Toy {
    fn estimate(_heap: &Heap, _seat: Seat) -> i64 {
        0
    }
    fn imagine(heap: &Heap, _viewer: Viewer, _dice: &mut Dice) -> Heap {
        heap.clone()
    }
}

impl Document for Toy {
    fn audit(heap: &Heap) -> Result<(), String> {
        if heap.counters < 20 { Ok(()) } else { Err("too many counters".to_owned()) }
    }
    fn document(heap: &Heap) -> Value {
        json!({ "counters": heap.counters, "turn": heap.turn, "secret": heap.secret,
            "pile": ["a", "b", "b"] })
    }
    fn from_document(_table: &Table, document: &Value) -> Result<Heap, String> {
        let number = |key: &str, rest| document[key].as_u64().map_or(rest, |it| it as u32);
        let turn = if number("turn", 1) == 2 { 2 } else { 1 };
        Ok(Heap { counters: number("counters", 5), turn, secret: number("secret", 0) })
    }
}

fn find(key: &str) -> Option<&'static dyn Title> {
    static TOY: Erased<Toy> = Erased::new();
    (key == "toy").then_some(&TOY)
}

fn run(steps: &str) -> Vec<CheckResult> {
    let head = "title = \"toy\"\nbase.given.counters = 5\n[[example]]\nid = \"E1\"\n\
        name = \"One\"\nshows = [\"R1.1\"]\n";
    check_text(&find, "toy.toml", &format!("{head}{steps}"))
}

#[track_caller]
fn holds(steps: &str) {
    let results = run(steps);
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].outcome, Checked::Ok);
}

#[track_caller]
fn fails(steps: &str, word: &str) {
    let results = run(steps);
    let Checked::Failed(why) = &results[0].outcome else { panic!("it holds: {steps}") };
    assert!(why.iter().any(|why| why.contains(word)), "{why:?} lacks {word:?}");
}

#[test]
fn orders_and_their_results_are_checked() {
    holds(
        r#"
        [[example.step]]
        order = "take 3;  TAKE 1"
        refused = ["TAKE 1", "is not an order"]
        part = 2
        written = ["take 3"]
        then.counters = 2
        awaits.blue = "turn"
        tells = ["took 3"]
        "#,
    );
    holds(
        "[[example.step]]\norder = \"take 2\"\n[[example.step]]\norder = \"take 1\"\n\
            then.counters = 2",
    );
    fails("[[example.step]]\norder = \"take 4\"", "refused: take one to three (R1.1)");
    fails("[[example.step]]\norder = \"take 1\"\nrefused = \"no\"", "is taken");
    fails("[[example.step]]\norder = \"take 4\"\nrule = \"R9.9\"", "does not cite R9.9");
    fails("[[example.step]]\norder = \"take 1\"\nthen.counters = 1", "expected 1, found 4");
    fails("[[example.step]]\norder = \"take 1\"\nwritten = [\"take 2\"]", "written");
    fails("[[example.step]]\norder = \"take 1\"\ntells = [\"took 2\"]", "does not tell");
    fails("[[example.step]]\norder = \"take 1\"\nuntold = [\"took 1\"]", "the log tells");
}

#[test]
fn legal_orders_are_checked() {
    holds(
        "[[example.step]]\nlegal = [\"take 1\"]\nillegal = [\"take 4\", \"x\"]\n\
            only.take = [\"1\", \"2\", \"3\"]",
    );
    holds("[[example.step]]\ngiven.counters = 1\nonly_legal = [\"take 1\"]\nasks = \"many\"");
    fails("[[example.step]]\nlegal = [\"take 4\"]", "take 4 is refused");
    fails("[[example.step]]\nillegal = [\"take 3\"]", "take 3 is legal");
    fails("[[example.step]]\nonly.take = [\"1\", \"2\"]", "not expected [\"take 3\"]");
    fails("[[example.step]]\nonly_legal = [\"take 9\"]", "missing [\"take 9\"]");
    fails("[[example.step]]\nasks = \"who\"", "the question lacks");
    fails("[[example.step]]\nforms.lose = [\"s\"]", "no form lose");
    fails("[[example.step]]\nawaits = {}", "awaits");
}

#[test]
fn other_openings_and_endings_are_checked() {
    holds("[[example.step]]\nopen = true\ndraws = [4]\nthen.counters = 9\naudit = true");
    holds(
        "[[example.step]]\nfallback = \"take 1\"\nthen.turn = 2\n[[example.step]]\n\
            play_on = \"over\"\nawaits = {}\noutcome.red.place = 2\noutcome.verdict.has = \"over\"",
    );
    holds("[[example.step]]\nopen = true\nseats = 3\nrefused = \"2 to 2 seats\"");
    fails("[[example.step]]\nopen = true\nrefused = \"seats\"", "is taken");
    fails("[[example.step]]\nfallback = \"take 2\"", "the fallback is take 1");
    fails("[[example.step]]\nplay_on = \"end\"\nawaits = {}", "the game is over");
    fails("[[example.step]]\ngiven.counters = 20\naudit = true", "too many counters");
}

#[test]
fn views_are_checked() {
    holds(
        "[[example.step]]\nview.red.secret = 0\npage.watcher.has = [\"5 lie\"]\n\
            about.name = \"Toy\"",
    );
    holds(
        "[[example.step]]\n\
            twin = { change = { secret = 7 }, same_for = [\"blue\", \"watcher\"], \
            differs_for = [\"red\"] }",
    );
    fails("[[example.step]]\ntwin = { change = { secret = 7 }, same_for = [\"red\"] }", "red sees");
    fails(
        "[[example.step]]\ntwin = { change = { turn = 2 }, differs_for = [\"watcher\"] }",
        "does not see",
    );
    fails("[[example.step]]\npage.red.lacks = [\"lie\"]", "has \"lie\"");
}

#[test]
fn matchers() {
    for good in [
        "{ count = 3 }",
        "{ any_order = [\"b\", \"a\", \"b\"] }",
        "{ has = [\"b\", \"b\"], lacks = \"c\" }",
        "{ among = [\"a\", \"b\"] }",
        "{ flat = { count = 3 } }",
        "{ exactly = [\"a\", \"b\", \"b\"] }",
        "[\"a\", { one_of = [\"b\", \"c\"] }, \"b\"]",
    ] {
        holds(&format!("[[example.step]]\nthen.pile = {good}"));
    }
    for bad in [
        "{ count = 2 }",
        "{ any_order = [\"b\", \"a\"] }",
        "{ has = [\"a\", \"a\"] }",
        "{ lacks = \"a\" }",
        "{ among = [\"a\"] }",
        "{ absent = true }",
        "{ exactly = [\"a\"] }",
        "[\"a\", \"b\"]",
        "{ kind = 3 }",
    ] {
        fails(&format!("[[example.step]]\nthen.pile = {bad}"), "pile");
    }
    holds("[[example.step]]\nthen.counters = { at_least = 5, at_most = 5 }\nthen.x.absent = true");
    fails("[[example.step]]\nthen.counters.at_least = 6", "at_least");
}

#[test]
fn scenario_errors_are_reported() {
    fails("[[example.step]]\nlegall = []", "unknown field");
    fails("[[example.step]]\nresume = true", "checks nothing");
    fails("[[example.step]]\nresume = true\norder = \"take 1\"", "one step does one thing");
    fails("[[example.step]]\nrefused = \"x\"\nawaits = {}", "there is none");
    let nowhere = check_text(&find, "x.toml", "title = \"chess\"");
    assert!(!nowhere[0].is_ok());
    assert_eq!(nowhere[0].id, "x.toml");
}
