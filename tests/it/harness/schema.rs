//! A validator of JSON Schemas, for the keywords that the server's schemas use. It is stricter than
//! they are: every field must be described.

use serde_json::Value;

/// Returns what in a value is not as its schema says. References point into the document.
pub fn schema_violations(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut check = Check { document, found: Vec::new() };
    check.value(schema, value, at);
    check.found
}

struct Check<'d> {
    document: &'d Value,
    found: Vec<String>,
}

impl Check<'_> {
    fn value(&mut self, schema: &Value, value: &Value, at: &str) {
        if let Some(named) = schema["$ref"].as_str() {
            let document = self.document;
            let schema = document.pointer(named.trim_start_matches('#'));
            return self.value(schema.unwrap_or_else(|| panic!("{named}")), value, at);
        }
        if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            if !any.iter().any(|one| schema_violations(self.document, one, value, at).is_empty()) {
                self.found.push(format!("{at} fits no alternative: {value}"));
            }
            return;
        }
        let listed = schema["enum"].as_array();
        let other = |one: &Value| !one.is_null() && one != value;
        if listed.is_some_and(|all| !all.contains(value))
            || other(&schema["const"])
            || *schema == Value::Bool(false)
        {
            self.found.push(format!("{at} cannot be {value}"));
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let kind = kind(value);
        if !kinds.is_empty() && !kinds.contains(&kind) {
            self.found.push(format!("{at} is {kind}, not {kinds:?}"));
        }
        self.items(schema, value, at);
        self.fields(schema, value, at);
    }

    fn items(&mut self, schema: &Value, value: &Value, at: &str) {
        let Some(items) = value.as_array() else { return };
        let count = items.len() as u64;
        if schema["minItems"].as_u64().is_some_and(|least| count < least)
            || schema["maxItems"].as_u64().is_some_and(|most| count > most)
        {
            self.found.push(format!("{at} has {count} items"));
        }
        let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
        for (index, one) in items.iter().enumerate() {
            let schema = first.get(index).unwrap_or(&schema["items"]);
            self.value(schema, one, &format!("{at}[]"));
        }
    }

    fn fields(&mut self, schema: &Value, value: &Value, at: &str) {
        let Some(fields) = value.as_object() else { return };
        let known = schema["properties"].as_object();
        for (name, one) in fields {
            let at = format!("{at}.{name}");
            match (known.and_then(|known| known.get(name)), &schema["additionalProperties"]) {
                (Some(schema), _) => self.value(schema, one, &at),
                (None, Value::Null) if known.is_some() => {
                    self.found.push(format!("{at} is not described"));
                }
                (None, more) => self.value(more, one, &at),
            }
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            if !fields.contains_key(name) {
                self.found.push(format!("{at}.{name} is missing"));
            }
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
