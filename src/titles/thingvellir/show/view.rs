//! R22 Hidden information: what one viewer may know, as data. Everything shown to people is made from this and from
//! nothing else; here it is decided what stays hidden.

use serde::Serialize;

use super::super::orders::write::standing as instruction;
use super::super::play::{feast, feud, hunt, outcome};
use super::super::reckon;
use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::course::{Source, Step, Vote};
use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Kind, Statute};
use crate::rules::{Outcome, Seat, Viewer};

/// A viewer's whole knowledge.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The seat whose eyes these are; none for watchers.
    pub viewer: Option<Seat>,
    pub round: u16,
    pub step: Step,
    /// What goes on, in words.
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
    /// Gifts not yet handed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gifts: Vec<GiftView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strike: Option<StrikeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlaw: Option<OutlawView>,
    pub awaited: Vec<Asked>,
    /// Areas that the last action was about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<Area>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// One seat, as the viewer sees it.
#[derive(Clone, Debug, Serialize)]
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
    /// One's own standing instructions and orders left in advance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<Vec<String>>,
}

/// What a seat has said in the Council.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoteView {
    None,
    /// It has voted, and nobody else may see how.
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
pub struct Bond {
    pub slot: u8,
    pub colour: Colour,
    pub action: Action,
}

#[derive(Clone, Debug, Serialize)]
pub struct District {
    pub area: Area,
    pub seat: Seat,
    pub value: u8,
    pub farms: [u8; 4],
    #[serde(skip_serializing_if = "is_false")]
    pub burnt: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Men {
    pub edge: Edge,
    pub seat: Seat,
    pub men: u8,
}

#[derive(Clone, Debug, Serialize)]
pub struct QueueView {
    pub seats: Vec<Seat>,
    pub statute: Statute,
    pub strength: u8,
}

#[derive(Clone, Debug, Serialize)]
pub struct DeedView {
    pub seat: Seat,
    pub action: Action,
    pub source: Source,
    pub strength: u8,
    pub left: u8,
    pub words: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct BandView {
    pub seat: Seat,
    pub men: u8,
    pub from: Edge,
    pub path: Vec<Edge>,
    pub crossing: Area,
}

#[derive(Clone, Debug, Serialize)]
pub struct FeudView {
    pub place: String,
    pub sides: [Seat; 2],
    pub men: [u8; 2],
    pub lost: [u8; 2],
    pub turn: Option<Seat>,
    /// One conflict a colour.
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub colour: Colour,
    pub worth: [u8; 2],
    pub settled: bool,
    /// Cards of the attacker and of the defender; an added Good has no name.
    pub cards: [Vec<RowCard>; 2],
}

#[derive(Clone, Debug, Serialize)]
pub struct RowCard {
    pub kind: Kind,
    /// The face of a card that was turned up; an added Good shows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
}

/// Drawn cards: their faces for those who may see them.
#[derive(Clone, Debug, Serialize)]
pub struct DrawView {
    pub seat: Seat,
    pub count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<Drawn>>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Drawn {
    pub number: u8,
    pub card: Card,
}

#[derive(Clone, Debug, Serialize)]
pub struct GiftView {
    pub to: Seat,
    pub kind: Kind,
}

/// A Bondi discarded for a deed: its worth has been shown.
#[derive(Clone, Debug, Serialize)]
pub struct StrikeView {
    pub worth: u8,
    pub colour: Colour,
    pub action: Action,
    pub weapon: Option<Kind>,
    pub area: Option<Area>,
    /// What a capture lacks.
    pub short: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OutlawView {
    pub card: Card,
    pub lair: Area,
}

#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    pub seat: Seat,
    pub decision: &'static str,
    pub ask: String,
}

/// What the viewer may know.
pub fn show(state: &State, viewer: Viewer) -> View {
    let seat = |at: u8| Seat::at(usize::from(at));
    View {
        viewer: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher => None,
        },
        round: state.round,
        step: state.step,
        topic: ask::topic(state),
        options: options(state),
        speaker: (state.seats > 0).then(|| seat(state.speaker)),
        token: state.token,
        seats: (0..usize::from(state.seats)).map(|at| of_seat(state, at, viewer)).collect(),
        districts: Area::districts().filter_map(|area| district(state, area)).collect(),
        borders: borders(state),
        pool: state.pool.iter().copied().filter(|card| *card != Card::NONE).collect(),
        orlog: state.orlog.len() as u8,
        doom: state.doom.count_ones() as u8,
        supply: state.supply,
        lost: state.lost,
        queue: queue(state),
        deed: deed(state),
        band: band(state),
        feud: quarrel(state),
        draw: draw(state, viewer),
        gifts: gifts(state),
        strike: strike(state),
        outlaw: state.outlaw.map(|(card, lair)| OutlawView { card, lair }),
        awaited: ask::awaited(state)
            .into_iter()
            .map(|one| Asked { seat: one.seat, decision: one.decision, ask: one.ask })
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

fn of_seat(state: &State, at: usize, viewer: Viewer) -> SeatView {
    let own = viewer.is(Seat::at(at));
    let (half, quarter) = state.tokens_out(at);
    let neighbours = state.neighbours(at);
    let data = super::super::things::data();
    // Before a proposal, votes are those of the round before.
    let council = !matches!(state.step, Step::Blank | Step::Side | Step::Propose);
    let hunting = state.step == Step::Bondi && state.asked() == at;
    SeatView {
        seat: Seat::at(at),
        faction: state.faction[at],
        colour: state.faction[at].hue(),
        gone: !state.is_in(at),
        fame: state.fame[at],
        longhall: state.longhall[at],
        sea: state.sea[at],
        slain: state.slain[at],
        sheep: std::array::from_fn(|colour| state.sheep(at, Colour(colour as u8))),
        strength: std::array::from_fn(|colour| state.hunt_strength(at, Colour(colour as u8))),
        steads: (data.halves.saturating_sub(half), data.quarters.saturating_sub(quarter)),
        goods: state.goods[at],
        oaths: state
            .bondi_of(at)
            .map(|(slot, card)| Bond { slot, colour: card.colour(), action: card.action() })
            .collect(),
        hird: Card::of(state.hird[at]).collect(),
        home_bondi: state.faction[at].bondi(),
        neighbours: (0..6).filter(|other| neighbours & (1 << other) != 0).map(Seat::at).collect(),
        vote: if council { vote(state, at, own) } else { VoteView::None },
        colour_of_round: state.colour_of_round(at).filter(|_| council),
        ready: if hunting {
            reckon::hunt::ready(state, at).map(|(slot, _)| slot).collect()
        } else {
            Vec::new()
        },
        standing: own.then(|| state.standing[at].said().into_iter().map(instruction).collect()),
        later: own.then(|| state.drawer[at].iter().map(|(_, text)| text.clone()).collect()),
    }
}

fn vote(state: &State, at: usize, own: bool) -> VoteView {
    let (vote, sealed) = match state.sealed[at] {
        Vote::None => (state.votes[at], false),
        vote => (vote, true),
    };
    match vote {
        _ if sealed && !own => VoteView::Sealed,
        Vote::None => VoteView::None,
        Vote::Support => VoteView::Support,
        Vote::Sue { statute, from } => {
            let sides = super::super::things::names::Side::BY_CODE.iter();
            let sides = sides.filter(|side| from[side.index()] > 0);
            let from = sides.map(|side| (side.slug(), from[side.index()])).collect();
            VoteView::Sue { statute, from, away: state.away & (1 << at) != 0 }
        }
    }
}

fn district(state: &State, area: Area) -> Option<District> {
    let stead = &state.steads[area.index()];
    let at = state.owner(area)?;
    let value = state.value(area);
    Some(District { area, seat: Seat::at(at), value, farms: stead.farms, burnt: stead.burnt })
}

fn borders(state: &State) -> Vec<Men> {
    let mut borders = Vec::new();
    for edge in Edge::all().filter(|edge| state.edges[edge.index()] != 0) {
        for at in 0..usize::from(state.seats) {
            let men = state.men(edge, at);
            if men > 0 {
                borders.push(Men { edge, seat: Seat::at(at), men });
            }
        }
    }
    borders
}

fn queue(state: &State) -> Vec<QueueView> {
    let entries = state.queue.iter().map(|entry| {
        let group = if entry.group == 0 { 1 << entry.at } else { entry.group };
        QueueView {
            seats: (0..6).filter(|at| group & (1 << at) != 0).map(Seat::at).collect(),
            statute: entry.statute,
            strength: entry.strength,
        }
    });
    entries.collect()
}

fn deed(state: &State) -> Option<DeedView> {
    let deed = &state.deed;
    (deed.strength > 0).then(|| DeedView {
        seat: Seat::at(state.doer()),
        action: deed.action,
        source: deed.source,
        strength: deed.strength,
        left: deed.left,
        words: ask::deed(state),
    })
}

fn band(state: &State) -> Option<BandView> {
    let band = &state.band;
    (band.men > 0).then(|| BandView {
        seat: Seat::at(state.doer()),
        men: band.men,
        from: band.from,
        path: band.path[..usize::from(band.legs)].to_vec(),
        crossing: ask::crossed(state),
    })
}

fn quarrel(state: &State) -> Option<FeudView> {
    let known = &state.feud;
    if known.men == [0; 2] {
        return None;
    }
    let row = |colour: Colour| {
        let cards = |side: usize| {
            let cards = reckon::feud::row(state, side).filter(|laid| laid.card.colour() == colour);
            let cards = cards.map(|laid| RowCard {
                kind: laid.card.kind(),
                card: (laid.tag & 2 == 0).then_some(laid.card),
            });
            cards.collect::<Vec<RowCard>>()
        };
        Row {
            colour,
            worth: [known.worth[0][colour.index()], known.worth[1][colour.index()]],
            settled: known.settled & (1 << colour.0) != 0,
            cards: [cards(0), cards(1)],
        }
    };
    let opened = Colour::all().filter(|colour| known.opened & (1 << colour.0) != 0);
    Some(FeudView {
        place: ask::place(state),
        sides: known.sides.map(|at| Seat::at(usize::from(at))),
        men: known.men,
        lost: known.lost,
        turn: (state.step == Step::Feud).then(|| Seat::at(reckon::feud::side(state).1)),
        rows: opened.map(row).collect(),
    })
}

fn draw(state: &State, viewer: Viewer) -> Option<DrawView> {
    if !matches!(state.step, Step::Keep | Step::Pledge | Step::Pool) {
        return None;
    }
    let cards: Vec<Drawn> =
        state.open_cards().map(|(number, laid)| Drawn { number, card: laid.card }).collect();
    Some(DrawView {
        seat: Seat::at(state.doer()),
        count: cards.len() as u8,
        cards: sees_draw(state, viewer).then_some(cards),
    })
}

fn gifts(state: &State) -> Vec<GiftView> {
    if state.deed.action != Action::FEAST {
        return Vec::new();
    }
    let gift = |laid: &super::super::state::deed::Laid| GiftView {
        to: Seat::at(usize::from(laid.tag)),
        kind: laid.card.kind(),
    };
    state.table.iter().map(gift).collect()
}

fn strike(state: &State) -> Option<StrikeView> {
    let strike = &state.strike;
    if strike.card == Card::NONE {
        return None;
    }
    let area = (strike.area != Area::NONE).then_some(strike.area);
    Some(StrikeView {
        worth: strike.card.worth(),
        colour: strike.card.colour(),
        action: strike.card.action(),
        weapon: (strike.weapon != Card::NONE).then(|| strike.weapon.kind()),
        area,
        short: area.map(|_| reckon::feast::shortfall(state)),
    })
}

/// Whether a viewer sees the cards that are open in a draw.
pub fn sees_draw(state: &State, viewer: Viewer) -> bool {
    match state.step {
        Step::Keep | Step::Pledge => viewer.is(Seat::at(state.doer())),
        _ => true,
    }
}
