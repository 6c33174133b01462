//! Errors of API requests, as problems (RFC 9457). Their types are anchors of the page `/api`.

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::http::error::PageError;
use crate::http::request_id;
use crate::shared::word_schemas;
use ravenpost_rules::{Narration, Refusal, RefusalCode};
use ravenpost_service::ServiceError;
use ravenpost_service::people::tokens::scope::Scope;

/// The content type of problems.
pub const PROBLEM_JSON: &str = "application/problem+json";

macro_rules! kinds {
    ($($kind:ident $status:ident $title:literal;)*) => {
        /// The kinds of problems. Their keys are part of the API and never change.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr, strum::VariantArray)]
        #[strum(serialize_all = "kebab-case")]
        pub enum Kind {
            $($kind,)*
        }

        impl Kind {
            pub const ALL: &[Kind] = <Kind as strum::VariantArray>::VARIANTS;

            pub fn key(self) -> &'static str {
                self.into()
            }

            /// Returns the type of such problems: the address of their description.
            pub fn address(self) -> String {
                format!("/api#problem-{}", self.key())
            }

            pub fn title(self) -> &'static str {
                match self {
                    $(Kind::$kind => $title,)*
                }
            }

            pub fn status(self) -> StatusCode {
                match self {
                    $(Kind::$kind => StatusCode::$status,)*
                }
            }
        }
    };
}

kinds! {
    Unreadable BAD_REQUEST "The request could not be read";
    KeyMissing BAD_REQUEST "The request has no Idempotency-Key";
    TokenMissing UNAUTHORIZED "The request has no access token";
    TokenInvalid UNAUTHORIZED "The access token is not valid";
    Scope FORBIDDEN "The access token does not permit this";
    Forbidden FORBIDDEN "You may not do this";
    NotFound NOT_FOUND "It does not exist, or you do not have access to it";
    Method METHOD_NOT_ALLOWED "This address does not support this method";
    InFlight CONFLICT "A request with this Idempotency-Key is in progress";
    PromptGone PRECONDITION_FAILED "The prompt is no longer pending";
    TooLarge PAYLOAD_TOO_LARGE "The request is too large";
    MediaType UNSUPPORTED_MEDIA_TYPE "The request must be JSON";
    KeyReused UNPROCESSABLE_ENTITY "This Idempotency-Key was used for other content";
    Refused UNPROCESSABLE_ENTITY "The request was refused";
    TooMany TOO_MANY_REQUESTS "Too many requests";
    Unavailable SERVICE_UNAVAILABLE "The server cannot save anything right now";
    Internal INTERNAL_SERVER_ERROR "Something went wrong on our side";
}

impl Kind {
    /// Returns the kind for a response if only its status is known.
    pub fn of_status(status: StatusCode) -> Kind {
        let same = |kind: &&Kind| kind.status() == status;
        let found = Kind::ALL.iter().find(same).copied();
        found.unwrap_or(if status.is_server_error() { Kind::Internal } else { Kind::Unreadable })
    }
}

/// An error response.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    refusals: Vec<RefusalPart>,
    /// What has happened since, if the prompt is gone.
    since: Vec<String>,
    /// The scope that the token lacks.
    scope: Option<Scope>,
    /// Seconds to wait.
    wait: Option<u64>,
}

/// A reason why an order was refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefusalPart {
    /// The part of the line, starting at 1.
    part: usize,
    /// The offending word as written.
    word: Option<String>,
    /// What kind of refusal it is, for programs. New codes may be added.
    #[schemars(schema_with = "codes")]
    code: &'static str,
    /// The reason, for people.
    why: String,
    /// Orders that would be accepted instead, most similar first.
    instead: Vec<String>,
    rule: Option<&'static str>,
}

/// Returns the schema of a code: one of the known codes, each with its meaning, or a newer one.
fn codes(_: &mut SchemaGenerator) -> Schema {
    let known = RefusalCode::ALL.iter();
    let known = known.map(|code| json!({ "const": code.key(), "description": code.about() }));
    let all: Vec<Value> = known.chain([json!({ "type": "string" })]).collect();
    json_schema!({ "anyOf": all })
}

/// Returns the schema of the type of a problem: one of the known types, or a newer one.
fn types(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<String> = Kind::ALL.iter().copied().map(Kind::address).collect();
    word_schemas::extensible(&known)
}

impl RefusalPart {
    pub fn of(refusal: Refusal) -> RefusalPart {
        let Refusal { part, word, code, why, instead, rule, .. } = refusal;
        RefusalPart { part, word, code: code.key(), why, instead, rule }
    }
}

/// The body of a problem.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct Body<'a> {
    #[schemars(schema_with = "types")]
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    /// Only for `refused`: each reason, with the part of the line that it is about.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schemars(default)]
    refusals: &'a [RefusalPart],
    /// Only for `prompt-gone`: what has happened since, in words.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schemars(default)]
    since: &'a [String],
    /// Only for `scope`: the scope that the token lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default, schema_with = "word_schemas::scope")]
    scope: Option<&'static str>,
    /// The id of the request in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

impl Problem {
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem {
            kind,
            detail: detail.into(),
            refusals: Vec::new(),
            since: Vec::new(),
            scope: None,
            wait: None,
        }
    }

    pub fn unreadable(detail: impl Into<String>) -> Problem {
        Problem::new(Kind::Unreadable, detail)
    }

    pub fn not_found(what: &str) -> Problem {
        let detail = format!("This {what} does not exist, or you do not have access to it.");
        Problem::new(Kind::NotFound, detail)
    }

    /// The token lacks a scope.
    pub fn lacks(scope: Scope) -> Problem {
        let detail = format!("This needs an access token with the scope {}.", scope.key());
        Problem { scope: Some(scope), ..Problem::new(Kind::Scope, detail) }
    }

    /// The prompt that the request names is gone.
    pub fn prompt_gone(since: Vec<Narration>) -> Problem {
        let since = since.into_iter().map(|narration| narration.text).collect();
        let detail = "The game has moved on. Request the orders again.";
        Problem { since, ..Problem::new(Kind::PromptGone, detail) }
    }

    pub fn too_many(wait: u64) -> Problem {
        let detail = format!("Too many requests; wait {wait} seconds.");
        Problem { wait: Some(wait), ..Problem::new(Kind::TooMany, detail) }
    }

    /// The same problem with the number of seconds to wait before trying again.
    #[must_use]
    pub fn retry_after(self, wait: u64) -> Problem {
        Problem { wait: Some(wait), ..self }
    }

    /// Whether the request was refused by the rules or by validation.
    pub fn is_refusal(&self) -> bool {
        self.kind == Kind::Refused
    }

    fn body(&self) -> String {
        let body = Body {
            r#type: self.kind.address(),
            title: self.kind.title(),
            status: self.kind.status().as_u16(),
            detail: &self.detail,
            refusals: &self.refusals,
            since: &self.since,
            scope: self.scope.map(Scope::key),
            request_id: request_id::current(),
        };
        // Serialising this plain data cannot fail.
        serde_json::to_string(&body).unwrap_or_default()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.kind.key(), self.detail)
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        match error {
            error if error.is_reused() => Problem::new(
                Kind::KeyReused,
                "Nothing was done. Send other content with a new Idempotency-Key.",
            ),
            ServiceError::Refused(refusals) => Problem {
                refusals: refusals.into_iter().map(RefusalPart::of).collect(),
                ..Problem::new(Kind::Refused, "The request was refused; see refusals.")
            },
            ServiceError::Changed { since, .. } => Problem::prompt_gone(since),
            ServiceError::Denied(why) => Problem::new(Kind::Forbidden, why),
            other => PageError::from(other).into(),
        }
    }
}

impl From<PageError> for Problem {
    fn from(error: PageError) -> Problem {
        let kind = match &error {
            PageError::NotFound(what) => return Problem::not_found(what),
            PageError::TooMany(wait) => return Problem::too_many(*wait),
            PageError::Refused(_) => Kind::Refused,
            other => Kind::of_status(other.status_code()),
        };
        Problem::new(kind, error.sentence())
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind.status()
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        answer.content_type(PROBLEM_JSON);
        if let Some(wait) = self.wait {
            answer.insert_header((header::RETRY_AFTER, wait.to_string()));
        }
        let challenge = match self.kind {
            Kind::TokenMissing => Some("Bearer realm=\"Ravenpost\"".to_owned()),
            Kind::TokenInvalid => {
                Some("Bearer realm=\"Ravenpost\", error=\"invalid_token\"".to_owned())
            }
            Kind::Scope => {
                let scope = self.scope.map_or("", Scope::key);
                let error = "error=\"insufficient_scope\"";
                Some(format!("Bearer realm=\"Ravenpost\", {error}, scope=\"{scope}\""))
            }
            _ => None,
        };
        if let Some(challenge) = challenge {
            answer.insert_header((header::WWW_AUTHENTICATE, challenge));
        }
        if self.kind == Kind::InFlight {
            answer.insert_header((header::RETRY_AFTER, "1"));
        }
        answer.body(self.body())
    }
}
