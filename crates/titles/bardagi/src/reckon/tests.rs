//! Tests of reach, entry areas, squares and prices, with the dossier's examples.

use super::super::state::State;
use super::super::state::player::Player;
use super::super::state::turn::Aim;
use super::super::things::areas::{Area, Place};
use super::super::things::ids::{Areas, Node};
use super::super::things::kinds::{Building, Colour, Map, Rune, Unit};
use super::super::things::tiles::Tile;
use ravenpost_rules::Seat;

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);
const YELLOW: Seat = Seat(3);
const GREEN: Seat = Seat(4);

/// The standard setup of the examples: summer board, red, blue, yellow, green.
fn start() -> State {
    let mut state = State::blank();
    (state.seats, state.round, state.rounds) = (4, 2, 8);
    for (seat, colour) in state.seats().zip(["red", "blue", "yellow", "green"]) {
        let colour = Colour::from_slug(colour).expect("a colour");
        let home = Map::SUMMER.home(colour).expect("summer has five homes");
        let at_home = [Place::on(home); 3];
        state.players[seat] =
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

fn owns(state: &mut State, seat: Seat, slugs: &str) {
    for area in slugs.split(' ').map(area) {
        state.lands[area.index()].owner = Some(seat);
        state.lands[area.index()].disks = 1;
    }
}

fn stand(state: &mut State, seat: Seat, unit: Unit, slug: &str) {
    state.players[seat].at[unit.index()] = Place::on(area(slug));
}

fn axe(state: &mut State, slug: &str) {
    state.lands[area(slug).index()].axes += 1;
}

fn reach(state: &State, seat: Seat, unit: Unit) -> Areas {
    state.walk(seat, unit).expect("it is on the board").reach()
}

fn slugs(set: Areas) -> String {
    Area::of(set).map(Area::slug).collect::<Vec<_>>().join(" ")
}

#[test]
fn own_land_is_one_connected_area_x16_x17() {
    let mut state = start();
    owns(&mut state, RED, "saudanes eikarlundur steinnama torgnes");
    stand(&mut state, RED, Unit::B, "torgnes");
    let near = "eikarlundur saudanes steinnama raudavik kyrholt raudablastur uxahagi vargsbaeli";
    assert_eq!(slugs(reach(&state, RED, Unit::B)), slugs(set(near)));
    stand(&mut state, RED, Unit::K, "torgnes");
    let far = "eikarlundur saudanes steinnama raudavik kyrholt raudablastur uxahagi kaupangur \
               blafjordur furudalur malmdalur";
    assert_eq!(slugs(reach(&state, RED, Unit::K)), slugs(set(far)));
}

#[test]
fn rivers_and_mountains_close_borders_x18_x19() {
    let mut state = start();
    stand(&mut state, YELLOW, Unit::B, "smidjuholl");
    assert_eq!(reach(&state, YELLOW, Unit::B), set("greniskogur kalfanes"));
    stand(&mut state, YELLOW, Unit::B, "kalfanes");
    assert_ne!(reach(&state, YELLOW, Unit::B) & set("budaeyri"), 0);
    stand(&mut state, YELLOW, Unit::G, "hrafnagull");
    assert_eq!(state.walk(YELLOW, Unit::G).unwrap().steps(area("hrafnaskogur")), Some(2));
}

#[test]
fn untaken_camps_admit_only_a_berserkur_x20() {
    let mut state = start();
    for unit in Unit::LAND {
        stand(&mut state, YELLOW, unit, "greniskogur");
        let camp = reach(&state, YELLOW, unit) & set("villaskard gullhamar");
        assert_eq!(camp, if unit == Unit::B { set("villaskard") } else { 0 });
    }
    owns(&mut state, GREEN, "villaskard");
    assert_ne!(reach(&state, YELLOW, Unit::K) & set("gullhamar"), 0);
    axe(&mut state, "villaskard");
    assert_eq!(reach(&state, YELLOW, Unit::K) & set("villaskard gullhamar"), 0);
}

#[test]
fn homes_of_others_x21_x22() {
    let mut state = start();
    for unit in Unit::LAND {
        stand(&mut state, RED, unit, "uxahagi");
    }
    let home = set("blafjordur");
    assert_eq!(reach(&state, RED, Unit::B) & home, 0);
    assert_eq!(reach(&state, RED, Unit::G) & home, 0);
    assert_eq!(state.walk(RED, Unit::K).unwrap().steps(area("aerdalur")), Some(2));
    axe(&mut state, "blafjordur");
    assert_eq!(reach(&state, RED, Unit::K) & home, 0);
    stand(&mut state, RED, Unit::K, "birkihlid");
    assert_eq!(reach(&state, RED, Unit::K) & set("svartahofn"), 0, "black is not in play");
}

#[test]
fn axe_tokens_hold_a_berserkur_x23_x24() {
    let mut state = start();
    owns(&mut state, RED, "saudanes torgnes");
    owns(&mut state, BLUE, "uxahagi");
    axe(&mut state, "uxahagi");
    stand(&mut state, RED, Unit::B, "saudanes");
    let walk = state.walk(RED, Unit::B).unwrap();
    assert_eq!(walk.entry(area("uxahagi")), Some(area("torgnes")));
    stand(&mut state, RED, Unit::B, "uxahagi");
    state.players[RED].entry = Some(Place::on(area("torgnes")));
    assert_eq!(reach(&state, RED, Unit::B), set("torgnes"));
    // With the Stables it can go back and on, but not through.
    state.players[RED].tiles[0][0] = Tile::STABLES;
    assert_eq!(reach(&state, RED, Unit::B) & set("furudalur malmdalur"), 0);
    assert_ne!(reach(&state, RED, Unit::B) & set("eikarlundur"), 0);
    stand(&mut state, RED, Unit::B, "torgnes");
    assert_eq!(reach(&state, RED, Unit::B) & set("furudalur"), 0);
    assert_ne!(reach(&state, RED, Unit::B) & set("uxahagi"), 0);
    // A landing gives no way back over land.
    stand(&mut state, RED, Unit::B, "uxahagi");
    state.players[RED].entry = Some(Place::ABOARD);
    assert_eq!(reach(&state, RED, Unit::B), 0);
}

#[test]
fn entry_areas_after_long_walks_x24_x123() {
    let mut state = start();
    state.players[RED].tiles[0][0] = Tile::STABLES;
    let walk = state.walk(RED, Unit::B).unwrap();
    assert_eq!(walk.steps(area("gulldalur")), Some(3));
    assert_eq!(walk.entry(area("gulldalur")), Some(area("vargsbaeli")));
    assert_eq!(walk.entry(area("raudablastur")), Some(area("eikarlundur")));
}

#[test]
fn boarding_ships_x67_x121() {
    let mut state = start();
    stand(&mut state, RED, Unit::G, "saudanes");
    let walk = state.walk(RED, Unit::G).unwrap();
    assert_eq!(walk.boarding(area("raudavik")), Some(1));
    assert_eq!(walk.boarding(area("torgnes")), Some(2));
    assert_eq!(state.walk(RED, Unit::B).unwrap().boarding(area("torgnes")), None);
    stand(&mut state, RED, Unit::B, "uxahagi");
    assert_eq!(state.walk(RED, Unit::B).unwrap().boarding(area("torgnes")), Some(2));
    owns(&mut state, RED, "torgnes");
    assert_eq!(state.walk(RED, Unit::B).unwrap().boarding(area("torgnes")), Some(1));
}

#[test]
fn squares_x51_x68_x71() {
    let mut state = start();
    let ship = Node::at(area("raudavik"));
    state.players[RED].ship = ship;
    state.players[RED].at[0] = Place::ABOARD;
    assert_eq!(state.pace(RED, Unit::N).most(), 3);
    assert_eq!(state.voyage(RED, 10).squares(Node::at(area("alftavogur"))), Some(8));
    assert_eq!(state.voyage(RED, 10).squares(Node::at(area("svartahofn"))), None);
    state.players[RED].tiles = [Tile::BOATHOUSE, Tile::SEA_SHRINE, Tile::SHIPYARD]
        .map(|tile| [tile, Tile::NONE, Tile::NONE]);
    assert_eq!(state.pace(RED, Unit::N).most(), 9);
    state.players[RED].sea = true;
    assert_eq!(state.pace(RED, Unit::N).most(), 10);
    state.players[RED].ship = Node::from_slug("o10").unwrap();
    assert_eq!(state.voyage(RED, 9).squares(Node::at(area("torgnes"))), Some(2));
    state.players[RED].ship = Node::at(area("torgnes"));
    assert_eq!(state.voyage(RED, 9).squares(Node::from_slug("o6").unwrap()), Some(3));
}

#[test]
fn prices_x25_to_x37() {
    let mut state = start();
    let price = |state: &State, slug: &str, aim: Aim| state.price(area(slug), aim).total();
    assert_eq!(price(&state, "kyrholt", Aim::Take(0)), 2);
    assert_eq!(price(&state, "vargsbaeli", Aim::Take(0)), 4);
    owns(&mut state, BLUE, "uxahagi");
    state.lands[area("uxahagi").index()].disks = 3;
    assert_eq!(price(&state, "uxahagi", Aim::Take(2)), 6);
    owns(&mut state, RED, "torgnes");
    stand(&mut state, YELLOW, Unit::B, "torgnes");
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 2, "bystanders do not defend");
    stand(&mut state, RED, Unit::B, "torgnes");
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 7);
    state.players[RED].tiles[0][2] = Tile::CHAMPIONS_HALL;
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 9);
    assert_eq!(price(&state, "torgnes", Aim::Duel(RED)), 7);
    assert_eq!((state.players[RED].duel_loss(), state.players[YELLOW].duel_loss()), (6, 4));
    state.players[RED].disks[0] = 3;
    assert_eq!(state.players[RED].duel_loss(), 3);
    stand(&mut state, RED, Unit::B, "raudavik");
    axe(&mut state, "torgnes");
    axe(&mut state, "torgnes");
    assert_eq!(price(&state, "torgnes", Aim::Take(0)), 6);
    assert_eq!(price(&state, "torgnes", Aim::Axes), 4);
    state.players[RED].tiles[0][2] = Tile::AXE_FORGE;
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
fn displaced_units_x42_x43() {
    use super::super::state::standing::Retreat;
    use super::super::state::turn::Attack;
    use ravenpost_rules::list::List;
    let mut state = start();
    owns(&mut state, RED, "saudanes torgnes selagull");
    let attack = |slug| {
        Some(Attack { area: area(slug), aim: Aim::Take(0), waits: [RED].into_iter().collect() })
    };
    state.attack = attack("torgnes");
    assert_eq!(state.refuges(RED), set("raudavik saudanes selagull"));
    assert_eq!(state.refuge_unasked(RED), None);
    state.players[RED].standing.retreat = Retreat::Nearest;
    assert_eq!(state.refuge_unasked(RED), Some(area("saudanes")));
    let list = List::of(&[area("torgnes"), area("selagull"), area("raudavik")]);
    state.players[RED].standing.retreat = Retreat::List(list);
    assert_eq!(state.refuge_unasked(RED), Some(area("selagull")));
    owns(&mut state, RED, "eikarlundur");
    state.attack = attack("eikarlundur");
    assert_eq!(state.nearest_refuge(RED), Some(area("raudavik")));
}
