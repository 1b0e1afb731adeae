//! Exporting a game: its events as a record that other programs read.

use std::time::Duration;

use serde::Deserialize;
use trid_rules::saved::SavedGame;
use trid_rules::{Color, Record};
use utoipa::ToSchema;

use crate::clock::Millis;
use crate::identity::GameId;
use crate::table::{ReplayError, Table};
use crate::wire::{Event, Happening, Player, TimeControl};

/// The forms of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// Tags and moves in algebraic notation.
    #[default]
    Tpgn,
    /// Moves in coordinate notation, a line each.
    Moves,
    /// The position now.
    Tfen,
    /// The saved game that the page and `trid` read, version 3.
    Json,
}

impl Form {
    /// How the name of a file in this form ends.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Tpgn => "tpgn",
            Self::Moves => "txt",
            Self::Tfen => "tfen",
            Self::Json => "json",
        }
    }

    /// The type of its content.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Tpgn | Self::Moves | Self::Tfen => "text/plain; charset=utf-8",
        }
    }
}

/// Writes the record of a game.
pub(crate) fn write(id: &GameId, events: &[Event], form: Form) -> Result<String, ReplayError> {
    let table = Table::replay(id.clone(), events)?;
    Ok(match form {
        Form::Tpgn => with_tags(table, events).to_tpgn(),
        Form::Moves => table.game.moves().map(|played| format!("{}\n", played.mv)).collect(),
        Form::Tfen => format!("{}\n", table.game.position().to_tfen_with_book()),
        Form::Json => {
            let saved = SavedGame::from(&with_tags(table, events));
            serde_json::to_string(&saved).expect("every saved game can be written as JSON") + "\n"
        }
    })
}

fn with_tags(table: Table, events: &[Event]) -> Record {
    let name = |color: Color| {
        let player: Option<&Player> =
            table.players.as_ref().map(|players| &players[color as usize]);
        player
            .filter(|player| !player.name.is_empty())
            .map_or_else(|| "?".to_owned(), |player| player.name.clone())
    };
    let mut tags = vec![
        ("Event".to_owned(), format!("Tri-D game {}", table.id)),
        ("Date".to_owned(), date(table.created)),
        ("White".to_owned(), name(Color::White)),
        ("Black".to_owned(), name(Color::Black)),
    ];
    if let Some(control) = time_control(table.terms.clock) {
        tags.push(("TimeControl".to_owned(), control));
    }
    tags.retain(|(name, value)| !Record::is_unknown(name, value));
    let mut game = table.game;
    let nodes: Vec<_> = game.moves().map(|played| (played.node, played.color())).collect();
    for (&(node, color), seq) in nodes.iter().zip(&table.ply_seqs) {
        let event = events.iter().find(|event| event.seq == *seq).map(|event| &event.what);
        if let Some(Happening::Moved { clocks: Some(left), .. }) = event
            && let Some(node) = game.node_mut(node)
        {
            node.clock = Some(Duration::from_millis(u64::try_from(left.of(color)).unwrap_or(0)));
        }
    }
    Record { tags, game }
}

/// The time control as PGN writes it: seconds and increment, or seconds for each move.
fn time_control(clock: TimeControl) -> Option<String> {
    match clock {
        TimeControl::Unlimited {} => None,
        TimeControl::RealTime { initial, increment } => Some(format!("{initial}+{increment}")),
        TimeControl::Days { days } => Some(format!("1/{}", u64::from(days) * 86_400)),
    }
}

/// The day in universal time, `2026.11.15`.
fn date(at: Millis) -> String {
    let days = at.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years begin in March here, so that the leap day is the last.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_right() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_794_700_800_000 - 1), "2026.11.14");
        assert_eq!(date(1_794_700_800_000), "2026.11.15");
    }
}
