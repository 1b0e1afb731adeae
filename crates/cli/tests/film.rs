//! Runs `trid board --png` and `trid film`.

mod trid;

use std::fs;

use trid::{check_error, stdout};

const GAME: &str = "[White \"Ada\"]\n\n1. b4N Nb6N 2. a3W Nc4W 1-0\n";

/// Runs a command that writes a file with this name, and returns the file.
#[track_caller]
fn written(name: &str, arguments: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let printed = stdout(&[arguments, &["--to", path.to_str().unwrap()]].concat(), GAME);
    assert_eq!(printed, "");
    fs::read(path).unwrap()
}

/// Width and height of a PNG, from its header.
fn png_size(png: &[u8]) -> [u32; 2] {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{:?}", &png[..8]);
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    [number(16), number(20)]
}

/// The size of a GIF and the delays of its frames.
fn read_gif(gif: &[u8]) -> ([u16; 2], Vec<u16>) {
    let mut decoder = gif::DecodeOptions::new().read_info(gif).unwrap();
    let size = [decoder.width(), decoder.height()];
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    (size, delays)
}

#[test]
fn board_draws_png() {
    assert_eq!(png_size(&written("a.png", &["board", "--png"])), [1200, 463]);
    let small = written("a.png", &["board", "--png", "--size", "400", "-", "--ply", "2"]);
    assert_eq!(png_size(&small), [400, 154]);
    let turned =
        written("a.png", &["board", "--png", "--size", "400", "--flip", "-", "--ply", "2"]);
    assert_ne!(small, turned);
    let svg = written("a.svg", &["board", "--svg"]);
    assert_eq!(String::from_utf8(svg).unwrap(), stdout(&["board", "--svg"], ""));
}

#[test]
fn film_writes_a_frame_per_position() {
    let (size, delays) = read_gif(&written("a.gif", &["film", "-"]));
    assert_eq!((size, delays), ([720, 303], vec![70, 70, 70, 70, 300]));
    let part =
        ["film", "-", "--from", "1", "--till", "3", "--delay", "200", "--size", "300", "--flip"];
    let (size, delays) = read_gif(&written("a.gif", &part));
    assert_eq!((size, delays), ([300, 126], vec![20, 20, 300]));
    let plain = written("a.gif", &["film", "-", "--rules", "revised"]);
    assert!(written("a.gif", &["film", "-", "--arrows"]).len() > plain.len());
}

#[test]
fn pictures_refuse_wrong_options_and_bad_games() {
    let film =
        |options: &[&'static str]| [&["film", "-", "--to", "/nowhere/a.gif"], options].concat();
    check_error(&["film", "-"], GAME, 2, "--to");
    check_error(&film(&[]), GAME, 2, "cannot write /nowhere/a.gif");
    check_error(&film(&["--till", "5"]), GAME, 2, "there is no ply 5: the game has 4");
    check_error(&film(&["--from", "3", "--till", "2"]), GAME, 2, "end at ply 2, before it begins");
    check_error(&film(&["--delay", "3"]), GAME, 2, "50 to 60000 milliseconds");
    check_error(&film(&["--size", "9"]), GAME, 2, "160 to 4096");
    check_error(&film(&[]), "1. b4N Nb9N", 1, "cannot be played");
    check_error(&film(&[]), "{", 2, "standard input");
    check_error(&["board", "--flip"], "", 2, "--flip needs --svg or --png");
    check_error(&["board", "--png", "--svg"], "", 2, "cannot be used with");
    check_error(&["board", "--png", "--size", "100000"], "", 2, "160 to 4096");
    check_error(&["board", "--size", "300"], "", 2, "--png");
}
