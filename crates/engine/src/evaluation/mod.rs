//! Static evaluation: a tapered sum of weighted terms.

mod attacks;
mod boards;
mod kings;
pub mod network;
mod pawns;
pub mod terms;
mod tuned_weights;
mod visitor;
mod weights;

use std::sync::LazyLock;

use trid_rules::{Color, Position, Role, RuleBook, Square};

pub use network::LoadedNetwork;
use terms::COUNT;
pub use visitor::{TermVisitor, visit_terms};

/// Evaluates positions. The search depends on nothing else, so evaluations are interchangeable.
pub trait Evaluator: Send + Sync {
    /// The evaluator of one search thread, with its own state.
    fn for_thread(&self) -> Box<dyn ThreadEvaluator + '_>;
}

/// Evaluates the positions of one search thread.
pub trait ThreadEvaluator {
    /// Centipawns for the side to move. The value does not depend on `ply`; evaluating is fastest if the
    /// last position at the ply above differs little.
    fn evaluate(&mut self, position: &Position, ply: usize) -> i32;
}

/// The evaluation of a network, or else the classical one.
#[must_use]
pub fn evaluator(network: Option<LoadedNetwork>) -> Box<dyn Evaluator> {
    match network {
        Some(network) => Box::new(network),
        None => Box::new(Classical::new()),
    }
}

/// A middlegame weight (low half) and an endgame weight (high half) in one integer, so that both are added
/// at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tapered(i32);

impl Tapered {
    pub(crate) const fn new(middle: i16, end: i16) -> Tapered {
        Tapered(((end as i32) << 16) + middle as i32)
    }

    const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    const fn end(self) -> i32 {
        // A negative low half borrows one from the high half.
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    #[inline]
    const fn add(self, other: Tapered, times: i32) -> Tapered {
        Tapered(self.0 + other.0 * times)
    }
}

/// The game phase at the start; 0 with only kings and pawns.
pub const FULL_PHASE: i32 = 24;

/// Phase of each piece, by role.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The phase of a position, 0 to [`FULL_PHASE`].
#[must_use]
pub fn phase(position: &Position) -> i32 {
    let phase =
        Role::ALL.map(|role| PHASES[role as usize] * position.pieces_with(role).len() as i32);
    phase.iter().sum::<i32>().min(FULL_PHASE)
}

/// The weights of one rule book: by term, and summed for each piece on each square.
struct Weights {
    terms: [Tapered; COUNT],
    pieces: [[[Tapered; Square::COUNT]; 6]; 2],
}

impl Weights {
    fn new(weights: &[(i16, i16)]) -> Weights {
        let mut terms = [Tapered::default(); COUNT];
        for (place, &(middle, end)) in terms.iter_mut().zip(weights) {
            *place = Tapered::new(middle, end);
        }
        let mut pieces = [[[Tapered::default(); Square::COUNT]; 6]; 2];
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Square::ALL {
                    visitor::piece_terms(color, role, square, |term| {
                        let place = &mut pieces[color as usize][role as usize][square.index()];
                        *place = place.add(terms[term], 1);
                    });
                }
            }
        }
        Weights { terms, pieces }
    }
}

/// The hand-crafted evaluation with tuned weights.
pub struct Classical {
    books: [Weights; 2],
}

impl Classical {
    /// The evaluation with the tuned weights.
    #[must_use]
    pub fn new() -> Classical {
        Classical::with_weights(&RuleBook::ALL.map(tuned_weights))
    }

    /// The evaluation with the tuned weights, shared by all engines.
    pub(crate) fn shared() -> &'static Classical {
        static SHARED: LazyLock<Classical> = LazyLock::new(Classical::new);
        &SHARED
    }

    /// The evaluation with other weights, by rule book and term: middlegame and endgame.
    #[must_use]
    pub fn with_weights(weights: &[Vec<(i16, i16)>; 2]) -> Classical {
        Classical { books: weights.each_ref().map(|weights| Weights::new(weights)) }
    }

    /// Centipawns for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            #[expect(unsafe_code, reason = "the processor has these instructions")]
            return unsafe { self.evaluate_on_v3(position) };
        }
        self.sum_terms::<false>(position)
    }

    /// The evaluation for x86-64-v3. Baseline x86-64 has no instruction that counts bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
    fn evaluate_on_v3(&self, position: &Position) -> i32 {
        self.sum_terms::<true>(position)
    }

    /// Always inlined with everything that visits terms, and so compiled for the processor of its caller. `V3`
    /// gives each caller its own copies of closures, which cannot be marked: those with one caller are inlined.
    #[inline(always)]
    fn sum_terms<const V3: bool>(&self, position: &Position) -> i32 {
        let weights = &self.books[position.book() as usize];
        let mut sum = Sum::<V3> { weights, totals: [Tapered::default(); 2], phase: 0 };
        visit_terms(position, &mut sum);
        let [white, black] = sum.totals;
        let (middle, end) = (white.middle() - black.middle(), white.end() - black.end());
        let phase = sum.phase.min(FULL_PHASE);
        let value = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
        match position.turn() {
            Color::White => value,
            Color::Black => -value,
        }
    }
}

impl Default for Classical {
    fn default() -> Classical {
        Classical::new()
    }
}

/// The tuned weights of a rule book by term: middlegame and endgame.
#[must_use]
pub fn tuned_weights(book: RuleBook) -> Vec<(i16, i16)> {
    weights::of(book).copied().collect()
}

struct Sum<'a, const V3: bool> {
    weights: &'a Weights,
    /// White's and Black's sums.
    totals: [Tapered; 2],
    phase: i32,
}

impl<const V3: bool> TermVisitor for Sum<'_, V3> {
    #[inline]
    fn add(&mut self, term: usize, color: Color, count: i32) {
        let total = &mut self.totals[color as usize];
        *total = total.add(self.weights.terms[term], count);
    }

    #[inline]
    fn piece(&mut self, color: Color, role: Role, square: Square) {
        let total = &mut self.totals[color as usize];
        *total = total.add(self.weights.pieces[color as usize][role as usize][square.index()], 1);
        self.phase += PHASES[role as usize];
    }
}

impl Evaluator for Classical {
    fn for_thread(&self) -> Box<dyn ThreadEvaluator + '_> {
        Box::new(self)
    }
}

impl ThreadEvaluator for &Classical {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> i32 {
        Classical::evaluate(self, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapered_weights_keep_both_halves() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-300, -900), (1200, 1500)] {
            let weight = Tapered::new(middle, end);
            assert_eq!((weight.middle(), weight.end()), (i32::from(middle), i32::from(end)));
            let sum = weight.add(Tapered::new(-40, 30), 3);
            assert_eq!((sum.middle(), sum.end()), (i32::from(middle) - 120, i32::from(end) + 90));
        }
    }

    #[test]
    fn start_position_evaluates_to_tempo() {
        let classical = Classical::new();
        for book in RuleBook::ALL {
            let start = Position::start(book);
            let tempo = weights::of(book).nth(terms::TEMPO.first).unwrap().0;
            assert_eq!(classical.evaluate(&start), i32::from(tempo));
        }
    }

    /// The processor that runs the test chooses one of the copies, so the other is compared with it.
    #[test]
    fn evaluation_is_the_same_on_every_processor() {
        let classical = Classical::new();
        for position in random_positions() {
            let expected = classical.sum_terms::<false>(&position);
            assert_eq!(classical.evaluate(&position), expected, "{position}");
        }
    }

    #[test]
    fn evaluation_is_symmetric() {
        let classical = Classical::new();
        for position in random_positions() {
            let mirrored = classical.evaluate(&position.mirrored());
            assert_eq!(classical.evaluate(&position), mirrored, "{position}");
        }
    }

    /// The positions of a random game under each rule book.
    fn random_positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for book in RuleBook::ALL {
            let mut position = Position::start(book);
            let mut random = fastrand::Rng::with_seed(7);
            for _ in 0..300 {
                let Some(mv) = random.choice(position.legal_moves()) else {
                    break;
                };
                position.play_unchecked(mv);
                positions.push(position.clone());
            }
        }
        positions
    }
}
