//! How every command is told which position it is about.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use trid_rules::{Position, RuleBook, Tfen};

use crate::error::CliError;

/// The options that name a position.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The rule book: revised (the default) or meder
    #[arg(long, value_name = "BOOK", value_parser = book_parser(), hide_possible_values = true)]
    rules: Option<RuleBook>,
    /// The position as T-FEN; without it, the start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    tfen: Option<String>,
}

impl PositionArguments {
    /// The rule book that was asked for, or else is meant.
    pub(crate) fn book(&self) -> RuleBook {
        self.rules.unwrap_or_default()
    }

    /// The position that was asked for.
    pub(crate) fn read(&self) -> Result<Position, CliError> {
        match &self.tfen {
            Some(text) => self.parse(text),
            None => Ok(Position::start(self.rules.unwrap_or_default())),
        }
    }

    /// The position of a T-FEN, under the rule book that was asked for or that the text names.
    pub(crate) fn parse(&self, text: &str) -> Result<Position, CliError> {
        let tfen: Tfen = text.parse().map_err(CliError::input)?;
        if let (Some(asked), Some(named)) = (self.rules, tfen.book)
            && asked != named
        {
            return Err(CliError::Input(format!(
                "the T-FEN names the rule book {named}, but --rules asks for {asked}: drop one of them"
            )));
        }
        tfen.position(self.rules.unwrap_or_default()).map_err(CliError::input)
    }
}

/// Reads a rule book; shells complete its name.
pub(crate) fn book_parser() -> impl TypedValueParser<Value = RuleBook> {
    PossibleValuesParser::new(RuleBook::ALL.map(RuleBook::name))
        .try_map(|name| name.parse::<RuleBook>())
}
