//! `GET /games/{id}/luck?draw=7`: the fairness page, which explains how one random draw of the game
//! follows from the commitment. The numbers are shown once the game is over.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::game_request::{game_of, visible};
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Addresses, Page};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::{Site, shared::paths};
use ravenpost_log::ActKind;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_service::ServiceError;
use ravenpost_service::game::fairness::draw_summaries::DrawSummary;
use ravenpost_service::game::fairness::explain_draw::Derivation;
use ravenpost_service::game::fairness::renewal::describe;
use ravenpost_service::game::table::seat_names::Occupant;

#[derive(Template)]
#[template(path = "games/fairness.html")]
struct FairnessPage {
    shell: Shell,
    address: String,
    name: String,
    id: String,
    commitment: String,
    seats: Vec<Occupant>,
    /// The epochs that began during the game, with their step and reason.
    epochs: Vec<(Step, String)>,
    /// The number of rewinds.
    back: usize,
    /// The secret and a draw, once the game is over. There may be no draws.
    over: Option<(String, Option<Derivation>)>,
    /// The draws of this page, once the game is over.
    summaries: Vec<DrawSummary>,
    page: Page,
}

impl FairnessPage {
    /// Quotes a text for the shell.
    fn quoted(text: &str) -> String {
        format!("'{}'", text.replace('\'', "'\\''"))
    }

    /// Returns the command line of the script in `contrib` that recomputes this draw.
    fn call(&self, secret: &str, walk: &Derivation) -> String {
        let outcomes: Vec<String> = walk.outcomes.iter().map(ToString::to_string).collect();
        let salts: Vec<String> = self.seats.iter().map(|seat| Self::quoted(&seat.salt)).collect();
        let (id, count, purpose) = (&self.id, walk.count, Self::quoted(&walk.draw.purpose));
        let (outcomes, salts) = (outcomes.join(","), salts.join(" "));
        format!("python3 luck.py {secret} {id} {count} {purpose} {outcomes} {salts}")
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FairnessQuery<'a> {
    draw: Option<&'a str>,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let visible = visible(&site, &visitor, &game_of(&path)?, None).await?;
    let id = &visible.game.id;
    let verdict = match visible.game.status.state {
        Status::Over => Some(site.service.fairness().verdict(id).await?),
        _ => None,
    };
    let fields = Fields::read(request.query_string());
    let over = match verdict.as_ref().and_then(|verdict| verdict.dice.as_ref()) {
        Some(dice) => {
            let query: FairnessQuery = fields.parse()?;
            let draw = query.draw.map_or(Ok(1), str::parse::<usize>);
            let draw = draw.map_err(|_| ServiceError::NotFound("draw"))?;
            let any = !dice.draws.is_empty();
            let walk = any.then(|| visible.game.fairness().walk(dice, draw)).transpose();
            Some((dice.secret.clone(), walk.map_err(|_| ServiceError::NotFound("draw"))?))
        }
        None => None,
    };
    let dice = verdict.as_ref().and_then(|verdict| verdict.dice.as_ref());
    let mut draws =
        dice.map_or(Ok(Vec::new()), |dice| visible.game.fairness().draw_summaries(dice))?;
    let path = format!("{}/luck", paths::game(id));
    let way = Addresses { path: &path, parameters: &[], field: "page", part: "#h-all" };
    let page = Page::first_of(&fields, draws.len(), way)?;
    let draws = draws.drain(page.range()).collect();
    let name = visible.status.name.clone();
    html(FairnessPage {
        shell: shell.titled(&format!("Fairness: {name}")).of_game(visible.seat.is_some()),
        address: paths::game(id),
        id: id.to_string(),
        commitment: visible.status.commitment.clone(),
        epochs: visible.game.epochs.renewals().map(|(step, why)| (step, describe(why))).collect(),
        back: visible.game.log.metadata().filter(|one| one.kind == ActKind::Rewound).count(),
        seats: visible.seats,
        name,
        over,
        summaries: draws,
        page,
    })
}
