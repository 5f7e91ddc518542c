//! Stable sorting whose code is compiled once. The standard library's sort is compiled for every place that calls it,
//! which makes a tenth of the plugin; where few rows are sorted, nobody waits for them.

use std::cmp::Ordering;

/// Sorts a slice without changing the order of equal items.
pub(crate) trait StableSort<T> {
    /// Sorts by a comparison.
    fn stable_sort_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// Sorts by a key.
    fn stable_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.stable_sort_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> StableSort<T> for [T] {
    fn stable_sort_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let order = sorted_order(self.len(), &|a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        bring_into_order(self, order);
    }
}

/// For each place, the place of the item that belongs there.
fn sorted_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Moves items along the circles in which they change places.
fn bring_into_order<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..items.len() {
        let mut place = start;
        while let Some(from) = order.get_mut(place).map(|from| std::mem::replace(from, place)) {
            if from == start || from == place {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = vec![(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        items.stable_sort_by_key(|(number, _)| *number);
        assert_eq!(items, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        items.stable_sort_by(|a, b| b.0.cmp(&a.0));
        assert_eq!(items, [(3, 'a'), (3, 'c'), (2, 'd'), (1, 'b'), (1, 'e')]);
    }

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        for count in 0..60_u64 {
            let mut items: Vec<(u64, u64)> =
                (0..count).map(|n| ((n * 7919 + count * 31) % 13, n)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            items.stable_sort_by_key(|(key, _)| *key);
            assert_eq!(items, expected);
        }
    }
}
