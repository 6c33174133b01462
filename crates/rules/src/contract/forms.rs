//! Fills in forms at random, and decides whether a form could have made an order.

use crate::orders::legal::{Field, Form};

use super::chance::Chance;

/// Fills in a form at random; free text stays empty.
pub fn filled(form: &Form, chance: &mut Chance) -> String {
    filled_with(form, &[], chance)
}

/// Fills in a form at random; free text is one of the lines.
pub fn filled_with(form: &Form, lines: &[String], chance: &mut Chance) -> String {
    let mut given: Vec<Vec<String>> = Vec::new();
    for field in &form.fields {
        given.push(match field {
            Field::Tick { .. } => vec![if chance.one_in(2) { "on".into() } else { String::new() }],
            Field::Pick { choices, .. } => {
                vec![chance.pick(choices).map(|(word, _)| word.clone()).unwrap_or_default()]
            }
            Field::Amounts { items, .. } => items
                .iter()
                .map(|(.., most)| match chance.below(3) {
                    0 => chance.below(usize::from(*most) + 1).to_string(),
                    1 => "1".to_owned(),
                    _ => String::new(),
                })
                .collect(),
            Field::Text { hint, .. } => {
                vec![chance.pick(lines).cloned().unwrap_or_else(|| hint.to_string())]
            }
        });
    }
    form.write(|field, item| given.get(field)?.get(item).cloned().filter(|text| !text.is_empty()))
}

/// Returns whether the form could have written this order.
pub fn makes(form: &Form, order: &str) -> bool {
    let mut words: Vec<&str> = order.split(' ').collect();
    for lead in form.lead.split(' ') {
        if words.first() != Some(&lead) {
            return false;
        }
        words.remove(0);
    }
    for field in &form.fields {
        match field {
            Field::Tick { word, .. } => {
                if words.first() == Some(&word.as_str()) {
                    words.remove(0);
                }
            }
            Field::Pick { choices, .. } => {
                let picked = choices.iter().map(|(word, _)| word.split(' ').collect::<Vec<_>>());
                let mut picked = picked.filter(|picked| words.starts_with(picked));
                let length = picked.next().map(|picked| picked.len());
                if length.is_none() && !choices.iter().any(|(word, _)| word.is_empty()) {
                    return false;
                }
                words.drain(..length.unwrap_or_default());
            }
            Field::Amounts { lead, items } => {
                if words.first() == Some(&lead.as_str()) {
                    words.remove(0);
                } else if !lead.is_empty() {
                    continue;
                }
                if !words.is_empty() && !bundle(words.remove(0), items) {
                    return false;
                }
            }
            Field::Text { .. } => return true,
        }
    }
    words.is_empty()
}

/// Returns whether each part of the bundle is an item of the form, at most once and within its
/// limit.
fn bundle(text: &str, items: &[(String, String, u16)]) -> bool {
    let mut seen = Vec::new();
    text.split('+').all(|part| {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let count: u16 = if digits == 0 { 1 } else { part[..digits].parse().unwrap_or(u16::MAX) };
        let name = &part[digits..];
        let first = !seen.contains(&name);
        seen.push(name);
        first && items.iter().any(|(word, _, most)| word == name && count <= *most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_recognises_its_own_orders() {
        let form = Form {
            fields: vec![
                Field::Tick { word: "grow".to_owned(), label: String::new() },
                Field::Amounts {
                    lead: "bury".to_owned(),
                    items: vec![
                        ("s".to_owned(), String::new(), 3),
                        ("hill".to_owned(), String::new(), 1),
                    ],
                },
            ],
            ..Form::new("end", "")
        };
        for good in ["end", "end grow", "end bury s", "end grow bury 3s+hill"] {
            assert!(makes(&form, good), "{good}");
        }
        for bad in ["grow", "end bury 4s", "end bury s+s", "end bury mill", "end bury s now"] {
            assert!(!makes(&form, bad), "{bad}");
        }
        let pick = |words: &[&str]| Field::Pick {
            label: String::new(),
            choices: words.iter().map(|word| ((*word).to_owned(), String::new())).collect(),
        };
        let fields = vec![pick(&["", "b1", "b2"]), pick(&["", "g1"]), pick(&["cattle meat"])];
        let picks = Form { lead: "plan".to_owned(), fields, ..form.clone() };
        assert!(makes(&picks, "plan g1 cattle meat") && makes(&picks, "plan b2 cattle meat"));
        assert!(!makes(&picks, "plan g1 b1 cattle meat") && !makes(&picks, "plan b1 g1"));
        let mut chance = Chance::new(1);
        for _ in 0..50 {
            let order = filled(&form, &mut chance);
            assert!(makes(&form, &order), "{order}");
        }
    }
}
