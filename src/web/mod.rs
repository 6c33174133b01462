//! Pages: everything a browser sees. `routes.rs` lists the addresses, `pages/` has one file each.
//!
//! No SQL and no rules in here: a handler asks the service, fills a template and answers.
//! A GET never changes anything; a POST answers with a redirect or with what was refused.

pub mod assets;
pub mod documents;
pub mod error;
pub mod forms;
pub mod guard;
pub mod headers;
pub mod layout;
pub mod pages;
pub mod routes;
pub mod said;
pub mod visitor;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, Error, web};

pub use routes::{Access, ROUTES, Route};

/// What every page may ask for.
pub struct Site {
    /// Whether the site is reached by https: cookies and headers depend on it.
    pub https: bool,
    /// Whether letters are kept here to be read at `/outbox` instead of being sent.
    pub local_mail: bool,
}

/// The whole application, as `serve` runs it and tests call it.
pub fn app(
    site: web::Data<Site>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let headers = headers::everywhere(site.https);
    App::new()
        .app_data(site)
        .app_data(web::PayloadConfig::new(forms::LARGEST))
        .configure(routes::register)
        .wrap(from_fn(guard::same_origin))
        .wrap(from_fn(layout::error_pages))
        .wrap(from_fn(visitor::recognise))
        .wrap(headers)
        .wrap(Compress::default())
}
