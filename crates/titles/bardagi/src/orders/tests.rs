//! Tests of parsing: variants that are accepted, and messages for those that are not.

use super::super::state::State;
use super::super::things::areas::Area;
use super::super::things::kinds::{Colour, Map};
use super::{parse, split, write};
use ravenpost_rules::{Refusal, Seat};

fn board() -> State {
    let mut state = State::blank();
    state.seats = 4;
    state.map = Map::SUMMER;
    for (seat, colour) in state.seats().zip(["red", "blue", "yellow", "green"]) {
        state.players[seat].colour = Colour::from_slug(colour).expect("a colour");
    }
    state
}

fn read(text: &str) -> Result<String, Vec<Refusal>> {
    let state = board();
    parse::parse(&state, Seat(1), text).map(|order| write::write(&state, &order))
}

/// Accepted texts and their canonical forms.
const LOOSE: [(&str, &str); 27] = [
    ("B  Move SAUÐANES", "b move saudanes"),
    ("b take +0", "b take"),
    ("b take 2", "b take +2"),
    ("b take + 2", "b take +2"),
    ("swap n g b", "swap g n b"),
    ("k trade 1 wool 1 hide > 1 iron", "k trade 1 hide 1 wool > 1 iron"),
    ("k trade give hide+wool for iron", "k trade 1 hide 1 wool > 1 iron"),
    ("k trade 3wool+5 meat>3gold", "k trade 3 wool 5 meat > 3 gold"),
    ("n land kb", "n land bk"),
    ("n land b k", "n land bk"),
    ("ship sail O7", "n sail o7"),
    ("godi move birkihlíð free", "g move birkihlid free"),
    ("b take with knerrir", "b take with n"),
    ("plan n1 b2 k2 g1", "plan b2 g1 k2 n1"),
    ("recruit s1 v0", "recruit s1"),
    ("claim a1 s2", "claim s2 a1"),
    ("build mint for weaver", "build mint for weaver"),
    ("wish build mint for weaver, alchemist", "wish mint for weaver, alchemist"),
    ("wish mint alchemist", "wish mint, alchemist"),
    ("build Hall of Heroes", "build hall-of-heroes"),
    ("build steward's house for Counting House", "build stewards-house for counting-house"),
    ("wish Mead Hall for Stables, mint", "wish mead-hall for stables, mint"),
    ("stand claim auto", "stand claim auto sheep even cattle even recruits vhs"),
    (
        "stand claim auto recruits hvs sheep meat",
        "stand claim auto sheep meat cattle even recruits hvs",
    ),
    (
        "script b move saudanes; B TAKE ;done else done",
        "script b move saudanes; b take; done else done",
    ),
    ("script b take; else done # later", "script b take else done"),
    ("next b2 g2 k2", "next b2 g2 k2"),
];

#[test]
fn order_variants_are_accepted() {
    for (text, canonical) in LOOSE {
        assert_eq!(read(text).as_deref(), Ok(canonical), "{text}");
        assert_eq!(read(canonical).as_deref(), Ok(canonical));
    }
}

#[test]
fn canonical_orders_round_trip() {
    let lines = "home blue|plan b6|b move saudanes|k board raudavik|b duel blue|b axes|b retreat\
        |b refill|b shift lambhagi kaupangur 2|b post saudanes 3|b lift grjotas 1|g convert|g runes\
        |g cleanse barren|g cast divine saudanes|g also sea|g also theirs torgnes|g refill|k buy\
        |k buy meat|k runes|k refill verslun|k tan 3|k trade 2 hide > 1 iron\
        |k visit 8 timber > 3 gold|k give 2 hide|k want 1 gold|k send|n sail o7|n sail selabot\
        |n land bgk|swap b b g|done\
        |drop claim|drop recruit|drop axe gulldalur|k give 0 hide|k want 0 gold\
        |retreat saudanes|accept|decline|build mint|pass|claim|recruit|axe gulldalur\
        |k refill virki free|stand retreat ask|stand retreat saudanes torgnes|stand claim ask\
        |stand bargain decline|stand plan repeat|script|wish|homes blue red|homes|next\
        |script else done";
    let state = board();
    for line in lines.split('|').map(str::trim) {
        let order =
            parse::parse(&state, Seat(1), line).unwrap_or_else(|no| panic!("{line}: {no:?}"));
        assert_eq!(write::write(&state, &order), line);
    }
}

/// Rejected texts, the word at fault, and the suggested form.
const WRONG: [(&str, &str, &str); 18] = [
    ("b move suadanes", "suadanes", "saudanes"),
    ("b move frosttun", "frosttun", ""),
    ("move saudanes", "move", "b move saudanes"),
    ("b convert", "convert", "g convert"),
    ("g tak", "tak", ""),
    ("b tke", "tke", "b take"),
    ("b duel black", "black", "blue"),
    ("n sail kyrholt", "kyrholt", ""),
    ("k trade 2 hidde > 1 iron", "hidde", "hide"),
    ("k refill vriki", "vriki", "virki"),
    ("plan b7x", "b7x", ""),
    ("plan 2 b, 2 g, 2 k please", "2", "plan b2 g2 k2"),
    ("plan 2b 1 g", "2b", "plan b2 g1"),
    ("recruit 2 v", "2", "recruit v2"),
    ("stand retreet home", "retreet", "retreat"),
    ("script build mint", "build mint", ""),
    ("done now", "now", ""),
    ("drop axes", "axes", "axe"),
];

#[test]
fn mistakes_are_reported_with_suggestions() {
    for (text, word, instead) in WRONG {
        let wrong = read(text).expect_err(text);
        assert_eq!(wrong[0].word.as_deref(), Some(word), "{text}: {wrong:?}");
        let offered = instead.is_empty() || wrong[0].instead.iter().any(|form| form == instead);
        assert!(offered, "{text}: {wrong:?}");
        assert!(wrong[0].rule.is_some());
    }
    assert_eq!(read("b shift saudanes").expect_err("two words are missing").len(), 2);
    let wrong = read("g cast theirs").expect_err("the area is missing");
    assert!(wrong[0].why.contains("an enemy's area"), "{wrong:?}");
}

#[test]
fn any_text_is_parsed_or_refused() {
    for text in
        ["", " ", "#", ";", "b", "k trade", "k trade >", "n land", "plan ñ1", "script ;;", "é"]
    {
        let _ = read(text);
    }
    assert!(read("k trade 1 hide 2 > 1 wool").is_err());
    assert!(read("b move").is_err());
}

#[test]
fn standing_instructions_on_the_notation_page_parse() {
    let rows = include_str!("../NOTATION.md").lines().filter(|line| line.contains("| `stand "));
    let codes = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let codes: Vec<&str> = codes.collect();
    for code in &codes {
        assert!(read(code).is_ok(), "{code}: {:?}", read(code));
    }
    assert!(codes.len() > 8, "{codes:?}");
}

#[test]
fn script_is_a_single_part() {
    assert_eq!(split("b move saudanes; b take # away; now"), ["b move saudanes", "b take"]);
    assert_eq!(split(" Script b take; done"), ["Script b take; done"]);
    assert_eq!(split(";;"), Vec::<&str>::new());
}

#[test]
fn every_area_is_parsed_by_slug_and_name() {
    for area in Area::of(Map::SUMMER.areas()) {
        let order = Ok(format!("b move {}", area.slug()));
        assert_eq!(read(&format!("b move {}", area.slug())), order);
        assert_eq!(read(&format!("b move {}", area.name())), order);
    }
}
