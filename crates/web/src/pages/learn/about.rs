//! `GET /about`: the admins' texts about this server.

use actix_web::HttpResponse;
use askama::Template;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use ravenpost_service::people::address::Address;

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage {
    shell: Shell,
    /// The contact, if it is an email address.
    mail: Option<String>,
}

impl AboutPage {
    /// Returns the longer texts with their ids and headings.
    fn texts(&self) -> [(&'static str, &'static str, &str); 2] {
        let texts = &self.shell.texts;
        [
            ("imprint", "Imprint", texts.imprint.as_str()),
            ("privacy", "Privacy", texts.privacy.as_str()),
        ]
    }
}

pub async fn show(shell: Shell) -> Result<HttpResponse, PageError> {
    let mail = Address::clean(&shell.texts.contact).ok().map(|address| address.to_string());
    html(AboutPage { shell: shell.titled("About this server"), mail })
}
