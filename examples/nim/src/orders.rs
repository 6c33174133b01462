//! R4 Notation: the one order there is, read and written. It knows names and no rules, so an order
//! for more stones than there are is read and then refused by `play`.

use ravenpost_rules::reader::Reader;
use ravenpost_rules::{Refusal, phrase};

use crate::state::{HEAPS, Heap};

/// Takes stones from a heap.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    pub heap: Heap,
    pub count: u8,
}

/// Reads `take 3 b`, also `take 3 from b`. The reader keeps every mistake, each with what should
/// have stood there.
pub fn parse(text: &str) -> Result<Order, Vec<Refusal>> {
    let mut reader = Reader::new(text, "R4.1");
    reader.expect("take");
    let count = reader.number();
    reader.skip("from");
    let heap = reader.read("a heap", Heap::from_slug, &HEAPS);
    reader.end(heap.zip(count).map(|(heap, count)| Order { heap, count }))
}

/// The one canonical form: what is stored, mailed and put into forms.
pub fn write(order: &Order) -> String {
    format!("take {} {}", order.count, order.heap.slug())
}

/// The order in words, for buttons and confirmations.
pub fn words(order: &Order) -> String {
    let stones = phrase::count(order.count.into(), "stone");
    format!("Take {stones} from heap {}", order.heap.letter())
}
