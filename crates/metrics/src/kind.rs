//! The types of metrics: how each begins and is described.

use std::fmt::Debug;
use std::hash::Hash;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Metric;

use crate::labels::Labels;

pub(crate) type Counters<L> = Family<L, Counter>;
pub(crate) type Gauges<L> = Family<L, Gauge>;
pub(crate) type Histograms<L> = Family<L, Histogram>;

/// The upper bounds of the buckets in seconds, from a cached page to a database that is down.
const BUCKETS: [f64; 12] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// A type of metric.
pub(crate) trait Kind: Metric + Clone {
    const NAME: &'static str;
    const LABELS: &'static [&'static str] = &[];

    /// Creates it with everything that is shown from the start.
    fn fresh() -> Self;
}

impl Kind for Counter {
    const NAME: &'static str = "counter";

    fn fresh() -> Counter {
        Counter::default()
    }
}

impl Kind for Gauge {
    const NAME: &'static str = "gauge";

    fn fresh() -> Gauge {
        Gauge::default()
    }
}

impl<L> Kind for Counters<L>
where
    L: Labels + EncodeLabelSet + Clone + Eq + Hash + Debug + Send + Sync + 'static,
{
    const NAME: &'static str = "counter";
    const LABELS: &'static [&'static str] = L::NAMES;

    fn fresh() -> Counters<L> {
        let family = Counters::<L>::default();
        L::all().iter().for_each(|labels| drop(family.get_or_create(labels)));
        family
    }
}

impl<L> Kind for Gauges<L>
where
    L: Labels + EncodeLabelSet + Clone + Eq + Hash + Debug + Send + Sync + 'static,
{
    const NAME: &'static str = "gauge";
    const LABELS: &'static [&'static str] = L::NAMES;

    fn fresh() -> Gauges<L> {
        let family = Gauges::<L>::default();
        L::all().iter().for_each(|labels| drop(family.get_or_create(labels)));
        family
    }
}

impl<L> Kind for Histograms<L>
where
    L: Labels + EncodeLabelSet + Clone + Eq + Hash + Debug + Send + Sync + 'static,
{
    const NAME: &'static str = "histogram";
    const LABELS: &'static [&'static str] = L::NAMES;

    fn fresh() -> Histograms<L> {
        let family = Histograms::<L>::new_with_constructor(|| Histogram::new(BUCKETS));
        L::all().iter().for_each(|labels| drop(family.get_or_create(labels)));
        family
    }
}
