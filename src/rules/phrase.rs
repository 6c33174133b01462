//! Words that every title puts together alike: counted things and lists of names.

/// "1 card", "3 cards".
pub fn count(count: usize, thing: &str) -> String {
    counted(count, thing, &format!("{thing}s"))
}

/// The same for a thing with a plural of its own: "1 Thingman", "3 Thingmen".
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "Red", "Red and Blue", "Red, Blue and Green".
pub fn and(names: &[impl AsRef<str>]) -> String {
    joined(names, "and")
}

/// "red", "red or blue", "red, blue or green".
pub fn or(names: &[impl AsRef<str>]) -> String {
    joined(names, "or")
}

fn joined(names: &[impl AsRef<str>], link: &str) -> String {
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        if at > 0 && at + 1 == names.len() {
            text.push_str(&format!(" {link} "));
        } else if at > 0 {
            text.push_str(", ");
        }
        text.push_str(name.as_ref());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "card"), "1 card");
        assert_eq!(count(0, "card"), "0 cards");
        assert_eq!(counted(1, "Thingman", "Thingmen"), "1 Thingman");
        assert_eq!(counted(3, "Thingman", "Thingmen"), "3 Thingmen");
    }

    #[test]
    fn lists_end_with_their_link() {
        assert_eq!(and(&[""; 0]), "");
        assert_eq!(and(&["Red"]), "Red");
        assert_eq!(or(&["red", "blue"]), "red or blue");
        assert_eq!(and(&["Red", "Blue", "Green"]), "Red, Blue and Green");
    }
}
