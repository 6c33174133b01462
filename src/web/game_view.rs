//! A game as its page shows it: the service's sight put into the order and the words of the page.
//!
//! Works on sights, groups and told facts only; there is no state in here to leak.

use super::board::{Drawn, seat_names};
use super::ending::Ending;
use super::eyes::Eyes;
use super::news::{self, Chapter, Lapse, News};
use super::talk_view::TalkView;
use super::time_bar::TimeBar;
use super::vote_view::VoteView;
use super::{board, forms, paths, words};
use crate::letters::you::to_you;
use crate::rules::act::Fork;
use crate::rules::phrase::unwrapped;
use crate::rules::{Called, Field, Form, Group, Offer, Panel, Seat, Sight};
use crate::service::ServiceError;
use crate::service::game::contract;
use crate::service::game::course::Status;
use crate::service::game::hindsight::Light;
use crate::service::game::seat_names::SeatName;
use crate::service::game::story::Step;
use crate::service::play::look::{Compared, Eye};
use crate::service::play::read_game::GameSight;
use crate::store::GameId;
use crate::store::chain::short;
use crate::store::lists::games::GameRow;

/// Steps of the log on the game page itself; the rest has a page of its own.
const RECENT: usize = 40;
/// Up to so many orders, every group stands open.
const FEW: usize = 14;
/// Where there are more forms than this, groups of nothing but forms stand folded.
const FORMS: usize = 6;
/// Longer lists stand folded where forms make the same orders.
const LONG: usize = 8;
/// Columns at which titles break the board in words; the page breaks it by itself.
const BROKEN_AT: usize = 72;

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
    pub board: Drawn,
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
    /// Whether orders are written from what lies at places of the board, and none is chosen.
    pub by_place: bool,
    /// The area the orders are narrowed to.
    pub area: Option<String>,
    /// What it is called.
    pub area_name: String,
    pub news: News,
    /// The viewer's deadlines that passed since its last order.
    pub lapses: Vec<Lapse>,
    pub log: Vec<Chapter>,
    pub whole_log: bool,
    pub bar: TimeBar,
    /// How the step shown differs from another.
    pub compared: Option<Compared>,
    /// What has come to light since the step shown, where that is asked for.
    pub since: Option<Vec<Light>>,
    /// All hands, where a replay shows them.
    pub hands: Vec<Hand>,
    pub take_back: Option<String>,
    /// For the viewer's last order, if others do not know all of it.
    pub receipt: Option<String>,
    pub ending: Option<Ending>,
    pub head: String,
    /// The game that it is a fork of, its address and the step.
    pub fork: Option<ForkOf>,
    /// Forks of this game that the viewer may see.
    pub forks: Vec<ForkLink>,
    /// Where it was played, if not here.
    pub origin: Option<String>,
    pub key: String,
    /// Where an order is looked at before it is given, and what its forms carry along.
    pub try_at: String,
    pub carried: Vec<(String, String)>,
    /// Who looks after the table, where that is one who plays there.
    pub organiser: Option<String>,
    /// Why the organiser has stopped the game, if it is stopped.
    pub frozen: Option<String>,
    /// Whether a seat waits for whoever comes first.
    pub vacant: bool,
    /// What is put to the vote.
    pub vote: Option<VoteView>,
    /// The step shown, where a seat may propose to go back to it.
    pub goes_back: Option<u64>,
    /// Words and notes; nothing for who has no seat.
    pub talk: Option<TalkView>,
}

/// A seat that is awaited.
pub struct WaitView {
    pub seat: SeatName,
    pub ask: String,
    pub since: String,
    pub due: Option<Due>,
    pub mine: bool,
    /// What is played for the viewer's own seat when time runs out.
    pub then: Option<Then>,
}

/// A fallback, as written and in words.
pub struct Then {
    pub order: String,
    /// Empty where the words say no more than the order.
    pub words: String,
}

/// A deadline in words.
pub struct Due {
    pub machine: String,
    pub moment: String,
    pub left: String,
    /// Whether less than a fifth of the time is left.
    pub short: bool,
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
    pub offers: Vec<Numbered>,
    pub forms: Vec<FormView>,
}

/// An order with its number in the list that letters show as well; none for what is not awaited.
pub struct Numbered {
    pub number: Option<usize>,
    pub offer: Offer,
}

/// The orders of a card in hand: the anchor of the first group, and how many in all.
pub struct CardOrders<'a> {
    pub id: &'a str,
    pub count: usize,
}

/// A form that writes an order, with its place among all forms.
pub struct FormView {
    pub at: String,
    /// Whether it gives its order at once: a line of a sheet can be struck off again.
    pub quick: bool,
    pub lead: String,
    pub label: String,
    pub help: String,
    pub fields: Vec<Field>,
}

/// Where a game was forked from.
pub struct ForkOf {
    pub address: String,
    pub step: u64,
    /// From whose knowledge, if not from how it truly stood.
    pub eye: Option<Called>,
    /// Whether it is from what everybody may know.
    pub open: bool,
}

/// A fork of the game.
pub struct ForkLink {
    pub address: String,
    pub name: String,
    /// Whether it waits for those who were asked along.
    pub waits: bool,
}

/// What every seat had in its hand: for replays.
pub struct Hand {
    pub called: Called,
    pub panels: Vec<Panel>,
}

impl GameView {
    /// Puts a sight into the page's order.
    pub fn of(mut sight: GameSight, eyes: Eyes) -> Result<GameView, ServiceError> {
        call_oneself_you(&mut sight);
        let steps = sight.story(sight.recent(RECENT))?;
        let mut seen = sight.sight.take().unwrap_or_default();
        match &sight.compared {
            Some(compared) => board::mark_changed(&mut seen.scene, &compared.changes.areas),
            None => board::mark_last(&mut seen.scene, &steps),
        }
        let linked = areas(&sight.offers, &sight.places);
        GameView::with(sight, eyes, &steps, (seen, linked))
    }

    /// The same page, but with the board and all that lies on the table as they would be.
    pub fn showing(
        mut sight: GameSight,
        eyes: Eyes,
        would_be: Sight,
    ) -> Result<GameView, ServiceError> {
        call_oneself_you(&mut sight);
        let steps = sight.story(sight.recent(RECENT))?;
        GameView::with(sight, eyes, &steps, (would_be, Vec::new()))
    }

    /// `seen` is shown as the board and what lies on the table; areas that are `linked` lead to
    /// their orders.
    fn with(
        mut sight: GameSight,
        eyes: Eyes,
        steps: &[Step],
        (seen, linked): (Sight, Vec<String>),
    ) -> Result<GameView, ServiceError> {
        let about = sight.live.title.about();
        let target = |area: &String| (area.clone(), paths::orders_about(&sight.live.id, area));
        let board = board::drawn(&seen.scene, linked.iter().map(target).collect());
        let bar = TimeBar::of(&sight, eyes)?;
        let called = seat_names(&sight);
        let vote = VoteView::of(&sight.live, sight.seat.map(Some), eyes).filter(|_| !bar.past);
        let own_seat = sight.seat.and_then(|seat| named(&sight.seats, seat));
        let area = eyes.area.filter(|area| linked.iter().any(|known| known == area));
        let waits = waits(&sight, eyes);
        let mut groups = group_views(std::mem::take(&mut sight.offers), area, "o");
        let place = sight.places.iter().position(|(slug, _)| Some(slug.as_str()) == area);
        let name = area.map(|area| area_name(&seen, area)).unwrap_or_default();
        groups.extend(place.map(|at| place_view(name.clone(), &sight.places[at].1, at)));
        let aside = group_views(std::mem::take(&mut sight.aside), None, "a");
        let log = news::chapters(steps, &sight, eyes, RECENT);
        let hands = std::mem::take(&mut sight.hands).into_iter();
        let hand = |(seat, panels): (Seat, Vec<Panel>)| Hand {
            called: called[seat.index()].clone(),
            panels,
        };
        let receipt = sight.seat.and_then(|seat| sight.live.last_receipt(seat));
        Ok(GameView {
            since: (sight.look.eye == Eye::Now).then(|| std::mem::take(&mut sight.since)),
            hands: hands.map(hand).collect(),
            receipt: receipt.map(|receipt| receipt.hash.hex()),
            address: paths::game(&sight.live.id),
            title_address: paths::title(about),
            rules: paths::rules(about),
            title: about.name,
            name: sight.course.name.clone(),
            status: sight.live.course.status,
            version: sight.version,
            at: sight.at,
            waits,
            offered: groups.iter().map(|group| group.count).sum(),
            by_place: area.is_none() && !sight.places.is_empty(),
            area: area.map(ToOwned::to_owned),
            area_name: name,
            news: news::news(steps, &sight, eyes),
            lapses: if bar.past { Vec::new() } else { news::lapses(steps, &sight, eyes) },
            aside,
            bar,
            compared: sight.compared.take(),
            take_back: sight.take_back.clone(),
            ending: Ending::of(&sight, &sight.seats),
            head: format!("{}-{}", sight.version, short(&sight.head)),
            fork: sight.course.fork.as_ref().map(|fork| fork_of(&sight, fork)),
            forks: sight.forks.iter().map(fork_link).collect(),
            origin: sight.live.origin.as_deref().map(|origin| words::came(origin, eyes.zone)),
            key: forms::random(),
            try_at: format!("{}/preview", paths::game(&sight.live.id)),
            carried: Vec::new(),
            vacant: sight.live.course.looks_for_somebody(),
            vote,
            goes_back: sight.goes_back(),
            organiser: contract::playing_organiser(&sight.live),
            frozen: sight.live.course.frozen.as_ref().map(|frozen| frozen.reason.clone()),
            talk: TalkView::of(&sight, eyes),
            seat: own_seat,
            whole_log: sight.recent(RECENT) == 0,
            seats: sight.seats,
            groups,
            log,
            headline: seen.headline,
            board,
            text: unwrapped(&seen.text, BROKEN_AT),
            own: seen.own,
            panels: seen.panels,
            called,
        })
    }

    /// Whether the viewer sits there.
    pub fn is_own(&self, one: &SeatName) -> bool {
        self.seat.as_ref().is_some_and(|own| own.seat == one.seat)
    }

    /// Whether the viewer is asked for an order now.
    pub fn mine(&self) -> bool {
        !self.bar.past && self.waits.iter().any(|wait| wait.mine)
    }

    /// Where the orders of a card in hand begin, and how many there are.
    pub fn orders_of(&self, card: &str) -> Option<CardOrders<'_>> {
        let own = |group: &&GroupView| group.card.as_deref() == Some(card);
        let id = &self.groups.iter().find(own)?.id;
        let count = self.groups.iter().filter(own).map(|group| group.count).sum();
        Some(CardOrders { id, count })
    }
}

fn fork_of(sight: &GameSight, fork: &Fork) -> ForkOf {
    let game = GameId::parse(&fork.game).map(|game| paths::game(&game));
    ForkOf {
        address: format!("{}?at={}#when", game.unwrap_or_default(), fork.step),
        step: fork.step,
        eye: fork.eye.map(|seat| sight.live.called(seat)),
        open: fork.open,
    }
}

fn fork_link(row: &GameRow) -> ForkLink {
    let waits = row.status == Status::Open;
    ForkLink { address: paths::game(&row.id), name: row.name.clone(), waits }
}

/// On one's own page one is called so.
fn call_oneself_you(sight: &mut GameSight) {
    for one in sight.seats.iter_mut().filter(|one| Some(one.seat) == sight.seat) {
        one.name = Some("you".to_owned());
    }
}

fn named(seats: &[SeatName], seat: Seat) -> Option<SeatName> {
    seats.iter().find(|known| known.seat == seat).cloned()
}

fn areas(groups: &[Group], places: &[(String, Vec<Form>)]) -> Vec<String> {
    let offers = groups.iter().flat_map(|group| &group.offers);
    let mut areas: Vec<String> = offers.filter_map(|offer| offer.area.clone()).collect();
    areas.extend(places.iter().map(|(area, _)| area.clone()));
    areas.sort();
    areas.dedup();
    areas
}

fn waits(sight: &GameSight, eyes: Eyes) -> Vec<WaitView> {
    let course = &sight.course;
    // No clock runs while the game stands still.
    if course.still_since().is_some() {
        return Vec::new();
    }
    let one = |(seat, wait): (&Seat, &crate::service::game::course::Wait)| WaitView {
        seat: named(&sight.seats, *seat).expect("awaited seats are seats of the table"),
        ask: match sight.seat == Some(*seat) {
            true => to_you(&wait.ask, &sight.live.called(*seat).name),
            false => wait.ask.clone(),
        },
        since: words::short(wait.since, eyes.zone),
        due: wait.due.map(|due| Due {
            machine: words::machine(due),
            moment: words::moment(due, eyes.zone),
            left: words::left(due, eyes.now),
            short: (due - eyes.now) * 5 < due - wait.since,
        }),
        mine: sight.seat == Some(*seat),
        then: sight
            .fallback
            .clone()
            .filter(|_| sight.seat == Some(*seat))
            .map(|order| Then { words: in_words(&sight.offers, &order), order }),
    };
    course.waits.iter().map(one).collect()
}

/// What an offered order is called; empty where its name says no more than the order itself.
fn in_words(groups: &[Group], order: &str) -> String {
    let mut offers = groups.iter().flat_map(|group| &group.offers);
    let known = offers.find(|offer| offer.order == order);
    known
        .filter(|offer| !words::alike(&offer.words, order))
        .map_or(String::new(), |offer| offer.words.clone())
}

/// What an area is called: its words begin with its name.
fn area_name(seen: &Sight, slug: &str) -> String {
    let area = seen.scene.areas.iter().find(|area| area.slug == slug);
    let words = area.map_or(slug, |area| area.words.as_str());
    words.split([':', ';', ',', '(']).next().unwrap_or(slug).trim().to_owned()
}

/// The forms of one area, open.
fn place_view(title: String, forms: &[Form], place: usize) -> GroupView {
    let form = |(at, form): (usize, &Form)| form_view(format!("p.{place}.{at}"), form.clone());
    GroupView {
        id: "p-here".to_owned(),
        card: None,
        title,
        note: String::new(),
        open: true,
        count: 0,
        folded: false,
        offers: Vec::new(),
        forms: forms.iter().enumerate().map(form).collect(),
    }
}

fn form_view(at: String, form: Form) -> FormView {
    let quick = at.starts_with('p');
    FormView { at, quick, lead: form.lead, label: form.label, help: form.help, fields: form.fields }
}

pub fn group_views(groups: Vec<Group>, area: Option<&str>, prefix: &str) -> Vec<GroupView> {
    let fits = |one: &Numbered| area.is_none_or(|area| one.offer.area.as_deref() == Some(area));
    let mut number = 0;
    let folded =
        |group: &Group| area.is_none() && !group.forms.is_empty() && group.offers.len() > LONG;
    let seen = |group: &Group| if folded(group) { group.forms.len() } else { group.offers.len() };
    let all: usize = groups.iter().map(seen).sum();
    let forms: usize = groups.iter().map(|group| group.forms.len()).sum();
    let views = groups.into_iter().enumerate().map(|(at, group)| {
        let few = all <= FEW && (forms <= FORMS || !group.offers.is_empty());
        let folded = folded(&group);
        let numbered = group.offers.into_iter().map(|offer| {
            number += 1;
            Numbered { number: (prefix == "o").then_some(number), offer }
        });
        let offers: Vec<Numbered> = numbered.filter(fits).collect();
        let name = group.card.clone().unwrap_or_else(|| group.title.clone());
        let form = |(place, form)| form_view(format!("{prefix}.{at}.{place}"), form);
        GroupView {
            id: format!("{prefix}-{}", words::slug(&name)),
            card: group.card,
            title: group.title,
            note: group.note,
            open: area.is_some() || (few && prefix == "o"),
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
