//! Carries out a reply that contains lines for several tables.

use crate::handles::Replies;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::Service;
use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::reply::Reply;
use crate::reply::act::account::omit;
use crate::reply::act::texts::{self, NOT_DONE};
use crate::reply::act::{Halt, MOST, Progress, Work};
use crate::reply::admit::{SeatHolder, is_late};
use crate::reply::digests::tables::{self, Piece, TableName};
use crate::reply::line::ReplyLine;
use crate::reply::reading::command::{self, Request};
use crate::reply::reading::grammar::{Fit, Grammar};
use crate::reply::reading::phrases::is_courtesy;
use crate::reply::settle::{Effect, TableAnswer};
use crate::reply::short_answer::{Brief, Recipient};
use ravenpost_emails::parts::line_outcomes::{Account, IgnoredCause, SkipCause};
use ravenpost_emails::{LineOutcome, MARK};
use ravenpost_log::GameId;
use ravenpost_rules::{Group, Seat};
use ravenpost_store::people::players::Player;
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;
use ravenpost_store::post::outbox;

/// Maximum number of tables that a question names.
const NAMED: usize = 20;

pub(in crate::reply) struct Tables {
    pub ids: Vec<GameId>,
    pub names: Vec<TableName>,
    /// The number of tables at which the player has a seat. These come first; the player has left
    /// the others.
    pub seated: usize,
    /// Whether the email is about this one table only.
    pub only: bool,
}

struct Done {
    holder: SeatHolder,
    transcript: ReplyTranscript,
    late: bool,
    /// Whether the reply contains something like an order for it.
    orders: bool,
    acted: bool,
    halt: Halt,
}

/// The game, the player's seat and the listed moves of one table.
struct TableReader {
    game: Arc<Game>,
    seat: Seat,
    offers: Vec<Group>,
}

pub(in crate::reply) struct SeveralTables<'a> {
    pub service: &'a Service,
    pub now: DateTime<Utc>,
    pub reply: &'a Reply,
    pub key: Key,
    pub player: Player,
    pub tables: Tables,
}

impl SeveralTables<'_> {
    /// Sends the email for the table whose name contains these words, or else for the one with the
    /// least time left.
    pub(in crate::reply) async fn show(
        self,
        found: Found,
        wanted: &[String],
    ) -> Result<IncomingState, ServiceError> {
        let names = &self.tables.names;
        let fits = |at: &usize| {
            let name = names[*at].name.to_lowercase();
            wanted.iter().all(|word| name.contains(word) || names[*at].id == *word)
        };
        let seated = 0..self.tables.seated;
        let fitting: Vec<usize> = seated.clone().filter(fits).collect();
        if fitting.is_empty()
            && let Some(left) = (self.tables.seated..names.len()).find(fits)
        {
            let (player, game) = (self.player.id, self.tables.ids[left].clone());
            let replies = self.service.replies();
            return replies.answer_former(self.now, self.reply, found, player, game).await;
        }
        let called = |all: &[usize]| {
            let all = all.iter().take(NAMED).map(|at| tables::label(names, *at));
            all.collect::<Vec<_>>().join(", ")
        };
        let first = match fitting.as_slice() {
            [] => {
                let all: Vec<usize> = seated.collect();
                Some(format!("You have no game of that name. Your games: {}.", called(&all)))
            }
            [_] => None,
            several => {
                Some(format!("Several games match: {}. This is the first.", called(several)))
            }
        };
        let game = &self.tables.ids[fitting.first().copied().unwrap_or_default()];
        let Some(holder) = self.service.replies().holder_at(&self.key, &self.player, game).await?
        else {
            return self.service.inbox().ignore(self.now, self.reply, found, NOWHERE).await;
        };
        let transcript = ReplyTranscript {
            after_seq: self.service.games().load(game).await?.last_seq(),
            messages: first.into_iter().collect(),
            show_position: true,
            ..ReplyTranscript::default()
        };
        let found = Found { game: Some(game.clone()), seat: Some(holder.seat), ..found };
        let effect = Effect::Nothing { order: false };
        self.service.inbox().settle(self.now, self.reply, found, &holder, transcript, effect).await
    }

    /// Carries out each line at its table. If it is unclear which table a line is for, nothing
    /// below it is carried out.
    pub(in crate::reply) async fn carry_out(
        self,
        found: Found,
        pieces: Vec<Piece>,
    ) -> Result<IncomingState, ServiceError> {
        let mut done: Vec<Option<Done>> = self.tables.ids.iter().map(|_| None).collect();
        let (mut loose, mut halted, mut requests) = (Account::default(), false, 0);
        let mut readers = None;
        let last = pieces.iter().rposition(|piece| matches!(piece, Piece::Lines { .. }));
        for (nth, piece) in pieces.into_iter().enumerate() {
            match piece {
                Piece::Heading { table, raw } => {
                    let at_table = self.at_table(&mut done, table).await?;
                    let lines = at_table.map_or(&mut loose, |at| &mut at.transcript.lines);
                    lines.ignore(1, &raw, IgnoredCause::Courtesy);
                }
                Piece::Loose(line) if self.asks(&line, &mut readers).await? => {
                    let all: Vec<usize> = (0..self.tables.seated).collect();
                    self.ask(&mut loose, &line.raw, &all, halted);
                    halted = true;
                }
                Piece::Loose(line) => {
                    let cause = match is_courtesy(&line.raw) {
                        true => IgnoredCause::Courtesy,
                        false => IgnoredCause::Remark,
                    };
                    loose.ignore(1, &line.raw, cause);
                }
                Piece::Ambiguous { raw, tables } => {
                    self.ask(&mut loose, &raw, &tables, halted);
                    halted = true;
                }
                Piece::Lines { lines, .. } if requests > MOST => {
                    let why = texts::too_many(MOST);
                    for line in &lines {
                        loose.skip(1, &line.raw, SkipCause::TooMany, &why);
                    }
                }
                Piece::Lines { table, at, lines } => {
                    let Some(at_table) = self.at_table(&mut done, table).await? else {
                        lines.iter().for_each(|line| {
                            loose.add(1, &line.raw, LineOutcome::Rejected, vec![NO_SEAT.into()]);
                        });
                        continue;
                    };
                    let halt = if halted { Halt::All } else { at_table.halt };
                    let progress = Progress { halt, requests };
                    let own = self.part_of_reply(at, lines, last == Some(nth));
                    let after = self.work(at_table, &own, progress).await?;
                    requests = after.requests;
                    halted |= after.halt == Halt::All;
                }
            }
        }
        self.account_for_quotes(&mut loose).await?;
        self.finish(found, done, loose).await
    }

    /// Returns the part of the reply that is for one table.
    fn part_of_reply(&self, at: usize, lines: Vec<ReplyLine>, last: bool) -> Reply {
        let place = u64::try_from(at).unwrap_or_default().to_be_bytes();
        let sha = Sha256::new().chain_update(self.reply.sha).chain_update(place).finalize();
        let unread = self.reply.unread.clone().filter(|_| last);
        Reply { sha: sha.into(), lines, omitted: Vec::new(), unread, ..self.reply.clone() }
    }

    /// Returns the results so far at a table, or `None` if the player no longer has a seat there.
    async fn at_table<'d>(
        &self,
        done: &'d mut [Option<Done>],
        table: usize,
    ) -> Result<Option<&'d mut Done>, ServiceError> {
        if done[table].is_none() {
            let game_id = &self.tables.ids[table];
            let holder = self.service.replies().holder_at(&self.key, &self.player, game_id).await?;
            let Some(holder) = holder else { return Ok(None) };
            let game = self.service.games().load(game_id).await?;
            done[table] = Some(Done {
                transcript: ReplyTranscript {
                    after_seq: game.last_seq(),
                    ..ReplyTranscript::default()
                },
                late: is_late(&game, &holder)?,
                orders: false,
                acted: false,
                halt: Halt::Nothing,
                holder,
            });
        }
        Ok(done[table].as_mut())
    }

    async fn work(
        &self,
        at_table: &mut Done,
        own: &Reply,
        progress: Progress,
    ) -> Result<Progress, ServiceError> {
        let game = self.service.games().load(&at_table.holder.game).await?;
        let mut work = Work::on(self.service, self.now, own, &at_table.holder, &game);
        (work.progress, work.unlisted) = (progress, true);
        // Boxed, because the future is large.
        Box::pin(work.lines(&game)).await?;
        let Work { transcript, acted, orders, progress, .. } = work;
        let parts = &mut at_table.transcript;
        parts.lines.0.extend(transcript.lines.0);
        parts.messages.extend(transcript.messages);
        parts.receipts.extend(transcript.receipts);
        parts.cite(transcript.rules.iter().map(String::as_str));
        parts.played |= transcript.played;
        parts.show_position |= transcript.show_position;
        at_table.acted |= acted;
        at_table.orders |= orders;
        at_table.halt = progress.halt;
        Ok(progress)
    }

    /// Returns the data needed to read a line as a move at each table.
    async fn readers(&self) -> Result<Vec<TableReader>, ServiceError> {
        let mut readers = Vec::new();
        for game_id in &self.tables.ids {
            let game = self.service.games().load(game_id).await?;
            if let Some(seat) = game.seat_of(self.player.id) {
                readers.push(TableReader { offers: game.position.offers(seat), game, seat });
            }
        }
        Ok(readers)
    }

    /// Whether a line that names no table is a request, so that its table is unclear.
    async fn asks(
        &self,
        line: &ReplyLine,
        readers: &mut Option<Vec<TableReader>>,
    ) -> Result<bool, ServiceError> {
        let order = match command::read(&line.plain, &line.raw) {
            Request::Order(order) if command::is_reserved(&order) => return Ok(false),
            Request::SayToNobody => return Ok(false),
            Request::Order(order) => order,
            _ => return Ok(true),
        };
        if readers.is_none() {
            *readers = Some(self.readers().await?);
        }
        let is_move = |reader: &TableReader| {
            let fit = Grammar::of(&reader.game, reader.seat, &reader.offers).fit(&order);
            matches!(fit, Fit::Order | Fit::Near)
        };
        Ok(readers.iter().flatten().any(is_move))
    }

    /// Asks which of these tables a line is for. The question is asked once per reply.
    fn ask(&self, account: &mut Account, raw: &str, tables: &[usize], asked: bool) {
        if asked {
            return account.skip(1, raw, SkipCause::OpenQuestion, NOT_DONE);
        }
        let names = tables.iter().take(NAMED).map(|at| tables::label(&self.tables.names, *at));
        let question = texts::which_table(&names.collect::<Vec<_>>());
        account.add(1, raw, LineOutcome::Asked, vec![question]);
    }

    /// Accounts for the lines omitted as quotes or signatures.
    async fn account_for_quotes(&self, account: &mut Account) -> Result<(), ServiceError> {
        if self.reply.omitted.is_empty() {
            return Ok(());
        }
        let email = match self.key.email {
            Some(email) => outbox::get(self.service.store().read(), email).await?.finished,
            None => None,
        };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = email.map(|sent| words(&sent.text)).unwrap_or_default();
        let ours = |line: &str| {
            let line = words(line.trim_start_matches(['>', ' ', '|']));
            line.contains(MARK) || (line.chars().count() > 3 && text.contains(&line))
        };
        omit(account, &self.reply.omitted, ours);
        Ok(())
    }

    /// Answers for each table that was named, or for the first one if none was.
    async fn finish(
        self,
        found: Found,
        mut done: Vec<Option<Done>>,
        loose: Account,
    ) -> Result<IncomingState, ServiceError> {
        let SeveralTables { service, now, reply, .. } = self;
        if done.iter().all(Option::is_none) {
            self.at_table(&mut done, 0).await?;
        }
        let mut done: Vec<Done> = done.into_iter().flatten().collect();
        let Some(first) = done.first_mut() else {
            return service.inbox().ignore(now, reply, found, NOWHERE).await;
        };
        first.transcript.lines.0.extend(loose.0);
        let (mut answers, mut left) = (Vec::new(), Vec::new());
        for Done { holder, mut transcript, late, orders, acted, .. } in done {
            if !service.inbox().sits(&holder).await? {
                // The seat was given up: report results, but show nothing of the game.
                left.push((texts::in_one_paragraph(&transcript), holder.game));
                continue;
            }
            service.replies().round_off(reply, &holder, late, &mut transcript).await?;
            let effect = if acted { Effect::Acted } else { Effect::Nothing { order: orders } };
            answers.push((holder, transcript, effect));
        }
        let Some((holder, transcript, _)) = answers.first_mut() else {
            let said = left.iter().map(|(said, _)| said.as_str()).collect::<Vec<_>>().join(" ");
            let Some((_, game)) = left.pop() else {
                return service.inbox().ignore(now, reply, found, NOWHERE).await;
            };
            let brief = Brief::of(Recipient::Player(self.player.id), game, said);
            return service.replies().settle_briefly(now, reply, found, brief).await;
        };
        transcript.messages.extend(left.into_iter().map(|(said, _)| said));
        let (game, seat) = (Some(holder.game.clone()), Some(holder.seat));
        let found = Found { game, seat, ..found };
        let answers = answers.iter().map(|(holder, transcript, effect)| TableAnswer {
            holder,
            transcript: transcript.clone(),
            effect: *effect,
        });
        service.inbox().settle_all(now, reply, found, answers.collect()).await
    }
}

pub(in crate::reply) const NOWHERE: &str = "the player is in no running game";
const NO_SEAT: &str = "Not done: you are no longer in this game.";

impl Replies<'_> {
    /// Returns the player's seat at a table, with what was known when the email was sent.
    pub(in crate::reply) async fn holder_at(
        self,
        key: &Key,
        player: &Player,
        game_id: &GameId,
    ) -> Result<Option<SeatHolder>, ServiceError> {
        let game = self.games().load(game_id).await?;
        let Some(seat) = game.seat_of(player.id) else { return Ok(None) };
        let known = game.log.iter().rev().find(|entry| entry.event.at <= key.made_at);
        let known_seq = known.map(|entry| entry.event.seq);
        let asked_seq = match known_seq {
            Some(seq) if seq < game.last_seq() => {
                game.history().at(seq)?.seats().wait(seat).map(|wait| wait.asked_at)
            }
            _ => game.seats().wait(seat).map(|wait| wait.asked_at),
        };
        let (game_id, own) = (game_id.clone(), Some(game_id.clone()));
        let key = Key { game: own, seat: Some(seat), known_seq, asked_seq, ..key.clone() };
        Ok(Some(SeatHolder { key, player: player.clone(), game: game_id, seat }))
    }
}
