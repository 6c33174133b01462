//! Pages as a browser without script gets them: what they say, where they lead, what they send
//! along, and who may. Every page goes through the real server, middlewares included.

mod anchors;
mod archive;
mod audits;
mod away;
mod by_itself;
mod catch_up;
mod clock;
mod days;
mod delivery;
mod ends;
mod examples;
mod first_games;
mod forgery;
mod forked;
mod frame;
mod gets;
mod handbook;
mod health;
mod imagined;
mod inbox;
mod invited;
mod long_games;
mod luck;
mod margins;
mod news;
mod numbers;
mod offered;
mod opening;
mod past;
mod people;
mod playing;
mod proofs;
mod replays;
mod rewinds;
mod rubbish;
mod sagas;
mod seams;
mod sheets;
mod snapshots;
mod talk;
mod thinking;
mod twice;
mod unseen;
mod waits;
mod warm;
mod who;
mod wishes;

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
    asked.expect("a sign-in letter");
    let token = app.sign_in_token().await;
    app.service
        .accounts()
        .sign_in_by_link(noon(), &token, "a browser of the test", "test")
        .await
        .expect("a session")
}
