//! A table in a list: its board, title, players and terms.

use crate::guides::title_cards;
use crate::http::assets;
use crate::shared::visitor::Visitor;
use crate::shared::{paths, words};
use crate::view::game_cards;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_lists::Listed;
use ravenpost_service::titles;

pub struct TableRow {
    pub address: String,
    pub name: String,
    pub title: &'static str,
    pub emblem: String,
    /// The address of a picture of the board.
    pub picture: Option<String>,
    /// The terms, if a seat can be taken.
    pub terms: Option<Terms>,
    pub seats: Vec<Occupant>,
    pub awaited: Vec<Seat>,
    pub first: Vec<Seat>,
    pub changed: String,
    /// Whether the stored game is unreadable.
    pub damaged: bool,
}

/// The facts a player considers before taking a seat.
pub struct Terms {
    /// "1 day 6 hours a turn"
    pub pace: String,
    /// "about 5 weeks"
    pub length: &'static str,
    /// "medium"
    pub weight: &'static str,
    /// The number of free seats.
    pub free: usize,
    /// The options that differ from their defaults, and whether programs are excluded.
    pub options: Vec<(String, String)>,
    pub organiser: Option<String>,
}

impl TableRow {
    pub fn of(mut listed: Listed, visitor: &Visitor) -> TableRow {
        let mine = listed.mine;
        let terms = Terms::of(&mut listed);
        for one in listed.seats.iter_mut().filter(|one| mine.is_some_and(|mine| mine == one.seat)) {
            one.name = Some("you".to_owned());
        }
        TableRow {
            address: paths::game(&listed.row.id),
            title: listed.title,
            emblem: assets::emblem(&listed.row.title),
            picture: picture(&listed),
            terms,
            changed: words::short(listed.row.changed_at, visitor.zone()),
            damaged: listed.damaged,
            name: listed.row.name,
            seats: listed.seats,
            awaited: listed.awaited,
            first: listed.first,
        }
    }

    pub fn is_first(&self, seat: &Seat) -> bool {
        self.first.contains(seat)
    }

    pub fn waits_for(&self, seat: &Seat) -> bool {
        self.awaited.contains(seat)
    }
}

impl Terms {
    fn of(listed: &mut Listed) -> Option<Terms> {
        let about = titles::find(&listed.row.title)?.about();
        let programs = listed.pace.no_programs.then(|| ("Programs".to_owned(), "none".to_owned()));
        let open = listed.row.status == Status::Open || listed.free;
        open.then(|| Terms {
            pace: game_cards::pace(&listed.pace),
            length: about.size.weeks,
            weight: words::weight(about.size.weight),
            free: listed.seats.iter().filter(|seat| seat.name.is_none()).count(),
            options: std::mem::take(&mut listed.options).into_iter().chain(programs).collect(),
            organiser: listed.organiser.take(),
        })
    }
}

/// Returns the board of a game as it is now, or before the start a board of its title. None for
/// titles without a board.
fn picture(listed: &Listed) -> Option<String> {
    let cover = title_cards::cover(titles::find(&listed.row.title)?.about())?;
    Some(listed.step.map_or(cover, |step| paths::picture(&listed.row.id, step)))
}
