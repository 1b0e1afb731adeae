//! Opens WebSockets and counts fragments: frames that do not complete a message, which no reader of messages sees.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::Request;
use axum::http::request::Parts;
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::error::HttpError;
use crate::limits::MAX_MESSAGE_BYTES;

/// A WebSocket whose fragments are counted.
pub(crate) type Socket = WebSocketStream<CountingStream<TokioIo<Upgraded>>>;

/// A request to open a WebSocket, and the response that does.
pub(crate) struct SocketRequest {
    upgrade: OnUpgrade,
    response: Response,
}

impl<S: Send + Sync> FromRequestParts<S> for SocketRequest {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        let rejected = |why: &dyn std::fmt::Display| {
            HttpError::bad_request(format!("expected a WebSocket request: {why}"))
        };
        let request = Request::from_parts(parts.clone(), ());
        let response = create_response_with_body(&request, Body::empty);
        let response = response.map_err(|error| rejected(&error))?;
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let upgrade = upgrade.ok_or_else(|| rejected(&"the connection cannot be upgraded"))?;
        Ok(Self { upgrade, response })
    }
}

impl SocketRequest {
    /// Accepts the request, and runs a session once the socket is open.
    pub(crate) fn accept<Session>(
        self,
        run: impl FnOnce(Socket, Arc<Fragments>) -> Session + Send + 'static,
    ) -> Response
    where
        Session: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(async move {
            let stream = match self.upgrade.await {
                Ok(upgraded) => TokioIo::new(upgraded),
                Err(error) => return tracing::debug!(%error, "socket not opened"),
            };
            let fragments = Arc::new(Fragments::default());
            let stream = CountingStream {
                stream,
                parser: FrameParser::First,
                fragments: Arc::clone(&fragments),
            };
            let mut config = WebSocketConfig::default();
            config.max_message_size = Some(MAX_MESSAGE_BYTES);
            config.max_frame_size = Some(MAX_MESSAGE_BYTES);
            config.read_buffer_size = 1024;
            config.write_buffer_size = 0;
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
            run(socket, fragments).await;
        });
        self.response
    }
}

/// The fragments that were read but not charged yet.
#[derive(Default)]
pub(crate) struct Fragments {
    count: AtomicU32,
    read: Notify,
}

impl Fragments {
    /// Waits until fragments have been read.
    pub(crate) async fn wait(&self) {
        self.read.notified().await;
    }

    /// Takes the number of fragments read since the last call.
    pub(crate) fn take(&self) -> u32 {
        self.count.swap(0, Ordering::Relaxed)
    }

    fn add(&self, count: u32) {
        if count > 0 {
            self.count.fetch_add(count, Ordering::Relaxed);
            self.read.notify_one();
        }
    }
}

/// A stream that counts the fragments read from it. Nothing more is read before they are taken.
pub(crate) struct CountingStream<Stream> {
    stream: Stream,
    parser: FrameParser,
    fragments: Arc<Fragments>,
}

impl<Stream: AsyncRead + Unpin> AsyncRead for CountingStream<Stream> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.fragments.count.load(Ordering::Relaxed) > 0 {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let count = self.parser.count_fragments(&buffer.filled()[before..]);
        self.fragments.add(count);
        Poll::Ready(Ok(()))
    }
}

impl<Stream: AsyncWrite + Unpin> AsyncWrite for CountingStream<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// What the next byte of a stream of frames is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FrameParser {
    /// The first byte of a frame.
    First,
    /// The second byte of a frame: whether it is masked, and its length.
    Second,
    /// The bytes that are left of an extended length.
    Length { bytes: u8, length: u64, mask: u64 },
    /// The number of bytes that are left of mask and payload.
    Payload(u64),
}

impl FrameParser {
    /// Reads bytes, and counts the frames among them that do not complete a message.
    fn count_fragments(&mut self, mut bytes: &[u8]) -> u32 {
        let mut count = 0;
        while let Some((&byte, rest)) = bytes.split_first() {
            let mut read = 1;
            *self = match *self {
                Self::First => {
                    count += u32::from(byte & 0x80 == 0);
                    Self::Second
                }
                Self::Second => {
                    let mask = if byte & 0x80 == 0 { 0 } else { 4 };
                    match byte & 0x7f {
                        126 => Self::Length { bytes: 2, length: 0, mask },
                        127 => Self::Length { bytes: 8, length: 0, mask },
                        length => Self::payload(mask + u64::from(length)),
                    }
                }
                Self::Length { bytes, length, mask } => {
                    let length = length << 8 | u64::from(byte);
                    match bytes {
                        1 => Self::payload(length.saturating_add(mask)),
                        _ => Self::Length { bytes: bytes - 1, length, mask },
                    }
                }
                Self::Payload(left) => {
                    read = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    Self::payload(left - read as u64)
                }
            };
            bytes = if read == 1 { rest } else { &bytes[read..] };
        }
        count
    }

    const fn payload(left: u64) -> Self {
        if left == 0 { Self::First } else { Self::Payload(left) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame.
    fn frame(first: u8, payload: usize) -> Vec<u8> {
        let length = match payload {
            0..126 => vec![0x80 | payload as u8],
            126..65_536 => [&[0xfe][..], &(payload as u16).to_be_bytes()].concat(),
            _ => [&[0xff][..], &(payload as u64).to_be_bytes()].concat(),
        };
        // The payload looks like fragments.
        [&[first][..], &length, &[1, 2, 3, 4], &vec![0; payload]].concat()
    }

    #[test]
    fn fragments_are_counted_however_they_are_split() {
        let (text, fragment, continuation, last, ping) = (0x81, 0x01, 0x00, 0x80, 0x89);
        let mut bytes = Vec::new();
        for (first, payload) in [
            (text, 0),
            (text, 125),
            (text, 126),
            (fragment, 3),
            (ping, 5),
            (continuation, 0),
            (continuation, 70_000),
            (last, 300),
            (text, 7),
        ] {
            bytes.extend(frame(first, payload));
        }
        for size in [1, 2, 3, 7, 1024, bytes.len()] {
            let mut parser = FrameParser::First;
            let counted: u32 = bytes.chunks(size).map(|chunk| parser.count_fragments(chunk)).sum();
            assert_eq!((counted, parser), (3, FrameParser::First), "chunks of {size}");
        }
    }
}
