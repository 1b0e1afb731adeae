//! The options that select a position, shared by the commands.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use trid_rules::{Position, RuleBook, notation::Tfen};

use crate::error::CliError;

#[derive(Args)]
pub(crate) struct PositionArguments {
    /// Rule book: revised or meder [default: revised]
    #[arg(long, value_name = "BOOK", value_parser = book_parser(), hide_possible_values = true)]
    rules: Option<RuleBook>,
    /// Position as T-FEN: --tfen '4/4/PPPP/…' [default: start]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    tfen: Option<String>,
}

impl PositionArguments {
    /// The rule book of `--rules`, or the default.
    pub(crate) fn book(&self) -> RuleBook {
        self.rules.unwrap_or_default()
    }

    /// The position of `--tfen`, or the start position.
    pub(crate) fn read(&self) -> Result<Position, CliError> {
        match &self.tfen {
            Some(text) => self.parse(text),
            None => Ok(Position::start(self.book())),
        }
    }

    /// The T-FEN of a position, with its rule book unless that is the one of `--rules` or the default.
    pub(crate) fn write(&self, position: &Position) -> String {
        if position.book() == self.book() {
            position.to_tfen()
        } else {
            position.to_tfen_with_book()
        }
    }

    /// Checks that a game's rule book is the one of `--rules` or of the T-FEN in `--tfen`, where they name one.
    pub(crate) fn check_book(&self, named: RuleBook) -> Result<(), CliError> {
        let in_tfen = || self.tfen.as_deref()?.parse::<Tfen>().ok()?.book;
        let (option, selected) = match (self.rules, in_tfen()) {
            (Some(book), _) => ("--rules", book),
            (None, Some(book)) => ("--tfen", book),
            (None, None) => return Ok(()),
        };
        if selected == named {
            return Ok(());
        }
        Err(CliError::Input(format!(
            "the game names the rule book {named}, but {option} asks for {selected}: drop {option}"
        )))
    }

    /// Parses a T-FEN. Its rule book is the one it names, else that of `--rules`.
    pub(crate) fn parse(&self, text: &str) -> Result<Position, CliError> {
        let tfen: Tfen = text.parse().map_err(CliError::input)?;
        if let (Some(selected), Some(named)) = (self.rules, tfen.book)
            && selected != named
        {
            return Err(CliError::Input(format!(
                "the T-FEN names the rule book {named}, but --rules asks for {selected}: drop one of them"
            )));
        }
        tfen.position(self.book()).map_err(CliError::input)
    }
}

/// Parses a rule book's name. Shells complete it.
pub(crate) fn book_parser() -> impl TypedValueParser<Value = RuleBook> {
    PossibleValuesParser::new(RuleBook::ALL.map(RuleBook::name))
        .try_map(|name| name.parse::<RuleBook>())
}
