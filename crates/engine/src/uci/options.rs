//! The options a program may set, and how they are told.

use core::time::Duration;
use std::io::{self, Write};

use trid_rules::RuleBook;

use super::command::{Trouble, excerpt};
use crate::{Level, MAX_HASH, MAX_THREADS, Options};

/// What may be set: the engine's own options, and the rule book.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) engine: Options,
    pub(super) book: RuleBook,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { engine: Options::default(), book: RuleBook::Revised }
    }
}

const MAX_LINES: usize = 256;
const MAX_OVERHEAD: usize = 5_000;

/// What setting an option asks for beyond a new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Set,
    ClearHash,
}

fn variant(book: RuleBook) -> String {
    format!("trid{book}")
}

impl Settings {
    /// Tells all options with their ranges.
    pub(super) fn tell(&self, output: &mut impl Write) -> io::Result<()> {
        let Options { hash, threads, lines, level, move_overhead, .. } = &self.engine;
        writeln!(output, "option name Hash type spin default {hash} min 1 max {MAX_HASH}")?;
        writeln!(
            output,
            "option name Threads type spin default {threads} min 1 max {MAX_THREADS}"
        )?;
        writeln!(output, "option name MultiPV type spin default {lines} min 1 max {MAX_LINES}")?;
        writeln!(output, "option name Level type spin default {} min 1 max 10", level.number())?;
        let overhead = move_overhead.as_millis();
        writeln!(
            output,
            "option name Move Overhead type spin default {overhead} min 0 max {MAX_OVERHEAD}"
        )?;
        writeln!(output, "option name Ponder type check default false")?;
        writeln!(output, "option name Clear Hash type button")?;
        write!(output, "option name UCI_Variant type combo default {}", variant(self.book))?;
        for book in RuleBook::ALL {
            write!(output, " var {}", variant(book))?;
        }
        writeln!(output)
    }

    /// Sets an option; names are told apart without regard to case, as the protocol says.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Trouble> {
        let spin = |low: usize, high: usize| {
            value
                .and_then(|value| value.parse().ok())
                .filter(|number| (low..=high).contains(number))
                .ok_or_else(|| {
                    let value = excerpt(value.unwrap_or_default());
                    Trouble(format!(
                        "option {name} takes a number from {low} to {high}, not {value:?}"
                    ))
                })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.engine.hash = spin(1, MAX_HASH)?,
            "threads" => self.engine.threads = spin(1, MAX_THREADS)?,
            "multipv" => self.engine.lines = spin(1, MAX_LINES)?,
            "level" => {
                let number = spin(1, 10)?;
                self.engine.level = Level::new(number as u8).unwrap_or(Level::FULL);
            }
            "move overhead" => {
                self.engine.move_overhead = Duration::from_millis(spin(0, MAX_OVERHEAD)? as u64);
            }
            "ponder" => match value {
                Some("true" | "false") => {}
                _ => return Err(Trouble("option Ponder takes true or false".to_owned())),
            },
            "clear hash" => return Ok(Effect::ClearHash),
            "uci_variant" => {
                let book =
                    RuleBook::ALL.into_iter().find(|&book| Some(variant(book).as_str()) == value);
                self.book = book.ok_or_else(|| {
                    let value = excerpt(value.unwrap_or_default());
                    Trouble(format!(
                        "option UCI_Variant takes tridrevised or tridmeder, not {value:?}"
                    ))
                })?;
            }
            _ => return Err(Trouble(format!("there is no option {:?}", excerpt(name)))),
        }
        Ok(Effect::Set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_within_their_ranges() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("hash", Some("64")), Ok(Effect::Set));
        assert_eq!(settings.engine.hash, 64);
        assert_eq!(settings.set("Level", Some("3")), Ok(Effect::Set));
        assert_eq!(settings.engine.level.number(), 3);
        assert_eq!(settings.set("UCI_Variant", Some("tridmeder")), Ok(Effect::Set));
        assert_eq!(settings.book, RuleBook::Meder);
        assert_eq!(settings.set("Clear Hash", None), Ok(Effect::ClearHash));
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("x")),
            ("Hash", None),
            ("Threads", Some("9999")),
            ("Level", Some("11")),
            ("UCI_Variant", Some("chess")),
            ("Ponder", Some("perhaps")),
            ("Skill", Some("3")),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(settings.engine.hash, 64);
    }
}
