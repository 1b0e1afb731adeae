//! A setup that the page edits.

use trid_protocol::ErrorCode;
use trid_rules::{
    Piece, Role, RuleBook, Setup, explain::Code, notation::Tfen, position::SetupMark,
};
use trid_view::SetupView;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::game::read_color;
use crate::json;
use crate::thrown_error::ThrownError;

/// A position that is edited, possible or not.
#[wasm_bindgen]
pub struct WasmSetup {
    setup: Setup,
    book: RuleBook,
}

#[wasm_bindgen]
impl WasmSetup {
    /// The start position.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &str) -> Result<WasmSetup, JsValue> {
        Ok(WasmSetup { setup: Setup::start(), book: parse_book(rules)? })
    }

    /// The `SetupView`.
    #[wasm_bindgen(unchecked_return_type = "Json<SetupView>")]
    #[must_use]
    pub fn view(&self) -> String {
        json(&SetupView::new(&self.setup, self.book))
    }

    /// Reads T-FEN. A text that is not T-FEN changes nothing.
    pub fn read(&mut self, text: &str) -> Result<(), JsValue> {
        let tfen: Tfen =
            text.trim().parse().map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?;
        self.book = tfen.book.unwrap_or(self.book);
        self.setup = tfen.setup;
        Ok(())
    }

    /// Chooses the rule book.
    pub fn set_rules(&mut self, rules: &str) -> Result<(), JsValue> {
        self.book = parse_book(rules)?;
        Ok(())
    }

    /// Puts a piece on a square.
    pub fn put(&mut self, square: &str, color: &str, role: &str) -> Result<(), JsValue> {
        let role =
            Role::from_name(role).ok_or_else(|| ThrownError::new(Code::Syntax, "no such piece"))?;
        let color = read_color(color)?;
        self.setup.put(parse(square)?, Some(Piece { color, role }));
        Ok(())
    }

    /// Puts the piece with this letter in T-FEN on a square. Returns whether there is such a piece.
    pub fn put_letter(&mut self, square: &str, letter: &str) -> Result<bool, JsValue> {
        let piece = letter.parse().ok().and_then(Piece::from_letter);
        if piece.is_some() {
            self.setup.put(parse(square)?, piece);
        }
        Ok(piece.is_some())
    }

    /// Removes the piece on a square.
    pub fn remove(&mut self, square: &str) -> Result<(), JsValue> {
        self.setup.put(parse(square)?, None);
        Ok(())
    }

    /// Moves a piece to another square.
    pub fn relocate(&mut self, from: &str, to: &str) -> Result<(), JsValue> {
        self.setup.relocate(parse(from)?, parse(to)?);
        Ok(())
    }

    /// Puts a board of White or of Black on a pin, or changes the owner of the one that is there.
    pub fn put_board(&mut self, pin: &str, owner: &str) -> Result<(), JsValue> {
        self.setup.put_board(parse(pin)?, read_color(owner)?);
        Ok(())
    }

    /// Removes the board on a pin, with its pieces.
    pub fn remove_board(&mut self, pin: &str) -> Result<(), JsValue> {
        self.setup.remove_board(parse(pin)?);
        Ok(())
    }

    /// Moves a board with its pieces to another pin.
    pub fn relocate_board(&mut self, from: &str, to: &str) -> Result<(), JsValue> {
        self.setup.relocate_board(parse(from)?, parse(to)?);
        Ok(())
    }

    /// Turns a board by 180 degrees.
    pub fn turn_board(&mut self, pin: &str) -> Result<(), JsValue> {
        self.setup.turn_board(parse(pin)?);
        Ok(())
    }

    /// Sets or removes a mark: a `SetupMark`.
    pub fn set_mark(&mut self, square: &str, mark: &str, on: bool) -> Result<(), JsValue> {
        let mark = SetupMark::from_name(mark)
            .ok_or_else(|| ThrownError::new(Code::Syntax, "no such mark"))?;
        self.setup.set_mark(parse(square)?, mark, on);
        Ok(())
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, color: &str) -> Result<(), JsValue> {
        self.setup.turn = read_color(color)?;
        Ok(())
    }

    /// Sets the half-moves since the last capture or pawn move, and the number of the next move.
    pub fn set_counters(&mut self, halfmoves: i32, move_number: i32) {
        self.setup.halfmoves = halfmoves;
        self.setup.move_number = move_number;
    }

    /// Removes all pieces.
    pub fn clear(&mut self) {
        self.setup.clear();
    }

    /// Sets up the start position.
    pub fn start(&mut self) {
        self.setup = Setup::start();
    }

    /// Swaps colors and mirrors ranks.
    pub fn mirror(&mut self) {
        self.setup = self.setup.mirrored();
    }
}

fn parse_book(rules: &str) -> Result<RuleBook, ThrownError> {
    rules.parse().map_err(|error| ThrownError::new(ErrorCode::Rules, error))
}

fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, ThrownError> {
    text.parse().map_err(|error| ThrownError::new(Code::Syntax, error))
}
