//! The whole import: all of it happens, or nothing.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use assay_manifest::Function;
use sha2::{Digest as _, Sha256};

use crate::answers::normal;
use crate::archive::Archive;
use crate::detect::{Detected, Instance, detect, folder_of};
use crate::error::Error;
use crate::layout::label;
use crate::manifest_text::{self, Facts, Known};
use crate::prove::Prover;
use crate::tree::Tree;
use crate::trial::Trial;
use crate::unpack::{CODE, Control, Limits, Unpacked, unpack};

/// What to import.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The archive.
    pub archive: &'r Path,
    /// Identifier of the candidate; by default found by digest or file name in the manifests, else made from the name.
    pub id: Option<&'r str>,
    /// Root of the repository.
    pub repository: &'r Path,
    /// What is refused for its size.
    pub limits: Limits,
    /// Builds and runs each instance once, so that known answers decide what names leave open. Without it nothing is built
    /// but single objects, and nothing is run.
    pub trial: Option<&'r dyn Trial>,
    /// How it is followed and stopped.
    pub control: Control<'r>,
}

/// A finished import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The candidate.
    pub id: String,
    /// How the candidate was recognised, in words.
    pub recognised: String,
    /// SHA-256 of the archive.
    pub sha256: String,
    /// Bytes of the archive.
    pub size: u64,
    /// What was unpacked.
    pub unpacked: Unpacked,
    /// What it is.
    pub detected: Detected,
    /// What was changed in a manifest that was there; `None` when a new one was written.
    pub completed: Option<Vec<String>>,
}

impl Imported {
    /// Everything a person has to look at, by instance.
    #[must_use]
    pub fn open(&self) -> Vec<String> {
        let refused = self
            .unpacked
            .refused
            .iter()
            .map(|refused| format!("refused {refused}"));
        let of_instances = self.detected.instances.iter().flat_map(|instance| {
            let label = &instance.place.label;
            instance
                .selection
                .open
                .iter()
                .map(move |open| format!("{label}: {open}"))
        });
        refused.chain(of_instances).collect()
    }
}

/// Imports an archive into `candidates/<id>`.
///
/// # Errors
/// See [`Error`]; after one, nothing is changed.
pub fn import(request: &Request<'_>) -> Result<Imported, Error> {
    let path = request.archive;
    let size = std::fs::metadata(path)
        .map_err(Error::io("open", path))?
        .len();
    let archive = Archive::open(path)?;
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let package = package_name(&name);
    let candidates = request.repository.join("candidates");
    std::fs::create_dir_all(&candidates).map_err(Error::io("create", &candidates))?;
    let work = Work::new(&candidates)?;
    let control = request.control;
    // The digest takes about as long as unpacking; the other core does it meanwhile.
    let (sha256, unpacked) = std::thread::scope(|scope| {
        let digest = scope.spawn(move || digest(path, control));
        let unpacked = unpack(&archive, work.folder(), &request.limits, control);
        (digest.join(), unpacked)
    });
    let sha256 = sha256.unwrap_or(Err(Error::Cancelled))?;
    let all_known = manifest_text::known(&candidates)?;
    let (known, recognised) = recognise(request.id, &all_known, &name, &sha256);
    if let Some(candidate) = known {
        check(path, candidate, size, &sha256)?;
    }
    let unpacked = unpacked?;
    let tree = Tree::new(work.folder(), &unpacked);
    let detected = detect(&tree, &unpacked, &package, request.control)?;
    let Some((mut detected, examiner, all)) = detected else {
        return Err(Error::NothingFound {
            path: path.to_owned(),
            refused: unpacked.refused,
            left_packed: unpacked.left_packed,
        });
    };
    let id = match (request.id, known) {
        (Some(id), _) => id.to_owned(),
        (None, Some(candidate)) => candidate.id.clone(),
        (None, None) => new_id(detected.function, &package),
    };
    if !valid_id(&id) {
        return Err(Error::Identifier { id });
    }
    let folder = candidates.join(&id);
    let manifest = folder.join("candidate.toml");
    let facts = Facts {
        archive: &name,
        sha256: &sha256,
        size,
    };
    let there = match std::fs::read_to_string(&manifest) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Error::io("read", &manifest)(error)),
    };
    let written = there
        .as_deref()
        .map(manifest_text::described)
        .unwrap_or_default();
    let described = |instance: &Instance| {
        written.contains(&instance.place.label)
            || instance
                .name
                .as_ref()
                .is_some_and(|name| written.contains(name))
    };
    if let Some(trial) = request.trial {
        let prover = Prover {
            examiner: &examiner,
            trial,
            code: &work.folder().join(CODE),
            all: &all,
            control: request.control,
        };
        prover.prove(&mut detected, &described)?;
        detected.folder = folder_of(&detected.instances);
    }
    // What a person has written down is no longer open.
    for instance in detected
        .instances
        .iter_mut()
        .filter(|instance| described(instance))
    {
        let open = std::mem::take(&mut instance.selection.open);
        let settled = open
            .into_iter()
            .map(|item| format!("settled by the manifest: {item}"));
        instance.selection.reasons.extend(settled);
    }
    let (text, completed) = match there {
        Some(text) => {
            if manifest_text::function_of(&text)
                .is_some_and(|function| function != detected.function)
            {
                return Err(Error::Manifest {
                    path: manifest,
                    reason: format!(
                        "the package is a {}, the manifest says otherwise",
                        detected.function.description()
                    ),
                });
            }
            let (text, remarks) = manifest_text::complete(&manifest, &text, &facts, &detected)?;
            (text, Some(remarks))
        }
        None => (manifest_text::new(&id, &package, &facts, &detected), None),
    };
    request.control.check()?;
    work.put(&folder, &manifest, &text)?;
    Ok(Imported {
        id,
        recognised,
        sha256,
        size,
        unpacked,
        detected,
        completed,
    })
}

/// A folder beside the candidates in which everything is made; gone again in the end, whatever happens.
struct Work(tempfile::TempDir);

/// Folder of unfinished imports.
const WORK: &str = ".import";

impl Work {
    fn new(candidates: &Path) -> Result<Self, Error> {
        let parent = candidates.join(WORK);
        // What a killed import left is of no use to anyone; a running one holds a lock on its own.
        std::fs::create_dir_all(&parent).map_err(Error::io("create", &parent))?;
        remove_abandoned(&parent);
        tempfile::Builder::new()
            .prefix(&format!("{}-", std::process::id()))
            .tempdir_in(&parent)
            .map(Self)
            .map_err(Error::io("write in", &parent))
    }

    fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Moves code and manifest to their places. The old code is moved away first, and comes back if that fails.
    fn put(self, folder: &Path, manifest: &Path, text: &str) -> Result<(), Error> {
        let new = self.folder().join(CODE);
        let (target, old) = (folder.join(CODE), self.folder().join("old"));
        let created = !folder.exists();
        std::fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let had_old = target.exists();
        if had_old {
            std::fs::rename(&target, &old).map_err(Error::io("replace", &target))?;
        }
        let put = || -> Result<(), Error> {
            let mut draft = tempfile::NamedTempFile::new_in(self.folder())
                .map_err(Error::io("write in", self.folder()))?;
            draft
                .write_all(text.as_bytes())
                .and_then(|()| draft.as_file().sync_all())
                .map_err(Error::io("write", manifest))?;
            readable(draft.path());
            std::fs::rename(&new, &target).map_err(Error::io("write", &target))?;
            match draft.persist(manifest) {
                Ok(_) => Ok(()),
                Err(error) => {
                    let _ = std::fs::rename(&target, &new);
                    Err(Error::io("write", manifest)(error.error))
                }
            }
        };
        let result = put();
        if result.is_err() {
            if had_old {
                let _ = std::fs::rename(&old, &target);
            } else if created {
                let _ = std::fs::remove_dir(folder);
            }
        }
        result
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let parent = self.0.path().parent().map(Path::to_owned);
        let _ = std::fs::remove_dir_all(self.0.path());
        if let Some(parent) = parent {
            // Fails while another import is going on.
            let _ = std::fs::remove_dir(parent);
        }
    }
}

/// Temporary files are for their owner alone; a manifest is for all.
fn readable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644));
}

/// Removes what imports of processes that are gone have left.
fn remove_abandoned(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_string_lossy().split('-').next().map(str::to_owned);
        let alive = process.is_some_and(|process| Path::new("/proc").join(process).exists());
        if !alive {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn digest(path: &Path, control: Control<'_>) -> Result<String, Error> {
    let mut file = std::fs::File::open(path).map_err(Error::io("open", path))?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        control.check()?;
        match file.read(&mut buffer).map_err(Error::io("read", path))? {
            0 => break,
            count => digest.update(&buffer[..count]),
        }
    }
    Ok(digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// The candidate of an archive, by identifier, digest or file name.
fn recognise<'k>(
    asked: Option<&str>,
    known: &'k [Known],
    name: &str,
    sha256: &str,
) -> (Option<&'k Known>, String) {
    if let Some(id) = asked {
        let known = known.iter().find(|candidate| candidate.id == id);
        return (known, format!("{id}, as asked for"));
    }
    let by = |test: &dyn Fn(&Known) -> bool| known.iter().find(|known| test(known));
    if let Some(candidate) = by(&|known| known.sha256.as_deref() == Some(sha256)) {
        let text = format!("{} by the archive's SHA-256", candidate.id);
        return (Some(candidate), text);
    }
    if let Some(candidate) = by(&|known| known.archive.as_deref() == Some(name)) {
        let text = format!("{} by the archive's name", candidate.id);
        return (Some(candidate), text);
    }
    let text = "a new candidate: no manifest names this archive";
    (None, text.to_owned())
}

/// Whether an archive is the one that a manifest describes.
fn check(path: &Path, candidate: &Known, size: u64, sha256: &str) -> Result<(), Error> {
    let other = |expected: String, found: String| Error::OtherArchive {
        path: path.to_owned(),
        id: candidate.id.clone(),
        expected,
        found,
    };
    if let Some(expected) = candidate.size.filter(|expected| *expected != size) {
        return Err(other(
            format!("{expected} bytes"),
            format!("has {size} bytes"),
        ));
    }
    match &candidate.sha256 {
        Some(expected) if expected != sha256 => Err(other(
            format!("SHA-256 {expected}"),
            format!("has {sha256}"),
        )),
        _ => Ok(()),
    }
}

/// A file name without its endings.
fn package_name(name: &str) -> String {
    let path = PathBuf::from(name);
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    stem.strip_suffix(".tar").unwrap_or(&stem).to_owned()
}

fn new_id(function: Function, package: &str) -> String {
    let name: String = label(package)
        .to_lowercase()
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let name = name.trim_matches('-');
    if normal(name).starts_with(function.as_str()) {
        name.to_owned()
    } else {
        format!("{function}-{name}")
    }
}

fn valid_id(id: &str) -> bool {
    !id.is_empty()
        && !id.starts_with('-')
        && id
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}
