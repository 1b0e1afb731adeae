//! The puzzle generator's command line.

use std::{fmt::Display, fs, path::Path, process::ExitCode};

use trid_engine::datagen::command_line::{Arguments, CommandError, run_command};
use trid_learn::puzzle::{
    Puzzle,
    collection::{Collection, Part, parse_part_file},
};
use trid_puzzlegen::{
    game_kind::GameKind,
    generate::{Generator, Progress},
    log::{Log, LogHeader},
    select::Selection,
    verify::{still_verified, verify_and_rate},
};
use trid_rules::RuleBook;

const USAGE: &str = "\
Usage: cargo xtask puzzles [OPTIONS] --out FILE
       cargo xtask puzzles verify [--threads N] --out FILE FILE
       cargo xtask puzzles select [--revised N] [--meder N] --out FOLDER FILE...
       cargo xtask puzzles add --out FOLDER FILE...
       cargo xtask puzzles recheck [--threads N] --out FOLDER

Without a subcommand, engines play games; the full engine finds puzzles in them and appends them to FILE.
The output depends only on rule book, seed, kind and number of games. Interrupt it at any time: the same
command continues the file.

  --out FILE    output file
  --book BOOK   revised or meder [default: revised]
  --seed N      seed of the games [default: 1]
  --kind KIND   weak-levels: weak levels play each other, for mates and tactics [default]
                long-mates: the full engine beats a weak level, for mates in 4 and 5
  --games N     number of games in the file [default: no limit]
  --seconds N   start no more games after this time [default: no limit]
  --threads N   threads [default: number of CPUs]

With `verify`, drops the puzzles of a file that the engine no longer verifies, and rates the others again.

With `select`, reads such files, removes duplicates, and writes up to N puzzles of each rule book
[default: 1500 and 800] to FOLDER: an index, and parts of at most 50 kB.

With `add`, adds the puzzles of such files to those in FOLDER, except duplicates.

With `recheck`, drops the puzzles in FOLDER that the engine no longer verifies. The others keep their ratings.";

fn main() -> ExitCode {
    run_command(USAGE, |words| match words.split_first() {
        Some((first, rest)) if first == "select" => select(rest),
        Some((first, rest)) if first == "verify" => verify(rest),
        Some((first, rest)) if first == "add" => add(rest),
        Some((first, rest)) if first == "recheck" => recheck(rest),
        _ => generate(&generator(words)?),
    })
}

fn generator(words: &[String]) -> Result<Generator, CommandError> {
    let known = ["--book", "--seed", "--kind", "--games", "--seconds", "--threads", "--out"];
    let arguments = Arguments::parse(words, &known)?;
    let book = match arguments.text("--book") {
        Some(name) => name.parse().map_err(|_| usage(format!("{name:?} is not a rule book")))?,
        None => RuleBook::Revised,
    };
    let seed = arguments.number("--seed")?.unwrap_or(1);
    let kind = match arguments.text("--kind") {
        Some(name) => name.parse().map_err(|error| usage(format!("{name:?}: {error}")))?,
        None => GameKind::default(),
    };
    Ok(Generator { header: LogHeader { book, seed, kind }, file: arguments.job_file()? })
}

fn usage(message: impl Into<String>) -> CommandError {
    CommandError::Usage(message.into())
}

fn failed(path: &Path, error: impl Display) -> CommandError {
    CommandError::Failed(format!("{}: {error}", path.display()))
}

fn generate(generator: &Generator) -> Result<(), CommandError> {
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

fn verify(words: &[String]) -> Result<(), CommandError> {
    let arguments = Arguments::parse(words, &["--threads", "--out"])?;
    let out = arguments.out()?;
    let [file] = &arguments.files[..] else {
        return Err(usage("one input file is needed"));
    };
    let mut log = read_log(file)?;
    let dropped = verify_and_rate(&mut log.games, arguments.threads()?);
    fs::write(&out, log.to_string()).map_err(|error| failed(&out, error))?;
    eprintln!("{dropped} puzzles dropped");
    Ok(())
}

fn read_log(path: &Path) -> Result<Log, CommandError> {
    let text = fs::read_to_string(path).map_err(|error| failed(path, error))?;
    Log::parse(&text).map_err(|error| failed(path, error))
}

fn select(words: &[String]) -> Result<(), CommandError> {
    let arguments = Arguments::parse(words, &["--revised", "--meder", "--out"])?;
    let out = arguments.out()?;
    if arguments.files.is_empty() {
        return Err(usage("no output of the generator is given"));
    }
    let mut counts = [1_500, 800];
    for (book, option) in [(RuleBook::Revised, "--revised"), (RuleBook::Meder, "--meder")] {
        if let Some(count) = arguments.number(option)? {
            counts[book as usize] = count as usize;
        }
    }
    let logs = arguments.files.iter().map(|path| read_log(path)).collect::<Result<Vec<_>, _>>()?;
    write_selection(&Selection::new(&logs, counts), &out)
}

fn add(words: &[String]) -> Result<(), CommandError> {
    let arguments = Arguments::parse(words, &["--out"])?;
    let out = arguments.out()?;
    if arguments.files.is_empty() {
        return Err(usage("no output of the generator is given"));
    }
    let logs = arguments.files.iter().map(|path| read_log(path)).collect::<Result<Vec<_>, _>>()?;
    write_selection(&Selection::with_added(read_shipped(&out)?, &logs), &out)
}

fn recheck(words: &[String]) -> Result<(), CommandError> {
    let arguments = Arguments::parse(words, &["--threads", "--out"])?;
    let out = arguments.out()?;
    if let Some(file) = arguments.files.first() {
        return Err(usage(format!("unexpected argument '{}'", file.display())));
    }
    let shipped = read_shipped(&out)?;
    let count = shipped.len();
    let kept = still_verified(shipped, arguments.threads()?);
    eprintln!("{} puzzles dropped", count - kept.len());
    write_selection(&Selection::with_added(kept, &[]), &out)
}

/// The puzzles of a folder that `select` has written.
fn read_shipped(folder: &Path) -> Result<Vec<Puzzle>, CommandError> {
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

fn write_selection(selection: &Selection, out: &Path) -> Result<(), CommandError> {
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
