//! The stored form of every fact: `facts.golden.jsonl` has one line with an example of each
//! variant.
//!
//! A renamed or reshaped fact changes a line there. With `INSTA_UPDATE=always` the tests rewrite
//! the file; review the changes before committing them.
#![allow(clippy::disallowed_methods, reason = "a test reads its golden file")]

use super::super::super::things::ids::Deco;
use super::super::super::things::kinds::Kind;
use super::super::options::RaidLoss;
use super::super::plays::{Lot, Param, Use};
use super::super::standing::{Bury, Grow};
use super::*;

/// Defines functions that return examples of every variant of an enum. A missing variant is a
/// compile error.
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

const SEAT: Seat = Seat(1);
const OTHER: Seat = Seat(2);
const DIR: Dir = Dir(0);
const HERE: District = District(0);
const THERE: District = District(1);

/// Creates an example for each of several values.
fn each<T, U>(all: impl IntoIterator<Item = T>, example: impl Fn(T) -> U) -> Vec<U> {
    all.into_iter().map(example).collect()
}

/// Returns one of each kind, and two of the first.
fn goods() -> Goods {
    Kind::all().fold(Goods::silver(1), |all, kind| all.plus(&Goods::one(kind)))
}

fn pack(cards: &[Card]) -> Pack {
    Pack::of(cards)
}

fn options() -> Options {
    Options {
        advanced_craft: true,
        advanced_trading: true,
        new_players: [SEAT, OTHER].into_iter().collect(),
        raid_loss: RaidLoss::TwoSilverOrOneResource,
        unbury_any: true,
        then_church: true,
        passing: true,
        solo_goal: 2,
    }
}

/// Returns examples of standing instructions that cover the values of their enums.
fn standings() -> Vec<Standing> {
    let grow = each(grows(), |grow| Standing { grow: Some(grow), ..Standing::default() });
    let bury = each(buries(), |bury| Standing { bury: Some(bury), ..Standing::default() });
    let losses = super::super::standing::completed(&[Kind::GRAIN]);
    let whole = Standing {
        losses: Some(losses),
        grow: Some(Grow::Never),
        bury: Some(Bury::None),
        trouble: Some(Dir::all().collect()),
    };
    [vec![Standing::default(), whole], grow, bury].concat()
}

fn play(action: Use) -> Play {
    Play { card: Card::HOME, action, no_draw: false }
}

fn played(effect: Effect, all: &[Step], cause: Cause) -> Fact {
    let mut steps = Steps::NONE;
    all.iter().for_each(|step| steps.add(*step));
    Fact::CardPlayed { seat: SEAT, card: Card::WISBY, effect, no_draw: true, steps, cause }
}

examples! {
    facts: Fact {
        Opened: [
            Fact::Opened { seats: 4, options: options() },
            Fact::Opened { seats: 2, options: Options::default() },
        ];
        HomesDealt: [Fact::HomesDealt {
            homes: List::of(&[Setting(0), Setting(3)]),
            neutral: vec![HERE, THERE],
        }];
        SeatSetUp: each(Setting::all(), |home| Fact::SeatSetUp {
            seat: SEAT,
            home,
            farmsteads: [HERE, THERE],
            ship: DIR,
            goods: goods(),
        });
        PilesSet: [Fact::PilesSet {
            craft: vec![List::of(&[Card::STUD; 4])],
            trading: vec![List::of(&[Card::LUBECK, Card::LINKOPING])],
        }];
        ReputationsDealt: [Fact::ReputationsDealt {
            seat: SEAT,
            cards: [Rep::RESPECTABLE, Rep::WISE],
        }];
        DeckShuffled: [Fact::DeckShuffled { seat: SEAT, cards: Card::all().collect() }];
        GenerationDeckSet: [Fact::GenerationDeckSet { cards: List::of(&[Gen(0), Gen(6)]) }];
        ReputationRevealed: [
            each(Rep::all(), |reputation| Fact::ReputationRevealed {
                seat: SEAT,
                reputation,
                effect: SetupEffect::None,
            }),
            each(setup_effects(), |effect| Fact::ReputationRevealed {
                seat: OTHER,
                reputation: Rep::RICH,
                effect,
            }),
        ].concat();
        StartingPlayer: [Fact::StartingPlayer { seat: SEAT }];
        HiddenRedrawn: [Fact::HiddenRedrawn(Box::new(HiddenRedrawn {
            generations: List::of(&[Gen(1), Gen(7)]),
            craft: vec![List::of(&[Card::TAR_PIT])],
            trading: vec![List::of(&[Card::LINKOPING])],
            decks: vec![pack(&[Card::HOME, Card::ROMA]), Pack::new()],
        }))];
        StageStarted: each(stages(), |stage| Fact::StageStarted { stage });
        OrderSealed: each(sealed_orders(), |order| Fact::OrderSealed { seat: SEAT, order });
        GenerationRevealed: each(Gen::all(), |card| Fact::GenerationRevealed {
            card,
            century: card.data().century,
            generation: 3,
        });
        TributeDemanded: [Fact::TributeDemanded { seat: SEAT, owes: 5 }];
        GoodsLost: [Fact::GoodsLost { seat: SEAT, goods: goods(), forced: true }];
        WorkersReduced: [Fact::WorkersReduced { seat: SEAT, workers: 4 }];
        Plague: [Fact::Plague {
            removed: each(District::all(), |district| Farmstead { seat: None, district }),
            spared: vec![Farmstead { seat: Some(SEAT), district: HERE }],
        }];
        PiratePlaced: each([None, Some(SEAT)], |by| Fact::PiratePlaced {
            dir: DIR,
            by,
            forced: by.is_some(),
        });
        PirateSupplyEmpty: each(Dir::all(), |dir| Fact::PirateSupplyEmpty { dir });
        ShipsWrecked: [Fact::ShipsWrecked { dir: DIR, seats: List::of(&[SEAT, OTHER]) }];
        PirateRaid: [Fact::PirateRaid {
            dir: DIR,
            hits: vec![Hit { seat: SEAT, farmsteads: 2, owes: 4 }],
        }];
        NoPiratePlaced: [Fact::NoPiratePlaced { seat: SEAT }];
        CardsDrawn: [
            Fact::CardsDrawn { seat: SEAT, cards: pack(&[Card::HOME]), new_deck: None },
            Fact::CardsDrawn {
                seat: SEAT,
                cards: pack(&[Card::HOME, Card::WISBY]),
                new_deck: Some(Box::new(pack(&[Card::WISBY, Card::GOTLAND]))),
            },
        ];
        TurnStarted: [Fact::TurnStarted { seat: SEAT }];
        CardPlayed: [
            each(effects(), |effect| played(effect, &[], Cause::Order)),
            each(causes(), |cause| played(Effect::RaidStarted, &steps(), cause)),
        ].concat();
        ForcedPlay: [
            vec![Fact::ForcedPlay {
                seat: SEAT,
                play: Play { no_draw: true, ..play(Use::Draw(0)) },
            }],
            each(uses(), |action| Fact::ForcedPlay { seat: SEAT, play: play(action) }),
        ].concat();
        Rested: [Fact::Rested { seat: SEAT }];
        Passed: [Fact::Passed { seat: SEAT }];
        ShipActed: each(ship_actions(), |action| Fact::ShipActed {
            seat: SEAT,
            from: DIR,
            to: Dir(1),
            action,
        });
        RaidEnded: [Fact::RaidEnded { seat: SEAT, bonus: 1 }];
        PirateSunk: [Fact::PirateSunk { seat: SEAT, dir: DIR, forced: false }];
        SilverStolen: [Fact::SilverStolen { seat: SEAT, from: OTHER, forced: false }];
        StepDone: each(steps(), |step| Fact::StepDone { step });
        FollowUp: [
            Fact::FollowUp { seat: SEAT, effect: Effect::None },
            Fact::FollowUp {
                seat: SEAT,
                effect: Effect::CraftLearned { card: Card::TAR_PIT, silver: 2 },
            },
        ];
        HandShown: [Fact::HandShown { seat: SEAT, cards: pack(&[Card::HOME]) }];
        OrdersRevealed: [Fact::OrdersRevealed];
        WorkerGained: [Fact::WorkerGained { seat: SEAT, workers: 3, grain: 1 }];
        Buried: [Fact::Buried { seat: SEAT, silver: 2, cards: pack(&[Card::HOME]) }];
        GenerationEnded: [Fact::GenerationEnded];
        CenturyScored: [Fact::CenturyScored { century: 0, points: List::of(&[9, 6]) }];
        FinalScores: [Fact::FinalScores {
            parts: List::of(&[FinalScore {
                pirates: 1,
                silver: 2,
                storage: 3,
                cards: 4,
                decorations: 5,
            }]),
            vp: List::of(&[41, -1]),
        }];
        GoalDecided: each(goals(), |status| Fact::GoalDecided { goal: 1, status });
        InstructionSet: each(standings(), |standing| Fact::InstructionSet {
            seat: SEAT,
            standing,
            line: "standing grow never".to_owned(),
        });
        PlanAdded: [Fact::PlanAdded { seat: SEAT, line: "rest".to_owned(), later: true }];
        PlanCleared: [Fact::PlanCleared { seat: SEAT }];
        PlanUsed: [Fact::PlanUsed { seat: SEAT, line: "rest".to_owned() }];
        PlanDropped: [Fact::PlanDropped { seat: SEAT, line: "rest".to_owned() }];
        InstructionUsed: [
            Fact::InstructionUsed { seat: SEAT, line: "standing bury none".to_owned() },
        ];
        ForcedAnswer: each(answers(), |answer| Fact::ForcedAnswer { seat: SEAT, answer });
        ForcedAnswersCleared: [Fact::ForcedAnswersCleared { seat: SEAT }];
        PlanStopped: [Fact::PlanStopped { seat: SEAT, part: "sink w".to_owned() }];
    }

    setup_effects: SetupEffect {
        None: [SetupEffect::None];
        Tower: [SetupEffect::Tower(HERE)];
        BuriedSilver: [SetupEffect::BuriedSilver(5)];
        Goods: [SetupEffect::Goods(goods())];
        Ship: [SetupEffect::Ship(DIR)];
        Card: [SetupEffect::Card(Card::STUD)];
        Farmstead: [SetupEffect::Farmstead(HERE)];
        FarmsteadMoved: [SetupEffect::FarmsteadMoved { from: HERE, to: THERE }];
    }

    stages: Stage {
        Reputation: [Stage::Reputation];
        Reveal: [Stage::Reveal];
        Tribute: [Stage::Tribute];
        Keep: [Stage::Keep];
        RaidLoss: [Stage::RaidLoss];
        Trouble: [Stage::Trouble];
        Draw: [Stage::Draw];
        Turns: [Stage::Turns];
        End: [Stage::End];
        Scoring: [Stage::Scoring];
        Over: [Stage::Over];
    }

    sealed_orders: SealedOrder {
        Reputation: each(choices(), |choice| SealedOrder::Reputation {
            reputation: Rep::STRONG,
            choice,
        });
        Lose: [SealedOrder::Lose { goods: goods() }];
        Keep: [SealedOrder::Keep { district: HERE }];
        End: [SealedOrder::End {
            grow: true,
            bury: Lot { silver: 1, cards: pack(&[Card::HOME]) },
        }];
    }

    choices: Param {
        None: [Param::None];
        District: [Param::District(HERE)];
        Card: [Param::Card(Card::STUD)];
    }

    effects: Effect {
        Settled: [Effect::Settled {
            district: HERE,
            pay: goods(),
            toll: List::of(&[OTHER]),
            neutral: 1,
        }];
        Produced: [Effect::Produced { goods: goods() }];
        Taken: [Effect::Taken { goods: Goods::NONE }];
        Sold: [Effect::Sold { kind: Kind::WOOD, count: 2, silver: 4, in_wisby: true }];
        TowerBuilt: [Effect::TowerBuilt { district: HERE, pay: goods() }];
        ChurchBuilt: [Effect::ChurchBuilt { district: HERE, pay: goods() }];
        Decorated: each(Deco::all(), |decoration| Effect::Decorated { decoration, silver: 1 });
        ShipPlaced: [Effect::ShipPlaced { dir: DIR, pay: goods() }];
        RaidStarted: [Effect::RaidStarted];
        AssemblyCalled: [Effect::AssemblyCalled];
        DrawChosen: [Effect::DrawChosen { up_to: 3 }];
        SinkChosen: [Effect::SinkChosen];
        PartnerGained: [Effect::PartnerGained { card: Card::LUBECK, silver: 3 }];
        CraftLearned: [Effect::CraftLearned { card: Card::STUD, silver: 2 }];
        Unburied: [Effect::Unburied { silver: 1, cards: pack(&[Card::HOME]) }];
        None: [Effect::None];
    }

    causes: Cause {
        Order: [Cause::Order];
        Plan: [Cause::Plan];
        Forced: [Cause::Forced];
    }

    uses: Use {
        Settle: [Use::Settle(HERE, goods())];
        Produce: [Use::Produce];
        Take: [Use::Take(None), Use::Take(Some(Kind::WOOD))];
        Tower: [Use::Tower(HERE, goods())];
        Church: [Use::Church(HERE, goods())];
        Decorate: [Use::Decorate(Deco::SPLINTER)];
        Ship: [Use::Ship(DIR, goods())];
        Raid: [Use::Raid];
        Sell: [Use::Sell(2, Kind::STONE)];
        Assembly: [Use::Assembly];
        Draw: [Use::Draw(3)];
        Sink: [Use::Sink];
    }

    ship_actions: ShipAction {
        SilverTaken: [ShipAction::SilverTaken { at: DIR, silver: 2 }];
        PirateSunk: [ShipAction::PirateSunk { at: DIR }];
    }

    steps: Step {
        Raid: [Step::Raid];
        Pirate: [Step::Pirate];
        Sink: [Step::Sink];
        Draw: [Step::Draw];
        Wise: [Step::Wise];
        Gossip: [Step::Gossip];
        Steal: [Step::Steal];
        Follow: [Step::Follow];
    }

    goals: Goal {
        Open: [Goal::Open];
        Reached: [Goal::Reached];
        Missed: [Goal::Missed];
    }

    grows: Grow {
        Never: [Grow::Never];
        Always: [Grow::Always];
        UpTo: [Grow::UpTo(2)];
    }

    buries: Bury {
        None: [Bury::None];
        Silver: [Bury::Silver];
    }

    answers: Forced {
        Play: [Forced::Play(play(Use::Produce))];
        Lose: [Forced::Lose(goods())];
        Keep: [Forced::Keep(HERE)];
        Pirate: [Forced::Pirate(DIR)];
        Sink: [Forced::Sink(DIR)];
        Steal: [Forced::Steal(OTHER)];
        RaidDone: [Forced::RaidDone];
        NoTrouble: [Forced::NoTrouble];
        End: [Forced::End];
        NoFollowUp: [Forced::NoFollowUp];
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
