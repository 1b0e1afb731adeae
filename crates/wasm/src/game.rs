//! One game for the page. Results are JSON text; errors are thrown.

use trid_protocol::{Clocks, ErrorCode, Millis, Remaining, Time, TimeControl};
use trid_records::Record;
use trid_rules::{Color, Game, Position, RuleBook, Square, SquareSet, explain::Code, game::Claim};
use trid_view::json::Json;
use trid_view::{History, SearchPosition, Snapshot, Touched};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{export, json};

#[wasm_bindgen]
pub struct WasmGame {
    pub(crate) record: Record,
}

#[wasm_bindgen]
impl WasmGame {
    /// A new game, from the start or from a position.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(book: &str, tfen: Option<String>) -> Result<WasmGame, JsValue> {
        let book: RuleBook =
            book.parse().map_err(|error| ThrownError::new(ErrorCode::Rules, error))?;
        let position = match tfen {
            None => Position::start(book),
            Some(text) => Position::from_tfen(&text, book)
                .map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?,
        };
        Ok(WasmGame { record: Record::new(Game::new(position)) })
    }

    /// The game as `tpgn` or `json`, or the current position as `tfen`.
    pub fn record(&self, format: &str) -> Result<String, JsValue> {
        Ok(export::write(&self.record, format)?)
    }

    /// Sets a tag of the record, such as `White`, the name of a player. An empty or unknown value removes it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.record.set_tag(name, value);
    }

    /// The Snapshot of the current ply.
    #[wasm_bindgen(unchecked_return_type = "Json<Snapshot>")]
    #[must_use]
    pub fn snapshot(&self) -> String {
        json(&Snapshot::of(&self.record.game))
    }

    /// The moves of the current line after the first `known`, and the current ply. Callers that keep earlier moves
    /// skip them, so that a long game is not written out at every move.
    #[wasm_bindgen(unchecked_return_type = "Json<History>")]
    #[must_use]
    pub fn history(&self, known: Option<usize>) -> String {
        json(&History::of(&self.record.game, known.unwrap_or(0)))
    }

    /// Plays a move in any notation. Undone moves go, unless this is the next of them.
    pub fn play(&mut self, text: &str) -> Result<(), JsValue> {
        let game = &mut self.record.game;
        let mv = game.read_move(text).map_err(ThrownError::from)?;
        if game.moves().nth(game.ply()).is_none_or(|next| next.mv != mv) {
            game.truncate();
        }
        game.play_unchecked(mv);
        Ok(())
    }

    /// The position on screen as its start and the moves from there, for a search: a `SearchPosition`.
    #[wasm_bindgen(unchecked_return_type = "Json<SearchPosition>")]
    #[must_use]
    pub fn search_position(&self) -> String {
        json(&SearchPosition::of(&self.record.game))
    }

    /// Throws the reasons why a move in any notation is illegal. Does nothing if it is legal.
    pub fn explain(&self, text: &str) -> Result<(), JsValue> {
        match ThrownError::from_reasons(self.record.game.position().explain_text(text)) {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// Throws the reasons why the piece on a square, or the board on a pin, has no legal move. Does nothing if it has
    /// one.
    pub fn explain_stuck(&self, place: &str) -> Result<(), JsValue> {
        let position = self.record.game.position();
        let reasons = match place.parse::<Square>() {
            Ok(square) => position.explain_stuck_piece(square),
            Err(_) => position.explain_stuck_board(
                place.parse().map_err(|error| ThrownError::new(Code::Syntax, error))?,
            ),
        };
        match ThrownError::from_reasons(reasons) {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// What a move in any notation would touch, as `Touched`.
    #[wasm_bindgen(unchecked_return_type = "Json<Touched>")]
    pub fn touched(&self, text: &str) -> Result<String, JsValue> {
        let position = self.record.game.position();
        let mv = position.read_move(text).map_err(ThrownError::from)?;
        Ok(json(&Touched::by(&position.effects(mv))))
    }

    /// Goes back a ply, if there is one.
    pub fn undo(&mut self) {
        self.record.game.undo();
    }

    /// Goes forward a ply, if there is one.
    pub fn redo(&mut self) {
        self.record.game.redo();
    }

    /// Goes to a ply of the current variation.
    pub fn jump(&mut self, ply: usize) -> Result<(), JsValue> {
        let length = self.record.game.line_length();
        if self.record.game.jump(ply) {
            Ok(())
        } else {
            Err(ThrownError::new(
                ErrorCode::Ply,
                format!("there is no ply {ply}, the game has {length}"),
            )
            .into())
        }
    }

    /// Claims a draw for the side to move: `threefold` or `fifty`.
    pub fn claim(&mut self, kind: &str) -> Result<(), JsValue> {
        let turn = self.record.game.position().turn();
        Ok(self.record.game.claim(turn, read_claim(kind)?).map_err(ThrownError::from)?)
    }

    /// Both sides agree to a draw.
    pub fn agree_draw(&mut self) -> Result<(), JsValue> {
        let turn = self.record.game.position().turn();
        self.record.game.offer_draw(turn).map_err(ThrownError::from)?;
        Ok(self.record.game.accept_draw(turn.other()).map_err(ThrownError::from)?)
    }

    /// A side resigns.
    pub fn resign(&mut self, color: &str) -> Result<(), JsValue> {
        Ok(self.record.game.resign(read_color(color)?).map_err(ThrownError::from)?)
    }

    /// A side loses on time.
    pub fn flag(&mut self, color: &str) -> Result<(), JsValue> {
        Ok(self.record.game.flag(read_color(color)?).map_err(ThrownError::from)?)
    }

    /// The milliseconds a side has left after its last move, of `left` before it. A move that keeps the turn earns no
    /// increment. `elapsed` is how long its clock ran, in milliseconds; `increment` is in seconds.
    pub fn left_after_move(
        &self,
        color: &str,
        left: f64,
        elapsed: Option<f64>,
        increment: u32,
    ) -> Result<f64, JsValue> {
        let color = read_color(color)?;
        let left = left.round() as Millis;
        let mut clocks = Clocks::new(TimeControl::RealTime { initial: 0, increment }, Time(0));
        clocks.set(Some(Remaining { white: left, black: left }), elapsed.map(|_| color), Time(0));
        let now = Time(elapsed.map_or(0, |elapsed| elapsed.round() as Millis));
        let has_passed = self.record.game.position().turn() != color;
        let after = if has_passed { clocks.pressed(color, now, 0) } else { clocks.charged(now, 0) };
        Ok(after.map_or(left, |after| after.of(color)) as f64)
    }

    /// The squares a side attacks.
    #[wasm_bindgen(unchecked_return_type = "Json<readonly SquareName[]>")]
    pub fn attacked(&self, color: &str) -> Result<String, JsValue> {
        Ok(names(self.record.game.position().attacked_by(read_color(color)?)))
    }

    /// The squares of the pieces that give check to the side to move.
    #[wasm_bindgen(unchecked_return_type = "Json<readonly SquareName[]>")]
    #[must_use]
    pub fn checkers(&self) -> String {
        names(self.record.game.position().checkers())
    }

    /// The squares that the piece on a square could move to if its side were to move.
    #[wasm_bindgen(unchecked_return_type = "Json<readonly SquareName[]>")]
    pub fn reach(&self, square: &str) -> Result<String, JsValue> {
        let square: Square =
            square.parse().map_err(|error| ThrownError::new(Code::Syntax, error))?;
        Ok(names(self.record.game.position().reach(square)))
    }
}

fn names(squares: SquareSet) -> String {
    json(&Json(&squares.iter().collect::<Vec<Square>>()))
}

pub(crate) fn read_color(text: &str) -> Result<Color, ThrownError> {
    Color::from_name(text).ok_or_else(|| {
        ThrownError::new(Code::Syntax, format!("{text:?} is not a side, expected white or black"))
    })
}

pub(crate) fn read_claim(text: &str) -> Result<Claim, ThrownError> {
    Claim::from_name(text)
        .ok_or_else(|| ThrownError::new(ErrorCode::Claim, format!("there is no claim {text:?}")))
}
