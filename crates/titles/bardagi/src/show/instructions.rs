//! Forms available at any time: standing instructions and pre-orders (R22), with their current
//! values.

use super::super::orders::{Order, write};
use super::super::play::forms;
use super::super::state::facts::{Instruction, PreOrder};
use super::super::state::standing::{Retreat, Taste};
use super::super::state::{State, Step};
use super::super::things::goods::mix;
use super::super::things::kinds::Building;
use super::super::things::tiles::Tile;
use super::super::things::words::small;
use super::words;
use ravenpost_rules::{Form, Group, Offer, Seat};

/// The seat's own instructions and pre-orders.
pub fn instructions(state: &State, seat: Seat) -> Vec<Group> {
    if !state.has(seat) || state.over() {
        return Vec::new();
    }
    let own = |order: Order| Offer {
        order: write::write(state, &order),
        words: words::words(state, seat, &order),
        ..Offer::default()
    };
    let known = &state.players[seat].standing;
    let mut groups = Vec::new();
    if state.options.choose_homes && state.step == Step::PickHome {
        groups.push(homes(state, seat, own));
    }
    groups.extend([script(state, seat, own), plan(state, seat, own), build(state, seat, own)]);
    let stand = |now: Instruction, all: &[Instruction], title: &str, forms: Vec<Form>| Group {
        title: format!("Standing instruction: {title}"),
        notes: vec![format!("Now: {}.", small(&words::standing(now)))],
        offers: all.iter().map(|one| own(Order::Standing(*one))).collect(),
        forms,
        rule: "R22.1",
        ..Group::default()
    };
    let retreats = [Retreat::Ask, Retreat::Home, Retreat::Nearest].map(Instruction::Retreat);
    let now = Instruction::Retreat(known.retreat);
    groups.push(stand(now, &retreats, "Godi retreat", vec![refuges()]));
    let now = Instruction::Claim(known.claim);
    groups.push(stand(now, &[Instruction::Claim(None)], "Claim sheet", vec![claim()]));
    if state.options.forced_trade {
        let both = [false, true].map(Instruction::DeclineBargains);
        groups.push(stand(
            Instruction::DeclineBargains(known.decline),
            &both,
            "bargains",
            Vec::new(),
        ));
    }
    groups
}

fn text(lead: &str, label: &str, help: &str, name: &str, hint: &str) -> Form {
    Form::new(lead, label).help(help).text(name, hint)
}

fn refuges() -> Form {
    text(
        "stand retreat",
        "Retreat to one of these areas",
        "Your Godi takes the first possible one, otherwise the nearest refuge.",
        "Areas",
        "saudanes torgnes",
    )
}

fn claim() -> Form {
    let tastes = |kind: &str, own: Taste| {
        let choice = |taste: Taste, label: &str| {
            (format!("{kind} {}", write::taste(taste)), label.to_owned())
        };
        let (even, meat) = ("whatever keeps stocks even", "meat");
        let all = [(Taste::Even, even), (own, write::taste(own)), (Taste::Meat, meat)];
        all.map(|(taste, label)| choice(taste, label)).to_vec()
    };
    let orders = ["vhs", "vsh", "hvs", "hsv", "svh", "shv"].map(|letters| {
        let names: Vec<&str> = letters
            .chars()
            .filter_map(|letter| "vhs".find(letter))
            .map(|at| Building(at as u8).name())
            .collect();
        (format!("recruits {letters}"), names.join(", then "))
    });
    Form::new("stand claim auto", "Fill in the Claim sheet for me")
        .help("No Axe tokens are bought or placed.")
        .pick("Sheep give", tastes("sheep", Taste::Wool))
        .pick("Cattle give", tastes("cattle", Taste::Hide))
        .pick("Recruits go to", orders.to_vec())
}

/// A group for a pre-order, with an offer to clear it.
fn left(title: &str, note: String, back: Option<Offer>, form: Form) -> Group {
    let offers = back.into_iter().map(|offer| Offer { words: "Delete".into(), ..offer });
    Group {
        title: title.into(),
        notes: vec![note],
        offers: offers.collect(),
        forms: vec![form],
        rule: "R22.1",
        ..Group::default()
    }
}

fn script(state: &State, seat: Seat, own: impl Fn(Order) -> Offer) -> Group {
    let drawer = &state.drawer[seat];
    let some = !drawer.script.is_empty() || drawer.else_done;
    let known = PreOrder::Script { orders: drawer.script.clone(), else_done: drawer.else_done };
    let note = if some {
        format!("{}.", own(Order::Later(known)).words)
    } else {
        "Orders for your next turn. They are played one by one until one is not possible.".into()
    };
    let form = text(
        "script",
        "Store a turn script",
        "If the script stops, you take over.",
        "Orders",
        "b move saudanes; b take; k buy",
    );
    let form = form.tick("else done", "If the script stops, end my turn");
    let back =
        some.then(|| own(Order::Later(PreOrder::Script { orders: Vec::new(), else_done: false })));
    left("Turn script", note, back, form)
}

fn plan(state: &State, seat: Seat, own: impl Fn(Order) -> Offer) -> Group {
    let player = &state.players[seat];
    let some = player.next != [0; 4];
    let mut note = if some { format!("Next plan: {}. ", mix(player.next)) } else { String::new() };
    let now = words::standing(Instruction::RepeatPlan(player.standing.repeat));
    note.push_str(&format!("Now: {}.", small(&now)));
    let cards = if state.options.eight_cards && state.round >= 4 { 8 } else { 6 };
    let back = some.then(|| own(Order::Later(PreOrder::Plan([0; 4]))));
    let mut group =
        left("Next plan", note, back, forms::plan("next", "Plan the next round", cards));
    let both = [false, true].map(Instruction::RepeatPlan);
    group.offers.extend(both.map(|one| own(Order::Standing(one))));
    group
}

fn build(state: &State, seat: Seat, own: impl Fn(Order) -> Offer) -> Group {
    let orders = &state.drawer[seat].build;
    let note = if orders.is_empty() {
        "The first possible tile on this list is built for you. If none is possible, you pass."
            .into()
    } else {
        format!("{}.", own(Order::Later(PreOrder::Build(orders.clone()))).words)
    };
    let none = (String::new(), "\u{2013}".to_owned());
    let tiles =
        |tile: Tile| (tile.slug().to_owned(), format!("{} ({})", tile.name(), tile.pile().words()));
    let choices: Vec<_> = std::iter::once(none).chain(Tile::all().map(tiles)).collect();
    let form = Form::new("wish", "Store a build list")
        .help("To replace a tile, type an order such as \"wish mint for weaver, alchemist\".")
        .pick("First choice", choices.clone())
        .pick("Otherwise", choices.clone())
        .pick("Otherwise", choices);
    let some = !orders.is_empty();
    let back = some.then(|| own(Order::Later(PreOrder::Build(Vec::new()))));
    let mut group = left("Build list", note, back, form);
    // Each of several tiles can be removed alone; the rest becomes the new list.
    let several = orders.iter().enumerate().filter(|_| orders.len() > 1);
    group.offers.extend(several.map(|(at, tile)| {
        let mut rest = orders.clone();
        rest.remove(at);
        let words = format!("Remove {} from the list", words::preference_words(tile));
        Offer { words, ..own(Order::Later(PreOrder::Build(rest))) }
    }));
    group
}

fn homes(state: &State, seat: Seat, own: impl Fn(Order) -> Offer) -> Group {
    let colours = &state.drawer[seat].homes;
    let note = format!("{}.", own(Order::Later(PreOrder::Homes(colours.clone()))).words);
    let back = (!colours.is_empty()).then(|| own(Order::Later(PreOrder::Homes(Vec::new()))));
    let form = text(
        "homes",
        "Preferred colours, best first",
        "You get the first one that is free.",
        "Colours",
        "blue red yellow green",
    );
    left("Colours", note, back, form)
}
