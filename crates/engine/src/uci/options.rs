//! UCI options: parsing `setoption` and listing the options.

use std::io::{self, Write};
use std::time::Duration;

use trid_rules::RuleBook;

use super::command::{UciError, excerpt};
use crate::{MAX_HASH, MAX_THREADS, Options, Strength};

/// The engine's options and the rule book.
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

const MAX_MULTI_PV: usize = 256;
const MAX_OVERHEAD: usize = 5_000;

/// What the engine must do after `setoption`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Set,
    ClearHash,
}

fn variant(book: RuleBook) -> String {
    format!("trid{book}")
}

impl Settings {
    /// Writes all options with their ranges.
    pub(super) fn write_options(&self, output: &mut impl Write) -> io::Result<()> {
        let Options { hash, threads, multi_pv, strength, move_overhead, .. } = &self.engine;
        writeln!(output, "option name Hash type spin default {hash} min 1 max {MAX_HASH}")?;
        writeln!(
            output,
            "option name Threads type spin default {threads} min 1 max {MAX_THREADS}"
        )?;
        writeln!(
            output,
            "option name MultiPV type spin default {multi_pv} min 1 max {MAX_MULTI_PV}"
        )?;
        writeln!(output, "option name Level type spin default {} min 1 max 10", strength.number())?;
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

    /// Sets an option. Names are case-insensitive, as in the UCI specification.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, UciError> {
        let spin = |low: usize, high: usize| {
            value
                .and_then(|value| value.parse().ok())
                .filter(|number| (low..=high).contains(number))
                .ok_or_else(|| {
                    let value = excerpt(value.unwrap_or_default());
                    UciError(format!(
                        "option {name} takes a number from {low} to {high}, not {value:?}"
                    ))
                })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.engine.hash = spin(1, MAX_HASH)?,
            "threads" => self.engine.threads = spin(1, MAX_THREADS)?,
            "multipv" => self.engine.multi_pv = spin(1, MAX_MULTI_PV)?,
            "level" => {
                let number = spin(1, 10)?;
                self.engine.strength = Strength::new(number as u8).unwrap_or(Strength::FULL);
            }
            "move overhead" => {
                self.engine.move_overhead = Duration::from_millis(spin(0, MAX_OVERHEAD)? as u64);
            }
            "ponder" => match value {
                Some("true" | "false") => {}
                _ => return Err(UciError("option Ponder takes true or false".to_owned())),
            },
            "clear hash" => return Ok(Effect::ClearHash),
            "uci_variant" => {
                let book =
                    RuleBook::ALL.into_iter().find(|&book| Some(variant(book).as_str()) == value);
                self.book = book.ok_or_else(|| {
                    let value = excerpt(value.unwrap_or_default());
                    UciError(format!(
                        "option UCI_Variant takes tridrevised or tridmeder, not {value:?}"
                    ))
                })?;
            }
            _ => return Err(UciError(format!("there is no option {:?}", excerpt(name)))),
        }
        Ok(Effect::Set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_checked_against_their_ranges() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("hash", Some("64")), Ok(Effect::Set));
        assert_eq!(settings.engine.hash, 64);
        assert_eq!(settings.set("Level", Some("3")), Ok(Effect::Set));
        assert_eq!(settings.engine.strength.number(), 3);
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
