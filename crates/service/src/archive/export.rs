//! Exports a game as a file. A finished game is exported in full, any other only as far as one
//! viewer may know it.

use crate::handles::Archive;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use ravenpost_log::chain::{Blinding, Leaf, Parts};
use ravenpost_log::export::file::{
    self, Event, ExportScope, FORMAT, Header, KnownStep, Line, Shown,
};
use ravenpost_log::export::signature;
use ravenpost_log::table::status::Status;
use ravenpost_log::{GameId, StoredEvent};
use ravenpost_rules::{Seat, Viewer};

impl Archive<'_> {
    /// Exports a game. A finished one is exported in full for any viewer.
    pub async fn export(self, id: &GameId, viewer: Viewer) -> Result<String, ServiceError> {
        let game = self.games().load(id).await?;
        let (presentation, text) = match game.status.state {
            Status::Over => (ExportScope::Whole, whole(&game, None)?),
            Status::Cancelled => {
                return Err(ServiceError::refused("the game was cancelled before it started"));
            }
            Status::Open | Status::Running => (scope(viewer), partial(&game, viewer)?),
        };
        Ok(match self.proof().signer().await? {
            Some(signer) => signature::sign(text, &header(&game, presentation), id, &signer),
            None => text,
        })
    }
}

fn header(game: &Game, view: ExportScope) -> Header {
    Header {
        version: FORMAT,
        game: game.id.to_string(),
        title: game.title.about().key.to_owned(),
        name: game.status.name.clone(),
        view,
        step: game.step(),
        head: game.tip.shown,
        chain: game.status.chain,
        running_until: None,
        secret: None,
    }
}

/// Exports all events as stored, with the secret that all hashes and draws depend on. For a running
/// game, includes the time until which its server was up.
pub(super) fn whole(
    game: &Game,
    running_until: Option<DateTime<Utc>>,
) -> Result<String, ServiceError> {
    let running =
        running_until.filter(|_| is_unfinished(game.status.state)).map(|at| at.timestamp_millis());
    let secret = game
        .fairness()
        .draw_inputs()
        .map(|draw_inputs| data_encoding::HEXLOWER.encode(&draw_inputs.secret));
    let lines = game.events().map(|event| Line::Event(stored(event)));
    let header = header(game, ExportScope::Whole);
    Ok(file::write(Header { secret, running_until: running, ..header }, lines))
}

/// Whether a game can still change.
pub(super) fn is_unfinished(status: Status) -> bool {
    matches!(status, Status::Open | Status::Running)
}

fn stored(event: &StoredEvent) -> Event {
    Event {
        number: event.seq,
        at: event.at.timestamp_millis(),
        kind: event.kind.clone(),
        seat: event.seat,
        act: event.act.clone(),
        visibility: event.known.clone(),
        facts: event.facts.clone(),
        draws: event.draws.clone(),
        nonce: hex(&event.nonce),
        hash: event.hash,
    }
}

/// Exports the part of each event that a viewer may know, and the viewer's current view.
fn partial(game: &Game, viewer: Viewer) -> Result<String, ServiceError> {
    let chain = game.chain()?;
    let scope = scope(viewer);
    let mut narration = game.narration().record(viewer)?.into_iter().map(|step| step.narration);
    let (mut lines, mut tip) = (Vec::new(), chain.genesis());
    for entry in game.log.iter() {
        if entry.is_known_by(viewer) {
            let words = narration
                .next()
                .unwrap_or_default()
                .into_iter()
                .map(|narration| narration.text)
                .collect();
            let parts = chain.parts(entry.event, &tip);
            lines.push(Line::Step(step(&entry, viewer, parts, words)));
        }
        tip = tip.past(entry.event);
    }
    if game.has_started() {
        let view = serde_json::from_str(&game.position.show(viewer));
        lines.push(Line::View(view.map_err(|error| ServiceError::Broken(error.into()))?));
    }
    Ok(file::write(header(game, scope), lines))
}

fn scope(viewer: Viewer) -> ExportScope {
    match viewer {
        Viewer::Seat(seat) => ExportScope::Seat(seat),
        Viewer::Spectator => ExportScope::Spectator,
    }
}

fn step(entry: &Entry, viewer: Viewer, parts: Parts, words: Vec<String>) -> KnownStep {
    let event = entry.event;
    let [at_end, by_actor, others] = &parts.leaves;
    KnownStep {
        step: entry.step,
        at: event.at.timestamp_millis(),
        kind: event.kind.clone(),
        seat: event.seat,
        own: !event.is_open(),
        hash: event.hash,
        facts: text(&parts.facts),
        leaves: [
            shown(at_end, false),
            shown(by_actor, entry.act.known().by(viewer)),
            of_seats(others, viewer),
        ],
        narration: words,
    }
}

/// Reveals the viewer's own leaf among those of all seats, if it has content.
fn of_seats(leaf: &Leaf, viewer: Viewer) -> Shown {
    let hidden = Shown::Hidden { hash: leaf.hash() };
    let Leaf::Seats { blinding, leaves } = leaf else { return hidden };
    let own = |at: usize| viewer.is(Seat::at(at));
    let is_narrated = |(at, leaf): (usize, &Leaf)| own(at) && matches!(leaf, Leaf::Of { .. });
    if !leaves.iter().enumerate().any(is_narrated) {
        return hidden;
    }
    let leaves = leaves.iter().enumerate().map(|(at, leaf)| shown(leaf, own(at)));
    Shown::Seats { blinding: hex(blinding), leaves: leaves.collect() }
}

fn shown(leaf: &Leaf, open: bool) -> Shown {
    match leaf {
        Leaf::Of { blinding, bytes } if open => {
            Shown::Open { blinding: hex(blinding), text: text(bytes) }
        }
        _ => Shown::Hidden { hash: leaf.hash() },
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn hex(bytes: &Blinding) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}
