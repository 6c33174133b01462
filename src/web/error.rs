//! What a page answers when it cannot do what was asked: a status, a plain sentence, ways onward.
//!
//! A refusal by the rules is not in here: that is a normal answer, shown where the order was
//! given. What broke inside is told to the log only; the page has a number to ask about.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, ResponseError};

use crate::service::ServiceError;
use ravenpost_log::GameId;

/// Seconds after which another machine may have the answer.
const SOON: u64 = 60;

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// There is no such thing, or it is not for these eyes: the two are told alike.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// Signing in first would help. Holds the own path to come back to.
    #[error("sign in first")]
    SignIn(String),
    /// The signed-in player may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// The form did not come from one of our pages in this browser.
    #[error("this form is from another page or an old session")]
    Forged,
    /// The form came by another address than the one where cookies and forms work.
    #[error("this server is at {home}, and the request came by {came}")]
    Elsewhere { home: String, came: String },
    /// Something in the address or the form cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Too much in too short a time. Holds the seconds to wait.
    #[error("too many requests; wait {0} seconds")]
    TooMany(u64),
    /// Enough of something for a while, which the sentence names.
    #[error("{0}")]
    Enough(&'static str),
    /// The domain said no, in a sentence.
    #[error("{0}")]
    Refused(String),
    /// The disk is full, or the program is stopping.
    #[error("nothing can be stored just now")]
    Unavailable,
    /// What is stored of a game makes no sense. The log has the reason, and so has the audit.
    #[error("the game {0} cannot be read")]
    Damaged(GameId),
    /// A newer program has gone on with a game.
    #[error("a newer version of the program has gone on with the game")]
    Ahead,
    /// The machine failed. Holds the incident number; the log has the reason.
    #[error("something broke (incident {0})")]
    Broken(String),
}

impl PageError {
    /// Logs what broke under a new incident number.
    pub fn broken(cause: impl std::fmt::Display) -> PageError {
        let mut bytes = [0; 5];
        // Without the system's chance there is still a number, if an uninformative one.
        let _ = getrandom::fill(&mut bytes);
        let incident = data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase();
        tracing::error!(incident, cause = format!("{cause:#}"), "a page broke");
        PageError::Broken(incident)
    }

    /// What the page says below its heading.
    pub fn sentence(&self) -> String {
        match self {
            PageError::NotFound(what) => format!(
                "There is no such {what} here, or it is not open to everybody. \
                 Perhaps the link was cut short, or you need to sign in first."
            ),
            PageError::SignIn(_) => "Please sign in first.".to_owned(),
            PageError::Forged => "This form came from another page or from an old session. \
                 Nothing was changed. Go back, load the page again and try once more."
                .to_owned(),
            PageError::Elsewhere { home, came } => format!(
                "This server is at {home}, but you opened it as {came}. Sign-in and forms only \
                 work at {home}. Nothing was changed."
            ),
            PageError::TooMany(wait) => {
                format!("That was a lot in a short time. Please try again in {}.", span(*wait))
            }
            PageError::Unavailable => "Nothing can be stored just now, and nothing was changed. \
                 Please try again in a few minutes."
                .to_owned(),
            PageError::Damaged(game) => format!(
                "What is stored of this game cannot be read, so it stands still: none of its \
                 deadlines passes, and nothing was changed. All other games go on. Please tell \
                 whoever runs this server; \"ravenpost audit {game}\" says there what is wrong."
            ),
            PageError::Ahead => "A newer version of this server has already continued this game, \
                 and the version that answered you cannot read all of it. Nothing is \
                 lost, and nothing was changed. Please load the page again in a minute: another \
                 machine, or the newer version, will have it."
                .to_owned(),
            PageError::Broken(incident) => format!(
                "Something broke on our side, and it was written down. Nothing was half done. \
                 If you ask about it, name incident {incident}."
            ),
            PageError::Enough(why) => whole(why),
            PageError::Forbidden(why) | PageError::Unreadable(why) | PageError::Refused(why) => {
                whole(why)
            }
        }
    }
}

/// A reason as a whole sentence.
fn whole(why: &str) -> String {
    let mut letters = why.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
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

/// The heading of the page for a status.
pub fn heading(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "Not here",
        StatusCode::UNAUTHORIZED => "Sign in first",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::TOO_MANY_REQUESTS => "A little slower, please",
        StatusCode::CONFLICT => "That cannot be done",
        StatusCode::PAYLOAD_TOO_LARGE => "Too much at once",
        StatusCode::SERVICE_UNAVAILABLE => "Not just now",
        status if status.is_server_error() => "Something broke",
        _ => "That could not be read",
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

    /// The bare answer; `layout::error_pages` puts the page round it.
    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        if let PageError::SignIn(path) = self {
            answer.insert_header((header::LOCATION, super::paths::sign_in(path)));
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
