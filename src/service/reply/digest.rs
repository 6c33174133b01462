//! An answer to a letter about several tables. It orders nothing, since nobody could tell where:
//! `show` and a word of a table's name brings that table's own letter, which is answered with
//! orders.

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::{GateVerdict, SeatHolder, same};
use super::line::ReplyLine;
use super::reading::command::{self, Request};
use super::settle::Effect;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::letter_payload::ReplyTranscript;
use crate::service::play::read_lists::Listed;
use ravenpost_log::table::status::Status;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;

/// Tables that are named.
const NAMED: usize = 20;

impl Service {
    /// Sends the letter of the table that an answer to a digest names, or of the one with the
    /// least time left.
    pub(super) async fn answer_digest(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        key: Key,
    ) -> Result<IncomingState, ServiceError> {
        let player = match key.player {
            Some(player) => players::get(self.store().read(), player).await?,
            None => return self.ignore(now, reply, found, "its key is about nobody").await,
        };
        if !reply.is_from(&player.address) || !same(&key.address, &player.address) {
            let why = "it does not come from the player's own address";
            return self.ignore(now, reply, found, why).await;
        }
        if reply.verdict == GateVerdict::Doubtful {
            let why = "the mail server here could not make sure who sent it";
            return self.ignore(now, reply, found, why).await;
        }
        let mut tables = self.games_of(now, player.id).await?;
        tables.retain(|table| table.row.status == Status::Running);
        let wanted: Vec<String> = reply.lines.iter().find_map(shown).unwrap_or_default();
        let asked = reply.lines.iter().any(|line| shown(line).is_some());
        let fits = |table: &&Listed| {
            let name = table.row.name.to_lowercase();
            wanted.iter().all(|word| name.contains(word))
        };
        let fitting: Vec<&Listed> = tables.iter().filter(fits).collect();
        let chosen = fitting.first().copied().or_else(|| tables.first());
        let nowhere = "its player sits at no table any more";
        let Some(table) = chosen else {
            return self.ignore(now, reply, found, nowhere).await;
        };
        // One that a newer program has gone on with is that one's to answer.
        let live = self.live(&table.row.id).await?;
        let Some(seat) = live.seat_of(player.id) else {
            return self.ignore(now, reply, found, nowhere).await;
        };
        let mut first = Vec::new();
        if !asked {
            first.push(
                "Nothing was done: the letter that you answered speaks of several tables. This \
                 one speaks of one; answer it with orders."
                    .to_owned(),
            );
        } else if fitting.is_empty() {
            let names: Vec<&str> = tables.iter().map(|table| table.row.name.as_str()).collect();
            let names = names.get(..NAMED).unwrap_or(&names).join(", ");
            first.push(format!("No table of yours is called that. There are: {names}."));
        } else if fitting.len() > 1 {
            let names: Vec<&str> = fitting.iter().map(|table| table.row.name.as_str()).collect();
            let names = names.get(..NAMED).unwrap_or(&names).join(", ");
            first.push(format!("Several tables fit: {names}. This is the first."));
        }
        let game = table.row.id.clone();
        let after = live.last_seq();
        let minutes = ReplyTranscript {
            after_seq: after,
            messages: first,
            show_position: true,
            ..ReplyTranscript::default()
        };
        let found = Found { game: Some(game.clone()), seat: Some(seat), ..found };
        let holder = SeatHolder { key, player, game, seat };
        self.settle(now, reply, found, &holder, minutes, Effect::Nothing { awaited: false }).await
    }
}

/// The words behind `show`, if the line begins with it.
fn shown(line: &ReplyLine) -> Option<Vec<String>> {
    match command::read(&line.plain, &line.raw) {
        Request::Show => Some(Vec::new()),
        Request::Order(order) => {
            let order = order.to_lowercase();
            let rest = order.strip_prefix("show ")?;
            Some(rest.split_whitespace().map(str::to_owned).collect())
        }
        _ => None,
    }
}
