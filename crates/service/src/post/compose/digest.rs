//! Digests: gathers the emails that are combined, and composes the combined email.

use crate::handles::Composing;
use chrono::{DateTime, Utc};

use super::{Composed, composer::Composer};
use crate::error::ServiceError;
use crate::game::notify::obligations::{is_readers, stale};
use crate::post::compose::timing::send_time;
use crate::post::reply_keys::{Question, ReplyKeys};
use crate::talk::email::back;
use ravenpost_emails::kinds::digest::{Digest, Occasion, TableNews};
use ravenpost_emails::{Frame, NotificationKind, SafeLine};
use ravenpost_log::GameId;
use ravenpost_rules::Viewer;
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::talk::progress::TalkProgress;

/// Maximum number of lines about what happened at a table.
const LISTED: usize = 10;
/// Maximum number of emails in a digest; the others wait for the next one.
const GATHERED: u32 = 100;

/// The contents of a digest.
#[derive(Default)]
struct Gathered {
    tables: Vec<TableNews>,
    /// How far it reports the messages, at each table.
    talk_progress: Vec<TalkProgress>,
}

/// Queued emails to be combined.
struct QueuedEmails {
    kind: NotificationKind,
    queued: QueuedEmail,
    id: Option<i64>,
}

impl Composing<'_> {
    /// Returns the digest of this email and all others that may be sent now. Returns `None` if
    /// there are no others.
    pub(super) async fn gathered(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<Composed>, ServiceError> {
        let limited = self.email_timing().limited_until(kind, queued, reader).await?;
        let reminds = kind.is_reminder() && !self.email_timing().mentions_lateness(queued).await?;
        let chats = kind == NotificationKind::ChatMessage;
        if !(reminds || chats) && send_time(kind, queued, reader).or(limited).is_none() {
            return Ok(None);
        }
        let all = self.combined_emails(now, kind, queued, reader).await?;
        let ids: Vec<i64> = all.iter().filter_map(|one| one.id).collect();
        let is_in_it = all.first().is_some_and(|one| one.id.is_none());
        if ids.is_empty() && !reminds || !is_in_it {
            return Ok(None);
        }
        let listed: Vec<GameId> = all.iter().filter_map(|one| one.queued.game.clone()).collect();
        let occasion = match () {
            () if reminds => Occasion::Reminder,
            () if all.iter().all(|one| one.kind == NotificationKind::ChatMessage) => Occasion::Chat,
            () => Occasion::News,
        };
        let Gathered { mut tables, talk_progress } =
            self.tables(now, all, reader, &queued.message_id).await?;
        if reminds && !tables.is_empty() {
            tables.extend(self.also_waiting(now, queued, reader, &tables).await?);
        }
        // If the others are obsolete, the ordinary email says more than a digest would. It includes
        // the messages of its table.
        let news: usize = tables.iter().map(entries).sum();
        if news < 2 || occasion != Occasion::News && tables.len() < 2 {
            return Ok(None);
        }
        let waits = self.notifications().pending_actions(now, reader.id).await?;
        let listed: Vec<&GameId> = listed.iter().collect();
        let about = QueuedEmail { game: None, seat: None, ..queued.clone() };
        let stopped = stopped_by_digest(kind);
        let frame = Frame {
            more: if reminds { 0 } else { waits.games_besides(&listed) },
            stop: self.stop(stopped, &about).await?,
            stops: stopped.topic(),
            ..self.frame(now, queued, NotificationKind::Digest, Some(reader)).await?
        };
        let email = Digest { frame, tables, occasion }.compose();
        let opens = self.emails().opens(
            now,
            NotificationKind::Digest,
            &about,
            &reader.address,
            Question::default(),
        )?;
        let opens = ReplyKeys { talk_progress, ..opens };
        let address = reader.address.clone();
        Ok(Some(Composed::Ready { address, email: Box::new(email), opens, gathers: ids }))
    }

    /// Returns an email and all others that may be sent with it now.
    async fn combined_emails(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Vec<QueuedEmails>, ServiceError> {
        let mut all = vec![QueuedEmails { kind, queued: queued.clone(), id: None }];
        for email in outbox::waiting_for(self.store().read(), reader.id, GATHERED).await? {
            let other = NotificationKind::find(&email.queued.kind);
            let other = other.filter(|_| email.queued.message_id != queued.message_id);
            let Some(other) = other else { continue };
            let also = match kind {
                NotificationKind::ChatMessage => {
                    let then = send_time(other, &email.queued, reader);
                    other == kind && then.is_none_or(|then| then <= now)
                }
                _ => kind.is_reminder() && other.is_reminder(),
            };
            let combined = also
                || self.email_timing().may_be_combined(now, other, &email.queued, reader).await?;
            if combined && self.unwanted(other, &email.queued, Some(reader)).await?.is_none() {
                all.push(QueuedEmails { kind: other, queued: email.queued, id: Some(email.id) });
            }
        }
        self.readable(all).await
    }

    /// Returns the emails about games that can be read. The others are processed separately, as are
    /// their errors.
    async fn readable(self, all: Vec<QueuedEmails>) -> Result<Vec<QueuedEmails>, ServiceError> {
        let mut readable = Vec::with_capacity(all.len());
        for one in all {
            let game = match &one.queued.game {
                Some(game) => self.games().load(game).await.map(drop),
                None => Ok(()),
            };
            match game {
                Err(ServiceError::Damaged { .. } | ServiceError::NotFound(_)) => {}
                game => game.map(|()| readable.push(one))?,
            }
        }
        Ok(readable)
    }

    /// Returns the news by table, without emails that are obsolete, and the messages that the email
    /// with this Message-ID then includes.
    async fn tables(
        self,
        now: DateTime<Utc>,
        mut all: Vec<QueuedEmails>,
        reader: &Player,
        carrier: &str,
    ) -> Result<Gathered, ServiceError> {
        let Gathered { mut tables, mut talk_progress } = Gathered::default();
        // Other news about a table describes what has happened there.
        all.sort_by_key(|one| one.kind == NotificationKind::ChatMessage);
        for QueuedEmails { kind, queued, id } in all {
            let frame = Box::pin(self.frame(now, &queued, kind, Some(reader))).await?;
            let (Some(game_id), Some(seat), Some(seq)) = (&queued.game, queued.seat, queued.seq)
            else {
                continue;
            };
            let game = self.games().load_from(game_id, seq).await?;
            if stale(&game, kind, Some(seat), seq) || !is_readers(&game, kind, &queued) {
                continue;
            }
            let listed = self.notifications().thread_of(&queued).await?.turn;
            let author = self.author(&game, &queued, seat, seq, frame, listed).await?;
            let news = match kind {
                NotificationKind::ChatMessage => None,
                _ => {
                    let Some(email) = author.clone().write(kind)? else { continue };
                    Some(SafeLine::from(email.headline))
                }
            };
            if let Some(at) = tables.iter().position(|table| table.game.id == game_id.as_str()) {
                let known = &mut tables[at].news;
                let news = news.filter(|news| !known.contains(news));
                known.extend(news);
                continue;
            }
            let words = self.chat().messages_for_email(&game, seat, reader.id, carrier);
            let (heard, upto) = words.await?;
            let table = match news {
                Some(news) => author.table_news(news)?,
                None if heard.is_empty() => continue,
                None => author.table_waits(None),
            };
            tables.push(TableNews { back: back(&heard), heard, ..table });
            talk_progress.extend(upto.map(|upto| TalkProgress { gathered: id, ..upto }));
        }
        let due = |table: &TableNews| table.clock.as_ref().map(|clock| clock.due);
        tables.sort_by_key(|table| (table.ask.is_none(), due(table).is_none(), due(table)));
        Ok(Gathered { tables, talk_progress })
    }
}

/// Counts the entries of a table. Messages alone are one.
fn entries(table: &TableNews) -> usize {
    table.news.len().max(usize::from(!table.heard.is_empty()))
}

/// Returns the kind of email that the stop link of a digest stops, by the email that carries it.
pub(crate) fn stopped_by_digest(carrier: NotificationKind) -> NotificationKind {
    match carrier {
        NotificationKind::ChatMessage => carrier,
        _ if carrier.is_reminder() => carrier,
        _ => NotificationKind::Digest,
    }
}

impl Composer<'_> {
    /// Returns an entry without events, for a table that also waits.
    pub(super) fn table_waits(self, news: Option<SafeLine>) -> TableNews {
        TableNews {
            seat: self.badge(self.seat),
            news: news.into_iter().collect(),
            happened: Vec::new(),
            more: 0,
            heard: Vec::new(),
            back: None,
            ask: self.asked(),
            clock: self.clock(),
            game: self.card,
        }
    }

    fn table_news(self, news: SafeLine) -> Result<TableNews, ServiceError> {
        let viewer = Viewer::Seat(self.seat);
        let mut happened = self.game.narration().since(viewer, self.payload.after_seq)?;
        let more = happened.len().saturating_sub(LISTED);
        happened.drain(..more);
        Ok(TableNews {
            seat: self.badge(self.seat),
            news: vec![news],
            happened,
            more,
            heard: Vec::new(),
            back: None,
            ask: self.asked(),
            clock: self.clock(),
            game: self.card,
        })
    }
}
