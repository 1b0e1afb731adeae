//! The colours: one panel that reads the same on a light and on a dark page.

use trid_rules::Level;

/// The panel everything stands on.
pub(crate) const PANEL: &str = "#20262f";
/// Every other rank, so that the eye finds the same rank on the next board.
pub(crate) const BAND: &str = "#272e39";
/// Names of files and ranks.
pub(crate) const LABEL: &str = "#a9b4c2";
/// Names of boards.
pub(crate) const TITLE: &str = "#eef2f7";
/// Pins without a board, and posts.
pub(crate) const PIN: &str = "#66758a";
/// Names of pins without a board.
pub(crate) const FREE: &str = "#8e9bad";
/// Where something may go.
pub(crate) const GO: &str = "#12936f";
/// Where something may not go.
pub(crate) const STOP: &str = "#d5303e";
/// What moves.
pub(crate) const FROM: &str = "#f7c948";
/// The way it goes.
pub(crate) const ARROW: &str = "#ff9d2e";
/// What is meant.
pub(crate) const FOCUS: &str = "#3aa0ff";
/// White pieces and the frames of White's boards.
pub(crate) const IVORY: &str = "#fdfaf2";
/// Black pieces and the frames of Black's boards.
pub(crate) const EBONY: &str = "#15181d";

/// The light and the dark squares of a level. Each main board has its own colour, the attack boards share one.
pub(crate) const fn squares(level: Level) -> [&'static str; 2] {
    match level {
        Level::W => ["#f0dcbb", "#bd9566"],
        Level::N => ["#dfe7dd", "#86a08c"],
        Level::B => ["#dbe3f1", "#7f94ba"],
        Level::Attack(_) => ["#eee0ee", "#a98bb0"],
    }
}
