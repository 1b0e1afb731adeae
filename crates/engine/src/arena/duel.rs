//! One game between two players.

use core::time::Duration;
use std::time::Instant;

use trid_rules::{Color, Move, Outcome, Position};

use super::player::{Player, PlayerKind};
use crate::{ClockState, Limits};

/// What the players may use for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Positions looked at.
    Nodes(u64),
    /// Time a move.
    MoveTime(Duration),
    /// Time for the game, and what each move adds.
    Clock(Duration, Duration),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The king is mated.
    Checkmate,
    /// No legal move.
    Stalemate,
    /// The position for the third time.
    Threefold,
    /// 50 moves each without a capture or a pawn's move.
    FiftyMoves,
    /// King against king.
    BareKings,
    /// The clock ran out.
    Time,
    /// The player made no legal move.
    Illegal,
}

impl End {
    /// A word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::Threefold => "threefold",
            End::FiftyMoves => "fifty moves",
            End::BareKings => "bare kings",
            End::Time => "time",
            End::Illegal => "illegal move",
        }
    }
}

/// Who won and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Duel {
    /// White's and Black's player.
    pub players: [PlayerKind; 2],
    /// Where it starts, with the keys of the positions before.
    pub opening: Vec<Move>,
    /// The start of the opening.
    pub start: Position,
    /// What the players may use.
    pub control: Control,
    /// The size of each engine's table in MiB.
    pub hash: usize,
    /// Makes the game what it is, where players choose at random.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// All moves from the start, those of the opening included.
    pub moves: Vec<Move>,
    /// Who won and how.
    pub verdict: Verdict,
}

impl Duel {
    /// Plays the game to its end.
    #[must_use]
    pub fn play(&self) -> Finished {
        let mut position = self.start.clone();
        let mut history = Vec::new();
        let mut moves = Vec::new();
        for &mv in &self.opening {
            history.push(position.key());
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let mut players = [0, 1].map(|side| {
            Player::new(
                self.players[side],
                self.seed.wrapping_mul(2).wrapping_add(side as u64),
                self.hash,
            )
        });
        let mut clocks = match self.control {
            Control::Clock(time, _) => Some([time; 2]),
            Control::Nodes(_) | Control::MoveTime(_) => None,
        };
        loop {
            if let Some(verdict) = judge(&position, &history) {
                return Finished { moves, verdict };
            }
            let turn = position.turn();
            let lost = |end| Verdict { winner: Some(turn.other()), end };
            let began = Instant::now();
            let limits = self.limits(clocks, turn);
            let choice = players[turn as usize].choose(&position, &history, &limits);
            let Some(mv) = choice.filter(|&mv| position.is_legal(mv)) else {
                return Finished { moves, verdict: lost(End::Illegal) };
            };
            if let (Some(clocks), Control::Clock(_, increment)) = (&mut clocks, self.control) {
                let clock = &mut clocks[turn as usize];
                match clock.checked_sub(began.elapsed()) {
                    Some(left) => *clock = left + increment,
                    None => return Finished { moves, verdict: lost(End::Time) },
                }
            }
            history.push(position.key());
            position.play_unchecked(mv);
            moves.push(mv);
        }
    }

    fn limits(&self, clocks: Option<[Duration; 2]>, turn: Color) -> Limits {
        match (self.control, clocks) {
            (Control::Clock(_, increment), Some(clocks)) => {
                let left = clocks[turn as usize];
                Limits {
                    clock: Some(ClockState { left, increment, moves_to_go: None }),
                    ..Limits::default()
                }
            }
            (Control::MoveTime(time), _) => Limits::move_time(time),
            (Control::Nodes(nodes), _) => Limits::nodes(nodes),
            (Control::Clock(..), None) => unreachable!("a game by the clock has clocks"),
        }
    }
}

/// Whether a position ends the game; draws on claim are claimed.
pub(crate) fn judge(position: &Position, history: &[u64]) -> Option<Verdict> {
    let draw = |end| Some(Verdict { winner: None, end });
    match position.outcome() {
        Outcome::Checkmate => {
            return Some(Verdict { winner: Some(position.turn().other()), end: End::Checkmate });
        }
        Outcome::Stalemate => return draw(End::Stalemate),
        Outcome::Ongoing => {}
    }
    if position.occupied().len() == 2 {
        return draw(End::BareKings);
    }
    if position.halfmoves() >= 100 {
        return draw(End::FiftyMoves);
    }
    // Not bounded by the half-moves: a pawn carried to and fro begins them anew, and the position comes back.
    let earlier = history.iter().filter(|&&key| key == position.key()).count();
    if earlier >= 2 {
        return draw(End::Threefold);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    fn duel(white: PlayerKind, black: PlayerKind, book: RuleBook, control: Control) -> Duel {
        let start = Position::start(book);
        Duel { players: [white, black], opening: Vec::new(), start, control, hash: 1, seed: 1 }
    }

    #[test]
    fn a_game_is_the_same_when_played_again() {
        for book in RuleBook::ALL {
            let duel = duel(
                PlayerKind::Level(crate::Level::new(2).unwrap()),
                PlayerKind::Greedy,
                book,
                Control::Nodes(500),
            );
            let [first, second] = [duel.play(), duel.play()];
            assert_eq!(first.moves, second.moves);
            assert_eq!(first.verdict, second.verdict);
        }
    }

    /// A pawn carried to and fro begins the half-moves anew each time, and still repeats the position.
    #[test]
    fn a_carried_pawn_does_not_keep_a_game_alive() {
        let tfen = "4/4/4/K3|4/4/4/4|4/3k/4/4|KL1w:2/2,QL3w:1P/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
        for book in RuleBook::ALL {
            let mut position = Position::from_tfen(tfen, book).unwrap();
            let mut history = Vec::new();
            let mut verdicts = Vec::new();
            for text in ["QL3-KL3", "d7Bd8B", "KL3-QL3", "d8Bd7B"].repeat(3) {
                history.push(position.key());
                position = position.play(text.parse().unwrap()).unwrap();
                assert!(position.halfmoves() <= 1);
                verdicts.extend(judge(&position, &history));
            }
            assert_eq!(verdicts.first(), Some(&Verdict { winner: None, end: End::Threefold }));
        }
    }

    #[test]
    fn the_engine_beats_random_moves() {
        for book in RuleBook::ALL {
            let finished =
                duel(PlayerKind::Full, PlayerKind::Random, book, Control::Nodes(2_000)).play();
            assert_eq!(
                finished.verdict,
                Verdict { winner: Some(Color::White), end: End::Checkmate }
            );
        }
    }
}
