//! Groups of orders, with what a page needs to fold and find them.

use crate::web::words;
use ravenpost_rules::{Field, Form, Group, Offer, begins_with};

/// Up to so many orders, every group stands open.
const FEW: usize = 14;
/// Where there are more forms than this, groups of nothing but forms stand folded.
const FORMS: usize = 6;
/// Longer lists stand folded where forms make the same orders.
const LONG: usize = 8;

/// A group of orders, with what a page needs to fold and find it.
pub struct GroupView {
    pub id: String,
    /// The card in hand that it plays.
    pub card: Option<String>,
    pub title: String,
    pub note: String,
    /// The point of the rules that tells of it, or nothing.
    pub rule: &'static str,
    pub open: bool,
    pub count: usize,
    /// Whether it is one order and nothing else: a button needs no fold around it.
    pub lone: bool,
    /// Whether the list stands folded beneath the forms that make the same orders.
    pub folded: bool,
    /// Whether it hands in or changes a draft: it stands with it.
    pub hands_in: bool,
    pub offers: Vec<Numbered>,
    pub forms: Vec<FormView>,
}

impl GroupView {
    /// Whether the order that a first game goes on with can be given here.
    pub fn is_asked(&self) -> bool {
        self.offers.iter().any(|one| one.asked) || self.forms.iter().any(|form| form.asked)
    }

    /// Marks where this order can be given, and opens the way to it. Tells whether it can be here.
    pub fn ask_for(&mut self, order: &str) -> bool {
        let listed = self.offers.iter_mut().find(|one| one.offer.order == order);
        let asked = match listed {
            Some(one) => Some(&mut one.asked),
            None => self
                .forms
                .iter_mut()
                .find(|one| begins_with(order, &one.lead))
                .map(|one| &mut one.asked),
        };
        let found = asked.is_some();
        asked.into_iter().for_each(|asked| *asked = true);
        self.open |= found;
        self.folded &= !found;
        found
    }
}

/// An order with its number in the list that letters show as well; none for what is not awaited.
pub struct Numbered {
    pub number: Option<usize>,
    pub offer: Offer,
    /// Whether it is the one that a first game goes on with.
    pub asked: bool,
}

/// A form that writes an order, with its place among all forms.
pub struct FormView {
    pub at: String,
    /// Whether it gives its order at once: a line of a sheet can be struck off again.
    pub quick: bool,
    /// Whether it makes the order that a first game goes on with.
    pub asked: bool,
    pub lead: String,
    pub label: String,
    pub help: String,
    pub fields: Vec<Field>,
}

pub(super) fn form_view(at: String, form: Form) -> FormView {
    let quick = at.starts_with('p');
    let Form { lead, label, help, fields, .. } = form;
    FormView { at, quick, asked: false, lead, label, help, fields }
}

pub fn group_views(groups: Vec<Group>, area: Option<&str>, prefix: &str) -> Vec<GroupView> {
    let about = |one: &Numbered| area.is_none_or(|area| one.offer.area.as_deref() == Some(area));
    let mut number = 0;
    let standing = prefix == "a";
    let questions = |group: &Group| standing && group.forms.len() > FORMS;
    let folded = |group: &Group| {
        area.is_none() && !group.forms.is_empty() && (questions(group) || group.offers.len() > LONG)
    };
    let seen = |group: &Group| if folded(group) { group.forms.len() } else { group.offers.len() };
    let all: usize = groups.iter().map(seen).sum();
    let forms: usize = groups.iter().map(|group| group.forms.len()).sum();
    let views = groups.into_iter().enumerate().map(|(at, group)| {
        let few = all <= FEW && (forms <= FORMS || !group.offers.is_empty());
        let folded = folded(&group);
        let numbered = group.offers.into_iter().map(|offer| {
            number += 1;
            Numbered { number: (prefix == "o").then_some(number), offer, asked: false }
        });
        let hands_in = group.hands_in;
        let offers: Vec<Numbered> = numbered.filter(|one| hands_in || about(one)).collect();
        let name = group.card.clone().unwrap_or_else(|| group.title.clone());
        let form = |(place, form)| form_view(format!("{prefix}.{at}.{place}"), form);
        GroupView {
            id: format!("{prefix}-{}", words::slug(&name)),
            card: group.card,
            title: group.title,
            note: group.note,
            rule: group.rule,
            open: area.is_some() || (few && prefix == "o"),
            count: offers.len(),
            lone: prefix == "o" && area.is_none() && offers.len() == 1 && group.forms.is_empty(),
            folded,
            hands_in,
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
    // What can be pressed stands before forms that have to be filled in; numbers stay.
    let filled_in = |group: &GroupView| group.offers.is_empty() || group.folded;
    if area.is_none() && prefix == "o" {
        kept.sort_by_key(filled_in);
        open_first(&mut kept);
    } else if standing {
        open_first(&mut kept);
    }
    kept
}

/// One group stands open at least, so that an order is in sight.
fn open_first(groups: &mut [GroupView]) {
    if groups.iter().all(|group| !group.open)
        && let Some(first) = groups.first_mut()
    {
        first.open = true;
    }
}
