//! Plays games on several threads and appends them to a file in order of number.
//!
//! The file depends only on rule book, seed and number of games. The same command continues an interrupted
//! run.

use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{self, Seek, SeekFrom, Write},
    path::PathBuf,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    game::{GameReport, Miner},
    log::{Log, LogHeader, ParseLogError, game_line},
};

/// How often progress is reported and the file is flushed.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// A run of the generator.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Rule book and seed.
    pub header: LogHeader,
    /// The number of games that the file will hold.
    pub games: u64,
    /// When this much time has passed, no further game starts.
    pub time: Option<Duration>,
    /// The number of threads.
    pub threads: usize,
    /// The output file; a file with the same header is continued.
    pub out: PathBuf,
}

/// How far a run is. Counts include the games that the file already held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Positions scanned.
    pub positions: u64,
    /// Positions that looked like a puzzle.
    pub candidates: u64,
    /// Puzzles found.
    pub puzzles: u64,
    /// Time since the start of this run.
    pub elapsed: Duration,
}

impl Progress {
    fn count(&mut self, report: &GameReport) {
        self.games += 1;
        self.positions += u64::from(report.positions);
        self.candidates += u64::from(report.candidates);
        self.puzzles += u64::from(report.puzzle.is_some());
    }
}

/// Why puzzles could not be generated.
#[derive(Debug)]
pub enum GenerateError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file exists but is not an output of the generator.
    File(ParseLogError),
    /// The file exists and has another rule book or seed.
    OtherHeader(LogHeader),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Io(error) => error.fmt(f),
            GenerateError::File(error) => error.fmt(f),
            GenerateError::OtherHeader(LogHeader { book, seed }) => write!(
                f,
                "the file holds {book} puzzles with seed {seed}; use these, another file, or delete it"
            ),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<io::Error> for GenerateError {
    fn from(error: io::Error) -> GenerateError {
        GenerateError::Io(error)
    }
}

impl Generator {
    /// Plays until the file holds all games or the time is up. `report` is called every few seconds.
    ///
    /// # Errors
    /// [`GenerateError`] if the file cannot be written or holds something else.
    pub fn run(&self, mut report: impl FnMut(Progress)) -> Result<Progress, GenerateError> {
        let started = Instant::now();
        let (file, mut progress) = self.open()?;
        let mut file = io::BufWriter::new(file);
        let mut last_report = started;
        self.for_each_game(progress.games, started, |number, game| {
            writeln!(file, "{}", game_line(number, &game))?;
            progress.count(&game);
            progress.elapsed = started.elapsed();
            if last_report.elapsed() >= REPORT_INTERVAL {
                last_report = Instant::now();
                file.flush()?;
                report(progress);
            }
            Ok(())
        })?;
        file.flush()?;
        progress.elapsed = started.elapsed();
        Ok(progress)
    }

    /// Opens the file at the end of its complete games, and counts them.
    fn open(&self) -> Result<(fs::File, Progress), GenerateError> {
        let mut options = fs::File::options();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&self.out)?;
        let text = fs::read_to_string(&self.out)?;
        let header = format!("{}\n", self.header);
        // A run that was interrupted at once may have left a part of the header.
        if header.starts_with(&text) {
            file.set_len(0)?;
            file.write_all(header.as_bytes())?;
            return Ok((file, Progress::default()));
        }
        let log = Log::parse(&text).map_err(GenerateError::File)?;
        if log.header != self.header {
            return Err(GenerateError::OtherHeader(log.header));
        }
        file.set_len(log.complete as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut progress = Progress::default();
        log.games.iter().for_each(|game| progress.count(game));
        Ok((file, progress))
    }

    /// Plays games from number `first` on and passes them to `write` in order.
    fn for_each_game(
        &self,
        first: u64,
        started: Instant,
        mut write: impl FnMut(u64, GameReport) -> io::Result<()>,
    ) -> io::Result<()> {
        let next = AtomicU64::new(first);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut miner = Miner::new();
                    while self.time.is_none_or(|time| started.elapsed() < time) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let game = miner.mine(self.header.book, self.header.seed, number);
                        // The receiver is gone after a write error.
                        if sender.send((number, game)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut number = first;
            for (finished, game) in receiver {
                waiting.insert(finished, game);
                while let Some(game) = waiting.remove(&number) {
                    write(number, game)?;
                    number += 1;
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    fn generator(name: &str, threads: usize) -> Generator {
        let name = format!("trid-puzzlegen-{}-{name}.txt", std::process::id());
        Generator {
            header: LogHeader { book: RuleBook::Meder, seed: 3 },
            games: 3,
            time: None,
            threads,
            out: std::env::temp_dir().join(name),
        }
    }

    fn run(generator: &Generator) -> (Progress, String) {
        let progress = generator.run(|_| {}).unwrap();
        (progress, fs::read_to_string(&generator.out).unwrap())
    }

    #[test]
    fn the_file_depends_only_on_rule_book_seed_and_number_of_games() {
        let one = generator("one", 1);
        let (progress, expected) = run(&one);
        assert_eq!(progress.games, 3);
        assert_eq!(Log::parse(&expected).unwrap().to_string(), expected);
        let two = generator("two", 2);
        // Interrupted in the last game, and in the header.
        for length in [expected.len() - 2, 10] {
            fs::write(&two.out, &expected[..length]).unwrap();
            assert_eq!(run(&two).1, expected, "{length}");
        }
        fs::remove_file(&two.out).unwrap();

        // Other files are not overwritten.
        let mut other = one.clone();
        other.header.seed = 4;
        let error = other.run(|_| {}).unwrap_err().to_string();
        assert!(error.contains("seed 3"), "{error}");
        fs::write(&one.out, "notes\n").unwrap();
        assert!(matches!(one.run(|_| {}), Err(GenerateError::File(ParseLogError::Header))));
        assert_eq!(fs::read_to_string(&one.out).unwrap(), "notes\n");
        fs::remove_file(&one.out).unwrap();
    }
}
