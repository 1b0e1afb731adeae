//! Characters, as the columns of error messages count them.

/// The number of characters in UTF-8 text: its bytes without continuation bytes.
pub(crate) fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count()
}
