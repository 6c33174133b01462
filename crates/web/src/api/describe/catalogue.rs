//! Every endpoint of the API with its summary, parameters and types, in the order of the routes.
//! The OpenAPI document and the page `/api` are generated from it. `tests/it/api/openapi.rs` fails
//! if a route is missing.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::api::caller::changes_nothing;
use crate::api::describe::schema;
use crate::api::reply::{Listed, MOST};
use crate::api::table::invite;
use crate::api::{
    about, analysis, blocks, board, chat, clock, events, game, lists, orders, stream, table,
    verify, votes,
};
use crate::pages::verify::audit_json;

/// What an endpoint does and which types it takes and returns.
pub struct Endpoint {
    pub method: &'static str,
    pub path: &'static str,
    pub summary: &'static str,
    /// The parameters of the query.
    pub query: &'static [Parameter],
    /// The type of the body, and an example.
    pub body: Option<(Make, &'static str)>,
    pub answer: Answer,
    /// Whether it needs an `Idempotency-Key`.
    pub keyed: bool,
}

/// Makes the schema of a type.
pub type Make = fn(&mut SchemaGenerator) -> Schema;

/// A parameter of the query.
pub struct Parameter {
    pub name: &'static str,
    pub values: Values,
    pub about: &'static str,
}

/// The values that a parameter can have.
#[derive(Clone, Copy)]
pub enum Values {
    /// A text with at most this many characters.
    Text(usize),
    OneOf(&'static [&'static str]),
    /// A number from the first to the second.
    Number(u64, u64),
    /// The name of a message or note.
    Cursor,
}

/// The greatest number that every JSON parser reads exactly.
const GREATEST: u64 = (1 << 53) - 1;
/// A step or a cursor.
const COUNT: Values = Values::Number(0, GREATEST);
/// A step that can be shown.
const SHOWN: Values = Values::Number(1, GREATEST);
/// The maximum length of the key of a title.
const KEY: usize = 40;

/// What a successful response contains.
pub enum Answer {
    Json(Make),
    /// Server-sent events or lines of JSON, each with a message of this type.
    Stream(Make),
    /// Text of this content type.
    Other(&'static str),
}

const AFTER: Parameter =
    Parameter { name: "after", values: COUNT, about: "The cursor next of the previous page" };
const LIMIT: Parameter = Parameter {
    name: "limit",
    values: Values::Number(1, MOST as u64),
    about: "Entries per page: 100 by default, 500 at most",
};
const AFTER_STEP: Parameter =
    Parameter { name: "after", values: COUNT, about: "Only steps after this one" };
const AFTER_IN_LOG: Parameter = Parameter {
    name: "after",
    values: COUNT,
    about: "Only steps after this one, and your instructions since then",
};
const WAIT: Parameter = Parameter {
    name: "wait",
    values: Values::Number(0, events::LONGEST_WAIT),
    about: "If there is no new step, how many seconds to wait for one; 30 at most",
};
const STEP: Parameter =
    Parameter { name: "step", values: SHOWN, about: "The step to show; the last one by default" };
const STATE: Parameter = Parameter {
    name: "state",
    values: Values::OneOf(&["open", "running", "over", "cancelled"]),
    about: "Only games that are open, running, over or cancelled",
};
const TITLE: Parameter = Parameter {
    name: "title",
    values: Values::Text(KEY),
    about: "Only this title; its key, as in the list of titles",
};
const FREE: Parameter = Parameter {
    name: "free",
    values: Values::OneOf(&["0", "1"]),
    about: "1 for games with a free seat only",
};
const PAGE: Parameter =
    Parameter { name: "page", values: Values::Number(1, GREATEST), about: "The page, from 1" };
const WIDTH: Parameter = Parameter {
    name: "width",
    values: Values::Number(board::WIDTHS.0, board::WIDTHS.1),
    about: "The width in pixels, 100 to 4000",
};
const NAME: Parameter = Parameter {
    name: "name",
    values: Values::Text(stream::NAME),
    about: "The name of the stream; it replaces an open stream with that name",
};
const BEFORE: Parameter = Parameter {
    name: "before",
    values: Values::Cursor,
    about: "Only messages before the one with this id",
};
const AFTER_MESSAGE: Parameter = Parameter {
    name: "after",
    values: Values::Cursor,
    about: "Only messages after the one with this id",
};
const AFTER_NOTE: Parameter = Parameter {
    name: "after",
    values: Values::Cursor,
    about: "The cursor next of the previous page, or the id of a note",
};

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Returns the pattern of a key in a path. Keys of other forms are not found.
pub fn pattern(key: &str) -> &'static str {
    match key {
        "game" => "^[a-z0-9-]{1,32}$",
        _ => "^[a-z][a-z0-9-]{0,39}$",
    }
}

macro_rules! endpoints {
    ($($method:ident $path:literal $summary:literal [$($query:ident)*]
        $(($body:ty: $example:literal))? => $answer:expr;)*) => {
        /// Every endpoint.
        pub fn all() -> Vec<Endpoint> {
            vec![$(Endpoint {
                method: stringify!($method),
                path: $path,
                summary: $summary,
                query: &[$($query),*],
                body: endpoints!(@body $($body: $example)?),
                answer: $answer,
                keyed: stringify!($method) == "post" && !changes_nothing($path),
            }),*]
        }
    };
    (@body) => {
        None
    };
    (@body $body:ty: $example:literal) => {
        Some((of::<$body> as Make, $example))
    };
}

endpoints! {
    get "/api/v1" "The server: version, titles and bots" []
        => Answer::Json(of::<about::Server>);
    get "/api/v1/openapi.json" "This description of the API" []
        => Answer::Json(of::<serde_json::Value>);
    get "/api/v1/schema/events" "JSON Schemas of the acts and facts of events" [TITLE]
        => Answer::Json(of::<schema::EventSchemas>);
    get "/api/v1/schema/views" "JSON Schemas of the view of each title" [TITLE]
        => Answer::Json(of::<schema::ViewSchemas>);
    get "/api/v1/titles" "All titles" []
        => Answer::Json(of::<Vec<about::Title>>);
    get "/api/v1/titles/{title}" "Seats, colours and options of a title" []
        => Answer::Json(of::<about::Title>);
    get "/api/v1/me" "Your name and the token" []
        => Answer::Json(of::<lists::Me>);
    get "/api/v1/me/games" "Your games, starting with those waiting for you" [STATE AFTER LIMIT]
        => Answer::Json(of::<Listed<crate::api::views::GameItem>>);
    get "/api/v1/me/pending" "Everything waiting for you, most urgent first" [AFTER LIMIT]
        => Answer::Json(of::<Listed<lists::PendingItem>>);
    get "/api/v1/me/events" "What happens in your games, as a stream" [NAME]
        => Answer::Stream(of::<stream::StreamMessage>);
    get "/api/v1/me/blocks" "The players that you block" [AFTER LIMIT]
        => Answer::Json(of::<Listed<blocks::BlockView>>);
    post "/api/v1/me/blocks" "Blocks a player" []
        (blocks::OtherPlayer: r#"{"player": "Ann"}"#)
        => Answer::Json(of::<orders::Nothing>);
    post "/api/v1/me/blocks/remove" "Unblocks a player" []
        (blocks::OtherPlayer: r#"{"player": "Ann"}"#)
        => Answer::Json(of::<orders::Nothing>);
    get "/api/v1/games" "Public games" [TITLE FREE AFTER LIMIT]
        => Answer::Json(of::<Listed<crate::api::views::GameItem>>);
    post "/api/v1/games" "Opens a game" []
        (table::NewGame: r#"{"title": "TITLE", "name": "Sunday", "seats": 3, "clock": "day"}"#)
        => Answer::Json(of::<table::Opened>);
    get "/api/v1/games/{game}" "Your view of a game, at any step" [STEP]
        => Answer::Json(of::<game::GameView>);
    get "/api/v1/games/{game}/events" "The steps of a game as you see them" [AFTER_STEP LIMIT WAIT]
        => Answer::Json(of::<Listed<events::EventView>>);
    get "/api/v1/games/{game}/log" "The steps of a game as text" [AFTER_IN_LOG LIMIT]
        => Answer::Json(of::<Listed<events::LogItem>>);
    get "/api/v1/games/{game}/audit" "The audit of a game" [PAGE]
        => Answer::Json(of::<audit_json::Audit>);
    get "/api/v1/games/{game}/fairness" "Commitment, salts and random draws" []
        => Answer::Json(of::<verify::Fairness>);
    get "/api/v1/games/{game}/export" "The game as a file" []
        => Answer::Other("application/x-ndjson");
    get "/api/v1/games/{game}/board.svg" "A picture of the board" [STEP WIDTH]
        => Answer::Other("image/svg+xml");
    get "/api/v1/games/{game}/clock" "Deadlines and the reasons for them" []
        => Answer::Json(of::<clock::ClockView>);
    post "/api/v1/games/{game}/clock/extend" "Gives a player more time" []
        (clock::MoreTime: r#"{"seat": 2, "reason": "holiday"}"#)
        => Answer::Json(of::<clock::Extended>);
    post "/api/v1/games/{game}/clock/pause" "Stops or restarts the clocks" []
        (clock::Pause: r#"{"paused": true, "reason": "holidays"}"#)
        => Answer::Json(of::<clock::Paused>);
    get "/api/v1/games/{game}/orders" "Your prompt and your legal orders" []
        => Answer::Json(of::<orders::OrdersView>);
    post "/api/v1/games/{game}/orders" "Plays one or more orders" []
        (orders::NewOrder: r#"{"order": "pass"}"#)
        => Answer::Json(of::<orders::AcceptedView>);
    post "/api/v1/games/{game}/preview" "Shows what orders would do" []
        (orders::NewOrder: r#"{"order": "pass"}"#)
        => Answer::Json(of::<orders::PreviewView>);
    post "/api/v1/games/{game}/analyse" "Tries out orders of any seats" []
        (analysis::NewAnalysis: r#"{"line": [{"seat": 1, "order": "pass"}], "bot": "steady"}"#)
        => Answer::Json(of::<analysis::AnalysisView>);
    post "/api/v1/games/{game}/undo" "Undoes your last order" []
        (orders::Nothing: "{}")
        => Answer::Json(of::<orders::Undone>);
    get "/api/v1/games/{game}/chat" "Messages that you may read" [BEFORE AFTER_MESSAGE LIMIT]
        => Answer::Json(of::<chat::Messages>);
    post "/api/v1/games/{game}/chat" "Sends a message" []
        (chat::NewMessage: r#"{"text": "Well played!"}"#)
        => Answer::Json(of::<chat::Sent>);
    post "/api/v1/games/{game}/chat/read" "Marks messages as read" []
        (chat::NewReadMark: r#"{"upto": "ID"}"#)
        => Answer::Json(of::<orders::Nothing>);
    get "/api/v1/games/{game}/notes" "Your private notes" [AFTER_NOTE LIMIT]
        => Answer::Json(of::<chat::Notes>);
    post "/api/v1/games/{game}/notes" "Stores a private note" []
        (chat::NewNote: r#"{"text": "Watch the north"}"#)
        => Answer::Json(of::<chat::Stored>);
    post "/api/v1/games/{game}/join" "Takes a seat" []
        (table::NewPlayer: r#"{"seat": 2}"#)
        => Answer::Json(of::<table::Joined>);
    post "/api/v1/games/{game}/leave" "Leaves the seat" []
        (orders::Nothing: "{}")
        => Answer::Json(of::<orders::Nothing>);
    post "/api/v1/games/{game}/link" "Creates an invitation link" []
        (orders::Nothing: "{}")
        => Answer::Json(of::<invite::LinkView>);
    post "/api/v1/games/{game}/invite" "Invites a person by email" []
        (invite::NewInvitation: r#"{"address": "ann@example.org"}"#)
        => Answer::Json(of::<orders::Nothing>);
    post "/api/v1/games/{game}/bot" "Gives a free seat to a bot" []
        (invite::NewBot: r#"{"seat": 2, "bot": "steady"}"#)
        => Answer::Json(of::<orders::Nothing>);
    post "/api/v1/games/{game}/close" "Cancels a game that has not started" []
        (orders::Nothing: "{}")
        => Answer::Json(of::<orders::Nothing>);
    post "/api/v1/games/{game}/rewind" "Proposes to go back to an earlier step" []
        (votes::NewRewind: r#"{"to": 12, "reason": "a misclick"}"#)
        => Answer::Json(of::<votes::ProposedView>);
    post "/api/v1/games/{game}/end" "Proposes to end the game now" []
        (votes::NewEnd: r#"{"places": [1, 2], "reason": "the lead is clear"}"#)
        => Answer::Json(of::<votes::ProposedView>);
    post "/api/v1/games/{game}/vote" "Votes on the open proposal" []
        (votes::NewVote: r#"{"step": 40, "agrees": true}"#)
        => Answer::Json(of::<orders::Nothing>);
    post "/api/v1/games/{game}/withdraw" "Withdraws your proposal" []
        (votes::Withdrawal: r#"{"step": 40}"#)
        => Answer::Json(of::<orders::Nothing>);
}
