//! What a server with a key signs, as it appears in emails.

/// The key of a server.
pub const KEY: &str = "raven.example/seals+ef94ecbe+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs";

/// A checkpoint of its seals, with a line of realistic length.
pub fn checkpoint() -> String {
    let root = "cxiIHEH848HeNkDfjowRDJP0P2hrdCBKnRrVuMccIEc=";
    let signature = "75Tsvo//UF9hjoCsHfXm+cE".repeat(4);
    format!("raven.example/seals\n7\n{root}\n\n\u{2014} raven.example/seals {signature}\n")
}
