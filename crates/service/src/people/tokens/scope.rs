//! What a token permits.

/// A permission of a token.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// Everything that the player sees.
    Read,
    /// Orders, previews and undo.
    Play,
    /// Messages and notes, and blocks.
    Chat,
    /// Opening, joining and leaving tables.
    Table,
    /// More time, and pauses.
    Clock,
}

impl Scope {
    pub const ALL: &[Scope] = <Scope as strum::VariantArray>::VARIANTS;

    /// Returns the name as stored and as requested. It must never change.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Returns what it permits, for people.
    pub fn about(self) -> &'static str {
        match self {
            Scope::Read => "See everything that you see in your games",
            Scope::Play => "Preview, make and undo moves",
            Scope::Chat => "Read and write messages and notes, and block players",
            Scope::Table => "Open, join and leave games",
            Scope::Clock => "Ask for more time",
        }
    }

    pub fn find(key: &str) -> Option<Scope> {
        key.parse().ok()
    }

    /// Reads a stored list. Names that this version does not know permit nothing.
    pub fn list(stored: &str) -> Vec<Scope> {
        stored.split(' ').filter_map(Scope::find).collect()
    }

    /// Writes a list as it is stored: in order and without repetition.
    pub fn stored(scopes: &[Scope]) -> String {
        let chosen = Scope::ALL.iter().filter(|scope| scopes.contains(scope));
        chosen.map(|scope| scope.key()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_scopes_round_trip_and_unknown_ones_permit_nothing() {
        let stored = Scope::stored(&[Scope::Play, Scope::Read, Scope::Play]);
        assert_eq!(stored, "read play");
        assert_eq!(Scope::list(&stored), [Scope::Read, Scope::Play]);
        assert_eq!(Scope::list("admin read"), [Scope::Read]);
        assert_eq!(Scope::list(""), []);
    }
}
