//! Which acts this release writes, and which it only reads. During a rolling upgrade, older nodes
//! read what newer nodes write. Therefore one release learns to read a new act before the next
//! release writes it. `docs/operate/cluster-guarantees.md` has the whole rule.

use super::{Act, ActKind};

/// The kinds of acts that this release reads but does not write yet. A new act is listed here in
/// its first release and removed in the next.
const ONLY_READ: &[ActKind] = &[];

impl Act {
    /// Returns whether this release may write the act.
    pub fn is_written(&self) -> bool {
        may_write(self.kind(), ONLY_READ)
    }
}

fn may_write(kind: ActKind, only_read: &[ActKind]) -> bool {
    !only_read.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_only_acts_are_never_written() {
        assert!(!may_write(ActKind::Nudged, &[ActKind::Nudged]));
        assert!(may_write(ActKind::Ordered, &[ActKind::Nudged]) && Act::Started.is_written());
    }
}
