//! The engine: a table, threads and a level, asked to think about one position at a time.

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use trid_rules::{Move, Position};

use crate::{
    evaluation::{Classical, Evaluator},
    history::Histories,
    level::{Level, Misjudging},
    limits::{Budget, Clock, Limits, SystemClock},
    score::Score,
    search::{Iteration, Line, Shared, Steps, Worker},
    transposition::{NoMemory, Table},
};

/// How an engine is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the table in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many lines are looked for.
    pub lines: usize,
    /// How strong it is.
    pub level: Level,
    /// Which errors a weakened level makes.
    pub seed: u64,
    /// What may be lost between the engine and the clock.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            seed: 0,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// The largest table that may be asked for, in MiB.
pub const MAX_HASH: usize = 1 << 16;

/// The most threads that may be asked for.
pub const MAX_THREADS: usize = 256;

/// The signals a search listens to, every 1,024 nodes.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Set to end the search.
    pub stop: &'a AtomicBool,
    /// While set, time does not count: the engine thinks on the opponent's time.
    pub pondering: &'a AtomicBool,
    /// How long it has been thinking.
    pub clock: &'a dyn Clock,
}

/// A search that must end sooner than this is left to one thread.
const LEAST_TIME_FOR_HELPERS: Duration = Duration::from_millis(30);

/// What the engine thinks so far about one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies searched in full.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// Which line: 1 is the best.
    pub line: usize,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Positions searched so far, by all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// The moves of the line, the best one first.
    pub moves: Vec<Move>,
}

impl Info {
    /// Positions a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// What the engine found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The lines it looked for, the best first; none if there is no legal move.
    pub lines: Vec<AnswerLine>,
    /// Plies searched in full.
    pub depth: u32,
    /// Positions searched by all threads.
    pub nodes: u64,
}

/// A line with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerLine {
    /// What it is worth to the side to move.
    pub score: Score,
    /// Its moves; there is one at least.
    pub moves: Vec<Move>,
}

impl Answer {
    /// The best move; `None` if there is no legal one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// What it expects to come next.
    #[must_use]
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1).copied())
    }

    /// What the position is worth to the side to move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// Thinks about positions.
pub struct Engine {
    options: Options,
    evaluator: Box<dyn Evaluator + Send>,
    table: Table,
    histories: Vec<Histories>,
    steps: Steps,
}

impl Engine {
    /// An engine with the evaluation of this crate.
    ///
    /// # Panics
    /// Where there is no memory for its table; see [`Engine::try_new`].
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine::try_new(options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// An engine with the evaluation of this crate.
    ///
    /// # Errors
    /// [`NoMemory`] where there is none for its table.
    pub fn try_new(options: Options) -> Result<Engine, NoMemory> {
        Engine::with_evaluator(options, Box::new(Classical::new()))
    }

    /// An engine with an evaluation of one's own.
    ///
    /// # Errors
    /// [`NoMemory`] where there is none for its table.
    pub fn with_evaluator(
        options: Options,
        evaluator: Box<dyn Evaluator + Send>,
    ) -> Result<Engine, NoMemory> {
        let mut engine = Engine {
            table: Table::new(options.hash.clamp(1, MAX_HASH))?,
            histories: Vec::new(),
            options,
            evaluator,
            steps: Steps::ALL,
        };
        engine.fit_threads();
        Ok(engine)
    }

    /// How it is set up.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets it up anew; the table is kept where its size stays the same.
    ///
    /// # Errors
    /// [`NoMemory`] where there is none for a table of the new size; all stays as it was, but for what the
    /// table held.
    pub fn set_options(&mut self, options: Options) -> Result<(), NoMemory> {
        if options.hash != self.options.hash {
            // The old one goes first, so that never two are held.
            self.table = Table::new(1)?;
            match Table::new(options.hash.clamp(1, MAX_HASH)) {
                Ok(table) => self.table = table,
                Err(error) => {
                    self.table = Table::new(self.options.hash.clamp(1, MAX_HASH))?;
                    return Err(error);
                }
            }
        }
        self.options = options;
        self.fit_threads();
        Ok(())
    }

    fn fit_threads(&mut self) {
        self.options.threads = self.options.threads.clamp(1, MAX_THREADS);
        self.histories.resize_with(self.options.threads, Histories::new);
    }

    /// Forgets what it knows, for a new game.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Leaves out steps of the search, to check the rest against plain minimax.
    #[cfg(test)]
    pub(crate) fn set_steps(&mut self, steps: Steps) {
        self.steps = steps;
    }

    /// The best move within limits, by the system's clock, with no one to stop it.
    #[must_use]
    pub fn best_move(
        &mut self,
        position: &Position,
        history: &[u64],
        limits: &Limits,
    ) -> Option<Move> {
        self.answer(position, history, limits).best()
    }

    /// What it thinks within limits, by the system's clock, with no one to stop it.
    #[must_use]
    pub fn answer(&mut self, position: &Position, history: &[u64], limits: &Limits) -> Answer {
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = SystemClock::start();
        let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
        self.think(position, history, limits, signals, &mut |_| {})
    }

    /// Thinks about a position until a limit or a signal ends it. `history` holds the keys of the positions
    /// of the game before this one; `report` is called as lines deepen.
    pub fn think(
        &mut self,
        position: &Position,
        history: &[u64],
        limits: &Limits,
        signals: Signals<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Answer {
        self.table.new_search();
        let level = self.options.level;
        let mut limits = limits.clone();
        if let Some(nodes) = level.nodes() {
            limits.nodes = Some(limits.nodes.map_or(nodes, |given| given.min(nodes)));
        }
        let misjudging = Misjudging {
            judge: self.evaluator.as_ref(),
            error: level.error(),
            seed: self.options.seed,
        };
        let evaluator: &dyn Evaluator =
            if level.error() == 0 { self.evaluator.as_ref() } else { &misjudging };
        let budget = Budget::new(&limits, self.options.move_overhead);
        // With no time to speak of, waiting for helpers to end costs more than they bring.
        let hurried = budget.is_some_and(|budget| budget.hard < LEAST_TIME_FOR_HELPERS);
        let threads = if hurried { 1 } else { self.histories.len() };
        let nodes: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        // Helpers end with the first thread, whatever ended that one.
        let helpers_stop = AtomicBool::new(false);
        let shared = |stop| Shared {
            table: &self.table,
            evaluator,
            clock: signals.clock,
            stop,
            pondering: signals.pondering,
            budget,
            nodes: &nodes,
            steps: self.steps,
            blindness: level.blindness(self.options.seed),
        };
        let own = shared(signals.stop);
        let helping = shared(&helpers_stop);
        let Some((first, rest)) = self.histories[..threads].split_first_mut() else {
            unreachable!("there is one thread at least");
        };
        let mut main = Worker::new(&own, first, 0, history, &limits);
        let mut tell = |iteration: Iteration<'_>| {
            report(Info {
                depth: iteration.depth,
                selective_depth: iteration.selective_depth,
                line: iteration.index + 1,
                score: Score::from_value(iteration.line.value),
                nodes: iteration.nodes,
                time: signals.clock.elapsed(),
                hash_full: self.table.permille_full(),
                moves: iteration.line.moves.clone(),
            });
        };
        let lines = self.options.lines;
        let (depth, lines) = if rest.is_empty() {
            main.iterate(position, &limits, lines, &mut tell)
        } else {
            std::thread::scope(|scope| {
                for (index, histories) in rest.iter_mut().enumerate() {
                    let (helping, limits) = (&helping, &limits);
                    scope.spawn(move || {
                        let mut worker =
                            Worker::new(helping, histories, index + 1, history, limits);
                        worker.iterate(position, limits, 1, &mut |_| {});
                    });
                }
                let result = main.iterate(position, &limits, lines, &mut tell);
                helpers_stop.store(true, Ordering::Relaxed);
                result
            })
        };
        Answer {
            lines: lines.into_iter().map(AnswerLine::from).collect(),
            depth,
            nodes: own.total_nodes(),
        }
    }
}

impl From<Line> for AnswerLine {
    fn from(line: Line) -> AnswerLine {
        AnswerLine { score: Score::from_value(line.value), moves: line.moves }
    }
}
