//! R25 Hidden information: what one viewer may know, as data. The board is public; sheets, doctrine
//! and offers are private.

use serde::Serialize;

use super::super::orders::Order;
use super::super::orders::names::seat_word;
use super::super::orders::rows::places;
use super::super::play::sheet::draft;
use super::super::play::{outcome, sheet::open};
use super::super::reckon::seats::Estate;
use super::super::reckon::world::World;
use super::super::state::line::slots::{Commanders, MightGoal};
use super::super::state::line::{OneLine, Pick, SheetLine, Stores};
use super::super::state::options::Options;
use super::super::state::pact::{Bond, Offer, Pact};
use super::super::state::{State, Step, Weather};
use super::super::things::ids::{Faction, Field, Homeland};
use super::super::things::kinds::Season;
use super::fields::{self, FieldView, field_views};
use super::words;
use ravenpost_rules::{Outcome, Seat, Viewer};

/// Everything a viewer may know.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The viewing seat; `None` for spectators.
    pub viewer: Option<Seat>,
    pub options: Options,
    pub step: Step,
    pub round: u8,
    pub season: Season,
    pub year: u8,
    pub initiative: Vec<Seat>,
    pub seats: Vec<SeatView>,
    #[serde(serialize_with = "fields::written")]
    pub fields: Vec<FieldView>,
    /// Fields of the map out of play. Readers of the view can derive them from the others, so they
    /// are not serialised.
    #[serde(skip)]
    pub closed: Vec<Field>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pacts: Vec<(Seat, Seat, Pact)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winter: Option<[Weather; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ice: Vec<Field>,
    pub last: Vec<Field>,
    /// Movements since the sheets were last revealed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<(Seat, Field, Field)>,
    /// The viewer's private information: sheet, lines for later, doctrine, offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// The public information about one seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    pub seat: Seat,
    pub colour: &'static str,
    pub home: Option<Homeland>,
    pub faction: Option<Faction>,
    pub rival: Option<Seat>,
    pub gold: u16,
    pub pp: u16,
    pub vp: u16,
    pub command: Commanders,
    pub agriculture: u32,
    pub cubes: u8,
    pub tiles: u8,
    pub lands: usize,
    /// Units destroyed and lost this year, in basic prestige.
    pub slain: u16,
    pub fallen: u16,
    pub dominance: bool,
    pub might: Option<[MightGoal; 2]>,
    pub asked: bool,
    pub done: bool,
    pub out: bool,
    pub resigned: bool,
    /// Played by the default player because it missed deadlines (R26.5a).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
    pub late: bool,
}

/// Information visible to its owner only.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnView {
    pub seat: Seat,
    pub sheet: Vec<Drafted>,
    pub deferred: Vec<Drafted>,
    pub doctrine: Vec<String>,
    /// What is left to spend after the sheet.
    pub budget: Option<String>,
    /// What the sheet leaves open, and the defaults that apply.
    pub lacks: Vec<String>,
    /// Open offers: sender, recipient and terms.
    pub offers: Vec<(Seat, Seat, Offer)>,
}

/// A line of a sheet: notation, sentence, origin and destination.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drafted {
    pub order: String,
    pub words: String,
    pub from: Field,
    pub to: Field,
    /// The line itself, for the board. Not serialised, because programs read the notation.
    #[serde(skip)]
    pub line: SheetLine,
    /// Whether it moves units or ships.
    pub goes: bool,
    /// Why it could not be carried out in this position, or which line replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails: Option<String>,
}

pub fn show(state: &State, viewer: Viewer) -> View {
    let world = World::of(state);
    let seat = match viewer {
        Viewer::Seat(seat) if (1..=state.seats).contains(&seat.0) => Some(seat),
        _ => None,
    };
    let winter = state.season() == Season::Winter && state.round > 0;
    let map = state.map();
    let estates = Estate::of_all(state);
    let seats = state.all().zip(&estates);
    View {
        viewer: seat,
        options: state.options,
        step: state.step,
        round: state.round,
        season: state.season(),
        year: state.year(),
        initiative: state.order.to_vec(),
        seats: seats.map(|(seat, estate)| seat_view(state, &world, seat, estate)).collect(),
        fields: field_views(state, &world),
        closed: map.data().all().filter(|field| !state.field.has(*field)).collect(),
        pacts: pacts(state),
        winter: winter.then_some(state.winter),
        ice: if winter { state.ice.on(map).collect() } else { Vec::new() },
        last: state.last.on(map).collect(),
        moves: state.moves.clone(),
        own: seat.map(|seat| own(state, seat)),
        outcome: outcome::outcome(state),
    }
}

fn seat_view(state: &State, world: &World, seat: Seat, estate: &Estate) -> SeatView {
    let player = state.player(seat);
    let lands = world.held[seat.index()].on(state.map()).filter(|field| field.is_land()).count();
    SeatView {
        seat,
        colour: seat_word(seat),
        home: player.home,
        faction: player.faction,
        rival: player.rival,
        gold: player.gold(),
        pp: player.pp,
        vp: player.vp,
        command: player.command,
        agriculture: estate.agriculture(),
        cubes: player.cubes(),
        tiles: estate.tiles,
        lands,
        slain: player.slain,
        fallen: player.fallen,
        dominance: player.dominance > 0,
        might: (player.might > 0).then_some(player.goals),
        asked: state.asked.has(seat),
        done: state.done.has(seat),
        out: player.out,
        resigned: player.resigned,
        absent: player.is_absent() && !player.resigned && !player.out,
        late: player.late,
    }
}

fn pacts(state: &State) -> Vec<(Seat, Seat, Pact)> {
    let pairs = state.all().flat_map(|one| state.all().map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| one < other)
        .map(|(one, other)| (one, other, *state.pact(one, other)))
        .filter(|(.., pact)| pact.bond != Bond::None)
        .collect()
}

fn drafted(line: &SheetLine, fails: Option<String>) -> Drafted {
    let (order, places) = (Order::from(*line), places(line));
    let from = places.first().copied().unwrap_or_default();
    let to = places.last().copied().filter(|to| *to != from).unwrap_or_default();
    Drafted {
        order: order.write(),
        words: order.say(),
        line: *line,
        from,
        to,
        goes: !to.is_none() && moves(line),
        fails,
    }
}

/// Whether a line moves units, ships or herds between fields.
fn moves(line: &SheetLine) -> bool {
    match line {
        SheetLine::March(_) | SheetLine::AtSea(_) | SheetLine::Retreats(_) => true,
        SheetLine::Stores(line) => matches!(line, Stores::Drive(_)),
        _ => false,
    }
}

/// Names the line that replaces a ranking of homelands: the last one on the sheet counts (R8.2).
fn replaced(lines: &[SheetLine], at: usize) -> Option<String> {
    let is_ranking = |line: &SheetLine| Pick::of(line).is_some();
    let last = lines.iter().rposition(is_ranking)?;
    let is_older = at < last && lines.get(at).is_some_and(is_ranking);
    is_older.then(|| format!("replaced by line {}", last + 1))
}

fn own(state: &State, seat: Seat) -> OwnView {
    let lines = &state.drafts[seat.index()];
    // Trying a sheet copies the state, so it is skipped for empty sheets.
    let failed = if lines.is_empty() { Vec::new() } else { draft::failed(state, seat, lines) };
    let failure = |at: usize| failed.iter().find(|(one, _)| *one == at);
    let why = |at: usize| failure(at).map(|(_, no)| no.why.clone()).or_else(|| replaced(lines, at));
    let sheet = lines.iter().enumerate();
    let between = |from: Seat, to: Seat| {
        let offer = *state.offer(from, to);
        offer.is_open().then_some((from, to, offer))
    };
    let offers = state.all().flat_map(|other| [between(other, seat), between(seat, other)]);
    OwnView {
        seat,
        sheet: sheet.map(|(at, line)| drafted(line, why(at))).collect(),
        deferred: state.deferred[seat.index()].iter().map(|line| drafted(line, None)).collect(),
        doctrine: words::in_force(state, seat),
        budget: open::budget(state, seat),
        lacks: open::lacks(state, seat),
        offers: offers.flatten().collect(),
    }
}
