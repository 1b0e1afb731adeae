//! Plays games on several threads and appends them to a file in order of number.
//!
//! The file depends only on the settings and the number of games. An interrupted run leaves a file that the
//! same command continues.

use std::{
    io,
    time::{Duration, Instant},
};

use trid_engine::{Engine, LoadedNetwork, Options, evaluation};

use super::{
    game_file::{GameFile, GameFileError, Settings},
    self_play,
};
use crate::job_file::{Complete, JobFile};

/// Size of each thread's transposition table in MiB: enough for one game, small enough for the cache.
const HASH: usize = 2;

/// A run that generates games.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Generator {
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) nodes: u32,
    /// File of the network that plays [default: the classical evaluation]
    #[arg(long, value_parser = |path: &str| LoadedNetwork::load(path.as_ref()))]
    pub(crate) network: Option<LoadedNetwork>,
    /// The file of games and how many to play.
    #[command(flatten)]
    pub(crate) file: JobFile,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    /// Games in the file before this run.
    pub(crate) earlier_games: u64,
    /// Games written by this run.
    pub(crate) games: u64,
    /// Plies written by this run.
    pub(crate) plies: u64,
    /// Bytes in the file.
    pub(crate) bytes: u64,
    /// Time since the start of this run.
    pub(crate) elapsed: Duration,
}

/// Why games could not be generated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GenerateError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file exists but does not hold games.
    #[error(transparent)]
    File(GameFileError),
    /// The file exists and holds games with other settings.
    #[error("the file holds games with {0}; use these, another file, or delete it")]
    OtherSettings(Settings),
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
    pub(crate) fn run(&self, mut report: impl FnMut(Progress)) -> Result<Progress, GenerateError> {
        let started = Instant::now();
        let header = self.settings().header();
        let (file, earlier) = self.file.open(&header, |bytes| self.read_earlier(bytes))?;
        let (earlier_games, bytes) =
            earlier.map_or((0, header.len()), |earlier| (earlier.results, earlier.bytes));
        let mut progress = Progress {
            earlier_games,
            games: 0,
            plies: 0,
            bytes: bytes as u64,
            elapsed: started.elapsed(),
        };
        let make_worker = || {
            let mut engine = Engine::new(Options { hash: HASH, ..Options::default() });
            engine.set_evaluator(evaluation::evaluator(self.network.clone()));
            move |number| self_play::play(&mut engine, self.settings(), number)
        };
        self.file.append(file, earlier_games, make_worker, |file, _, game, is_due| {
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            file.write_all(&bytes)?;
            progress.games += 1;
            progress.plies += game.plies.len() as u64;
            progress.bytes += bytes.len() as u64;
            progress.elapsed = started.elapsed();
            if is_due {
                report(progress);
            }
            Ok(())
        })?;
        progress.elapsed = started.elapsed();
        Ok(progress)
    }

    /// Counts the complete games of a file, which must have the same settings.
    fn read_earlier(&self, bytes: &[u8]) -> Result<Complete<u64>, GenerateError> {
        let found = GameFile::read(bytes).map_err(GenerateError::File)?;
        if found.settings != self.settings() {
            return Err(GenerateError::OtherSettings(found.settings));
        }
        Ok(Complete { bytes: found.complete, results: found.games.len() as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn generator(name: &str, games: u64, threads: usize) -> Generator {
        let name = format!("trid-datagen-{}-{name}.games", std::process::id());
        let out = std::env::temp_dir().join(name);
        let file = JobFile { jobs: games, time: None, threads, out };
        Generator { seed: 4, nodes: 40, network: None, file }
    }

    fn run(generator: &Generator) -> (Progress, Vec<u8>) {
        let progress = generator.run(|_| {}).unwrap();
        (progress, fs::read(&generator.file.out).unwrap())
    }

    #[test]
    fn the_file_depends_only_on_the_settings() {
        let one = generator("one", 6, 1);
        let (_, expected) = run(&one);
        fs::remove_file(&one.file.out).unwrap();

        let three = generator("three", 6, 3);
        let (progress, bytes) = run(&three);
        assert_eq!(bytes, expected);
        assert_eq!((progress.games, progress.bytes), (6, bytes.len() as u64));
        let games = GameFile::read(&bytes).unwrap().games;
        assert_eq!(progress.plies, games.iter().map(|game| game.plies.len() as u64).sum::<u64>());
        assert!(games.iter().all(|game| game.replay(|_, _, _| {})));

        // Interrupted in the middle of a game, in the header, and before the first byte.
        for length in [bytes.len() - 7, 60, 10, 0] {
            fs::write(&three.file.out, &bytes[..length]).unwrap();
            let (progress, continued) = run(&three);
            assert_eq!(continued, expected, "{length}");
            assert_eq!(progress.earlier_games + progress.games, 6);
        }
        let (progress, unchanged) = run(&three);
        assert_eq!((progress.earlier_games, progress.games), (6, 0));
        assert_eq!(unchanged, expected);
        fs::remove_file(&three.file.out).unwrap();
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
        assert_eq!(fs::read(&generator.file.out).unwrap(), bytes);
        fs::write(&generator.file.out, "notes").unwrap();
        assert!(matches!(generator.run(|_| {}), Err(GenerateError::File(GameFileError::NotGames))));
        assert_eq!(fs::read(&generator.file.out).unwrap(), b"notes");
        fs::remove_file(&generator.file.out).unwrap();
    }

    #[test]
    fn no_game_starts_when_the_time_is_up() {
        let mut generator = generator("time", 1_000_000, 2);
        generator.file.time = Some(Duration::ZERO);
        let (progress, bytes) = run(&generator);
        assert_eq!(progress.games, 0);
        assert_eq!(GameFile::read(&bytes).unwrap().games, []);
        fs::remove_file(&generator.file.out).unwrap();
    }
}
