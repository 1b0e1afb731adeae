//! `trid serve`: runs the server with the embedded page. `trid` without a command also opens the browser.

use std::env;
use std::io::{ErrorKind, Write};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Parser, ValueEnum};
use tokio::net::TcpListener;
use trid_server::limits::ClientLimits;
use trid_server::storage::OpenError;
use trid_server::{Asset, LogFormat, Server, Settings, fit_open_files};

use crate::data_folder::data_folder;
use crate::database::{Database, is_postgres};
use crate::error::CliError;
use crate::exit_status::ExitStatus;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// PostgreSQL cuts longer names of sessions, which also have a prefix and a suffix.
const MAX_NODE_NAME: usize = 50;

/// Run the game server with the browser client
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid serve --addr 0.0.0.0:8080 --data /var/lib/trid\n  \
                        trid serve --public-url https://chess.example --trust-proxy --log json\n  \
                        trid serve --database postgres://trid@db.example/trid --node a\n\n\
                        Prints the address when it is ready. Press Ctrl-C or send SIGTERM to stop the\n\
                        server; no game is lost.")]
pub(crate) struct Arguments {
    /// Address to listen on; port 0 selects a free port
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080", env = "TRID_ADDR", value_parser = parse_address)]
    addr: SocketAddr,
    /// Folder of the database [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "TRID_DATA")]
    data: Option<PathBuf>,
    /// sqlite:PATH or postgres://USER@HOST/NAME [default: trid.db in --data]
    #[arg(
        long,
        value_name = "URL",
        env = "TRID_DATABASE",
        conflicts_with = "data",
        hide_env_values = true
    )]
    database: Option<String>,
    /// File with PostgreSQL's password [default: use PGPASSWORD]
    #[arg(long, value_name = "FILE", env = "TRID_DATABASE_PASSWORD_FILE", requires = "database")]
    database_password_file: Option<PathBuf>,
    /// Name in the log and in PostgreSQL [default: the host's name]
    #[arg(long, value_name = "NAME", env = "TRID_NODE", value_parser = parse_node)]
    node: Option<String>,
    /// Public address of the server
    #[arg(long, value_name = "URL", env = "TRID_PUBLIC_URL", value_parser = parse_public_url)]
    public_url: Option<String>,
    /// Another host name under which clients reach the server; repeatable
    #[arg(long, value_name = "NAME", env = "TRID_HOST", value_delimiter = ',', value_parser = parse_host)]
    host: Vec<String>,
    /// Serve /metrics on this address only, not on the public one
    #[arg(long, value_name = "HOST:PORT", env = "TRID_METRICS_LISTEN", value_parser = parse_address)]
    metrics_listen: Option<SocketAddr>,
    /// Trust `X-Forwarded-*` headers from the reverse proxy
    #[arg(long, env = "TRID_TRUST_PROXY")]
    trust_proxy: bool,
    /// Format of the log on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value = "text", env = "TRID_LOG")]
    log: Log,
    /// Days after which a game that nobody joined is removed
    #[arg(long, value_name = "DAYS", default_value = "14", env = "TRID_OPEN_DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    open_days: u32,
    /// Days without a move after which a game without a clock is aborted
    #[arg(long, value_name = "DAYS", default_value = "90", env = "TRID_IDLE_DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    idle_days: u32,
    /// Days after which an unused identity without games is deleted
    #[arg(long, value_name = "DAYS", default_value = "365", env = "TRID_IDENTITY_DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    identity_days: u32,
    /// Maximum number of simultaneous connections
    #[arg(long, value_name = "NUMBER", default_value = "10000", env = "TRID_CONNECTIONS", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    connections: u32,
    /// Disable rate limits, for load tests only
    #[arg(long, env = "TRID_NO_LIMITS")]
    no_limits: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Log {
    /// One line of text per request
    Text,
    /// One JSON object per line
    Json,
    /// Errors only
    Quiet,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        serve(self, output, OnReady::PrintAddress)
    }
}

/// `trid` without a command: serves with the default options and opens the browser.
pub(crate) fn serve_locally(output: &mut dyn Write) -> Result<ExitStatus, CliError> {
    #[derive(Parser)]
    struct Defaults {
        #[command(flatten)]
        arguments: Arguments,
    }
    let Defaults { mut arguments } = Defaults::try_parse_from(["trid"])
        .map_err(|error| CliError::input(error.to_string().trim_end()))?;
    arguments.log = Log::Quiet;
    serve(arguments, output, OnReady::OpenBrowser)
}

/// What to do once the server is listening.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnReady {
    PrintAddress,
    OpenBrowser,
}

fn serve(
    mut arguments: Arguments,
    output: &mut dyn Write,
    on_ready: OnReady,
) -> Result<ExitStatus, CliError> {
    let format = match arguments.log {
        Log::Text => LogFormat::Text,
        Log::Json => LogFormat::Json,
        Log::Quiet => LogFormat::Quiet,
    };
    if arguments.node.is_none() && arguments.database.as_deref().is_some_and(is_postgres) {
        arguments.node = host_name();
    }
    trid_server::start_log(format, arguments.node.as_deref());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::input(format!("cannot start: {error}")))?;
    runtime.block_on(async {
        let database = database(&arguments)?;
        let storage = match database.open(arguments.node.as_deref()).await {
            Ok(storage) => Arc::new(storage),
            // `trid` started twice opens the server that is already running.
            Err(OpenError::InUse { address: Some(url), .. })
                if on_ready == OnReady::OpenBrowser =>
            {
                writeln!(output, "{url}")?;
                eprintln!("the game runs already, at {url}");
                open_browser(&url);
                return Ok(ExitStatus::Success);
            }
            Err(error @ OpenError::InUse { .. }) => {
                return Err(CliError::input(format!(
                    "{error}; stop that one, or keep these games elsewhere with --data"
                )));
            }
            Err(error @ OpenError::Storage(_)) => return Err(CliError::input(error)),
        };
        let address = arguments.addr;
        let settings = settings(arguments);
        let listener = listen(address, on_ready).await?;
        let server = Server::start(listener, Arc::clone(&storage), storage.clock(), settings)
            .await
            .map_err(CliError::input)?;
        let url = format!("http://{}", server.address());
        storage.write_address(&url);
        // Before the address is printed, so that a signal after it stops the server in order.
        let signals = StopSignals::listen()?;
        writeln!(output, "{url}")?;
        output.flush()?;
        if on_ready == OnReady::OpenBrowser {
            eprintln!("the game is at {url} - interrupt (Ctrl-C) to stop it");
            open_browser(&url);
        }
        signals.wait().await;
        server.stop().await.map_err(CliError::input)?;
        Ok(ExitStatus::Success)
    })
}

fn settings(arguments: Arguments) -> Settings {
    let limits = if arguments.no_limits {
        ClientLimits::none()
    } else {
        let connections = usize::try_from(arguments.connections).unwrap_or(usize::MAX);
        ClientLimits { connections, ..ClientLimits::default() }
    };
    Settings {
        page: PAGE,
        public_url: arguments.public_url,
        hosts: arguments.host,
        metrics_listen: arguments.metrics_listen,
        trust_proxy: arguments.trust_proxy,
        limits: fit_open_files(limits),
        open_days: arguments.open_days,
        idle_days: arguments.idle_days,
        identity_days: arguments.identity_days,
    }
}

async fn listen(address: SocketAddr, on_ready: OnReady) -> Result<TcpListener, CliError> {
    let result = match TcpListener::bind(address).await {
        // With the browser opened for them, players need no fixed port.
        Err(error) if on_ready == OnReady::OpenBrowser && error.kind() == ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(address.ip(), 0)).await
        }
        other => other,
    };
    result.map_err(|error| {
        CliError::input(format!("cannot listen on {address}: {error}; choose another with --addr"))
    })
}

fn database(arguments: &Arguments) -> Result<Database, CliError> {
    if let Some(url) = &arguments.database {
        return Database::parse(url, arguments.database_password_file.as_deref());
    }
    let folder = arguments.data.clone().or_else(data_folder);
    let folder =
        folder.ok_or_else(|| CliError::input("there is no data folder, name one with --data"))?;
    Database::sqlite(folder.join("trid.db"))
}

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let mut addresses = text
        .to_socket_addrs()
        .map_err(|_| "expected host and port, such as 127.0.0.1:8080".to_owned())?;
    addresses.next().ok_or_else(|| "the host has no address".to_owned())
}

fn parse_public_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host.map(|host| host.trim_end_matches('/')) {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err("expected one such as https://chess.example".to_owned()),
    }
}

fn parse_host(text: &str) -> Result<String, String> {
    if is_name(text) {
        Ok(text.to_owned())
    } else {
        Err("expected a name without a port, such as chess.local".to_owned())
    }
}

fn parse_node(text: &str) -> Result<String, String> {
    if is_name(text) && text.len() <= MAX_NODE_NAME {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "expected at most {MAX_NODE_NAME} letters, digits, '-', '.' or '_', such as node-1"
        ))
    }
}

/// The name of this host, if it can name a process.
fn host_name() -> Option<String> {
    let files = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let name = env::var("HOSTNAME").or_else(|_| {
        let found = files.iter().find_map(|file| std::fs::read_to_string(file).ok());
        found.ok_or(env::VarError::NotPresent)
    });
    parse_node(name.ok()?.trim()).ok()
}

fn is_name(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    !text.is_empty() && text.bytes().all(is_valid)
}

/// SIGTERM and Ctrl-C.
#[cfg(unix)]
struct StopSignals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn listen() -> Result<Self, CliError> {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = signal(SignalKind::terminate())?;
        Ok(Self { terminate, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn wait(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    fn listen() -> Result<Self, CliError> {
        Ok(Self)
    }

    async fn wait(self) {
        // Without a handler, Ctrl-C ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Opens the default browser. Errors are ignored, because the address is on standard output.
fn open_browser(url: &str) {
    if env::var_os("CI").is_some() {
        return;
    }
    let _ = open::that_detached(url);
}

#[cfg(test)]
mod tests {
    use super::{MAX_NODE_NAME, parse_address, parse_host, parse_node, parse_public_url};

    #[test]
    fn listen_addresses_are_parsed() {
        assert_eq!(parse_address("127.0.0.1:1").unwrap().port(), 1);
        assert!(parse_address("localhost:8080").unwrap().ip().is_loopback());
        for bad in ["", "localhost", "127.0.0.1:65536", ":", "a b:1"] {
            assert!(parse_address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn host_names_are_parsed() {
        assert_eq!(parse_host("chess.local").unwrap(), "chess.local");
        for bad in ["", "a:80", "http://a", "a b", "a/b"] {
            assert!(parse_host(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn node_names_are_parsed() {
        assert_eq!(parse_node("node-1").unwrap(), "node-1");
        for bad in ["", "a b", "a\"b", &"a".repeat(MAX_NODE_NAME + 1)] {
            assert!(parse_node(bad).unwrap_err().contains("such as node-1"), "{bad}");
        }
    }

    #[test]
    fn public_urls_are_parsed() {
        assert_eq!(parse_public_url("https://chess.example/").unwrap(), "https://chess.example");
        for bad in ["", "chess.example", "https://", "https://a/b", "ftp://a"] {
            assert!(parse_public_url(bad).is_err(), "{bad}");
        }
    }
}
