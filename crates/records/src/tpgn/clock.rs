//! Clock times as `[%clk]` comments write them.

use std::time::Duration;

/// Writes hours, minutes and seconds, with up to three decimals: `1:05:09`, `0:00:04.25`.
pub(crate) fn write_clock(clock: Duration) -> String {
    let seconds = clock.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{hours}:{minutes:02}:{seconds:02}");
    if clock.subsec_millis() > 0 {
        text.push_str(format!(".{:03}", clock.subsec_millis()).trim_end_matches('0'));
    }
    text
}

/// Reads what [`write_clock`] writes.
pub(crate) fn read_clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let numbers: Option<Vec<u64>> = whole.split(':').map(read_number).collect();
    let [hours, minutes, seconds] = numbers?[..] else {
        return None;
    };
    if minutes > 59 || seconds > 59 || fraction.len() > 3 {
        return None;
    }
    let millis = match fraction {
        "" => 0,
        _ => read_number(fraction)? * 10_u64.pow(3 - fraction.len() as u32),
    };
    let seconds = hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?;
    Some(Duration::from_secs(seconds) + Duration::from_millis(millis))
}

fn read_number(digits: &str) -> Option<u64> {
    let plain = digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}
