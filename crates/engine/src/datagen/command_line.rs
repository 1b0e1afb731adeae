//! The command line of the generators: options with a value, files, and the exit status.

use std::{env, path::PathBuf, process::ExitCode, thread, time::Duration};

use super::JobFile;

/// Why a command did not succeed.
#[derive(Debug)]
pub enum CommandError {
    /// The words are not understood; the usage is printed too.
    Usage(String),
    /// The command failed.
    Failed(String),
}

/// Runs a command with the words of the command line, and prints its usage or its error.
pub fn run_command(
    usage: &str,
    run: impl FnOnce(&[String]) -> Result<(), CommandError>,
) -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(CommandError::Failed(message)) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
        Err(CommandError::Usage(message)) => {
            eprintln!("{message}\n\n{usage}");
            ExitCode::from(2)
        }
    }
}

/// The options and files of a command.
#[derive(Debug)]
pub struct Arguments {
    options: Vec<(String, String)>,
    /// The words that are not options.
    pub files: Vec<PathBuf>,
}

impl Arguments {
    /// Splits words into options, which all have a value, and files.
    ///
    /// # Errors
    /// If an option is not in `known` or has no value.
    pub fn parse(words: &[String], known: &[&str]) -> Result<Arguments, CommandError> {
        let mut arguments = Arguments { options: Vec::new(), files: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                arguments.files.push(PathBuf::from(word));
            } else if known.contains(&word.as_str()) {
                let value = words
                    .next()
                    .ok_or_else(|| CommandError::Usage(format!("{word} needs a value")))?;
                arguments.options.push((word.clone(), value.clone()));
            } else {
                return Err(CommandError::Usage(format!("unknown option {word:?}")));
            }
        }
        Ok(arguments)
    }

    /// The value of an option; the last one if it is repeated.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(option, _)| option == name).map(|(_, value)| &**value)
    }

    /// The value of an option as a number.
    ///
    /// # Errors
    /// If it is not a number.
    pub fn number(&self, name: &str) -> Result<Option<u64>, CommandError> {
        let parse = |value: &str| {
            let error = || CommandError::Usage(format!("{name} needs a number, not {value:?}"));
            value.parse().map_err(|_| error())
        };
        self.text(name).map(parse).transpose()
    }

    /// The value of `--out`.
    ///
    /// # Errors
    /// If it is missing.
    pub fn out(&self) -> Result<PathBuf, CommandError> {
        let missing = || CommandError::Usage("--out is missing".into());
        self.text("--out").map(PathBuf::from).ok_or_else(missing)
    }

    /// The value of `--threads`, or else the number of CPUs.
    ///
    /// # Errors
    /// If it is not a number.
    pub fn threads(&self) -> Result<usize, CommandError> {
        Ok(match self.number("--threads")? {
            Some(threads) => threads.max(1) as usize,
            None => thread::available_parallelism().map_or(1, usize::from),
        })
    }

    /// The file and limits of a run: `--out`, `--games`, `--seconds` and `--threads`.
    ///
    /// # Errors
    /// If `--out` is missing or a value is not a number.
    pub fn job_file(&self) -> Result<JobFile, CommandError> {
        if let Some(file) = self.files.first() {
            return Err(CommandError::Usage(format!("unknown word {:?}", file.display())));
        }
        Ok(JobFile {
            jobs: self.number("--games")?.unwrap_or(u64::MAX),
            time: self.number("--seconds")?.map(Duration::from_secs),
            threads: self.threads()?,
            out: self.out()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, CommandError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&words, &["--out", "--seed", "--games", "--seconds", "--threads"])
    }

    fn usage_error<T>(result: Result<T, CommandError>) -> String {
        match result {
            Err(CommandError::Usage(message)) => message,
            _ => panic!("no error of usage"),
        }
    }

    #[test]
    fn options_and_files_are_told_apart() {
        let arguments = parse("a --seed 3 b --out folder --seed 4").unwrap();
        assert_eq!(arguments.files, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(arguments.number("--seed").unwrap(), Some(4));
        assert_eq!(arguments.number("--games").unwrap(), None);
        assert_eq!(arguments.out().unwrap(), PathBuf::from("folder"));
    }

    #[test]
    fn a_run_has_a_file_and_limits() {
        let run = parse("--out x --games 7 --seconds 2 --threads 0").unwrap().job_file().unwrap();
        assert_eq!((run.jobs, run.time, run.threads), (7, Some(Duration::from_secs(2)), 1));
        assert_eq!(usage_error(parse("--seed 1").unwrap().job_file()), "--out is missing");
        assert_eq!(usage_error(parse("x --out y").unwrap().job_file()), "unknown word \"x\"");
    }

    #[test]
    fn errors_name_the_word() {
        assert_eq!(usage_error(parse("--sead 1")), "unknown option \"--sead\"");
        assert_eq!(usage_error(parse("--seed")), "--seed needs a value");
        let arguments = parse("--seed one").unwrap();
        assert_eq!(usage_error(arguments.number("--seed")), "--seed needs a number, not \"one\"");
    }
}
