//! Made-up busy positions on Bardagi's two boards: many colours and kinds of pieces, crowded areas,
//! a closed home.

use ravenpost::titles;
use ravenpost_rules::view::scene::Scene;
use ravenpost_rules::{Table, Viewer};
use serde_json::{Map, Value, json};

/// Builds a table's board from a document of the title.
fn drawn(seats: u8, sheet: &Value) -> Scene {
    let title = titles::find("bardagi").unwrap();
    title.from_document(&Table::of(seats), sheet).unwrap().present(Viewer::Spectator).scene
}

/// Parses a list of areas such as "slug: pieces, slug: pieces".
fn lands(all: &str) -> Map<String, Value> {
    let each = all.split(", ").map(|one| one.split_once(": ").unwrap());
    each.map(|(slug, lying)| (slug.to_owned(), json!(lying))).collect()
}

/// Four players on the large island; black is not in play.
pub fn summer() -> Scene {
    let lands = lands(
        "saudanes: red 2, kyrholt: red 1, eikarlundur: red 3 axes 1, steinnama: red 1, \
         raudablastur: red 2, vargsbaeli: red 4 axes 2, \
         gulldalur: red 12 axes 1 divine twice defence theirs:blue, \
         torgnes: red 2 axes 1 divine, hrafnseyri: red 1, hrafnagull: red 1, kaupangur: red 1, \
         hrutsholt: yellow 2, kalfanes: yellow 1, greniskogur: yellow 1, \
         blagryti: yellow 5 axes 2 defence, villaskard: yellow 3 axes 1, \
         gullhamar: yellow 2 axes 1, smidjuholl: yellow 1, markadsvik: yellow 2 axes 2, \
         aerdalur: blue 1, uxahagi: blue 3, furudalur: blue 2, hellubjarg: blue 1, \
         malmdalur: blue 4 axes 1, raeningjagil: blue 2 axes 1, glitnama: blue 3 twice barren, \
         budaeyri: blue 2, alftavogur: blue 1, alftatun: blue 1, \
         alftagull: blue 2 axes 1 theirs:yellow, kindahlid: green 1, bolabrekka: green 2, \
         askmork: green 2 axes 1, hamarsnama: green 1, jarnhryggur: green 6, \
         bjarnarvirki: green 2 axes 2, audsgil: green 3 divine defence, thingvik: green 1, \
         nautavellir: green 1, lundavor: green 2, lundagull: green 1 divine barren",
    );
    drawn(
        4,
        &json!({
            "colours": ["red", "yellow", "blue", "green"],
            "lands": lands,
            "last": ["gulldalur"],
            "seats": {
                "red": {
                    "disks": "0 0 0",
                    "at": { "b": "gulldalur", "g": "godahringur", "k": "torgnes" },
                    "ship": "torgnes",
                },
                "yellow": {
                    "at": { "b": "villaskard", "g": "aboard", "k": "aboard" },
                    "ship": "o15",
                    "sea": true,
                },
                "blue": {
                    "disks": "2 2 2",
                    "at": { "b": "uxahagi", "g": "gulldalur", "k": "torgnes" },
                },
                "green": {
                    "disks": "2 2 2",
                    "at": { "b": "aboard", "g": "godahringur", "k": "raudavik" },
                    "ship": "o15",
                },
            },
        }),
    )
}

/// Two players on the islands; blue and green are not in play.
pub fn winter() -> Scene {
    let lands = lands(
        "frosttun: red 2, frosthagi: red 1, frostlundur: red 3 axes 1, frosthamar: red 4, \
         frostjarn: red 1, frosttorg: red 2 axes 1, ishofn: red 2, \
         vesturgull: red 3 axes 2 defence barren, vesturbudir: red 2, vesturmork: red 1, \
         nordurgull: red 2 axes 1, snaetun: yellow 3, snaehagi: yellow 1, snaelundur: yellow 1, \
         snaehamar: yellow 2 axes 2, snaejarn: yellow 6, snaetorg: yellow 2, \
         austurgull: yellow 5 axes 1 divine twice theirs:red, austurbudir: yellow 2 axes 2, \
         sudurgull: yellow 2, skerhofn: yellow 1, austurmork: yellow 1",
    );
    drawn(
        2,
        &json!({
            "map": "winter",
            "lands": lands,
            "last": ["nordurgull"],
            "seats": {
                "red": {
                    "disks": "2 2 2",
                    "at": { "b": "nordurgull", "g": "nordurve", "k": "aboard" },
                    "ship": "nordurmork",
                },
                "yellow": {
                    "disks": "2 2 2",
                    "at": { "b": "austurgull", "g": "nordurgull", "k": "gulahlid" },
                    "ship": "nordurmork",
                },
            },
        }),
    )
}
