//! What programs need to know about some endpoints besides their types, for the OpenAPI document
//! and the page `/api`. `docs/reference/api.md` has more.

use crate::api::describe::catalogue::Endpoint;

const STREAM: &str = "\
    Server-sent events, or lines of JSON with Accept: application/x-ndjson. The first is hello, \
    with kind, pending (everything that is waiting for you, as in /me/pending) and games (the \
    last step of each of your games). All others have kind, game, step (the last step of the \
    game), prompt (the step that asked your prompt; only for turn) and due (your deadline). \
    Their kinds are turn, step, chat, table, clock and over; ignore others. Several changes can \
    be one event. Events have no ids, so Last-Event-ID has no effect: after reconnecting, \
    compare hello with what you know, and read /games/{game}/events?after= for what you missed. \
    Something is sent at least every 15 seconds, if only a comment or an empty line. A stream \
    ends after an hour, when its token is revoked, when a stream with the same name is opened, \
    and when the server stops. You can have three streams with different names; a fourth is \
    refused with 429 and Retry-After.";

const EVENTS: &str = "\
    Each step has the act, the facts and the narration that you knew when it happened. Facts that \
    contain anything secret are left out as a whole: of them, you get what narration says. \
    Sentences about facts that you have are marked with in_facts. As some facts are left out, \
    they may not add up to the state that you see, which /games/{game}?step= returns for every \
    step. When the game is over, /games/{game}/export has every fact. A step that was undone or \
    rewound has superseded_by; nothing else in it ever changes, except the wording of sentences \
    with a new version of the server.";

const LOG: &str = "\
    Your instructions for later, and their withdrawals, are not steps: they have the number of the \
    step before them, and instruction is true. after begins right after a step, so they are not \
    missed; until the next step, they are repeated. A page ends with a step, so it can be longer \
    than limit.";

const ORDERS: &str = "\
    The ETag identifies the pending prompt. Send it as If-Match when you play. Orders of other \
    seats do not change it.";

const PLAY: &str = "\
    With If-Match, the order is refused with 412 (prompt-gone) if the prompt of that ETag is no \
    longer pending. If a part is refused after earlier ones were accepted, those stay played, \
    and stopped says which part it was and why.";

const PREVIEW: &str = "\
    A preview ignores If-Match. If a part is not legal, the preview is refused, and refusals \
    name the part. A preview ends where hidden information would be revealed: previewed is the \
    number of parts before that. Of the parts after it, only those that begin no order are \
    refused, so playing the line may still stop at one of them.";

/// Returns the details of an endpoint, if there are any.
pub fn details(endpoint: &Endpoint) -> Option<&'static str> {
    match (endpoint.method, endpoint.path) {
        ("get", "/api/v1/me/events") => Some(STREAM),
        ("get", "/api/v1/games/{game}/events") => Some(EVENTS),
        ("get", "/api/v1/games/{game}/log") => Some(LOG),
        ("get", "/api/v1/games/{game}/orders") => Some(ORDERS),
        ("post", "/api/v1/games/{game}/orders") => Some(PLAY),
        ("post", "/api/v1/games/{game}/preview") => Some(PREVIEW),
        _ => None,
    }
}
