//! Tests that documents read back as written, and that mistakes are reported.

use serde_json::json;

use super::read::read;
use super::write::write;
use ravenpost_rules::Table;

#[test]
fn written_document_reads_back_the_same() {
    let given = json!({
        "turn": "blue",
        "state": "godi_retreat",
        "lands": { "uxahagi": "blue 2 axes 1 defence theirs:red", "kyrholt": "twice",
            "vargsbaeli": "red 1", "raudavik": "axes 2" },
        "axes": 3,
        "rune_count": 10,
        "rune_pile": ["sea", "divine"],
        "shown": { "hof-1": ["alchemist", "alchemist"] },
        "piles": { "hof-1": ["sea-shrine"] },
        "now": { "steps": { "g": 1 }, "squares": 2, "session": "visit red", "give": "2 hide 1 gold",
            "chance": "also" },
        "attack": { "area": "kyrholt", "aim": "take 2", "waits": ["red"] },
        "seats": { "red": { "disks": "5 4 3", "town": 2, "hand": "b3 n1", "used": "g1", "sea": true,
            "tiles": ["mint", "stewards-house", "boathouse"], "goods": { "timber": 3 },
            "runes": { "theirs": 2 }, "at": { "b": "town", "g": "aboard" }, "ship": "o7",
            "entry": "sea", "attacked": ["uxahagi"], "spent": ["oracle"],
            "script": "b move kyrholt; b take else done", "wish": ["mint"],
            "claim": { "recruits": "1 0 2", "axes": ["vargsbaeli"], "chosen": true } } },
    });
    let state = read(&Table::of(4), &given).expect("it is a sheet");
    assert_eq!(usize::from(state.axes), 3);
    assert_eq!(state.runes.len(), 10);
    assert_eq!(state.players[0].pile, 40 - 12 - 2 - 2);
    let written = write(&state);
    let again = read(&Table::of(4), &written).expect("what is written reads");
    assert_eq!(again, state);
    assert_eq!(write(&again), written);
}

#[test]
fn misspellings_are_reported() {
    for (document, word) in [
        (json!({ "land": {} }), "no \"land\""),
        (json!({ "lands": { "frosttun": "red 1" } }), "not on the summer board"),
        (json!({ "lands": { "kyrholt": "black 1" } }), "\"black\" is not a seat of this game"),
        (json!({ "lands": { "raudavik": "red 1" } }), "cannot be owned"),
        (
            json!({ "seats": { "red": { "disks": "6 6 6", "pile": 20 } } }),
            "20 disks in the pile, not 22",
        ),
        (json!({ "seats": { "red": { "goods": { "gold": 1 } } } }), "no \"gold\""),
        (
            json!({ "shown": { "virki-1": ["boathouse", "boathouse", "stables", "stables"] } }),
            "virki-1: too many tiles",
        ),
        (json!({ "seats": { "red": { "hand": "x3" } } }), "\"x3\" is not a row of units"),
        (json!({ "seats": { "red": { "bonus": [15, "12", 14] } } }), "not three numbers"),
        (json!({ "seats": { "red": { "tiles": ["mint", "weaver", "sawmill"] } } }), "no slot"),
    ] {
        let why = read(&Table::of(4), &document).expect_err("it is no sheet");
        assert!(why.contains(word), "{why}");
    }
}

#[test]
fn every_document_error_is_reported() {
    let document = json!({
        "trun": "red",
        "starter": "mauve",
        "round": "two",
        "lands": { "kyrholt": "red one", "gulldalr": "red 1", "raudavik": 3 },
        "now": { "steps": { "n": 1 }, "session": "visit black", "chance": "luck" },
        "attack": { "area": "frosttun" },
        "axes": 21,
        "rune_pile": ["sea", "see"],
        "shown": { "hof-1": ["mint"], "hof-3": [] },
        "seats": {
            "black": {},
            "red": { "gold": -1, "planned": "yes", "tiles": ["mint", "mynt"],
                "claim": { "recruits": "1 2", "axes": ["gulldalr"] } },
            "blue": { "disks": "40 1 0", "ship": "o99", "spent": ["mint"], "held": 1,
                "standing": ["stand aside"], "homes": ["mauve"], "wishes": [] },
        },
    });
    let refusals = read(&Table::of(4), &document).expect_err("it is no sheet");
    for slip in [
        "a sheet has no \"trun\"",
        "starter: \"mauve\" is not a seat of this game",
        "round: \"two\" is not a number",
        "kyrholt: \"one\" is not a number",
        "lands: \"gulldalr\" is not an area",
        "raudavik: 3 is not text",
        "steps has no \"n\"",
        "session: \"visit black\" is not a session",
        "chance: \"luck\" is not a chance",
        "frosttun is not on the summer board",
        "more than 20 Axe tokens",
        "rune_pile: \"see\" is not a Rune",
        "there is no mint for hof-1",
        "shown has no \"hof-3\"",
        "\"black\" is not a seat of this game",
        "red: gold: -1 is not a number",
        "red: planned: \"yes\" is neither true nor false",
        "red: tiles: \"mynt\" is not a tile",
        "recruits: \"1 2\" is not a row of three numbers",
        "claim: \"gulldalr\" is not an area",
        "blue: 41 disks are out",
        "blue: ship: \"o99\" is not a place of a ship",
        "blue: spent: \"mint\" is not a tile that works once a round",
        "blue: standing: \"stand aside\" is not a standing instruction",
        "blue: homes: \"mauve\" is not a colour",
        "blue has no \"wishes\"",
    ] {
        assert!(refusals.contains(slip), "{slip} is not in {refusals}");
    }
}
