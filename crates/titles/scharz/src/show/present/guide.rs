//! Values for lines of the open decision: homelands, factions, the viewer's units with adjacent
//! fields, and prices, each with its notation.

use super::super::super::orders::units::units;
use super::super::super::state::Step;
use super::super::super::state::options::Module;
use super::super::super::state::stack::Stack;
use super::super::super::things::ids::{Faction, Field, Homeland};
use super::super::super::things::kinds::{Building, Kind};
use super::super::fields::FieldView;
use super::super::view::{SeatView, View};
use ravenpost_rules::text::phrase::{and, or};

/// One paragraph per kind of choice, for an awaited viewer.
pub fn guide(view: &View) -> Vec<String> {
    let own = view.viewer.and_then(|seat| view.seats.iter().find(|one| one.seat == seat));
    let Some(own) = own.filter(|own| own.asked && !own.done) else { return Vec::new() };
    match view.step {
        Step::Homeland => homelands(view),
        Step::Settle => own.home.map(|home| start(view, home)).unwrap_or_default(),
        Step::March | Step::Clash => steps(view, own),
        Step::Rear => vec![prices(view, own)],
        Step::Blank | Step::Over => Vec::new(),
    }
}

fn called(name: &str, slug: &str) -> String {
    format!("{name} [{slug}]")
}

fn field(at: Field) -> String {
    called(at.name(), at.slug())
}

/// The homelands whose fields are in play.
pub(super) fn offered(view: &View) -> impl Iterator<Item = Homeland> {
    let open = |at: &Field| view.fields.iter().any(|one| one.field == *at);
    Homeland::all(view.options.map).filter(move |home| {
        let fields = &home.data().fields;
        !fields.is_empty() && fields.iter().all(open)
    })
}

fn homelands(view: &View) -> Vec<String> {
    offered(view)
        .map(|home| {
            let peoples = home.factions().map(Faction::name).collect::<Vec<_>>();
            let fields = home.data().fields.iter().map(|at| at.name()).collect::<Vec<_>>();
            let name = called(home.name(), home.slug());
            format!("Homeland {name}: {}. Faction: {}.", and(&fields), or(&peoples))
        })
        .collect()
}

/// The fields and factions of a homeland.
fn start(view: &View, home: Homeland) -> Vec<String> {
    let wet = |at: Field| {
        let mut waters = view.fields.iter().filter(|one| one.field.is_water());
        waters.any(|one| at.neighbours().has(one.field))
    };
    let fields = home.data().fields.iter().map(|at| {
        let coast = if wet(*at) { ", coastal" } else { "" };
        format!("{}, {}{coast}", field(*at), at.data().terrain.slug())
    });
    let fields = fields.collect::<Vec<_>>().join("; ");
    let peoples = home.factions().map(|one| called(one.name(), one.slug())).collect::<Vec<_>>();
    vec![
        format!("Your homeland {}: {fields}.", home.name()),
        format!("Its factions: {}.", or(&peoples)),
    ]
}

/// The viewer's units and their possible steps.
fn steps(view: &View, own: &SeatView) -> Vec<String> {
    let near = |at: Field| {
        let data = at.data();
        let plain = data.neighbours & !data.black & !data.over_river;
        let fields = view.fields.iter().map(|one| one.field).filter(|to| plain.has(*to));
        and(&fields.map(field).collect::<Vec<_>>())
    };
    let there = |one: &FieldView| {
        let stacks = one.units.iter().filter(|(seat, _)| *seat == own.seat);
        let stacks = stacks.map(|(_, stack)| counted(stack)).collect::<Vec<_>>();
        let from = field(one.field);
        (!stacks.is_empty()).then(|| {
            format!("Your {} at {from}. Adjacent fields: {}.", and(&stacks), near(one.field))
        })
    };
    view.fields.iter().filter_map(there).collect()
}

fn counted(stack: &Stack) -> String {
    format!("{} ({} {})", units(stack.n, stack.unit), stack.n, stack.unit)
}

fn prices(view: &View, own: &SeatView) -> String {
    let (options, powers) = (view.options, view.options.powers_of(own.faction));
    let cheap = if powers.cheap_ships { 1 } else { 0 };
    let built = Building::ALL.iter().map(|what| {
        let crew = match what {
            Building::Village => powers.village_builders,
            Building::City => powers.city_builders,
            other => other.builders(),
        };
        format!("{} {} with {crew}", what.slug(), what.price())
    });
    let built = built.collect::<Vec<_>>().join(", ");
    let rider = if options.has(Module::Horses) { "3 and a herd of horses" } else { "8" };
    let hired = if options.has(Module::Prestige) { "4 and 2 PP" } else { "6" };
    let raised = [
        (Kind::Hi, "1".to_owned()),
        (Kind::Cav, rider.to_owned()),
        (Kind::Ts, (2 - cheap).to_string()),
        (Kind::Ws, (3 - cheap).to_string()),
        (Kind::Sm, "2".to_owned()),
    ];
    let raised = raised.map(|(kind, gold)| format!("{} {gold}", kind.slug())).join(", ");
    format!(
        "You have {} gold. Light infantry [li] costs 2, mercenaries [merc] {hired}. Raising \
         light infantry costs: {raised}. Buildings, with their price and builders needed: {built}.",
        own.gold
    )
}
