//! Catching up on a game after some days: the player's notes and last orders, what has affected the
//! player since, the standings, messages received, and then the story. The page and the reply by
//! email have the same content.

use crate::handles::Play;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::history::story::NarratedEvent;
use crate::talk::table_talk::SaidAt;
use ravenpost_emails::parts::relevance::touching;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Narration, Seat, SeatName, Standing, text::phrase};
use ravenpost_store::PlayerId;
use ravenpost_store::talk::messages::Span;

/// Maximum numbers of notes, own orders and messages.
const NOTES: usize = 8;
const ORDERS: usize = 4;
const WORDS: usize = 8;
/// Maximum numbers of messages examined and of lines in the story.
const HEARD: u32 = 200;
const STORY: usize = 400;

/// The summary for a returning player.
pub struct CatchUp {
    /// The player's last order and its time, or `None` if there is none.
    pub since: Option<(Step, DateTime<Utc>)>,
    /// The most important points, part by part.
    pub parts: Vec<Part>,
    /// What has happened since, by round.
    pub story: Vec<Part>,
}

/// Lines under one heading.
pub struct Part {
    pub title: String,
    pub lines: Vec<Line>,
}

/// A line, with the step that it is about and the seat that acted.
pub struct Line {
    pub step: Option<Step>,
    pub called: Option<SeatName>,
    pub text: String,
}

impl Line {
    fn plain(text: String) -> Line {
        Line { step: None, called: None, text }
    }
}

impl CatchUp {
    /// Returns everything as lines of text.
    pub fn text(&self) -> Vec<String> {
        let mut text = Vec::new();
        for part in self.parts.iter().chain(&self.story) {
            text.push(part.title.to_uppercase());
            text.extend(part.lines.iter().map(|line| format!("- {}", line.text)));
        }
        text
    }
}

impl Play<'_> {
    /// Returns the summary for a returning player. `Denied` for players without a seat.
    pub async fn catch_up(
        self,
        game_id: &GameId,
        player: PlayerId,
    ) -> Result<CatchUp, ServiceError> {
        let game = self.games().load(game_id).await?;
        let seat = game.seat_of(player);
        let seat = seat.ok_or(ServiceError::Denied("you are not in this game"))?;
        if !game.has_started() {
            return Err(ServiceError::refused(
                "the game has not started, so nothing has happened \
                yet",
            ));
        }
        let last = game.orders().last_order(seat);
        let from = last.map_or(Seq::NONE, |step| game.log.end_of(step));
        let viewer = game.viewer(Some(seat));
        let mut steps = game.narration().story(viewer, from)?;
        steps.retain(|step| step.aside.is_none());
        let narration: Vec<Narration> = steps
            .iter()
            .flat_map(|step| &step.narration)
            .filter(|narration| !narration.quiet && !narration.chapter)
            .cloned()
            .collect();
        let touched = touching(&narration, seat).into_iter();
        let touched = touched.map(|narration| Line {
            step: None,
            called: narration.seat.map(|seat| game.called(seat)),
            text: sentence(&narration.text),
        });
        let notes = self.chat().notes_for(game_id, player).await?.into_iter().take(NOTES);
        let notes = notes.map(|one| Line { step: Some(one.step), ..Line::plain(one.note.text) });
        let parts = [
            ("Your notes", notes.collect()),
            ("Your last moves", own_orders(&game, seat, last)?),
            ("About you", touched.collect()),
            ("Where you stand", stands(&game, seat, from)?),
            ("Messages to you", self.said_to(&game, seat, player).await?),
        ];
        let parts = parts.into_iter().filter(|(_, lines): &(_, Vec<Line>)| !lines.is_empty());
        let at = game.log.event(from).map(|entry| entry.event.at);
        Ok(CatchUp {
            since: last.zip(at),
            parts: parts.map(|(title, lines)| Part { title: title.to_owned(), lines }).collect(),
            story: story(&game, &steps),
        })
    }

    /// Returns the last messages that were sent to a seat alone or that mention it or its player,
    /// so that promises are among them.
    async fn said_to(
        self,
        game: &Game,
        seat: Seat,
        player: PlayerId,
    ) -> Result<Vec<Line>, ServiceError> {
        let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: HEARD };
        let mut said = self.chat().talk_for(&game.id, Some(player), span).await?;
        let own = self.members().seat_names(game).await?.into_iter().find(|one| one.seat == seat);
        let name = own.and_then(|one| one.name).unwrap_or_default();
        let called = game.called(seat).name;
        said.retain(|one: &SaidAt| {
            let text = &one.words.text;
            let named = names(text, &called) || (!name.is_empty() && names(text, &name));
            let heard = one.words.player != player && !one.words.blocked;
            heard && (one.words.to.contains(&seat) || named)
        });
        let last = said.len().saturating_sub(WORDS);
        let line = |one: &SaidAt| Line {
            step: Some(one.step),
            called: Some(game.called(one.words.seat)),
            text: format!("{}: {}", one.words.name, one.words.text),
        };
        Ok(said[last..].iter().map(line).collect())
    }
}

/// Returns whether a message contains the name as a whole word.
fn names(message: &str, name: &str) -> bool {
    message.match_indices(name).any(|(at, _)| {
        let before = message[..at].chars().next_back();
        let after = message[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Returns the last orders of a seat up to that step.
fn own_orders(game: &Game, seat: Seat, last: Option<Step>) -> Result<Vec<Line>, ServiceError> {
    let Some(last) = last else { return Ok(Vec::new()) };
    let own = |one: &NarratedEvent| one.is_order_of(seat) && one.aside.is_none();
    let upto = game.log.end_of(last);
    let mut given: Vec<Seq> = game
        .log
        .metadata()
        .rev()
        .filter(|one| one.seq <= upto && one.is_order_of(seat) && one.superseded_by.is_none())
        .take(ORDERS)
        .map(|one| one.seq)
        .collect();
    given.reverse();
    let narration = game.narration().tell(given, game.viewer(Some(seat)))?;
    // If a step had many consequences, show only the seat's own action.
    let did = |one: &Narration| one.seat == Some(seat) && !one.chapter;
    let line = |one: NarratedEvent| {
        let narration = one
            .narration
            .iter()
            .filter(|narration| did(narration))
            .map(|narration| sentence(&narration.text));
        let narration: Vec<String> = narration.collect();
        let order = one.order.unwrap_or_default();
        let text = if narration.is_empty() { order } else { narration.join(" ") };
        Line { step: Some(one.step), called: Some(game.called(seat)), text }
    };
    Ok(narration.into_iter().filter(own).map(line).collect())
}

/// Formats narration as a sentence. Only the first letter and the final punctuation are changed.
fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{end}", phrase::capital(text))
}

/// Returns the standing of a seat after its last order, and now.
fn stands(game: &Game, seat: Seat, from: Seq) -> Result<Vec<Line>, ServiceError> {
    let viewer = game.viewer(Some(seat));
    let mut lines = Vec::new();
    if from > Seq::NONE {
        let then = game.history().at(from)?;
        if then.has_started() {
            lines.extend(paused("Then", &then.presentation(viewer).standing, seat));
        }
    }
    lines.extend(paused("Now", &game.presentation(viewer).standing, seat));
    Ok(lines.into_iter().map(Line::plain).collect())
}

fn paused(when: &str, standing: &Standing, seat: Seat) -> Option<String> {
    let (place, points) = (standing.place(seat)?, standing.points_of(seat)?);
    let (what, seats) = (standing.points, standing.seats.len());
    let stands = match seats {
        1 => format!("{points} {what}"),
        _ => format!("place {place} of {seats}, with {points} {what}"),
    };
    Some(match standing.round {
        0 => format!("{when}: {stands}."),
        round => format!("{when}: {} {round}, {stands}.", standing.rounds),
    })
}

/// Returns what happened, under the headings of the game, limited to the last lines.
fn story(game: &Game, steps: &[NarratedEvent]) -> Vec<Part> {
    let mut parts = vec![Part { title: "Since your last move".to_owned(), lines: Vec::new() }];
    let all =
        steps.iter().flat_map(|step| step.narration.iter().map(move |narration| (step, narration)));
    let all: Vec<(&NarratedEvent, &Narration)> =
        all.filter(|(_, narration)| !narration.quiet).collect();
    for (step, narration) in &all[all.len().saturating_sub(STORY)..] {
        if narration.chapter {
            parts.push(Part { title: phrase::capital(&narration.text), lines: Vec::new() });
        } else if let Some(part) = parts.last_mut() {
            let called = narration.seat.or(step.seat).map(|seat| game.called(seat));
            part.lines.push(Line {
                step: Some(step.step),
                called,
                text: sentence(&narration.text),
            });
        }
    }
    parts.retain(|part| !part.lines.is_empty());
    parts
}
