//! Pages as a browser without script gets them: what they say, where they lead, what they send
//! along, and who may. Every page goes through the real server, middlewares included.

mod access;
mod admin;
mod anchors;
mod edge_cases;
mod forgery;
pub(crate) mod game;
mod get_requests;
mod invalid_queries;
mod learn;
mod people;
mod profile;
mod request_ids;
mod responses;
mod snapshots;
mod table;
mod verify;

use crate::harness::app::App;
use crate::harness::browser::noon;

/// The title these tests are played with; they know nothing else about it.
pub const TITLE: &str = "gotlandia";

/// A session of somebody with that name, who is made a player if need be.
pub async fn session(app: &App, name: &str) -> String {
    let address = format!("{name}@example.org");
    let asked = app
        .service
        .accounts()
        .ask_sign_in(noon(), &address, "a browser of the test", "test", name)
        .await;
    asked.expect("a sign-in email");
    let token = app.sign_in_token().await;
    app.service
        .accounts()
        .sign_in_by_link(noon(), &token, "a browser of the test", "test")
        .await
        .expect("a session")
}
