//! The puzzle generator's command line.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use trid_puzzlegen::{
    generate::{Generator, Progress},
    log::{Log, LogHeader},
    select::Selection,
    verify::verify_and_rate,
};
use trid_rules::RuleBook;

const USAGE: &str = "\
Usage: cargo xtask puzzles [OPTIONS] --out FILE
       cargo xtask puzzles verify [--threads N] --out FILE FILE
       cargo xtask puzzles select [--revised N] [--meder N] --out FOLDER FILE...

Without `verify` or `select`, weak levels play games; the full engine finds puzzles in them and appends
them to FILE. The output depends only on rule book, seed and number of games. Interrupt it at any time:
the same command continues the file.

  --out FILE    output file
  --book BOOK   revised or meder [default: revised]
  --seed N      seed of the games [default: 1]
  --games N     number of games in the file [default: no limit]
  --seconds N   start no more games after this time [default: no limit]
  --threads N   threads [default: number of CPUs]

With `verify`, drops the puzzles of a file that the engine no longer verifies, and rates the others again.

With `select`, reads such files, removes duplicates, and writes up to N puzzles of each rule book
[default: 1500 and 800] to FOLDER: an index, and parts of at most 50 kB.";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let result = match words.split_first() {
        Some((first, rest)) if first == "select" => {
            select_arguments(rest).map(|arguments| select(&arguments))
        }
        Some((first, rest)) if first == "verify" => {
            verify_arguments(rest).map(|arguments| verify(&arguments))
        }
        _ => generator(&words).map(|generator| generate(&generator)),
    };
    match result {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(message)) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn generator(words: &[String]) -> Result<Generator, String> {
    let mut generator = Generator {
        header: LogHeader { book: RuleBook::Revised, seed: 1 },
        games: u64::MAX,
        time: None,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        out: PathBuf::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number =
            || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value:?}"));
        match word.as_str() {
            "--book" => {
                generator.header.book =
                    value.parse().map_err(|_| format!("{value:?} is not a rule book"))?;
            }
            "--seed" => generator.header.seed = number()?,
            "--games" => generator.games = number()?,
            "--seconds" => generator.time = Some(Duration::from_secs(number()?)),
            "--threads" => generator.threads = number()?.max(1) as usize,
            "--out" => generator.out = PathBuf::from(value),
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    if generator.out.as_os_str().is_empty() {
        return Err("--out is missing".into());
    }
    Ok(generator)
}

fn generate(generator: &Generator) -> Result<(), String> {
    let describe = |progress: Progress| {
        let Progress { games, positions, candidates, puzzles, elapsed } = progress;
        eprintln!(
            "{games} games, {positions} positions, {candidates} candidates, {puzzles} puzzles in {:.0} s",
            elapsed.as_secs_f64()
        );
    };
    let progress = generator
        .run(describe)
        .map_err(|error| format!("cannot generate {}: {error}", generator.out.display()))?;
    describe(progress);
    Ok(())
}

struct VerifyArguments {
    threads: usize,
    out: PathBuf,
    file: PathBuf,
}

fn verify_arguments(words: &[String]) -> Result<VerifyArguments, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut arguments = VerifyArguments { threads, out: PathBuf::new(), file: PathBuf::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--threads" => {
                let value = value()?;
                arguments.threads =
                    value.parse().map_err(|_| format!("{word} needs a number, not {value:?}"))?;
            }
            "--out" => arguments.out = PathBuf::from(value()?),
            option if option.starts_with("--") => return Err(format!("unknown option {word:?}")),
            file => arguments.file = PathBuf::from(file),
        }
    }
    if arguments.out.as_os_str().is_empty() || arguments.file.as_os_str().is_empty() {
        return Err("an input and an output file are needed".into());
    }
    Ok(arguments)
}

fn verify(arguments: &VerifyArguments) -> Result<(), String> {
    let VerifyArguments { threads, out, file } = arguments;
    let mut log = read_log(file)?;
    let dropped = verify_and_rate(&mut log.games, *threads);
    fs::write(out, log.to_string()).map_err(|error| format!("{}: {error}", out.display()))?;
    eprintln!("{dropped} puzzles dropped");
    Ok(())
}

fn read_log(path: &Path) -> Result<Log, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Log::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

struct SelectArguments {
    wanted: [usize; 2],
    out: PathBuf,
    files: Vec<PathBuf>,
}

fn select_arguments(words: &[String]) -> Result<SelectArguments, String> {
    let mut arguments =
        SelectArguments { wanted: [1_500, 800], out: PathBuf::new(), files: Vec::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |value: &String| {
            value.parse().map_err(|_| format!("{word} needs a number, not {value:?}"))
        };
        match word.as_str() {
            "--revised" => arguments.wanted[RuleBook::Revised as usize] = number(value()?)?,
            "--meder" => arguments.wanted[RuleBook::Meder as usize] = number(value()?)?,
            "--out" => arguments.out = PathBuf::from(value()?),
            option if option.starts_with("--") => return Err(format!("unknown option {word:?}")),
            file => arguments.files.push(PathBuf::from(file)),
        }
    }
    if arguments.out.as_os_str().is_empty() {
        return Err("--out is missing".into());
    }
    if arguments.files.is_empty() {
        return Err("no output of the generator is given".into());
    }
    Ok(arguments)
}

fn select(arguments: &SelectArguments) -> Result<(), String> {
    let failed =
        |path: &Path, error: &dyn std::error::Error| format!("{}: {error}", path.display());
    let logs = arguments.files.iter().map(|path| read_log(path)).collect::<Result<Vec<_>, _>>()?;
    let selection = Selection::new(&logs, arguments.wanted);
    fs::create_dir_all(&arguments.out).map_err(|error| failed(&arguments.out, &error))?;
    for file in selection.files() {
        let path = arguments.out.join(file.name).with_extension("txt");
        fs::write(&path, file.text).map_err(|error| failed(&path, &error))?;
    }
    for book in RuleBook::ALL {
        let puzzles = &selection.puzzles[book as usize];
        println!("{book}: {} puzzles of {:?}", puzzles.len(), selection.counts[book as usize]);
        println!("  ratings {:?}", selection.rating_counts(book));
        println!("  themes {:?}", selection.theme_counts(book));
    }
    Ok(())
}
