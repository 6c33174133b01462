//! How the log changes who sits where, and who looks after the table.

use super::Live;
use crate::service::game::course::{Silence, Status, Vacant};
use ravenpost_log::act::Sitter;
use ravenpost_log::{Act, At};
use ravenpost_rules::{Decided, Seat};

impl Live {
    /// Who sits where, and who looks after the table.
    pub(super) fn changes_hands(&mut self, act: Act, at: At) {
        match act {
            Act::Joined { seat, sitter, salt, written, organiser } => {
                self.seat_taken(seat, sitter, salt, written);
                self.course.organised_from(seat, organiser);
            }
            Act::Replaced { seat, bot, open, by, .. } => {
                self.course.taken_from(seat, by, at.time);
                let vacant = Vacant::of(open, bot.as_deref());
                self.seat_replaced(seat, bot, vacant, at);
            }
            Act::TakenOver { seat, organiser } => {
                self.seat_replaced(seat, None, None, at);
                self.course.organised_from(seat, organiser);
            }
            Act::Moved { unknown } => self.course.unknown(&unknown),
            Act::Conduct { version, organiser } => {
                (self.course.conduct, self.course.organiser) = (version, organiser);
            }
            _ => {}
        }
    }

    fn seat_taken(&mut self, seat: Seat, sitter: Sitter, salt: String, written: bool) {
        if let Some(chair) = self.course.chairs.get_mut(seat.index()) {
            chair.sitter = Some(sitter);
            (chair.salt, chair.written) = (salt, written);
            chair.left = false;
            chair.silence = Silence::default();
        }
    }

    /// Somebody else plays a seat, or is to: what it is asked is asked anew. Its salt stays, on
    /// which all dice hang.
    fn seat_replaced(&mut self, seat: Seat, bot: Option<String>, vacant: Option<Vacant>, at: At) {
        if let Some(chair) = self.course.chairs.get_mut(seat.index()) {
            chair.sitter = Some(bot.map_or(Sitter::Person, Sitter::Bot));
            (chair.left, chair.vacant) = (false, vacant);
            chair.silence = Silence::default();
        }
        self.course.ask_anew(seat, at);
    }

    /// What comes of it that a seat is given up now, with those that were given up before. Before
    /// the start it is only free again.
    pub fn deserted(&self, seat: Seat) -> Decided {
        let running = self.course.status == Status::Running;
        let mut gone = if running { self.course.deserted() } else { Vec::new() };
        gone.extend(running.then_some(seat));
        self.position.on_seats_left(&gone)
    }

    pub(super) fn seat_left(&mut self, seat: Seat) {
        let running = self.course.status == Status::Running;
        self.course.organiser = self.course.organiser.filter(|own| *own != seat);
        if let Some(chair) = self.course.chairs.get_mut(seat.index()) {
            if running {
                chair.left = true;
            } else {
                chair.sitter = None;
                chair.salt.clear();
            }
        }
    }
}
