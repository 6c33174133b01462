//! The title Scharz from outside: what it stores, and what it shows to players.

mod absent;
mod doctrine;
mod not_awaited;
mod present;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use ravenpost::titles;
use ravenpost_rules::{Block, Dice, Field, Form, Position, Recorded, Seat, Table, Viewer};
use serde_json::{Value, json};

/// Where a stored fact may hold a number: its name, then the path to it. Indexes of variable-length
/// lists are omitted, and for a sheet line only the last key counts. Elsewhere in the log, seats
/// are stored by name and numbers are counts.
const COUNTED: &str = "
    AnnouncementFailed.0 Arrived Asked.1 AssaultStarted.1 AssaultStarted.2 BattleStarted.1
    BattleStarted.2 BuildTwiceBought CasualtiesCounted.0 CasualtiesCounted.1 CasualtiesCounted.2
    ClashByDoctrine CombatDecided.1 CommandLevelSet.0 ConstructionChanged.1.owner
    ConstructionChanged.1.points CorsairsHired CropChanged.1 DiceRolled.faces DiceRolled.seat
    DoctrineApplied.0 Eliminated FactionChosen.0
    GameEnded.winners HalfGoldChanged.0 HalfGoldChanged.1 HerdAdded.0 HerdMoved.0 HerdRemoved.0
    HerdTaken.0 HerdTaken.1 HomelandAssigned.0 InstructionSet.0 Intercepted.1 Intercepted.2
    LateStart LightInfantryBought.0 LightInfantryBought.1 LineSkipped.0 LineWritten.0
    LinesDropped.0 LinesDropped.1 Looted.0 Looted.2 OfferClosed.0 OfferClosed.1 Opened.options.years
    Opened.seats Opened.setup_order PactAgreed.0 PactAgreed.1 PactAgreed.2.superior
    PactAgreed.2.until PactEnded.0 PactEnded.1 PactOffered.0 PactOffered.1 PactOffered.2.amount
    PactOffered.2.round PrestigeChanged.0 PrestigeChanged.1
    RedemptionPaid.0 RedemptionPaid.1 RerollsOrdered.0 RerollsSet.0
    RerollsSet.2 Resigned RivalNamed.0 RivalNamed.1 RoundStarted.0 RoundStarted.1
    SecondMarchBought SettlementChanged.1.owner SheetClosed SheetTimedOut.seat
    ShipyardChanged.1.owner Sown.0
    StoreChanged.2 StrikeMade.destroyed.n StrikeMade.dice StrikeMade.hits StrikeMade.round
    StrikeMade.seat StrikeMade.swords TollPromised.0 TradeLimitUsed.2 TributePaid.0 TributePaid.1
    UnitsAdded.0 UnitsAdded.1.n UnitsChanged.0 UnitsChanged.2.n UnitsChanged.3.n UnitsRemoved.by
    UnitsRemoved.seat UnitsRemoved.stack.n VassalageEnding.0 VassalageEnding.1 VictoryAnnounced.0
    VictoryPointsChanged.0 VictoryPointsChanged.1
    line.amount line.max_loss line.n line.prestige line.rounds line.seat
";

/// Lists of variable length.
const LONG_LISTS: [&str; 9] = [
    "Asked.1",
    "RoundStarted.1",
    "setup_order",
    "winners",
    "dice",
    "destroyed",
    "faces",
    "Intercepted.2",
    "IceFormed",
];

/// Where a line of a sheet or of doctrine is stored.
const LINES: [&str; 5] = [
    "LineWritten.1.",
    "InstructionSet.1.",
    "LineSkipped.1.",
    "DoctrineApplied.1.",
    "DoctrineApplied.2.",
];

/// Collects every number of a fact, by its path.
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

/// Normalises a path; within a line only the last key counts.
fn counted(way: &str) -> String {
    let of_line = LINES.iter().any(|at| way.starts_with(at));
    match way.rsplit('.').next() {
        Some(last) if of_line => format!("line.{last}"),
        _ => way.to_owned(),
    }
}

/// Numbers in facts where a word is expected, with the first example of each.
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
fn stored_facts_hold_numbers_only_for_amounts() {
    let mut wrong = BTreeMap::new();
    let mut facts = 0;
    for game in recorded("scharz.jsonl.gz") {
        facts += game.facts.len();
        game.facts.iter().for_each(|facts| wrong.extend(wordless(facts)));
    }
    assert!(facts > 10_000, "{facts}");
    assert!(wrong.is_empty(), "words belong where these numbers stand: {wrong:?}");
}

#[test]
fn number_in_place_of_a_code_is_found() {
    let stack = r#"{"at":"italia:roma","unit":{"kind":"li"},"marks":129,"n":2}"#;
    let facts = format!(
        r#"[{{"UnitsAdded":[1,{stack},"setup"]}}, {{"LineWritten":[1,{{"x":{{"word":2}}}}]}}]"#
    );
    let found: Vec<String> = wordless(&facts).into_keys().collect();
    assert_eq!(found, ["UnitsAdded.1.marks", "line.word"]);
}

/// A two-player position from a document; Red is prompted first.
fn position(sheet: Value) -> Box<dyn Position> {
    let title = titles::find("scharz").unwrap();
    title.from_document(&Table::of(2), &sheet).unwrap()
}

/// Red's soldiers at Roma, and a ship.
fn march() -> Box<dyn Position> {
    let red = json!({ "units": ["2 li roma", "1 ts mare-tyrrhenum"] });
    position(json!({ "step": "march", "round": 2, "seats": { "red": red } }))
}

const RED: Seat = Seat(1);

/// How much an offer to redeem itself from Red's soldiers there improves Blue's position for a bot.
fn redemption_gain(soldiers_at: &str, pacts: &Value) -> i64 {
    let units = [format!("8 li {soldiers_at}"), format!("2 sm {soldiers_at}")];
    let estimate = |line: &str| {
        let sheet = json!({
            "step": "rear",
            "round": 2,
            "seats": { "red": { "units": units }, "blue": { "gold": 30 } },
            "fields": { "capua": { "town": "village blue" } },
            "pacts": pacts,
            "drafts": { "blue": [line] },
        });
        position(sheet).estimate(Seat(2))
    };
    // An offer of a truce costs nothing.
    estimate("offer redemption red 4") - estimate("offer truce red 1")
}

#[test]
fn bots_redeem_only_settlements_about_to_fall() {
    let (none, redeemed) =
        (json!([]), json!([{ "of": ["red", "blue"], "bond": "none", "redeemed": true }]));
    let saved = redemption_gain("capua", &none);
    assert!(saved > 0, "the village is worth more than it costs: {saved}");
    let wasted = redemption_gain("fregellae", &none);
    assert!(wasted < 0, "no settlement is besieged: {wasted}");
    let second = redemption_gain("capua", &redeemed);
    assert!(second > saved, "a second one in a year costs no victory point: {second}, {saved}");
}

#[test]
fn unit_actions_and_retreats_are_stored_as_codes() {
    let red = json!({ "units": ["2 li roma *spent *entered *ferried-two"] });
    let there = position(json!({ "step": "march", "round": 2, "seats": { "red": red.clone() } }));
    assert_eq!(there.document()["seats"]["red"]["units"], red["units"]);
}

/// Every completed form gives an order, so unavailable options are not offered at the start.
#[test]
fn opening_offers_only_available_placements() {
    let title = titles::find("scharz").unwrap();
    let table = Table::of(3).with("homelands", "random");
    let mut position = title.open(&table, &mut Dice::seeded(3)).unwrap().next;
    let seat = position.awaited()[0].seat;
    let mut tried = 0;
    for part in ["", "village", "place", "grain", "herd"] {
        let orders = picks(&position.legal(seat).forms);
        for order in &orders {
            assert!(position.attempt(seat, order, &mut Dice::seeded(1)).is_some(), "{order}");
            tried += 1;
        }
        let next = orders.iter().find(|order| order.starts_with(part) && !part.is_empty());
        if let Some(order) = next {
            position = position.attempt(seat, order, &mut Dice::seeded(1)).unwrap().next;
        }
    }
    assert!(tried > 40, "{tried} orders were made of forms");
}

/// All orders of forms that consist of lists.
fn picks(forms: &[Form]) -> Vec<String> {
    let mut orders = Vec::new();
    for form in forms {
        let picks = form.fields.iter().map(|field| match field {
            Field::Pick { choices, .. } => Some(choices),
            Field::Tick { .. } | Field::Amounts { .. } | Field::Text { .. } => None,
        });
        let Some(picks) = picks.collect::<Option<Vec<_>>>() else { continue };
        let mut lines = vec![form.lead.clone()];
        for choices in picks {
            let longer = |line: &String| {
                let next = |word: &String| format!("{line} {word}").trim_end().to_owned();
                choices.iter().map(|(word, _)| next(word)).collect::<Vec<_>>()
            };
            lines = lines.iter().flat_map(longer).collect();
        }
        orders.extend(lines);
    }
    orders.sort();
    orders
}

/// Every order of every form is accepted. There are no retreats from fields where an enemy holds
/// the units, or to places without a settlement of the seat, no harbours without its shipyard, no
/// looting where it has no units or has a settlement.
#[test]
fn clash_offers_only_lines_that_it_accepts() {
    let ships = ["1 ts sinus-cumanus", "1 ts capua quay"];
    let units: Vec<&str> = ["2 li roma", "1 li reate", "1 hi fregellae", "1 li tarquinii"]
        .into_iter()
        .chain(ships)
        .collect();
    let seats = json!({
        "red": { "units": units, "pp": 7 },
        "blue": { "units": ["1 li roma", "1 li clusium"] },
    });
    let fields = json!({
        "capua": { "town": "village red", "yard": "dock red" },
        "roma": { "town": "village red" },
        "clusium": { "town": "village blue" },
        "tarquinii": { "town": "village blue" },
    });
    let sheet = json!({ "step": "clash", "round": 2, "seats": seats, "fields": fields });
    let position = position(sheet);
    let places = position.places(RED).into_iter().flat_map(|(_, forms)| forms);
    let forms = position.legal(RED).forms;
    let orders = picks(&forms);
    for order in picks(&places.collect::<Vec<_>>()).iter().chain(&orders) {
        assert!(position.attempt(RED, order, &mut Dice::seeded(1)).is_some(), "{order}");
    }
    let ways = |lead: &str| {
        let ways = orders.iter().filter(|order| order.starts_with(lead));
        ways.map(String::as_str).collect::<Vec<_>>()
    };
    let home = ["retreat 1 li reate > roma", "retreat 1 li tarquinii > roma"];
    assert_eq!(ways("retreat "), home, "{orders:?}");
    let looted = ["loot fregellae", "loot reate", "loot tarquinii"];
    assert_eq!(ways("loot "), looted, "{orders:?}");
    assert!(ways("harbour ").iter().all(|order| order.ends_with("> capua")), "{orders:?}");
    assert!(!ways("harbour ").is_empty());
}

#[test]
fn full_name_is_accepted_for_the_short_one() {
    let order = "sail 1 ts Mare Tyrrhenum > Mare Etruscum";
    let taken = march().attempt(RED, order, &mut Dice::seeded(1)).unwrap();
    assert_eq!(taken.order, "sail 1 ts mare-tyrrhenum > mare-etruscum");
}

#[test]
fn search_finds_lines_beyond_the_listed_ones() {
    let position = march();
    let found = position.search(RED, "march Reate", 40);
    assert!(found.iter().any(|offer| offer.order == "move 1 li roma > reate"), "{found:?}");
    assert!(found.iter().all(|offer| offer.words.contains("Reate")), "{found:?}");
    assert!(position.search(RED, "march nowhere", 40).is_empty());
    assert!(position.search(Seat(9), "march", 40).is_empty());
}

#[test]
fn refusal_states_the_effect_and_similar_lines() {
    let refuse = |text: &str| {
        let no = march().decide(RED, text, &mut Dice::seeded(1));
        no.err().unwrap_or_else(|| panic!("{text} was taken")).pop().unwrap()
    };
    let far = refuse("move 2 li roma > capua");
    assert!(far.why.contains("March 2 light infantry from Roma to Capua"), "{far}");
    assert!(far.instead.iter().any(|order| order.starts_with("move ")), "{far}");
    let half = refuse("move 2 li roma");
    assert!(half.instead.iter().any(|order| order.starts_with("move 2 li roma > ")), "{half}");
    let early = refuse("build village roma with 2 li");
    assert!(early.why.contains("that belongs on the rear sheet"), "{early}");
}

#[test]
fn contradictory_sheet_names_the_conflicting_line() {
    let first = march().attempt(RED, "move 2 li roma > reate", &mut Dice::seeded(1)).unwrap();
    let second = first.next.decide(RED, "move 2 li roma > fregellae", &mut Dice::seeded(1));
    let why = second.err().unwrap().remove(0);
    assert!(why.why.contains("from Roma to Fregellae"), "{why}");
}

#[test]
fn board_text_contains_everything_a_line_can_name() {
    let text = march().present(Viewer::Seat(RED)).text.unwrapped();
    let step = "Your 2 light infantry (2 li) at Roma [roma]. Adjacent fields:";
    assert!(text.contains(step), "{text}");
    assert!(text.contains("Reate [reate]"), "{text}");
    let watcher = march().present(Viewer::Spectator).text.to_string();
    assert!(!watcher.contains("Adjacent fields"), "{watcher}");
    let red = json!({ "units": ["2 li roma"], "gold": 5 });
    let rear = position(json!({ "step": "rear", "round": 2, "seats": { "red": red } }));
    let text = rear.present(Viewer::Seat(RED)).text.unwrapped();
    assert!(text.contains("You have 5 gold. Light infantry [li] costs 2"), "{text}");
}

#[test]
fn rival_is_named_in_a_sentence() {
    let title = titles::find("scharz").unwrap();
    let told = title.narrate(r#"[{"RivalNamed":[1,2]}]"#, Viewer::Spectator).unwrap();
    assert_eq!(told[0].text, "Red names Blue as rival");
}

#[test]
fn board_text_has_no_empty_brackets_and_describes_offers() {
    let offers = json!([{ "from": "blue", "to": "red", "bond": "truce", "amount": 4 }]);
    let text = position(json!({ "step": "march", "round": 2, "offers": offers }))
        .present(Viewer::Seat(RED))
        .text
        .unwrapped();
    assert!(text.contains("Red: 0 gold") && !text.contains("()"), "{text}");
    assert!(text.contains("Blue offers Red: truce for 4 rounds"), "{text}");
    let offers = json!([{ "from": "blue", "to": "red", "bond": "tribute", "demand": true,
        "amount": 6 }]);
    let presentation = position(json!({ "step": "march", "round": 2, "offers": offers }))
        .present(Viewer::Seat(RED));
    let text = presentation.text.unwrapped();
    assert!(text.contains("Blue demands from Red: tribute of 6 gold"), "{text}");
    let panel = presentation.own.iter().find(|panel| panel.id == "offers").expect("a panel");
    let Block::Pairs(offers) = &panel.blocks[0] else { panic!("a pair for each offer") };
    assert_eq!(offers[0].id, "blue-demands-red-tribute");
}

/// A lord who cannot feed the settlements today may be able to when the offer is resolved.
#[test]
fn two_seat_bots_never_accept_vassalage_that_ends_the_game() {
    let offers = json!([{ "from": "blue", "to": "red", "bond": "vassalage", "demand": true }]);
    let fields = json!({ "roma": { "town": "village red" }, "capua": { "town": "village blue" } });
    let sheet = json!({ "step": "march", "round": 2, "fields": fields, "offers": offers });
    let position = position(sheet);
    let taken = position.attempt(RED, "accept blue", &mut Dice::seeded(1)).unwrap();
    assert!(taken.next.estimate(RED) < position.estimate(RED) - 50_000);
}
