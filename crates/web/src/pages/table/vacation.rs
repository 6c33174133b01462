//! `POST /games/{id}/vacation` and `/returned`: books and ends a vacation of the visitor.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::Seated;
use crate::shared::visitor::Visitor;
use ravenpost_service::table::vacation::Dates;

#[derive(Default, Deserialize)]
#[serde(default)]
struct VacationForm {
    first: String,
    last: String,
}

pub async fn book(
    asked: Seated,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let VacationForm { first, last } = asked.fields.parse()?;
    let dates = Dates { first, last };
    let (key, zone) = (asked.key("book_vacation")?, visitor.zone());
    let (game, player) = (&asked.game, asked.player);
    site.service.tables().go_on_vacation(site.now(), game, player, &dates, zone, &key).await?;
    Ok(asked.redirect("/clock", "booked"))
}

pub async fn end(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let key = asked.key("end_vacation")?;
    site.service.tables().return_from_vacation(site.now(), &asked.game, asked.player, &key).await?;
    Ok(asked.redirect("/clock", "returned"))
}
