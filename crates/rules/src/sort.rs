//! Insertion sorts for short lists. The standard library's sorts would make the WebAssembly module larger.

/// Stable sort of a short list.
pub(crate) fn sort_few<T: Ord>(items: &mut [T]) {
    sort_few_by(items, |one, other| one < other);
}

/// Stable sort of a short list by key.
pub(crate) fn sort_few_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_few_by(items, |one, other| key(one) < key(other));
}

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
    fn items_are_sorted() {
        for list in [&[][..], &[1], &[2, 1], &[1, 2, 3], &[3, 1, 2, 1, 0, 9, 9, 4]] {
            let mut sorted = list.to_vec();
            sort_few(&mut sorted);
            let mut expected = list.to_vec();
            expected.sort_unstable();
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn the_sort_is_stable() {
        let mut words = ["bb", "a", "cc", "aa", "b"];
        sort_few_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["a", "b", "bb", "cc", "aa"]);
    }
}
