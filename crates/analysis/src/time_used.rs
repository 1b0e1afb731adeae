//! The time that each move took, from the clocks of a record.

use std::time::Duration;

use trid_records::Record;
use trid_rules::Color;

/// A time control as the tag of a record gives it: `600+5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeControl {
    initial: Duration,
    increment: Duration,
}

impl TimeControl {
    fn parse(text: &str) -> Option<TimeControl> {
        let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |digits: &str| digits.parse::<u32>().ok().map(u64::from);
        Some(TimeControl {
            initial: Duration::from_secs(seconds(initial)?),
            increment: Duration::from_secs(seconds(increment)?),
        })
    }
}

/// The time used for each move of the main line; `None` where the clocks do not show it.
pub(crate) fn times_used(record: &Record) -> Vec<Option<Duration>> {
    let tag = record.tag("TimeControl");
    let control = tag.and_then(TimeControl::parse);
    let nodes = record.game.main_line();
    if tag.is_some_and(|tag| tag.contains('/')) {
        // The clock starts again for every move or after some moves.
        return vec![None; nodes.len()];
    }
    let mut clocks = [control.map(|control| control.initial); 2];
    let used = |node| {
        let node = record.game.node(node)?;
        let mover = node.parent().and_then(|parent| record.game.node(parent))?.position().turn();
        let clock = &mut clocks[usize::from(mover == Color::Black)];
        let before = std::mem::replace(clock, node.clock)?;
        // A forced promotion does not end the turn, so it earns no increment.
        let ends_turn = node.position().turn() != mover;
        let increment =
            control.filter(|_| ends_turn).map_or(Duration::ZERO, |control| control.increment);
        (before + increment).checked_sub(node.clock?)
    };
    nodes.into_iter().map(used).collect()
}

#[cfg(test)]
mod tests {
    use trid_records::tpgn;
    use trid_rules::RuleBook;

    use super::*;

    fn seconds(text: &str) -> Vec<Option<f64>> {
        let record = tpgn::read(text, RuleBook::Revised).next().unwrap().unwrap();
        times_used(&record).into_iter().map(|time| time.map(|time| time.as_secs_f64())).collect()
    }

    #[test]
    fn the_clock_before_plus_the_increment_minus_the_clock_after() {
        let game = "[TimeControl \"300+3\"]\n\n1. b4N {[%clk 0:05:00]} 1... Nb6N {[%clk 0:04:58.5]} \
                    2. a3W {[%clk 0:04:50]} 2... Nc4W {[%clk 0:05:00]} *";
        assert_eq!(seconds(game), [Some(3.0), Some(4.5), Some(13.0), Some(1.5)]);
    }

    #[test]
    fn unknown_clocks_give_no_time() {
        let cases: [(&str, &[Option<f64>]); 4] = [
            ("1. b4N Nb6N *", &[None, None]),
            // Without a time control the first move of each side is unknown.
            (
                "1. b4N {[%clk 0:05:00]} 1... Nb6N {[%clk 0:05:00]} 2. a3W {[%clk 0:04:50]} *",
                &[None, None, Some(10.0)],
            ),
            // A missing clock leaves the next move of its side unknown.
            (
                "[TimeControl \"60\"]\n\n1. b4N Nb6N {[%clk 0:00:50]} 2. a3W {[%clk 0:00:40]} *",
                &[None, Some(10.0), None],
            ),
            ("[TimeControl \"1/86400\"]\n\n1. b4N {[%clk 23:00:00]} *", &[None]),
        ];
        for (game, expected) in cases {
            assert_eq!(seconds(game), expected, "{game}");
        }
    }

    #[test]
    fn only_an_initial_time_with_an_increment_is_a_time_control() {
        for text in ["", "-", "?", "40/9000", "*60", "600+", "+5", "6e2", "-60"] {
            assert_eq!(TimeControl::parse(text), None, "{text:?}");
        }
        assert_eq!(TimeControl::parse("600").unwrap().increment, Duration::ZERO);
    }
}
