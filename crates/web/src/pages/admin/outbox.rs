//! `GET /outbox`: locally stored emails, for trying the server without a mail relay. The pages
//! exist only while no emails are sent. By default only this machine may read them, because they
//! include the emails of all players.

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    http::headers,
    shared::{forms, words},
};
use ravenpost_emails::LOGO_PNG;
use ravenpost_store::post::outbox::{OutboxEmail, OutboxState, RenderedEmail};

#[derive(Template)]
#[template(path = "emails_local/list.html")]
struct OutboxPage {
    shell: Shell,
    emails: Vec<OutboxRow>,
    zone: &'static str,
}

/// An email in the list.
struct OutboxRow {
    id: i64,
    to: String,
    kind: String,
    subject: String,
    at: String,
}

impl OutboxRow {
    async fn of(site: &Site, email: &OutboxEmail, visitor: &Visitor) -> OutboxRow {
        OutboxRow {
            id: email.id,
            to: site.service.emails().email_reader(email).await,
            kind: words::email_kind(&email.queued.kind),
            subject: email.subject.clone().unwrap_or_default(),
            at: words::short(email.sent_at.unwrap_or(email.queued.at), visitor.zone()),
        }
    }
}

pub async fn list(
    request: HttpRequest,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    only_here(&site, &request)?;
    let mut emails = Vec::new();
    for email in site.service.emails().emails(OutboxState::Sent).await? {
        emails.push(OutboxRow::of(&site, &email, &visitor).await);
    }
    html(OutboxPage { shell: shell.titled("Outbox"), emails, zone: visitor.zone().name() })
}

#[derive(Template)]
#[template(path = "emails_local/email.html")]
struct EmailPage {
    shell: Shell,
    row: OutboxRow,
    finished: RenderedEmail,
    /// Whether a reply can be sent here, and the key of that form.
    answerable: bool,
    key: String,
}

pub async fn email(
    request: HttpRequest,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<i64>,
) -> Result<HttpResponse, PageError> {
    let (email, finished) = find(&site, &request, &path).await?;
    let shell = shell.titled(&finished.subject).with_forms(&visitor);
    let answerable = site.service.inbox().is_answerable(email.id).await?;
    let row = OutboxRow::of(&site, &email, &visitor).await;
    let key = forms::random();
    let page = EmailPage { shell, row, finished, answerable, key };
    let mut answer = html(page)?;
    let policy = header::HeaderValue::from_static(headers::POLICY_FRAMING);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReplyForm {
    words: String,
    key: String,
}

/// `POST /outbox/{email}/answer`: processes a reply as if it had arrived by email.
pub async fn answer(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    only_here(&site, &request)?;
    let form: ReplyForm = visitor.form(&body)?.parse()?;
    let email = path.parse().map_err(|_| PageError::NotFound("email"))?;
    site.service.inbox().answer_here(site.now(), email, &form.words, &form.key).await?;
    Ok(redirect("/outbox", "answered-here"))
}

/// Returns the HTML part for the sandboxed frame of the page above.
pub async fn framed(
    request: HttpRequest,
    site: Data<Site>,
    path: Path<i64>,
) -> Result<HttpResponse, PageError> {
    let (email, finished) = find(&site, &request, &path).await?;
    let html = finished.html.ok_or(PageError::NotFound("email"))?;
    // Embed the picture, because a sandboxed frame is cross-origin and cannot load it from us.
    let inline =
        |png: &[u8]| format!("\"data:image/png;base64,{}\"", data_encoding::BASE64.encode(png));
    let html = html.replace("\"cid:logo\"", &inline(LOGO_PNG));
    let html = match drawn(&site, &email).await? {
        Some(board) => html.replace("\"cid:board\"", &inline(&board)),
        None => html,
    };
    let (before, after) = html.split_once("head>").ok_or(PageError::NotFound("email"))?;
    let mut answer = crate::shared::layout::html(FramedPage { before, after })?;
    let policy = header::HeaderValue::from_static(headers::POLICY_FRAMED);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(answer)
}

/// The email, modified so that its links open outside the frame.
#[derive(Template)]
#[template(path = "emails_local/frame.html")]
struct FramedPage<'a> {
    before: &'a str,
    after: &'a str,
}

/// Draws the board picture of an email, which is not stored.
async fn drawn(site: &Site, email: &OutboxEmail) -> Result<Option<Vec<u8>>, PageError> {
    let Some(picture) = site.service.emails().email_picture(email).await? else {
        return Ok(None);
    };
    let draw = move || {
        let width = ravenpost_drawing::email_width(&picture.scene);
        match &picture.near {
            None => ravenpost_drawing::png(&picture.scene, width),
            Some(near) => {
                ravenpost_drawing::png_near(&picture.scene, near, ravenpost_drawing::CROP_WIDTH)
            }
        }
    };
    let drawn = actix_web::web::block(draw).await;
    Ok(Some(drawn.map_err(PageError::broken)?))
}

async fn find(
    site: &Site,
    request: &HttpRequest,
    id: &i64,
) -> Result<(OutboxEmail, RenderedEmail), PageError> {
    only_here(site, request)?;
    let mut email = site.service.emails().email(*id).await?;
    let finished = email.finished.take().ok_or(PageError::NotFound("email"))?;
    Ok((email, finished))
}

fn only_here(site: &Site, request: &HttpRequest) -> Result<(), PageError> {
    if site.outbox.opens(request) { Ok(()) } else { Err(PageError::NotFound("page")) }
}
