//! What would be made of a letter, line by line, with nothing done: for whoever wonders why an
//! answer was not understood. Without a game words alone are judged; with one, orders are tried on
//! what the seat may know.

use super::ReplyLine;
use super::act::MOST;
use super::act::told::{self, NOT_LOOKED_AT, unclear};
use super::copied;
use super::passages::{self, Passage};
use super::words::{self, Ask};
use crate::letters::fits::Signs;
use crate::service::game::folded::Game;
use crate::service::play::preview_order::foretell;
use crate::titles;
use ravenpost_rules::{Group, Seat};

/// A part of a letter, and what would become of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rehearsed {
    pub line: String,
    /// What would happen, in sentences.
    pub would: Vec<String>,
}

/// What is understood by a part of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    Order(String),
    Number(usize),
    Said(String),
    /// Something else that the service does.
    Service,
    /// For nobody: a greeting, a name.
    Remark(String),
    /// Refused, and so what comes after it.
    Unclear(String),
}

/// What is understood of a letter to a title whose orders begin with these words, and whose list
/// had these orders.
pub fn meant(lines: &[ReplyLine], verbs: &[&'static str], listed: &[Group]) -> Vec<Meant> {
    let lines = copied::out_of_lists(lines, listed);
    let meant = |passage| match passage {
        Passage::Remark(raw) => Meant::Remark(raw),
        Passage::Unclear { raw, .. } => Meant::Unclear(raw),
        Passage::Request { ask, .. } => match ask {
            Ask::Order(order) => Meant::Order(order),
            Ask::Number(number) => Meant::Number(number),
            Ask::Say { text, .. } | Ask::Note { text, .. } | Ask::NoteLater { text, .. } => {
                Meant::Said(text)
            }
            _ => Meant::Service,
        },
    };
    passages::read(&lines, true, verbs).into_iter().map(meant).collect()
}

/// Reads the lines that somebody wrote; the letter may go on below them.
pub fn rehearse(lines: &[ReplyLine], whole: bool, game: Option<(&Game, Seat)>) -> Vec<Rehearsed> {
    let verbs: Vec<&'static str> = match game {
        Some((live, _)) => live.title.about().verbs.to_vec(),
        None => titles::all().iter().flat_map(|title| title.about().verbs).copied().collect(),
    };
    let groups = game.map(|(live, seat)| live.position.offers(seat)).unwrap_or_default();
    let lines = copied::out_of_lists(lines, &groups);
    let signs = Signs::of(&groups);
    let mut given = Given { game, signs, line: String::new(), stopped: false };
    let (mut all, mut requests) = (Vec::new(), 0);
    for passage in passages::read(&lines, whole, &verbs) {
        let line = raw(&passage).to_owned();
        requests += usize::from(matches!(passage, Passage::Request { .. }));
        if requests > MOST {
            all.push(Rehearsed { line, would: vec![told::too_many(MOST)] });
            break;
        }
        let would = given.would(passage);
        all.push(Rehearsed { line, would });
    }
    all
}

/// A part of a letter as it was written.
fn raw(passage: &Passage) -> &str {
    let (Passage::Request { raw, .. } | Passage::Unclear { raw, .. } | Passage::Remark(raw)) =
        passage;
    raw
}

/// What was ordered in the lines above.
struct Given<'a> {
    signs: Signs,
    game: Option<(&'a Game, Seat)>,
    line: String,
    stopped: bool,
}

impl Given<'_> {
    fn would(&mut self, passage: Passage) -> Vec<String> {
        match passage {
            Passage::Remark(_) => vec!["Not read as an order: a remark.".to_owned()],
            Passage::Unclear { near, .. } => {
                self.stopped = true;
                vec![unclear(near)]
            }
            Passage::Request { ask, within, .. } => {
                let mut would = self.ask(ask);
                would.extend(told::within(&within));
                would
            }
        }
    }

    fn ask(&mut self, ask: Ask) -> Vec<String> {
        let would = match ask {
            Ask::Order(_) | Ask::Number(_) if self.stopped => NOT_LOOKED_AT.to_owned(),
            Ask::Order(order) if words::is_reserved(&order) => {
                self.stopped = true;
                "Not taken: it begins with a word that is none of an order's.".to_owned()
            }
            Ask::Order(order) => return self.order(order),
            Ask::Number(number) => return self.number(number),
            Ask::Show | Ask::ShowHand => "Shows how it stands.".to_owned(),
            Ask::ShowOrders(words) => format!("Lists orders that have these words: {words}"),
            Ask::ShowAt(step) => format!("Shows how it stood after step {step}."),
            Ask::ShowSince => "Shows what happened since the last order.".to_owned(),
            Ask::Undo => "Takes the last order back.".to_owned(),
            Ask::Extend(_) => "Asks for more time.".to_owned(),
            Ask::Away { .. } => "Lets a bot stand in.".to_owned(),
            Ask::Vacation { .. } => "Goes on vacation.".to_owned(),
            Ask::Back => "Plays again.".to_owned(),
            Ask::Nudge => "Asks others to go on.".to_owned(),
            Ask::Say { to, text, .. } if to.is_empty() => format!("Says to the table: {text}"),
            Ask::Say { to, text, .. } => format!("Says to {}: {text}", to.join(", ")),
            Ask::Note { text, .. } => format!("Notes for its writer alone: {text}"),
            Ask::NoteLater { text, .. } => format!("Notes for a turn to come: {text}"),
            Ask::NotesDone { .. } => "Answers the notes for this turn.".to_owned(),
            Ask::Vote { agrees: true } => "Agrees to what is put to the vote.".to_owned(),
            Ask::Vote { agrees: false } => "Refuses what is put to the vote.".to_owned(),
            Ask::Help => "Tells what may be written.".to_owned(),
            Ask::Letters { .. } => "Changes how much letters tell.".to_owned(),
            Ask::Witness(_) => "Bears witness to the seals.".to_owned(),
            Ask::Join | Ask::Decline => "An answer to an invitation.".to_owned(),
            Ask::Again => "Says that a letter that is held is genuine.".to_owned(),
            Ask::Leave { sure: false } => "Asks how a seat is given up.".to_owned(),
            Ask::Leave { sure: true } => "Gives the seat up for ever.".to_owned(),
        };
        vec![would]
    }

    fn number(&mut self, number: usize) -> Vec<String> {
        let Some((live, seat)) = self.game else {
            return vec!["The order of that number in the letter that is answered.".to_owned()];
        };
        let groups = live.position.offers(seat);
        let offer = groups.iter().flat_map(|group| &group.offers).nth(number - 1);
        match offer.map(|offer| offer.order.clone()) {
            Some(order) => self.order(order),
            None => {
                self.stopped = true;
                vec!["Not taken: there is no order of that number now.".to_owned()]
            }
        }
    }

    /// Tries an order below those above it, which are tried again: nothing of them is kept.
    fn order(&mut self, order: String) -> Vec<String> {
        let Some((live, seat)) = self.game else {
            return vec!["An order, if the game takes it.".to_owned()];
        };
        let order = self.signs.read(&order);
        let line = match self.line.is_empty() {
            true => order,
            false => format!("{}; {order}", self.line),
        };
        if live.is_wish(&line) {
            return vec!["Kept for the beginning, if it may be wished for.".to_owned()];
        }
        match foretell(live, seat, &line) {
            Ok(foretold) => {
                self.line = line;
                let told = foretold.told.last().map(|told| told.text.clone());
                let ahead =
                    foretold.cut.then(|| "What comes to light then is not shown.".to_owned());
                let would = ["Would be taken.".to_owned()].into_iter().chain(told).chain(ahead);
                would.chain(foretold.dry_run).collect()
            }
            Err(error) => {
                self.stopped = true;
                vec![format!("Not taken: {error}")]
            }
        }
    }
}
