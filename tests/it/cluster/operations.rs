//! What players do on pages besides giving orders, as forms: undo moves, propose a rewind, vote,
//! withdraw a proposal, pause and resume a game, leave a seat to a substitute and return.

use ravenpost_log::Act;
use ravenpost_log::act::{By, Via};
use ravenpost_rules::Dice;

/// A kind of form, identified by the purpose of its idempotency key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Use {
    Order,
    TakeBack,
    Propose,
    Vote,
    Withdraw,
    Organise,
    Away,
    Back,
}

impl Use {
    pub const ALL: [Use; 8] = [
        Use::Order,
        Use::TakeBack,
        Use::Propose,
        Use::Vote,
        Use::Withdraw,
        Use::Organise,
        Use::Away,
        Use::Back,
    ];

    /// Returns the purpose of its keys.
    pub fn key(self) -> &'static str {
        match self {
            Use::Order => "order",
            Use::TakeBack => "undo",
            Use::Propose => "propose_rewind",
            Use::Vote => "vote",
            Use::Withdraw => "withdraw_proposal",
            Use::Organise => "organise",
            Use::Away => "start_substitution",
            Use::Back => "end_substitution",
        }
    }

    /// Returns the path it is posted to, below the game's path.
    pub fn page(self) -> &'static str {
        match self {
            Use::Order => "orders",
            Use::TakeBack => "take-back",
            Use::Propose => "rewind",
            Use::Vote => "vote",
            Use::Withdraw => "withdraw",
            Use::Organise => "organise",
            Use::Away => "away",
            Use::Back => "back",
        }
    }

    /// Returns what the redirect target contains on success.
    pub fn done(self) -> &'static [&'static str] {
        match self {
            Use::Order => &["done=ordered", "done=over"],
            Use::TakeBack => &["done=taken-back"],
            Use::Propose => &["done=proposed", "done=went-back"],
            Use::Vote => &["done=voted"],
            Use::Withdraw => &["done=withdrawn"],
            Use::Organise => &["done=organised"],
            Use::Away => &["done=away"],
            Use::Back => &["done=back"],
        }
    }

    /// Returns whether an act is the result of such a form.
    pub fn led_to(self, act: &Act) -> bool {
        match (self, act) {
            (Use::Order, Act::Ordered { via, .. }) | (Use::Vote, Act::Voted { via, .. }) => {
                *via == Via::Page
            }
            (Use::TakeBack, Act::Undone { .. } | Act::InstructionWithdrawn { .. })
            | (Use::Propose, Act::Proposed { .. })
            | (Use::Organise, Act::Paused { .. } | Act::Resumed { expired: false, .. }) => true,
            (Use::Withdraw, Act::ProposalFailed { cause: why }) => {
                *why == ravenpost_log::act::Rejection::Withdrawn
            }
            (Use::Away, Act::Substituted { bot, by, .. }) => bot.is_some() && by_player(*by),
            (Use::Back, Act::Substituted { bot, by, .. }) => bot.is_none() && by_player(*by),
            _ => false,
        }
    }
}

fn by_player(by: Option<By>) -> bool {
    matches!(by, Some(By::Player(_)))
}

/// An action, with the fields of its form.
pub struct Deed {
    pub by: Use,
    pub fields: Vec<(&'static str, String)>,
}

impl Deed {
    fn of(by: Use, fields: &[(&'static str, &str)]) -> Deed {
        let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned()));
        Deed { by, fields: fields.collect() }
    }
}

/// Returns the text of a page between `before` and `after`.
pub fn between<'p>(page: &'p str, before: &str, after: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

/// Returns the form of a page that is posted to this path.
fn form<'p>(page: &'p str, to: &str) -> Option<&'p str> {
    let mut forms = page.split("<form method=\"post\" action=\"").skip(1);
    let form = forms.find(|form| form.split('"').next().is_some_and(|at| at.ends_with(to)))?;
    form.split("</form>").next()
}

fn value<'f>(form: &'f str, name: &str) -> Option<&'f str> {
    between(form, &format!("name=\"{name}\" value=\""), "\"")
}

/// Chooses what the reader of a game's page does: mostly the first order offered. Actions that the
/// page does not offer are not taken, except for rewinds and pauses, which have separate pages.
pub fn chosen(page: &str, step: u64, dice: &mut Dice) -> Option<Deed> {
    let mut draw = dice.stream("deeds");
    let mut one_in = |sides: u32| draw.below(sides) == 0;
    if let Some(vote) = form(page, "/vote") {
        let word = if one_in(3) { "refuse" } else { "agree" };
        return Some(Deed::of(Use::Vote, &[("step", value(vote, "step")?), ("do", word)]));
    }
    if let Some(own) = form(page, "/withdraw") {
        // Give the others time to vote first.
        let step = value(own, "step")?;
        return one_in(20).then(|| Deed::of(Use::Withdraw, &[("step", step)]));
    }
    if form(page, "/back").is_some() {
        return one_in(3).then(|| Deed::of(Use::Back, &[]));
    }
    if let Some(taken) = taken_back(page)
        && one_in(6)
    {
        return Some(taken);
    }
    if one_in(25) {
        let to = step.saturating_sub(1 + u64::from(draw.below(3))).to_string();
        return Some(Deed::of(Use::Propose, &[("to", &to), ("reason", "we overlooked a rule")]));
    }
    if draw.below(60) == 0 {
        return Some(Deed::of(Use::Away, &[("bot", "steady")]));
    }
    if draw.below(40) == 0 {
        return Some(Deed::of(Use::Organise, &[("do", "freeze"), ("reason", "it is late")]));
    }
    match offered(page) {
        Some(order) => Some(Deed::of(Use::Order, &[("order", order), ("seen", &step.to_string())])),
        // The organiser resumes a paused game.
        None if page.contains("/organise\"") && page.contains("it is late") => {
            Some(Deed::of(Use::Organise, &[("do", "thaw")]))
        }
        None => None,
    }
}

/// Returns the undo that a page offers.
pub fn taken_back(page: &str) -> Option<Deed> {
    let order = value(form(page, "/take-back")?, "order")?;
    Some(Deed::of(Use::TakeBack, &[("order", order)]))
}

/// Returns the first order that a page offers. A number is a step to be undone, not an order.
fn offered(page: &str) -> Option<&str> {
    let mut values = page.split("name=\"order\" value=\"").skip(1);
    values.find_map(|rest| {
        let order = rest.split('"').next()?;
        let is_one = !order.is_empty() && !order.contains('&') && order.parse::<u64>().is_err();
        is_one.then_some(order)
    })
}
