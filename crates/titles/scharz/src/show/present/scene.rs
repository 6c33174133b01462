//! The board at one moment: control, pieces and movements. Planned moves are shown to their owner
//! only.

use super::super::super::orders::names::seat_word;
use super::super::super::things::ids::Field;
use super::super::fields::FieldView;
use super::super::view::{Drafted, View};
use super::field::details;
use super::map;
use super::pieces::pieces;
use super::plans::{self, plans};
use ravenpost_rules::Item;
use ravenpost_rules::view::scene::{Area, Arrow, Mood, Scene};

pub fn scene(view: &View) -> Scene {
    let open = view.fields.iter().map(|field| area(view, field));
    let closed = view.closed.iter().map(|field| Area {
        slug: field.slug().to_owned(),
        name: field.name().to_owned(),
        details: vec![Item::new("closed", "out of play")],
        mood: Mood::Closed,
        ..Area::default()
    });
    Scene {
        board: Some(map::board(view.options.map, view.seats.len() as u8)),
        areas: open.chain(closed).collect(),
        pieces: view.fields.iter().flat_map(pieces).collect(),
        arrows: arrows(view),
        planned: plans::pieces(view),
        ..Scene::default()
    }
}

fn area(view: &View, field: &FieldView) -> Area {
    let at = field.field;
    let about = |line: &&Drafted| !line.goes && (line.from == at || line.to == at);
    Area {
        slug: at.slug().to_owned(),
        name: at.name().to_owned(),
        code: String::new(),
        details: details(field),
        mood: Mood::Calm,
        last: view.moves.iter().any(|(.., to)| *to == at),
        planned: plans(view).any(|line| about(&line)),
        held: field.holder.filter(|_| at.is_firm()).map(seat_word),
    }
}

/// Arrows for past moves, then for planned ones.
fn arrows(view: &View) -> Vec<Arrow> {
    let arrow = |from: Field, to: Field, colour, planned| Arrow {
        from: from.slug().to_owned(),
        to: to.slug().to_owned(),
        colour,
        planned,
    };
    let gone = view.moves.iter().map(|(seat, from, to)| arrow(*from, *to, seat_word(*seat), false));
    let colour = view.own.as_ref().map_or("neutral", |own| seat_word(own.seat));
    let meant = plans(view).filter(|line| line.goes);
    gone.chain(meant.map(|line| arrow(line.from, line.to, colour, true))).collect()
}
