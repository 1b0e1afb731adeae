//! Builds a game from its tokens, checking every move.

use std::collections::HashSet;

use trid_rules::{
    Game, GameResult, Position, RuleBook, Setup,
    game::{EndingError, NodeId},
    notation::{Tfen, TfenError, excerpt},
};

use super::command::{single_spaced, take_comment};
use super::{
    GameText, MAX_MOVES, MAX_VARIATION_DEPTH, Token, TokenKind, TpgnError, TpgnErrorKind,
    termination::named_ending,
};
use crate::Record;

impl GameText<'_> {
    /// The game at its end, with every move checked. `book` is the rule book of a text that names none.
    ///
    /// # Errors
    /// [`TpgnError`] with line and column.
    pub fn record(&self, book: RuleBook) -> Result<Record, TpgnError> {
        self.record_from(&Position::start(book))
    }

    /// Like [`GameText::record`]. `start` is the start position of a text that names none.
    ///
    /// # Errors
    /// [`TpgnError`] with line and column.
    pub fn record_from(&self, start: &Position) -> Result<Record, TpgnError> {
        self.build(start, None)
    }

    /// Builds the game. With `bad_variations`, an illegal move in a variation is not an error of the game: the rest of
    /// the variation is kept as text with the move before it.
    pub(crate) fn build(
        &self,
        start: &Position,
        mut bad_variations: Option<&mut Vec<TpgnError>>,
    ) -> Result<Record, TpgnError> {
        let mut tags = Tags::default();
        let mut builder = None;
        for token in self.tokens() {
            let token = token?;
            let builder = match (token.kind, &mut builder) {
                (TokenKind::Tag { name, value }, None) => {
                    tags.add(name, value, token.offset)
                        .map_err(|kind| self.error(token.offset, kind))?;
                    continue;
                }
                (_, Some(builder)) => builder,
                (_, none) => {
                    let start =
                        tags.start(start).map_err(|(offset, kind)| self.error(offset, kind))?;
                    none.insert(Builder::new(start, self.text().len()))
                }
            };
            if builder.skips(token, self.text()) {
                continue;
            }
            match (builder.take(token), &mut bad_variations) {
                (Ok(()), _) => {}
                (Err(kind @ TpgnErrorKind::Move(_)), Some(errors)) if !builder.open.is_empty() => {
                    errors.push(self.error(token.offset, kind));
                    builder.unread = Some(SkippedText { start: token.offset, depth: 0 });
                }
                (Err(kind), _) => return Err(self.error(token.offset, kind)),
            }
        }
        let builder = match builder {
            Some(builder) => builder,
            None => Builder::new(
                tags.start(start).map_err(|(offset, kind)| self.error(offset, kind))?,
                0,
            ),
        };
        if let Some(&(_, opened)) = builder.open.last() {
            return Err(self.error(opened, TpgnErrorKind::UnclosedVariation));
        }
        let (mut game, result) = builder.finish();
        let (found, offset) = result.unwrap_or((GameResult::None, self.text().len()));
        let (result, termination) = tags.result(found).map_err(|kind| self.error(offset, kind))?;
        let named = termination.and_then(|text| named_ending(text, result));
        game.end_as_recorded(result, named).map_err(|kind| {
            let kind = match kind {
                EndingError::Shown(ending) => {
                    TpgnErrorKind::EndingConflict { ending, found: result }
                }
                EndingError::Impossible(_) => {
                    TpgnErrorKind::Termination(termination.unwrap_or_default().to_owned())
                }
            };
            self.error(offset, kind)
        })?;
        Ok(Record { tags: tags.others(), game })
    }
}

/// The tags of a game with their offsets.
#[derive(Default)]
struct Tags<'a> {
    tags: Vec<(String, String, usize)>,
    names: HashSet<&'a str>,
}

impl<'a> Tags<'a> {
    fn add(&mut self, name: &'a str, value: &str, offset: usize) -> Result<(), TpgnErrorKind> {
        if !self.names.insert(name) {
            return Err(TpgnErrorKind::RepeatedTag(name.to_owned()));
        }
        self.tags.push((name.to_owned(), unescape(value), offset));
        Ok(())
    }

    fn find(&self, name: &str) -> Option<(&str, usize)> {
        self.tags
            .iter()
            .find(|(other, ..)| other == name)
            .map(|(_, value, offset)| (value.as_str(), *offset))
    }

    /// The start position of the game.
    fn start(&self, default: &Position) -> Result<Position, (usize, TpgnErrorKind)> {
        let variant = match self.find("Variant") {
            None => None,
            Some((text, offset)) => {
                let book =
                    text.strip_prefix("Tri-D ").and_then(|name| name.parse::<RuleBook>().ok());
                Some(book.ok_or_else(|| (offset, TpgnErrorKind::Variant(excerpt(text))))?)
            }
        };
        // Chess programs write the start position in the tag FEN.
        let (text, offset, in_fen) = match (self.find("TFEN"), self.find("FEN")) {
            (Some((tfen, _)), Some((fen, offset))) if tfen != fen => {
                return Err((offset, TpgnErrorKind::StartConflict));
            }
            (Some((text, offset)), _) => (text, offset, false),
            (None, Some((text, offset))) => (text, offset, true),
            (None, None) => {
                return match self.find("Variant").zip(variant) {
                    Some(((_, offset), book)) if book != default.book() => {
                        Setup::from(default).position(book).map_err(|error| {
                            (offset, TpgnErrorKind::Tfen(Box::new(TfenError::Position(error))))
                        })
                    }
                    _ => Ok(default.clone()),
                };
            }
        };
        let fail = |error: TfenError| {
            let error = Box::new(error);
            let kind = if in_fen { TpgnErrorKind::Fen(error) } else { TpgnErrorKind::Tfen(error) };
            (offset, kind)
        };
        let tfen: Tfen = text.parse().map_err(|error| fail(TfenError::Parse(error)))?;
        if let (Some(variant), Some(tfen)) = (variant, tfen.book)
            && variant != tfen
        {
            return Err((offset, TpgnErrorKind::BookConflict { variant, tfen }));
        }
        tfen.position(variant.unwrap_or(default.book()))
            .map_err(|error| fail(TfenError::Position(error)))
    }

    /// The result, given that the moves end with `found`, and the ending of the tag Termination.
    fn result(&self, found: GameResult) -> Result<(GameResult, Option<&str>), TpgnErrorKind> {
        let termination = self.find("Termination").map(|(text, _)| text);
        let tag = match self.find("Result") {
            None => return Ok((found, termination)),
            Some((text, _)) => text.parse().map_err(|_| TpgnErrorKind::ResultTag(excerpt(text)))?,
        };
        match (tag, found) {
            (GameResult::None, result) | (result, GameResult::None) => Ok((result, termination)),
            (tag, found) if tag == found => Ok((found, termination)),
            (tag, found) => Err(TpgnErrorKind::ResultConflict { tag, found }),
        }
    }

    /// The tags that are not derived from the game.
    fn others(self) -> Vec<(String, String)> {
        self.tags
            .into_iter()
            .map(|(name, value, _)| (name, value))
            .filter(|(name, value)| Record::keeps_tag(name, value))
            .collect()
    }
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        text.push(if char == '\\' { chars.next().unwrap_or('\\') } else { char });
    }
    text
}

/// The average number of bytes of a move in a text without comments, including its share of a number.
const BYTES_OF_MOVE: usize = 8;

/// A game under construction.
struct Builder {
    game: Game,
    /// The moves that open variations replace, and the offsets of the variations.
    open: Vec<(NodeId, usize)>,
    moves: usize,
    /// Comments before the first move of a variation.
    waiting: Vec<String>,
    /// Whether the innermost variation has no move yet.
    fresh: bool,
    result: Option<(GameResult, usize)>,
    /// The rest of a variation that is kept as text.
    unread: Option<SkippedText>,
}

/// The rest of a variation from an illegal move on.
struct SkippedText {
    /// The offset of the illegal move.
    start: usize,
    /// The number of variations opened since.
    depth: usize,
}

impl Builder {
    /// A game for a text of this many bytes.
    fn new(start: Position, length: usize) -> Builder {
        let mut game = Game::new(start);
        game.reserve((length / BYTES_OF_MOVE).min(MAX_MOVES));
        Builder {
            game,
            open: Vec::new(),
            moves: 0,
            waiting: Vec::new(),
            fresh: false,
            result: None,
            unread: None,
        }
    }

    /// Whether a token belongs to the rest of a variation that is kept as text. At its end, the text becomes a comment.
    fn skips(&mut self, token: Token<'_>, text: &str) -> bool {
        let Some(unread) = &mut self.unread else { return false };
        match token.kind {
            TokenKind::Open => unread.depth += 1,
            TokenKind::Close if unread.depth > 0 => unread.depth -= 1,
            TokenKind::Close => {
                // Commands in it have no effect.
                let rest = single_spaced(&text[unread.start..token.offset]).replace("[%", "[ %");
                self.unread = None;
                // Without a legal move in it, the variation stays beside the move that it replaces.
                let replaced = self.open.last().map(|&(node, _)| node).filter(|_| self.fresh);
                let place = replaced.unwrap_or(self.game.current());
                if let Some(node) = self.game.node_mut(place) {
                    node.comments.append(&mut self.waiting);
                    node.unread.push(rest);
                }
                if let Some((node, _)) = self.open.pop() {
                    self.fresh = false;
                    self.game.go_to(node);
                }
            }
            _ => {}
        }
        true
    }

    /// The game on its main line, and the result with its offset.
    fn finish(self) -> (Game, Option<(GameResult, usize)>) {
        (self.game, self.result)
    }

    fn take(&mut self, token: Token<'_>) -> Result<(), TpgnErrorKind> {
        if self.result.is_some() {
            return match token.kind {
                TokenKind::Comment(text) => {
                    self.comment(text);
                    Ok(())
                }
                kind => Err(TpgnErrorKind::AfterResult(name(kind))),
            };
        }
        match token.kind {
            TokenKind::Tag { .. } => Err(TpgnErrorKind::LateTag),
            TokenKind::Move(text) => self.play(text),
            TokenKind::Comment(text) => {
                self.comment(text);
                Ok(())
            }
            TokenKind::Nag(nag) => match self.current_move() {
                Some(node) => {
                    if let Some(node) = self.game.node_mut(node) {
                        node.nags.push(nag);
                    }
                    Ok(())
                }
                None => Err(TpgnErrorKind::Stray(format!("${nag}"))),
            },
            TokenKind::Open => self.open(token.offset),
            TokenKind::Close => self.close(),
            TokenKind::Result(result) if self.open.is_empty() => {
                self.result = Some((result, token.offset));
                Ok(())
            }
            TokenKind::Result(result) => Err(TpgnErrorKind::Stray(result.to_string())),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), TpgnErrorKind> {
        if self.moves == MAX_MOVES {
            return Err(TpgnErrorKind::TooManyMoves);
        }
        self.moves += 1;
        let mv = self.game.read_move(text).map_err(|error| TpgnErrorKind::Move(Box::new(error)))?;
        self.game.play_unchecked(mv);
        self.fresh = false;
        if !self.waiting.is_empty() {
            let comments = std::mem::take(&mut self.waiting);
            if let Some(node) = self.game.node_mut(self.game.current()) {
                node.comments_before.extend(comments);
            }
        }
        Ok(())
    }

    /// The move that glyphs and clocks belong to.
    fn current_move(&self) -> Option<NodeId> {
        (self.game.ply() > 0 && !self.fresh).then(|| self.game.current())
    }

    fn comment(&mut self, text: &str) {
        if self.fresh {
            self.waiting.extend(Some(single_spaced(text)).filter(|text| !text.is_empty()));
        } else if let Some(node) = self.game.node_mut(self.game.current()) {
            take_comment(node, text);
        }
    }

    fn open(&mut self, offset: usize) -> Result<(), TpgnErrorKind> {
        let Some(node) = self.current_move() else {
            return Err(TpgnErrorKind::VariationOfNothing);
        };
        if self.open.len() == MAX_VARIATION_DEPTH {
            return Err(TpgnErrorKind::TooDeep);
        }
        self.open.push((node, offset));
        self.game.undo();
        self.fresh = true;
        Ok(())
    }

    fn close(&mut self) -> Result<(), TpgnErrorKind> {
        let (node, _) = self.open.pop().ok_or(TpgnErrorKind::UnopenedVariation)?;
        if self.fresh {
            return Err(TpgnErrorKind::Stray(")".to_owned()));
        }
        self.game.go_to(node);
        Ok(())
    }
}

fn name(kind: TokenKind<'_>) -> String {
    match kind {
        TokenKind::Tag { name, .. } => format!("[{name}"),
        TokenKind::Move(text) | TokenKind::Comment(text) => excerpt(text),
        TokenKind::Nag(nag) => format!("${nag}"),
        TokenKind::Open => "(".to_owned(),
        TokenKind::Close => ")".to_owned(),
        TokenKind::Result(result) => result.to_string(),
    }
}
