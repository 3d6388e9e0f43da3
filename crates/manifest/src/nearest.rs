//! Suggestions for mistyped names.

/// The entry of `names` most like `given`, unless none is at all like it.
///
/// Distance is the optimal string alignment distance (insertions, deletions, substitutions and swaps of neighbours);
/// at most a third of the longer word may differ, two letters at least.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| {
            (
                strsim::osa_distance(&given.to_lowercase(), &name.to_lowercase()),
                name,
            )
        })
        .filter(|(distance, name)| {
            let longer = given.chars().count().max(name.chars().count());
            *distance <= (longer / 3).max(2) && *distance < longer
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
