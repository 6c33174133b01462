//! Replies to an email about several tables. A line is for the table that it names, as in `Winter:
//! pass`. `show` with part of a table's name requests the email for that table.

use crate::handles::Replies;
use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::play::read_lists::Listed;
use crate::reply::Reply;
use crate::reply::admit::{GateVerdict, same};
use crate::reply::digests::several::{NOWHERE, SeveralTables, Tables};
use crate::reply::digests::tables::{self, Piece, TableName};
use crate::reply::line::ReplyLine;
use crate::reply::reading::command::{self, Request};
use crate::titles;
use ravenpost_log::table::status::Status;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;
use ravenpost_store::post::outbox;

impl Replies<'_> {
    /// Carries out a reply to an email about several tables.
    pub(in crate::reply) async fn answer_digest(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        key: Key,
    ) -> Result<IncomingState, ServiceError> {
        let player = match key.player {
            Some(player) => players::get(self.store().read(), player).await?,
            None => {
                return self
                    .inbox()
                    .ignore(
                        now,
                        reply,
                        found,
                        "its reply key belongs to no \
                player",
                    )
                    .await;
            }
        };
        let tables = self.digest_tables(now, &player, &key).await?;
        let mut lines = reply.lines.clone();
        if let [only] = tables.names.as_slice()
            && tables.only
        {
            // "show winter" in a reply about one table.
            let name = only.name.to_lowercase();
            for line in &mut lines {
                let fits = |words: &Vec<String>| words.iter().all(|word| name.contains(word));
                if shown(line).is_some_and(|words| fits(&words)) {
                    line.plain = "show".to_owned();
                }
            }
        }
        let pieces = tables::pieces(&lines, &tables.names, tables.only);
        let named = pieces.iter().any(|piece| matches!(piece, Piece::Lines { .. }));
        let own = reply.vouched || self.inbox().is_own_sender(reply, &player).await?;
        let doubtful = reply.verdict == GateVerdict::Doubtful && !reply.vouched;
        let why = match () {
            () if !same(&key.address, &player.address) || !own => {
                "it was not sent from your own address"
            }
            () if doubtful => "our mail server could not verify its sender",
            () => "",
        };
        if !why.is_empty() {
            let first = tables.ids.first().filter(|_| named && same(&key.address, &player.address));
            return match first {
                Some(game) => match self.holder_at(&key, &player, game).await? {
                    Some(holder) => {
                        let (game, seat) = (Some(game.clone()), Some(holder.seat));
                        let found = Found { game, seat, ..found };
                        self.inbox().hold(now, reply, found, &holder, why).await
                    }
                    None => self.inbox().ignore(now, reply, found, why).await,
                },
                None => self.inbox().ignore(now, reply, found, why).await,
            };
        }
        if tables.ids.is_empty() {
            return self.inbox().ignore(now, reply, found, NOWHERE).await;
        }
        let work = SeveralTables { service: self.0, now, reply, key, player, tables };
        match reply.lines.iter().find_map(shown).filter(|_| !named) {
            Some(wanted) => work.show(found, &wanted).await,
            None => work.carry_out(found, pieces).await,
        }
    }

    /// Returns the tables that the email is about and at which the player has a seat, or all
    /// running ones if the email is unknown. Tables that wait for the player come first.
    async fn digest_tables(
        self,
        now: DateTime<Utc>,
        player: &Player,
        key: &Key,
    ) -> Result<Tables, ServiceError> {
        let mut listed = self.play().games_of(now, player.id).await?;
        listed.retain(|table| table.row.status != Status::Cancelled);
        let email = match key.email {
            Some(c) => outbox::get(self.store().read(), c).await?.finished,
            None => None,
        };
        let text = email.map(|sent| sent.text).unwrap_or_default();
        let ends = |c: char| !c.is_ascii_alphanumeric();
        let linked = text.split("/games/").skip(1).filter_map(|rest| rest.split(ends).next());
        let about: BTreeSet<&str> = linked.collect();
        // Players also chat before a game starts and after it has ended.
        let known = listed.iter().any(|table| about.contains(table.row.id.as_str()));
        listed.retain(|table| match known {
            true => about.contains(table.row.id.as_str()),
            false => table.row.status == Status::Running,
        });
        let name = |table: &Listed| TableName {
            id: table.row.id.to_string(),
            name: table.row.name.clone(),
            title: table.title.to_owned(),
            verbs: titles::find(&table.row.title).map_or(&[], |title| title.about().verbs),
        };
        let names = listed.iter().map(name).collect();
        // If only one of several tables is left, a line without a name is still ambiguous.
        let only = about.len() == 1 && listed.len() == 1;
        Ok(Tables { ids: listed.into_iter().map(|table| table.row.id).collect(), names, only })
    }
}

/// Returns the words after `show`, if the line begins with it.
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
