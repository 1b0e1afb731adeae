//! The commands of `lab puzzles`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use trid_learn::puzzle::{
    Puzzle,
    collection::{Collection, Part, parse_part_file},
};
use trid_rules::RuleBook;

use super::generate::{Generator, Progress};
use super::log::Log;
use super::select::Selection;
use super::verify::{still_verified, verify_and_rate};
use crate::{LabResult, all_threads, failed};

type BoxError = Box<dyn Error + Send + Sync>;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plays engine games, finds puzzles in them and appends them to a file
    ///
    /// The output depends only on rule book, seed, kind and number of games. Interrupt it at any time: the same
    /// command continues the file.
    Find(Generator),
    /// Drops the puzzles of a file that the engine no longer verifies, and rates the others again
    Verify {
        /// Number of threads
        #[arg(long, default_value_t = all_threads())]
        threads: usize,
        /// Output file
        #[arg(long)]
        out: PathBuf,
        /// Output of `find`
        file: PathBuf,
    },
    /// Removes duplicates and writes the puzzles that the page ships: an index, and parts of at most 50 kB
    Select {
        /// The most puzzles by the revised rules
        #[arg(long, default_value_t = 1_500)]
        revised: usize,
        /// The most puzzles by Meder's rules
        #[arg(long, default_value_t = 800)]
        meder: usize,
        /// Folder for the index and the parts
        #[arg(long)]
        out: PathBuf,
        /// Outputs of `find`
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Adds the puzzles of files to those in a folder, except duplicates
    Add {
        /// Folder written by `select`
        #[arg(long)]
        out: PathBuf,
        /// Outputs of `find`
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Drops the puzzles in a folder that the engine no longer verifies; the others keep their ratings
    Recheck {
        /// Number of threads
        #[arg(long, default_value_t = all_threads())]
        threads: usize,
        /// Folder written by `select`
        #[arg(long)]
        out: PathBuf,
    },
}

impl Command {
    pub(crate) fn run(&self) -> LabResult {
        match self {
            Command::Find(generator) => find(generator),
            Command::Verify { threads, out, file } => verify(*threads, out, file),
            Command::Select { revised, meder, out, files } => {
                write_selection(&Selection::new(&read_logs(files)?, [*revised, *meder]), out)
            }
            Command::Add { out, files } => {
                let logs = read_logs(files)?;
                write_selection(&Selection::with_added(read_shipped(out)?, &logs), out)
            }
            Command::Recheck { threads, out } => recheck(*threads, out),
        }
    }
}

fn find(generator: &Generator) -> LabResult {
    let describe = |progress: Progress| {
        let Progress { games, positions, candidates, puzzles, elapsed } = progress;
        eprintln!(
            "{games} games, {positions} positions, {candidates} candidates, {puzzles} puzzles in {:.0} s",
            elapsed.as_secs_f64()
        );
    };
    describe(generator.run(describe).map_err(|error| failed(&generator.file.out, error))?);
    Ok(())
}

fn verify(threads: usize, out: &Path, file: &Path) -> LabResult {
    let mut log = read_log(file)?;
    let dropped = verify_and_rate(&mut log.games, threads);
    fs::write(out, log.to_string()).map_err(|error| failed(out, error))?;
    eprintln!("{dropped} puzzles dropped");
    Ok(())
}

fn recheck(threads: usize, out: &Path) -> LabResult {
    let shipped = read_shipped(out)?;
    let count = shipped.len();
    let kept = still_verified(shipped, threads);
    eprintln!("{} puzzles dropped", count - kept.len());
    write_selection(&Selection::with_added(kept, &[]), out)
}

fn read_logs(files: &[PathBuf]) -> Result<Vec<Log>, BoxError> {
    files.iter().map(|path| read_log(path)).collect()
}

fn read_log(path: &Path) -> Result<Log, BoxError> {
    let text = fs::read_to_string(path).map_err(|error| failed(path, error))?;
    Log::parse(&text).map_err(|error| failed(path, error))
}

/// The puzzles of a folder that `select` has written.
fn read_shipped(folder: &Path) -> Result<Vec<Puzzle>, BoxError> {
    let read = |name: &str| {
        let path = folder.join(format!("puzzles-{name}.txt"));
        fs::read_to_string(&path)
            .map(|text| (text, path.clone()))
            .map_err(|error| failed(&path, error))
    };
    let (text, path) = read("index")?;
    let index = Collection::parse(&text).map_err(|error| failed(&path, error))?;
    let mut parts: Vec<Part> = index.entries().iter().map(|entry| entry.part).collect();
    parts.dedup();
    let mut puzzles = Vec::new();
    for part in parts {
        let (text, path) = read(&part.to_string())?;
        puzzles.extend(parse_part_file(&text).map_err(|error| failed(&path, error))?);
    }
    Ok(puzzles)
}

fn write_selection(selection: &Selection, out: &Path) -> LabResult {
    fs::create_dir_all(out).map_err(|error| failed(out, error))?;
    for file in selection.files() {
        let path = out.join(file.name).with_extension("txt");
        fs::write(&path, file.text).map_err(|error| failed(&path, error))?;
    }
    for book in RuleBook::ALL {
        let puzzles = &selection.puzzles[book as usize];
        println!("{book}: {} puzzles of {:?}", puzzles.len(), selection.counts[book as usize]);
        println!("  ratings {:?}", selection.rating_counts(book));
        println!("  themes {:?}", selection.theme_counts(book));
    }
    Ok(())
}
