//! The engine: a transposition table, threads and a strength, searching one position at a time.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use trid_rules::Position;

use crate::{
    evaluation::{self, Classical, Evaluator, LoadedNetwork},
    history::Histories,
    limits::{Clock, Limits, SystemClock, TimeBudget},
    options::{MAX_HASH, MAX_THREADS, Options},
    root::Root,
    score::Score,
    search::{Iteration, SearchFeatures, Shared, ThreadResult, Worker, elect},
    search_result::{Info, SearchResult, Variation},
    strength::{NoisyEvaluator, Strength},
    transposition::{Table, TableAllocationError},
};

/// External signals that a search polls every 1,024 nodes.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Set to end the search.
    pub stop: &'a AtomicBool,
    /// While set, the engine ponders on the opponent's time and ignores time limits.
    pub pondering: &'a AtomicBool,
    /// Time since the start of the search.
    pub clock: &'a dyn Clock,
}

/// Searches with a shorter time budget run on one thread.
const MIN_TIME_FOR_HELPERS: Duration = Duration::from_millis(30);

/// The chess engine.
pub struct Engine {
    options: Options,
    /// The evaluation at full strength. The handicaps of the others are fitted to the classical one.
    evaluator: Box<dyn Evaluator>,
    table: Table,
    /// One entry per thread.
    histories: Vec<Histories>,
    features: SearchFeatures,
}

impl Engine {
    /// An engine with the default evaluation.
    ///
    /// # Panics
    /// If the transposition table cannot be allocated; see [`Engine::try_new`].
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine::try_new(options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// An engine with the default evaluation.
    ///
    /// # Errors
    /// [`TableAllocationError`] if the transposition table cannot be allocated.
    pub fn try_new(options: Options) -> Result<Engine, TableAllocationError> {
        Engine::with_evaluator(options, evaluation::evaluator(LoadedNetwork::embedded()))
    }

    /// An engine with a custom evaluation at full strength.
    ///
    /// # Errors
    /// [`TableAllocationError`] if the transposition table cannot be allocated.
    pub fn with_evaluator(
        options: Options,
        evaluator: Box<dyn Evaluator>,
    ) -> Result<Engine, TableAllocationError> {
        let mut engine = Engine {
            table: Table::new(options.hash.clamp(1, MAX_HASH))?,
            histories: Vec::new(),
            options,
            evaluator,
            features: SearchFeatures::ALL,
        };
        engine.resize_threads();
        Ok(engine)
    }

    /// The current options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. The transposition table is kept if its size stays the same.
    ///
    /// # Errors
    /// [`TableAllocationError`] if the table cannot be allocated. The options stay unchanged, but the
    /// table is cleared.
    pub fn set_options(&mut self, options: Options) -> Result<(), TableAllocationError> {
        if options.hash != self.options.hash {
            // Free the old table first, so that both are never allocated at once.
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
        self.resize_threads();
        Ok(())
    }

    /// Changes the evaluation, and forgets what the old one has found.
    pub fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator>) {
        self.evaluator = evaluator;
        self.new_game();
    }

    fn resize_threads(&mut self) {
        self.options.threads = self.options.threads.clamp(1, MAX_THREADS);
        self.histories.resize_with(self.options.threads, Histories::new);
    }

    /// Clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Disables search features, to compare the rest with plain minimax.
    #[cfg(test)]
    pub(crate) fn set_features(&mut self, features: SearchFeatures) {
        self.features = features;
    }

    /// Searches a game or a position within the limits, timed by the system clock.
    ///
    /// ```
    /// use trid_engine::{Engine, Limits, Options};
    /// use trid_rules::Game;
    ///
    /// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    /// let game = Game::default();
    /// let result = engine.search(&game, &Limits::depth(3));
    /// assert!(game.position().is_legal(result.best_move().unwrap()));
    /// ```
    #[must_use]
    pub fn search<'a>(&mut self, root: impl Into<Root<'a>>, limits: &Limits) -> SearchResult {
        self.search_with(root, limits, |_| {})
    }

    /// Like [`Engine::search`]. `report` is called for every variation of every completed iteration. Without MultiPV
    /// the last report is the result.
    ///
    /// ```
    /// use trid_engine::{Engine, Limits, Options};
    /// use trid_rules::Position;
    ///
    /// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    /// let mut depths = Vec::new();
    /// engine.search_with(&Position::default(), &Limits::depth(3), |info| depths.push(info.depth));
    /// assert_eq!(depths, [1, 2, 3]);
    /// ```
    pub fn search_with<'a>(
        &mut self,
        root: impl Into<Root<'a>>,
        limits: &Limits,
        report: impl FnMut(Info),
    ) -> SearchResult {
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = SystemClock::start();
        let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
        self.search_until(root, limits, signals, report)
    }

    /// Like [`Engine::search_with`], until a limit or a signal ends the search.
    pub fn search_until<'a>(
        &mut self,
        root: impl Into<Root<'a>>,
        limits: &Limits,
        signals: Signals<'_>,
        mut report: impl FnMut(Info),
    ) -> SearchResult {
        self.search_root(&root.into(), limits, signals, &mut report)
    }

    fn search_root(
        &mut self,
        root: &Root<'_>,
        limits: &Limits,
        signals: Signals<'_>,
        report: &mut dyn FnMut(Info),
    ) -> SearchResult {
        let (position, history) = (root.position, &root.history[..]);
        self.table.new_search();
        let strength = self.options.strength;
        let limits = strength.restrict(limits);
        let noisy = NoisyEvaluator {
            evaluator: Classical::shared(),
            noise: strength.evaluation_noise(),
            seed: self.options.seed,
        };
        let evaluator: &dyn Evaluator =
            if strength == Strength::FULL { self.evaluator.as_ref() } else { &noisy };
        let budget = TimeBudget::new(&limits, self.options.move_overhead);
        // With little time, joining the helper threads costs more than they gain.
        let is_short = budget.is_some_and(|budget| budget.hard < MIN_TIME_FOR_HELPERS);
        let threads = if is_short { 1 } else { self.histories.len() };
        let nodes: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        // A mate must be proved: no move may be skipped.
        let pruning = self.features.pruning && limits.mate.is_none();
        let features = SearchFeatures { pruning, ..self.features };
        let shared = Shared {
            table: &self.table,
            evaluator,
            clock: signals.clock,
            stop: signals.stop,
            pondering: signals.pondering,
            budget,
            nodes: &nodes,
            features,
            oversights: strength.oversights(self.options.seed),
        };
        let multi_pv = self.options.multi_pv;
        // Levels 1 to 9 play the errors of their main thread. A search by depth or for a mate is complete when
        // the main thread's is.
        let votes = multi_pv == 1
            && strength == Strength::FULL
            && limits.depth.is_none()
            && limits.mate.is_none();
        let search = ThreadedSearch { position, history, limits: &limits, shared: &shared, votes };
        let mut reported = None;
        let result = search.run(&mut self.histories[..threads], multi_pv, &mut |info: Info| {
            reported = Some(Variation { score: info.score, moves: info.pv.clone() });
            report(info);
        });
        let ThreadResult { depth, selective_depth, variations } = result;
        let nodes = shared.total_nodes();
        // Another thread was elected, or the aborted iteration found something better.
        if multi_pv == 1
            && let Some(variation) = variations.first()
            && reported != Some(Variation::from(variation.clone()))
        {
            let last = Iteration { depth, selective_depth, index: 0, variation, nodes };
            report(info(&shared, &last));
        }
        let variations = variations.into_iter().map(Variation::from).collect();
        SearchResult { variations, depth, nodes }
    }
}

/// Lazy SMP: all threads search the same position and share only the transposition table, then vote for a move.
struct ThreadedSearch<'a> {
    position: &'a Position,
    history: &'a [u64],
    limits: &'a Limits,
    shared: &'a Shared<'a>,
    /// Whether the threads vote. Otherwise the main thread decides.
    votes: bool,
}

impl ThreadedSearch<'_> {
    /// Runs one thread per entry of `histories`. The calling thread is the main thread; with one entry
    /// nothing is spawned.
    fn run(
        &self,
        histories: &mut [Histories],
        multi_pv: usize,
        report: &mut dyn FnMut(Info),
    ) -> ThreadResult {
        let ThreadedSearch { position, history, limits, shared, votes } = *self;
        let Some((main_histories, helper_histories)) = histories.split_first_mut() else {
            unreachable!("there is at least one thread");
        };
        let mut report = |iteration: Iteration<'_>| report(info(shared, &iteration));
        let mut main = Worker::new(shared, main_histories, 0, history, limits);
        if helper_histories.is_empty() {
            return main.iterate(position, limits, multi_pv, &mut report);
        }
        // The helpers stop with the main thread.
        let stop_helpers = AtomicBool::new(false);
        let helper_shared = Shared { stop: &stop_helpers, ..*shared };
        std::thread::scope(|scope| {
            let start = |(index, histories)| {
                let shared = &helper_shared;
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, histories, index + 1, history, limits);
                    worker.iterate(position, limits, 1, &mut |_| {})
                })
            };
            let helpers: Vec<_> = helper_histories.iter_mut().enumerate().map(start).collect();
            let mut results = vec![main.iterate(position, limits, multi_pv, &mut report)];
            stop_helpers.store(true, Ordering::Relaxed);
            results.extend(helpers.into_iter().map(|helper| {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }));
            let elected = if votes { elect(&results) } else { 0 };
            results.swap_remove(elected)
        })
    }
}

fn info(shared: &Shared<'_>, iteration: &Iteration<'_>) -> Info {
    Info {
        depth: iteration.depth,
        selective_depth: iteration.selective_depth,
        multi_pv: iteration.index + 1,
        score: Score::from_value(iteration.variation.value),
        nodes: iteration.nodes,
        time: shared.clock.elapsed(),
        hashfull: shared.table.hashfull(),
        pv: iteration.variation.pv.clone(),
    }
}
