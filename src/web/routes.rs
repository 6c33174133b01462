//! Every address of the site: method, path, who may, and the handler, in one list.
//!
//! A route without a word on who may use it does not compile, and `tests/it/pages_who.rs` fails
//! for one whose row in the table of visitors is missing.

use actix_web::{guard, web};

use super::assets;
use super::pages::{credits, health, titles};

/// Who may use a route. What is answered to others is in the test's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everybody, signed in or not.
    Anybody,
}

/// One route.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub access: Access,
}

macro_rules! routes {
    ($($method:ident $path:literal $access:ident $handler:path;)*) => {
        /// Every route there is.
        pub const ROUTES: &[Route] = &[$(Route {
            method: stringify!($method),
            path: $path,
            access: Access::$access,
        },)*];

        /// Hands the routes to actix.
        pub fn register(config: &mut web::ServiceConfig) {
            $(config.route($path, $method().to($handler));)*
        }
    };
}

/// Answers HEAD as well; the server leaves the body out.
fn get() -> actix_web::Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

routes! {
    get "/titles" Anybody titles::list;
    get "/titles/{title}" Anybody titles::title;
    get "/titles/{title}/rules" Anybody titles::rules;
    get "/titles/{title}/tour" Anybody titles::tour;
    get "/titles/{title}/notation" Anybody titles::notation;
    get "/credits" Anybody credits::show;
    get "/static/{hash}/{name}" Anybody assets::file;
    get "/favicon.ico" Anybody assets::favicon;
    get "/healthz" Anybody health::alive;
}
