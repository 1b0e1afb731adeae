//! The engine for the browser's worker: a game and limits in, lines as they deepen, the answer out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use trid_engine::{
    Clock, ClockState, Engine, Info, Limits, Options, Score, SearchResult, Signals, Strength,
};
use trid_rules::{Move, Position};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::api_error::ApiError;
use crate::{import, json};

#[wasm_bindgen]
extern "C" {
    /// Takes each line as it deepens, as JSON text.
    pub type Listener;

    #[wasm_bindgen(method)]
    fn hear(this: &Listener, info: &str);

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The engine, with its table.
#[wasm_bindgen]
pub struct WasmEngine {
    engine: Engine,
}

/// What is asked; times are in milliseconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Question {
    /// The saved game, and the ply to think about.
    game: String,
    ply: usize,
    level: u8,
    seed: u32,
    lines: usize,
    move_time: Option<u32>,
    clock: Option<ClockQuestion>,
}

#[derive(Deserialize)]
struct ClockQuestion {
    left: u32,
    increment: u32,
}

/// One line: what it is worth to the side to move, and its moves.
#[derive(Serialize)]
struct Line {
    rank: usize,
    depth: u32,
    score: String,
    /// Centipawns for White, mates as far beyond any evaluation; for a bar beside the board.
    white: i32,
    nodes: u64,
    moves: Vec<String>,
    texts: Vec<String>,
}

#[wasm_bindgen]
impl WasmEngine {
    /// An engine with a table of so many MiB.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(hash: usize) -> WasmEngine {
        WasmEngine { engine: Engine::new(Options { hash, ..Options::default() }) }
    }

    /// Thinks within the limits of a question given as JSON; the best move in coordinate notation, or none.
    ///
    /// # Errors
    /// Throws an `ApiError`.
    pub fn think(
        &mut self,
        question: &str,
        listener: &Listener,
    ) -> Result<Option<String>, JsValue> {
        let question: Question =
            serde_json::from_str(question).map_err(|error| ApiError::new("E_JSON", error))?;
        let level = Strength::new(question.level).ok_or_else(|| {
            ApiError::new("E_LEVEL", format!("there is no level {}", question.level))
        })?;
        let mut game = import::read(&question.game)?.swap_remove(0).game;
        game.jump(question.ply);
        let history: Vec<u64> =
            game.moves().take(game.ply()).map(|played| played.before.key()).collect();
        let position = game.position();
        let options = Options {
            multi_pv: question.lines,
            strength: level,
            seed: u64::from(question.seed),
            ..self.engine.options().clone()
        };
        self.engine.set_options(options).map_err(|error| ApiError::new("E_MEMORY", error))?;
        let limits = limits(&question);
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = BrowserClock { start: now() };
        let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
        let answer: SearchResult =
            self.engine.search_with(position, &history, &limits, signals, &mut |info| {
                listener.hear(&json(&line(position, &info)));
            });
        Ok(answer.best_move().map(|mv| mv.to_string()))
    }
}

struct BrowserClock {
    start: f64,
}

impl Clock for BrowserClock {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((now() - self.start).max(0.0) / 1000.0)
    }
}

fn limits(question: &Question) -> Limits {
    let millis = |time: u32| Duration::from_millis(u64::from(time));
    Limits {
        move_time: question.move_time.map(millis),
        clock: question.clock.as_ref().map(|clock| ClockState {
            remaining: millis(clock.left),
            increment: millis(clock.increment),
            moves_to_go: None,
        }),
        ..Limits::default()
    }
}

fn line(position: &Position, info: &Info) -> Line {
    let score = match position.turn() {
        trid_rules::Color::White => info.score,
        trid_rules::Color::Black => info.score.reversed(),
    };
    Line {
        rank: info.multi_pv,
        depth: info.depth,
        score: score.to_string(),
        white: match score {
            Score::Centipawns(value) => value,
            Score::Mate(_) => 100_000,
            Score::Mated(_) => -100_000,
        },
        nodes: info.nodes,
        moves: info.pv.iter().map(ToString::to_string).collect(),
        texts: texts(position, &info.pv),
    }
}

/// The moves of a line in algebraic notation.
fn texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &Move| {
        let text = position.algebraic(mv);
        position.play_unchecked(mv);
        text
    };
    moves.iter().map(text).collect()
}
