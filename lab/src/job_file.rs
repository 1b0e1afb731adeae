//! A file of numbered results: computed on several threads, appended in order of number, and continued after
//! an interruption.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufWriter, Read, Seek, SeekFrom, Write},
    path::PathBuf,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use crate::all_threads;

/// How often progress is reported and the file is flushed.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// The output file and the limits of a run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct JobFile {
    /// Number of games that the file will hold [default: no limit]
    #[arg(long = "games", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) jobs: u64,
    /// Start no more games after this time in seconds [default: no limit]
    #[arg(long = "seconds", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Number of threads
    #[arg(long, default_value_t = all_threads())]
    pub(crate) threads: usize,
    /// Output file; one with the same header is continued
    #[arg(long)]
    pub(crate) out: PathBuf,
}

fn seconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_secs)
}

/// What a file holds that an earlier run has written.
#[derive(Debug)]
pub(crate) struct Complete<T> {
    /// Bytes up to the end of the last complete result.
    pub(crate) bytes: usize,
    /// What the caller reads from these results.
    pub(crate) results: T,
}

impl JobFile {
    /// Opens the file at the end of its complete results, which `read` finds. Returns `None` for a new file,
    /// which gets the header.
    ///
    /// # Errors
    /// If the file cannot be opened, or `read` rejects it. It is unchanged then.
    pub(crate) fn open<T, E: From<io::Error>>(
        &self,
        header: &[u8],
        read: impl FnOnce(&[u8]) -> Result<Complete<T>, E>,
    ) -> Result<(File, Option<Complete<T>>), E> {
        let mut options = File::options();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&self.out)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // A run that was interrupted at once may have left a part of the header.
        if header.starts_with(&bytes) {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(header)?;
            return Ok((file, None));
        }
        let complete = read(&bytes)?;
        file.set_len(complete.bytes as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((file, Some(complete)))
    }

    /// Runs the jobs from number `first` on. Each thread makes a worker, which computes one job after the
    /// other. `write` gets the results in order of number; its last argument says that a report is due.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn append<R: Send, W: FnMut(u64) -> R>(
        &self,
        file: File,
        first: u64,
        make_worker: impl Fn() -> W + Sync,
        mut write: impl FnMut(&mut dyn Write, u64, R, bool) -> io::Result<()>,
    ) -> io::Result<()> {
        let started = Instant::now();
        let mut file = BufWriter::new(file);
        let mut last_report = started;
        let next = AtomicU64::new(first);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next, make_worker) = (sender.clone(), &next, &make_worker);
                scope.spawn(move || {
                    let mut work = make_worker();
                    while self.time.is_none_or(|time| started.elapsed() < time) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        // The receiver is gone after a write error.
                        if number >= self.jobs || sender.send((number, work(number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut number = first;
            for (finished, result) in receiver {
                waiting.insert(finished, result);
                while let Some(result) = waiting.remove(&number) {
                    let is_due = last_report.elapsed() >= REPORT_INTERVAL;
                    write(&mut file, number, result, is_due)?;
                    if is_due {
                        last_report = Instant::now();
                        file.flush()?;
                    }
                    number += 1;
                }
            }
            file.flush()
        })
    }
}
