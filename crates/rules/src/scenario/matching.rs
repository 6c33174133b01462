//! Compares expected and actual values: tables must be contained, everything else must be equal,
//! unless a matcher such as `{ count = 5 }` is used.

use serde_json::{Map, Value};

/// Returns every difference between the expected and the actual document, with its path.
pub fn differences(path: &str, expected: &Value, found: Option<&Value>) -> Vec<String> {
    match (expected, found) {
        (Value::Object(table), Some(Value::Object(has)))
            if !matchers(expected) || table.keys().all(|key| has.contains_key(key)) =>
        {
            let each = table.iter().flat_map(|(key, value)| match has.get(key) {
                None if !matchers(value) => {
                    vec![format!("{} is missing", join(path, key))]
                }
                found => differences(&join(path, key), value, found),
            });
            each.collect()
        }
        (Value::Object(table), found) if matchers(expected) => {
            let found = found.unwrap_or(&Value::Null);
            let wrong = table.iter().filter_map(|(how, what)| matches(how, what, found).err());
            wrong.map(|why| format!("{path}: {why}, found {found}")).collect()
        }
        (Value::Array(list), Some(Value::Array(has))) if list.len() == has.len() => {
            let pairs = list.iter().zip(has).enumerate();
            pairs
                .flat_map(|(at, (one, other))| {
                    differences(&format!("{path}[{}]", at + 1), one, Some(other))
                })
                .collect()
        }
        (expected, Some(found)) if expected == found => Vec::new(),
        (expected, Some(found)) => vec![format!("{path}: expected {expected}, found {found}")],
        (expected, None) => vec![format!("{path}: expected {expected}, found nothing")],
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

const MATCHERS: [&str; 11] = [
    "exactly",
    "absent",
    "count",
    "any_order",
    "has",
    "lacks",
    "among",
    "one_of",
    "at_least",
    "at_most",
    "flat",
];

/// Returns whether an expected table consists of matchers only.
fn matchers(expected: &Value) -> bool {
    let Value::Object(table) = expected else { return false };
    !table.is_empty() && table.keys().all(|key| MATCHERS.contains(&key.as_str()))
}

fn matches(how: &str, what: &Value, found: &Value) -> Result<(), String> {
    if how == "exactly" {
        let same = what == found;
        return if same { Ok(()) } else { Err(format!("expected exactly {what}")) };
    }
    let keys;
    let found = match found {
        // Tables are matched by their keys.
        Value::Object(table) => {
            keys = table.keys().cloned().map(Value::String).collect();
            &keys
        }
        other => other,
    };
    let list = found.as_array().map(Vec::as_slice).unwrap_or_default();
    let says = |holds: bool| {
        if holds { Ok(()) } else { Err(format!("expected {how} {what}")) }
    };
    match how {
        "absent" => says((*found == Value::Null) == (*what == Value::Bool(true))),
        "count" => says(found.is_array() && what.as_u64() == Some(list.len() as u64)),
        "any_order" => says(found.is_array() && sorted(each(what)) == sorted(list)),
        "has" => says(has_all(each(what), found)),
        "lacks" => says(each(what).iter().all(|one| !has_all(std::slice::from_ref(one), found))),
        "among" => says(found.is_array() && list.iter().all(|one| each(what).contains(one))),
        "one_of" => says(each(what).contains(found)),
        "at_least" => says(compare(found, what, |found, bound| found >= bound)),
        "at_most" => says(compare(found, what, |found, bound| found <= bound)),
        "flat" => {
            let flat = Value::Array(list.iter().flat_map(|part| each(part).to_vec()).collect());
            let wrong = differences("flattened", what, Some(&flat));
            if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
        }
        _ => Err(format!("there is no matcher \"{how}\"")),
    }
}

/// Returns a list's members; other values are treated as one-element lists.
fn each(value: &Value) -> &[Value] {
    match value {
        Value::Array(list) => list,
        other => std::slice::from_ref(other),
    }
}

/// Returns whether a list has all these members, counting repetitions, or a text all these words.
fn has_all(wanted: &[Value], found: &Value) -> bool {
    if let Value::String(text) = found {
        return wanted.iter().all(|word| word.as_str().is_some_and(|word| text.contains(word)));
    }
    let mut left = each(found).to_vec();
    wanted.iter().all(|one| match left.iter().position(|member| member == one) {
        Some(at) => {
            left.swap_remove(at);
            true
        }
        None => false,
    })
}

fn sorted(list: &[Value]) -> Vec<String> {
    let mut words: Vec<String> = list.iter().map(Value::to_string).collect();
    words.sort();
    words
}

fn compare(found: &Value, bound: &Value, holds: impl Fn(i64, i64) -> bool) -> bool {
    match (found.as_i64(), bound.as_i64()) {
        (Some(found), Some(bound)) => holds(found, bound),
        _ => false,
    }
}

/// Compares several expected entries at once.
pub fn contained(what: &str, expected: &Map<String, Value>, found: &Value) -> Vec<String> {
    let wrong = differences("", &Value::Object(expected.clone()), Some(found));
    wrong.into_iter().map(|why| format!("{what}: {why}")).collect()
}
