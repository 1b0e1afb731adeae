//! Colors, on a background that suits light and dark pages.

/// Background.
pub(crate) const PANEL: &str = "#20262f";
/// Background of every second rank, to make ranks easy to follow across boards.
pub(crate) const BAND: &str = "#272e39";
/// Names of files and ranks.
pub(crate) const LABEL: &str = "#a9b4c2";
/// Names of boards.
pub(crate) const TITLE: &str = "#eef2f7";
/// Pins without a board, and posts.
pub(crate) const PIN: &str = "#66758a";
/// Names of pins without a board.
pub(crate) const EMPTY_PIN_NAME: &str = "#8e9bad";
/// Targets.
pub(crate) const TARGET: &str = "#17607b";
/// Captures.
pub(crate) const CAPTURE: &str = "#b3261e";
/// Blocked squares and pins.
pub(crate) const BLOCKED: &str = "#4a525e";
/// The cross on a blocked square, and the frame of a blocked pin.
pub(crate) const CROSS: &str = "#15181d";
pub(crate) const BLOCKED_PIN: &str = "#cfd6df";
/// The moving piece or board.
pub(crate) const FROM: &str = "#f7c948";
/// Arrows.
pub(crate) const ARROW: &str = "#ff9d2e";
/// Highlights.
pub(crate) const HIGHLIGHT: &str = "#3aa0ff";
/// White pieces and the frames of White's boards.
pub(crate) const IVORY: &str = "#fdfaf2";
/// Black pieces and the frames of Black's boards.
pub(crate) const EBONY: &str = "#15181d";

/// Light and dark squares, as on the page.
pub(crate) const SQUARES: [&str; 2] = ["#eae6da", "#a9bcc4"];
