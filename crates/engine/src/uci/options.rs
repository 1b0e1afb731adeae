//! UCI options: parsing `setoption` and listing the options.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use trid_rules::RuleBook;

use super::command::{UciError, excerpt};
use crate::{Engine, LoadedNetwork, MAX_HASH, MAX_THREADS, Options, Strength, evaluation};

/// The engine's options, the rule book and the evaluation.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) engine: Options,
    pub(super) book: RuleBook,
    /// Whether to add the chances of a win, a draw and a loss to scores.
    pub(super) show_wdl: bool,
    /// Whether to use the network instead of the classical evaluation.
    use_network: bool,
    /// The embedded network, or the one of `EvalFile`.
    network: Option<LoadedNetwork>,
}

impl Default for Settings {
    fn default() -> Settings {
        let network = LoadedNetwork::embedded();
        let use_network = network.is_some();
        Settings {
            engine: Options::default(),
            book: RuleBook::Revised,
            show_wdl: false,
            use_network,
            network,
        }
    }
}

/// The value of `EvalFile` for the embedded network.
const EMBEDDED: &str = "<embedded>";

const MAX_MULTI_PV: usize = 256;
const MAX_OVERHEAD: usize = 5_000;

/// What the engine must do after `setoption`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Set,
    ClearHash,
    SetEvaluator,
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
        writeln!(output, "option name Use NNUE type check default {}", self.use_network)?;
        writeln!(output, "option name EvalFile type string default {}", self.network_name())?;
        writeln!(output, "option name Ponder type check default false")?;
        writeln!(output, "option name UCI_ShowWDL type check default {}", self.show_wdl)?;
        writeln!(output, "option name Clear Hash type button")?;
        write!(output, "option name UCI_Variant type combo default {}", variant(self.book))?;
        for book in RuleBook::ALL {
            write!(output, " var {}", variant(book))?;
        }
        writeln!(output)
    }

    /// A new engine with these settings.
    pub(super) fn new_engine(&self) -> Engine {
        let mut engine = Engine::new(self.engine.clone());
        engine.set_evaluator(evaluation::evaluator(self.network_in_use()));
        engine
    }

    /// `None` for the classical evaluation.
    pub(super) fn network_in_use(&self) -> Option<LoadedNetwork> {
        self.network.clone().filter(|_| self.use_network)
    }

    /// The evaluation in words.
    pub(super) fn evaluation_text(&self) -> String {
        match self.use_network {
            true => format!("evaluation by network {}", self.network_name()),
            false => {
                format!("classical evaluation; Use NNUE enables network {}", self.network_name())
            }
        }
    }

    /// The value of `EvalFile`.
    fn network_name(&self) -> String {
        match &self.network {
            None => "<empty>".to_owned(),
            Some(network) => {
                network.path().map_or(EMBEDDED.to_owned(), |path| path.display().to_string())
            }
        }
    }

    /// Loads the network of `EvalFile`. After an error the old one stays.
    fn load_network(&mut self, value: Option<&str>) -> Result<Effect, UciError> {
        let value = value.unwrap_or_default();
        if value.is_empty() || value == EMBEDDED {
            self.network = LoadedNetwork::embedded();
            self.use_network &= self.network.is_some();
        } else {
            self.network = Some(LoadedNetwork::load(Path::new(value)).map_err(|error| {
                let kept = self.network_name();
                UciError(format!("cannot load network {value}, keeping {kept}: {error}"))
            })?);
        }
        Ok(Effect::SetEvaluator)
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
        let check = || match value {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => Err(UciError(format!("option {name} takes true or false"))),
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
            "ponder" => check().map(|_| ())?,
            "uci_showwdl" => self.show_wdl = check()?,
            "use nnue" => {
                let enable = check()?;
                if enable && self.network.is_none() {
                    return Err(UciError("there is no network, set EvalFile".into()));
                }
                self.use_network = enable;
                return Ok(Effect::SetEvaluator);
            }
            "evalfile" => return self.load_network(value),
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
            ("Use NNUE", Some("perhaps")),
            ("EvalFile", Some("/nonexistent/network.bin")),
            ("Skill", Some("3")),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(settings.engine.hash, 64);
    }

    #[test]
    fn the_network_is_used_when_enabled() {
        let mut settings = Settings::default();
        assert_eq!(settings.network_in_use(), LoadedNetwork::embedded());
        assert_eq!(settings.set("use nnue", Some("true")), Ok(Effect::SetEvaluator));
        assert_eq!(settings.network_in_use(), LoadedNetwork::embedded());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/networks/network.bin");
        assert_eq!(settings.set("EvalFile", Some(path)), Ok(Effect::SetEvaluator));
        assert_eq!(settings.network_in_use().unwrap().path(), Some(Path::new(path)));
        assert!(settings.set("EvalFile", Some("/nonexistent")).is_err());
        assert_eq!(settings.network_in_use().unwrap().path(), Some(Path::new(path)));
        assert_eq!(settings.set("EvalFile", Some(EMBEDDED)), Ok(Effect::SetEvaluator));
        assert_eq!(settings.network_in_use(), LoadedNetwork::embedded());
        assert_eq!(settings.set("Use NNUE", Some("false")), Ok(Effect::SetEvaluator));
        assert_eq!(settings.network_in_use(), None);
    }
}
