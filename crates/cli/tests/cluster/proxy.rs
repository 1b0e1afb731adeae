//! A TCP proxy that cuts, delays and pauses the connections through it, and drops what is sent through them.

#![allow(dead_code, reason = "each test uses a part of the proxy")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A proxy in front of a port on this machine.
#[derive(Clone)]
pub(crate) struct Proxy {
    pub(crate) port: u16,
    faults: Arc<Faults>,
}

struct Faults {
    /// Changes when all connections are cut.
    cuts: watch::Sender<u64>,
    /// How long every piece of data waits, in milliseconds.
    delay: AtomicU64,
    /// Whether new connections are refused.
    closed: AtomicBool,
    /// Whether everything that is sent is lost, without an error.
    drops: AtomicBool,
    /// Whether everything that is sent waits.
    paused: watch::Sender<bool>,
}

impl Proxy {
    pub(crate) async fn start(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let faults = Arc::new(Faults {
            cuts: watch::Sender::new(0),
            delay: AtomicU64::new(0),
            closed: AtomicBool::new(false),
            drops: AtomicBool::new(false),
            paused: watch::Sender::new(false),
        });
        let shared = Arc::clone(&faults);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if !shared.closed.load(Ordering::Relaxed) {
                    tokio::spawn(connect(client, target, Arc::clone(&shared)));
                }
            }
        });
        Self { port, faults }
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        self.faults.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Refuses new connections, or accepts them again.
    pub(crate) fn set_closed(&self, closed: bool) {
        self.faults.closed.store(closed, Ordering::Relaxed);
    }

    /// Loses everything that is sent, as a broken network does, or delivers it again.
    pub(crate) fn set_drops(&self, drops: bool) {
        self.faults.drops.store(drops, Ordering::Relaxed);
    }

    /// Keeps everything that is sent, as a stopped database does, or delivers it.
    pub(crate) fn set_paused(&self, paused: bool) {
        self.faults.paused.send_replace(paused);
    }

    pub(crate) fn set_delay(&self, delay: Duration) {
        let delay = u64::try_from(delay.as_millis()).unwrap();
        self.faults.delay.store(delay, Ordering::Relaxed);
    }
}

async fn connect(client: TcpStream, target: u16, faults: Arc<Faults>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", target)).await else { return };
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
    }
    let mut cuts = faults.cuts.subscribe();
    let (client_read, client_write) = client.into_split();
    let (server_read, server_write) = server.into_split();
    tokio::select! {
        () = copy(client_read, server_write, &faults) => {}
        () = copy(server_read, client_write, &faults) => {}
        _ = cuts.changed() => {}
    }
}

async fn copy(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    faults: &Faults,
) {
    let mut buffer = [0; 16 * 1024];
    let mut paused = faults.paused.subscribe();
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let delay = faults.delay.load(Ordering::Relaxed);
        if delay > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        // An error means that the test is over.
        let _ = paused.wait_for(|paused| !*paused).await;
        if faults.drops.load(Ordering::Relaxed) {
            continue;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
