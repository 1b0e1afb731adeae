//! Reads from a client at a limited rate, so that no kind of input, such as endless fragments of one message, costs more.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A mebibyte per second, nearly. A proxy that sends the requests of many clients needs less.
const TIME_PER_BYTE: Duration = Duration::from_micros(1);
/// For how long nothing may be read to save up for a burst.
const MAX_SAVED: Duration = Duration::from_secs(1);

/// A reader that waits when it has read too much.
pub(crate) struct Throttle<Reader> {
    reader: Reader,
    /// Until the bytes that were read have had their time.
    pause: Pin<Box<Sleep>>,
}

impl<Reader> Throttle<Reader> {
    pub(crate) fn new(reader: Reader) -> Self {
        Self { reader, pause: Box::pin(sleep(Duration::ZERO)) }
    }
}

impl<Reader: AsyncRead + Unpin> AsyncRead for Throttle<Reader> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { reader, pause } = &mut *self;
        let now = Instant::now();
        if pause.deadline() > now {
            ready!(pause.as_mut().poll(context));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(reader).poll_read(context, buffer))?;
        let bytes = u32::try_from(buffer.filled().len() - before).unwrap_or(u32::MAX);
        let saved_since = now.checked_sub(MAX_SAVED).unwrap_or(now);
        let start = pause.deadline().max(saved_since);
        pause.as_mut().reset(start + TIME_PER_BYTE * bytes);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn endless_input_is_read_at_a_limited_rate() {
        let mut reader = Throttle::new(tokio::io::repeat(0));
        for saved in [0, 1] {
            let started = Instant::now();
            for _ in 0..5_000 {
                reader.read_exact(&mut [0; 1_000]).await.unwrap();
            }
            let seconds = started.elapsed().as_secs_f64().round() as u32;
            assert_eq!(seconds, 5 - saved);
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    }
}
