//! `GET /metrics`, on an address of its own and never among the pages.

use actix_web::HttpResponse;
use actix_web::web::Data;
use tokio::sync::Mutex;

use crate::Site;

/// The content type of the OpenMetrics text format.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Held while the database is read, so that scrapes run one at a time.
pub(super) type Turn = Mutex<()>;

pub(super) async fn show(site: Data<Site>, turn: Data<Turn>) -> HttpResponse {
    let _turn = turn.lock().await;
    let metrics = site.service.metrics();
    metrics.streams.set(site.streams.count());
    site.service.monitoring().measure(site.now()).await;
    match metrics.text() {
        Ok(text) => HttpResponse::Ok().content_type(OPEN_METRICS).body(text),
        Err(error) => {
            tracing::error!(%error, "failed to write metrics");
            HttpResponse::InternalServerError().finish()
        }
    }
}
