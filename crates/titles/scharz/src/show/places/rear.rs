//! Forms for a field that the seat controls: construction, trade, season (R15, R16, R19).

use super::super::super::orders::units::units;
use super::super::super::reckon::seats::herds;
use super::super::super::state::stack::{Place, Stack};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Building, Herd, Kind, Season};
use super::{Choices, Ground, called, groups, herd_name, line};
use ravenpost_rules::Form;

pub fn rear(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let mut all = Vec::new();
    let own = ground.world.holds(ground.seat, at) && at.is_land();
    if own {
        all.extend(building(ground, at));
    }
    let free = ground.world.is_cus(ground.seat, at);
    if free {
        all.extend(market(ground, at));
    }
    all.extend(schooling(ground, at));
    if own {
        all.extend(season(ground, at));
    }
    all
}

fn open(kind: Kind) -> impl Fn(&Stack) -> bool {
    move |stack| stack.place == Place::Open && stack.kind() == kind
}

fn building(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let (land, slug) = (ground.state.land(at), at.slug());
    let builders = groups(&ground.own(at, open(Kind::Li)));
    let mut all = Vec::new();
    if land.site_of(ground.seat).is_some() {
        all.extend(called("add", "Send builders", builders, at));
        all.push(line(format!("hasten {slug}"), "Hasten construction"));
        all.push(line(format!("cancel {slug}"), "Cancel construction"));
        return all;
    }
    let mine = land.town_of(ground.seat);
    let yard = land.yard.is_some_and(|yard| yard.owner == ground.seat);
    let fits = |what: &&Building| match what {
        Building::Village => mine.is_none(),
        Building::City => mine.is_some_and(|town| !town.city),
        Building::Fort => mine.is_some_and(|town| !town.fort),
        Building::Dock => !yard && ground.state.coast.has(at),
        Building::Port => yard,
    };
    let what: Choices = Building::ALL
        .iter()
        .filter(fits)
        .map(|one| {
            (format!("{} {slug}", one.slug()), format!("{}, {} gold", one.slug(), one.price()))
        })
        .collect();
    let with = builders.into_iter().map(|(code, name)| (format!("with {code}"), name));
    let with: Choices = with.collect();
    if !what.is_empty() && !with.is_empty() {
        all.push(Form::new("build", "Build").pick("What", what).pick("Builders", with));
    }
    all
}

fn market(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let (land, slug) = (ground.state.land(at), at.slug());
    let number = |what: &'static str, most: u8| -> Choices {
        (1..=most).map(|n| (format!("{n} {what} {slug}"), format!("{n}"))).collect()
    };
    let mut all = vec![
        Form::new("buy", "Buy light infantry").pick("How many", number("li", 4)),
        Form::new("hire", "Hire mercenaries").pick("How many", number("merc", 4)),
        Form::new("buy", "Buy grain").pick("How much", number("grain", 6)),
    ];
    if land.grain > 0 {
        all.push(Form::new("sell", "Sell grain").pick("How much", number("grain", land.grain)));
    }
    let bought = Herd::ALL.iter().map(|herd| {
        (format!("{} {slug}", herd.slug()), format!("{}, {} gold", herd_name(*herd), herd.price()))
    });
    all.push(Form::new("buy", "Buy a herd").pick("Which", bought.collect()));
    all
}

/// Raising and lowering of units on the field.
fn schooling(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let raised = ground.own(at, open(Kind::Li));
    let into = [
        (Kind::Hi, "heavy infantry"),
        (Kind::Cav, "cavalry"),
        (Kind::Ts, "transport ships"),
        (Kind::Ws, "war ships"),
        (Kind::Sm, "siege machines"),
    ];
    let into: Choices = into
        .iter()
        .map(|(kind, name)| (format!("> {} {}", kind.slug(), at.slug()), (*name).to_owned()))
        .collect();
    let mut all = Vec::new();
    if !raised.is_empty() {
        all.push(Form::new("raise", "Raise").pick("Units", groups(&raised)).pick("To", into));
    }
    let hired = ground.own(at, |stack| stack.kind() == Kind::Merc);
    all.extend(called("dismiss", "Dismiss", groups(&hired), at));
    let cubes = ground.own(at, |stack| stack.kind().is_cube() && stack.place == Place::Open);
    let each: Choices =
        cubes.iter().map(|(unit, n)| (format!("{n} {}", unit), units(*n, *unit))).collect();
    all.extend(called("disband", "Disband", each, at));
    all
}

fn season(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let slug = at.slug();
    let mut all = Vec::new();
    match ground.state.season() {
        Season::Spring if ground.state.land(at).sown.is_none() => {
            all.push(line(format!("sow {slug}"), "Sow"));
        }
        Season::Autumn => all.push(line(format!("recruit {slug}"), "Recruit here")),
        _ => {}
    }
    let here = herds(ground.state, ground.seat).filter(|(_, place, _)| *place == at);
    let mut kinds: Vec<Herd> = here.map(|(herd, ..)| herd).collect();
    kinds.dedup();
    for herd in kinds {
        let name = herd.slug();
        all.push(line(format!("slaughter {name} {slug}"), format!("Slaughter {name}")));
        all.push(line(format!("sell {name} {slug}"), format!("Sell {name}")));
    }
    all
}
