//! Values that several endpoints share: seats, prompts, and lists of games.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::api::problem::Problem;
use crate::shared::{paths, word_schemas};
use ravenpost_log::GameId;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Awaited, Seat, SeatName, Viewer};
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_game::VisibleGame;
use ravenpost_service::play::read_lists::Listed;

/// Reads the game's id from an address.
pub fn game_id(text: &str) -> Result<GameId, Problem> {
    text.parse().map_err(|_| Problem::not_found("game"))
}

/// Returns the word for a status.
pub fn status(status: Status) -> &'static str {
    status.word()
}

/// Returns when the secret orders are revealed. While the clocks are stopped, this is not known.
pub fn reveals_at(status: &GameStatus) -> Option<DateTime<Utc>> {
    let opens = status.clocks.opens.filter(|_| status.stops.since().is_none());
    opens.map(|opens| opens.at)
}

/// A seat and its occupant.
#[derive(Serialize, JsonSchema)]
pub struct SeatView {
    #[schemars(with = "u8")]
    pub seat: Seat,
    pub name: SeatNameView,
    /// The player's name; null while the seat is free.
    pub player: Option<String>,
    /// Whether a bot holds the seat.
    pub bot: bool,
    /// Whether the player lets a program play.
    pub program: bool,
    /// The bot that plays for an absent player.
    pub substitute: Option<String>,
}

impl SeatView {
    pub fn of(one: &Occupant) -> SeatView {
        SeatView {
            seat: one.seat,
            name: SeatNameView::of(&one.called),
            player: one.name.clone(),
            bot: one.bot,
            program: one.program,
            substitute: one.stand_in.clone(),
        }
    }
}

/// What a seat is called.
#[derive(Serialize, JsonSchema)]
pub struct SeatNameView {
    /// One plain word, as in orders.
    pub word: &'static str,
    /// The name in sentences.
    pub name: String,
    pub colour: &'static str,
    /// One letter, to tell seats apart without colours.
    pub letter: String,
}

impl SeatNameView {
    fn of(name: &SeatName) -> SeatNameView {
        SeatNameView {
            word: name.word,
            name: name.name.clone(),
            colour: name.colour,
            letter: name.letter.to_string(),
        }
    }
}

/// A seat that must give an order.
#[derive(Serialize, JsonSchema)]
pub struct PromptView {
    #[schemars(with = "u8")]
    pub seat: Seat,
    /// The title's name for the decision.
    pub decision: &'static str,
    /// The prompt in words, for this reader.
    pub text: String,
    pub asked_at: Option<DateTime<Utc>>,
    pub due: Option<DateTime<Utc>>,
}

impl PromptView {
    pub fn of(awaited: &Awaited, visible: &VisibleGame, viewer: Viewer) -> PromptView {
        let wait = visible.status.clocks.waits.get(&awaited.seat);
        PromptView {
            seat: awaited.seat,
            decision: awaited.decision,
            text: awaited.ask.sentence(viewer),
            asked_at: wait.map(|wait| wait.asked),
            due: wait.and_then(|wait| wait.due),
        }
    }
}

/// A game in a list.
#[derive(Serialize, JsonSchema)]
pub struct GameItem {
    pub id: String,
    pub name: String,
    /// The key of the title.
    pub title: String,
    #[schemars(schema_with = "word_schemas::status")]
    pub status: &'static str,
    pub public: bool,
    pub seats: Vec<SeatView>,
    /// The caller's seat.
    #[schemars(with = "Option<u8>")]
    pub own_seat: Option<Seat>,
    /// The seats that must give an order.
    #[schemars(with = "Vec<u8>")]
    pub awaited: Vec<Seat>,
    /// Whether anyone may take a seat.
    pub free: bool,
    /// Whether programs are excluded.
    pub no_programs: bool,
    pub opened_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
    #[schemars(with = "Vec<u8>")]
    pub winners: Vec<Seat>,
    /// The page for people.
    pub page: String,
}

impl GameItem {
    pub fn of(listed: &Listed) -> GameItem {
        let row = &listed.row;
        GameItem {
            id: row.id.to_string(),
            name: row.name.clone(),
            title: row.title.clone(),
            status: status(row.status),
            public: row.public,
            seats: listed.seats.iter().map(SeatView::of).collect(),
            own_seat: listed.mine,
            awaited: listed.awaited.clone(),
            free: listed.free || row.status == Status::Open,
            no_programs: listed.pace.no_programs,
            opened_at: row.opened_at,
            changed_at: row.changed_at,
            winners: listed.first.clone(),
            page: paths::game(&row.id),
        }
    }
}

/// An open vote.
#[derive(Serialize, JsonSchema)]
pub struct VoteView {
    /// The step of the proposal, by which votes refer to it.
    #[schemars(with = "u64")]
    step: Step,
    /// The seat that proposed; null for the organiser.
    #[schemars(with = "Option<u8>")]
    by: Option<Seat>,
    /// What is proposed, as in the log.
    motion: Value,
    reason: String,
    since: DateTime<Utc>,
    /// When it closes. No answer by then counts as no.
    until: DateTime<Utc>,
    votes: Vec<VoteItem>,
}

/// The vote of a seat; of the organiser if the seat is null.
#[derive(Serialize, JsonSchema)]
pub struct VoteItem {
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    agrees: bool,
}

impl VoteView {
    pub fn of(status: &GameStatus) -> Option<VoteView> {
        let open = status.stops.proposal.as_ref()?;
        let votes =
            open.votes.iter().map(|(seat, agrees)| VoteItem { seat: *seat, agrees: *agrees });
        Some(VoteView {
            step: open.step,
            by: open.by,
            motion: serde_json::to_value(&open.motion).unwrap_or_default(),
            reason: open.reason.clone(),
            since: open.since,
            until: open.until,
            votes: votes.collect(),
        })
    }
}
