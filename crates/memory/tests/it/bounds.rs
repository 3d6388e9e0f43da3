use assay_memory::{counter_error_bound_bytes, error_bound_bytes};

#[test]
fn batches_grow_with_the_machine() {
    assert_eq!(error_bound_bytes((6, 2), 1, 16, 4096), 3 * 31 * 4096);
    assert_eq!(error_bound_bytes((6, 12), 1, 64, 4096), 3 * 127 * 4096);
    assert_eq!(
        error_bound_bytes((6, 12), 4, 64, 16384),
        3 * 127 * 4 * 16384
    );
}

#[test]
fn older_kernels_hold_back_per_thread() {
    assert_eq!(error_bound_bytes((6, 1), 1, 64, 4096), 3 * 64 * 4096);
    assert_eq!(error_bound_bytes((5, 15), 2, 8, 4096), 3 * 64 * 2 * 4096);
}

#[test]
fn the_bound_of_this_machine_is_not_zero() {
    let one = counter_error_bound_bytes(1).unwrap();
    assert!(one > 0);
    assert_eq!(counter_error_bound_bytes(2).unwrap(), 2 * one);
}
