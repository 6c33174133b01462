//! Areas and sea nodes in words, with their contents.

use super::super::things::areas::Area;
use super::super::things::ids::Node;
use super::super::things::kinds::Kind;
use super::State;

/// An area with its kind and owner: "Kýrholt (cattle, Blue 2)".
pub fn place(state: &State, area: Area) -> String {
    let land = state.land(area);
    let whose = match (area.kind(), state.owner(area)) {
        (Kind::Home, _) => match state.host(area) {
            Some(host) => state.who(host).name(),
            None => "closed".into(),
        },
        (Kind::Sacred, _) => return format!("{} (sacred)", area.name()),
        (_, Some(owner)) => format!("{} {}", state.who(owner).name(), land.disks),
        (_, None) => "Barbarians".into(),
    };
    format!("{} ({}, {whose})", area.name(), area.kind().word())
}

/// A sea node in words.
pub fn node(state: &State, node: Node) -> String {
    match node.harbour() {
        Some(area) => format!("the harbour of {}", place(state, area)),
        None if node == Node::DOCK => "the dock".into(),
        None => format!("ocean square {}", node.slug()),
    }
}
