//! Facts: results of decisions, never intentions. Events store them as JSON, so the names of
//! variants and fields are part of the stored format. `facts.golden.jsonl` has an example of each.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::super::things::goods::Goods;
use super::super::things::ids::{Card, District, Gen, Rep, Setting};
use super::super::things::kinds::Dir;
use super::options::Options;
use super::plays::{Effect, Forced, Play, SealedOrder};
use super::standing::Standing;
use super::steps::{Step, Steps};
use super::{FinalScore, Goal, Pack, Pile, Stage};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fact {
    // Setup.
    Opened {
        seats: u8,
        options: Options,
    },
    /// The seats' home Settings in seat order, and the districts that got a neutral farmstead.
    HomesDealt {
        homes: List<Setting, 4>,
        neutral: Vec<District>,
    },
    /// A seat's starting position; `ship` is the direction of its ship.
    SeatSetUp {
        seat: Seat,
        home: Setting,
        farmsteads: [District; 2],
        ship: Dir,
        goods: Goods,
    },
    /// The face-up piles, each with its top card first.
    PilesSet {
        craft: Vec<Pile>,
        trading: Vec<Pile>,
    },
    ReputationsDealt {
        seat: Seat,
        cards: [Rep; 2],
    },
    /// A seat's starting deck, the top card first.
    DeckShuffled {
        seat: Seat,
        cards: Pack,
    },
    /// The generation cards of the whole game, in order.
    GenerationDeckSet {
        cards: List<Gen, 11>,
    },
    /// The reputation that a seat kept, and its setup effect.
    ReputationRevealed {
        seat: Seat,
        reputation: Rep,
        effect: SetupEffect,
    },
    StartingPlayer {
        seat: Seat,
    },

    /// The game was rewound to this point, and hidden information was redrawn.
    HiddenRedrawn(Box<HiddenRedrawn>),

    // The stages of a generation.
    StageStarted {
        stage: Stage,
    },
    /// An order that stays secret until all seats have given theirs.
    OrderSealed {
        seat: Seat,
        order: SealedOrder,
    },
    /// `century` is 0, 1 or 2 for the 1100s, 1200s and 1300s.
    GenerationRevealed {
        card: Gen,
        century: u8,
        generation: u8,
    },
    TributeDemanded {
        seat: Seat,
        owes: u8,
    },
    /// What a seat gave up to pirates or as tribute; `forced` if it had no choice.
    GoodsLost {
        seat: Seat,
        goods: Goods,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    /// A generation card left the seat this many workers.
    WorkersReduced {
        seat: Seat,
        workers: u8,
    },
    /// The Black Death, and the last farmsteads of seats that it spared.
    Plague {
        removed: Vec<Farmstead>,
        spared: Vec<Farmstead>,
    },
    /// A pirate came with the generation card, or was placed by a seat.
    PiratePlaced {
        dir: Dir,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    /// No pirate token was left for this direction.
    PirateSupplyEmpty {
        dir: Dir,
    },
    /// A second pirate came: the first one and one ship of each of these seats are gone.
    ShipsWrecked {
        dir: Dir,
        seats: List<Seat, 4>,
    },
    /// Pirates raided the coast of a direction without ships.
    PirateRaid {
        dir: Dir,
        hits: Vec<Hit>,
    },
    /// The Troublemakers placed no pirate in this generation.
    NoPiratePlaced {
        seat: Seat,
    },
    /// Cards drawn, in order. If the old deck ran out, also the new deck from the shuffled discard
    /// pile, its top card first.
    CardsDrawn {
        seat: Seat,
        cards: Pack,
        #[serde(skip_serializing_if = "Option::is_none")]
        new_deck: Option<Box<Pack>>,
    },

    // Turns.
    TurnStarted {
        seat: Seat,
    },
    /// A card was played with a worker; `steps` are the remaining steps of the play.
    CardPlayed {
        seat: Seat,
        card: Card,
        effect: Effect,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_draw: bool,
        steps: Steps,
        cause: Cause,
    },
    /// The play just made was the only legal one; this is how it would have been ordered.
    ForcedPlay {
        seat: Seat,
        play: Play,
    },
    /// A worker was set aside, without a card.
    Rested {
        seat: Seat,
    },
    /// All workers were set aside.
    Passed {
        seat: Seat,
    },
    /// A ship acted in a raid: it was in `from`, and is in `to`.
    ShipActed {
        seat: Seat,
        from: Dir,
        to: Dir,
        action: ShipAction,
    },
    /// A seat's raid is over; `bonus` is the Silver of Troublemakers.
    RaidEnded {
        seat: Seat,
        bonus: u8,
    },
    PirateSunk {
        seat: Seat,
        dir: Dir,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    SilverStolen {
        seat: Seat,
        from: Seat,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    /// A step of the turn is over, or had nothing to do.
    StepDone {
        step: Step,
    },
    FollowUp {
        seat: Seat,
        effect: Effect,
    },

    // The end of a generation, of a century, of the game.
    HandShown {
        seat: Seat,
        cards: Pack,
    },
    /// Sealed orders for the end of a generation were revealed.
    OrdersRevealed,
    /// A seat gained a worker for this much Grain.
    WorkerGained {
        seat: Seat,
        workers: u8,
        grain: u8,
    },
    Buried {
        seat: Seat,
        silver: u8,
        cards: Pack,
    },
    /// Workers, cards and spaces were cleared.
    GenerationEnded,
    /// VP of each seat for a century, in seat order.
    CenturyScored {
        century: u8,
        points: List<u8, 4>,
    },
    /// The parts of the final scoring and the total VP, in seat order.
    FinalScores {
        parts: List<FinalScore, 4>,
        vp: List<i16, 4>,
    },
    /// A goal of a solo game was reached or missed: 0 easy, 1 medium, 2 hard.
    GoalDecided {
        goal: u8,
        status: Goal,
    },

    // Instructions.
    /// A standing instruction: all instructions of the seat from now on, and the order that changed
    /// them.
    InstructionSet {
        seat: Seat,
        standing: Standing,
        line: String,
    },
    /// A line was added to a plan; `later` if it was the seat's turn already, so that the plan is
    /// for its next turn.
    PlanAdded {
        seat: Seat,
        line: String,
        later: bool,
    },
    PlanCleared {
        seat: Seat,
    },
    /// The alternative of a plan's first line that was performed.
    PlanUsed {
        seat: Seat,
        line: String,
    },
    /// No alternative of a plan's first line was legal, and the plan was dropped.
    PlanDropped {
        seat: Seat,
        line: String,
    },
    /// Standing instructions answered for their seat; `line` lists them.
    InstructionUsed {
        seat: Seat,
        line: String,
    },
    /// A decision had only one answer, and this is how it would have been ordered.
    ForcedAnswer {
        seat: Seat,
        answer: Forced,
    },
    /// The forced answers of a seat were cleared.
    ForcedAnswersCleared {
        seat: Seat,
    },
    /// A part of a plan's line was no longer legal.
    PlanStopped {
        seat: Seat,
        part: String,
    },
}

/// Redrawn hidden information, ordered as in [`Fact::GenerationDeckSet`], [`Fact::PilesSet`] and
/// [`Fact::DeckShuffled`]: the next card first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HiddenRedrawn {
    pub generations: List<Gen, 11>,
    pub craft: Vec<Pile>,
    pub trading: Vec<Pile>,
    /// Each seat's deck, in seat order.
    pub decks: Vec<Pack>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SetupEffect {
    None,
    Tower(District),
    BuriedSilver(u8),
    Goods(Goods),
    Ship(Dir),
    Card(Card),
    Farmstead(District),
    FarmsteadMoved { from: District, to: District },
}

/// A farmstead of a seat, or a neutral one, in the Black Death.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Farmstead {
    pub seat: Option<Seat>,
    pub district: District,
}

/// How many farmsteads of a seat a raid hit, and what the seat owes for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hit {
    pub seat: Seat,
    pub farmsteads: u8,
    pub owes: u8,
}

/// Why a card was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    #[default]
    Order,
    Plan,
    Forced,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ShipAction {
    /// It took this much Silver in this direction.
    SilverTaken { at: Dir, silver: u8 },
    /// It sank the pirate there.
    PirateSunk { at: Dir },
}
