//! All metrics of a server in one list, from which fields, names and documentation are derived.
//!
//! Counting costs an atomic addition and, with labels, a look-up in a small table. Values of
//! labels come from fixed lists and from the route table, never from games, seats or people.

mod kind;
pub mod labels;

use std::fmt;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use kind::{Counters, Gauges, Histograms, Kind};
use labels::{
    AreaLabels, ComponentLabels, DeliveryLabels, InboundLabels, LookupLabels, NodeLabels,
    OrderLabels, OutboxLabels, RequestLabels, VersionLabels,
};

/// The first word of every name.
const PREFIX: &str = "ravenpost";

/// A metric as declared in the list below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The name without the suffixes of its samples.
    pub name: String,
    pub kind: &'static str,
    pub labels: &'static [&'static str],
    pub unit: &'static str,
    pub help: String,
}

impl Described {
    /// Returns the names of its samples.
    pub fn samples(&self) -> Vec<String> {
        let ends: &[&str] = match self.kind {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        ends.iter().map(|end| format!("{}{end}", self.name)).collect()
    }
}

macro_rules! metrics {
    ($( $(#[doc = $help:literal])+ $name:ident: $kind:ty => $unit:literal, )+) => {
        /// The metrics of a server.
        #[derive(Debug)]
        pub struct Metrics {
            registry: Registry,
            $( $(#[doc = $help])+ pub $name: $kind, )+
        }

        impl Default for Metrics {
            fn default() -> Metrics {
                let mut registry = Registry::with_prefix(PREFIX);
                $(
                    let $name = <$kind as Kind>::fresh();
                    registry.register(stringify!($name), help(&[$($help),+]), $name.clone());
                )+
                Metrics { registry, $($name,)+ }
            }
        }

        /// Returns the description of every metric.
        pub fn catalogue() -> Vec<Described> {
            vec![$(Described {
                name: format!("{PREFIX}_{}", stringify!($name)),
                kind: <$kind as Kind>::NAME,
                labels: <$kind as Kind>::LABELS,
                unit: $unit,
                help: help(&[$($help),+]),
            },)+]
        }
    };
}

metrics! {
    /// Answered requests by route pattern and class of status; `(none)` for unknown routes
    http_requests: Counters<RequestLabels> => "requests",
    /// Time until the response begins, for pages, the API and static files
    http_request_duration_seconds: Histograms<AreaLabels> => "seconds",
    /// Open event streams of the API
    streams: Gauge => "streams",
    /// Orders by their source; `refused` includes lines of which only a part was accepted
    orders: Counters<OrderLabels> => "orders",
    /// Events stored in the logs of games
    events: Counter => "events",
    /// Deadlines that passed, so that the default order was played
    timeouts: Counter => "deadlines",
    /// Games folded from their log because they were not in memory
    game_folds: Counter => "games",
    /// Games looked up in memory, and whether they were found there
    game_cache_lookups: Counters<LookupLabels> => "look-ups",
    /// Memory used by games
    game_cache_bytes: Gauge => "bytes",
    /// Games found so far that cannot be read or continued
    damaged_games: Gauge => "games",
    /// Writes that wait for the database; with PostgreSQL, those in progress
    writer_queue_jobs: Gauge => "writes",
    /// Writes in the stored transactions of this node; divided by their number, the batch size
    writer_jobs: Counter => "writes",
    /// Transactions stored by this node
    writer_transactions: Counter => "transactions",
    /// Emails in the outbox by state; `retrying` was attempted before, `failed` was given up
    outbox_emails: Gauges<OutboxLabels> => "emails",
    /// Time since the unsent email that has waited longest was due
    outbox_oldest_age_seconds: Gauge => "seconds",
    /// Finished delivery attempts by provider of the mailbox and result
    deliveries: Counters<DeliveryLabels> => "attempts",
    /// Processed inbound emails by result
    inbound_emails: Counters<InboundLabels> => "emails",
    /// Time since the relay could last be reached; 0 while it works
    relay_down_seconds: Gauge => "seconds",
    /// Time since a mail source went down; 0 while all work
    mail_source_down_seconds: Gauge => "seconds",
    /// Time by which the oldest deadline is overdue; 0 if none is
    clock_lag_seconds: Gauge => "seconds",
    /// Time of the latest scheduled backup; 0 before the first
    backup_timestamp_seconds: Gauge => "Unix time",
    /// Beginning of the latest sealed day; 0 before the first
    seal_timestamp_seconds: Gauge => "Unix time",
    /// Nodes by state; `silent` has sent no heartbeat for 30 seconds
    nodes: Gauges<NodeLabels> => "nodes",
    /// Whether each component works, as in `/readyz`
    component_up: Gauges<ComponentLabels> => "0 or 1",
    /// Always 1; the label is the version of the program
    build_info: Gauges<VersionLabels> => "1",
}

impl Metrics {
    /// Returns all metrics in the OpenMetrics text format.
    ///
    /// # Errors
    ///
    /// Never in practice, because text in memory can always be extended.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// Returns the table of metrics in Markdown.
pub fn table() -> String {
    let mut table =
        String::from("| Metric | Type | Labels | Unit | Meaning |\n|---|---|---|---|---|\n");
    for metric in catalogue() {
        let Described { kind, labels, unit, help, .. } = &metric;
        let name = match *kind {
            "counter" => format!("{}_total", metric.name),
            _ => metric.name.clone(),
        };
        let labels: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
        let labels = labels.join(", ");
        table.push_str(&format!("| `{name}` | {kind} | {labels} | {unit} | {help} |\n"));
    }
    table
}

/// Joins the lines of a description.
fn help(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use labels::{OrderResult, OrderSource};

    #[test]
    fn counts_are_shown_with_their_labels() {
        let metrics = Metrics::default();
        let labels = OrderLabels { source: OrderSource::Email, result: OrderResult::Refused };
        metrics.orders.get_or_create(&labels).inc();
        metrics.clock_lag_seconds.set(7);
        let text = metrics.text().unwrap();
        assert!(text.contains("ravenpost_orders_total{source=\"email\",result=\"refused\"} 1\n"));
        assert!(text.contains("ravenpost_orders_total{source=\"page\",result=\"accepted\"} 0\n"));
        assert!(text.contains("ravenpost_clock_lag_seconds 7\n"), "{text}");
        assert!(text.ends_with("# EOF\n"));
    }

    #[test]
    fn every_metric_is_shown_from_the_start() {
        let text = Metrics::default().text().unwrap();
        for metric in catalogue() {
            let head = format!("# TYPE {} {}\n", metric.name, metric.kind);
            assert!(text.contains(&head), "{head}");
            for sample in metric.samples() {
                assert!(text.contains(&format!("\n{sample}")), "{sample}");
            }
        }
    }
}
