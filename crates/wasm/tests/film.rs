//! Pictures and films as the page asks for them.

use serde_json::{Value, json};
use trid_wasm::{WasmFilm, WasmPostcard, picture_png, picture_svg};

const START: &str =
    "4/4/1R1N/4|4/1p2/4/4|4/4/4/4|KL1w:2/K1,KL3w^:2/2,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";

fn request() -> Value {
    json!({
        "record": "[White \"Ada\"]\n\n1. b4N Nb6N *\n",
        "width": 300,
        "delay": 500,
        "from": 0,
        "till": 2,
        "flipped": false,
        "arrows": true,
        "names": ["White", "Black"],
    })
}

#[test]
fn a_film_is_drawn_frame_by_frame() {
    let mut film = WasmFilm::new(&request().to_string()).unwrap();
    assert_eq!(film.frames(), 3);
    assert!(film.draw_frame() && film.draw_frame() && !film.draw_frame());
    assert!(film.finish().starts_with(b"GIF89a"));
}

#[test]
fn a_position_is_drawn_from_either_side() {
    let white = picture_svg(START, false).unwrap();
    assert!(white.starts_with("<svg ") && white != picture_svg(START, true).unwrap());
    assert!(picture_png(START, false, 200).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_postcard_holds_the_pictures_of_the_page() {
    let mut postcard = WasmPostcard::new(2, 1, 7);
    postcard.sample(&[200, 0, 0, 255, 0, 0, 200, 255]);
    postcard.add(&[200, 0, 0, 255, 0, 0, 200, 255]);
    assert!(postcard.finish().starts_with(b"GIF89a"));
}
