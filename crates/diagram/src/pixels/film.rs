//! A game as an animated GIF of the flat map. Frames hold only what changed.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use trid_rules::game::Played;
use trid_rules::{Color, Game, GameResult};

use super::canvas::{Area, Canvas, Patch};
use super::film_palette::TRANSPARENT;
use super::{Width, caption};
use crate::svg::Svg;
use crate::{FlatMap, SquareMark};

/// How long the last frame is shown at least.
const LAST: Duration = Duration::from_secs(3);

/// What a film shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilmOptions {
    /// The width of the picture.
    pub width: Width,
    /// How long a frame is shown.
    pub delay: Duration,
    /// The first and the last position that the film shows, as plies of the game's line.
    pub plies: RangeInclusive<usize>,
    /// The side at the bottom.
    pub bottom: Color,
    /// Whether each move also has an arrow.
    pub arrows: bool,
    /// The players' names, White's first.
    pub names: [String; 2],
}

impl FilmOptions {
    /// The delays that are written. Browsers slow faster films down.
    pub const DELAYS: RangeInclusive<Duration> =
        Duration::from_millis(50)..=Duration::from_secs(60);

    /// The whole of a game at the usual size and speed.
    #[must_use]
    pub fn new(game: &Game) -> FilmOptions {
        FilmOptions {
            width: Width(720),
            delay: Duration::from_millis(700),
            plies: 0..=game.line_length(),
            bottom: Color::White,
            arrows: false,
            names: ["White", "Black"].map(str::to_owned),
        }
    }
}

/// Why there is no film with these options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilmError {
    /// The game has no such ply.
    Ply {
        /// The ply that was asked for.
        asked: usize,
        /// The number of plies of the game.
        length: usize,
    },
    /// The film would end before it begins.
    Backwards {
        /// The first ply.
        from: usize,
        /// The last ply.
        till: usize,
    },
    /// The delay is out of range.
    Delay,
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ply { asked, length } => {
                write!(f, "there is no ply {asked}: the game has {length}")
            }
            Self::Backwards { from, till } => {
                write!(f, "the film would end at ply {till}, before it begins at ply {from}")
            }
            Self::Delay => f.write_str("a frame is shown for 50 to 60000 milliseconds"),
        }
    }
}

impl std::error::Error for FilmError {}

/// A film that is drawn frame by frame.
///
/// ```
/// use trid_diagram::{Film, FilmOptions};
/// use trid_rules::Game;
///
/// let mut game = Game::default();
/// game.play("b2Wb4N".parse()?)?;
/// let options = FilmOptions::new(&game);
/// let mut film = Film::new(game, options)?;
/// while film.draw_frame() {}
/// assert!(film.finish().starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Film {
    game: Game,
    options: FilmOptions,
    canvas: Canvas,
    encoder: Encoder<Vec<u8>>,
    /// The ply of the next frame.
    next: usize,
}

impl Film {
    /// Starts a film of a game's current line.
    ///
    /// # Errors
    /// [`FilmError`] if the options do not fit the game.
    pub fn new(game: Game, options: FilmOptions) -> Result<Film, FilmError> {
        let (from, till) = (*options.plies.start(), *options.plies.end());
        let length = game.line_length();
        if let Some(asked) = [from, till].into_iter().find(|&ply| ply > length) {
            return Err(FilmError::Ply { asked, length });
        }
        if from > till {
            return Err(FilmError::Backwards { from, till });
        }
        if !FilmOptions::DELAYS.contains(&options.delay) {
            return Err(FilmError::Delay);
        }
        let mut map = FlatMap::new(game.start());
        map.set_bottom(options.bottom);
        let mut base = Svg::for_pixels();
        map.draw_labels(&mut base);
        caption::draw_names(&mut base, &options.names, map.size());
        let [width, height] = map.size();
        let canvas = Canvas::new([width, height + caption::HEIGHT], options.width.0, &base);
        let [width, height] = canvas.size().map(|size| size as u16);
        let mut encoder = Encoder::new(Vec::new(), width, height, &canvas.palette_bytes())
            .expect("memory takes every write");
        encoder.set_repeat(Repeat::Infinite).expect("memory takes every write");
        Ok(Film { game, options, canvas, encoder, next: from })
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.options.plies.end() - self.options.plies.start() + 1
    }

    /// Draws the next frame. Returns whether more follow.
    pub fn draw_frame(&mut self) -> bool {
        let till = *self.options.plies.end();
        if self.next > till {
            return false;
        }
        let patch = self.canvas.show(&self.draw(self.next)).unwrap_or_else(unchanged);
        let is_last = self.next == till;
        self.write(&patch, is_last);
        self.next += 1;
        !is_last
    }

    /// The film as a GIF.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("memory takes every write")
    }

    fn draw(&self, ply: usize) -> Svg {
        let played = ply.checked_sub(1).and_then(|index| self.game.moves().nth(index));
        let position = played.map_or(self.game.start(), |played| played.after);
        let mut map = FlatMap::new(position);
        map.set_bottom(self.options.bottom);
        if let Some(played) = &played {
            show_move(&mut map, played, self.options.arrows);
        }
        let mut svg = Svg::for_pixels();
        map.draw_position(&mut svg);
        caption::draw_move(&mut svg, &self.caption(ply, played), map.size());
        svg
    }

    fn caption(&self, ply: usize, played: Option<Played<'_>>) -> String {
        let Some(played) = played else { return String::new() };
        let dots = if played.color() == Color::White { "." } else { "..." };
        let mv = format!("{}{dots} {}", played.number(), played.algebraic());
        match self.game.result() {
            GameResult::None => mv,
            result if ply == self.game.line_length() => format!("{mv}   {result}"),
            _ => mv,
        }
    }

    fn write(&mut self, patch: &Patch, is_last: bool) {
        let delay = self.options.delay;
        let delay = if is_last { LAST.max(delay * 2) } else { delay };
        let Area { left, top, .. } = patch.area;
        let frame = Frame {
            delay: (delay.as_millis() / 10) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: left as u16,
            top: top as u16,
            width: patch.area.width() as u16,
            height: patch.area.height() as u16,
            buffer: Cow::Borrowed(&patch.colors),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect("memory takes every write");
    }
}

/// A frame that shows the same picture: one transparent pixel.
fn unchanged() -> Patch {
    Patch { area: Area { left: 0, top: 0, right: 1, bottom: 1 }, colors: vec![TRANSPARENT] }
}

/// Marks the squares of a move, or the pins if a board moved.
fn show_move(map: &mut FlatMap<'_>, played: &Played<'_>, arrow: bool) {
    let effects = played.effects();
    for board in &effects.boards {
        map.mark_pin(board.from, SquareMark::From);
        map.mark_pin(board.to, SquareMark::From);
        if arrow && board.from != board.to {
            map.arrow_between_pins(board.from, board.to);
        }
    }
    if !effects.boards.is_empty() {
        return;
    }
    for moved in &effects.moved {
        map.mark(moved.from, SquareMark::From);
        map.mark(moved.to, SquareMark::From);
    }
    if let Some(moved) = effects.moved.first()
        && arrow
    {
        map.arrow(moved.from, moved.to);
    }
    if let Some(promoted) = effects.promoted
        && effects.moved.is_empty()
    {
        map.mark(promoted.square, SquareMark::From);
    }
}
