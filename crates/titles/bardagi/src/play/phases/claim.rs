//! R14 Claim phase: income, the Claim sheets of the seats, and their results.

use crate::orders::{Line, Order};
use crate::play::draw::Piles;
use crate::play::forms::LONG;
use crate::play::run::{Run, RunExt};
use crate::reckon::claim::{axe_areas, fill, has_choice, rooms, tokens};
use crate::reckon::income::{herded, income, school, usual};
use crate::state::facts::{Claimed, Fact};
use crate::state::player::Claim;
use crate::state::{State, Step};
use crate::things::areas::Area;
use crate::things::kinds::Building;
use crate::things::words::some;
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, Occupied, OtherPrompt, WrongAmount};
use ravenpost_rules::{Field, Form, Legal, Refusal, Seat};

/// Longer lists of sheet orders are replaced by forms.
const LISTED: usize = 400;
/// Maximum number of orders on a sheet. It allows twenty tokens and some corrections; without a
/// limit, a sheet could be rewritten endlessly (R7.13).
const SHEET: u8 = 60;
/// Default order of buildings for recruits: Virki, Hof, Verslun (R21.9).
const RECRUITS: [Building; 3] = [Building::VIRKI, Building::HOF, Building::VERSLUN];

/// Tokens that are held or could be bought, and are not yet placed on the sheet. Lines may come in
/// any order, so a token may be placed before it is bought (R21.8).
fn tokens_left(state: &State, seat: Seat) -> usize {
    let player = &state.players[seat];
    usize::from(player.axes + tokens(state, seat)).saturating_sub(player.claim.axes.len())
}

/// The current lines of the sheet, each of which can be dropped.
fn lines(sheet: &Claim) -> Vec<Line> {
    let said = [(sheet.chosen, Line::Claim), (sheet.placed, Line::Recruit)];
    let mut lines: Vec<Line> = said.iter().filter(|(is, _)| *is).map(|(_, line)| *line).collect();
    for area in &sheet.axes {
        let line = Line::Axe(*area);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Everything that may be written on the sheet.
pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    let player = &state.players[seat];
    let buys = tokens(state, seat);
    let mut orders = Vec::new();
    let claims =
        (usize::from(player.flock) + 1) * (usize::from(player.herd) + 1) * (usize::from(buys) + 1);
    let recruits = recruits(state, seat);
    let complete = claims + recruits.len() <= LISTED;
    let most = if complete { usize::MAX } else { LISTED / 2 };
    let sheet = (0..=buys).flat_map(|tokens| {
        (0..=player.flock).flat_map(move |sheep| {
            (0..=player.herd).map(move |cattle| Order::Claim(sheep, cattle, tokens))
        })
    });
    orders.extend(sheet.filter(|_| claims > 1).take(most));
    orders.extend(recruits.into_iter().map(Order::Recruit).take(most));
    if tokens_left(state, seat) > 0 {
        orders.extend(axe_areas(state, seat).map(Order::Axe));
    }
    orders.extend(lines(&player.claim).into_iter().map(Order::Drop));
    orders.push(Order::Done);
    let short = orders.len() <= LONG;
    let forms = if short { Vec::new() } else { forms(state, seat) };
    Legal { orders, complete, forms }
}

/// Every way to place recruits from the town on buildings; empty if none fits.
fn recruits(state: &State, seat: Seat) -> Vec<[u8; 3]> {
    let (town, rooms) = (state.players[seat].town, rooms(state, seat));
    if town == 0 || rooms == [0; 3] {
        return Vec::new();
    }
    let up_to = |at: usize, taken: u8| 0..=rooms[at].min(town - taken);
    let mut all = Vec::new();
    for virki in up_to(0, 0) {
        for hof in up_to(1, virki) {
            all.extend(up_to(2, virki + hof).map(|verslun| [virki, hof, verslun]));
        }
    }
    all
}

/// A form field for a number behind a letter: nothing if there is no choice, a tick box for a
/// maximum of one.
fn number(label: &str, letter: &str, most: u8) -> Option<Field> {
    let (label, choices) = (label.to_owned(), 1..=most);
    match most {
        0 => None,
        1 => Some(Field::Tick { word: format!("{letter}1"), label }),
        _ => Some(Field::Pick {
            label,
            choices: std::iter::once((String::new(), "0".to_owned()))
                .chain(choices.map(|n| (format!("{letter}{n}"), n.to_string())))
                .collect(),
        }),
    }
}

fn forms(state: &State, seat: Seat) -> Vec<Form> {
    let player = &state.players[seat];
    let filled = |form: Form, fields: [Option<Field>; 3]| {
        fields.into_iter().flatten().fold(form, Form::field)
    };
    let buys = tokens(state, seat);
    let buy = if buys == 1 { "Buy an Axe token" } else { "Axe tokens to buy" };
    let units = [
        number("Sheep as meat", "s", player.flock),
        number("Cattle as meat", "c", player.herd),
        number(buy, "a", buys),
    ];
    let rooms = rooms(state, seat).map(|room| room.min(player.town));
    let places = [
        number("To the Virki", "v", rooms[0]),
        number("To the Hof", "h", rooms[1]),
        number("To the Verslun", "s", rooms[2]),
    ];
    let mut forms = Vec::new();
    if player.flock + player.herd + buys > 0 {
        forms.push(filled(Form::new("claim", "Sheep, cattle and tokens"), units));
    }
    if rooms != [0; 3] {
        let wait = if player.town == 1 { "is" } else { "are" };
        let help = format!("{} {wait} in the town.", some(player.town, "recruit"));
        forms.push(filled(Form::new("recruit", "Place recruits").help(help), places));
    }
    if tokens_left(state, seat) > 0 {
        let areas =
            axe_areas(state, seat).map(|area| (area.slug().to_owned(), area.name().to_owned()));
        forms.push(Form::new("axe", "Place an Axe token").pick("Area", areas.collect()));
    }
    forms
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Claim(sheep, cattle, tokens) => claim(state, seat, [*sheep, *cattle, *tokens]),
        Order::Recruit(recruits) => recruit(state, seat, *recruits),
        Order::Axe(area) => axe(state, seat, *area),
        Order::Drop(line) if lines(&state.players[seat].claim).contains(line) => Ok(()),
        Order::Done => Ok(()),
        Order::Drop(_) => NoneThere.refuse("R21.8", "your sheet has no such line"),
        _ => OtherPrompt.refuse("R21.8", "that is not an order of the Claim phase"),
    }
}

fn claim(state: &State, seat: Seat, [sheep, cattle, bought]: [u8; 3]) -> Result<(), Refusal> {
    let player = &state.players[seat];
    let most = tokens(state, seat);
    if sheep > player.flock {
        let units = some(player.flock, "unit");
        return WrongAmount.refuse("R14.4", format!("your sheep yield only {units}"));
    }
    if cattle > player.herd {
        let units = some(player.herd, "unit");
        return WrongAmount.refuse("R14.4", format!("your cattle yield only {units}"));
    }
    if bought > most {
        let most = some(most, "Axe token");
        return WrongAmount.refuse(
            "R14.8",
            format!("you can buy {most}: one per camp, limited by your gold and the bank"),
        );
    }
    if player.flock + player.herd + most == 0 {
        return NoneThere.refuse("R21.10", "there is nothing to choose and no token to buy");
    }
    Ok(())
}

fn recruit(state: &State, seat: Seat, recruits: [u8; 3]) -> Result<(), Refusal> {
    let town = state.players[seat].town;
    let rooms = rooms(state, seat);
    if town == 0 || rooms == [0; 3] {
        return NoneThere
            .refuse("R14.10", "you have no recruits, or no building has room for them");
    }
    let sum: u16 = recruits.iter().map(|count| u16::from(*count)).sum();
    if sum > u16::from(town) {
        return WrongAmount.refuse("R14.10", format!("your town has {}", some(town, "recruit")));
    }
    for building in Building::all() {
        let room = rooms[building.index()];
        if recruits[building.index()] > room {
            return Occupied
                .refuse("R14.10", format!("the {} has room for {room}", building.name()));
        }
    }
    Ok(())
}

fn axe(state: &State, seat: Seat, area: Area) -> Result<(), Refusal> {
    if tokens_left(state, seat) == 0 {
        return NoneThere.refuse("R14.12", "you have no Axe tokens left and cannot buy any");
    }
    if !axe_areas(state, seat).any(|known| known == area) {
        return NotHeld
            .refuse("R14.12", format!("{} is neither your area nor your home", area.name()));
    }
    Ok(())
}

/// Adds one order to the sheet. A later `claim` or `recruit` replaces an earlier one.
pub fn play(run: &mut Run<'_>, seat: Seat, order: &Order) {
    let mut claim = run.state.players[seat].claim;
    match order {
        Order::Claim(sheep, cattle, tokens) => {
            (claim.sheep, claim.cattle, claim.tokens) = (*sheep, *cattle, *tokens);
            claim.chosen = true;
        }
        Order::Recruit(recruits) => (claim.recruits, claim.placed) = (*recruits, true),
        Order::Axe(area) => claim.axes.push(*area),
        Order::Drop(line) => drop(&mut claim, *line),
        _ => {}
    }
    hand_in(run, seat, claim);
}

/// Removes a line from the sheet, so that its default applies (R21.9).
fn drop(claim: &mut Claim, line: Line) {
    match line {
        Line::Claim => {
            (claim.sheep, claim.cattle, claim.tokens) = (0, 0, 0);
            claim.chosen = false;
        }
        Line::Recruit => (claim.recruits, claim.placed) = ([0; 3], false),
        Line::Axe(area) => {
            if let Some(last) = claim.axes.iter().rposition(|known| *known == area) {
                claim.axes.remove(last);
            }
        }
    }
}

pub fn done(run: &mut Run<'_>, seat: Seat) {
    let claim = Claim { done: true, ..run.state.players[seat].claim };
    hand_in(run, seat, claim);
}

fn hand_in(run: &mut Run<'_>, seat: Seat, mut claim: Claim) {
    claim.orders = claim.orders.saturating_add(1);
    claim.done |= claim.orders >= SHEET;
    let who = run.who(seat);
    run.put(Fact::ClaimDrafted(who, claim));
}

/// Gives all seats their income in turn order, then asks the seats with a choice. In the last round
/// there are no choices (R14.15).
pub fn begin(run: &mut Run<'_>) {
    for seat in run.state.in_order() {
        let income = income(&run.state, seat);
        run.put(Fact::Income(income));
        let runes = school(&run.state, seat);
        run.draw_runes(seat, runes);
    }
    let state = &run.state;
    let asked = state.seats().filter(|seat| !state.last_round() && has_choice(state, *seat));
    let asked = asked.map(|seat| state.who(seat)).collect();
    run.put(Fact::Claimants(asked));
    run.go(Step::Claim);
}

/// Continues when every awaited seat has finished. Returns whether it did.
pub fn closed(run: &mut Run<'_>) -> bool {
    let state = &run.state;
    let mut sheets = state.seats().filter(|seat| state.players[*seat].claims);
    // Sealed sheets are awaited as well, until they can be opened. The sheets of seats that have
    // yielded are predictable.
    let sealed = |seat: Seat| run.is_held() && !state.yielded.has(seat);
    let waits = sheets.any(|seat| !state.players[seat].claim.done || sealed(seat));
    if !waits {
        run.go(Step::Close);
    }
    !waits
}

/// Carries out all claims in turn order.
pub fn close(run: &mut Run<'_>) {
    for seat in run.state.in_order() {
        let claimed = claimed(&run.state, seat);
        run.put(Fact::Claimed(claimed));
    }
    run.put(Fact::RoundEnded);
}

/// The result of a seat's sheet now, with defaults for the rest (R21.9).
fn claimed(state: &State, seat: Seat) -> Claimed {
    let player = &state.players[seat];
    let sheet = &player.claim;
    let (sheep, cattle) = if sheet.chosen {
        (sheet.sheep, sheet.cattle)
    } else {
        usual(player, !player.claims && state.last_round())
    };
    let recruits = match (player.claims, sheet.placed) {
        (false, _) => [0; 3],
        (true, true) => sheet.recruits,
        (true, false) => fill(state, seat, RECRUITS),
    };
    // Earlier seats may have bought the last tokens; placements without a token have no effect
    // (R14.13).
    let tokens = sheet.tokens.min(state.axes);
    let placed = sheet.axes.iter().take(usize::from(player.axes + tokens)).copied();
    let placed: Vec<Area> =
        placed.filter(|area| axe_areas(state, seat).any(|known| known == *area)).collect();
    let goods = herded(player, sheep, cattle);
    Claimed { who: state.who(seat), goods, tokens, recruits, axes: placed }
}
