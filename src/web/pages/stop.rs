//! `/stop/{token}`: stopping letters of one kind. Looking changes nothing, because mail robots
//! look at every link; the button does it, and so does a mail program's one-click POST, which
//! brings no cookie and no form token: the link itself is the permission.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::web::Site;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html};

#[derive(Template)]
#[template(path = "players/stop.html")]
struct StopPage {
    shell: Shell,
    token: String,
    words: &'static str,
    done: bool,
}

pub async fn look(
    shell: Shell,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let found = site.service.read_stop_token(&path).await?;
    let (_, switch) = found.ok_or(PageError::NotFound("link"))?;
    page(shell, path.into_inner(), (switch.words(), false))
}

pub async fn stop(
    shell: Shell,
    site: Data<Site>,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let switch = site.service.stop_letters(&path).await?;
    page(shell, path.into_inner(), (switch.words(), true))
}

fn page(
    shell: Shell,
    token: String,
    (words, done): (&'static str, bool),
) -> Result<HttpResponse, PageError> {
    html(StopPage { shell: shell.titled("Fewer letters"), token, words, done })
}
