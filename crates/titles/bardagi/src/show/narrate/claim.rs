//! Narration of the Claim phase: income and the results of the sheets.

use super::super::super::state::facts::{Claimed, Income};
use super::super::super::state::player::Claim;
use super::super::super::things::kinds::Building;
use super::super::super::things::who::Who;
use super::super::super::things::words::listed;
use super::{goods, names, of};
use crate::things::words::some;
use ravenpost_rules::{Narration, Narrator};

/// Entries on a Claim sheet are narrated to their seat only.
pub fn noted(who: Who, claim: &Claim, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    let sheet = voice.its("Claim sheet");
    let entries = entries(claim, narrator);
    let does = match (claim.done, entries.as_slice()) {
        (true, _) => format!("finish {sheet}"),
        (false, []) => format!("clear {sheet}"),
        (false, entries) => format!("write on {sheet}: {}", entries.join("; ")),
    };
    of(who, voice.does(&does))
}

/// The entries of a Claim sheet so far.
fn entries(claim: &Claim, narrator: &Narrator) -> Vec<String> {
    let mut entries = Vec::new();
    if claim.chosen {
        let meat = claim.sheep + claim.cattle;
        entries.push(if meat == 0 { "no meat".to_owned() } else { format!("{meat} meat") });
    }
    if claim.tokens > 0 {
        entries.push(format!("buy {}", some(claim.tokens, "Axe token")));
    }
    let on = |building: Building| {
        let count = claim.recruits[building.index()];
        (count > 0).then(|| format!("{} on the {}", some(count, "recruit"), building.name()))
    };
    let placed: Vec<String> = Building::all().filter_map(on).collect();
    match (claim.placed, placed.is_empty()) {
        (_, false) => entries.push(listed(&placed)),
        (true, true) => entries.push("all recruits in the town".to_owned()),
        (false, true) => {}
    }
    if !claim.axes.is_empty() {
        entries.push(format!("Axe tokens in {}", names(&claim.axes, narrator)));
    }
    entries
}

pub fn comes_in(income: &Income, narrator: &Narrator) -> Option<Narration> {
    let who = income.who;
    let mut parts = vec![format!("{} glory", income.glory)];
    if income.gold > 0 {
        parts.push(format!("{} gold", income.gold));
    }
    parts.extend(goods(&income.goods));
    if income.recruits > 0 {
        parts.push(some(income.recruits, "recruit"));
    }
    let mut open = Vec::new();
    if income.flock > 0 {
        open.push(format!("{} from sheep", income.flock));
    }
    if income.herd > 0 {
        open.push(format!("{} from cattle", income.herd));
    }
    let areas = some(income.areas, "area");
    let gain = format!("gain {} ({areas})", listed(&parts));
    let mut text = who.voice(narrator).does(&gain);
    if !open.is_empty() {
        text.push_str(&format!("; still to choose: {}", listed(&open)));
    }
    of(who, text)
}

pub fn sheet(claimed: &Claimed, narrator: &Narrator) -> Option<Narration> {
    let who = claimed.who;
    let mut parts = Vec::new();
    let gained = goods(&claimed.goods);
    if !gained.is_empty() {
        parts.push(format!("take {}", listed(&gained)));
    }
    if claimed.tokens > 0 {
        parts.push(format!("buy {}", some(claimed.tokens, "Axe token")));
    }
    let placed = Building::all().filter(|building| claimed.recruits[building.index()] > 0);
    let placed: Vec<String> = placed
        .map(|one| {
            format!("{} on the {}", some(claimed.recruits[one.index()], "recruit"), one.name())
        })
        .collect();
    if !placed.is_empty() {
        parts.push(format!("place {}", listed(&placed)));
    }
    match claimed.axes.as_slice() {
        [] => {}
        [only] => parts.push(format!("place an Axe token on {}", only.name_for(narrator))),
        more => parts.push(format!("place Axe tokens on {}", names(more, narrator))),
    }
    let (first, rest) = parts.split_first()?;
    let voice = who.voice(narrator);
    let mut text = voice.does(first);
    for (at, part) in rest.iter().enumerate() {
        // A part may be a list itself, hence the comma.
        let link = if at + 1 == rest.len() { ", and " } else { ", " };
        text.push_str(&format!("{link}{}", voice.verb(part)));
    }
    of(who, text)
}
