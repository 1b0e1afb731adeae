//! Parses the positions of cases: boards, pieces and marks by name, the rest as in an empty start position.

use trid_rules::{AttackBoard, Color, Pin, Setup, Square, notation::Tfen};

/// Reads `start`, `tfen ...`, or parts joined by `;`: `boards QL2w QL6b^; pieces Kb1W kc8B; turn black; castling e0KL1;
/// carried b2W; spent a2W; double b5N; pending a8B; move 5`. Boards not given are where they start.
pub(crate) fn read(text: &str) -> Result<Setup, String> {
    if text == "start" {
        return Ok(Setup::start());
    }
    if let Some(tfen) = text.strip_prefix("tfen ") {
        return tfen.parse::<Tfen>().map(|tfen| tfen.setup).map_err(|error| error.to_string());
    }
    let mut setup = Setup::empty();
    setup.boards = Setup::start().boards;
    setup.move_number = 2;
    for part in text.split(';').map(str::trim) {
        let (key, words) = part.split_once(' ').ok_or_else(|| format!("{part:?} says nothing"))?;
        let words: Vec<&str> = words.split_whitespace().collect();
        match key {
            "boards" => setup.boards = words.into_iter().map(board).collect::<Result<_, _>>()?,
            "pieces" => {
                for word in words {
                    let (piece, square) = piece(word)?;
                    setup.set_piece(square, Some(piece));
                }
            }
            "turn" => setup.turn = color(words[0])?,
            "castling" => setup.castling = squares(&words)?,
            "carried" => setup.carried = squares(&words)?,
            "spent" => setup.spent = squares(&words)?,
            "double" => setup.double_stepped = Some(square(words[0])?),
            "pending" => setup.pending = Some(square(words[0])?),
            "move" => setup.move_number = number(words[0])?,
            _ => return Err(format!("unknown part {key:?}")),
        }
    }
    Ok(setup)
}

/// A piece's letter and its square: `Kd0KL1`.
pub(crate) fn piece(word: &str) -> Result<(trid_rules::Piece, Square), String> {
    let mut chars = word.chars();
    let piece = chars
        .next()
        .and_then(trid_rules::Piece::from_letter)
        .ok_or_else(|| format!("no piece in {word:?}"))?;
    Ok((piece, square(chars.as_str())?))
}

pub(crate) fn square(word: &str) -> Result<Square, String> {
    word.parse().map_err(|error: trid_rules::geometry::ParseSquareError| error.to_string())
}

pub(crate) fn squares(words: &[&str]) -> Result<Vec<Square>, String> {
    words.iter().map(|word| square(word)).collect()
}

pub(crate) fn pin(word: &str) -> Result<Pin, String> {
    word.parse().map_err(|error: trid_rules::geometry::ParsePinError| error.to_string())
}

pub(crate) fn color(word: &str) -> Result<Color, String> {
    Color::from_name(word).ok_or_else(|| format!("{word:?} is not a color"))
}

pub(crate) fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse().map_err(|_| format!("{word:?} is not a number"))
}

fn board(word: &str) -> Result<AttackBoard, String> {
    let (word, turned) = word.strip_suffix('^').map_or((word, false), |word| (word, true));
    let (name, owner) =
        word.split_at_checked(3).ok_or_else(|| format!("{word:?} is not a board"))?;
    let owner = Color::ALL.into_iter().find(|color| color.letter().to_string() == owner);
    Ok(AttackBoard {
        pin: pin(name)?,
        owner: owner.ok_or_else(|| format!("{word:?} has no owner"))?,
        turned,
    })
}
