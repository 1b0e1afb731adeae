//! The engine for the page's web worker: a game and limits in, variations and the best move out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use trid_engine::{Clock, ClockState, Engine, Info, Limits, Options, Score, Signals, Strength};
use trid_protocol::ErrorCode;
use trid_rules::Position;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{import, json};

#[wasm_bindgen]
extern "C" {
    /// Receives every completed variation as JSON.
    pub type Listener;

    #[wasm_bindgen(method, js_name = onVariation)]
    fn on_variation(this: &Listener, variation: &str);

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The engine with its transposition table.
#[wasm_bindgen]
pub struct WasmEngine {
    engine: Engine,
}

/// What to search, and for how long. Times are in milliseconds.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// The game as a record in any format.
    game: String,
    /// The ply of the game to search.
    ply: usize,
    /// The playing strength, 1 to 10.
    strength: u8,
    /// Varies the moves of the weaker strengths.
    seed: u32,
    /// The number of variations.
    variations: usize,
    /// The time for this move.
    move_time: Option<u32>,
    /// The clock of the side to move.
    clock: Option<SearchClock>,
}

/// The clock of the side to move, in milliseconds.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchClock {
    /// The time left.
    left: u32,
    /// The time added after each move.
    increment: u32,
}

/// A variation: its moves and their evaluation.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Variation {
    /// 1 is the best.
    rank: usize,
    /// The depth of the search in plies.
    depth: u32,
    /// The evaluation as White sees it: `+0.35`, `#3`.
    score: String,
    /// The evaluation in centipawns as White sees it, for a bar. A mate is ±100,000.
    white: i32,
    /// The number of nodes searched.
    nodes: u64,
    /// The moves in coordinate notation.
    moves: Vec<String>,
    /// The moves in algebraic notation.
    texts: Vec<String>,
}

#[wasm_bindgen]
impl WasmEngine {
    /// An engine with a transposition table of this size in MiB.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(hash: usize) -> WasmEngine {
        WasmEngine { engine: Engine::new(Options { hash, ..Options::default() }) }
    }

    /// Executes a search request given as JSON. Returns the best move in coordinate notation, if any.
    ///
    /// # Errors
    /// Throws an `ApiError`.
    pub fn search(
        &mut self,
        request: &str,
        listener: &Listener,
    ) -> Result<Option<String>, JsValue> {
        let request: SearchRequest = serde_json::from_str(request)
            .map_err(|error| ThrownError::new(ErrorCode::Json, error))?;
        let strength = Strength::new(request.strength).ok_or_else(|| {
            ThrownError::new(ErrorCode::Level, format!("there is no level {}", request.strength))
        })?;
        let mut game = import::read_first(&request.game)?.game;
        game.jump(request.ply);
        let history: Vec<u64> =
            game.moves().take(game.ply()).map(|played| played.before.key()).collect();
        let position = game.position();
        let options = Options {
            multi_pv: request.variations,
            strength,
            seed: u64::from(request.seed),
            ..self.engine.options().clone()
        };
        self.engine
            .set_options(options)
            .map_err(|error| ThrownError::new(ErrorCode::Memory, error))?;
        let limits = limits(&request);
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = BrowserClock { start: now() };
        let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
        let result = self.engine.search_with(position, &history, &limits, signals, &mut |info| {
            listener.on_variation(&json(&variation(position, &info)));
        });
        Ok(result.best_move().map(|mv| mv.to_string()))
    }
}

/// The node count of `trid bench` at this depth, which is the same on every machine.
#[wasm_bindgen]
#[must_use]
pub fn bench(depth: u32) -> f64 {
    trid_engine::bench(depth, |_, _| {}) as f64
}

struct BrowserClock {
    start: f64,
}

impl Clock for BrowserClock {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((now() - self.start).max(0.0) / 1000.0)
    }
}

fn limits(request: &SearchRequest) -> Limits {
    let millis = |time: u32| Duration::from_millis(u64::from(time));
    Limits {
        move_time: request.move_time.map(millis),
        clock: request.clock.as_ref().map(|clock| ClockState {
            remaining: millis(clock.left),
            increment: millis(clock.increment),
            moves_to_go: None,
        }),
        ..Limits::default()
    }
}

fn variation(position: &Position, info: &Info) -> Variation {
    let score = match position.turn() {
        trid_rules::Color::White => info.score,
        trid_rules::Color::Black => info.score.reversed(),
    };
    Variation {
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
        texts: position.algebraic_line(&info.pv),
    }
}
