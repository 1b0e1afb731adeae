//! A database behind a slow network.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The URL of a database through a proxy that keeps everything for this long, as a distant network does.
pub(crate) async fn far_away(url: &str, delay: Duration) -> String {
    let (before, address) = url.split_once('@').unwrap();
    let (host, database) = address.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let far_url = format!("{before}@{}/{database}", listener.local_addr().unwrap());
    let host = host.to_owned();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(&host).await.unwrap();
            let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(forward(near_in, far_out, delay));
            tokio::spawn(forward(far_in, near_out, delay));
        }
    });
    far_url
}

async fn forward(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    delay: Duration,
) {
    let mut buffer = [0; 64 << 10];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        tokio::time::sleep(delay).await;
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
