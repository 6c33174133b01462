//! Tests the stored form of every fact: `facts.golden.jsonl` has an example of each variant, one
//! per line.
//!
//! Renaming or restructuring a fact changes a line there. With `INSTA_UPDATE=always`, the tests
//! rewrite the file; review the changes before you commit them.
#![allow(clippy::disallowed_methods, reason = "a test reads its golden file")]

use super::super::standing::Taste;
use super::*;
use ravenpost_rules::list::List;

/// Defines functions that return examples of every variant of an enum. An enum with an unlisted
/// variant does not compile.
macro_rules! examples {
    ($($function:ident: $of:ident { $($variant:ident: $examples:expr;)+ })+) => {$(
        fn $function() -> Vec<$of> {
            let name = |example: &$of| match example {
                $($of::$variant { .. } => stringify!($variant),)+
            };
            let mut all = Vec::new();
            $(
                let examples: Vec<$of> = Vec::from($examples);
                assert!(!examples.is_empty(), "{} has no example", stringify!($variant));
                assert!(examples.iter().all(|one| name(one) == stringify!($variant)));
                all.extend(examples);
            )+
            all
        }
    )+};
}

const WHO: Who = Who { seat: Seat(1), colour: Colour(0) };
const HOST: Who = Who { seat: Seat(2), colour: Colour(2) };
const MIX: Mix = [2, 1, 3, 0];
const GIVE: Lot = [0, 2, 0, 0, 0, 0, 1];
const GET: Lot = [1, 0, 0, 0, 0, 0, 0];

fn each<T, U>(all: impl IntoIterator<Item = T>, example: impl Fn(T) -> U) -> Vec<U> {
    all.into_iter().map(example).collect()
}

fn here() -> Area {
    Area(0)
}

fn there() -> Area {
    Area(1)
}

fn opened(map: Map) -> Fact {
    let options = Options {
        choose_homes: true,
        own_turn: true,
        eight_cards: true,
        forced_trade: true,
        minutes: 60,
        open_gold: true,
        charge: true,
    };
    Fact::Opened(Opened { map, seats: 5, rounds: 0, options, starter: Seat(3) })
}

fn moved(from: Place, entry: Option<Area>) -> Fact {
    Fact::Moved(Moved { who: WHO, unit: Unit::B, from, to: here(), free_steps: 1, entry })
}

fn sailed(to: Node, sea_move: bool) -> Fact {
    Fact::Sailed(Sailed { who: WHO, from: Node::DOCK, to, free_squares: 2, sea_move })
}

fn taken(from: Option<Who>) -> Fact {
    let (removed, paid, placed, tokens) = (1, 2, 3, 4);
    Fact::AreaTaken(AreaTaken { who: WHO, area: here(), from, removed, paid, placed, tokens })
}

fn claim() -> Claim {
    Claim {
        sheep: 1,
        cattle: 2,
        tokens: 3,
        chosen: true,
        recruits: [1, 0, 2],
        placed: true,
        axes: List::of(&[here(), there()]),
        done: true,
        orders: 4,
    }
}

examples! {
    facts: Fact {
        Opened: each(Map::all(), opened);
        ColourAssigned: each(Colour::all(), |colour| {
            Fact::ColourAssigned(Who { seat: Seat(1), colour: Colour::NONE }, colour)
        });
        TilesShuffled: each(Pile::all(), |pile| {
            Fact::TilesShuffled(pile, Tile::all().filter(|tile| tile.pile() == pile).collect())
        });
        TileTurnedUp: [Fact::TileTurnedUp(Tile::MINT.pile(), Tile::MINT)];
        RunesShuffled: [Fact::RunesShuffled(Rune::all().collect())];
        HiddenRedrawn: [Fact::HiddenRedrawn {
            runes: vec![Rune::SEA, Rune::DIVINE],
            tiles: vec![vec![Tile::BOATHOUSE], Vec::new()],
        }];
        RunesDrawn: [Fact::RunesDrawn(WHO, vec![Rune::TWICE])];
        RoundStarted: [Fact::RoundStarted(3, WHO)];
        StepStarted: [
            each(steps(), |step| Fact::StepStarted(step, None)),
            vec![Fact::StepStarted(Step::Act, Some(WHO))],
        ].concat();
        TimeUp: [Fact::TimeUp];
        FinalGlory: [Fact::FinalGlory(FinalGlory {
            who: WHO,
            most_gold: 15,
            most_areas: 6,
            gold: 9,
        })];
        GameEnded: [Fact::GameEnded];
        Planned: [Fact::Planned(WHO, MIX)];
        TurnStarted: [Fact::TurnStarted(WHO, MIX)];
        Paid: each(payments(), |payment| Fact::Paid(WHO, payment));
        OrderGiven: each(chances(), |chance| Fact::OrderGiven(WHO, chance));
        SessionChanged: each(sessions(), |session| Fact::SessionChanged(WHO, session));
        CardsSwapped: [Fact::CardsSwapped(WHO, [Unit::B, Unit::K], Unit::N)];
        CardLaidDown: [Fact::CardLaidDown(WHO, Unit::G)];
        TurnEnded: [Fact::TurnEnded(WHO)];
        Moved: [
            moved(Place::on(there()), Some(there())),
            moved(Place::TOWN, None),
        ];
        Boarded: [Fact::Boarded(Boarded {
            who: WHO,
            unit: Unit::K,
            from: Place::on(here()),
            harbour: here(),
        })];
        Sailed: [
            sailed(Node::at(here()), true),
            sailed(Node::ocean(1), false),
        ];
        Landed: [Fact::Landed(WHO, here(), vec![Unit::B, Unit::G])];
        Attacked: each(aims(), |aim| Fact::Attacked(WHO, here(), aim));
        GodiRetreated: [Fact::GodiRetreated(HOST, there())];
        BerserkurDefeated: [Fact::BerserkurDefeated(
            BerserkurDefeated { who: HOST, by: WHO, paid: 5, lost: 4 },
        )];
        AxeTokensRemoved: [Fact::AxeTokensRemoved { who: WHO, area: here(), paid: 2 }];
        AreaTaken: [taken(None), taken(Some(HOST))];
        BerserkurRetreated: [Fact::BerserkurRetreated(WHO, there())];
        DisksShifted: [Fact::DisksShifted(
            DisksShifted { who: WHO, from: here(), to: there(), disks: 2 },
        )];
        DisksPosted: [Fact::DisksPosted(WHO, here(), 2)];
        DisksLifted: [Fact::DisksLifted(WHO, here(), 2)];
        Converted: [Fact::Converted(WHO, here())];
        RuneCast: [
            Fact::RuneCast { who: WHO, rune: Rune::THEIRS, area: Some(here()), first: true },
            Fact::RuneCast { who: WHO, rune: Rune::SEA, area: None, first: false },
        ];
        Cleansed: [Fact::Cleansed(WHO, here(), Rune::BARREN)];
        RunesBought: [Fact::RunesBought { who: WHO, gold: 2, runes: 3 }];
        LandBought: [
            vec![Fact::LandBought(WHO, here(), None)],
            each(Good::all(), |good| Fact::LandBought(WHO, here(), Some(good))),
        ].concat();
        Traded: [Fact::Traded(WHO, GIVE, GET)];
        HidesSold: [Fact::HidesSold(WHO, 4)];
        Refilled: each(Building::all(), |building| Fact::Refilled(Refilled {
            who: WHO,
            building,
            disks: 3,
            revived: building == Building::VIRKI,
        }));
        ForcedTrade: [Fact::ForcedTrade(Deal { who: WHO, host: HOST, give: GIVE, get: GET })];
        NoGold: [Fact::NoGold { who: WHO, host: HOST }];
        OfferItemSet: [Fact::OfferItemSet(OfferItem { who: WHO, wanted: true, item: 6, count: 3 })];
        OfferSent: [Fact::OfferSent { who: WHO, host: HOST }];
        OfferDeclined: [Fact::OfferDeclined { who: WHO, host: HOST }];
        OfferAccepted: [Fact::OfferAccepted(Deal { who: WHO, host: HOST, give: GIVE, get: GET })];
        Built: [
            Fact::Built { who: WHO, tile: Tile::MINT, replaced: None },
            Fact::Built { who: WHO, tile: Tile::MINT, replaced: Some(Tile::WEAVER) },
        ];
        BuiltNothing: [Fact::BuiltNothing(WHO)];
        Income: [Fact::Income(Income {
            who: WHO,
            areas: 5,
            glory: 6,
            gold: 7,
            goods: [1, 0, 0, 0, 2, 3],
            recruits: 2,
            flock: 3,
            herd: 4,
        })];
        Claimants: [Fact::Claimants(vec![WHO, HOST])];
        ClaimDrafted: [Fact::ClaimDrafted(WHO, claim())];
        Claimed: [Fact::Claimed(Claimed {
            who: WHO,
            goods: [0, 1, 2, 3, 0, 0],
            tokens: 1,
            recruits: [1, 0, 2],
            axes: vec![here()],
        })];
        RoundEnded: [Fact::RoundEnded];
        InstructionSet: each(instructions(), |one| Fact::InstructionSet(WHO, one));
        PreOrderSet: each(pre_orders(), |one| Fact::PreOrderSet(WHO, one));
        PreOrderUsed: [Fact::PreOrderUsed(WHO, "b take".to_owned())];
        PreOrderStopped: [Fact::PreOrderStopped {
            who: WHO,
            order: "b take".to_owned(),
            code: RefusalCode::WrongKind,
        }];
        AutoAnswered: [Fact::AutoAnswered {
            who: WHO,
            by: "stand bargain decline".to_owned(),
            order: "decline".to_owned(),
        }];
        Yielded: [Fact::Yielded(WHO)];
    }

    steps: Step {
        Blank: [Step::Blank];
        PickHome: [Step::PickHome];
        Plan: [Step::Plan];
        Turn: [Step::Turn];
        Act: [Step::Act];
        GodiRetreat: [Step::GodiRetreat];
        Bargain: [Step::Bargain];
        Yard: [Step::Yard];
        Build: [Step::Build];
        Claim: [Step::Claim];
        Close: [Step::Close];
        Scoring: [Step::Scoring];
        Over: [Step::Over];
    }

    payments: Payment {
        Card: each(Unit::all(), Payment::Card);
        Council: [Payment::Council(Unit::N)];
        Oracle: [Payment::Oracle];
        Steward: [Payment::Steward];
        Charge: [Payment::Charge];
    }

    chances: Chance {
        None: [Chance::None];
        Retreat: [Chance::Retreat];
        Also: [Chance::Also];
        RetreatOrAlso: [Chance::RetreatOrAlso];
        Charge: [Chance::Charge];
    }

    sessions: Session {
        None: [Session::None];
        Muster: [Session::Muster];
        Village: [Session::Village];
        Home: [Session::Home];
        Visit: [Session::Visit(HOST.seat)];
    }

    aims: Aim {
        Duel: [Aim::Duel(HOST.seat)];
        Axes: [Aim::Axes];
        Take: [Aim::Take(2)];
    }

    instructions: Instruction {
        Retreat: each(retreats(), Instruction::Retreat);
        Claim: [
            vec![Instruction::Claim(None)],
            each(tastes(), |taste| Instruction::Claim(Some(Auto {
                sheep: taste,
                cattle: Taste::Even,
                recruits: [Building::HOF, Building::VIRKI, Building::VERSLUN],
            }))),
        ].concat();
        DeclineBargains: [Instruction::DeclineBargains(true)];
        RepeatPlan: [Instruction::RepeatPlan(false)];
    }

    retreats: Retreat {
        Ask: [Retreat::Ask];
        Home: [Retreat::Home];
        Nearest: [Retreat::Nearest];
        List: [Retreat::List(List::of(&[here(), there()]))];
    }

    tastes: Taste {
        Wool: [Taste::Wool];
        Hide: [Taste::Hide];
        Meat: [Taste::Meat];
        Even: [Taste::Even];
    }

    pre_orders: PreOrder {
        Script: [PreOrder::Script { orders: vec!["b take".to_owned()], else_done: true }];
        Build: [PreOrder::Build(vec!["build mint".to_owned()])];
        Homes: [PreOrder::Homes(vec![Colour(2), Colour(0)])];
        Plan: [PreOrder::Plan(MIX)];
    }
}

#[test]
fn facts_match_the_golden_file() {
    let facts = facts();
    let lines = each(&facts, |fact| serde_json::to_string(fact).expect("facts are plain data"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/facts.golden.jsonl");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, lines.join("\n") + "\n").expect("the file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the file can be read");
    let changed: Vec<_> =
        lines.iter().zip(golden.lines()).filter(|(new, old)| new != old).collect();
    assert!(changed.is_empty(), "stored form differs from {path}: {changed:#?}");
    assert_eq!(golden, lines.join("\n") + "\n", "{path} has other facts");
    let read: Vec<Fact> =
        each(golden.lines(), |line| serde_json::from_str(line).expect("it is a fact"));
    assert_eq!(read, facts);
}
