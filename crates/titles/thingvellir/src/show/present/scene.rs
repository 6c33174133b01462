//! The board at one moment: Steads with value and farms, Thingmen on borders, and boxes for the
//! Laws, the tracks and the sea.

use super::super::super::things::names::{Area as Place, Colour, Edge, Side, Statute};
use super::super::super::things::{data, names};
use super::super::view::{District, Men, SeatView, View};
use super::map::BOARD;
use super::panels::{suit, suits};
use super::{name, seat_id, seat_of};
use ravenpost_rules::Item;
use ravenpost_rules::view::scene::{Area, Mood, Piece, PlaceBox, Scene, Space, Spot};

pub fn scene(view: &View) -> Scene {
    Scene {
        board: Some(&BOARD),
        areas: Place::all().map(|place| area(view, place)).collect(),
        pieces: pieces(view),
        boxes: boxes(view),
        ..Scene::default()
    }
}

fn district(view: &View, place: Place) -> Option<&District> {
    view.districts.iter().find(|known| known.area == place)
}

/// An area with what is known of it.
fn area(view: &View, place: Place) -> Area {
    let burnt = district(view, place).is_some_and(|known| known.burnt);
    Area {
        slug: place.place().to_owned(),
        name: place.name().to_owned(),
        code: place.slug().to_owned(),
        details: details(view, place),
        mood: if burnt { Mood::Threatened } else { Mood::Calm },
        last: view.last.contains(&place),
        ..Area::default()
    }
}

fn details(view: &View, place: Place) -> Vec<Item> {
    let mut details = Vec::new();
    let quarter = data().areas[place.index()].quarter.as_str();
    if quarter != "none" {
        details.push(Item::new("quarter", format!("{quarter} quarter")));
    }
    match district(view, place) {
        Some(known) => {
            let farms: Vec<&str> = Colour::all()
                .flat_map(|colour| (0..known.farms[colour.index()]).map(move |_| colour.slug()))
                .collect();
            let stead = format!("{} {}", name(view, known.seat), known.value);
            details.push(Item::new("stead", stead));
            details.push(Item::new("farms", format!("farms {}", farms.join(", "))));
            if known.burnt {
                details.push(Item::new("burnt", "burnt"));
            }
        }
        None if place == Place::THINGVELLIR => details.push(Item::new("stead", "the assembly")),
        None => details.push(Item::new("stead", "no Stead")),
    }
    if view.outlaw.as_ref().is_some_and(|outlaw| outlaw.lair == place) {
        details.push(Item::new("outlaw", "the Outlaw's lair"));
    }
    for men in view.borders.iter().filter(|men| men.edge.both() & place.bit() != 0) {
        let edge = men.edge.slug();
        details.push(Item::new(
            format!("{edge}-{}", men.seat.0),
            format!("{} {} on {edge}", name(view, men.seat), men.men),
        ));
    }
    details
}

fn piece(symbol: &'static str, colour: &'static str, spot: Spot, count: u16) -> Piece {
    Piece { symbol, seat: None, colour, spot, count, letter: String::new() }
}

fn pieces(view: &View) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for known in &view.districts {
        let spot = Spot::Area(known.area.place().to_owned());
        let owner = seat_of(view, known.seat);
        pieces.push(Piece {
            seat: Some(known.seat),
            letter: known.value.to_string(),
            ..piece("stead", owner.map_or("neutral", |seat| seat.colour), spot.clone(), 1)
        });
        for colour in Colour::all() {
            let count = u16::from(known.farms[colour.index()]);
            if count > 0 {
                pieces.push(piece(colour.icon(), colour.slug(), spot.clone(), count));
            }
        }
        if known.burnt {
            pieces.push(piece("arson", "orange", spot, 1));
        }
    }
    if let Some(outlaw) = &view.outlaw {
        let spot = Spot::Area(outlaw.lair.place().to_owned());
        pieces.push(piece("outlaw", "neutral", spot, 1));
    }
    pieces.extend(view.borders.iter().filter_map(|men| thingmen(view, men)));
    for side in Side::all() {
        if !view.borders.iter().any(|men| men.edge == side.edge()) {
            pieces.push(piece("stone", "neutral", border(side.edge()), 1));
        }
    }
    pieces
}

fn border(edge: Edge) -> Spot {
    let [one, other] = edge.areas();
    Spot::Border(one.place().to_owned(), other.place().to_owned())
}

fn thingmen(view: &View, men: &Men) -> Option<Piece> {
    let seat: &SeatView = seat_of(view, men.seat)?;
    Some(Piece {
        seat: Some(men.seat),
        letter: seat.faction.letter().to_owned(),
        ..piece("thingman", seat.colour, border(men.edge), u16::from(men.men))
    })
}

fn boxes(view: &View) -> Vec<PlaceBox> {
    let laws = Statute::all().map(|statute| law(view, statute)).collect();
    let mut boxes =
        vec![own_box("laws", "Laws", laws), own_box("fame", "Fame of Deeds", fame(view))];
    let sea: Vec<Space> = view.seats.iter().filter(|seat| seat.sea > 0).map(at_sea).collect();
    if !sea.is_empty() {
        boxes.push(own_box("sea", "At sea", sea));
    }
    boxes
}

/// A box that is not tied to a place on the map.
fn own_box(place: &str, title: &str, spaces: Vec<Space>) -> PlaceBox {
    PlaceBox { place: place.to_owned(), attached: false, title: title.to_owned(), spaces }
}

fn law(view: &View, statute: Statute) -> Space {
    let suits = suits(view, statute);
    let men: u8 = suits.iter().map(|(_, men)| men).sum();
    let proposed = view.token == Some(statute);
    let mut code = statute.action().name().to_owned();
    if statute.bonus() > 0 {
        code.push_str(&format!("+{}", statute.bonus()));
    }
    if men > 0 {
        code.push_str(&format!(" !{men}"));
    }
    let mut details = Vec::new();
    if proposed {
        details.push(Item::new("token", "the Lawspeaker token is here"));
    }
    details.extend(suits.into_iter().map(|(seat, men)| suit(view, seat, men)));
    let colour = statute.colour();
    Space {
        id: statute.slug().to_owned(),
        code,
        name: statute.words(),
        details,
        piece: Some((colour.icon(), None, colour.slug())),
        marked: proposed,
    }
}

fn fame(view: &View) -> Vec<Space> {
    let space = |seat: &SeatView| Space {
        id: seat_id(seat.seat),
        code: seat.fame.to_string(),
        name: seat.faction.name().to_owned(),
        details: vec![Item::new("fame", format!("{} Wordfame", seat.fame))],
        piece: Some(("fame", Some(seat.seat), seat.colour)),
        marked: view.speaker == Some(seat.seat),
    };
    view.seats.iter().map(space).collect()
}

fn at_sea(seat: &SeatView) -> Space {
    Space {
        id: seat_id(seat.seat),
        code: seat.sea.to_string(),
        name: seat.faction.name().to_owned(),
        details: vec![Item::new("men", format!("{} at sea", names::thingmen(seat.sea)))],
        piece: Some(("ship", Some(seat.seat), seat.colour)),
        marked: false,
    }
}
