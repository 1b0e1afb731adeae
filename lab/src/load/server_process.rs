//! Server processes, and the processor time and memory of a process.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::LoadResult;

/// A server in its own process, with a folder that is removed afterwards.
pub(crate) struct ServerProcess {
    pub(crate) child: Child,
    pub(crate) folder: PathBuf,
    pub(crate) url: String,
}

impl ServerProcess {
    pub(crate) fn start(program: &str, folder: PathBuf) -> LoadResult<Self> {
        std::fs::create_dir_all(&folder)?;
        let data = folder.display().to_string();
        Self::start_with(program, &["--data", &data], folder)
    }

    pub(crate) fn start_with(program: &str, storage: &[&str], folder: PathBuf) -> LoadResult<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log", "quiet"])
            .args(storage)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut url = String::new();
        BufReader::new(child.stdout.take().ok_or("the server has no output")?)
            .read_line(&mut url)?;
        Ok(Self { child, folder, url: url.trim().to_owned() })
    }

    /// Resident memory in MiB.
    pub(crate) fn memory(&self) -> LoadResult<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).ok_or("no figure")?.parse::<f64>()? / 1024.0)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("trid-load-{name}-{}", std::process::id()))
}

/// Seconds of CPU time that a process has used.
pub(crate) fn cpu_time(pid: &str) -> LoadResult<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit_once(')').ok_or("odd stat")?.1.split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
    Ok(ticks / 100.0)
}
