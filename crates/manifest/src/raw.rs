//! The manifest as written: keys and types, nothing else. Only this crate sees it.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::candidate::{Function, SurveyVerdict};
use crate::cpu::Architecture;
use crate::implementation::{DrngGlobal, Helpers, Library};
use crate::instance::{IssueAction, Profile, SizeBasis, Variant};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawCandidate {
    pub(crate) id: Spanned<String>,
    pub(crate) algorithm: Spanned<String>,
    pub(crate) function: Function,
    pub(crate) links: Option<RawLinks>,
    pub(crate) survey: Option<RawSurvey>,
    pub(crate) submission: Option<RawSubmission>,
    pub(crate) independent: Option<Spanned<RawImplementation>>,
    pub(crate) submitted: Option<Spanned<RawImplementation>>,
    #[serde(default)]
    pub(crate) instances: Vec<Spanned<RawInstance>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawLinks {
    pub(crate) submission: Option<Spanned<String>>,
    pub(crate) security: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawSurvey {
    pub(crate) verdict: SurveyVerdict,
    pub(crate) notes: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawSubmission {
    pub(crate) archive: Spanned<String>,
    pub(crate) sha256: Spanned<String>,
    pub(crate) size: Option<u64>,
    pub(crate) folder: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawImplementation {
    #[serde(default)]
    pub(crate) sources: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) exclude: Vec<Spanned<String>>,
    pub(crate) include_directories: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    pub(crate) defines: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) libraries: Vec<Library>,
    #[serde(default)]
    pub(crate) flags: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) replace: BTreeMap<String, Spanned<String>>,
    pub(crate) api_header: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) helpers: Helpers,
    #[serde(default)]
    pub(crate) drng_global: DrngGlobal,
}

/// What an instance adds to the table of an origin; its `api-header`, `helpers` and `drng-global` take the place of
/// the table's.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawAdditions {
    #[serde(default)]
    pub(crate) sources: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) exclude: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) include_directories: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) defines: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) libraries: Vec<Library>,
    #[serde(default)]
    pub(crate) flags: Vec<Spanned<String>>,
    #[serde(default)]
    pub(crate) replace: BTreeMap<String, Spanned<String>>,
    pub(crate) api_header: Option<Spanned<String>>,
    pub(crate) helpers: Option<Helpers>,
    pub(crate) drng_global: Option<DrngGlobal>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawInstance {
    pub(crate) label: Spanned<String>,
    pub(crate) instance: Option<Spanned<String>>,
    pub(crate) variant: Spanned<Variant>,
    pub(crate) profile: Profile,
    #[serde(default)]
    pub(crate) requires: Vec<Spanned<String>>,
    pub(crate) kat_file: Spanned<String>,
    pub(crate) kat_folder: Option<Spanned<String>>,
    pub(crate) digest_bits: Option<Spanned<u32>>,
    pub(crate) external_sizes: Option<Spanned<RawSizes>>,
    pub(crate) stack_bytes: Option<Spanned<u64>>,
    #[serde(default)]
    pub(crate) issues: Vec<RawIssue>,
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    pub(crate) independent: Option<Spanned<RawAdditions>>,
    pub(crate) submitted: Option<Spanned<RawAdditions>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawSizes {
    pub(crate) public_key: Option<Spanned<u64>>,
    pub(crate) ciphertext: Option<Spanned<u64>>,
    pub(crate) signature: Option<Spanned<u64>>,
    pub(crate) public_key_a: Option<Spanned<u64>>,
    pub(crate) public_key_b: Option<Spanned<u64>>,
    pub(crate) messages: Option<Spanned<u64>>,
    pub(crate) basis: Option<Spanned<SizeBasis>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawIssue {
    pub(crate) action: IssueAction,
    pub(crate) cause: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawSystems {
    #[serde(default)]
    pub(crate) systems: Vec<RawSystem>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct RawSystem {
    pub(crate) id: Spanned<String>,
    pub(crate) architecture: Architecture,
    pub(crate) host_name: Spanned<String>,
    pub(crate) description: Spanned<String>,
}
