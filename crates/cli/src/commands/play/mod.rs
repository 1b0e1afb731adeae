//! `trid play`: a game against the engine in the terminal.

mod input;
mod unsaved;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use trid_engine::{Engine, Limits, Options, Score, Strength};
use trid_records::{Record, SavedGame};
use trid_rules::{Color, Game, Move, game::Claim};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::PositionArguments;
use crate::records::{RecordError, first_record, player_tag};
use crate::text_board::{ColorMode, draw};

use self::input::{Input, landings};
use self::unsaved::Unsaved;

/// Maximum search time per move, at any strength.
const MAX_MOVE_TIME: Duration = Duration::from_secs(3);

const HELP: &str = "\
Type a move in any notation: Nb3N, a1Wb3N, O-O, QL1-QL2, QL3^180, d8B=Q
  hint         show the move that the engine would play
  undo         take back your last move
  moves        list the legal moves
  board        draw the position again
  claim        claim a draw by repetition or the fifty-move rule
  resign       resign the game
  save FILE    save the game (as JSON if the name ends in .json);
               `trid play --resume FILE` continues it
  help         show this text
  quit         leave the game";

/// Play against the engine in the terminal
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid play --level 3 --side black\n  \
                        trid play --resume evening.tpgn\n\n\
                        Type moves in any notation. `help` lists the other commands.\n\
                        A resumed game keeps its side and level.")]
pub(crate) struct Arguments {
    /// Strength of the engine, 1 to 10 [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Your side, white or black [default: white]
    #[arg(long, value_name = "SIDE", value_parser = ["white", "black"], hide_possible_values = true)]
    side: Option<String>,
    /// Continue a saved game (T-PGN, JSON, moves or T-FEN)
    #[arg(long, value_name = "FILE", conflicts_with = "tfen")]
    resume: Option<PathBuf>,
    /// Seed for random choices below level 10
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let mut record = match &self.resume {
            Some(path) => match first_record(path, &self.position) {
                Ok(record) => record,
                Err(error) => return RecordError::exit_status(Err(error)),
            },
            None => Record::new(Game::new(self.position.read()?)),
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
            asks: io::stdin().is_terminal(),
            file: self.resume,
            unsaved: Unsaved::default(),
        };
        if game.asks {
            game.unsaved.ask_on_interrupt();
        }
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

struct TerminalGame<'a> {
    game: Game,
    /// Tags of a resumed game.
    tags: Vec<(String, String)>,
    person: Color,
    engine: Engine,
    output: &'a mut dyn Write,
    colors: ColorMode,
    /// Whether to ask before the game or a file is lost: only a person at a terminal can answer.
    asks: bool,
    /// The file that the game was loaded from or last saved to.
    file: Option<PathBuf>,
    unsaved: Unsaved,
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
            let prompt = format!("{}> ", self.person);
            let row = self.read_row(input, &prompt)?;
            match row.as_deref().map(Input::parse) {
                None | Some(Input::Quit) => {
                    if self.may_leave(input)? {
                        return Ok(());
                    }
                }
                Some(Input::Save("")) => {
                    writeln!(self.output, "save needs the name of a file: save evening.tpgn")?;
                }
                Some(Input::Save(path)) => {
                    let path = Path::new(path);
                    if self.may_overwrite(path, input)? {
                        self.save(path)?;
                    }
                }
                Some(command) => self.execute(command)?,
            }
        }
    }

    /// Shows a prompt and reads a row; `None` at the end of the input.
    fn read_row(
        &mut self,
        input: &mut dyn BufRead,
        prompt: &str,
    ) -> Result<Option<String>, CliError> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        input
            .read_until(b'\n', &mut bytes)
            .map_err(|error| CliError::input(format!("cannot read standard input: {error}")))?;
        self.unsaved.forget_interrupt();
        if bytes.is_empty() {
            // End the row of the prompt.
            writeln!(self.output)?;
            return Ok(None);
        }
        // Input that is not UTF-8 is an illegal move, not a reason to exit.
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Asks a question; `None` at the end of the input.
    fn confirm(
        &mut self,
        input: &mut dyn BufRead,
        question: &str,
    ) -> Result<Option<bool>, CliError> {
        let answer = self.read_row(input, &format!("{question} [y/N] "))?;
        Ok(answer.map(|answer| matches!(answer.trim(), "y" | "Y" | "yes" | "Yes")))
    }

    fn may_leave(&mut self, input: &mut dyn BufRead) -> Result<bool, CliError> {
        if !self.asks || !self.unsaved.get() {
            return Ok(true);
        }
        Ok(self.confirm(input, "The game is not saved. Leave anyway?")?.unwrap_or(true))
    }

    fn may_overwrite(&mut self, path: &Path, input: &mut dyn BufRead) -> Result<bool, CliError> {
        if !self.asks || self.file.as_deref() == Some(path) || !path.exists() {
            return Ok(true);
        }
        let question = format!("{} exists. Overwrite it?", path.display());
        Ok(self.confirm(input, &question)?.unwrap_or(false))
    }

    fn execute(&mut self, command: Input<'_>) -> Result<(), CliError> {
        match command {
            Input::Empty | Input::Quit | Input::Save(_) => Ok(()),
            Input::Help => Ok(writeln!(self.output, "{HELP}")?),
            Input::Board => self.show(),
            Input::Hint => self.hint(),
            Input::Undo => self.undo(),
            Input::Moves => self.moves(),
            Input::Claim => self.claim(),
            Input::Resign => self.resign(),
            Input::Move(text) => self.play_text(text),
        }
    }

    fn play_text(&mut self, text: &str) -> Result<(), CliError> {
        if self.game.ending().is_some() {
            writeln!(self.output, "the game is over")?;
            return Ok(());
        }
        let played = self.game.read_move(text).and_then(|mv| Ok(self.game.play(mv)?));
        let Err(error) = played else {
            self.unsaved.set(true);
            return self.show();
        };
        let landings = landings(self.game.position(), text);
        if landings.is_empty() {
            writeln!(self.output, "{error}")?;
        } else {
            writeln!(self.output, "{text:?} names no level: type {}", landings.join(" or "))?;
        }
        let candidates: Vec<String> = error.candidates.iter().map(Move::to_string).collect();
        if !candidates.is_empty() {
            writeln!(self.output, "it could be {}", candidates.join(", "))?;
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), CliError> {
        match self.game.resign(self.person) {
            Ok(()) => self.unsaved.set(true),
            Err(error) => writeln!(self.output, "{error}")?,
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), CliError> {
        write!(self.output, "\n{}\n", draw(self.game.position(), self.colors))?;
        Ok(())
    }

    /// Plays the engine's move. It claims a draw if it can and is not ahead.
    fn play_engine_move(&mut self) -> Result<(), CliError> {
        let limits = Limits::move_time(MAX_MOVE_TIME);
        let result = self.engine.search(&self.game, &limits);
        let not_ahead = match result.score() {
            Some(Score::Centipawns(value)) => value <= 0,
            Some(Score::Mated(_)) => true,
            Some(Score::Mate(_)) | None => false,
        };
        self.unsaved.set(true);
        if not_ahead && let Some(claim) = self.game.claims().into_iter().next() {
            writeln!(self.output, "{} claims a draw", self.person.other())?;
            return self.game.claim(self.person.other(), claim).map_err(CliError::input);
        }
        let Some(mv) = result.best_move() else { return Ok(()) };
        let text = self.game.position().algebraic(mv).to_string();
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
        let result = adviser.search(&self.game, &limits);
        if let (Some(best), Some(score)) = (result.best_move(), result.score()) {
            writeln!(self.output, "try {} ({score})", self.game.position().algebraic(best))?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), CliError> {
        if self.game.take_back(self.person) {
            self.unsaved.set(true);
            self.show()
        } else {
            writeln!(self.output, "there is no move of yours to take back")?;
            Ok(())
        }
    }

    fn moves(&mut self) -> Result<(), CliError> {
        if self.game.ending().is_some() {
            writeln!(self.output, "the game is over")?;
            return Ok(());
        }
        let position = self.game.position();
        let mut texts: Vec<String> =
            position.legal_moves().iter().map(|&mv| position.algebraic(mv).to_string()).collect();
        texts.sort_unstable();
        writeln!(self.output, "{}", texts.join(" "))?;
        Ok(())
    }

    fn claim(&mut self) -> Result<(), CliError> {
        let claim = self.game.claims().into_iter().next().unwrap_or(Claim::Threefold);
        match self.game.claim(self.person, claim) {
            Ok(()) => self.unsaved.set(true),
            Err(error) => writeln!(self.output, "{error}")?,
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
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let mut text = Vec::new();
        if is_json {
            write_json(&mut text, &SavedGame::from(&record))?;
        } else {
            text.extend_from_slice(record.to_tpgn().as_bytes());
        }
        match fs::write(path, text) {
            Ok(()) => {
                writeln!(self.output, "saved to {}", path.display())?;
                self.file = Some(path.to_owned());
                self.unsaved.set(false);
            }
            Err(error) => writeln!(self.output, "cannot write {}: {error}", path.display())?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use trid_rules::{Position, RuleBook};

    use super::*;

    /// Plays a game at a terminal with these rows of input. Returns the output.
    fn play_at_terminal(rows: &str) -> String {
        let mut output = Vec::new();
        let options = Options { strength: Strength::new(1).unwrap(), ..Options::default() };
        let mut game = TerminalGame {
            game: Game::new(Position::start(RuleBook::Revised)),
            tags: Vec::new(),
            person: Color::White,
            engine: Engine::new(options),
            output: &mut output,
            colors: ColorMode::Plain,
            asks: true,
            file: None,
            unsaved: Unsaved::default(),
        };
        game.play(&mut rows.as_bytes()).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn leaving_an_unsaved_game_asks_first() {
        const QUESTION: &str = "The game is not saved. Leave anyway? [y/N] ";
        assert!(!play_at_terminal("quit\n").contains(QUESTION));
        let output = play_at_terminal("b4N\nquit\nn\nquit\nyes\nhelp\n");
        assert_eq!(output.matches(QUESTION).count(), 2, "{output}");
        assert!(!output.contains(HELP), "{output}");
        let output = play_at_terminal("resign\n");
        assert_eq!(output.matches(QUESTION).count(), 1, "{output}");
    }

    #[test]
    fn overwriting_another_file_asks_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.tpgn");
        let name = file.display();
        fs::write(&file, "kept").unwrap();
        let output = play_at_terminal(&format!("b4N\nsave {name}\nno\nquit\ny\n"));
        assert!(output.contains("game.tpgn exists. Overwrite it? [y/N] "), "{output}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        let output = play_at_terminal(&format!("b4N\nsave {name}\ny\nsave {name}\nquit\n"));
        assert_eq!(output.matches("Overwrite").count(), 1, "{output}");
        assert!(!output.contains("Leave anyway"), "{output}");
        assert!(fs::read_to_string(&file).unwrap().contains("b4N"));
    }
}
