//! A temporary PostgreSQL server.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::folder::TemporaryFolder;
use crate::port::free_port;
use crate::program::unprivileged;

const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Whether commits survive a power cut. Without, tests are faster; a killed process loses nothing either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// As in production.
    Full,
    /// Nothing waits for the disk.
    None,
}

/// A PostgreSQL server in a temporary folder. It stops when it is dropped or this process ends.
#[derive(Debug)]
pub struct TemporaryPostgres {
    folder: TemporaryFolder,
    programs: PathBuf,
    port: u16,
    durability: Durability,
    /// Further settings, such as `wal_level=replica`.
    settings: Vec<String>,
    is_on_small_disk: bool,
}

impl TemporaryPostgres {
    /// The folder of PostgreSQL's programs; the newest version if there are several.
    #[must_use]
    pub fn find_programs() -> Option<PathBuf> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let mut found: Vec<(u32, PathBuf)> = versions
            .filter_map(|version| {
                let version = version.ok()?;
                let number = version.file_name().to_str()?.parse().ok()?;
                let programs = version.path().join("bin");
                programs.join("postgres").is_file().then_some((number, programs))
            })
            .collect();
        found.sort();
        found.pop().map(|(_, programs)| programs)
    }

    /// Creates and starts a server with an empty database `trid`. The role `postgres` needs no password.
    ///
    /// # Errors
    /// A sentence, if PostgreSQL is not installed or does not start.
    pub fn start(durability: Durability, settings: &[&str]) -> Result<Self, String> {
        let programs = Self::find_programs().ok_or(
            "PostgreSQL is not installed; install it with: apt-get install postgresql haproxy",
        )?;
        let folder = TemporaryFolder::new("postgres").map_err(|error| error.to_string())?;
        Self::start_in(folder, programs, durability, settings)
    }

    /// As `start`, for a test; `None`, with a message, where PostgreSQL is not installed.
    ///
    /// # Panics
    /// If PostgreSQL does not start.
    #[must_use]
    pub fn start_for_test(settings: &[&str]) -> Option<Self> {
        if Self::find_programs().is_none() {
            eprintln!("skipped: PostgreSQL is not installed; apt-get install postgresql");
            return None;
        }
        Some(Self::start(Durability::None, settings).unwrap())
    }

    /// The server that all tests of a program share; `None`, with a message, where PostgreSQL is not installed.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: LazyLock<Option<TemporaryPostgres>> =
            LazyLock::new(|| TemporaryPostgres::start_for_test(&[]));
        SHARED.as_ref()
    }

    /// The URL of a new, empty database of the shared server.
    ///
    /// # Panics
    /// If it cannot be created.
    #[must_use]
    pub fn new_database() -> Option<String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let server = Self::shared()?;
        let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
        server.run_sql("postgres", &format!("CREATE DATABASE {name}")).unwrap();
        Some(server.url(&name))
    }

    /// As `start`, on a small disk that can be filled; on an ordinary one without the right to mount.
    ///
    /// # Errors
    /// A sentence, if PostgreSQL is not installed or does not start.
    pub fn start_on_small_disk(
        durability: Durability,
        mebibytes: u32,
        settings: &[&str],
    ) -> Result<Self, String> {
        let programs = Self::find_programs().ok_or("PostgreSQL is not installed")?;
        let folder = TemporaryFolder::new("postgres").map_err(|error| error.to_string())?;
        let is_mounted = folder.mount(mebibytes);
        let mut server = Self::start_in(folder, programs, durability, settings)?;
        server.is_on_small_disk = is_mounted;
        Ok(server)
    }

    fn start_in(
        folder: TemporaryFolder,
        programs: PathBuf,
        durability: Durability,
        settings: &[&str],
    ) -> Result<Self, String> {
        let port = free_port().map_err(|error| error.to_string())?;
        let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        let server = Self { folder, programs, port, durability, settings, is_on_small_disk: false };
        let data = server.data().display().to_string();
        let words = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8"];
        server.run("initdb", &[&words[..], &["--no-locale", "--pgdata", &data]].concat())?;
        server.resume()?;
        server.run_sql("postgres", "CREATE DATABASE trid")?;
        Ok(server)
    }

    /// Copies a running server as a streaming replica and starts it.
    ///
    /// # Errors
    /// A sentence, if that fails.
    pub fn start_replica(&self, name: &str) -> Result<Self, String> {
        let folder = TemporaryFolder::new("replica").map_err(|error| error.to_string())?;
        let port = free_port().map_err(|error| error.to_string())?;
        let replica = Self {
            folder,
            programs: self.programs.clone(),
            port,
            durability: self.durability,
            settings: self.settings.clone(),
            is_on_small_disk: false,
        };
        let data = replica.data().display().to_string();
        let source =
            format!("host=127.0.0.1 port={} user=postgres application_name={name}", self.port);
        let words =
            ["--no-sync", "--checkpoint=fast", "--write-recovery-conf", "--wal-method=stream"];
        replica.run(
            "pg_basebackup",
            &[&words[..], &["--pgdata", &data, "--dbname", &source]].concat(),
        )?;
        replica.resume()?;
        Ok(replica)
    }

    /// Makes a replica the primary.
    ///
    /// # Errors
    /// A sentence, if that fails.
    pub fn promote(&self) -> Result<(), String> {
        let data = self.data().display().to_string();
        self.run("pg_ctl", &["promote", "--pgdata", &data]).map(drop)
    }

    /// Starts the server again after it was killed or stopped.
    ///
    /// # Errors
    /// A sentence, if it does not accept connections in time.
    pub fn resume(&self) -> Result<(), String> {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .map_err(|error| error.to_string())?;
        let mut command = unprivileged(&self.programs.join("postgres"));
        command.arg("-D").arg(self.data()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let sync = if self.durability == Durability::Full { "on" } else { "off" };
        let own = [
            format!("port={}", self.port),
            format!("fsync={sync}"),
            "listen_addresses=127.0.0.1".to_owned(),
            "unix_socket_directories=".to_owned(),
            "max_connections=200".to_owned(),
            "shared_buffers=64MB".to_owned(),
        ];
        for setting in own.iter().chain(&self.settings) {
            command.args(["-c", setting]);
        }
        let mut child =
            command.spawn().map_err(|error| format!("cannot start postgres: {error}"))?;
        let deadline = Instant::now() + START_TIMEOUT;
        while self
            .run("pg_isready", &["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
            .is_err()
        {
            if let Ok(Some(status)) = child.try_wait() {
                return Err(format!("postgres ended with {status}: {}", self.log()));
            }
            if Instant::now() > deadline {
                return Err(format!("postgres does not start: {}", self.log()));
            }
            sleep(Duration::from_millis(50));
        }
        // Reaps it when it ends.
        std::thread::spawn(move || child.wait());
        Ok(())
    }

    /// Kills all processes of the server at once, as a crash would.
    pub fn kill(&self) {
        let Some(id) = self.process_id() else { return };
        let children = Command::new("pgrep").args(["-P", &id]).output();
        let children = children.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        signal(
            "KILL",
            std::iter::once(id.as_str()).chain(children.unwrap_or_default().split_whitespace()),
        );
        while self.is_running() {
            sleep(Duration::from_millis(10));
        }
        let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
    }

    /// Fills its disk. False if it is not on a small one.
    #[must_use]
    pub fn fill_disk(&self) -> bool {
        // The write fails when nothing fits any more.
        let zeros = vec![0; 64 << 10];
        if self.is_on_small_disk
            && let Ok(mut file) = std::fs::File::create(self.ballast())
        {
            while file.write_all(&zeros).is_ok() {}
        }
        self.is_on_small_disk
    }

    /// Frees its disk, and starts the server again if it has given up.
    ///
    /// # Errors
    /// A sentence, if it does not start.
    pub fn free_disk(&self) -> Result<(), String> {
        let _ = std::fs::remove_file(self.ballast());
        if self.is_running() {
            return Ok(());
        }
        let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
        self.resume()
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }

    /// Whether its main process exists.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.process_id()
            .is_some_and(|id| Path::new(&format!("/proc/{id}/fd")).exists() && !is_zombie(&id))
    }

    /// The id of its main process.
    #[must_use]
    pub fn process_id(&self) -> Option<String> {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).ok()?;
        file.lines().next().map(str::to_owned)
    }

    /// The folder of its data.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The port it listens on, on the loopback interface.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The URL of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Runs SQL and returns the rows, unaligned and without headers.
    ///
    /// # Errors
    /// The message of `psql`.
    pub fn run_sql(&self, database: &str, sql: &str) -> Result<String, String> {
        let port = self.port.to_string();
        let words = ["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-d", database];
        self.run(
            "psql",
            &[&words[..], &["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]].concat(),
        )
    }

    /// Runs one of PostgreSQL's programs.
    ///
    /// # Errors
    /// What it printed.
    pub fn run(&self, program: &str, words: &[&str]) -> Result<String, String> {
        let mut command = unprivileged(&self.programs.join(program));
        let output = command
            .args(words)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run {program}: {error}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim()))
        }
    }

    /// The end of its log.
    #[must_use]
    pub fn log(&self) -> String {
        let read = || -> io::Result<String> {
            let mut text = Vec::new();
            std::fs::File::open(self.folder.path().join("log"))?.read_to_end(&mut text)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        };
        let text = read().unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

fn is_zombie(id: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| stat.contains(") Z "))
}

fn signal<'a>(name: &str, ids: impl Iterator<Item = &'a str>) {
    let _ = Command::new("kill").arg(format!("-{name}")).args(ids).stderr(Stdio::null()).status();
}
