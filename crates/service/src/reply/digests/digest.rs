//! Replies to an email about several tables. A line is for the table that it names, as in `Winter:
//! pass`. `show` with part of a table's name requests the email for that table.

use crate::handles::Replies;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::play::read_lists::Listed;
use crate::reply::Reply;
use crate::reply::admit::same;
use crate::reply::digests::several::{NOWHERE, SeveralTables, Tables};
use crate::reply::digests::tables::{self, Piece, TableName};
use crate::reply::line::ReplyLine;
use crate::reply::reading::command::{self, Request};
use crate::titles;
use ravenpost_log::GameId;
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
        let Some(player) = key.player else {
            let why = "its reply key belongs to no player";
            return self.inbox().ignore(now, reply, found, why).await;
        };
        let player = players::get(self.store().read(), player).await?;
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
        let doubtful = reply.verdict.is_doubtful() && !reply.vouched;
        let why = match () {
            () if !same(&key.address, &player.address) || !own => {
                "it was not sent from your own address"
            }
            () if doubtful => "our mail server could not verify its sender",
            () => "",
        };
        if !why.is_empty() {
            let is_current = same(&key.address, &player.address);
            let first = tables.ids.first().filter(|_| named && is_current);
            let holder = match first {
                Some(game) => self.holder_at(&key, &player, game).await?,
                None => None,
            };
            let Some(holder) = holder else {
                return self.inbox().ignore(now, reply, found, why).await;
            };
            let (game, seat) = (Some(holder.game.clone()), Some(holder.seat));
            let found = Found { game, seat, ..found };
            return self.inbox().hold(now, reply, found, &holder, why).await;
        }
        if tables.seated == 0 {
            return match tables.ids.into_iter().next() {
                Some(game) => self.answer_former(now, reply, found, player.id, game).await,
                None => self.inbox().ignore(now, reply, found, NOWHERE).await,
            };
        }
        let work = SeveralTables { service: self.0, now, reply, key, player, tables };
        match reply.lines.iter().find_map(shown).filter(|_| !named) {
            Some(wanted) => work.show(found, &wanted).await,
            None => work.carry_out(found, pieces).await,
        }
    }

    /// Returns the tables that the email is about, or all running ones of the player if the email
    /// is unknown. Tables that wait for the player come first, those that the player has left last.
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
        let about = email.map(|sent| tables_in(&sent.text)).unwrap_or_default();
        let left = self.tables_left(player, &about).await;
        // Players also chat before a game starts and after it has ended.
        let known = !left.is_empty() || listed.iter().any(|table| about.contains(&table.row.id));
        listed.retain(|table| match known {
            true => about.contains(&table.row.id),
            false => table.row.status == Status::Running,
        });
        let name = |table: &Listed| TableName {
            id: table.row.id.to_string(),
            name: table.row.name.clone(),
            title: table.title.to_owned(),
            verbs: titles::find(&table.row.title).map_or(&[], |title| title.about().verbs),
        };
        let mut names: Vec<TableName> = listed.iter().map(name).collect();
        let mut ids: Vec<GameId> = listed.into_iter().map(|table| table.row.id).collect();
        let seated = ids.len();
        // If only one of several tables is left, a line without a name is still ambiguous.
        let only = about.len() == 1 && seated == 1;
        for (id, name) in left {
            ids.push(id);
            names.push(name);
        }
        Ok(Tables { ids, names, seated, only })
    }

    /// Returns those of the tables at which the player no longer has a seat. Games that cannot be
    /// read are left out.
    async fn tables_left(self, player: &Player, about: &[GameId]) -> Vec<(GameId, TableName)> {
        let mut left = Vec::new();
        for game_id in about {
            let Ok(game) = self.games().load(game_id).await else { continue };
            if game.seat_of(player.id).is_some() {
                continue;
            }
            let title = game.title.about();
            let name = TableName {
                id: game_id.to_string(),
                name: game.status.name.clone(),
                title: title.name.to_owned(),
                verbs: title.verbs,
            };
            left.push((game_id.clone(), name));
        }
        left
    }
}

/// Returns the tables that one of our emails is about. The link to each is a paragraph of its own.
/// Names and messages, which players write, never are: they may contain links to other tables.
fn tables_in(text: &str) -> Vec<GameId> {
    let table = |paragraph: &str| {
        let link = paragraph.trim_end_matches('\n');
        let (server, game) = link.strip_suffix("/talk").unwrap_or(link).rsplit_once("/games/")?;
        let whole = server.contains("://") && !link.contains(char::is_whitespace);
        GameId::parse(game).filter(|_| whole)
    };
    let mut tables: Vec<GameId> = Vec::new();
    for game in text.split("\n\n").filter_map(table) {
        if !tables.contains(&game) {
            tables.push(game);
        }
    }
    tables
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

#[cfg(test)]
mod tests {
    use super::tables_in;

    #[test]
    fn only_our_own_links_identify_a_table() {
        let text = "Hello Ann,\n\nHTTPS://A.EXAMPLE/GAMES/123\n\n\
            https://a.example/games/w7k2p9\n\n- Your turn\n\nSPRING\n\n\
            https://a.example/games/b2/talk\n\n- B Bo to you:\n  https://a.example/games/c3\n\n\
            HOW TO REPLY\n\nx/games/d4: say all: YOUR MESSAGE\n\n\
            https://a.example/games/e5 is nice\n\n\
            Email settings: https://a.example/settings\nhttps://a.example/games/f6\n";
        let tables: Vec<String> = tables_in(text).iter().map(ToString::to_string).collect();
        assert_eq!(tables, ["w7k2p9", "b2"]);
    }
}
