//! Evidence of libraries that are no longer what is built.

use assay_evidence::{Build, Store};

use crate::error::Error;

/// Removes what was measured of an instance with another library than `build.json` has now. Whatever of it could be measured
/// again has been by now; the rest, such as the record of an instance that crashes since its code was changed, would stand on
/// a page as if it were of the code of now.
pub(crate) fn remove_stale(
    store: &Store,
    build: &Build,
    candidate: &str,
    label: &str,
) -> Result<(), Error> {
    let Some(built) = build
        .entry(candidate, label)
        .and_then(|entry| entry.library_sha256.as_ref())
    else {
        return Ok(());
    };
    let mut stale = Vec::new();
    for record in store.records_of(candidate)? {
        if record.head.label == label && record.head.library_sha256 != *built {
            stale.push(("records", record.head.operation_key()));
        }
    }
    for profile in store.profiles_of(candidate)? {
        let library = profile.provenance.as_ref();
        if profile.label == label && library.is_some_and(|own| own.library_sha256 != *built) {
            stale.push(("profile", profile.operation_key()));
        }
    }
    for memory in store.memories_of(candidate)? {
        if memory.label == label && memory.provenance.library_sha256 != *built {
            stale.push(("memory", memory.operation_key()));
        }
    }
    for (folder, key) in stale {
        store.remove(&format!("{folder}/{candidate}/{label}__{key}.json"))?;
    }
    Ok(())
}
