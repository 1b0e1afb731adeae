//! Connecting to a server, with TLS for `https`, and readable errors when that fails.

use std::io::ErrorKind;
use std::sync::{Arc, OnceLock};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{CertificateError, ClientConfig, Error as TlsError, RootCertStore};

use crate::ClientError;
use crate::address::Address;

/// A byte stream in both directions.
pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// A connection, with or without TLS.
pub(crate) type Connection = Box<dyn ByteStream>;

/// Connects to a server.
pub(crate) async fn connect(address: &Address) -> Result<Connection, ClientError> {
    let failed = |why: String| ClientError::Connection(format!("{address}: {why}"));
    let host = (address.host.as_str(), address.port);
    let stream = TcpStream::connect(host).await.map_err(|error| {
        failed(match error.kind() {
            ErrorKind::ConnectionRefused => "nothing listens there".to_owned(),
            _ => error.to_string(),
        })
    })?;
    // Moves are small and must be sent at once.
    stream.set_nodelay(true).map_err(|error| failed(error.to_string()))?;
    if !address.tls {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(address.host.clone())
        .map_err(|_| failed("no certificate can have such a name".to_owned()))?;
    let connector = TlsConnector::from(tls_config().map_err(failed)?);
    let stream = connector.connect(name, stream).await.map_err(|error| failed(explain(&error)))?;
    Ok(Box::new(stream))
}

/// A configuration with the certificates that the system trusts, or those of `SSL_CERT_FILE` and `SSL_CERT_DIR`.
fn tls_config() -> Result<Arc<ClientConfig>, String> {
    static CONFIG: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    let load = || {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        let (added, _) = roots.add_parsable_certificates(found.certs);
        if added == 0 {
            let errors: String = found.errors.iter().map(|error| format!(" ({error})")).collect();
            return Err(format!(
                "this system trusts no certificates{errors}; install ca-certificates, or set SSL_CERT_FILE"
            ));
        }
        Ok(Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()))
    };
    CONFIG.get_or_init(load).clone()
}

fn explain(error: &std::io::Error) -> String {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<TlsError>());
    match inner {
        Some(TlsError::InvalidCertificate(CertificateError::UnknownIssuer)) => {
            "this system does not trust the issuer of its certificate; name your own with SSL_CERT_FILE"
                .to_owned()
        }
        Some(TlsError::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        )) => "its certificate is for another name".to_owned(),
        Some(TlsError::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        )) => "its certificate has expired".to_owned(),
        Some(TlsError::InvalidMessage(_)) => {
            "it does not speak TLS there, try http:// instead of https://".to_owned()
        }
        _ => error.to_string(),
    }
}
