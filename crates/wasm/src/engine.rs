//! The engine for the page's web worker: a game and limits in, variations and the best move out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use trid_engine::{
    Classical, Clock, ClockState, Engine, Info, Limits, Options, Score, SearchResult, Signals,
    Strength,
};
use trid_protocol::ErrorCode;
use trid_rules::{Move, Position, game::Evaluation};
use trid_view::{MoveArrow, SearchPosition};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::json;
use crate::thrown_error::ThrownError;

#[wasm_bindgen]
extern "C" {
    /// Receives a `SearchInfo` as JSON for every completed depth, and one when the search ends.
    pub type Listener;

    #[wasm_bindgen(method, js_name = onInfo)]
    fn on_info(this: &Listener, info: &str);

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The engine with its transposition table.
#[wasm_bindgen]
pub struct WasmEngine {
    engine: Engine,
}

/// What to search, and for how long. Times are in milliseconds. Without a limit the search goes on until its worker ends.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// What to search.
    position: SearchPosition,
    /// The playing strength, 1 to 10.
    strength: u8,
    /// Varies the moves of the weaker strengths.
    seed: u32,
    /// The number of variations.
    variations: usize,
    /// The time for this move.
    move_time: Option<u32>,
    /// The number of nodes. The result is then the same on every machine.
    #[serde(default)]
    nodes: Option<u32>,
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

/// What a search has found so far.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SearchInfo {
    /// The completed depth in plies.
    depth: u32,
    /// The number of nodes searched.
    nodes: u64,
    /// The speed of the search.
    nodes_per_second: u64,
    /// The best variations, as many as were asked for and exist, the best first.
    variations: Vec<Variation>,
}

/// A variation: its moves and their evaluation.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Variation {
    /// The evaluation as White sees it.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    score: Evaluation,
    /// White's win chance from 0 to 1.
    win_chance: f64,
    /// The moves in coordinate notation.
    moves: Vec<String>,
    /// The moves in algebraic notation.
    texts: Vec<String>,
    /// For each move with a number how many full moves it comes after the first.
    numbers: Vec<Option<u16>>,
    /// The first move as an arrow.
    arrow: Option<MoveArrow>,
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
        let game =
            request.position.game().map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?;
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
        let count = request.variations.clamp(1, position.legal_moves().len().max(1));
        let mut variations = Vec::with_capacity(count);
        let result = self.engine.search_until(&game, &limits, signals, |info| {
            variations.truncate(info.multi_pv - 1);
            variations.push(Variation::new(position, info.score, &info.pv));
            // A set is reported when it is complete, so that no move is in two variations.
            if variations.len() == count {
                let variations = std::mem::take(&mut variations);
                listener.on_info(&json(&SearchInfo::new(&info, variations)));
            }
        });
        listener.on_info(&json(&SearchInfo::from_result(position, &result, clock.elapsed())));
        Ok(result.best_move().map(|mv| mv.to_string()))
    }
}

/// The node count of `trid bench` at this depth, which is the same on every machine, or that of the classical
/// evaluation.
#[wasm_bindgen]
#[must_use]
pub fn bench(depth: u32, classical: bool) -> f64 {
    let mut engine = Engine::new(Options::default());
    if classical {
        engine.set_evaluator(Box::new(Classical::new()));
    }
    trid_engine::bench_engine(&mut engine, depth, |_, _| {}) as f64
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
        nodes: request.nodes.map(u64::from),
        move_time: request.move_time.map(millis),
        clock: request.clock.as_ref().map(|clock| ClockState {
            remaining: millis(clock.left),
            increment: millis(clock.increment),
            moves_to_go: None,
        }),
        ..Limits::default()
    }
}

impl SearchInfo {
    fn new(info: &Info, variations: Vec<Variation>) -> SearchInfo {
        let nodes_per_second = info.nodes_per_second();
        SearchInfo { depth: info.depth, nodes: info.nodes, nodes_per_second, variations }
    }

    /// The final result. An interrupted iteration may have found a better move.
    fn from_result(position: &Position, result: &SearchResult, time: Duration) -> SearchInfo {
        let variation =
            |each: &trid_engine::Variation| Variation::new(position, each.score, &each.moves);
        SearchInfo {
            depth: result.depth,
            nodes: result.nodes,
            nodes_per_second: (result.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            variations: result.variations.iter().map(variation).collect(),
        }
    }
}

impl Variation {
    fn new(position: &Position, score: Score, moves: &[Move]) -> Variation {
        let score = score.evaluation(position.turn());
        Variation {
            score,
            win_chance: score.wdl().expected_score(),
            moves: moves.iter().map(ToString::to_string).collect(),
            texts: position.algebraic_line(moves),
            numbers: position.line_numbers(moves),
            arrow: moves.first().map(|&mv| MoveArrow::new(position, mv)),
        }
    }
}
