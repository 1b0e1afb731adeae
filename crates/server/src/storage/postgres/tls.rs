//! TLS for PostgreSQL connections, with verified certificates.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Makes TLS connections.
#[derive(Clone)]
pub(super) struct Tls(Arc<ClientConfig>);

impl Tls {
    /// Trusts the certificates in this file, or those that the system trusts.
    pub(super) fn new(root_certificates: Option<&Path>) -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        match root_certificates {
            Some(path) => {
                let unreadable = |error: &dyn std::fmt::Display| {
                    format!(
                        "cannot read the certificates in {} (sslrootcert): {error}",
                        path.display()
                    )
                };
                let certificates =
                    CertificateDer::pem_file_iter(path).map_err(|error| unreadable(&error))?;
                for certificate in certificates {
                    let certificate = certificate.map_err(|error| unreadable(&error))?;
                    roots.add(certificate).map_err(|error| unreadable(&error))?;
                }
                if roots.is_empty() {
                    return Err(unreadable(&"it holds none; name a file in PEM format"));
                }
            }
            None => {
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            }
        }
        Ok(Self(Arc::new(
            ClientConfig::builder().with_root_certificates(roots).with_no_client_auth(),
        )))
    }
}

impl<Stream> MakeTlsConnect<Stream> for Tls
where
    Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = TlsConnection<Stream>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<Handshake> {
        let name = ServerName::try_from(domain.to_owned())
            .map_err(|_| io::Error::other("no certificate can have the name of this host"))?;
        Ok(Handshake { connector: TlsConnector::from(Arc::clone(&self.0)), name })
    }
}

/// A TLS handshake with a host.
pub(super) struct Handshake {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<Stream> TlsConnect<Stream> for Handshake
where
    Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = TlsConnection<Stream>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TlsConnection<Stream>>> + Send>>;

    fn connect(self, stream: Stream) -> Self::Future {
        Box::pin(async move { self.connector.connect(self.name, stream).await.map(TlsConnection) })
    }
}

/// A connection through TLS.
pub(super) struct TlsConnection<Stream>(tokio_rustls::client::TlsStream<Stream>);

impl<Stream: AsyncRead + AsyncWrite + Unpin> TlsStream for TlsConnection<Stream> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<Stream: AsyncRead + AsyncWrite + Unpin> AsyncRead for TlsConnection<Stream> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<Stream: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TlsConnection<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
