//! What was built: `build.json`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Every built instance of a dataset.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Entries by `<candidate>/<label>`, in order of completion.
    #[serde(with = "in_order")]
    pub instances: Vec<BuildEntry>,
    /// Published data: exit codes of optimised families.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub optimized: Map<String, Value>,
    /// Members of other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Build {
    /// The entry of an instance.
    #[must_use]
    pub fn entry(&self, candidate: &str, label: &str) -> Option<&BuildEntry> {
        self.instances
            .iter()
            .find(|entry| entry.candidate == candidate && entry.label == label)
    }

    /// Replaces the entry of the same instance where it stands, or adds it at the end.
    pub fn put(&mut self, entry: BuildEntry) {
        let same = |other: &&mut BuildEntry| {
            other.candidate == entry.candidate && other.label == entry.label
        };
        match self.instances.iter_mut().find(same) {
            Some(old) => *old = entry,
            None => self.instances.push(entry),
        }
    }
}

/// One instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BuildEntry {
    /// Candidate, such as `kem-24`.
    pub candidate: String,
    /// Label of the instance.
    pub label: String,
    /// Name the library reports.
    pub instance: Option<String>,
    /// `reference`, `optimized-avx2`.
    pub variant: String,
    /// Class of compiler flags of the library.
    pub flags: String,
    /// Verdict of the known-answer test.
    pub kat: String,
    /// Verdict with the guide's flags, when those of the class `harness-default` had to be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide_result: Option<String>,
    /// Path of the library; absent when there is nothing to measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// Its SHA-256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library_sha256: Option<String>,
    /// Sum of the memory sizes of its loadable segments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elf_load_bytes: Option<u64>,
    /// Path of the log of the known-answer test inside the dataset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat_log: Option<String>,
    /// Its SHA-256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat_log_sha256: Option<String>,
    /// Version 3: what the published entries do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<BuildProvenance>,
    /// Members of other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Version 3: what the published entries do not say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BuildProvenance {
    /// `independent` or `submission`; null when there is no code.
    pub origin: Option<String>,
    /// Digest of everything the library was built from; null when it was not built.
    pub build_key: Option<String>,
    /// First line of the compiler's version.
    pub compiler: Option<String>,
    /// Compiler flags as embedded in the library.
    pub build_flags: Option<String>,
    /// The verdict in words.
    pub detail: String,
    /// What the known-answer test noticed beside its verdict.
    pub findings: Vec<String>,
    /// Vectors that were compared.
    pub vectors_compared: u64,
    /// SHA-256 of the file of expected digests; null when there is none.
    pub kat_reference_sha256: Option<String>,
    /// Why this instance is not run on this machine, if it is not.
    pub not_run: Option<String>,
    /// Parts of the static size.
    pub sections: Option<SectionSizes>,
}

/// Parts of the static size of a library, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionSizes {
    /// Executable sections.
    pub text: u64,
    /// Read-only data.
    pub rodata: u64,
    /// Initialised writable data.
    pub data: u64,
    /// Zero-initialised data.
    pub bss: u64,
}

/// A JSON object whose keys are `<candidate>/<label>`, in order.
mod in_order {
    use std::fmt;

    use serde::de::{Deserializer, Error, MapAccess, Visitor};
    use serde::ser::{SerializeMap, Serializer};

    use super::BuildEntry;

    pub(super) fn serialize<S: Serializer>(
        entries: &[BuildEntry],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(entries.len()))?;
        for entry in entries {
            map.serialize_entry(&format_args!("{}/{}", entry.candidate, entry.label), entry)?;
        }
        map.end()
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<BuildEntry>, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<BuildEntry>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of instances")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, entry)) = map.next_entry::<String, BuildEntry>()? {
                    if key != format!("{}/{}", entry.candidate, entry.label) {
                        return Err(A::Error::custom(format_args!(
                            "the entry {key:?} describes {}/{}",
                            entry.candidate, entry.label
                        )));
                    }
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}
