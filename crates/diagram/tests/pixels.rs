//! Decodes PNG and GIF: sizes, delays, and every frame against a drawing from scratch.

use std::time::Duration;

use gif::{ColorOutput, DecodeOptions, DisposalMethod};
use resvg::tiny_skia::Pixmap;
use trid_diagram::{Film, FilmError, FilmOptions, FlatMap, Postcard, Width};
use trid_rules::{Color, Game, Position, RuleBook};

/// A frame after composition: RGBA pixels, and the delay in hundredths of a second.
type Composed = (Vec<u8>, u16);

/// Decodes a GIF and composes its frames.
fn decode(gif: &[u8]) -> ([usize; 2], Vec<Composed>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(gif).unwrap();
    let size = [decoder.width(), decoder.height()].map(usize::from);
    let mut screen = vec![0; size[0] * size[1] * 4];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        let width = usize::from(frame.width);
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let x = usize::from(frame.left) + index % width;
            let y = usize::from(frame.top) + index / width;
            if pixel[3] != 0 {
                screen[(y * size[0] + x) * 4..][..4].copy_from_slice(pixel);
            }
        }
        frames.push((screen.clone(), frame.delay));
    }
    (size, frames)
}

fn film(game: &Game, options: &FilmOptions) -> Vec<u8> {
    let mut film = Film::new(game.clone(), options.clone()).unwrap();
    let mut drawn = 1;
    while film.draw_frame() {
        drawn += 1;
    }
    assert_eq!(drawn, film.frames());
    film.finish()
}

/// A position with boards that can move.
const EMPTY_BOARDS: &str =
    "4/4/1R1N/4|4/1p2/4/4|4/4/4/4|KL1w:2/K1,KL3w^:2/2,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";

/// A game of random moves, the same at every run.
fn random_game(start: Position, plies: usize) -> Game {
    let mut game = Game::new(start);
    let mut random: u64 = 7;
    while game.ply() < plies && game.ending().is_none() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
        game.play(moves[(random >> 33) as usize % moves.len()]).unwrap();
    }
    game
}

#[test]
fn every_frame_is_what_a_drawing_from_scratch_shows() {
    for book in RuleBook::ALL {
        let game = random_game(Position::start(book), 40);
        assert!(game.moves().any(|played| played.effects().captured.is_some()));
        check_frames(&game, FilmOptions::new(&game));
        let game = random_game(Position::from_tfen(EMPTY_BOARDS, book).unwrap(), 12);
        assert!(game.moves().any(|played| !played.effects().boards.is_empty()));
        let names = ["Ada".to_owned(), "Łukasz Жуков".to_owned()];
        let options =
            FilmOptions { arrows: true, bottom: Color::Black, names, ..FilmOptions::new(&game) };
        check_frames(&game, options);
    }
}

/// Compares every frame with the first frame of a film that begins there.
#[track_caller]
fn check_frames(game: &Game, mut options: FilmOptions) {
    options.width = Width::new(500).unwrap();
    let (size, frames) = decode(&film(game, &options));
    assert_eq!(size[0], 500);
    assert_eq!(frames.len(), game.line_length() + 1);
    for (ply, (frame, _)) in frames.iter().enumerate() {
        options.plies = ply..=ply;
        let (_, alone) = decode(&film(game, &options));
        let differs = frame.iter().zip(&alone[0].0).filter(|(one, other)| one != other);
        assert_eq!(differs.count(), 0, "ply {ply}");
    }
}

#[test]
fn the_first_frame_shows_the_same_map_as_the_png() {
    let game = Game::default();
    let options = FilmOptions::new(&game);
    let (size, frames) = decode(&film(&game, &options));
    let map = FlatMap::new(game.position());
    let png = Pixmap::decode_png(&map.to_png(options.width)).unwrap();
    assert_eq!((png.width() as usize, png.height()), (size[0], 278));
    let map = &png.data()[..size[0] * 270 * 4];
    // The palette has shades in steps; the corners of the PNG are transparent.
    let far = frames[0].0.iter().zip(map).filter(|(one, other)| one.abs_diff(**other) > 40);
    assert!(far.count() < 200);
}

#[test]
fn delays_and_plies_are_as_asked_for() {
    let game = random_game(Position::default(), 12);
    let mut options = FilmOptions::new(&game);
    options.delay = Duration::from_millis(450);
    options.plies = 3..=6;
    let (_, frames) = decode(&film(&game, &options));
    let delays: Vec<u16> = frames.iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays, [45, 45, 45, 300]);
    options.delay = Duration::from_millis(1);
    assert_eq!(Film::new(game.clone(), options.clone()).err(), Some(FilmError::Delay));
    options.plies = 3..=13;
    let error = Film::new(game.clone(), options.clone()).err().unwrap();
    assert_eq!(error.to_string(), "there is no ply 13: the game has 12");
    #[expect(clippy::reversed_empty_ranges, reason = "it must be refused")]
    let backwards = 6..=3;
    options.plies = backwards;
    assert!(matches!(
        Film::new(game, options).err(),
        Some(FilmError::Backwards { from: 6, till: 3 })
    ));
}

#[test]
fn a_film_of_sixty_moves_is_small() {
    let game = random_game(Position::default(), 120);
    assert_eq!(game.line_length(), 120);
    let gif = film(&game, &FilmOptions::new(&game));
    assert!(gif.len() < 400_000, "{} bytes", gif.len());
}

#[test]
fn widths_are_limited() {
    assert!(Width::new(159).is_err() && Width::new(4097).is_err());
    assert!("12x".parse::<Width>().is_err());
    let position = Position::start(RuleBook::Meder);
    let png = FlatMap::new(&position).to_png(Width::new(160).unwrap());
    assert_eq!(Pixmap::decode_png(&png).unwrap().width(), 160);
}

#[test]
fn a_postcard_keeps_its_colors() {
    let picture = |shade: u8| -> Vec<u8> {
        (0..40 * 30).flat_map(|index| [(index % 40) as u8 * 6, shade, 90, u8::MAX]).collect()
    };
    let mut postcard = Postcard::new([40, 30], 7);
    for shade in [20, 120, 220] {
        postcard.sample(&picture(shade));
    }
    for shade in [20, 120, 220] {
        postcard.add(&picture(shade));
    }
    let (size, frames) = decode(&postcard.finish());
    assert_eq!((size, frames.len()), ([40, 30], 3));
    for ((frame, delay), shade) in frames.iter().zip([20, 120, 220]) {
        assert_eq!(*delay, 7);
        let worst = frame.iter().zip(picture(shade)).map(|(one, other)| one.abs_diff(other)).max();
        assert!(worst.unwrap() <= 32, "{worst:?}");
    }
    assert!(Postcard::new([40, 30], 7).finish().is_empty());
}
