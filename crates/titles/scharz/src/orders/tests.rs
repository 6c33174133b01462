//! Tests that written lines parse again and that mistakes are reported.

use super::super::state::State;
use super::super::state::line::SheetLine;
use super::super::state::options::Options;
use super::super::things::ids::Fields;
use super::super::things::kinds::MapId;
use super::parse::parse;
use super::rows::ROWS;
use super::split;
use ravenpost_rules::Seat;

/// Italy with all its fields in play.
fn italy() -> State {
    let options = Options { map: MapId::Italia, ..Options::default() };
    let all = MapId::Italia.data().all();
    let field = all.fold(Fields::NONE, |set, at| set | Fields::of(at));
    let mut state = State::blank();
    (state.options, state.field, state.seats) = (options, field, 4);
    state
}

const LINES: &str = "done; drop 2; reset; pick latium etruria; faction roman; village roma
    city roma
    rival blue; move 3 li roma > reate; move 2 cav tarquinii > clusium > perusia
    move 3 li, 1 cav roma > fregellae; second move 2 x.li roma > reate; board 1 cav tarquinii > quay
    board 2 li tarquinii > mare-etruscum; sail 1 ts mare-etruscum > mare-tyrrhenum with 2 li, 1 hi
    sail 2 ws mare-etruscum > roma afloat; land 2 li mare-etruscum > roma
    beach 1 ts mare-etruscum > roma; ferry 3 li roma > capua; army capua > maleventum : 11 li, 1 hi
    fleet mare-etruscum > sinus-cumanus : 4 ts with 3 li; ride 1 cav roma > fregellae
    spend special-move; spend build-twice; herd sheep roma > fregellae stable; stable sheep roma
    pasture pigs roma; cart 2 grain roma > tarquinii; exit 2 li roma; luck wreck 2; accept blue
    standing; retreat 2 li fregellae > capua; slip 1 ws mare-etruscum > sinus-cumanus
    withdraw 2 li capua; withdraw sheep capua; attack blue capua if-even rounds 4
    escape capua loss 50 > fregellae; escape capua never; target capua hi, li; snipe capua ts
    reroll capua 8; spare capua sword; siege capua rounds 3 stop 50 keep; loot capua; burn capua
    herds capua kill; hasten roma; build fort roma with 1 li; add 1 li roma; buy 2 li roma
    buy 2 grain roma; buy sheep roma; buy cors mare-etruscum; hire 1 merc roma cheap
    raise 1 li > cav roma; lower 1 hi roma; dismiss 1 merc roma; sell 1 fish roma; command better
    offer truce blue 3; offer vassalage blue; demand tribute blue 6; announce dominance
    announce might b c; sow auto; sow roma; recruit all; festival triple; calf sheep roma
    feed-slaughter cattle roma; starve 2 li roma; muster 2; resign; doctrine stance if-double
    doctrine escape after 3; doctrine target weakest; doctrine target hi, li; doctrine siege never
    doctrine siege 3 stop 50 raze; doctrine train recruits; doctrine luck yield 2";

#[test]
fn written_lines_parse_again() {
    let state = italy();
    for text in split(LINES) {
        let line = parse(&state, Seat(1), text).unwrap_or_else(|no| panic!("{text}: {no:?}"));
        assert_eq!(line.write(), text);
    }
}

#[test]
fn incomplete_line_is_completed() {
    let state = italy();
    for (short, whole) in [
        ("SIEGE Capua", "siege capua rounds 3 stop 50 keep"),
        ("siege capua raze", "siege capua rounds 3 stop 50 raze"),
        ("move 3 LI,1 hi roma > reate", "move 3 li, 1 hi roma > reate"),
    ] {
        let line = parse(&state, Seat(1), short).expect(short);
        assert_eq!(line.write(), whole);
    }
}

#[test]
fn errors_are_reported_at_their_line() {
    let state = italy();
    let wrong = parse(&state, Seat(1), "move 3 lj roma > reete").unwrap_err();
    let words: Vec<_> = wrong.iter().filter_map(|no| no.word.as_deref()).collect();
    assert_eq!(words, ["lj", "reete"]);
    assert!(wrong[1].instead.contains(&"reate".to_owned()));
    assert!(parse(&state, Seat(1), "").is_err());
    assert!(parse(&state, Seat(1), "fly home").is_err());
    let army = |parts: usize| format!("move {} roma > reate", vec!["1 li"; parts].join(", "));
    let fits = parse(&state, Seat(1), &army(12)).map(|line| line.write());
    assert_eq!(fits, Ok(army(12)));
    let refusals = format!("{:?}", parse(&state, Seat(1), &army(13)).unwrap_err());
    assert!(refusals.contains("a line has room for at most 12 of them"), "{refusals}");
}

/// Checks all rows: every line is described in plain English.
#[test]
fn every_line_is_described_with_names_not_slugs() {
    let state = italy();
    for text in split(LINES) {
        let order = parse(&state, Seat(1), text).expect(text);
        let said = order.say();
        assert!(said.starts_with(char::is_uppercase), "{text}: {said}");
        let slugs = text.split(' ').filter(|word| word.contains('-') || word.contains('.'));
        let names = said.split(' ');
        let left = slugs.filter(|slug| names.clone().any(|name| name == *slug));
        assert_eq!(left.count(), 0, "{text}: {said}");
        assert!(!said.contains(['<', '>', '{']), "{text}: {said}");
    }
}

#[test]
fn every_form_is_in_the_notation_list() {
    let notation = include_str!("../NOTATION.md");
    for row in ROWS.iter() {
        assert!(notation.lines().any(|line| line == row.form), "{}", row.form);
        assert!(!row.label.is_empty());
    }
}

#[test]
fn facts_store_line_names_and_word_slugs() {
    let state = italy();
    for (text, stored) in [
        ("done anyway", r#"{"done":{"anyway":true}}"#),
        ("reset", r#"{"reset":{}}"#),
        (
            "cart 2 grain roma > tarquinii",
            r#"{"cart":{"n":2,"good":"grain","at":"italia:roma","to":"italia:tarquinii"}}"#,
        ),
        ("command better", r#"{"command":{"command":"better"}}"#),
        ("announce might b c", r#"{"announce-might":{"goal":"b","other":"c"}}"#),
    ] {
        let line = parse(&state, Seat(1), text).expect(text).line;
        assert_eq!(serde_json::to_string(&line).expect("plain data"), stored);
        assert_eq!(serde_json::from_str::<SheetLine>(stored).expect(text), line);
    }
}

#[test]
fn unknown_word_is_reported_and_not_guessed() {
    for (stored, unknown) in [
        (r#"{"stable":{"herd":"goats","at":"italia:roma"}}"#, "goats"),
        (r#"{"stable":{"herd":2,"at":"italia:roma"}}"#, "2"),
        (r#"{"stable":{"at":"italia:roma"}}"#, "herd"),
        (r#"{"stall":{}}"#, "stall"),
    ] {
        let wrong = serde_json::from_str::<SheetLine>(stored).expect_err(stored).to_string();
        assert!(wrong.contains(unknown), "{wrong}");
    }
}

#[test]
fn every_line_begins_with_a_known_verb() {
    let mut begins: Vec<&str> = ROWS.iter().map(|row| row.words[0]).collect();
    begins.push("second");
    let odd: Vec<_> = begins.iter().filter(|word| !super::VERBS.contains(word)).collect();
    assert!(odd.is_empty(), "{odd:?}");
    assert!(super::VERBS.iter().all(|verb| begins.contains(verb)));
}
