//! `GET /games/{id}/audit`: the chain of events, what was set aside, the commitment to the dice;
//! after the end the secret, and every draw derived again.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::asked::{game_of, sight};
use crate::service::audit::{Audited, DiceReport};
use crate::service::course::Status;
use crate::service::read_lists::SeatName;
use crate::service::story::Step;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html};
use crate::web::visitor::Visitor;
use crate::web::{Site, paths, words};

#[derive(Template)]
#[template(path = "games/audit.html")]
struct AuditPage {
    shell: Shell,
    address: String,
    name: String,
    commitment: String,
    seats: Vec<SeatName>,
    steps: Vec<Step>,
    /// How many of the steps changed the game.
    moves: usize,
    audited: Audited,
    /// Whether all may be told. Before, what today's rules say to the true state, and what the
    /// books lack, could tell what lies hidden.
    over: bool,
    dice: Option<DiceReport>,
    zone: chrono_tz::Tz,
    /// Where the game was played, and when it was taken in, if it was not played here.
    origin: Option<String>,
}

impl AuditPage {
    fn when(&self, step: &Step) -> String {
        words::short(step.at, self.zone)
    }

    /// Whom an event is about, as a word.
    fn who(&self, step: &Step) -> &str {
        let seat = self.seats.iter().find(|one| Some(one.seat) == step.seat);
        seat.map_or("", |one| one.called.name.as_str())
    }
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let sight = sight(&site, &visitor, &game_of(&path)?, None).await?;
    let id = &sight.live.id;
    let over = sight.live.course.status == Status::Over;
    let dice = if over { Some(site.service.verify_dice(id).await?) } else { None };
    let name = sight.course.name.clone();
    let known = sight.live.log.iter().filter(|entry| entry.is_known_by(sight.viewer));
    let moves = known.filter(|entry| entry.has_facts()).count();
    html(AuditPage {
        shell: shell.titled(&format!("Audit of {name}")).at("games"),
        address: paths::game(id),
        commitment: sight.course.commitment.clone(),
        steps: sight.live.record(sight.viewer)?,
        audited: site.service.audit_game(id).await?,
        seats: sight.seats,
        zone: visitor.zone(),
        origin: sight.live.origin.as_deref().map(|origin| words::came(origin, visitor.zone())),
        moves,
        over,
        name,
        dice,
    })
}
