//! `audit`: verifies the log and reports the events at which a check fails.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::Serialize;

use crate::cli::game::{game_id, looking};
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on};
use ravenpost_log::{Broken, GameId};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_service::game::fairness::audit::Audited;
use ravenpost_service::{Service, ServiceError};
use ravenpost_store::lists::dangling::Loose;
use ravenpost_store::log::audit::{self, Report};
use ravenpost_store::log::unsealed::{self, Unsealed};

/// Verify the log: hash chain, folded facts, and every order under the current rules
///
/// Checks the following:
///   - the hash chain of all events, and the log against replies, emails, the list of games and the
///     daily seals;
///   - the stored facts, by folding them again, and each title's invariants;
///   - every seal against the data it covers, the secret of the dice against its commitment, and
///     every random draw;
///   - references between tables;
///   - whether each act was allowed at its time (docs/organise/conduct.md);
///   - each order, by deciding it again with the same dice.
///
/// A different result is damage if the same version of the rules decided the order. Otherwise it is
/// reported as `differs`, and the stored facts remain valid. Exits with 1 on damage, and with
/// --strict also on differences.
///
/// For an intact log, the last line is its root: one hash over all games. Store it, together with
/// the number of events, where this machine cannot write. If any earlier event has changed since,
/// --upto with that number prints a different root.
///
/// Examples:
///   ravenpost audit
///   ravenpost audit --upto 18250
///   ravenpost audit k3v9w2mq7xhd --json
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Audit {
    /// Audit only this game: its id or page URL
    #[arg(value_parser = game_id)]
    game: Option<GameId>,
    /// Verify only the chain and the root of the first EVENTS events
    #[arg(long, value_name = "EVENTS", conflicts_with = "game")]
    upto: Option<u64>,
    /// Treat differences as failures
    #[arg(long)]
    strict: bool,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Default)]
struct Findings {
    games: usize,
    events: u64,
    orders: u64,
    broken: Vec<AuditFinding>,
    /// Games continued by a newer version, of which only the chain was verified, and emails of a
    /// newer version.
    newer: Vec<AuditFinding>,
    differs: Vec<AuditFinding>,
    root: Option<String>,
}

#[derive(Serialize)]
struct AuditFinding {
    game: String,
    #[serde(flatten)]
    place: FoundAt,
    what: String,
}

/// The placeholder for findings that concern no particular game.
const ANY: &str = "of any name";

/// The location of a finding. Chain and store use event numbers, everything else uses step numbers.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum FoundAt {
    Event(Seq),
    Step(Step),
    Seal(NaiveDate),
    /// A derived table.
    Table(&'static str),
}

impl std::fmt::Display for FoundAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FoundAt::Event(event) => write!(f, "event {event}"),
            FoundAt::Step(step) => write!(f, "step {step}"),
            FoundAt::Seal(day) => write!(f, "seal of {day}"),
            FoundAt::Table(table) => write!(f, "table {table}"),
        }
    }
}

impl Audit {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let found = block_on(async {
            let service = looking(&config).await?;
            match (&self.game, self.upto) {
                (Some(game), _) => one(&service, game).await,
                (None, Some(events)) => {
                    let report = audit::upto(service.store().read(), events).await?;
                    let (games, there) = (report.heads.len(), report.events);
                    let mut found = Findings { games, ..Findings::of(report) };
                    found.reaches(events, there);
                    Ok(found)
                }
                (None, None) => all(&service).await,
            }
        })?;
        if self.json {
            out.line(serde_json::to_string_pretty(&found)?)?;
        } else {
            found.tell(out)?;
        }
        let judged = found.broken.is_empty() && found.newer.is_empty();
        Ok(Done::when(judged && (found.differs.is_empty() || !self.strict)))
    }
}

/// Audits the whole log: first all chains, then every game with a sound chain.
async fn all(service: &Service) -> anyhow::Result<Findings> {
    let report = audit::whole(service.store().read(), |_| {}).await?;
    let sound: Vec<GameId> = report.heads.keys().cloned().collect();
    let mut found = Findings::of(report);
    for game in &sound {
        found.add(service, game).await?;
    }
    found.seals(unsealed::all(service.store().read(), NaiveDate::MAX).await?);
    found.loose(service.loose_rows().await?);
    Ok(found)
}

async fn one(service: &Service, game: &GameId) -> anyhow::Result<Findings> {
    let report = audit::game(service.store().read(), game).await?;
    let mut found = Findings { root: None, ..Findings::of(report) };
    if found.broken.is_empty() {
        found.add(service, game).await?;
    }
    let mut unsealed = unsealed::all(service.store().read(), NaiveDate::MAX).await?;
    unsealed
        .retain(|one| matches!(one, Unsealed::Game(missing) if missing.id.as_ref() == Some(game)));
    found.seals(unsealed);
    let mut loose = service.loose_rows().await?;
    loose.retain(|row| row.game == game.as_str());
    found.loose(loose);
    Ok(found)
}

fn of(broken: Broken) -> AuditFinding {
    let what = format!("{} (position {})", broken.what, broken.position);
    AuditFinding { game: broken.game, place: FoundAt::Event(broken.seq), what }
}

impl Findings {
    /// Converts the result of the chain check. Sound games are counted later, when they are
    /// audited.
    fn of(report: Report) -> Findings {
        let root = report.root().map(|root| root.hex());
        let broken: Vec<AuditFinding> = report.broken.into_iter().map(of).collect();
        let ids: BTreeSet<&str> = broken.iter().map(|one| one.game.as_str()).collect();
        let (games, events) = (ids.len(), report.events);
        Findings { games, events, broken, root, ..Findings::default() }
    }

    /// Reports a log that is shorter than the requested length, and so has no root of that length.
    fn reaches(&mut self, events: u64, there: u64) {
        if there < events {
            self.root = None;
            let what = format!(
                "the log ends after {there} events; a root stored after {events} events belongs to \
                 a longer log"
            );
            let place = FoundAt::Event(Seq(events));
            self.broken.push(AuditFinding { game: ANY.to_owned(), place, what });
        }
    }

    /// Audits one game whose chain is sound.
    async fn add(&mut self, service: &Service, game: &GameId) -> anyhow::Result<()> {
        let finding = |place, what: String| AuditFinding { game: game.to_string(), place, what };
        let audited = match service.fairness().audit_game(game).await {
            Ok(audited) => audited,
            Err(why @ (ServiceError::NotFound(_) | ServiceError::Denied(_))) => {
                return Err(why.into());
            }
            Err(ServiceError::Damaged { why, newer: true, .. }) => {
                self.newer.push(finding(FoundAt::Event(Seq::NONE), why));
                Audited::default()
            }
            // An unreadable log is a finding, not an error of the audit.
            Err(why) => {
                self.broken.push(finding(FoundAt::Event(Seq::NONE), why.to_string()));
                Audited::default()
            }
        };
        self.games += 1;
        self.orders += audited.orders;
        let end = audited.head.map_or(Seq::NONE, |head| head.seq);
        self.broken.extend(audited.broken.clone().map(of));
        let (opening, end) = (FoundAt::Event(Seq(1)), FoundAt::Event(end));
        self.broken.extend(audited.secret.map(|what| finding(opening, what.to_owned())));
        self.broken.extend(
            audited.books.clone().map(|what| finding(end, format!("invariant violated: {what}"))),
        );
        let wrongs = audited.wrongs().into_iter();
        self.broken.extend(wrongs.map(|(step, why)| finding(FoundAt::Step(step), why)));
        let changed = audited.changed.into_iter();
        self.differs.extend(changed.map(|(step, how)| finding(FoundAt::Step(step), how)));
        Ok(())
    }

    /// Reports disagreements with the seals, and drops the root if there are any.
    fn seals(&mut self, unsealed: Vec<Unsealed>) {
        self.root = self.root.take().filter(|_| unsealed.is_empty());
        self.broken.extend(unsealed.into_iter().map(|unsealed| match unsealed {
            Unsealed::Seal(day) => AuditFinding {
                game: ANY.to_owned(),
                place: FoundAt::Seal(day),
                what: "it does not match the data it covers, or the previous seal".to_owned(),
            },
            Unsealed::Row(row) => AuditFinding {
                game: ANY.to_owned(),
                place: FoundAt::Table("seal"),
                what: format!("a seal row cannot be read: {row}"),
            },
            Unsealed::Game(missing) => AuditFinding {
                game: missing.game(),
                place: FoundAt::Step(missing.step),
                what: missing.to_string(),
            },
        }));
    }

    /// Reports inconsistent rows of derived tables. They do not affect the root of the log.
    fn loose(&mut self, rows: Vec<Loose>) {
        for Loose { table, game, what, newer } in rows {
            let game = if game.is_empty() { ANY.to_owned() } else { game };
            let found = if newer { &mut self.newer } else { &mut self.broken };
            found.push(AuditFinding { game, place: FoundAt::Table(table), what });
        }
    }

    fn tell(&self, out: &mut Out) -> anyhow::Result<()> {
        for AuditFinding { game, place, what } in &self.newer {
            out.line(match place {
                FoundAt::Table(_) => format!("NEWER   game {game}, {place}: {what}"),
                _ => {
                    format!("NEWER   game {game}: chain intact; {what}; audit it with that version")
                }
            })?;
        }
        for (word, findings) in [("BROKEN", &self.broken), ("differs", &self.differs)] {
            for AuditFinding { game, place, what } in findings {
                out.line(format!("{word}  game {game}, {place}: {what}"))?;
            }
        }
        let Findings { games, events, orders, .. } = self;
        out.line(format!("{games} games, {events} events, {orders} orders decided again"))?;
        let (broken, differs) = (self.broken.len(), self.differs.len());
        out.line(format!("{broken} broken, {differs} decided differently by the current rules"))?;
        if let Some(root) = &self.root {
            out.line(format!("root {root} after {events} events"))?;
        }
        Ok(())
    }
}
