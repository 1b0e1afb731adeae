//! Pictures and films for the page's worker: a position or a game in, SVG, PNG and GIF out.

use std::time::Duration;

use serde::Deserialize;
use trid_diagram::{Film, FilmOptions, FlatMap, Postcard, Width};
use trid_protocol::ErrorCode;
use trid_records::{Record, read_all};
use trid_rules::{Color, Game, Position, RuleBook};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;

/// A film of a game.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilmRequest {
    /// The game as T-PGN.
    record: String,
    /// The width in pixels.
    width: u32,
    /// Milliseconds per ply.
    delay: u32,
    /// The first ply.
    from: usize,
    /// The last ply, or the end of the game if that comes first.
    till: usize,
    /// Whether Black's side is at the bottom.
    flipped: bool,
    /// Whether an arrow shows each move.
    arrows: bool,
    /// What the players are called if the record does not name them, White first.
    names: [String; 2],
}

/// A film that is drawn frame by frame, so that its worker can report progress.
#[wasm_bindgen]
pub struct WasmFilm {
    film: Film,
}

#[wasm_bindgen]
impl WasmFilm {
    /// Starts a film that a `FilmRequest` describes.
    ///
    /// # Errors
    /// Throws an `ApiError` if there is no such film.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &str) -> Result<WasmFilm, JsValue> {
        Ok(WasmFilm { film: start(request)? })
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.film.frames()
    }

    /// Draws the next frame. Returns whether more follow.
    pub fn draw_frame(&mut self) -> bool {
        self.film.draw_frame()
    }

    /// The film as a GIF.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.film.finish()
    }
}

fn start(request: &str) -> Result<Film, ThrownError> {
    let refuse = |message: String| ThrownError::new(ErrorCode::Form, message);
    let request: FilmRequest =
        serde_json::from_str(request).map_err(|error| refuse(error.to_string()))?;
    let entry = read_all(request.record.as_bytes()).next();
    let record = entry.map_or_else(|| Ok(Record::new(Game::default())), |entry| entry.record);
    let record = record.map_err(|error| ThrownError::new(ErrorCode::Tpgn, error))?;
    let till = request.till.min(record.game.line_length());
    let [white, black] = request.names;
    let named = |tag, other| record.tag(tag).map_or(other, str::to_owned);
    let options = FilmOptions {
        width: Width::new(request.width).map_err(|error| refuse(error.to_string()))?,
        delay: Duration::from_millis(request.delay.into()),
        plies: request.from.min(till)..=till,
        bottom: bottom(request.flipped),
        arrows: request.arrows,
        names: [named("White", white), named("Black", black)],
    };
    Film::new(record.game, options).map_err(|error| refuse(error.to_string()))
}

/// A position as an SVG picture.
///
/// # Errors
/// Throws an `ApiError` if the T-FEN is not a position.
#[wasm_bindgen]
pub fn picture_svg(tfen: &str, flipped: bool) -> Result<String, JsValue> {
    let position = read(tfen)?;
    Ok(map(&position, flipped).to_svg())
}

/// A position as a PNG picture of this width.
///
/// # Errors
/// Throws an `ApiError` if the T-FEN is not a position, or the width is out of range.
#[wasm_bindgen]
pub fn picture_png(tfen: &str, flipped: bool, width: u32) -> Result<Vec<u8>, JsValue> {
    let position = read(tfen)?;
    let width = Width::new(width).map_err(|error| ThrownError::new(ErrorCode::Form, error))?;
    Ok(map(&position, flipped).to_png(width))
}

fn read(tfen: &str) -> Result<Position, ThrownError> {
    Position::from_tfen(tfen, RuleBook::default())
        .map_err(|error| ThrownError::new(ErrorCode::Tfen, error))
}

fn map(position: &Position, flipped: bool) -> FlatMap<'_> {
    let mut map = FlatMap::new(position);
    map.set_bottom(bottom(flipped));
    map
}

fn bottom(flipped: bool) -> Color {
    if flipped { Color::Black } else { Color::White }
}

/// A film of pictures that the page draws, such as an orbit of the set. Sample some, then add all in order.
#[wasm_bindgen]
pub struct WasmPostcard {
    postcard: Postcard,
}

#[wasm_bindgen]
impl WasmPostcard {
    /// A film of pictures of this size. `delay` is the time per picture, in hundredths of a second.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(width: u16, height: u16, delay: u16) -> WasmPostcard {
        WasmPostcard { postcard: Postcard::new([width, height], delay) }
    }

    /// Takes the colors of a picture into account, given as RGBA.
    pub fn sample(&mut self, rgba: &[u8]) {
        self.postcard.sample(rgba);
    }

    /// Adds a picture, given as RGBA.
    pub fn add(&mut self, rgba: &[u8]) {
        self.postcard.add(rgba);
    }

    /// The film as a GIF.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.postcard.finish()
    }
}
