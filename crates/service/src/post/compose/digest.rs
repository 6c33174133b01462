//! Digests: decides which emails wait to be combined, and for how long, and composes the combined
//! email.

use crate::handles::Composing;
use chrono::{DateTime, Utc};

use super::{Composed, composer::Composer};
use crate::error::ServiceError;
use crate::game::notify::obligations::{is_readers, stale};
use crate::people::mail_choices::MailChoices;
use crate::people::pace::{self, MailPace};
use crate::post::reply_keys::Question;
use ravenpost_emails::kinds::digest::{Digest, TableNews};
use ravenpost_emails::{Frame, NotificationKind, SafeLine};
use ravenpost_log::GameId;
use ravenpost_rules::Viewer;
use ravenpost_store::people::players::Player;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_zone::Zone;

/// Maximum number of lines about what happened at a table.
const LISTED: usize = 10;
/// Maximum number of emails in a digest; the others wait for the next one.
const GATHERED: u32 = 100;

/// Queued emails to be combined.
struct QueuedEmails {
    kind: NotificationKind,
    queued: QueuedEmail,
    id: Option<i64>,
}

impl Composing<'_> {
    /// Returns the time until which an email waits to be combined with others, or `None` if it is
    /// sent now.
    pub(super) async fn waits_until(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let spared = self.spares_until(kind, queued, reader).await?;
        let spared = spared.max(self.reminds_from(kind, queued, reader, now).await?);
        let spared = spared.filter(|then| *then > now);
        let Some(then) = leaves(kind, queued, reader).filter(|then| *then > now) else {
            return Ok(spared);
        };
        let chosen = (!self.presses(queued, then).await?).then_some(then);
        Ok(chosen.max(spared))
    }

    /// Whether an email may be combined with others now.
    async fn joins(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<bool, ServiceError> {
        let then = match leaves(kind, queued, reader) {
            None => self.spares_until(kind, queued, reader).await?,
            chosen => chosen,
        };
        Ok(then.is_some_and(|then| then <= now))
    }

    /// Whether a turn email would arrive when less than half of the time is left.
    async fn presses(
        self,
        queued: &QueuedEmail,
        then: DateTime<Utc>,
    ) -> Result<bool, ServiceError> {
        let (Some(game_id), Some(seat)) = (&queued.game, queued.seat) else { return Ok(true) };
        let game = self.games().load(game_id).await?;
        let wait = game.seats().wait(seat);
        Ok(wait.is_some_and(|wait| {
            wait.due.is_some_and(|due| then > wait.since + (due - wait.since) / 2)
        }))
    }

    /// Returns the digest of this email and all others that may be sent now. Returns `None` if
    /// there are no others.
    pub(super) async fn gathered(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<Option<Composed>, ServiceError> {
        let spared = self.spares_until(kind, queued, reader).await?;
        let reminds = kind.is_reminder() && !self.mentions_lateness(queued).await?;
        if !reminds && leaves(kind, queued, reader).or(spared).is_none() {
            return Ok(None);
        }
        let mut all = vec![QueuedEmails { kind, queued: queued.clone(), id: None }];
        for email in outbox::waiting_for(self.store().read(), reader.id, GATHERED).await? {
            let kind = NotificationKind::find(&email.queued.kind);
            let other = email.queued.message_id != queued.message_id;
            let Some(kind) = kind.filter(|_| other) else { continue };
            let also = reminds && kind.is_reminder();
            let ripe = also || self.joins(now, kind, &email.queued, reader).await?;
            if ripe && self.unwanted(kind, &email.queued, Some(reader)).await?.is_none() {
                all.push(QueuedEmails { kind, queued: email.queued, id: Some(email.id) });
            }
        }
        let all = self.readable(all).await?;
        let ids: Vec<i64> = all.iter().filter_map(|one| one.id).collect();
        let is_in_it = all.first().is_some_and(|one| one.id.is_none());
        if ids.is_empty() && !reminds || !is_in_it {
            return Ok(None);
        }
        let listed: Vec<GameId> = all.iter().filter_map(|one| one.queued.game.clone()).collect();
        let mut tables = self.tables(now, all, reader).await?;
        if reminds && !tables.is_empty() {
            tables.extend(self.also_waiting(now, queued, reader, &tables).await?);
        }
        // If the others are obsolete, the ordinary email says more than a digest would.
        let news: usize = tables.iter().map(|table| table.news.len()).sum();
        if news < 2 || reminds && tables.len() < 2 {
            return Ok(None);
        }
        let waits = self.notifications().what_waits(now, reader.id).await?;
        let frame = self.frame(now, queued, NotificationKind::Digest, Some(reader)).await?;
        let listed: Vec<&GameId> = listed.iter().collect();
        let (more, stop) = match reminds {
            true => (0, self.stop_reminding(kind, queued).await?),
            false => (waits.games_besides(&listed), frame.stop.clone()),
        };
        let frame = Frame { more, stop, ..frame };
        let email = Digest { frame, tables, reminds }.compose();
        let about = QueuedEmail { game: None, seat: None, ..queued.clone() };
        let opens = self.emails().opens(
            now,
            NotificationKind::Digest,
            &about,
            &reader.address,
            Question::default(),
        )?;
        let address = reader.address.clone();
        Ok(Some(Composed::Ready { address, email: Box::new(email), opens, gathers: ids }))
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

    /// Returns the news by table, without emails that are obsolete.
    async fn tables(
        self,
        now: DateTime<Utc>,
        all: Vec<QueuedEmails>,
        reader: &Player,
    ) -> Result<Vec<TableNews>, ServiceError> {
        let mut tables: Vec<TableNews> = Vec::new();
        for QueuedEmails { kind, queued, .. } in all {
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
            let Some(email) = author.clone().write(kind)? else { continue };
            let news = SafeLine::from(email.headline);
            match tables.iter_mut().find(|table| table.game.id == game_id.as_str()) {
                Some(table) if table.news.contains(&news) => {}
                Some(table) => table.news.push(news),
                None => tables.push(author.table_news(news)?),
            }
        }
        let due = |table: &TableNews| table.clock.as_ref().map(|clock| clock.due);
        tables.sort_by_key(|table| (table.ask.is_none(), due(table).is_none(), due(table)));
        Ok(tables)
    }
}

/// Returns when an email is sent that its recipient wants combined, or `None` if it is sent at
/// once.
fn leaves(kind: NotificationKind, queued: &QueuedEmail, reader: &Player) -> Option<DateTime<Utc>> {
    let topic = kind.topic().filter(|_| !kind.leaves_at_once());
    let topic = topic.filter(|topic| pace::can_wait(*topic))?;
    let (game, _) = (queued.game.as_ref()?, queued.seat?);
    let choices = MailChoices::of(&reader.mail);
    let pace = choices.pace_of(topic, Some(game));
    let zone = Zone::or_utc(&reader.zone);
    (pace != MailPace::Immediate).then(|| pace.moment(queued.at, choices.digest_hour, zone))
}

impl Composer<'_> {
    /// Returns an entry without events, for a table that also waits.
    pub(super) fn table_waits(self, news: SafeLine) -> TableNews {
        TableNews {
            seat: self.badge(self.seat),
            news: vec![news],
            happened: Vec::new(),
            more: 0,
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
            ask: self.asked(),
            clock: self.clock(),
            game: self.card,
        })
    }
}
