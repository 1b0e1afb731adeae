//! Puts short lists in order in few instructions: every sort of the standard library's costs the browser a download.

/// Sorts a list of a few items; equal ones keep their order.
pub(crate) fn sort_few<T: Ord>(items: &mut [T]) {
    sort_few_by(items, |one, other| one < other);
}

/// Sorts a list of a few items by what `key` says of them; equal ones keep their order.
pub(crate) fn sort_few_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_few_by(items, |one, other| key(one) < key(other));
}

/// Insertion sort: each item sinks below those that it is less than.
fn sort_few_by<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_put_in_order() {
        for list in [&[][..], &[1], &[2, 1], &[1, 2, 3], &[3, 1, 2, 1, 0, 9, 9, 4]] {
            let mut sorted = list.to_vec();
            sort_few(&mut sorted);
            let mut expected = list.to_vec();
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn equal_items_keep_their_order() {
        let mut words = ["bb", "a", "cc", "aa", "b"];
        sort_few_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["a", "b", "bb", "cc", "aa"]);
    }
}
