//! `GET /games/{game}?step=62`: the caller's view of a game, at any step.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::Site;
use crate::api::caller::Reader;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::json;
use crate::api::views::{PromptView, SeatView, VoteView, game_id, reveals_at, status};
use crate::http::error::PageError;
use crate::shared::{paths, word_schemas};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Outcome, Place, Presentation, Seat, Standing};

#[derive(Serialize, JsonSchema)]
pub struct GameView {
    id: String,
    name: String,
    title: &'static str,
    /// The version of the title's rules.
    rules: u32,
    #[schemars(schema_with = "word_schemas::status")]
    status: &'static str,
    public: bool,
    /// Whether programs are excluded.
    no_programs: bool,
    options: std::collections::BTreeMap<String, String>,
    /// The step shown, and the last one.
    #[schemars(with = "u64")]
    step: Step,
    #[schemars(with = "u64")]
    last_step: Step,
    /// The hash of the last step.
    head: String,
    #[schemars(with = "Option<u8>")]
    own_seat: Option<Seat>,
    seats: Vec<SeatView>,
    /// The seats that must give an order.
    awaited: Vec<PromptView>,
    /// When the secret orders are revealed, if all are in and nobody is awaited.
    reveals_at: Option<DateTime<Utc>>,
    /// When the clocks were stopped, if they are.
    paused_since: Option<DateTime<Utc>>,
    /// The open vote.
    vote: Option<VoteView>,
    /// What the caller sees; null before the start.
    view: Option<View>,
    outcome: Option<OutcomeView>,
    page: String,
}

/// The caller's view in two forms.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PositionView")]
pub struct View {
    /// The title's own form, as in exports. `GET /schema/views` describes it. It may change with a
    /// new version of the server.
    #[schemars(with = "serde_json::Value")]
    title: Box<RawValue>,
    /// The form that all titles share.
    shared: SharedView,
}

#[derive(Serialize, JsonSchema)]
pub struct SharedView {
    headline: String,
    /// The board in words: enough to play from.
    text: String,
    standing: StandingView,
}

/// Public progress and scores at the step shown. They do not decide who wins; `outcome` does.
#[derive(Serialize, JsonSchema)]
pub struct StandingView {
    /// The round; 0 if there is none yet.
    round: u16,
    /// The title's word for rounds.
    rounds: &'static str,
    /// The title's word for points.
    points: &'static str,
    seats: Vec<Score>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PublicScore")]
pub struct Score {
    #[schemars(with = "u8")]
    seat: Seat,
    /// The public points; not the final score.
    points: i32,
    /// The place by these points alone, from 1. Equal points share a place.
    place: Option<usize>,
}

impl SharedView {
    pub fn of(presentation: &Presentation) -> SharedView {
        let standing: &Standing = &presentation.standing;
        let score = |(seat, points): &(Seat, i32)| Score {
            seat: *seat,
            points: *points,
            place: standing.place(*seat),
        };
        SharedView {
            headline: presentation.headline.clone(),
            text: presentation.text.to_string(),
            standing: StandingView {
                round: standing.round,
                rounds: standing.rounds,
                points: standing.points,
                seats: standing.seats.iter().map(score).collect(),
            },
        }
    }
}

/// The result of a finished game.
#[derive(Serialize, JsonSchema)]
pub struct OutcomeView {
    /// Best first.
    places: Vec<ResultView>,
    verdict: String,
}

#[derive(Serialize, JsonSchema)]
pub struct ResultView {
    #[schemars(with = "u8")]
    seat: Seat,
    /// The final place by the rules, with all tie-breaks. Seats that are still tied share it.
    place: u8,
    /// The final score.
    score: i32,
    /// Scores by name. Depending on the title, they add up to the score, or include tie-breaks.
    parts: Vec<ScorePart>,
}

#[derive(Serialize, JsonSchema)]
pub struct ScorePart {
    name: String,
    score: i32,
}

impl OutcomeView {
    fn of(outcome: &Outcome) -> OutcomeView {
        let part = |(name, score): &(String, i32)| ScorePart { name: name.clone(), score: *score };
        let place = |one: &Place| ResultView {
            seat: one.seat,
            place: one.place,
            score: one.score,
            parts: one.parts.iter().map(part).collect(),
        };
        let places = outcome.places.iter().map(place).collect();
        OutcomeView { places, verdict: outcome.verdict.clone() }
    }
}

pub async fn show(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let step = Query::of(&request).step("step");
    let visible = site.service.play().read_game(&id, reader.player, step).await?;
    // At the step that was read, because another order may have been played since.
    let title = site.service.play().title_view(&id, reader.player, Some(visible.at)).await?;
    let view = match (title, &visible.presentation) {
        (Some(title), Some(presentation)) => Some(View {
            title: RawValue::from_string(title).map_err(PageError::broken)?,
            shared: SharedView::of(presentation),
        }),
        _ => None,
    };
    let viewer = visible.viewer;
    let awaited = visible.awaited.iter().map(|one| PromptView::of(one, &visible, viewer));
    json(
        &request,
        &GameView {
            id: id.to_string(),
            name: visible.status.name.clone(),
            title: visible.game.title.about().key,
            rules: visible.status.rules,
            status: status(visible.status.state),
            public: visible.status.public,
            no_programs: visible.status.pace.no_programs,
            options: visible.status.table.options.clone(),
            step: visible.at,
            last_step: visible.last_step,
            head: visible.head.hex(),
            own_seat: visible.seat,
            seats: visible.seats.iter().map(SeatView::of).collect(),
            awaited: awaited.collect(),
            reveals_at: reveals_at(&visible.status),
            paused_since: visible.status.stops.since(),
            vote: VoteView::of(&visible.status),
            view,
            outcome: visible.outcome.as_ref().map(OutcomeView::of),
            page: paths::game(&id),
        },
    )
}
