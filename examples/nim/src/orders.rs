//! R4 Notation: the one order there is, read and written. It knows names and no rules, so an order
//! for more stones than there are is read and then refused by `play`.

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

    /// Reads `take 3 b`, also `take 3 from b`. The reader keeps every mistake, each with what
    /// should have stood there.
    fn parse(_state: &State, _seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
        let mut reader = Reader::new(text, "R4.1");
        reader.expect("take");
        let count = reader.number();
        reader.skip("from");
        let heap = reader.read("a heap", Heap::from_slug, &HEAPS);
        reader.end(heap.zip(count).map(|(heap, count)| Order { heap, count }))
    }

    /// The one canonical form: what is stored, mailed and put into forms.
    fn write(_state: &State, order: &Order) -> String {
        format!("take {} {}", order.count, order.heap.slug())
    }
}
