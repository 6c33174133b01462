//! `POST /games/{game}/analyse`: tries a line of orders of any seats on the game as the caller may
//! know it. Nothing is stored, so it needs no key.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::Body;
use crate::api::caller::{Caller, Play};
use crate::api::game::SharedView;
use crate::api::orders::offers::{GroupView, groups};
use crate::api::orders::texts;
use crate::api::problem::{Problem, RefusalPart};
use crate::api::views::game_id;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_service::play::analysis::{Imagined, Thought, Tried};

/// A line of orders to try.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnalysis {
    #[serde(default)]
    line: Vec<SeatOrder>,
    /// The bot that plays the other seats. Without one, the line has their orders too.
    bot: Option<String>,
    /// Selects the imagined hidden information: a different number gives a different deal.
    #[serde(default)]
    seed: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatOrder {
    #[schemars(with = "u8")]
    seat: Seat,
    order: String,
}

/// Where the line leads.
#[derive(Serialize, JsonSchema)]
pub struct AnalysisView {
    tried: Vec<TriedView>,
    /// Why the line ends early.
    refusals: Vec<RefusalPart>,
    /// The seats that would be asked next.
    #[schemars(with = "Vec<u8>")]
    awaited: Vec<Seat>,
    /// What the first of them, or the caller, could order.
    groups: Vec<GroupView>,
    /// How the game would end, if it would.
    verdict: Option<String>,
    view: SharedView,
}

/// An order of the line, or the answer of a bot.
#[derive(Serialize, JsonSchema)]
pub struct TriedView {
    #[schemars(with = "u8")]
    seat: Seat,
    order: String,
    narration: Vec<String>,
    by_bot: bool,
}

impl TriedView {
    fn of(tried: Tried) -> TriedView {
        let Tried { seat, order, narration, by_bot } = tried;
        TriedView { seat, order, narration: texts(narration), by_bot }
    }
}

impl AnalysisView {
    fn of(imagined: Imagined, own: Seat) -> AnalysisView {
        let Imagined { tried, refused, position } = imagined;
        let awaited: Vec<Seat> = position.awaited().iter().map(|one| one.seat).collect();
        let turn = awaited.iter().find(|seat| **seat == own).or(awaited.first());
        AnalysisView {
            tried: tried.into_iter().map(TriedView::of).collect(),
            refusals: refused.into_iter().map(RefusalPart::of).collect(),
            groups: turn.map_or_else(Vec::new, |seat| groups(position.offers(*seat), true)),
            verdict: position.outcome().map(|outcome| outcome.verdict),
            view: SharedView::of(&position.present(Viewer::Seat(own))),
            awaited,
        }
    }
}

pub async fn analyse(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    body: Body<NewAnalysis>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let at = site.service.games().at_table(&id, caller.player).await?;
    caller.may_play(&at)?;
    let seat = at.own_seat()?;
    let NewAnalysis { line, bot, seed } = body.value()?;
    let line = line.into_iter().map(|one| (one.seat, one.order)).collect();
    let imagined = site.service.play().think(&id, seat, &Thought { seed, bot, line }).await?;
    Ok(HttpResponse::Ok().json(AnalysisView::of(imagined, seat)))
}
