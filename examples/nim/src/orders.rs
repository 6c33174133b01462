//! R4 Notation: parses and writes the only kind of order. It knows names but no rules: an order for
//! more stones than there are is parsed here and refused by `play`.

use ravenpost_rules::text::reader::Reader;
use ravenpost_rules::{Notation, Refusal, Seat};

use crate::Nim;
use crate::state::{HEAPS, Heap, State};

/// Takes stones from a heap.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    pub heap: Heap,
    pub count: u8,
}

impl Notation for Nim {
    type Order = Order;

    /// Parses `take 3 b` and `take 3 from b`. The reader collects every mistake, each with what was
    /// expected.
    fn parse(_state: &State, _seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
        let mut reader = Reader::new(text, "R4.1");
        reader.expect("take");
        let count = reader.number();
        reader.skip("from");
        let heap = reader.read("a heap", Heap::from_slug, &HEAPS);
        reader.end(heap.zip(count).map(|(heap, count)| Order { heap, count }))
    }

    /// Returns the canonical form, which is stored, shown in emails and used in forms.
    fn write(_state: &State, order: &Order) -> String {
        format!("take {} {}", order.count, order.heap.slug())
    }
}
