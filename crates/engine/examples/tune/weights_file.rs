//! Writes the table of weights as source.

use std::fmt::Write;

use trid_engine::evaluation::terms::GROUPS;

/// The text of the table for both rule books.
pub(crate) fn text(fitted: &[Vec<(i16, i16)>; 2]) -> String {
    let mut text = String::from(
        "//! The table of weights, written by the tuner: middle game and end game in centipawns, for each rule book.\n\n\
         use super::weights::Row;\n",
    );
    for (name, weights) in ["REVISED", "MEDER"].into_iter().zip(fitted) {
        let _ = write!(text, "\n#[rustfmt::skip]\npub(super) const {name}: &[Row] = &[\n");
        for group in GROUPS {
            let row = &weights[group.first..group.first + group.len];
            let width = match group.name {
                "level" => 5,
                name if name.ends_with("placement") => 3,
                _ => 8,
            };
            let lines: Vec<String> = row
                .chunks(width)
                .map(|chunk| {
                    let pairs: Vec<String> =
                        chunk.iter().map(|(middle, end)| format!("({middle}, {end})")).collect();
                    pairs.join(", ")
                })
                .collect();
            let _ = match lines.as_slice() {
                [line] => writeln!(text, "    (\"{}\", &[{line}]),", group.name),
                lines => writeln!(
                    text,
                    "    (\"{}\", &[\n        {},\n    ]),",
                    group.name,
                    lines.join(",\n        ")
                ),
            };
        }
        text.push_str("];\n");
    }
    text
}
