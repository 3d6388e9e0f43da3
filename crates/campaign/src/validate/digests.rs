//! Comparing `digests.json` with the files there are.

use std::path::Path;

use assay_evidence::{DIGESTS_FILE_NAME, Digests, parse};

use super::{Problem, Scope, Validation};
use crate::error::Error;
use crate::load::{first_differing_line, read};

/// Compares stored digests with those of the files, which are given by path relative to the folder of the run or system.
pub(super) fn check(
    scope: &Scope<'_>,
    computed: Vec<(String, String)>,
    found: &mut Validation,
) -> Result<(), Error> {
    let path = scope.store.folder().join(DIGESTS_FILE_NAME);
    let own_name = scope.dataset.shown(DIGESTS_FILE_NAME);
    let bytes = read(&path)?;
    let computed = Digests::new(computed);
    let stored: Digests = match parse(Path::new(&own_name), &bytes) {
        Ok(stored) => stored,
        Err(error) => {
            found
                .problems
                .push(Problem::wrong(own_name, error.to_string()));
            return Ok(());
        }
    };
    let before = found.problems.len();
    for (name, recomputed) in &computed.files {
        match stored.files.get(name) {
            Some(digest) if digest == recomputed => {}
            Some(digest) => found.problems.push(Problem::differs(
                own_name.clone(),
                &format!("SHA-256 of {name}"),
                digest,
                recomputed,
                "the file gives",
            )),
            None => found.problems.push(Problem::wrong(
                name.clone(),
                format!("{own_name} does not list this file"),
            )),
        }
    }
    for name in stored.files.keys() {
        if !computed.files.contains_key(name) {
            found.problems.push(Problem::wrong(
                name.clone(),
                format!("is missing, but {own_name} lists it"),
            ));
        }
    }
    // Equal digests have one form only.
    let expected = computed.to_bytes().unwrap_or_default();
    if found.problems.len() == before
        && let Some(line) = first_differing_line(&bytes, &expected)
    {
        found.problems.push(Problem::wrong(
            own_name,
            format!("line {line} is not in the one form this file has for these digests"),
        ));
    }
    found.seal = computed.seal().ok();
    Ok(())
}
