//! R22 Hidden information: what one viewer may know, as data. Everything shown to people is made
//! from it alone; this module decides what stays hidden.

pub(crate) mod progress;
mod seats;

use serde::Serialize;

use super::super::play::outcome;
use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::progress::{ActionSource, Step};
use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Kind, Statute};
use ravenpost_rules::{Outcome, Seat, Viewer};

/// Everything a viewer may know.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The viewing seat; `None` for spectators.
    pub viewer: Option<Seat>,
    pub round: u16,
    pub step: Step,
    /// The open decision in words.
    pub topic: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<&'static str>,
    pub speaker: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Statute>,
    pub seats: Vec<SeatView>,
    pub districts: Vec<District>,
    pub borders: Vec<Men>,
    /// Personae in the pool, by space.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<Card>,
    pub orlog: u8,
    pub doom: u8,
    /// Farm tokens in the supply, and out of the game, in colour order.
    pub supply: [u8; 4],
    pub lost: [u8; 4],
    /// Entries of the Council still to come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<QueueView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deed: Option<DeedView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<BandView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feud: Option<FeudView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawView>,
    /// Gifts not handed over yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gifts: Vec<GiftView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strike: Option<StrikeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlaw: Option<OutlawView>,
    pub awaited: Vec<Asked>,
    /// Areas of the last action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<Area>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// One seat, as the viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    pub seat: Seat,
    pub faction: Faction,
    pub colour: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    pub gone: bool,
    pub fame: u8,
    pub longhall: u8,
    pub sea: u8,
    pub slain: u8,
    /// The Sheep Hunt and the strengths it gives, in colour order.
    pub sheep: [u8; 4],
    pub strength: [u8; 4],
    /// Free Stead tokens: ½ and ¾.
    pub steads: (u8, u8),
    pub goods: [u8; Kind::COUNT],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub oaths: Vec<Bond>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hird: Vec<Card>,
    pub home_bondi: Action,
    /// Seats whose Districts touch this seat's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub neighbours: Vec<Seat>,
    #[serde(skip_serializing_if = "VoteView::is_none")]
    pub vote: VoteView,
    /// The colour of the statute it acted on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour_of_round: Option<Colour>,
    /// Phase II: slots that may still act, 0 for the Home Bondi.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ready: Vec<u8>,
    /// The viewer's own standing instructions and pre-orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<Vec<String>>,
}

/// A seat's vote in the Council.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VoteView {
    None,
    /// It has voted, and the viewer may not see how.
    Sealed,
    Support,
    Sue {
        statute: Statute,
        from: Vec<(&'static str, u8)>,
        away: bool,
    },
}

impl VoteView {
    fn is_none(&self) -> bool {
        *self == VoteView::None
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bond {
    pub slot: u8,
    pub colour: Colour,
    pub action: Action,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct District {
    pub area: Area,
    pub seat: Seat,
    pub value: u8,
    pub farms: [u8; 4],
    #[serde(skip_serializing_if = "is_false")]
    pub burnt: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Men {
    pub edge: Edge,
    pub seat: Seat,
    pub men: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueueView {
    pub seats: Vec<Seat>,
    pub statute: Statute,
    pub strength: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeedView {
    pub seat: Seat,
    pub action: Action,
    pub source: ActionSource,
    pub strength: u8,
    pub left: u8,
    pub words: String,
    /// Seats for which default orders answer during this action.
    pub yielded: Vec<Seat>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BandView {
    pub seat: Seat,
    pub men: u8,
    pub from: Edge,
    pub path: Vec<Edge>,
    pub crossing: Area,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FeudView {
    pub place: String,
    pub sides: [Seat; 2],
    pub men: [u8; 2],
    pub lost: [u8; 2],
    pub turn: Option<Seat>,
    /// One conflict per colour.
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    pub colour: Colour,
    pub worth: [u8; 2],
    pub settled: bool,
    /// Cards of the attacker and of the defender; an added Good has no name.
    pub cards: [Vec<RowCard>; 2],
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowCard {
    pub kind: Kind,
    /// The face of a card that was turned up; an added Good shows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
}

/// Drawn cards, with their faces for viewers who may see them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawView {
    pub seat: Seat,
    pub count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<Drawn>>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    pub number: u8,
    pub card: Card,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GiftView {
    pub to: Seat,
    pub kind: Kind,
}

/// A discarded Bondi, whose worth has been shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrikeView {
    pub worth: u8,
    pub colour: Colour,
    pub action: Action,
    pub weapon: Option<Kind>,
    pub area: Option<Area>,
    /// The shortfall of a capture.
    pub short: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutlawView {
    pub card: Card,
    pub lair: Area,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    pub seat: Seat,
    pub decision: &'static str,
    pub ask: String,
}

pub fn show(state: &State, viewer: Viewer) -> View {
    View {
        viewer: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        },
        round: state.round,
        step: state.step,
        topic: ask::topic(state),
        options: options(state),
        speaker: (state.seats > 0).then_some(state.speaker),
        token: state.token,
        seats: Seat::all(state.seats).map(|seat| seats::of_seat(state, seat, viewer)).collect(),
        districts: Area::districts().filter_map(|area| district(state, area)).collect(),
        borders: borders(state),
        pool: state.pool.iter().copied().filter(|card| *card != Card::NONE).collect(),
        orlog: state.orlog.len() as u8,
        doom: state.doom.count_ones() as u8,
        supply: state.supply,
        lost: state.lost,
        queue: progress::queue(state),
        deed: progress::deed(state),
        band: progress::band(state),
        feud: progress::quarrel(state),
        draw: progress::draw(state, viewer),
        gifts: progress::gifts(state),
        strike: progress::strike(state),
        outlaw: state.outlaw.map(|(card, lair)| OutlawView { card, lair }),
        awaited: ask::awaited(state)
            .into_iter()
            .map(|one| Asked {
                seat: one.seat,
                decision: one.decision,
                ask: one.ask.to(viewer).to_owned(),
            })
            .collect(),
        last: Area::of(state.last).collect(),
        outcome: outcome::outcome(state),
    }
}

fn options(state: &State) -> Vec<&'static str> {
    let options = &state.options;
    let all = [
        (options.sealed, "sealed votes"),
        (options.seeded, "seeded Foster pool"),
        (options.harvest, "harvest"),
        (options.outlawry, "Advanced Outlawry"),
    ];
    all.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect()
}

fn district(state: &State, area: Area) -> Option<District> {
    let stead = &state.steads[area.index()];
    let seat = state.owner(area)?;
    let value = state.value(area);
    Some(District { area, seat, value, farms: stead.farms, burnt: stead.burnt })
}

fn borders(state: &State) -> Vec<Men> {
    let mut borders = Vec::new();
    for edge in Edge::all().filter(|edge| !state.edges.is_empty(*edge)) {
        for seat in Seat::all(state.seats) {
            let men = state.edges.men(edge, seat);
            if men > 0 {
                borders.push(Men { edge, seat, men });
            }
        }
    }
    borders
}
