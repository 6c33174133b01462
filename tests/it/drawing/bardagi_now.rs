//! Busy positions on Bardagi's two boards, made up: many colours, many kinds of pieces, crowded
//! areas, a home that is closed.

use ravenpost::rules::Seat;
use ravenpost::rules::scene::Board;
use ravenpost::titles::bardagi::sight::map::{SUMMER, WINTER};
use ravenpost::titles::bardagi::sight::scene::{BoardNow, LandNow, Owner, SeatNow, ShipAt, UnitAt};

const NAMES: [(&str, &str); 5] = [
    ("red", "Red"),
    ("yellow", "Yellow"),
    ("blue", "Blue"),
    ("green", "Green"),
    ("black", "Black"),
];

fn owner(number: usize) -> Owner {
    Owner { seat: Seat::at(number), colour: NAMES[number].0 }
}

/// The names that are written on a board, by slug.
fn names(board: &Board) -> Vec<(&'static str, &'static str)> {
    let file: serde_json::Value = serde_json::from_str(board.geometry).unwrap();
    let written = |slug: &str| {
        let areas = file["areas"].as_array().unwrap();
        let area = areas.iter().find(|area| area["slug"] == slug).unwrap();
        area["text"]["lines"][0].as_str().unwrap().to_owned()
    };
    board.areas.iter().map(|area| (area.slug, &*written(area.slug).leak())).collect()
}

fn empty(winter: bool, seats: usize) -> BoardNow {
    let board = if winter { &WINTER } else { &SUMMER };
    let land = |(slug, name)| LandNow { slug, name, ..LandNow::default() };
    let seat = |number: usize| {
        let colour = NAMES[number].0;
        let home = board.homes.iter().find(|(_, known)| *known == colour).unwrap().0;
        SeatNow {
            who: owner(number),
            name: NAMES[number].1.to_owned(),
            at: [UnitAt::Area(home); 3],
            ship: ShipAt::Dock,
            sea: false,
        }
    };
    BoardNow {
        winter,
        lands: names(board).into_iter().map(land).collect(),
        seats: (0..seats).map(seat).collect(),
    }
}

fn land<'a>(now: &'a mut BoardNow, slug: &str) -> &'a mut LandNow {
    now.lands.iter_mut().find(|land| land.slug == slug).unwrap_or_else(|| panic!("{slug}"))
}

/// Areas as "slug, owner, disks, Axe tokens".
fn hold(now: &mut BoardNow, lands: &str) {
    for one in lands.split(", ") {
        let mut words = one.split_whitespace();
        let land = land(now, words.next().unwrap());
        let mut number = || words.next().unwrap().parse::<u8>().unwrap();
        land.owner = Some(owner(number().into()));
        (land.disks, land.axes) = (number(), number());
    }
}

fn runes(now: &mut BoardNow, slug: &str, kinds: &[&'static str], caster: Option<usize>) {
    let land = land(now, slug);
    (land.runes, land.caster) = (kinds.to_vec(), caster.map(owner));
}

/// Four on the large island; black is not in play.
pub fn summer() -> BoardNow {
    let mut now = empty(false, 4);
    hold(
        &mut now,
        "saudanes 0 2 0, kyrholt 0 1 0, eikarlundur 0 3 1, steinnama 0 1 0, raudablastur 0 2 0, \
         vargsbaeli 0 4 2, gulldalur 0 12 1, torgnes 0 2 1, hrafnseyri 0 1 0, hrafnagull 0 1 0, \
         kaupangur 0 1 0, hrutsholt 1 2 0, kalfanes 1 1 0, greniskogur 1 1 0, blagryti 1 5 2, \
         villaskard 1 3 1, gullhamar 1 2 1, smidjuholl 1 1 0, markadsvik 1 2 2, aerdalur 2 1 0, \
         uxahagi 2 3 0, furudalur 2 2 0, hellubjarg 2 1 0, malmdalur 2 4 1, raeningjagil 2 2 1, \
         glitnama 2 3 0, budaeyri 2 2 0, alftavogur 2 1 0, alftatun 2 1 0, alftagull 2 2 1, \
         kindahlid 3 1 0, bolabrekka 3 2 0, askmork 3 2 1, hamarsnama 3 1 0, jarnhryggur 3 6 0, \
         bjarnarvirki 3 2 2, audsgil 3 3 0, thingvik 3 1 0, nautavellir 3 1 0, lundavor 3 2 0, \
         lundagull 3 1 0",
    );
    runes(&mut now, "gulldalur", &["divine", "twice", "defence", "theirs"], Some(2));
    runes(&mut now, "torgnes", &["divine"], None);
    runes(&mut now, "glitnama", &["twice", "barren"], None);
    runes(&mut now, "blagryti", &["defence"], None);
    runes(&mut now, "lundagull", &["divine", "barren"], None);
    runes(&mut now, "alftagull", &["theirs"], Some(1));
    runes(&mut now, "audsgil", &["divine", "defence"], None);
    for (number, at, ship, sea) in [
        (
            0,
            [UnitAt::Area("gulldalur"), UnitAt::Area("godahringur"), UnitAt::Area("torgnes")],
            ShipAt::Harbour("torgnes"),
            false,
        ),
        (
            1,
            [UnitAt::Area("villaskard"), UnitAt::Aboard, UnitAt::Aboard],
            ShipAt::Square("o15"),
            true,
        ),
        (
            2,
            [UnitAt::Area("uxahagi"), UnitAt::Area("gulldalur"), UnitAt::Area("torgnes")],
            ShipAt::Dock,
            false,
        ),
        (
            3,
            [UnitAt::Aboard, UnitAt::Area("godahringur"), UnitAt::Area("raudavik")],
            ShipAt::Square("o15"),
            false,
        ),
    ] {
        (now.seats[number].at, now.seats[number].ship, now.seats[number].sea) = (at, ship, sea);
    }
    land(&mut now, "gulldalur").last = true;
    now
}

/// Two on the islands; blue and green are not in play.
pub fn winter() -> BoardNow {
    let mut now = empty(true, 2);
    hold(
        &mut now,
        "frosttun 0 2 0, frosthagi 0 1 0, frostlundur 0 3 1, frosthamar 0 4 0, frostjarn 0 1 0, \
         frosttorg 0 2 1, ishofn 0 2 0, vesturgull 0 3 2, vesturbudir 0 2 0, vesturmork 0 1 0, \
         nordurgull 0 2 1, snaetun 1 3 0, snaehagi 1 1 0, snaelundur 1 1 0, snaehamar 1 2 2, \
         snaejarn 1 6 0, snaetorg 1 2 0, austurgull 1 5 1, austurbudir 1 2 2, sudurgull 1 2 0, \
         skerhofn 1 1 0, austurmork 1 1 0",
    );
    runes(&mut now, "austurgull", &["divine", "twice", "theirs"], Some(0));
    runes(&mut now, "vesturgull", &["defence", "barren"], None);
    for (number, at, ship) in [
        (
            0,
            [UnitAt::Area("nordurgull"), UnitAt::Area("nordurve"), UnitAt::Aboard],
            ShipAt::Harbour("nordurmork"),
        ),
        (
            1,
            [UnitAt::Area("austurgull"), UnitAt::Area("nordurgull"), UnitAt::Area("gulahlid")],
            ShipAt::Harbour("nordurmork"),
        ),
    ] {
        (now.seats[number].at, now.seats[number].ship) = (at, ship);
    }
    land(&mut now, "nordurgull").last = true;
    now
}
