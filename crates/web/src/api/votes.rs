//! `POST /games/{game}/rewind`, `/end`, `/vote` and `/withdraw`: proposals and votes.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Play};
use crate::api::orders::Nothing;
use crate::api::problem::Problem;
use crate::api::views::game_id;
use ravenpost_log::act::Via;
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_rules::numbers::Step;
use ravenpost_service::rewind::propose::{Proposed, ProposedEnd};
use ravenpost_service::rewind::vote::Word;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRewind {
    /// The last step that would still count.
    #[schemars(with = "u64")]
    to: Step,
    /// One line. Everyone at the table sees it.
    #[schemars(length(min = 1, max = REASON_LIMIT))]
    reason: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEnd {
    /// The place of each seat, from 1, in seat order; empty for a game without a result.
    #[serde(default)]
    places: Vec<u8>,
    /// One line. Everyone at the table sees it.
    #[schemars(length(min = 1, max = REASON_LIMIT))]
    reason: String,
}

/// What became of a proposal.
#[derive(Serialize, JsonSchema)]
pub struct ProposedView {
    /// Whether it was carried out at once, because nobody else has to agree.
    done: bool,
}

pub async fn rewind(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewRewind>,
) -> Result<HttpResponse, Problem> {
    let (id, NewRewind { to, reason }) = (game_id(&path)?, body.value()?);
    caller.may_play(&site.service.games().at_table(&id, caller.player).await?)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "rewind")?;
    let (votes, asked) = (site.service.votes(), Proposed { to, reason });
    let done = votes.propose_rewind(site.now(), &id, caller.player, &asked, &once.key).await?;
    Ok(HttpResponse::Ok().json(ProposedView { done }))
}

pub async fn end(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewEnd>,
) -> Result<HttpResponse, Problem> {
    let (id, NewEnd { places, reason }) = (game_id(&path)?, body.value()?);
    caller.may_play(&site.service.games().at_table(&id, caller.player).await?)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "end")?;
    let (votes, asked) = (site.service.votes(), ProposedEnd { places, reason });
    let done = votes.propose_end(site.now(), &id, caller.player, &asked, &once.key).await?;
    Ok(HttpResponse::Ok().json(ProposedView { done }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewVote {
    /// The step of the proposal.
    #[schemars(with = "u64")]
    step: Step,
    agrees: bool,
}

pub async fn vote(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewVote>,
) -> Result<HttpResponse, Problem> {
    let (id, NewVote { step, agrees }) = (game_id(&path)?, body.value()?);
    caller.may_play(&site.service.games().at_table(&id, caller.player).await?)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "vote")?;
    let word = Word { step, agrees, via: Via::Api };
    site.service.votes().vote(site.now(), &id, caller.player, word, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The step of the proposal.
    #[schemars(with = "u64")]
    step: Step,
}

pub async fn withdraw(
    caller: Caller<Play>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<Withdrawal>,
) -> Result<HttpResponse, Problem> {
    let (id, Withdrawal { step }) = (game_id(&path)?, body.value()?);
    caller.may_play(&site.service.games().at_table(&id, caller.player).await?)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "withdraw")?;
    let votes = site.service.votes();
    votes.withdraw_proposal(site.now(), &id, caller.player, step, &once.key).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}
