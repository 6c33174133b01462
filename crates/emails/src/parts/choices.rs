//! The legal orders in an email: numbered and limited, with a count of the rest.
//!
//! A number is the position of an order in the full list, so that page and email agree even if the
//! email is shortened. It links to the preview of that order.

use crate::parts::frame::Frame;
use crate::parts::links::encode;
use crate::parts::order_forms::{Limits, NAMED as VALUES, ShownForm, Signs, share_forms};
use crate::parts::safe_line::SafeLine;
use ravenpost_rules::{Group, text::phrase};

/// Maximum number of links in HTML, one of which leads to the composed moves if there are any.
const LINKS: usize = 4;
/// Maximum number of composed moves that HTML names.
const NAMED: usize = 5;
/// Maximum number of values listed per part when space is limited.
const FEW_VALUES: usize = 4;

const WHOLE: Limits = Limits { orders: 24, forms: 44, fits: 30, values: VALUES };
const BRIEF: Limits = Limits { orders: 12, forms: 16, fits: 6, values: FEW_VALUES };

/// The orders that a seat may give.
#[derive(Clone, Debug, Default)]
pub struct Offered {
    pub groups: Vec<Group>,
    /// Forms for each place on the board. They have no numbers.
    pub places: Vec<Group>,
    /// Whether it may also give standing instructions.
    pub later: bool,
    /// Orders that are legal now, as examples of a reply.
    pub examples: Vec<String>,
    /// If the answer is sealed: when it is revealed, and how long it can be changed.
    pub secret: Option<SafeLine>,
    /// Whether to list as few as in a short email.
    pub brief: bool,
}

/// Orders that may be given now, as listed in an email.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    pub groups: Vec<OrderGroup>,
    /// How many forms were left out.
    pub hidden: usize,
    /// A hint about standing instructions, if the seat may give any.
    pub later: Option<&'static str>,
    /// Orders that are legal now, as examples of a reply.
    pub examples: Vec<String>,
    /// If the answer is sealed: when it is revealed, and how long it can be changed.
    pub secret: Option<SafeLine>,
}

/// Orders under one heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderGroup {
    pub title: String,
    pub note: String,
    pub orders: Vec<Choice>,
    /// What was left out: "and 89 more between 1 and 100; on the page". Empty if nothing was.
    pub more: String,
    /// Orders that are composed from parts.
    pub forms: Vec<ShownForm>,
}

/// An order, with the number that replies use to refer to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub number: usize,
    pub order: String,
    /// The effect of the order, unless the order already says it.
    pub words: String,
    /// The page that previews the order, with a button to give it.
    pub link: String,
}

impl Choice {
    /// Returns the label of a link to the order.
    pub fn label(&self) -> String {
        match self.words.is_empty() {
            true => phrase::capital(&self.order),
            false => phrase::capital(self.words.trim_end_matches('.')),
        }
    }

    /// Formats the order with aligned numbers: `  3. wood bro - take Wood in Bro`.
    pub fn line(&self) -> String {
        let dash = if self.words.is_empty() { "" } else { " - " };
        format!("{:>3}. {}{dash}{}", self.number, self.order, self.words)
    }
}

impl Choices {
    /// Selects orders evenly from all groups, within the limits of this kind of email. `page` is
    /// the URL of the game. If replies are read, the reader can request the rest.
    pub fn within(offered: &Offered, page: &str, frame: &Frame) -> Choices {
        let limits = if frame.short || offered.brief { BRIEF } else { WHOLE };
        let signs = Signs::of(&offered.groups);
        // The forms of places name what fits there, so the general ones need to name less.
        let (general, of_places) = match offered.places.is_empty() {
            true => (limits, limits),
            false => {
                let half = Limits { forms: limits.forms / 2, values: FEW_VALUES, ..limits };
                (Limits { fits: limits.fits / 3, ..half }, half)
            }
        };
        let mut choices = Choices::listed(&offered.groups, page, frame.answered, general, signs);
        let places = Choices::listed(&offered.places, page, frame.answered, of_places, signs);
        choices.groups.extend(places.groups);
        choices.hidden += places.hidden;
        let later = match frame.answered {
            true => {
                "You can give standing orders at any time. To list them, write: show orders \
                later"
            }
            false => "You can give standing orders at any time on the game's page.",
        };
        Choices {
            later: offered.later.then_some(later),
            examples: offered.examples.iter().map(|order| signs.shown(order)).collect(),
            secret: offered.secret.clone(),
            ..choices
        }
    }

    /// Selects orders within the given limits.
    pub fn of(groups: &[Group], page: &str, answered: bool, limits: Limits) -> Choices {
        Choices::listed(groups, page, answered, limits, Signs::of(groups))
    }

    fn listed(
        groups: &[Group],
        page: &str,
        answered: bool,
        limits: Limits,
        signs: Signs,
    ) -> Choices {
        let sizes: Vec<usize> = groups.iter().map(|group| group.offers.len()).collect();
        let shown = share(&sizes, limits.orders);
        let forms = share_forms(groups, limits, signs);
        let all_forms: usize = groups.iter().map(|group| group.forms.len()).sum();
        let hidden = all_forms - forms.iter().map(Vec::len).sum::<usize>();
        let (mut number, mut parts) = (0, Vec::new());
        for ((group, shown), forms) in groups.iter().zip(shown).zip(forms) {
            let all = group.offers.len();
            // Spread over the list, because adjacent orders are similar.
            let orders = (0..shown).map(|at| at * all / shown).map(|at| {
                let offer = &group.offers[at];
                Choice {
                    number: number + at + 1,
                    order: signs.shown(&offer.order),
                    link: format!("{page}/preview?order={}", encode(&offer.order)),
                    words: match offer.is_self_explanatory() {
                        true => String::new(),
                        false => offer.words.clone(),
                    },
                }
            });
            parts.push(OrderGroup {
                title: group.title.clone(),
                note: group.note(),
                orders: orders.collect(),
                more: rest(all - shown, number + 1, number + all, answered),
                forms,
            });
            number += all;
        }
        let says = |part: &OrderGroup| {
            !(part.orders.is_empty() && part.forms.is_empty() && part.note.is_empty())
        };
        parts.retain(says);
        Choices { groups: parts, hidden, ..Choices::default() }
    }

    /// Returns whether any order has a number.
    pub fn is_numbered(&self) -> bool {
        self.groups.iter().any(|part| !part.orders.is_empty())
    }

    /// Describes the forms that were left out: "and 5 more kinds of moves".
    pub fn more_forms(&self) -> Option<String> {
        match self.hidden {
            0 => None,
            1 => Some("and one more kind of move".to_owned()),
            more => Some(format!("and {more} more kinds of moves")),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.iter().all(|part| part.orders.is_empty() && part.forms.is_empty())
    }
}

/// The first choices of an email as HTML, each a large link. The text part lists more of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FewChoices {
    pub orders: Vec<Choice>,
    /// The number of further orders.
    pub more: usize,
    /// The moves that are composed from parts, in words.
    pub forms: Vec<String>,
    /// An order that is legal now, as an example of a reply.
    pub example: Option<String>,
    /// If the answer is sealed: when it is revealed, and how long it can be changed.
    pub secret: Option<SafeLine>,
}

impl FewChoices {
    /// Selects orders evenly from all groups, and lists the forms by name.
    pub fn of(offered: &Offered, page: &str) -> FewChoices {
        let all_groups = || offered.groups.iter().chain(&offered.places);
        let has_forms = all_groups().any(|group| !group.forms.is_empty());
        let most = LINKS - usize::from(has_forms);
        let limits = Limits { orders: most, forms: 0, fits: 0, values: 0 };
        let choices = Choices::of(&offered.groups, page, false, limits);
        let all: usize = offered.groups.iter().map(|group| group.offers.len()).sum();
        let orders = choices.groups.into_iter().flat_map(|group| group.orders);
        let orders: Vec<Choice> = orders.take(most).collect();
        let mut forms: Vec<String> = Vec::new();
        for form in all_groups().flat_map(|group| &group.forms) {
            let name = if form.label.is_empty() { &form.lead } else { &form.label };
            if !name.is_empty() && !forms.contains(name) {
                forms.push(name.clone());
            }
        }
        let signs = Signs::of(&offered.groups);
        FewChoices {
            more: all.saturating_sub(orders.len()),
            orders,
            forms,
            example: offered.examples.first().map(|order| signs.shown(order)),
            secret: offered.secret.clone(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.forms.is_empty()
    }

    /// Names the moves that are composed on the page: "march, recruit, build and 3 more".
    pub fn composed(&self) -> String {
        let named = self.forms.iter().take(NAMED).map(|name| phrase::small(name));
        let named = named.collect::<Vec<_>>().join(", ");
        match self.forms.len().saturating_sub(NAMED) {
            0 => named,
            more => format!("{named} and {more} more"),
        }
    }
}

/// Describes the omitted orders, whose numbers are in a range.
fn rest(more: usize, from: usize, to: usize, answered: bool) -> String {
    let place = if answered { "write: show orders WORDS" } else { "on the page" };
    match more {
        0 => String::new(),
        1 => format!("and one more between {from} and {to}; {place}"),
        more => format!("and {more} more between {from} and {to}; {place}"),
    }
}

/// Returns how many orders of each group to list, allocated in round-robin order.
fn share(sizes: &[usize], most: usize) -> Vec<usize> {
    let mut shown = vec![0; sizes.len()];
    let mut left = most.max(sizes.iter().filter(|size| **size > 0).count());
    while left > 0 {
        let mut gave = false;
        for (shown, size) in shown.iter_mut().zip(sizes) {
            if *shown < *size && left > 0 {
                *shown += 1;
                left -= 1;
                gave = true;
            }
        }
        if !gave {
            break;
        }
    }
    // Omitting a single order takes as much space as listing it.
    for (shown, size) in shown.iter_mut().zip(sizes) {
        if *shown + 1 == *size {
            *shown = *size;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Offer;

    fn group(title: &str, count: usize) -> Group {
        let offer = |n| Offer {
            order: format!("{title} {n}"),
            words: format!("Do {title} number {n}"),
            ..Offer::default()
        };
        Group {
            title: title.to_owned(),
            offers: (0..count).map(offer).collect(),
            ..Group::default()
        }
    }

    #[test]
    fn long_list_is_divided_and_the_rest_counted() {
        let groups = [group("a", 100), group("b", 3), group("c", 40)];
        let choices = Choices::of(&groups, "https://raven.example/games/g", false, WHOLE);
        let shown: Vec<usize> = choices.groups.iter().map(|part| part.orders.len()).collect();
        assert_eq!(shown, [11, 3, 10]);
        assert_eq!(choices.groups[0].more, "and 89 more between 1 and 100; on the page");
        let numbers: Vec<usize> = choices.groups[0].orders.iter().map(|one| one.number).collect();
        assert_eq!(numbers[..3], [1, 10, 19], "spread over the list");
        assert_eq!(choices.groups[1].more, "");
        let link = "https://raven.example/games/g/preview?order=b%200";
        assert_eq!(choices.groups[1].orders[0].link, link);
        assert_eq!(choices.groups[1].orders[0].number, 101);
        assert_eq!(choices.groups[2].orders[0].number, 104);
    }

    #[test]
    fn links_use_the_numbers_of_the_complete_list() {
        let groups = [group("a", 100), group("b", 3), group("c", 40)];
        let offered = Offered { groups: groups.to_vec(), ..Offered::default() };
        let few = FewChoices::of(&offered, "");
        let numbers: Vec<usize> = few.orders.iter().map(|one| one.number).collect();
        assert_eq!((numbers.as_slice(), few.more), (&[1, 51, 101, 104][..], 139));
        assert_eq!(few.orders[2].label(), "Do b number 0");
    }

    #[test]
    fn short_list_is_complete() {
        let choices = Choices::of(&[group("a", 20), group("b", 5)], "", true, WHOLE);
        assert!(choices.groups.iter().all(|part| part.more.is_empty()));
        assert_eq!(choices.groups[1].orders[4].number, 25);
        assert!(Choices::of(&[], "", true, WHOLE).is_empty());
    }
}
