//! Errors of page requests: a status, a plain sentence and links to continue.
//!
//! Orders refused by the rules are not errors; they are shown where the order was given. Internal
//! errors are logged, and the page shows only the id of the request.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, ResponseError};

use crate::http::request_id;
use ravenpost_log::GameId;
use ravenpost_service::ServiceError;

/// Seconds after which another node may be able to answer.
const SOON: u64 = 60;

/// The reason a page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The resource does not exist or the visitor may not see it. The response is the same for
    /// both.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The visitor must sign in first. Holds the local path to return to.
    #[error("sign in first")]
    SignIn(String),
    /// The signed-in player lacks the permission.
    #[error("{0}")]
    Forbidden(String),
    /// The form was not shown by our site in this browser.
    #[error("this form is from another page or an old session")]
    Forged,
    /// The form was sent to an address other than the public one, where cookies and forms do not
    /// work.
    #[error("this server is at {home}, and the request came by {came}")]
    Elsewhere { home: String, came: String },
    /// The address or the form contains something unreadable.
    #[error("{0}")]
    Unreadable(String),
    /// The rate limit was exceeded. Holds the seconds to wait.
    #[error("too many requests; wait {0} seconds")]
    TooMany(u64),
    /// A quota, which the sentence names, is exhausted for now.
    #[error("{0}")]
    Enough(&'static str),
    /// The service refused the action, with this reason.
    #[error("{0}")]
    Refused(String),
    /// The disk is full or the server is shutting down.
    #[error("nothing can be saved right now")]
    Unavailable,
    /// The stored data of a game is inconsistent. The log and the audit give the reason.
    #[error("the game {0} cannot be read")]
    Damaged(GameId),
    /// A newer version of the server has continued the game.
    #[error("a newer version has continued the game")]
    Ahead,
    /// An internal error. Holds the id of the request, which was logged together with the cause.
    #[error("internal error (request {0})")]
    Broken(String),
}

impl PageError {
    /// Logs an internal error with the id of the request.
    pub fn broken(cause: impl std::fmt::Display) -> PageError {
        let id = request_id::current().unwrap_or_else(request_id::random);
        tracing::error!(incident = id, cause = format!("{cause:#}"), "internal error");
        PageError::Broken(id)
    }

    /// Returns the explanation below the page's heading.
    pub fn sentence(&self) -> String {
        match self {
            PageError::NotFound(what) => format!(
                "This {what} does not exist, or you do not have access to it. \
                 Check the link, or sign in and try again."
            ),
            PageError::SignIn(_) => "Please sign in first.".to_owned(),
            PageError::Forged => "This form has expired or came from another site. \
                 Nothing was changed. Go back, reload the page and try again."
                .to_owned(),
            PageError::Elsewhere { home, came } => format!(
                "You opened this site as {came}, but sign-in and forms work only at {home}. \
                 Nothing was changed. Please open {home} instead."
            ),
            PageError::TooMany(wait) => {
                format!("You have sent too many requests. Please try again in {}.", span(*wait))
            }
            PageError::Unavailable => "We cannot save anything right now. Nothing was changed. \
                 Please try again in a few minutes."
                .to_owned(),
            PageError::Damaged(game) => format!(
                "The stored data of this game cannot be read. Nothing was changed, and its \
                 deadlines are on hold. Please tell the admin, who can run \
                 \"ravenpost audit {game}\" for details."
            ),
            PageError::Ahead => {
                "This server is being updated, and this game needs the new version. Nothing \
                 was lost or changed. Please reload the page in a minute."
                    .to_owned()
            }
            PageError::Broken(id) => format!(
                "Something went wrong on our side, and the error was logged. Reload the page to \
                 see whether your action was saved. If you report it, mention request {id}."
            ),
            PageError::Enough(why) => whole(why),
            PageError::Forbidden(why) | PageError::Unreadable(why) | PageError::Refused(why) => {
                whole(why)
            }
        }
    }
}

/// Capitalises a reason and ends it with a full stop.
fn whole(why: &str) -> String {
    let mut chars = why.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), chars.as_str())
}

impl From<ServiceError> for PageError {
    fn from(error: ServiceError) -> PageError {
        match error {
            ServiceError::Refused(_) | ServiceError::Changed { .. } => {
                PageError::Refused(error.to_string())
            }
            ServiceError::NotFound(what) => PageError::NotFound(what),
            ServiceError::Denied(why) => PageError::Forbidden(why.to_owned()),
            ServiceError::TooMany(why) => PageError::Enough(why),
            ServiceError::Store(error) if error.passing() => PageError::Unavailable,
            ServiceError::Store(error) => PageError::broken(error),
            ServiceError::Damaged { newer: true, .. } => PageError::Ahead,
            ServiceError::Damaged { game, .. } => PageError::Damaged(game),
            ServiceError::Broken(cause) => PageError::broken(format!("{cause:#}")),
        }
    }
}

fn span(seconds: u64) -> String {
    match seconds {
        0..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

/// Returns the heading of the error page for a status.
pub fn heading(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::UNAUTHORIZED => "Please sign in",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        StatusCode::CONFLICT => "That is not possible",
        StatusCode::PAYLOAD_TOO_LARGE => "Too large",
        StatusCode::SERVICE_UNAVAILABLE => "Temporarily unavailable",
        status if status.is_server_error() => "Something went wrong",
        _ => "Invalid request",
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        match self {
            PageError::NotFound(_) => StatusCode::NOT_FOUND,
            PageError::SignIn(_) => StatusCode::SEE_OTHER,
            PageError::Forbidden(_) | PageError::Forged | PageError::Elsewhere { .. } => {
                StatusCode::FORBIDDEN
            }
            PageError::Unreadable(_) => StatusCode::BAD_REQUEST,
            PageError::TooMany(_) | PageError::Enough(_) => StatusCode::TOO_MANY_REQUESTS,
            PageError::Refused(_) => StatusCode::CONFLICT,
            PageError::Unavailable | PageError::Ahead => StatusCode::SERVICE_UNAVAILABLE,
            PageError::Damaged(_) | PageError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns a response without a body; `layout::error_pages` adds the page.
    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        if let PageError::SignIn(path) = self {
            answer.insert_header((header::LOCATION, crate::http::local::sign_in(path)));
        }
        let wait = match self {
            PageError::TooMany(wait) => Some(*wait),
            PageError::Ahead => Some(SOON),
            _ => None,
        };
        if let Some(wait) = wait {
            answer.insert_header((header::RETRY_AFTER, wait.to_string()));
        }
        answer.finish()
    }
}
