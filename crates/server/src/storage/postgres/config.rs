//! How to connect to PostgreSQL: the URL, the password, TLS and timeouts.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

/// How long connecting to one host may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long the network may be silent before a connection counts as lost.
const TCP_TIMEOUT: Duration = Duration::from_secs(10);

/// Limits that PostgreSQL enforces for our sessions. A stopped process must not hold locks that others wait for, and a
/// machine that has lost its power must not count as a process that serves.
const SESSION_OPTIONS: &str = "-c statement_timeout=10s -c lock_timeout=5s \
     -c idle_in_transaction_session_timeout=10s -c client_min_messages=warning \
     -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 \
     -c tcp_user_timeout=10s";

/// A PostgreSQL database and how to reach it.
#[derive(Clone)]
pub struct PostgresConfig {
    pub(super) connection: Config,
    /// A file with certificates to trust instead of those of the system.
    pub(super) root_certificates: Option<PathBuf>,
}

impl PostgresConfig {
    /// Parses a URL such as `postgres://user@host/database`. The password is the given one, or that of `PGPASSWORD`.
    ///
    /// Without `sslmode`, connections to other machines use TLS, and local ones do not. TLS always verifies the
    /// server's certificate, also without `verify-full`, with the system's certificates or those in the file
    /// `sslrootcert`.
    ///
    /// # Errors
    /// A sentence that says what to do. It never contains a password.
    pub fn parse(url: &str, password: Option<String>) -> Result<Self, String> {
        let (url, root_certificates) = take_parameter(url, "sslrootcert");
        // TLS always verifies the certificate and the name of the host.
        let url = url.replace("sslmode=verify-full", "sslmode=require");
        let url = url.replace("sslmode=verify-ca", "sslmode=require");
        let mut connection: Config = url.parse().map_err(|_| {
            "the database URL cannot be read, expected postgres://USER@HOST:PORT/DATABASE"
                .to_owned()
        })?;
        if connection.get_password().is_some() {
            return Err(
                "the database URL contains a password, which other users of the machine can see; \
                        set PGPASSWORD or use --database-password-file instead"
                    .to_owned(),
            );
        }
        if connection.get_hosts().is_empty() {
            return Err(
                "the database URL names no host, expected postgres://USER@HOST:PORT/DATABASE"
                    .to_owned(),
            );
        }
        if connection.get_user().is_none() || connection.get_dbname().is_none() {
            return Err(
                "the database URL names no user or no database, expected postgres://USER@HOST:PORT/DATABASE"
                    .to_owned(),
            );
        }
        if let Some(password) = password.or_else(|| std::env::var("PGPASSWORD").ok()) {
            connection.password(password);
        }
        if connection.get_ssl_mode() == SslMode::Prefer {
            let is_local = connection.get_hosts().iter().all(is_local);
            connection.ssl_mode(if is_local { SslMode::Disable } else { SslMode::Require });
        }
        let connect_timeout = connection.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
        let options = connection.get_options().unwrap_or_default();
        let options = format!("{SESSION_OPTIONS} {options}");
        connection
            .options(options.trim_end())
            // Of several hosts, the one that accepts writes: the primary.
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .connect_timeout(connect_timeout)
            .keepalives_idle(TCP_TIMEOUT)
            .keepalives_interval(Duration::from_secs(2))
            .keepalives_retries(3)
            .tcp_user_timeout(TCP_TIMEOUT);
        Ok(Self { connection, root_certificates: root_certificates.map(PathBuf::from) })
    }

    /// Names the sessions in PostgreSQL's views and logs.
    pub(super) fn name_sessions(&mut self, node: &str) {
        self.connection.application_name(format!("trid {node}"));
    }

    /// The hosts and the database, without user and password.
    pub(super) fn location(&self) -> String {
        let hosts = self.connection.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            Host::Unix(path) => path.display().to_string(),
        });
        let hosts = hosts.collect::<Vec<_>>().join(",");
        let database = self.connection.get_dbname().unwrap_or_default();
        format!("{database} at {hosts}")
    }
}

impl fmt::Debug for PostgresConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresConfig({})", self.location())
    }
}

/// Reads a password from the first line of a file.
///
/// # Errors
/// A sentence, if the file cannot be read or is empty.
pub fn read_password_file(path: &Path) -> Result<String, String> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read the password file {name}: {error}"))?;
    match text.lines().next() {
        Some(password) if !password.is_empty() => Ok(password.to_owned()),
        _ => {
            Err(format!("the password file {name} is empty, write the password on its first line"))
        }
    }
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
    }
}

/// Removes a query parameter from a URL and returns its decoded value.
fn take_parameter(url: &str, name: &str) -> (String, Option<String>) {
    let Some((base, query)) = url.split_once('?') else {
        return (url.to_owned(), None);
    };
    let mut value = None;
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| match pair.split_once('=') {
            Some((key, found)) if key == name => {
                let decoded = percent_encoding::percent_decode_str(found).decode_utf8_lossy();
                value = Some(decoded.into_owned());
                false
            }
            _ => true,
        })
        .collect();
    let url = if kept.is_empty() { base.to_owned() } else { format!("{base}?{}", kept.join("&")) };
    (url, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<PostgresConfig, String> {
        PostgresConfig::parse(url, Some("secret".to_owned()))
    }

    #[test]
    fn other_machines_need_tls_unless_the_url_says_otherwise() {
        let mode = |url: &str| parse(url).unwrap().connection.get_ssl_mode();
        for local in ["localhost", "127.0.0.1:5433", "[::1]", "%2Frun%2Fpostgresql"] {
            assert_eq!(mode(&format!("postgres://a@{local}/b")), SslMode::Disable, "{local}");
        }
        assert_eq!(mode("postgres://a@db.example/b"), SslMode::Require);
        assert_eq!(mode("postgres://a@localhost,db.example/b"), SslMode::Require);
        assert_eq!(mode("postgres://a@db.example/b?sslmode=disable"), SslMode::Disable);
        for mode_with_tls in ["require", "verify-ca", "verify-full"] {
            let url = format!("postgres://a@localhost/b?sslmode={mode_with_tls}");
            assert_eq!(mode(&url), SslMode::Require, "{mode_with_tls}");
        }
    }

    #[test]
    fn certificates_are_named_by_the_url() {
        let config =
            parse("postgres://a@h/b?sslrootcert=%2Fetc%2Fca.pem&application_name=x").unwrap();
        assert_eq!(config.root_certificates, Some(PathBuf::from("/etc/ca.pem")));
        assert_eq!(config.connection.get_application_name(), Some("x"));
        assert_eq!(parse("postgres://a@h/b?sslrootcert=x").unwrap().location(), "b at h");
    }

    #[tokio::test]
    async fn sessions_have_timeouts() {
        let Some(url) = crate::storage::tests::new_database() else { return };
        let config = parse(&url).unwrap();
        let (client, connection) = config.connection.connect(tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        for (setting, expected) in [
            ("statement_timeout", "10s"),
            ("lock_timeout", "5s"),
            ("idle_in_transaction_session_timeout", "10s"),
            // A machine that has lost its power is noticed.
            ("tcp_keepalives_idle", "10"),
            ("tcp_user_timeout", "10000"),
        ] {
            let row = client.query_one(&format!("SHOW {setting}"), &[]).await.unwrap();
            assert_eq!(row.get::<_, &str>(0), expected, "{setting}");
        }
    }

    #[test]
    fn bad_urls_are_rejected_without_repeating_a_password() {
        for (url, expected) in [
            ("postgres://a:hunter2@h/b", "--database-password-file"),
            ("postgres:///b", "names no host"),
            ("postgres://h/b", "names no user"),
            ("postgres://a@h", "no database"),
            ("postgres://a@h:port/hunter2", "cannot be read"),
            ("postgres://a@h/b?hunter2=1", "cannot be read"),
        ] {
            let error = parse(url).unwrap_err();
            assert!(error.contains(expected), "{url}: {error}");
            assert!(!error.contains("hunter2"), "{error}");
        }
        let config = parse("postgres://a@h/b").unwrap();
        assert_eq!(config.connection.get_password(), Some(&b"secret"[..]));
        assert!(!format!("{config:?}").contains("secret"));
    }
}
