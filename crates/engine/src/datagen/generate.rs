//! Plays games on several threads and appends them to a file in order of number.
//!
//! The file depends only on the settings and the number of games. An interrupted run leaves a file that the
//! same command continues.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    io::{Seek, SeekFrom, Write},
    path::PathBuf,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    game_file::{GameFile, GameFileError, SelfPlayGame, Settings},
    self_play,
};
use crate::{Engine, LoadedNetwork, Options, evaluation};

/// Size of each thread's transposition table in MiB: enough for one game, small enough for the cache.
const HASH: usize = 2;

/// How often progress is reported and the file is flushed.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// A run that generates games.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Seed of the random openings.
    pub seed: u64,
    /// Nodes per move.
    pub nodes: u32,
    /// The network that plays; `None` for the classical evaluation.
    pub network: Option<LoadedNetwork>,
    /// The number of games that the file will hold.
    pub games: u64,
    /// When this much time has passed, no further game starts.
    pub time: Option<Duration>,
    /// The number of threads.
    pub threads: usize,
    /// The file of games; a file with the same settings is continued.
    pub out: PathBuf,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games in the file before this run.
    pub earlier_games: u64,
    /// Games written by this run.
    pub games: u64,
    /// Plies written by this run.
    pub plies: u64,
    /// Bytes in the file.
    pub bytes: u64,
    /// Time since the start of this run.
    pub elapsed: Duration,
}

/// Why games could not be generated.
#[derive(Debug)]
pub enum GenerateError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file exists but does not hold games.
    File(GameFileError),
    /// The file exists and holds games with other settings.
    OtherSettings(Settings),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Io(error) => error.fmt(f),
            GenerateError::File(error) => error.fmt(f),
            GenerateError::OtherSettings(Settings { seed, nodes, network }) => {
                write!(f, "the file holds games with seed {seed} and {nodes} nodes per move by ")?;
                match network {
                    None => f.write_str("the classical evaluation")?,
                    Some(checksum) => write!(f, "the network with checksum {checksum:016x}")?,
                }
                f.write_str("; use these, another file, or delete it")
            }
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
    /// What determines the games.
    fn settings(&self) -> Settings {
        let network = self.network.as_ref().map(LoadedNetwork::checksum);
        Settings { seed: self.seed, nodes: self.nodes, network }
    }

    /// Plays until the file holds all games or the time is up. `report` is called every few seconds.
    ///
    /// # Errors
    /// [`GenerateError`] if the file cannot be written or holds something else.
    pub fn run(&self, mut report: impl FnMut(Progress)) -> Result<Progress, GenerateError> {
        let started = Instant::now();
        let (file, earlier_games, bytes) = self.open()?;
        let mut file = io::BufWriter::new(file);
        let elapsed = started.elapsed();
        let mut progress = Progress { earlier_games, games: 0, plies: 0, bytes, elapsed };
        let mut last_report = started;
        self.for_each_game(earlier_games, started, |game| {
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            file.write_all(&bytes)?;
            progress.games += 1;
            progress.plies += game.plies.len() as u64;
            progress.bytes += bytes.len() as u64;
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

    /// Opens the file at the end of its complete games. Returns their number and the length.
    fn open(&self) -> Result<(fs::File, u64, u64), GenerateError> {
        let mut options = fs::File::options();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&self.out)?;
        let bytes = fs::read(&self.out)?;
        let header = self.settings().header();
        // A run that was interrupted at once may have left a part of the header.
        if header.starts_with(&bytes) {
            file.set_len(0)?;
            file.write_all(&header)?;
            return Ok((file, 0, header.len() as u64));
        }
        let found = GameFile::read(&bytes).map_err(GenerateError::File)?;
        if found.settings != self.settings() {
            return Err(GenerateError::OtherSettings(found.settings));
        }
        let length = found.complete as u64;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok((file, found.games.len() as u64, length))
    }

    /// Plays games from number `first` on and passes them to `write` in order.
    fn for_each_game(
        &self,
        first: u64,
        started: Instant,
        mut write: impl FnMut(SelfPlayGame) -> io::Result<()>,
    ) -> io::Result<()> {
        let next = AtomicU64::new(first);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut engine = Engine::new(Options { hash: HASH, ..Options::default() });
                    engine.set_evaluator(evaluation::evaluator(self.network.clone()));
                    while self.time.is_none_or(|time| started.elapsed() < time) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let game = self_play::play(&mut engine, self.settings(), number);
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
                    write(game)?;
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

    fn generator(name: &str, games: u64, threads: usize) -> Generator {
        let name = format!("trid-datagen-{}-{name}.games", std::process::id());
        let out = std::env::temp_dir().join(name);
        Generator { seed: 4, nodes: 40, network: None, games, time: None, threads, out }
    }

    fn run(generator: &Generator) -> (Progress, Vec<u8>) {
        let progress = generator.run(|_| {}).unwrap();
        (progress, fs::read(&generator.out).unwrap())
    }

    #[test]
    fn the_file_depends_only_on_the_settings() {
        let one = generator("one", 6, 1);
        let (_, expected) = run(&one);
        fs::remove_file(&one.out).unwrap();

        let three = generator("three", 6, 3);
        let (progress, bytes) = run(&three);
        assert_eq!(bytes, expected);
        assert_eq!((progress.games, progress.bytes), (6, bytes.len() as u64));
        let games = GameFile::read(&bytes).unwrap().games;
        assert_eq!(progress.plies, games.iter().map(|game| game.plies.len() as u64).sum::<u64>());
        assert!(games.iter().all(|game| game.replay(|_, _, _| {})));

        // Interrupted in the middle of a game, in the header, and before the first byte.
        for length in [bytes.len() - 7, 60, 10, 0] {
            fs::write(&three.out, &bytes[..length]).unwrap();
            let (progress, continued) = run(&three);
            assert_eq!(continued, expected, "{length}");
            assert_eq!(progress.earlier_games + progress.games, 6);
        }
        let (progress, unchanged) = run(&three);
        assert_eq!((progress.earlier_games, progress.games), (6, 0));
        assert_eq!(unchanged, expected);
        fs::remove_file(&three.out).unwrap();
    }

    #[test]
    fn other_files_are_not_overwritten() {
        let mut generator = generator("other", 1, 1);
        let (_, bytes) = run(&generator);
        generator.seed = 5;
        let error = generator.run(|_| {}).unwrap_err();
        assert!(error.to_string().contains("seed 4 and 40 nodes"), "{error}");
        generator.seed = 4;
        generator.network = LoadedNetwork::embedded();
        let error = generator.run(|_| {}).unwrap_err();
        assert!(error.to_string().contains("by the classical evaluation"), "{error}");
        assert_eq!(fs::read(&generator.out).unwrap(), bytes);
        fs::write(&generator.out, "notes").unwrap();
        assert!(matches!(generator.run(|_| {}), Err(GenerateError::File(GameFileError::NotGames))));
        assert_eq!(fs::read(&generator.out).unwrap(), b"notes");
        fs::remove_file(&generator.out).unwrap();
    }

    #[test]
    fn no_game_starts_when_the_time_is_up() {
        let mut generator = generator("time", 1_000_000, 2);
        generator.time = Some(Duration::ZERO);
        let (progress, bytes) = run(&generator);
        assert_eq!(progress.games, 0);
        assert_eq!(GameFile::read(&bytes).unwrap().games, []);
        fs::remove_file(&generator.out).unwrap();
    }
}
