//! Reach, entry areas, squares and prices, with the dossier's examples.

use super::super::state::{Aim, Player, State};
use super::super::things::{Area, Areas, Building, Colour, Map, Node, Place, Rune, Tile, Unit};

/// The standing start of the examples: summer, red, blue, yellow, green.
fn start() -> State {
    let mut state = State::blank();
    (state.seats, state.round, state.rounds) = (4, 2, 8);
    for (at, colour) in ["red", "blue", "yellow", "green"].into_iter().enumerate() {
        let colour = Colour::from_slug(colour).expect("a colour");
        let home = Map::SUMMER.home(colour).expect("summer has five homes");
        let at_home = [Place::on(home); 3];
        state.players[at] =
            Player { colour, disks: [6; 3], pile: 22, gold: 1, at: at_home, ..Player::blank() };
    }
    state
}

fn area(slug: &str) -> Area {
    Area::from_slug(slug).unwrap_or_else(|| panic!("no area {slug}"))
}

fn set(slugs: &str) -> Areas {
    slugs.split(' ').map(area).fold(0, |set, area| set | area.bit())
}

fn owns(state: &mut State, at: usize, slugs: &str) {
    for area in slugs.split(' ').map(area) {
        state.lands[area.index()].owner = at as u8 + 1;
        state.lands[area.index()].disks = 1;
    }
}

fn stand(state: &mut State, at: usize, unit: Unit, slug: &str) {
    state.players[at].at[unit.index()] = Place::on(area(slug));
}

fn axe(state: &mut State, slug: &str) {
    state.lands[area(slug).index()].axes += 1;
}

fn reach(state: &State, at: usize, unit: Unit) -> Areas {
    state.walk(at, unit).expect("it is on the board").reach()
}

fn slugs(set: Areas) -> String {
    Area::of(set).map(Area::slug).collect::<Vec<_>>().join(" ")
}

#[test]
fn own_land_is_a_single_area_x16_x17() {
    let mut state = start();
    owns(&mut state, 0, "saudanes eikarlundur steinnama torgnes");
    stand(&mut state, 0, Unit::B, "torgnes");
    let near = "eikarlundur saudanes steinnama raudavik kyrholt raudablastur uxahagi vargsbaeli";
    assert_eq!(slugs(reach(&state, 0, Unit::B)), slugs(set(near)));
    stand(&mut state, 0, Unit::K, "torgnes");
    let far = "eikarlundur saudanes steinnama raudavik kyrholt raudablastur uxahagi kaupangur \
               blafjordur furudalur malmdalur";
    assert_eq!(slugs(reach(&state, 0, Unit::K)), slugs(set(far)));
}

#[test]
fn rivers_and_mountains_close_borders_x18_x19() {
    let mut state = start();
    stand(&mut state, 2, Unit::B, "smidjuholl");
    assert_eq!(reach(&state, 2, Unit::B), set("greniskogur kalfanes"));
    stand(&mut state, 2, Unit::B, "kalfanes");
    assert_ne!(reach(&state, 2, Unit::B) & set("budaeyri"), 0);
    stand(&mut state, 2, Unit::G, "hrafnagull");
    assert_eq!(state.walk(2, Unit::G).unwrap().steps(area("hrafnaskogur")), Some(2));
}

#[test]
fn untaken_camps_admit_a_berserkur_alone_x20() {
    let mut state = start();
    for unit in Unit::LAND {
        stand(&mut state, 2, unit, "greniskogur");
        let camp = reach(&state, 2, unit) & set("villaskard gullhamar");
        assert_eq!(camp, if unit == Unit::B { set("villaskard") } else { 0 });
    }
    owns(&mut state, 3, "villaskard");
    assert_ne!(reach(&state, 2, Unit::K) & set("gullhamar"), 0);
    axe(&mut state, "villaskard");
    assert_eq!(reach(&state, 2, Unit::K) & set("villaskard gullhamar"), 0);
}

#[test]
fn homes_of_others_x21_x22() {
    let mut state = start();
    for unit in Unit::LAND {
        stand(&mut state, 0, unit, "uxahagi");
    }
    let home = set("blafjordur");
    assert_eq!(reach(&state, 0, Unit::B) & home, 0);
    assert_eq!(reach(&state, 0, Unit::G) & home, 0);
    assert_eq!(state.walk(0, Unit::K).unwrap().steps(area("aerdalur")), Some(2));
    axe(&mut state, "blafjordur");
    assert_eq!(reach(&state, 0, Unit::K) & home, 0);
    stand(&mut state, 0, Unit::K, "birkihlid");
    assert_eq!(reach(&state, 0, Unit::K) & set("svartahofn"), 0, "black is not in play");
}

#[test]
fn axe_tokens_hold_a_berserkur_x23_x24() {
    let mut state = start();
    owns(&mut state, 0, "saudanes torgnes");
    owns(&mut state, 1, "uxahagi");
    axe(&mut state, "uxahagi");
    stand(&mut state, 0, Unit::B, "saudanes");
    let walk = state.walk(0, Unit::B).unwrap();
    assert_eq!(walk.entry(area("uxahagi")), Some(area("torgnes")));
    stand(&mut state, 0, Unit::B, "uxahagi");
    state.players[0].entry = Some(Place::on(area("torgnes")));
    assert_eq!(reach(&state, 0, Unit::B), set("torgnes"));
    // With the Stables he goes back and on, but never through.
    state.players[0].tiles[0][0] = Tile::STABLES;
    assert_eq!(reach(&state, 0, Unit::B) & set("furudalur malmdalur"), 0);
    assert_ne!(reach(&state, 0, Unit::B) & set("eikarlundur"), 0);
    stand(&mut state, 0, Unit::B, "torgnes");
    assert_eq!(reach(&state, 0, Unit::B) & set("furudalur"), 0);
    assert_ne!(reach(&state, 0, Unit::B) & set("uxahagi"), 0);
    // A landing is no way back over land.
    stand(&mut state, 0, Unit::B, "uxahagi");
    state.players[0].entry = Some(Place::ABOARD);
    assert_eq!(reach(&state, 0, Unit::B), 0);
}

#[test]
fn entry_areas_of_long_walks_x24_x123() {
    let mut state = start();
    state.players[0].tiles[0][0] = Tile::STABLES;
    let walk = state.walk(0, Unit::B).unwrap();
    assert_eq!(walk.steps(area("gulldalur")), Some(3));
    assert_eq!(walk.entry(area("gulldalur")), Some(area("vargsbaeli")));
    assert_eq!(walk.entry(area("raudablastur")), Some(area("eikarlundur")));
}

#[test]
fn going_aboard_x67_x121() {
    let mut state = start();
    stand(&mut state, 0, Unit::G, "saudanes");
    let walk = state.walk(0, Unit::G).unwrap();
    assert_eq!(walk.boarding(area("raudavik")), Some(1));
    assert_eq!(walk.boarding(area("torgnes")), Some(2));
    assert_eq!(state.walk(0, Unit::B).unwrap().boarding(area("torgnes")), None);
    stand(&mut state, 0, Unit::B, "uxahagi");
    assert_eq!(state.walk(0, Unit::B).unwrap().boarding(area("torgnes")), Some(2));
    owns(&mut state, 0, "torgnes");
    assert_eq!(state.walk(0, Unit::B).unwrap().boarding(area("torgnes")), Some(1));
}

#[test]
fn squares_x51_x68_x71() {
    let mut state = start();
    let ship = Node::at(area("raudavik"));
    state.players[0].ship = ship;
    state.players[0].at[0] = Place::ABOARD;
    assert_eq!(state.squares(0), (0, 3));
    assert_eq!(state.voyage(0, 10).squares(Node::at(area("alftavogur"))), Some(8));
    assert_eq!(state.voyage(0, 10).squares(Node::at(area("svartahofn"))), None);
    state.players[0].tiles = [Tile::BOATHOUSE, Tile::SEA_SHRINE, Tile::SHIPYARD]
        .map(|tile| [tile, Tile::NONE, Tile::NONE]);
    assert_eq!(state.squares(0), (0, 9));
    state.players[0].sea = true;
    assert_eq!(state.squares(0), (0, 10));
    state.players[0].ship = Node::from_slug("o10").unwrap();
    assert_eq!(state.voyage(0, 9).squares(Node::at(area("torgnes"))), Some(2));
    state.players[0].ship = Node::at(area("torgnes"));
    assert_eq!(state.voyage(0, 9).squares(Node::from_slug("o6").unwrap()), Some(3));
}

#[test]
fn prices_x25_to_x37() {
    let mut state = start();
    let price = |state: &State, slug: &str, aim: Aim| state.price(area(slug), aim).total();
    assert_eq!(price(&state, "kyrholt", Aim::Take(0)), 2);
    assert_eq!(price(&state, "vargsbaeli", Aim::Take(0)), 4);
    owns(&mut state, 1, "uxahagi");
    state.lands[area("uxahagi").index()].disks = 3;
    assert_eq!(price(&state, "uxahagi", Aim::Take(2)), 6);
    owns(&mut state, 0, "torgnes");
    stand(&mut state, 2, Unit::B, "torgnes");
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 2, "bystanders do not defend");
    stand(&mut state, 0, Unit::B, "torgnes");
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 7);
    state.players[0].tiles[0][2] = Tile::CHAMPIONS_HALL;
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 9);
    assert_eq!(price(&state, "torgnes", Aim::Duel(0)), 7);
    assert_eq!((state.players[0].duel_loss(), state.players[2].duel_loss()), (6, 4));
    state.players[0].disks[0] = 3;
    assert_eq!(state.players[0].duel_loss(), 3);
    stand(&mut state, 0, Unit::B, "raudavik");
    axe(&mut state, "torgnes");
    axe(&mut state, "torgnes");
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 6);
    assert_eq!(price(&state, "torgnes", Aim::Axes), 4);
    state.players[0].tiles[0][2] = Tile::AXE_FORGE;
    assert_eq!(price(&state, "torgnes", Aim::Axes), 8);
    state.lands[area("torgnes").index()].axes = 0;
    state.lands[area("torgnes").index()].runes = Rune::DEFENCE.bit();
    assert_eq!(price(&state, "torgnes", Aim::Take(2)), 5);
}

#[test]
fn limits_x77_x78_x84() {
    let mut player = Player::blank();
    assert_eq!((player.limit(Building::VIRKI), player.storage()), (6, 5));
    player.tiles[0][0] = Tile::MEAD_HALL;
    assert_eq!(player.limit(Building::VIRKI), 8);
    player.tiles[0][1] = Tile::BOATHOUSE;
    assert_eq!(player.limit(Building::VIRKI), 10);
    player.tiles[0][2] = Tile::AXE_FORGE;
    assert_eq!(player.limit(Building::VIRKI), 12);
    player.tiles[0][0] = Tile::NONE;
    assert_eq!(player.limit(Building::VIRKI), 9);
    player.tiles[1] = [Tile::ALCHEMIST, Tile::SEA_SHRINE, Tile::ORACLE];
    assert_eq!(player.limit(Building::HOF), 10);
    player.tiles[2][2] = Tile::GREAT_WAREHOUSE;
    assert_eq!(player.storage(), 8);
}

#[test]
fn driven_out_x42_x43() {
    use super::super::state::{Attack, Retreat};
    use crate::rules::list::List;
    let mut state = start();
    owns(&mut state, 0, "saudanes torgnes selagull");
    let attack = |slug| Some(Attack { area: area(slug), aim: Aim::Take(0), waits: 1 });
    state.attack = attack("torgnes");
    assert_eq!(state.refuges(0), set("raudavik saudanes selagull"));
    assert_eq!(state.refuge_unasked(0), None);
    state.players[0].standing.retreat = Retreat::Nearest;
    assert_eq!(state.refuge_unasked(0), Some(area("saudanes")));
    let list = List::of(&[area("torgnes"), area("selagull"), area("raudavik")]);
    state.players[0].standing.retreat = Retreat::List(list);
    assert_eq!(state.refuge_unasked(0), Some(area("selagull")));
    owns(&mut state, 0, "eikarlundur");
    state.attack = attack("eikarlundur");
    assert_eq!(state.nearest_refuge(0), Some(area("raudavik")));
}
