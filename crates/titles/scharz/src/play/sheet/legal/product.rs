//! Lines of one kind as fields of forms, such that every combination of the fields is a line. One
//! form for all units and all fields would also offer destinations that some of them cannot reach.

use std::collections::BTreeMap;

use super::found::Choice;
use crate::orders::rows::{Parted, ROWS, parted, place};
use crate::orders::slot::SlotOptions;
use crate::orders::terms::effect;
use crate::things::ids::Field;

/// Lines of one kind: all combinations of these words.
#[derive(Clone)]
pub struct Product {
    /// Index of the kind in the table of lines.
    pub row: usize,
    pub parted: Parted,
    /// What a pact would mean; empty for other lines.
    pub help: &'static str,
}

impl Product {
    pub fn of(choice: &Choice) -> Product {
        let (line, also) = (&choice.order.line, &choice.order.also);
        let parted = parted(line, also, &choice.free);
        Product { row: place(line), parted, help: effect(line) }
    }

    /// The lines about one field: the first that they name. `None` if there are none.
    pub fn at(&self, field: Field) -> Option<Product> {
        let named = self.parted.slots.iter().position(|slot| !slot.fields.is_empty())?;
        let here = self.parted.slots[named].fields.iter().position(|one| *one == field)?;
        let mut own = self.clone();
        let slot = &mut own.parted.slots[named];
        slot.words = vec![slot.words[here].clone()];
        slot.fields = vec![field];
        Some(own)
    }

    /// Writes what distinguishes it from others of its kind, except one slot.
    fn write_key(&self, except: usize, key: &mut String) {
        key.clear();
        key.push_str(ROWS[self.row].name);
        key.push(' ');
        key.push_str(&self.parted.lead);
        for (at, slot) in self.parted.slots.iter().enumerate() {
            key.push('\n');
            for (word, _) in slot.words.iter().filter(|_| at != except) {
                key.push_str(word);
                key.push('|');
            }
        }
    }

    /// Adds the words of a slot of another that is equal in all other slots.
    fn join(&mut self, at: usize, other: &Product) {
        let (own, more) = (&mut self.parted.slots[at], &other.parted.slots[at]);
        for (place, word) in more.words.iter().enumerate() {
            if own.words.iter().all(|known| known.0 != word.0) {
                own.words.push(word.clone());
                own.fields.extend(more.fields.get(place));
            }
        }
    }
}

/// Joins products that differ in one slot only, from the last slot to the first.
pub fn merged(mut all: Vec<Product>) -> Vec<Product> {
    let most = all.iter().map(|one| one.parted.slots.len()).max().unwrap_or_default();
    for at in (0..most).rev() {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut joined: Vec<Product> = Vec::with_capacity(all.len());
        let mut key = String::new();
        let mut counts = vec![0_usize; ROWS.len()];
        all.iter().for_each(|one| counts[one.row] += 1);
        for one in all {
            // A kind with a single product has nothing to join.
            if at >= one.parted.slots.len() || counts[one.row] == 1 {
                joined.push(one);
                continue;
            }
            one.write_key(at, &mut key);
            match places.get(&key) {
                Some(known) => joined[*known].join(at, &one),
                None => {
                    places.insert(key.clone(), joined.len());
                    joined.push(one);
                }
            }
        }
        all = joined;
    }
    all
}

/// The fields of a form, its first words, and the words that are the same in all its lines.
pub struct Fields {
    pub lead: String,
    pub picks: Vec<SlotOptions>,
    pub fixed: Vec<String>,
}

impl Fields {
    /// Moves slots with a single word into the next slot with a choice, into the previous one, or
    /// else into the first words.
    pub fn of(parted: Parted) -> Fields {
        let mut all = Fields { lead: parted.lead, picks: Vec::new(), fixed: Vec::new() };
        let mut before = String::new();
        let free = |slot: &SlotOptions| slot.words.len() > 1;
        let some = parted.slots.iter().any(free);
        for mut slot in parted.slots {
            let alone = slot.words.len() == 1;
            // An optional slot that is left out.
            if alone && slot.words[0].0.is_empty() {
                continue;
            }
            if alone && !(slot.stays && some) {
                let (word, meaning) = slot.words.remove(0);
                all.fixed.push(meaning.into_owned());
                append(&mut before, &word);
                continue;
            }
            for (word, meaning) in &mut slot.words {
                if meaning.is_empty() {
                    *meaning = "nothing".into();
                }
                if !before.is_empty() {
                    let rest = std::mem::replace(word, before.clone().into());
                    append(word.to_mut(), &rest);
                }
            }
            before.clear();
            all.picks.push(slot);
        }
        match all.picks.last_mut() {
            Some(last) if !before.is_empty() => {
                last.words.iter_mut().for_each(|(word, _)| append(word.to_mut(), &before));
            }
            Some(_) => {}
            None => append(&mut all.lead, &before),
        }
        all
    }
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
