//! Limits the open connections per network address. Without a limit, one machine could take every
//! connection and hold it by reading slowly.

use std::any::Any;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::dev::Extensions;
use socket2::SockRef;
use tokio::net::TcpStream;

use crate::http::limits::network;
use ravenpost_config::network::Network;

/// How long sent data may remain unacknowledged before the connection is closed.
const READING: Duration = Duration::from_secs(30);

/// Counts open connections per network address.
pub struct ConnectionLimit {
    most: usize,
    /// Trusted proxies are exempt because they carry the requests of many clients.
    proxies: Vec<Network>,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// Counts as one open connection until it is dropped.
struct ConnectionPermit(Arc<ConnectionLimit>, IpAddr);

impl ConnectionLimit {
    pub fn new(most: u32, proxies: Vec<Network>) -> Arc<ConnectionLimit> {
        let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
        Arc::new(ConnectionLimit { most, proxies, open: Mutex::default() })
    }

    /// Counts a new connection, or closes it if its address has reached the limit.
    pub fn meet(self: &Arc<ConnectionLimit>, stream: &dyn Any, data: &mut Extensions) {
        let Some(stream) = stream.downcast_ref::<TcpStream>() else { return };
        let socket = SockRef::from(stream);
        // Best effort: without this option, slow readers only hold a connection for longer.
        #[cfg(target_os = "linux")]
        let _ = socket.set_tcp_user_timeout(Some(READING));
        let Ok(peer) = stream.peer_addr() else { return };
        match self.enter(peer.ip().to_canonical()) {
            Ok(Some(place)) => {
                data.insert(place);
            }
            Ok(None) => {}
            Err(()) => {
                let _ = socket.shutdown(std::net::Shutdown::Both);
            }
        }
    }

    fn enter(self: &Arc<ConnectionLimit>, peer: IpAddr) -> Result<Option<ConnectionPermit>, ()> {
        if self.proxies.iter().any(|proxy| proxy.contains(peer)) {
            return Ok(None);
        }
        let from = network(peer);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(from).or_default();
        if *count >= self.most {
            return Err(());
        }
        *count += 1;
        Ok(Some(ConnectionPermit(self.clone(), from)))
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_per_address_are_limited_and_released() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let connection_limit = ConnectionLimit::new(2, vec!["10.0.0.0/30".parse().unwrap()]);
        let first = connection_limit.enter(ip("192.0.2.7")).unwrap();
        let _second = connection_limit.enter(ip("192.0.2.7")).unwrap();
        assert!(connection_limit.enter(ip("192.0.2.7")).is_err());
        assert!(connection_limit.enter(ip("192.0.2.8")).is_ok(), "others are let in");
        for _ in 0..5 {
            assert!(
                connection_limit.enter(ip("10.0.0.1")).is_ok_and(|place| place.is_none()),
                "a proxy"
            );
        }
        drop(first);
        assert!(connection_limit.enter(ip("192.0.2.7")).is_ok());
        assert!(connection_limit.open.lock().unwrap().len() <= 2, "who has gone is forgotten");
        let _host = connection_limit.enter(ip("2001:db8::1")).unwrap();
        let _same = connection_limit.enter(ip("2001:db8::2")).unwrap();
        assert!(
            connection_limit.enter(ip("2001:db8::3")).is_err(),
            "one network, whatever it calls itself"
        );
    }
}
