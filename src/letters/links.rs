//! Parts of addresses.

/// A text for use inside an address.
pub fn encode(text: &str) -> String {
    let mut coded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                coded.push(char::from(byte));
            }
            _ => coded.push_str(&format!("%{byte:02X}")),
        }
    }
    coded
}
