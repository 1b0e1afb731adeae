//! A connection that is given up when the other side takes nothing for too long, so that it cannot be held for ever.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// So long nothing of what is sent may be taken.
const TAKE_WITHIN: Duration = Duration::from_secs(30);

/// A stream on which writing fails when the other side takes nothing for too long.
pub(crate) struct Impatient<Stream> {
    stream: Stream,
    /// Since the other side last took something: set while something waits to be taken.
    patience: Option<Pin<Box<Sleep>>>,
}

impl<Stream: AsyncWrite + Unpin> Impatient<Stream> {
    pub(crate) const fn new(stream: Stream) -> Self {
        Self { stream, patience: None }
    }

    fn write<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut Stream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), context) {
            self.patience = None;
            return Poll::Ready(written);
        }
        let patience =
            self.patience.get_or_insert_with(|| Box::pin(tokio::time::sleep(TAKE_WITHIN)));
        ready!(patience.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<Stream: AsyncRead + Unpin> AsyncRead for Impatient<Stream> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<Stream: AsyncWrite + Unpin> AsyncWrite for Impatient<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write(context, |stream, context| stream.poll_shutdown(context))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_takes_nothing_is_given_up_and_whoever_takes_little_is_not() {
        let (ours, mut theirs) = tokio::io::duplex(4);
        let mut ours = Impatient::new(ours);
        let sending = tokio::spawn(async move { (ours.write_all(&[7; 20]).await, ours) });
        for _ in 0..4 {
            tokio::time::sleep(TAKE_WITHIN - Duration::from_secs(1)).await;
            theirs.read_exact(&mut [0; 4]).await.unwrap();
        }
        let (sent, mut ours) = sending.await.unwrap();
        sent.unwrap();
        let refused = ours.write_all(&[7; 20]).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::TimedOut);
    }
}
