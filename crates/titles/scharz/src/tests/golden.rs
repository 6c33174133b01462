//! Compares the stored form of every fact with `facts.golden.jsonl`, one JSON fact per line.
//! `INSTA_UPDATE=always` rewrites the file.
#![allow(clippy::disallowed_methods, reason = "a test reads its golden file")]

use std::collections::BTreeSet;
use std::path::Path;

use super::super::orders::parse::parse;
use super::super::orders::rows::{self, ROWS};
use super::super::state::doctrine::Luck;
use super::super::state::facts::{
    Fact, Goal, Limit, Opened, Pen, Phase, Roll, StrikeResult, Verdict, VictoryKind,
};
use super::super::state::land::{Site, Town, Yard};
use super::super::state::line::SheetLine;
use super::super::state::line::slots::{Commanders, MightGoal, Part, Wishes};
use super::super::state::options::{EXTRAS, Options};
use super::super::state::pact::{Bond, FOR_EVER, Offer, Pact};
use super::super::state::stack::{Place, Stack, hazard_bit};
use super::super::state::why::{Cause, Herding, How, Lot, UnitReason, Use};
use super::super::state::{State, Step, Weather, line};
use super::super::things::ids::{Faction, Field, Fields, Homeland};
use super::super::things::kinds::{Building, Good, Herd, Kind, Level, MapId, Mode};
use super::super::things::units::Unit;
use ravenpost_rules::{RefusalCode, Seat};

/// Lists every variant of `Fact`, so that a new one does not compile until it is added here.
macro_rules! variants {
    ($($name:ident)+) => {
        const VARIANTS: &[&str] = &[$(stringify!($name)),+];

        fn variant(fact: &Fact) -> &'static str {
            match fact {
                $(Fact::$name { .. } => stringify!($name),)+
            }
        }
    };
}

variants! {
    Opened Asked LineWritten LinesDropped SheetClosed SheetTimedOut InstructionSet DoctrineApplied
    SheetsRevealed LineSkipped RoundStarted PhaseStarted RearStarted GameEnded
    HomelandAssigned FactionChosen LateStart Arrived
    UnitsAdded UnitsRemoved UnitsChanged
    HalfGoldChanged PrestigeChanged VictoryPointsChanged CasualtiesCounted YearStarted
    VictoryPointsNoted
    SettlementChanged ShipyardChanged ConstructionChanged StoreChanged
    HerdMoved HerdAdded HerdRemoved HerdTaken Sown CropChanged Looted LootMarkerCleared
    TradeLimitUsed
    PactOffered OfferClosed PactAgreed PactEnded VassalageEnding TributePaid RedemptionPaid
    RivalNamed CommandLevelSet RerollsSet RerollsOrdered TollPromised SecondMarchBought
    BuildTwiceBought CorsairsHired ClashByDoctrine LightInfantryBought VictoryAnnounced
    AnnouncementFailed Eliminated Resigned
    WinterWeather IceFormed DiceRolled BattleStarted AssaultStarted StrikeMade Intercepted
    CombatDecided WallsBroken
}

/// All values of a fieldless enum; a missing one does not compile.
macro_rules! all {
    ($kind:ident: $($name:ident)+) => {{
        let all = [$($kind::$name),+];
        for one in &all {
            match one {
                $($kind::$name)|+ => {}
            }
        }
        all
    }};
}

const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

fn field(slug: &str) -> Field {
    Field::find(MapId::Italia.data(), slug).expect("a field")
}

/// Italy with all its fields in play, at a step that awaits all seats.
fn italy(step: Step) -> State {
    let options = Options { map: MapId::Italia, ..Options::default() };
    let mut state = State::blank();
    (state.options, state.seats, state.step) = (options, 4, step);
    state.field = MapId::Italia.data().all().fold(Fields::NONE, |set, at| set | Fields::of(at));
    state.asked = Seat::all(4).collect();
    state
}

const START: &str = "faction roman; village roma; city roma; port roma; dock roma; place 3 li roma;
    grain 2 roma; herd sheep roma pasture; herd pigs roma stable; fort roma; rival blue";

const LINES: &str = "pick latium etruria; move 3 li roma > reate;
    second move 2 cav tarquinii > clusium > perusia; army capua > maleventum : 11 li, 1 hi;
    ride 1 cav roma > fregellae; spend special-move; toll roma; standing; exit 2 li roma;
    luck wreck 2; board 1 cav tarquinii > quay; second board 2 li tarquinii > mare-etruscum;
    sail 1 ts mare-etruscum > mare-tyrrhenum with 2 li, 1 hi;
    second sail 2 ws mare-etruscum > roma afloat; land 2 li mare-etruscum > roma;
    beach 1 ts mare-etruscum > roma; ferry 3 li roma > capua;
    fleet mare-etruscum > sinus-cumanus : 4 ts with 3 li; herd sheep roma > fregellae stable;
    stable sheep roma; pasture pigs roma; cart 2 grain roma > tarquinii; accept blue; reject blue;
    retreat 2 li fregellae > capua; harbour 1 ts mare-etruscum > roma;
    slip 1 ws mare-etruscum > sinus-cumanus; withdraw 2 li capua; withdraw sheep capua;
    emerge 2 li capua; attack blue capua if-double rounds 4; attack blue capua if-even;
    attack blue capua always; escape capua loss 50 > fregellae; escape capua never;
    target capua hi, li; snipe capua ts; reroll capua 8; spare capua sword;
    siege capua rounds 3 stop 50 keep; loot capua; burn capua; herds capua kill;
    spend build-twice; hasten roma; build fort roma with 1 li; add 1 li roma; cancel roma;
    dismantle roma; buy 2 li roma; buy 2 grain roma; buy cors mare-etruscum; buy ele roma;
    buy sheep roma; double roma; hire 1 merc roma cheap; raise 1 li > cav roma; lower 1 hi roma;
    disband 1 li roma; dismiss 1 merc roma; sell 1 fish roma; sell sheep roma; slaughter pigs roma;
    command better; offer truce blue 3; demand vassalage blue; recall blue; release blue; revolt;
    announce dominance; announce might b c; resign; sow auto; sow roma; recruit all; recruit roma;
    festival triple; feed-slaughter cattle roma; keep sheep roma; starve 2 li roma;
    calf sheep roma; muster 2";

/// Lines that are never stored: sheet commands, and the one that is stored as a pick.
const UNSTORED: [&str; 4] = ["Done", "Drop", "Reset", "Wish"];

fn read(step: Step, text: &str) -> SheetLine {
    parse(&italy(step), RED, text).unwrap_or_else(|no| panic!("{text}: {no:?}")).line
}

/// Every setting of doctrine.
fn doctrine() -> Vec<SheetLine> {
    let mut lines = Vec::new();
    for row in ROWS.iter().filter(|row| row.is_doctrine()) {
        for (word, _) in &(row.choices)()[0] {
            let more = if row.name == "DoctrineLuck" { " 2" } else { "" };
            lines.push(read(Step::March, &format!("{} {word}{more}", row.words.join(" "))));
        }
    }
    lines.push(read(Step::March, "doctrine escape after 3"));
    lines.push(read(Step::March, "doctrine target hi, li"));
    lines
}

fn lines() -> Vec<SheetLine> {
    let split = |text: &'static str| text.split(';').map(str::trim);
    let start = split(START).map(|text| read(Step::Settle, text));
    start.chain(split(LINES).map(|text| read(Step::March, text))).collect()
}

/// Every variant, and every name stored within one.
fn examples() -> Vec<Fact> {
    let chapters = [progress, sheets, names, units, points, land, pacts, own, war];
    chapters.into_iter().flat_map(|chapter| chapter()).collect()
}

fn progress() -> Vec<Fact> {
    let mut facts = Vec::new();
    for (at, map) in MapId::ALL.iter().enumerate() {
        let mode = Mode::ALL[at % Mode::ALL.len()];
        let extras = EXTRAS.into_iter().filter(|_| mode == Mode::Original);
        let options = Options {
            map: *map,
            mode,
            years: 5,
            powers: true,
            brisk_tempo: at == 1,
            extra_modules: extras.collect::<Vec<_>>().into(),
            ..Options::default()
        };
        facts.push(Fact::Opened(Opened { seats: 2, options, setup_order: vec![BLUE, RED] }));
    }
    facts.extend(Step::ALL.iter().map(|step| Fact::Asked(*step, vec![RED, BLUE])));
    facts.extend(Step::ALL.iter().map(|step| Fact::SheetsRevealed(*step)));
    facts.push(Fact::RoundStarted(1, vec![BLUE, RED]));
    let phases = all!(Phase: NewYear Calves Sowing Yield Taxes Harvest Recruitment Festivals
        WinterWeather Feeding Salaries Fishing);
    facts.extend(phases.map(Fact::PhaseStarted));
    facts.extend([Fact::RearStarted, Fact::YearStarted]);
    let ways = all!(VictoryKind: Dominance Might Sovereignty LastSurvivor Importance NoSurvivor
        AllResigned);
    facts.extend(ways.map(|by| Fact::GameEnded(Verdict { winners: vec![RED], by })));
    facts
}

fn sheets() -> Vec<Fact> {
    let mut facts: Vec<Fact> =
        lines().into_iter().map(|line| Fact::LineWritten(RED, line)).collect();
    facts.extend(doctrine().into_iter().map(|line| Fact::InstructionSet(RED, line)));
    let by = read(Step::March, "doctrine withdraw always");
    let does = read(Step::March, "withdraw 2 li capua");
    facts.extend([
        Fact::LinesDropped(RED, 2),
        Fact::SheetClosed(RED),
        Fact::SheetTimedOut { seat: RED, missed: true },
        Fact::SheetTimedOut { seat: RED, missed: false },
        Fact::DoctrineApplied(RED, by, does),
        Fact::LineSkipped(RED, does, RefusalCode::Occupied),
    ]);
    facts
}

/// Every name on the maps.
fn names() -> Vec<Fact> {
    let mut facts = Vec::new();
    for map in MapId::ALL {
        let homelands: Vec<Homeland> = Homeland::all(*map).collect();
        facts.push(Fact::IceFormed(map.data().all().collect()));
        facts.push(Fact::HomelandAssigned(RED, homelands[0]));
        let pick = line::Pick { homelands: Wishes::of(&homelands) };
        facts.push(Fact::InstructionSet(RED, pick.into()));
        facts.extend(Faction::all(*map).map(|faction| Fact::FactionChosen(RED, faction)));
    }
    facts
}

fn units() -> Vec<Fact> {
    let roma = field("roma");
    let li = Stack::new(2, Kind::Li, roma, Place::Open);
    let mut stacks: Vec<Stack> =
        Kind::ALL.iter().map(|kind| Stack::new(1, *kind, roma, Place::Open)).collect();
    stacks.extend(
        Level::ALL
            .iter()
            .map(|level| Stack { unit: Unit { kind: Kind::Cav, level: *level }, ..li }),
    );
    stacks.extend(Place::ALL.iter().map(|place| li.to(roma, *place)));
    stacks.push(li.mark((1 << 14) - 1));
    let all = MapId::Orient.data().all();
    let passed = all.filter(|at| at.is_neutral()).fold(0, |bits, at| bits | hazard_bit(at));
    stacks.push(Stack { via: passed, ..li.to(Field::new(MapId::Orient, 0), Place::Open) });
    let mut facts: Vec<Fact> =
        stacks.into_iter().map(|stack| Fact::UnitsAdded(RED, stack, UnitReason::Setup)).collect();
    facts.extend(UnitReason::ALL.iter().map(|reason| Fact::UnitsAdded(RED, li, *reason)));
    let lost = |cause: UnitReason, by| Fact::UnitsRemoved { seat: RED, stack: li, cause, by };
    facts.extend(UnitReason::ALL.iter().map(|reason| lost(*reason, None)));
    facts.push(lost(UnitReason::Battle, Some(BLUE)));
    let there = li.to(field("reate"), Place::Open);
    facts.extend(How::ALL.iter().map(|how| Fact::UnitsChanged(RED, *how, li, there)));
    facts
}

fn points() -> Vec<Fact> {
    let mut facts = Vec::new();
    for cause in Cause::ALL {
        facts.push(Fact::HalfGoldChanged(RED, -3, *cause));
    }
    facts.extend([
        Fact::PrestigeChanged(RED, 7, Cause::Setup),
        Fact::VictoryPointsChanged(RED, -1, Cause::Battle),
        Fact::CasualtiesCounted(RED, 12, 0),
        Fact::VictoryPointsNoted,
    ]);
    facts
}

fn land() -> Vec<Fact> {
    let roma = field("roma");
    let (town, yard) =
        (Town { owner: RED, city: true, fort: false }, Yard { owner: RED, port: true });
    let mut facts = Vec::new();
    for lot in Lot::ALL {
        facts.push(Fact::SettlementChanged(roma, Some(town), *lot));
    }
    facts.extend([
        Fact::SettlementChanged(roma, None, Lot::Razed),
        Fact::ShipyardChanged(roma, Some(yard), Lot::Setup),
        Fact::ShipyardChanged(roma, None, Lot::Razed),
        Fact::ConstructionChanged(roma, None, Lot::Completed),
    ]);
    facts.extend(Building::ALL.iter().map(|building| {
        let site = Site { owner: RED, building: *building, points: 3 };
        Fact::ConstructionChanged(roma, Some(site), Lot::Progress)
    }));
    facts.extend(Use::ALL.iter().map(|used| Fact::StoreChanged(roma, Good::Grain, 2, *used)));
    facts.push(Fact::StoreChanged(roma, Good::Fish, 0, Use::Eaten));
    let [pasture, stable] = [false, true].map(|stable| Pen { at: roma, stable });
    facts.extend(Herd::ALL.iter().map(|herd| Fact::HerdMoved(RED, *herd, pasture, stable)));
    for herding in Herding::ALL {
        facts.push(Fact::HerdAdded(RED, Herd::Sheep, pasture, *herding));
        facts.push(Fact::HerdRemoved(RED, Herd::Sheep, stable, *herding));
    }
    facts.extend([
        Fact::HerdTaken(RED, BLUE, Herd::Cattle, [stable, pasture]),
        Fact::Sown(RED, roma),
        Fact::CropChanged(roma, 3, Use::Yield),
        Fact::Looted(BLUE, roma, None),
        Fact::Looted(BLUE, roma, Some(RED)),
        Fact::LootMarkerCleared(roma),
    ]);
    let limits = all!(Limit: Bought Raised Hired Ships Elephants Doubled Hastened);
    facts.extend(limits.map(|limit| Fact::TradeLimitUsed(roma, limit, 1)));
    facts
}

fn pacts() -> Vec<Fact> {
    let mut facts = Vec::new();
    for bond in Bond::ALL {
        let offer = Offer { bond: *bond, demand: true, amount: 4, round: 2 };
        let superior = (*bond != Bond::Truce).then_some(BLUE);
        let pact = Pact { bond: *bond, superior, until: 7, historic: false };
        facts.push(Fact::PactOffered(RED, BLUE, offer));
        facts.push(Fact::PactAgreed(RED, BLUE, pact));
    }
    let (bond, superior) = (Bond::Vassalage, Some(BLUE));
    facts.extend([
        Fact::PactAgreed(RED, BLUE, Pact { bond, superior, until: FOR_EVER, historic: true }),
        Fact::OfferClosed(RED, BLUE),
        Fact::PactEnded(RED, BLUE),
        Fact::VassalageEnding(RED, BLUE),
        Fact::TributePaid(RED, BLUE),
        Fact::RedemptionPaid(RED, BLUE),
    ]);
    facts
}

fn own() -> Vec<Fact> {
    let mut facts: Vec<Fact> =
        Commanders::ALL.iter().map(|level| Fact::CommandLevelSet(RED, *level)).collect();
    facts.extend(Luck::ALL.iter().map(|luck| Fact::RerollsSet(RED, *luck, 2)));
    let mut goals = vec![Goal::Dominance];
    goals.extend(MightGoal::ALL.iter().map(|goal| Goal::Might([MightGoal::A, *goal])));
    for goal in goals {
        match goal {
            Goal::Dominance | Goal::Might(_) => {}
        }
        facts.push(Fact::VictoryAnnounced(RED, goal));
        facts.push(Fact::AnnouncementFailed(RED, goal));
    }
    facts.extend([
        Fact::LateStart(RED),
        Fact::Arrived(RED),
        Fact::RivalNamed(RED, Some(BLUE)),
        Fact::RivalNamed(RED, None),
        Fact::RerollsOrdered(RED, Luck::Wreck),
        Fact::TollPromised(RED, field("roma")),
        Fact::SecondMarchBought(RED),
        Fact::BuildTwiceBought(RED),
        Fact::CorsairsHired(RED),
        Fact::ClashByDoctrine(RED),
        Fact::LightInfantryBought(RED, 2),
        Fact::Eliminated(RED),
        Fact::Resigned(RED),
    ]);
    facts
}

fn war() -> Vec<Fact> {
    let at = field("roma");
    let strike = StrikeResult {
        at,
        seat: RED,
        round: 1,
        charge: false,
        dice: vec![2, 0, 1],
        swords: 3,
        hits: 2,
        destroyed: vec![Part::one(Kind::Li)],
    };
    let weather = all!(Weather: Normal Good Bad);
    let mut facts = vec![
        Fact::WinterWeather(weather),
        Fact::BattleStarted(at, RED, BLUE),
        Fact::AssaultStarted(at, RED, BLUE),
        Fact::StrikeMade(StrikeResult { charge: true, destroyed: Vec::new(), ..strike.clone() }),
        Fact::StrikeMade(strike),
        Fact::Intercepted(at, RED, vec![1, 0]),
        Fact::CombatDecided(at, Some(RED)),
        Fact::CombatDecided(at, None),
        Fact::WallsBroken(at),
    ];
    let roll = |luck: &Luck| Roll { seat: Some(RED), at, kind: *luck, faces: vec![6, 1] };
    facts.extend(Luck::ALL.iter().map(|luck| Fact::DiceRolled(roll(luck))));
    facts.push(Fact::DiceRolled(Roll { seat: None, ..roll(&Luck::Yield) }));
    facts
}

#[test]
fn every_fact_matches_the_golden_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/facts.golden.jsonl");
    let line = |fact: &Fact| serde_json::to_string(fact).expect("facts are plain data") + "\n";
    let written: String = examples().iter().map(line).collect();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &written).expect("the file can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(written, golden, "run with INSTA_UPDATE=always to accept");
    let read = |line| serde_json::from_str::<Fact>(line).expect(line);
    assert_eq!(golden.lines().map(read).collect::<Vec<_>>(), examples());
}

#[test]
fn every_variant_and_line_has_a_golden_example() {
    let named: BTreeSet<&str> = VARIANTS.iter().copied().collect();
    let shown: BTreeSet<&str> = examples().iter().map(variant).collect();
    assert_eq!(named, shown);
    let stored = ROWS.iter().map(|row| row.name).filter(|name| !UNSTORED.contains(name));
    let lines: BTreeSet<&str> =
        lines().iter().chain(&doctrine()).map(|line| rows::row(line).name).collect();
    assert_eq!(stored.collect::<BTreeSet<_>>(), lines);
}
