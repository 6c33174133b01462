//! Packed old events: compressed to about a tenth of their size, without loss. Labels for searching
//! stay uncompressed; reading an event unpacks the bundle.

use std::io::{Read, Write};
use std::sync::Arc;

use chrono::DateTime;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::metadata::EventMetadata;
use super::{Block, Shared, read_act};
use ravenpost_log::{ActKind, GameId, Hash, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};

/// A packed block.
#[derive(Debug)]
pub(super) struct Bundle {
    game: GameId,
    /// The labels, in the order of the events.
    labels: Box<[Label]>,
    hashes: Box<[Hash]>,
    /// The remaining data of each event, concatenated and compressed.
    bytes: Box<[u8]>,
}

/// The uncompressed part of an event. Kept small, because there is one for every event of every
/// game.
#[derive(Clone, Copy, Debug)]
struct Label {
    seq: u32,
    step: u32,
    /// The seat's number; 0 if the act belongs to no seat.
    seat: u8,
    kind: ActKind,
    open: bool,
    changes: bool,
    veiled: bool,
}

impl Bundle {
    /// Packs a block; `None` if its numbers are too high for labels.
    pub fn of(block: &Block) -> Option<Bundle> {
        let game = block.first()?.event.game.clone();
        let (mut labels, mut rest) = (Vec::new(), Vec::new());
        for shared in block {
            let metadata = EventMetadata::of(shared, None);
            labels.push(Label {
                seq: u32::try_from(metadata.seq.0).ok()?,
                step: u32::try_from(metadata.step.0).ok()?,
                seat: metadata.seat.map_or(0, |seat| seat.0),
                kind: metadata.kind,
                open: metadata.open,
                changes: metadata.changes,
                veiled: metadata.veiled,
            });
            write(&mut rest, &shared.event);
        }
        let mut packing = DeflateEncoder::new(Vec::new(), Compression::fast());
        packing.write_all(&rest).ok()?;
        Some(Bundle {
            game,
            labels: labels.into(),
            hashes: block.iter().map(|shared| shared.event.hash).collect(),
            bytes: packing.finish().ok()?.into(),
        })
    }

    /// Unpacks the block.
    pub fn untie(&self) -> Block {
        let mut rest = Vec::new();
        let read = DeflateDecoder::new(&*self.bytes).read_to_end(&mut rest);
        read.expect("what was compressed here comes back");
        let mut rest = rest.as_slice();
        let labels = self.labels.iter().zip(&self.hashes);
        labels.map(|(label, hash)| Arc::new(self.again(label, *hash, &mut rest))).collect()
    }

    fn again(&self, label: &Label, hash: Hash, rest: &mut &[u8]) -> Shared {
        let (position, seconds) = (number(rest), number(rest));
        let nanos = u32::from_le_bytes(cut(rest));
        let at = DateTime::from_timestamp(seconds as i64, nanos).expect("it was a moment before");
        let seat = u8::from_le_bytes(cut(rest));
        let event = StoredEvent {
            position,
            game: self.game.clone(),
            seq: label.seq.into(),
            at,
            kind: text(rest),
            seat: (seat > 0).then_some(Seat(seat)),
            act: text(rest),
            known: text(rest),
            facts: text(rest),
            draws: text(rest),
            nonce: cut(rest),
            hash,
        };
        let act = read_act(&event).expect("the act was read before it was tied up");
        Shared { event: Arc::new(event), act, step: label.step.into() }
    }

    pub fn metadata_at(&self, at: usize, superseded_by: Option<Seq>) -> EventMetadata {
        let Label { seq, step, seat, kind, open, changes, veiled } = self.labels[at];
        EventMetadata {
            seq: seq.into(),
            step: step.into(),
            seat: (seat > 0).then_some(Seat(seat)),
            kind,
            open,
            changes,
            veiled,
            superseded_by,
        }
    }

    /// Number of events.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    pub fn hash(&self, at: usize) -> Hash {
        self.hashes[at]
    }

    /// Number of leading events that satisfy `so`.
    pub fn before(&self, so: impl Fn(Seq, Step) -> bool) -> usize {
        self.labels.partition_point(|label| so(label.seq.into(), label.step.into()))
    }

    /// Number and step of the last event.
    pub fn end(&self) -> (Seq, Step) {
        self.labels
            .last()
            .map_or((Seq::NONE, Step::NONE), |label| (label.seq.into(), label.step.into()))
    }

    /// Approximate size in bytes.
    pub fn weight(&self) -> usize {
        let each = size_of::<Label>() + size_of::<Hash>();
        size_of::<Bundle>() + self.labels.len() * each + self.bytes.len()
    }
}

/// Writes the columns that are not in labels.
fn write(into: &mut Vec<u8>, event: &StoredEvent) {
    into.extend(event.position.to_le_bytes());
    into.extend(event.at.timestamp().to_le_bytes());
    into.extend(event.at.timestamp_subsec_nanos().to_le_bytes());
    into.push(event.seat.map_or(0, |seat| seat.0));
    for text in [&event.kind, &event.act, &event.known, &event.facts, &event.draws] {
        into.extend((text.len() as u64).to_le_bytes());
        into.extend(text.as_bytes());
    }
    into.extend(event.nonce);
}

fn cut<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (bytes, behind) = rest.split_first_chunk().expect("as long as it was written");
    *rest = behind;
    *bytes
}

fn number(rest: &mut &[u8]) -> u64 {
    u64::from_le_bytes(cut(rest))
}

fn text(rest: &mut &[u8]) -> String {
    let length = number(rest) as usize;
    let (bytes, behind) = rest.split_at(length);
    *rest = behind;
    String::from_utf8(bytes.to_vec()).expect("it was text before")
}
