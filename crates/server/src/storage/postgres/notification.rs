//! Notifications between processes: which games changed. A payload names the sender and when it was sent.

use std::fmt::Write as _;

use trid_protocol::Time;

use crate::storage::shared::{Change, Length};

/// The channel of all processes.
pub(super) const CHANNEL: &str = "trid";
/// PostgreSQL accepts less than 8,000 bytes.
const MAX_PAYLOAD: usize = 7_900;

/// The payloads that tell about these changes: one, unless it would be too long.
pub(super) fn to_payloads(node: &str, now: Time, changes: &[Change]) -> Vec<String> {
    let head = format!("{node} {now}");
    let mut payloads = Vec::new();
    let mut payload = head.clone();
    for change in changes {
        let item = match change {
            Change::Events(Length { game, seq }) => format!(" e{game}:{seq}"),
            Change::Presence(game) => format!(" p{game}"),
            Change::Expired(game) => format!(" x{game}"),
            Change::Player(player) => format!(" u{player}"),
            Change::Missed | Change::Forgotten => continue,
        };
        if payload.len() + item.len() > MAX_PAYLOAD {
            payloads.push(std::mem::replace(&mut payload, head.clone()));
        }
        let _ = write!(payload, "{item}");
    }
    payloads.push(payload);
    payloads
}

/// A received payload.
pub(super) struct Notification<'a> {
    pub(super) node: &'a str,
    pub(super) sent: Time,
    items: &'a str,
}

impl<'a> Notification<'a> {
    pub(super) fn parse(payload: &'a str) -> Option<Self> {
        let (node, rest) = payload.split_once(' ')?;
        let (sent, items) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(Self { node, sent: Time(sent.parse().ok()?), items })
    }

    /// The changes. One that cannot be read, from a newer process, counts as missed.
    pub(super) fn changes(&self) -> impl Iterator<Item = Change> {
        self.items
            .split(' ')
            .filter(|item| !item.is_empty())
            .map(|item| parse_change(item).unwrap_or(Change::Missed))
    }
}

fn parse_change(item: &str) -> Option<Change> {
    let value = item.get(1..)?;
    Some(match item.get(..1)? {
        "e" => {
            let (game, seq) = value.split_once(':')?;
            Change::Events(Length { game: game.parse().ok()?, seq: seq.parse().ok()? })
        }
        "p" => Change::Presence(value.parse().ok()?),
        "x" => Change::Expired(value.parse().ok()?),
        "u" => Change::Player(value.parse().ok()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{random_game_id, random_player_id};

    #[test]
    fn changes_round_trip_in_payloads_that_postgres_accepts() {
        let mut changes: Vec<Change> =
            (1..=600).map(|seq| Change::Events(Length { game: random_game_id(), seq })).collect();
        changes.extend([
            Change::Presence(random_game_id()),
            Change::Expired(random_game_id()),
            Change::Player(random_player_id()),
        ]);
        let payloads = to_payloads("a", Time(1_800_000_000_000), &changes);
        assert!(payloads.iter().all(|payload| payload.len() < 8_000));
        assert_eq!(to_payloads("node-name-1", Time(1), &changes[..256]).len(), 1, "one per group");
        let read: Vec<Change> = payloads
            .iter()
            .flat_map(|payload| {
                let notification = Notification::parse(payload).unwrap();
                assert_eq!((notification.node, notification.sent), ("a", Time(1_800_000_000_000)));
                notification.changes().collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(read, changes);
    }

    #[test]
    fn an_unknown_change_counts_as_missed() {
        let changes = |payload| Notification::parse(payload).unwrap().changes().collect::<Vec<_>>();
        assert_eq!(changes("a 1 zsomething"), [Change::Missed]);
        assert_eq!(changes("a 1"), []);
        for bad in ["", "a", "a b"] {
            assert!(Notification::parse(bad).is_none(), "{bad}");
        }
    }
}
