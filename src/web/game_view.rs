//! A game as its page shows it: the service's sight put into the order and the words of the page.
//!
//! Works on sights, groups and told facts only; there is no state in here to leak.

use chrono::{DateTime, Utc};

use super::{board, forms, words};
use crate::rules::{Called, Field, Group, Offer, Outcome, Panel, Seat, Viewer};
use crate::service::ServiceError;
use crate::service::course::Status;
use crate::service::read_game::GameSight;
use crate::service::read_lists::SeatName;
use crate::service::story::Step;
use crate::store::chain::short;

/// Steps of the log on the game page itself; the rest has a page of its own.
const RECENT: usize = 40;
/// Up to so many orders, every group stands open.
const FEW: usize = 14;
/// Longer lists stand folded where forms make the same orders.
const LONG: usize = 8;

/// Who looks, when, and in which zone.
#[derive(Clone, Copy)]
pub struct Eyes<'a> {
    pub now: DateTime<Utc>,
    pub zone: chrono_tz::Tz,
    /// Only orders about this area are asked for.
    pub area: Option<&'a str>,
}

/// Everything the game page's template needs.
pub struct GameView {
    /// `/games/...`, without a slash at the end.
    pub address: String,
    pub name: String,
    pub title: &'static str,
    pub title_address: String,
    pub rules: String,
    pub status: Status,
    pub version: u64,
    pub at: u64,
    pub headline: String,
    pub board: String,
    pub text: String,
    pub own: Vec<Panel>,
    pub panels: Vec<Panel>,
    /// What the seats are called, in seat order.
    pub called: Vec<Called>,
    pub seats: Vec<SeatName>,
    pub seat: Option<SeatName>,
    pub waits: Vec<WaitView>,
    pub groups: Vec<GroupView>,
    pub aside: Vec<GroupView>,
    /// How many orders stand in the groups.
    pub offered: usize,
    /// The area the orders are narrowed to.
    pub area: Option<String>,
    pub since: Vec<String>,
    pub log: Vec<Chapter>,
    pub whole_log: bool,
    pub steps: Steps,
    pub take_back: Option<u64>,
    pub outcome: Option<Outcome>,
    pub head: String,
    pub key: String,
}

/// A seat that is awaited.
pub struct WaitView {
    pub seat: SeatName,
    pub ask: String,
    pub since: String,
    pub due: Option<Due>,
    pub mine: bool,
}

/// A deadline in words.
pub struct Due {
    pub machine: String,
    pub moment: String,
    pub left: String,
}

/// A group of orders, with what a page needs to fold and find it.
pub struct GroupView {
    pub id: String,
    /// The card in hand that it plays.
    pub card: Option<String>,
    pub title: String,
    pub note: String,
    pub open: bool,
    pub count: usize,
    /// Whether the list stands folded beneath the forms that make the same orders.
    pub folded: bool,
    pub offers: Vec<Offer>,
    pub forms: Vec<FormView>,
}

/// The orders of a card in hand: the anchor of the first group, and how many in all.
pub struct CardOrders<'a> {
    pub id: &'a str,
    pub count: usize,
}

/// A form that writes an order, with its place among all forms.
pub struct FormView {
    pub at: String,
    pub lead: String,
    pub label: String,
    pub help: String,
    pub fields: Vec<Field>,
}

/// A stretch of the log under one heading, newest step first.
pub struct Chapter {
    pub title: Option<String>,
    pub lines: Vec<Line>,
}

/// One step of the log in words.
pub struct Line {
    pub seq: u64,
    pub at: String,
    pub called: Option<Called>,
    pub texts: Vec<String>,
    pub order: Option<String>,
    pub aside: Option<u64>,
}

/// Where stepping through the game leads from here.
#[derive(Default)]
pub struct Steps {
    pub first: Option<u64>,
    pub before: Option<u64>,
    pub after: Option<u64>,
    /// Whether an earlier step is shown.
    pub past: bool,
}

impl GameView {
    /// Puts a sight into the page's order.
    pub fn of(sight: GameSight, eyes: Eyes) -> Result<GameView, ServiceError> {
        let about = sight.live.title.about();
        let told_from = sight.recent(RECENT);
        let steps = sight.story(told_from)?;
        let linked = areas(&sight.offers);
        let (mut scene, headline, text, own, panels) = match sight.sight.clone() {
            Some(seen) => (seen.scene, seen.headline, seen.text, seen.own, seen.panels),
            None => Default::default(),
        };
        board::mark_last(&mut scene, &steps);
        let address = format!("/games/{}", sight.live.id);
        let target = |area: &String| {
            let orders = format!("{address}?{}#orders", forms::pairs(&[("area", area)]));
            (area.clone(), orders)
        };
        let board = board::svg(&scene, linked.iter().map(target).collect());
        let past = sight.at < sight.version;
        let (before, after) = sight.neighbours();
        let first = sight.live.started();
        let own_seat = sight.seat.and_then(|seat| named(&sight.seats, seat));
        let area = eyes.area.filter(|area| linked.iter().any(|known| known == area));
        let groups = group_views(sight.offers.clone(), area, "o");
        let log = chapters(&steps, &sight, eyes, RECENT);
        Ok(GameView {
            title_address: format!("/titles/{}", about.key),
            rules: format!("/titles/{}/rules", about.key),
            title: about.name,
            called: seat_names(&sight),
            name: sight.course.name.clone(),
            status: sight.live.course.status,
            version: sight.version,
            at: sight.at,
            waits: waits(&sight, eyes),
            offered: groups.iter().map(|group| group.count).sum(),
            area: area.map(ToOwned::to_owned),
            since: since(&steps, sight.viewer),
            aside: group_views(sight.aside.clone(), None, "a"),
            steps: Steps { first: first.filter(|seq| *seq < sight.at), before, after, past },
            take_back: sight.take_back,
            outcome: sight.outcome.clone(),
            head: format!("{}-{}", sight.head.seq, short(&sight.head.hash)),
            key: forms::random(),
            seat: own_seat,
            whole_log: told_from == 0,
            seats: sight.seats,
            address,
            groups,
            log,
            headline,
            board,
            text,
            own,
            panels,
        })
    }

    /// Whether the viewer is asked for an order now.
    pub fn mine(&self) -> bool {
        !self.steps.past && self.waits.iter().any(|wait| wait.mine)
    }

    /// The look of a seat's name, colour and who sits there.
    pub fn sitter(&self, seat: &Seat) -> SeatName {
        named(&self.seats, *seat).expect("an outcome names seats of the table")
    }

    /// Where the orders of a card in hand begin, and how many there are.
    pub fn orders_of(&self, card: &str) -> Option<CardOrders<'_>> {
        let own = |group: &&GroupView| group.card.as_deref() == Some(card);
        let id = &self.groups.iter().find(own)?.id;
        let count = self.groups.iter().filter(own).map(|group| group.count).sum();
        Some(CardOrders { id, count })
    }
}

/// What each seat of the table is called.
fn seat_names(sight: &GameSight) -> Vec<Called> {
    Seat::all(sight.live.course.table.seats).map(|seat| sight.live.called(seat)).collect()
}

fn named(seats: &[SeatName], seat: Seat) -> Option<SeatName> {
    seats.iter().find(|known| known.seat == seat).cloned()
}

fn areas(groups: &[Group]) -> Vec<String> {
    let offers = groups.iter().flat_map(|group| &group.offers);
    let mut areas: Vec<String> = offers.filter_map(|offer| offer.area.clone()).collect();
    areas.sort();
    areas.dedup();
    areas
}

fn waits(sight: &GameSight, eyes: Eyes) -> Vec<WaitView> {
    let course = &sight.course;
    let one = |(seat, wait): (&Seat, &crate::service::course::Wait)| WaitView {
        seat: named(&sight.seats, *seat).expect("awaited seats are seats of the table"),
        ask: wait.ask.clone(),
        since: words::short(wait.since, eyes.zone),
        due: wait.due.map(|due| Due {
            machine: words::machine(due),
            moment: words::moment(due, eyes.zone),
            left: words::left(due, eyes.now),
        }),
        mine: sight.seat == Some(*seat),
    };
    course.waits.iter().map(one).collect()
}

fn group_views(groups: Vec<Group>, area: Option<&str>, prefix: &str) -> Vec<GroupView> {
    let fits = |offer: &Offer| area.is_none_or(|area| offer.area.as_deref() == Some(area));
    let folded =
        |group: &Group| area.is_none() && !group.forms.is_empty() && group.offers.len() > LONG;
    let seen = |group: &Group| if folded(group) { group.forms.len() } else { group.offers.len() };
    let all: usize = groups.iter().map(seen).sum();
    let views = groups.into_iter().enumerate().map(|(at, group)| {
        let folded = folded(&group);
        let offers: Vec<Offer> = group.offers.into_iter().filter(fits).collect();
        let name = group.card.clone().unwrap_or_else(|| group.title.clone());
        let form = |(place, form): (usize, crate::rules::Form)| FormView {
            at: format!("{prefix}.{at}.{place}"),
            lead: form.lead,
            label: form.label,
            help: form.help,
            fields: form.fields,
        };
        GroupView {
            id: format!("{prefix}-{}", words::slug(&name)),
            card: group.card,
            title: group.title,
            note: group.note,
            open: area.is_some() || (all <= FEW && prefix == "o"),
            count: offers.len(),
            folded,
            offers,
            forms: group.forms.into_iter().enumerate().map(form).collect(),
        }
    });
    let mut kept: Vec<GroupView> = Vec::new();
    for mut group in views.filter(|group| area.is_none() || group.count > 0) {
        // Two groups may be about one card; an anchor is one place only.
        if kept.iter().any(|known| known.id == group.id) {
            group.id = format!("{}-{}", group.id, kept.len() + 1);
        }
        kept.push(group);
    }
    kept
}

/// What happened since the viewer's own last order.
fn since(steps: &[Step], viewer: Viewer) -> Vec<String> {
    let Viewer::Seat(seat) = viewer else { return Vec::new() };
    let own = |step: &Step| step.seat == Some(seat) && matches!(step.kind, "ordered" | "lapsed");
    let Some(last) = steps.iter().rposition(own) else { return Vec::new() };
    let later = steps[last + 1..].iter().filter(|step| step.aside.is_none());
    later.flat_map(|step| step.told.iter().map(|told| told.text.clone())).collect()
}

/// The log in chapters, newest first, of at most so many steps.
pub fn chapters(steps: &[Step], sight: &GameSight, eyes: Eyes, most: usize) -> Vec<Chapter> {
    let called = seat_names(sight);
    let mut chapters = vec![Chapter { title: None, lines: Vec::new() }];
    let first = steps.len().saturating_sub(most);
    for step in &steps[first..] {
        let mut line = Line {
            seq: step.seq,
            at: words::short(step.at, eyes.zone),
            called: board::called(&called, &step.seat).cloned(),
            texts: Vec::new(),
            order: step.order.clone(),
            aside: step.aside,
        };
        for told in &step.told {
            if told.chapter {
                let (at, called) = (line.at.clone(), line.called.clone());
                let rest = Line { texts: Vec::new(), order: None, at, called, ..line };
                push(&mut chapters, std::mem::replace(&mut line, rest));
                chapters.push(Chapter { title: Some(told.text.clone()), lines: Vec::new() });
            } else {
                line.texts.push(told.text.clone());
            }
        }
        push(&mut chapters, line);
    }
    for chapter in &mut chapters {
        chapter.lines.reverse();
    }
    chapters.retain(|chapter| chapter.title.is_some() || !chapter.lines.is_empty());
    chapters.reverse();
    chapters
}

fn push(chapters: &mut [Chapter], line: Line) {
    if line.texts.is_empty() && line.order.is_none() {
        return;
    }
    if let Some(chapter) = chapters.last_mut() {
        chapter.lines.push(line);
    }
}
