//! What happens in a game: facts, results and never intentions. Their names and shapes are stored
//! for ever; a new fact may be added, an old one never changed.

use serde::{Deserialize, Serialize};

use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District, Gen, Rep, Setting};
use super::super::things::kinds::{Dir, Kind};
use super::options::Options;
use super::plays::{Forced, Play, Sealed};
use super::standing::Standing;
use super::steps::{Step, Steps};
use super::{FinalScore, Goal, Pack, Pile, Piles, Stage};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Fact {
    // Setup.
    Opened {
        seats: u8,
        options: Options,
    },
    /// The seats' home Settings, and the districts that got a neutral farmstead.
    Homes {
        homes: List<Setting, 4>,
        neutral: Vec<District>,
    },
    /// What a seat begins with.
    Began {
        seat: Seat,
        home: Setting,
        farmsteads: [District; 2],
        ship: Dir,
        goods: Goods,
    },
    /// The piles, each with its top card first.
    Piled {
        craft: Vec<Pile>,
        trading: Vec<Pile>,
    },
    Offered {
        seat: Seat,
        cards: [Rep; 2],
    },
    /// A new deck, its top card first.
    Shuffled {
        seat: Seat,
        cards: Pack,
    },
    /// The generation cards of the whole game, the first one first.
    Laid {
        cards: List<Gen, 11>,
    },
    Kept {
        seat: Seat,
        rep: Rep,
        gift: Gift,
    },
    Starter {
        seat: Seat,
    },

    /// The table went back to here, and what nobody may know lies otherwise.
    Resealed(Box<Resealed>),

    // The course of a generation.
    Entered {
        stage: Stage,
    },
    Sealed {
        seat: Seat,
        order: Sealed,
    },
    Revealed {
        card: Gen,
        century: u8,
        generation: u8,
    },
    Tribute {
        seat: Seat,
        owes: u8,
    },
    Lost {
        seat: Seat,
        goods: Goods,
        forced: bool,
    },
    Workers {
        seat: Seat,
        workers: u8,
    },
    Plague {
        removed: Vec<Grave>,
        spared: Vec<Grave>,
    },
    Pirate {
        dir: Dir,
        by: Option<Seat>,
        forced: bool,
    },
    /// No pirate token was left for this direction.
    Calm {
        dir: Dir,
    },
    /// A second pirate: it and one ship of each of these seats are gone.
    Wreck {
        dir: Dir,
        seats: List<Seat, 4>,
    },
    Raid {
        dir: Dir,
        hits: Vec<Hit>,
    },
    Quiet {
        seat: Seat,
    },
    /// Cards drawn, the first one first; and the new deck, its top card first, if the discard
    /// pile had to be shuffled once the old deck was empty.
    Drew {
        seat: Seat,
        cards: Pack,
        shuffled: Option<Box<Pack>>,
    },

    // Turns.
    Turn {
        seat: Seat,
    },
    Played {
        seat: Seat,
        card: Card,
        deed: Deed,
        nodraw: bool,
        steps: Steps,
        how: How,
    },
    /// The play just made was the only legal one; this is how it would have been ordered.
    Compelled {
        seat: Seat,
        play: Play,
    },
    Rested {
        seat: Seat,
    },
    Passed {
        seat: Seat,
    },
    /// A ship acted: it was in `from`, and is in `to`.
    Acted {
        seat: Seat,
        from: Dir,
        to: Dir,
        act: Act,
    },
    RaidOver {
        seat: Seat,
        bonus: u8,
    },
    Sunk {
        seat: Seat,
        dir: Dir,
        forced: bool,
    },
    Stolen {
        seat: Seat,
        from: Seat,
        forced: bool,
    },
    /// A step of the turn is over, or had nothing to do.
    Done {
        step: Step,
    },
    Followed {
        seat: Seat,
        deed: Deed,
    },

    // The end of a generation, of a century, of the game.
    Shown {
        seat: Seat,
        cards: Pack,
    },
    /// Sealed orders for the end of a generation come to light.
    Unsealed,
    Grew {
        seat: Seat,
        workers: u8,
        grain: u8,
    },
    Buried {
        seat: Seat,
        silver: u8,
        cards: Pack,
    },
    Cleared,
    Scored {
        century: u8,
        points: List<u8, 4>,
    },
    /// The parts of the final scoring and all VP, by seat.
    Final {
        parts: List<FinalScore, 4>,
        vp: List<i16, 4>,
    },
    Goal {
        goal: u8,
        now: Goal,
    },

    // Instructions.
    Instructed {
        seat: Seat,
        standing: Standing,
        line: String,
    },
    /// `later` if the seat was on turn already: the plan is for the next time.
    Planned {
        seat: Seat,
        line: String,
        later: bool,
    },
    PlanCleared {
        seat: Seat,
    },
    PlanUsed {
        seat: Seat,
        line: String,
    },
    PlanDropped {
        seat: Seat,
        line: String,
    },
    /// Standing instructions answer for their seat: those that did.
    Answered {
        seat: Seat,
        line: String,
    },
    /// A decision settled itself, and this is how its answer would have been ordered.
    Settled {
        seat: Seat,
        answer: Forced,
    },
    /// A seat gave an order of its own: what was settled for it before is over.
    Moved {
        seat: Seat,
    },
    /// A part of a plan's line was not legal any more.
    PlanStopped {
        seat: Seat,
        part: String,
    },
}

/// How it lies that nobody may know, each as it is kept: what comes next stands last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resealed {
    pub coming: List<Gen, 11>,
    pub craft: Piles,
    pub trading: Piles,
    /// Each seat's deck, in the order of the seats.
    pub decks: Vec<Pack>,
}

/// What a reputation brings at setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gift {
    Nothing,
    Tower(District),
    BuriedSilver(u8),
    Goods(Goods),
    Ship(Dir),
    Card(Card),
    Farmstead(District),
    Moved { from: District, to: District },
}

/// A farmstead of a seat, or a neutral one, in the Black Death.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grave {
    pub seat: Option<Seat>,
    pub district: District,
}

/// How many farmsteads of a seat a raid met, and what the seat owes for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit {
    pub seat: Seat,
    pub farmsteads: u8,
    pub owes: u8,
}

/// Who played a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    #[default]
    Order,
    Plan,
    Forced,
}

/// What a ship did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Act {
    /// It took this much Silver in this direction.
    Silver { at: Dir, silver: u8 },
    /// It sank the pirate there.
    Sank { at: Dir },
}

/// The main effect of a card played, or its follow-up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// `toll` are the seats paid 1 Silver each, `neutral` is what went to the bank for the rest.
    Settled {
        district: District,
        pay: Goods,
        toll: List<Seat, 4>,
        neutral: u8,
    },
    Produced {
        goods: Goods,
    },
    Took {
        goods: Goods,
    },
    Sold {
        kind: Kind,
        count: u8,
        silver: u8,
        space: bool,
    },
    Tower {
        district: District,
        pay: Goods,
    },
    Church {
        district: District,
        pay: Goods,
    },
    Decorated {
        decoration: Deco,
        silver: u8,
    },
    Ship {
        dir: Dir,
        pay: Goods,
    },
    Raided,
    Assembly,
    Drawing {
        most: u8,
    },
    Sinking,
    Partner {
        card: Card,
        silver: u8,
    },
    Learned {
        card: Card,
        silver: u8,
    },
    Unburied {
        silver: u8,
        cards: Pack,
    },
    Nothing,
}
