//! Where datasets are: runs, published systems, and folders elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

use assay_evidence::Store;

use crate::error::Error;
use crate::workbench::Repository;

/// A folder of evidence, and of pages where it has any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dataset {
    name: String,
    data: PathBuf,
    pages: Option<PathBuf>,
    system: Option<String>,
}

impl Dataset {
    /// The dataset in a folder: a run or system with `data/` and `pages/`, or evidence alone, as other tools publish it.
    #[must_use]
    pub fn at(folder: &Path) -> Option<Dataset> {
        let name = folder.display().to_string();
        if folder.join("data").is_dir() {
            return Some(Dataset {
                name,
                data: folder.join("data"),
                pages: Some(folder.join("pages")),
                system: None,
            });
        }
        let beside = folder.parent().map(|parent| parent.join("pages"));
        folder
            .join("campaign.json")
            .is_file()
            .then(|| match beside {
                Some(pages) if folder.ends_with("data") && pages.is_dir() => Dataset {
                    name,
                    data: folder.to_owned(),
                    pages: Some(pages),
                    system: None,
                },
                _ => Dataset {
                    name,
                    data: folder.to_owned(),
                    pages: None,
                    system: None,
                },
            })
    }

    /// A dataset by its path, its system (`x86_1`) or its run (`local-quick`).
    ///
    /// # Errors
    /// When there is none.
    pub fn find(repository: &Repository, name: &str) -> Result<Dataset, Error> {
        let known = Dataset::all(repository)?;
        if let Some(dataset) = known
            .iter()
            .find(|dataset| dataset.data.parent().and_then(Path::file_name) == Some(name.as_ref()))
        {
            return Ok(dataset.clone());
        }
        let path = fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
        if let Some(dataset) = known
            .iter()
            .find(|dataset| dataset.data == path || dataset.data.parent() == Some(&path))
        {
            return Ok(dataset.clone());
        }
        Dataset::at(Path::new(name)).ok_or_else(|| Error::NoDataset {
            name: name.to_owned(),
            known: if known.is_empty() {
                "none yet, `cargo xtask campaign` makes one".to_owned()
            } else {
                let names: Vec<&str> = known.iter().map(|dataset| dataset.name.as_str()).collect();
                names.join(", ")
            },
        })
    }

    /// Every published system and every run of a repository, in order of name.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn all(repository: &Repository) -> Result<Vec<Dataset>, Error> {
        let mut found = Vec::new();
        let reports = repository.root().join("reports");
        for (folder, published) in [(reports.clone(), true), (reports.join("runs"), false)] {
            for path in folders_in(&folder)? {
                let Some(mut dataset) = Dataset::at(&path) else {
                    continue;
                };
                dataset.name = repository.shown(&path);
                dataset.system = published
                    .then(|| path.file_name())
                    .flatten()
                    .map(|name| name.to_string_lossy().into_owned());
                found.push(dataset);
            }
        }
        Ok(found)
    }

    /// As it is shown.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its evidence.
    #[must_use]
    pub fn store(&self) -> Store {
        Store::new(&self.data)
    }

    /// Folder of its pages; `None` where evidence lies alone.
    #[must_use]
    pub fn pages(&self) -> Option<&Path> {
        self.pages.as_deref()
    }

    /// The system whose published dataset this is.
    #[must_use]
    pub fn published_system(&self) -> Option<&str> {
        self.system.as_deref()
    }

    /// The same files, seen as the published dataset of a system.
    pub(crate) fn into_published(self, system: &str) -> Dataset {
        Dataset {
            system: Some(system.to_owned()),
            ..self
        }
    }

    /// Name of an evidence file as messages and digests have it.
    pub(crate) fn shown(&self, name: &str) -> String {
        if self.pages.is_some() {
            format!("data/{name}")
        } else {
            name.to_owned()
        }
    }
}

/// Folders whose name does not begin with a dot, sorted; none when there is no such folder.
fn folders_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|source| Error::Files {
                what: "read",
                path: folder.to_owned(),
                source,
            })?
            .path();
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
