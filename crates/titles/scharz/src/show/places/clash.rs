//! Forms for fields where enemies meet: battle, sieges, looting (R12 to R14).

use super::super::super::orders::names::{seat_name, seat_word};
use super::super::super::state::stack::{Place, Stack};
use super::super::super::things::ids::Field;
use super::march::ships;
use super::{Choices, Ground, called, groups, is_soldier, line, sent, ways};
use ravenpost_rules::{Form, Seat};

pub fn clash(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let mut all = Vec::new();
    let out = ground.world.is_out(at, ground.seat);
    let foes = ground.foes(at);
    if out {
        all.extend(foes.iter().map(|foe| attack(at, *foe)));
    }
    if out && !foes.is_empty() {
        all.push(escape(at));
    }
    let (mine, slug) = (ground.seat, at.slug());
    let town = ground.state.land(at).town;
    let enemy = town.filter(|town| ground.state.hostile(mine, town.owner));
    if let Some(town) = enemy.filter(|_| out) {
        all.push(siege(at, town.owner));
    }
    if at.is_land() && out && town.is_none_or(|town| town.owner != mine) {
        all.push(line(format!("loot {slug}"), "Loot"));
        all.push(line(format!("burn {slug}"), "Burn the grain"));
        let fates = [("take", "take them"), ("kill", "kill them"), ("leave", "leave them")];
        let fates = fates.map(|(word, label)| (format!("{slug} {word}"), label.to_owned()));
        all.push(Form::new("herds", "Enemy herds").pick("What to do", fates.to_vec()));
    }
    let place = |wanted: Place| move |stack: &Stack| stack.place == wanted;
    let open = groups(&ground.own(at, |stack| stack.place == Place::Open));
    if town.is_some_and(|town| town.owner == mine) {
        all.extend(called("withdraw", "Withdraw inside", open, at));
        all.extend(called("emerge", "Come out", groups(&ground.own(at, place(Place::Inside))), at));
    }
    let around = ground.around(at);
    let firm: Vec<Field> = around.iter().copied().filter(|to| to.is_firm()).collect();
    let threatened = ground.world.is_locked(mine, at);
    if threatened {
        let soldiers = ground.own(at, |stack| {
            stack.place == Place::Open && is_soldier(stack.kind()) && stack.at.is_firm()
        });
        all.extend(sent("retreat", "Retreat", groups(&soldiers), ways(at, firm.clone())));
    }
    if at.is_water() {
        all.extend(sent("harbour", "Go into harbour", ships(ground, at), ways(at, firm)));
    }
    all
}

/// The conditions for an attack. Units never attack without an order or doctrine.
fn attack(at: Field, foe: Seat) -> Form {
    let name = seat_name(foe);
    let conditions = [
        ("if-double", "if twice as strong"),
        ("if-even", "if at least as strong"),
        ("always", "whatever the enemy's strength"),
    ];
    let conditions = conditions.map(|(word, label)| (word.to_owned(), label.to_owned()));
    let lead = format!("attack {} {}", seat_word(foe), at.slug());
    Form::new(lead, format!("Attack {name}")).pick("When", conditions.to_vec())
}

fn escape(at: Field) -> Form {
    let when = [
        ("never", "never"),
        ("loss 25", "after losing a quarter"),
        ("loss 50", "after losing half"),
        ("loss 75", "after losing three quarters"),
        ("outnumbered", "when outnumbered"),
    ];
    let when = when.map(|(word, label)| (word.to_owned(), label.to_owned()));
    Form::new(format!("escape {}", at.slug()), "Escape from battle").pick("When", when.to_vec())
}

fn siege(at: Field, owner: Seat) -> Form {
    let rounds: Choices =
        (1..=6).map(|n| (format!("rounds {n}"), format!("up to {n} rounds"))).collect();
    let stops = [("stop 50", "half"), ("stop 25", "a quarter"), ("stop 75", "three quarters")];
    let stops = stops.map(|(word, label)| (word.to_owned(), label.to_owned()));
    let sack = [("keep", "keep it"), ("raze", "raze it")];
    let sack = sack.map(|(word, label)| (word.to_owned(), label.to_owned()));
    Form::new(format!("siege {}", at.slug()), format!("Storm the walls of {}", seat_name(owner)))
        .pick("How long", rounds)
        .pick("Stop after losing", stops.to_vec())
        .pick("If taken", sack.to_vec())
}
