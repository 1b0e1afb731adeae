//! Plays games on several threads and appends them to a file in order of number.
//!
//! The file depends only on rule book, seed, kind and number of games. The same command continues an interrupted
//! run.

use std::{
    io, str,
    time::{Duration, Instant},
};

use super::{
    game::{GameReport, Miner},
    log::{Log, LogHeader, ParseLogError, game_line},
};
use crate::job_file::{Complete, JobFile};

/// A run of the generator.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Generator {
    /// Rule book, seed and kind of games.
    #[command(flatten)]
    pub(crate) header: LogHeader,
    /// The output file and how many games to play.
    #[command(flatten)]
    pub(crate) file: JobFile,
}

/// How far a run is. Counts include the games that the file already held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Progress {
    /// Games in the file.
    pub(crate) games: u64,
    /// Positions scanned.
    pub(crate) positions: u64,
    /// Positions that looked like a puzzle.
    pub(crate) candidates: u64,
    /// Puzzles found.
    pub(crate) puzzles: u64,
    /// Time since the start of this run.
    pub(crate) elapsed: Duration,
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
#[derive(Debug, thiserror::Error)]
pub(crate) enum GenerateError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file exists but is not an output of the generator.
    #[error(transparent)]
    File(ParseLogError),
    /// The file exists and has another rule book, seed or kind.
    #[error(
        "the file holds {} puzzles with seed {} of kind {}; use these, another file, or delete it",
        .0.book, .0.seed, .0.kind
    )]
    OtherHeader(LogHeader),
}

impl Generator {
    /// Plays until the file holds all games or the time is up. `report` is called every few seconds.
    ///
    /// # Errors
    /// [`GenerateError`] if the file cannot be written or holds something else.
    pub(crate) fn run(&self, mut report: impl FnMut(Progress)) -> Result<Progress, GenerateError> {
        let started = Instant::now();
        let header = format!("{}\n", self.header);
        let (file, earlier) =
            self.file.open(header.as_bytes(), |bytes| self.read_earlier(bytes))?;
        let mut progress = earlier.map_or_else(Progress::default, |earlier| earlier.results);
        let make_worker = || {
            let mut miner = Miner::new();
            move |number| miner.mine(self.header, number)
        };
        self.file.append(file, progress.games, make_worker, |file, number, game, is_due| {
            writeln!(file, "{}", game_line(number, &game))?;
            progress.count(&game);
            progress.elapsed = started.elapsed();
            if is_due {
                report(progress);
            }
            Ok(())
        })?;
        progress.elapsed = started.elapsed();
        Ok(progress)
    }

    /// Counts the complete games of a file, which must have the same header.
    fn read_earlier(&self, bytes: &[u8]) -> Result<Complete<Progress>, GenerateError> {
        let text = str::from_utf8(bytes).map_err(|_| GenerateError::File(ParseLogError::Header))?;
        let log = Log::parse(text).map_err(GenerateError::File)?;
        if log.header != self.header {
            return Err(GenerateError::OtherHeader(log.header));
        }
        let mut progress = Progress::default();
        log.games.iter().for_each(|game| progress.count(game));
        Ok(Complete { bytes: log.complete, results: progress })
    }
}

#[cfg(test)]
mod tests {
    use super::super::game_kind::GameKind;
    use super::*;
    use std::fs;
    use trid_rules::RuleBook;

    fn generator(kind: GameKind, name: &str, threads: usize) -> Generator {
        let name = format!("trid-puzzlegen-{}-{kind}-{name}.txt", std::process::id());
        Generator {
            header: LogHeader { book: RuleBook::Meder, seed: 3, kind },
            file: JobFile { jobs: 3, time: None, threads, out: std::env::temp_dir().join(name) },
        }
    }

    fn run(generator: &Generator) -> (Progress, String) {
        let progress = generator.run(|_| {}).unwrap();
        (progress, fs::read_to_string(&generator.file.out).unwrap())
    }

    #[test]
    fn the_file_depends_only_on_its_header_and_the_number_of_games() {
        GameKind::ALL.into_iter().for_each(check_determinism);
    }

    fn check_determinism(kind: GameKind) {
        let one = generator(kind, "one", 1);
        let (progress, expected) = run(&one);
        assert_eq!(progress.games, 3);
        assert_eq!(Log::parse(&expected).unwrap().to_string(), expected);
        let two = generator(kind, "two", 2);
        // Interrupted in the last game, and in the header.
        for length in [expected.len() - 2, 10] {
            fs::write(&two.file.out, &expected[..length]).unwrap();
            assert_eq!(run(&two).1, expected, "{length}");
        }
        fs::remove_file(&two.file.out).unwrap();

        // Other files are not overwritten.
        let mut other = one.clone();
        other.header.seed = 4;
        let error = other.run(|_| {}).unwrap_err().to_string();
        assert!(error.contains("seed 3"), "{error}");
        fs::write(&one.file.out, "notes\n").unwrap();
        assert!(matches!(one.run(|_| {}), Err(GenerateError::File(ParseLogError::Header))));
        assert_eq!(fs::read_to_string(&one.file.out).unwrap(), "notes\n");
        fs::remove_file(&one.file.out).unwrap();
    }
}
