//! `trid play`: a game against the engine in the terminal.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use trid_engine::{Engine, Limits, Options, Score, Strength};
use trid_rules::{Claim, Color, Game, Move, Record, tpgn};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;
use crate::records::player_tag;
use crate::text_board::{ColorMode, draw};

/// Maximum search time per move, at any strength.
const MAX_MOVE_TIME: Duration = Duration::from_secs(3);

const HELP: &str = "\
A move in any notation: Nb3N, a1Wb3N, O-O, QL1-QL2, QL3^180, d8BQ
  hint         what the engine would play
  undo         take back your last move
  moves        the legal moves
  board        draw the position again
  claim        claim a draw, by repetition or fifty moves
  resign       give up
  save FILE    keep the game; `trid play --resume FILE` goes on with it
  help         this text
  quit         leave";

/// Play a game in the terminal against the engine
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid play --level 3 --side black\n  \
                        trid play --resume evening.tpgn\n\n\
                        Type moves in any notation; `help` lists the other words.")]
pub(crate) struct Arguments {
    /// How strong the engine is, 1 to 10 (3 unless given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Your side, else white
    #[arg(long, value_name = "SIDE", value_parser = ["white", "black"])]
    side: Option<String>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with = "tfen")]
    resume: Option<PathBuf>,
    /// Seed of a weaker level's errors
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let start = self.position.read()?;
        let mut record = match &self.resume {
            Some(path) => load(path, start.book())?,
            None => Record::new(Game::new(start)),
        };
        record.game.jump(record.game.line_length());
        let saved = SavedPlayers::read(&record);
        let side = self
            .side
            .as_deref()
            .map(|side| if side == "black" { Color::Black } else { Color::White });
        let person = side.or(saved.person).unwrap_or(Color::White);
        let strength = self
            .level
            .or(saved.level)
            .and_then(Strength::new)
            .unwrap_or(Strength::new(3).expect("1 to 10"));
        let options = Options { strength, seed: self.seed, ..Options::default() };
        let mut game = TerminalGame {
            game: record.game,
            tags: record.tags,
            person,
            engine: Engine::new(options),
            output,
            colors: ColorMode::detect(),
        };
        game.play(&mut io::stdin().lock())?;
        Ok(ExitStatus::Success)
    }
}

/// The players of a saved game, read from its tags.
struct SavedPlayers {
    person: Option<Color>,
    level: Option<u8>,
}

/// The person's name in saved games.
const PERSON: &str = "you";

impl SavedPlayers {
    fn read(record: &Record) -> Self {
        let person =
            Color::ALL.into_iter().find(|&color| record.tag(player_tag(color)) == Some(PERSON));
        let engine = person.and_then(|person| record.tag(player_tag(person.other())));
        let level = engine.and_then(|name| name.strip_prefix("Tri-D level ")?.parse().ok());
        Self { person, level }
    }
}

fn load(path: &Path, book: trid_rules::RuleBook) -> Result<Record, CliError> {
    let text = fs::read_to_string(path)
        .map_err(|error| CliError::input(format!("cannot read {}: {error}", path.display())))?;
    match tpgn::read(&text, book).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(CliError::input(format!("{}: {error}", path.display()))),
        None => Err(CliError::input(format!("{} holds no game", path.display()))),
    }
}

struct TerminalGame<'a> {
    game: Game,
    /// Tags of a resumed game.
    tags: Vec<(String, String)>,
    person: Color,
    engine: Engine,
    output: &'a mut dyn Write,
    colors: ColorMode,
}

impl TerminalGame<'_> {
    fn play(&mut self, input: &mut dyn BufRead) -> Result<(), CliError> {
        let level = self.engine.options().strength.number();
        writeln!(
            self.output,
            "You play {} against level {level}. `help` lists what you can type.",
            self.person
        )?;
        self.show()?;
        loop {
            while self.game.ending().is_none() && self.game.position().turn() != self.person {
                self.play_engine_move()?;
            }
            if let Some(ending) = self.game.ending() {
                let reason =
                    ending.reason().map_or_else(String::new, |reason| format!(" ({reason})"));
                writeln!(
                    self.output,
                    "{}: {}{reason}",
                    ending.status().name(),
                    ending.result().name()
                )?;
            }
            write!(self.output, "{}> ", self.person)?;
            self.output.flush()?;
            let mut bytes = Vec::new();
            input
                .read_until(b'\n', &mut bytes)
                .map_err(|error| CliError::input(format!("cannot read standard input: {error}")))?;
            if bytes.is_empty() {
                // End the row of the prompt.
                writeln!(self.output)?;
                return Ok(());
            }
            // Input that is not UTF-8 is an illegal move, not a reason to exit.
            let line = String::from_utf8_lossy(&bytes);
            if matches!(line.trim(), "quit" | "exit") {
                return Ok(());
            }
            self.execute(line.trim())?;
        }
    }

    fn execute(&mut self, input: &str) -> Result<(), CliError> {
        let (word, rest) =
            input.split_once(' ').map_or((input, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => {}
            ("help", "") => writeln!(self.output, "{HELP}")?,
            ("board", "") => self.show()?,
            ("hint", "") => self.hint()?,
            ("undo", "") => self.undo()?,
            ("moves", "") => self.moves()?,
            ("claim", "") => self.claim()?,
            ("resign", "") => {
                if let Err(error) = self.game.resign(self.person) {
                    writeln!(self.output, "{error}")?;
                }
            }
            ("save", "") => {
                writeln!(self.output, "save needs the name of a file: save evening.tpgn")?
            }
            ("save", path) => self.save(Path::new(path))?,
            _ => match self.game.play_text(input) {
                Ok(_) => self.show()?,
                Err(error) => {
                    writeln!(self.output, "{error}")?;
                    let candidates: Vec<String> =
                        error.candidates.iter().map(Move::to_string).collect();
                    if !candidates.is_empty() {
                        writeln!(self.output, "it could be {}", candidates.join(", "))?;
                    }
                }
            },
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), CliError> {
        write!(self.output, "\n{}\n", draw(self.game.position(), self.colors))?;
        Ok(())
    }

    fn keys_before(&self) -> Vec<u64> {
        self.game.moves().take(self.game.ply()).map(|played| played.before.key()).collect()
    }

    /// Plays the engine's move. It claims a draw if it can and is not ahead.
    fn play_engine_move(&mut self) -> Result<(), CliError> {
        let limits = Limits::move_time(MAX_MOVE_TIME);
        let result = self.engine.search(self.game.position(), &self.keys_before(), &limits);
        let not_ahead = match result.score() {
            Some(Score::Centipawns(value)) => value <= 0,
            Some(Score::Mated(_)) => true,
            Some(Score::Mate(_)) | None => false,
        };
        if not_ahead && let Some(claim) = self.game.claims().into_iter().next() {
            writeln!(self.output, "{} claims a draw", self.person.other())?;
            return self.game.claim(self.person.other(), claim).map_err(CliError::input);
        }
        let Some(mv) = result.best_move() else { return Ok(()) };
        let text = self.game.position().algebraic(mv);
        self.game.play(mv).map_err(CliError::input)?;
        writeln!(self.output, "{} plays {text}", self.person.other())?;
        if self.game.position().turn() == self.person {
            self.show()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), CliError> {
        if self.game.ending().is_some() {
            writeln!(self.output, "the game is over")?;
            return Ok(());
        }
        let mut adviser = Engine::new(Options::default());
        let limits = Limits::move_time(Duration::from_secs(1));
        let result = adviser.search(self.game.position(), &self.keys_before(), &limits);
        if let (Some(best), Some(score)) = (result.best_move(), result.score()) {
            writeln!(self.output, "try {} ({score})", self.game.position().algebraic(best))?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), CliError> {
        if self.game.take_back(self.person) {
            self.show()
        } else {
            writeln!(self.output, "there is no move of yours to take back")?;
            Ok(())
        }
    }

    fn moves(&mut self) -> Result<(), CliError> {
        let position = self.game.position();
        let mut texts: Vec<String> =
            position.legal_moves().iter().map(|&mv| position.algebraic(mv)).collect();
        texts.sort_unstable();
        writeln!(self.output, "{}", texts.join(" "))?;
        Ok(())
    }

    fn claim(&mut self) -> Result<(), CliError> {
        let claim = self.game.claims().into_iter().next().unwrap_or(Claim::Threefold);
        if let Err(error) = self.game.claim(self.person, claim) {
            writeln!(self.output, "{error}")?;
        }
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), CliError> {
        let level = self.engine.options().strength.number();
        let mut record = Record::new(self.game.clone());
        record.tags.clone_from(&self.tags);
        for color in Color::ALL {
            let name = if color == self.person {
                PERSON.to_owned()
            } else {
                format!("Tri-D level {level}")
            };
            record.tags.retain(|(tag, _)| tag != player_tag(color));
            record.tags.push((player_tag(color).to_owned(), name));
        }
        match fs::write(path, record.to_tpgn()) {
            Ok(()) => writeln!(self.output, "saved to {}", path.display())?,
            Err(error) => writeln!(self.output, "cannot write {}: {error}", path.display())?,
        }
        Ok(())
    }
}
