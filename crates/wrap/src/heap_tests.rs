use super::*;

fn heap() -> Heap {
    let blocks: Box<[Block; BLOCKS]> = (0..BLOCKS)
        .map(|_| Block::new())
        .collect::<Vec<_>>()
        .try_into()
        .ok()
        .expect("as many places as asked for");
    let heap = Heap::new(Box::leak(blocks));
    heap.set_enabled(true);
    heap
}

#[test]
fn the_peak_is_what_is_in_use_at_a_time() {
    let heap = heap();
    let mark = heap.mark();
    heap.allocated(0x1000, 100);
    heap.allocated(0x2000, 50);
    heap.released(0x1000);
    heap.allocated(0x3000, 20);
    let expected = HeapUse {
        peak_bytes: 150,
        allocations: 3,
        releases: 1,
        kept_bytes: 70,
        not_followed: 0,
    };
    assert_eq!(heap.since(&mark), expected);
}

#[test]
fn blocks_from_before_the_mark_do_not_count_but_can_be_given_back() {
    let heap = heap();
    heap.allocated(0x1000, 1000);
    let mark = heap.mark();
    heap.released(0x1000);
    heap.allocated(0x2000, 300);
    let used = heap.since(&mark);
    assert_eq!((used.peak_bytes, used.kept_bytes), (0, -700));
    let mark = heap.mark();
    heap.allocated(0x3000, 8);
    assert_eq!(heap.since(&mark).peak_bytes, 8);
}

#[test]
fn resizing_moves_grows_fails_and_frees() {
    let heap = heap();
    let mark = heap.mark();
    heap.resized(0, 0x1000, 10);
    heap.resized(0x1000, 0x5000, 100);
    heap.resized(0x5000, 0, usize::MAX);
    assert_eq!(heap.since(&mark).kept_bytes, 100);
    heap.resized(0x5000, 0x5000, 40);
    assert_eq!(heap.since(&mark).kept_bytes, 40);
    heap.resized(0x5000, 0, 0);
    let used = heap.since(&mark);
    assert_eq!(
        (used.peak_bytes, used.kept_bytes, used.allocations),
        (100, 0, 5)
    );
}

#[test]
fn what_is_not_known_or_not_given_changes_no_bytes() {
    let heap = heap();
    let mark = heap.mark();
    heap.allocated(0, 1 << 40);
    heap.released(0);
    heap.released(0x7000);
    let expected = HeapUse {
        allocations: 1,
        releases: 1,
        ..HeapUse::default()
    };
    assert_eq!(heap.since(&mark), expected);
    heap.set_enabled(false);
    heap.allocated(0x1000, 5);
    heap.resized(0x1000, 0x2000, 5);
    heap.released(0x2000);
    assert_eq!(heap.since(&mark), expected);
}

#[test]
fn a_block_given_back_unseen_is_replaced() {
    let heap = heap();
    let mark = heap.mark();
    heap.allocated(0x1000, 10);
    heap.allocated(0x1000, 30);
    heap.released(0x1000);
    let used = heap.since(&mark);
    assert_eq!((used.peak_bytes, used.kept_bytes), (30, 0));
}

#[test]
fn a_full_table_is_told() {
    let heap = heap();
    let mark = heap.mark();
    for index in 1..=BLOCKS {
        heap.allocated(index * 16, 1);
    }
    let used = heap.since(&mark);
    assert_eq!(used.peak_bytes, MOST_FOLLOWED);
    assert_eq!(used.not_followed, BLOCKS as u64 - MOST_FOLLOWED);
    for index in 1..=BLOCKS {
        heap.released(index * 16);
    }
    assert_eq!(heap.since(&mark).kept_bytes, 0);
}

/// Any order of giving out and back agrees with a slow exact version, also where searches run into each other.
#[test]
fn agrees_with_a_plain_map() {
    let heap = heap();
    let mark = heap.mark();
    let mut known = std::collections::BTreeMap::new();
    let (mut live, mut peak, mut state) = (0_u64, 0_u64, 1_u64);
    for _ in 0..200_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // Few distinct addresses whose searches begin close together.
        let address = 16 * (1 + (state >> 33) as usize % 40_000);
        let bytes = (state >> 20) as usize % 1000;
        if let Some(old) = known.remove(&address) {
            live -= old;
            heap.released(address);
        } else {
            known.insert(address, bytes as u64);
            live += bytes as u64;
            heap.allocated(address, bytes);
        }
        peak = peak.max(live);
    }
    let used = heap.since(&mark);
    assert_eq!(
        (used.peak_bytes, used.kept_bytes),
        (peak, live.cast_signed())
    );
    for &address in known.keys() {
        heap.released(address);
    }
    assert_eq!(heap.since(&mark).kept_bytes, 0);
}
