//! Training rows: the quiet positions of games as feature indices, for a program without the rules.
//!
//! A row has 156 bytes, little-endian:
//!
//! | type | content |
//! |---|---|
//! | 37 x `u16` | active features of the side to move, padded with 1178 |
//! | 37 x `u16` | active features of the other side, padded with 1178 |
//! | `i16` | search score in centipawns for the side to move |
//! | `u8` | result for the side to move: 0 loss, 1 draw, 2 win |
//! | `u8` | output head: 8 x rule book + piece-count bucket |
//! | `u32` | number of the game |

use std::{io, io::Write};

use trid_engine::{
    evaluation::network::features::{self, FEATURES, MAX_ACTIVE, Orientation},
    see::is_quiet,
};
use trid_rules::{Color, Position};

use super::{
    Random,
    game_file::{Ply, SelfPlayGame, is_mate},
};

/// The number of positions in the sample.
const SAMPLE: usize = 1_000;

/// Why games could not be packed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PackError {
    /// The rows cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game with this number, from 0, has an illegal move.
    #[error("game {0} has an illegal move")]
    IllegalMove(u32),
}

/// What has been packed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Summary {
    /// Games by rule book.
    pub(crate) games: [u32; 2],
    /// White's wins, draws and Black's wins.
    pub(crate) results: [u32; 3],
    /// Plies after the random openings.
    pub(crate) plies: u64,
    /// Rows written: the quiet positions among them.
    pub(crate) rows: u64,
    /// Rows with a board off its home pin.
    pub(crate) moved_boards: u64,
}

/// Turns games into rows.
pub(crate) struct Packer<W> {
    rows: W,
    summary: Summary,
    /// Reservoir sample: the numbers of rows with their positions.
    sample: Vec<(u64, Position)>,
    random: Random,
}

impl<W: Write> Packer<W> {
    /// A packer that writes rows to `rows`.
    pub(crate) fn new(rows: W) -> Packer<W> {
        let (summary, random) = (Summary::default(), Random::for_game(0, 0));
        Packer { rows, summary, sample: Vec::new(), random }
    }

    /// Packs the quiet positions of a game.
    ///
    /// # Errors
    /// [`PackError`] if a move is illegal or a row cannot be written.
    pub(crate) fn add(&mut self, game: &SelfPlayGame) -> Result<(), PackError> {
        let number = self.summary.games.iter().sum();
        let mut written = Ok(());
        let legal = game.replay(|position, index, ply| {
            if index < usize::from(game.opening) || written.is_err() {
                return;
            }
            self.summary.plies += 1;
            if is_training_position(position, ply) {
                written = self.rows.write_all(&row(position, game.winner, ply, number));
                self.count(position);
            }
        });
        written?;
        if !legal {
            return Err(PackError::IllegalMove(number));
        }
        self.summary.games[game.book as usize] += 1;
        let result = match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        self.summary.results[result] += 1;
        Ok(())
    }

    /// Counts a row and decides whether its position belongs to the sample.
    fn count(&mut self, position: &Position) {
        let number = self.summary.rows;
        self.summary.rows += 1;
        if position.board_pins() != Position::start(position.book()).board_pins() {
            self.summary.moved_boards += 1;
        }
        if self.sample.len() < SAMPLE {
            self.sample.push((number, position.clone()));
        } else if let Some(place) = self.sample.get_mut(self.random.below(number as usize + 1)) {
            *place = (number, position.clone());
        }
    }

    /// Flushes the rows. Returns the summary and a random sample: numbers of rows with their positions.
    ///
    /// # Errors
    /// [`PackError::Io`] if the rows cannot be written.
    pub(crate) fn finish(mut self) -> Result<(Summary, Vec<(u64, Position)>), PackError> {
        self.rows.flush()?;
        self.sample.sort_by_key(|&(number, _)| number);
        Ok((self.summary, self.sample))
    }
}

/// Whether the static value of a position can be learned from its score: it is quiet, and not a mate.
fn is_training_position(position: &Position, ply: Ply) -> bool {
    !position.is_check()
        && position.pending().is_none()
        && is_quiet(position, ply.mv)
        && ply.mv.promotion().is_none()
        && !is_mate(ply.score)
        && position.occupied().len() <= 32
}

fn row(position: &Position, winner: Option<Color>, ply: Ply, number: u32) -> Vec<u8> {
    let turn = position.turn();
    let mut bytes = Vec::with_capacity(156);
    for perspective in [turn, turn.other()] {
        let mut active = [FEATURES as u16; MAX_ACTIVE];
        let mut count = 0;
        features::for_each(position, Orientation::of(position, perspective), |feature| {
            active[count] = feature as u16;
            count += 1;
        });
        bytes.extend(active.iter().flat_map(|feature| feature.to_le_bytes()));
    }
    let result = match winner {
        None => 1,
        Some(winner) if winner == turn => 2,
        Some(_) => 0,
    };
    bytes.extend(ply.score.to_le_bytes());
    bytes.extend([result, features::head(position) as u8]);
    bytes.extend(number.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    fn game(winner: Option<Color>, moves: &[(&str, i16)]) -> SelfPlayGame {
        let ply = |&(text, score): &(&str, i16)| Ply { mv: text.parse().unwrap(), score };
        let plies = moves.iter().map(ply).collect();
        SelfPlayGame { book: RuleBook::Meder, winner, opening: 1, plies }
    }

    #[test]
    fn quiet_positions_become_rows() {
        let mut rows = Vec::new();
        let mut packer = Packer::new(&mut rows);
        // The first ply is random, the capture is not quiet, and the last score is a mate.
        let moves =
            [("c2Wc4N", 0), ("b7Bb5N", -30), ("c4Nb5N", 90), ("a8Bb6B", -95), ("a1Wb3W", 31_998)];
        packer.add(&game(None, &moves[..1])).unwrap();
        packer.add(&game(Some(Color::White), &moves)).unwrap();
        let (summary, sample) = packer.finish().unwrap();
        let expected =
            Summary { games: [0, 2], results: [1, 1, 0], plies: 4, rows: 2, moved_boards: 0 };
        assert_eq!(summary, expected);
        assert_eq!(rows.len(), 2 * 156);
        for (index, (row, score, pieces)) in
            [(&rows[..156], -30_i16, 32), (&rows[156..], -95, 31)].into_iter().enumerate()
        {
            let feature = |place: usize| u16::from_le_bytes([row[2 * place], row[2 * place + 1]]);
            let (own, their): (Vec<u16>, Vec<u16>) =
                ((0..37).map(feature).collect(), (37..74).map(feature).collect());
            for features in [&own, &their] {
                let active = features.iter().filter(|&&feature| usize::from(feature) < FEATURES);
                assert_eq!(active.count(), pieces + 5);
            }
            assert_ne!(own, their);
            assert_eq!(row[148..150], score.to_le_bytes());
            // Black is to move and loses; both books have eight heads.
            assert_eq!(row[150..152], [0, 15]);
            assert_eq!(row[152..], 1_u32.to_le_bytes());
            let (number, position) = &sample[index];
            assert_eq!((*number, position.occupied().len()), (index as u64, pieces));
        }
    }

    #[test]
    fn illegal_moves_are_reported() {
        let mut packer = Packer::new(Vec::new());
        packer.add(&game(None, &[("c2Wc4N", 0)])).unwrap();
        let error = packer.add(&game(None, &[("c2Wc4N", 0), ("c2Wc4N", 0)])).unwrap_err();
        assert!(matches!(error, PackError::IllegalMove(1)));
    }
}
