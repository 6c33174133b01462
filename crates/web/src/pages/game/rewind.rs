//! Rewinding to an earlier step: the consequences, the proposal and the vote.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::AtTable;
use crate::shared::layout::{Shell, html_refused};
use crate::shared::visitor::Visitor;
use crate::shared::{forms, paths};
use crate::view::vote_view::{self, VoteCard};
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::act::{Motion, Via};
use ravenpost_log::span;
use ravenpost_log::table::proposal::time_to_vote;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Refusal, SeatName, Viewer};
use ravenpost_service::ServiceError;
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::rewind::preview::Foreseen;
use ravenpost_service::rewind::propose::Proposed;
use ravenpost_service::rewind::vote::Word;

/// The maximum number of steps listed; of more, the latest are shown.
const NARRATED: usize = 60;

#[derive(Template)]
#[template(path = "games/rewind.html")]
struct RewindPage {
    shell: Shell,
    game: VoteCard,
    foreseen: Foreseen,
    /// The requested step, if it lies between simultaneous orders and an earlier one is used
    /// instead.
    between: Option<Step>,
    undone: Listed,
    restored: Listed,
    clocks: Vec<(SeatName, Option<String>)>,
    rules: String,
    rule: &'static str,
    /// How long the vote will be open.
    time: String,
    limit: usize,
    reason: String,
    refused: Vec<Refusal>,
}

/// The latest steps of a list, in words.
struct Listed {
    steps: Vec<(Step, Vec<String>)>,
    more: usize,
}

impl Listed {
    fn of(steps: &[NarratedEvent]) -> Listed {
        let more = steps.len().saturating_sub(NARRATED);
        let narration = |step: &NarratedEvent| {
            (
                step.step,
                step.narration.iter().map(|narration| narration.text.clone()).collect::<Vec<_>>(),
            )
        };
        Listed { steps: steps[more..].iter().map(narration).collect(), more }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RewindForm {
    #[serde(deserialize_with = "forms::step")]
    to: Option<Step>,
    reason: String,
}

/// `GET /games/{id}/rewind?to=...`. During a vote on a rewind it shows that vote and ignores `to`.
pub async fn show(
    asked: AtTable,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    if let Some(elsewhere) = vote_view::elsewhere(&asked, "rewind") {
        return Ok(elsewhere);
    }
    let open = asked.game().status.stops.proposal.as_ref();
    let to = match open.map(|proposal| &proposal.motion) {
        Some(Motion::Rewind { to }) => *to,
        _ => named(asked.fields.parse::<RewindForm>()?.to)?,
    };
    let step = Attempt { to, reason: String::new(), refused: Vec::new() };
    answer(&request, &site, &visitor, &asked, step)
}

/// `POST /games/{id}/rewind`
pub async fn propose(
    asked: AtTable,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let RewindForm { to, reason } = asked.fields.parse()?;
    let to = named(to)?;
    let proposed = Proposed { to, reason };
    let key = asked.key("propose_rewind")?;
    match site
        .service
        .votes()
        .propose_rewind(site.now(), &asked.game, asked.player, &proposed, &key)
        .await
    {
        Ok(done) => Ok(asked.redirect("", if done { "went-back" } else { "proposed" })),
        Err(ServiceError::Refused(refused))
            if asked.game().history().foresee(Viewer::Spectator, to).is_ok() =>
        {
            let step = Attempt { to, reason: proposed.reason, refused };
            answer(&request, &site, &visitor, &asked, step)
        }
        Err(error) => Err(error.into()),
    }
}

/// The form of a vote or a withdrawal.
#[derive(Default, Deserialize)]
#[serde(default)]
struct VoteForm {
    r#do: String,
    /// The step at which the vote began.
    #[serde(deserialize_with = "forms::step")]
    step: Option<Step>,
}

/// `POST /games/{id}/vote`
pub async fn vote(asked: AtTable, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let form: VoteForm = asked.fields.parse()?;
    let agrees = match form.r#do.as_str() {
        "agree" => true,
        "refuse" => false,
        _ => return Err(PageError::Unreadable("your vote is missing".to_owned())),
    };
    let word = Word { step: named(form.step)?, agrees, via: Via::Page };
    site.service
        .votes()
        .vote(site.now(), &asked.game, asked.player, word, &asked.key("vote")?)
        .await?;
    Ok(asked.redirect("", "voted"))
}

/// `POST /games/{id}/withdraw`
pub async fn withdraw(asked: AtTable, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let step = named(asked.fields.parse::<VoteForm>()?.step)?;
    site.service
        .votes()
        .withdraw_proposal(
            site.now(),
            &asked.game,
            asked.player,
            step,
            &asked.key("withdraw_proposal")?,
        )
        .await?;
    Ok(asked.redirect("", "withdrawn"))
}

/// The requested step, and the refusal of an earlier attempt.
struct Attempt {
    to: Step,
    reason: String,
    refused: Vec<Refusal>,
}

fn answer(
    request: &HttpRequest,
    site: &Site,
    visitor: &Visitor,
    asked: &AtTable,
    Attempt { to, reason, refused }: Attempt,
) -> Result<HttpResponse, PageError> {
    let game = asked.game();
    let asks = game.status.stops.proposal.is_none() && game.conduct().may_go_back(to).is_ok();
    let before = if asks { game.conduct().before_sealed(to)? } else { None };
    let (between, to) = (before.map(|_| to), before.unwrap_or(to));
    let viewer = game.viewer(game.seat_of(asked.player));
    let foreseen = game.history().foresee(viewer, to)?;
    let name = &game.status.name;
    let left = |span: chrono::Duration| {
        if span > chrono::Duration::minutes(10) { span::span(span) } else { "10 minutes".into() }
    };
    let clock = |(seat, time): &(ravenpost_rules::Seat, Option<chrono::Duration>)| {
        (game.called(*seat), time.map(left))
    };
    let page = RewindPage {
        shell: Shell::of(request).titled(&format!("Takeback to step {to}: {name}")).at("mine"),
        undone: Listed::of(&foreseen.undone),
        restored: Listed::of(&foreseen.restored),
        clocks: foreseen.clocks.iter().map(clock).collect(),
        between,
        rules: paths::document(game.title.about(), "rules"),
        rule: contract::going_back(game.status.consent),
        time: span::span(time_to_vote(&game.status.pace)),
        limit: REASON_LIMIT,
        reason,
        refused,
        game: VoteCard::of(site, visitor, asked),
        foreseen,
    };
    html_refused(!page.refused.is_empty(), page)
}

/// Returns the step that a form names, or an error if it names none.
fn named(step: Option<Step>) -> Result<Step, PageError> {
    step.ok_or_else(|| PageError::Unreadable("the step is missing".to_owned()))
}
