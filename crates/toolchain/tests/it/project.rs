//! A repository with one candidate in a temporary folder.

use std::path::{Path, PathBuf};

use assay_manifest::{Candidate, load};
use assay_toolchain::{BuildError, Builder, BuiltLibrary, FlagClass, Request, Toolchain};

/// Compares a text with its stored snapshot.
macro_rules! assert_text {
    ($text:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($text) })
    };
}
pub(crate) use assert_text;

const MANIFEST: &str = r#"
id = "kem-90"
algorithm = "Toy"
function = "kem"

[independent]
sources = ["*.c"]

[[instances]]
label = "toy128"
variant = "reference"
profile = "guide"
kat-file = "KAT_KEM_toy128.txt"
independent = { defines = ["TOY_LEVEL=128"] }
"#;

const HEADER: &str = r#"
#ifndef TOY_H
#define TOY_H
#include "sizes.h"
#if TOY_LEVEL == 256
#define ALGORITHM_INSTANCE "toy-two-five-six"
#else
#define ALGORITHM_INSTANCE "toy-one-two-eight"
#endif
unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);
int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk, unsigned long long *sk_len);
int kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss, unsigned long long *ss_len,
            unsigned char *ct, unsigned long long *ct_len);
int kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct, unsigned long long ct_len,
            unsigned char *ss, unsigned long long *ss_len);
void toy_expand(unsigned char *out, const unsigned char *in);
#endif
"#;

const KEM: &str = r#"
#include "KEM_AlgorithmInstance.h"
#include "drng.h"
#include <string.h>

extern DRNG_ctx drng_algorithm;

unsigned long long kem_get_pk_len_bytes(void) { return TOY_BYTES; }
unsigned long long kem_get_sk_len_bytes(void) { return TOY_BYTES; }
unsigned long long kem_get_ss_len_bytes(void) { return TOY_BYTES; }
unsigned long long kem_get_ct_len_bytes(void) { return TOY_BYTES; }

int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk, unsigned long long *sk_len)
{
    const int status = get_random_number(&drng_algorithm, sk, 8 * TOY_BYTES);
    toy_expand(pk, sk);
    *pk_len = *sk_len = TOY_BYTES;
    return status;
}

int kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss, unsigned long long *ss_len,
            unsigned char *ct, unsigned long long *ct_len)
{
    memcpy(ct, pk, (size_t)pk_len);
    toy_expand(ss, ct);
    *ct_len = *ss_len = TOY_BYTES;
    return 0;
}

int kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct, unsigned long long ct_len,
            unsigned char *ss, unsigned long long *ss_len)
{
    (void)sk;
    (void)sk_len;
    (void)ct_len;
    toy_expand(ss, ct);
    *ss_len = TOY_BYTES;
    return 0;
}
"#;

const EXPAND: &str = r#"
#include "KEM_AlgorithmInstance.h"
#include "auxfunc.h"

void toy_expand(unsigned char *out, const unsigned char *in)
{
    (void)pseudoXOF(8 * TOY_BYTES, in, 8 * TOY_BYTES, out);
}
"#;

/// Sources of the candidate in its unchanged form.
pub(crate) const SOURCES: usize = 2;

/// Sources of the shim.
pub(crate) const SHIM: usize = 2;

pub(crate) struct Project {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl Project {
    pub(crate) fn new() -> Self {
        Self::in_folder("project")
    }

    /// In a folder of this name.
    pub(crate) fn in_folder(name: &'static str) -> Self {
        let project = Self {
            folder: tempfile::tempdir().unwrap(),
            name,
        };
        project.write("candidate.toml", MANIFEST);
        project.write("independent/KEM_AlgorithmInstance.h", HEADER);
        project.write("independent/sizes.h", "#define TOY_BYTES (TOY_LEVEL / 8)\n");
        project.write("independent/kem.c", KEM);
        project.write("independent/expand.c", EXPAND);
        project
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }

    pub(crate) fn cache(&self) -> PathBuf {
        self.root().join("target/assay")
    }

    /// Writes a file of the candidate.
    pub(crate) fn write(&self, path: &str, text: &str) -> PathBuf {
        write(&self.root().join("candidates/kem-90").join(path), text)
    }

    /// Replaces a part of the manifest.
    pub(crate) fn change_manifest(&self, old: &str, new: &str) {
        let path = self.root().join("candidates/kem-90/candidate.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "nothing to replace");
        std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
    }

    pub(crate) fn candidate(&self) -> Candidate {
        load(&self.root(), "kem-90").unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn builder(&self) -> Builder {
        Builder::new(Toolchain::detect().unwrap(), self.cache())
    }

    /// Builds the first instance plainly.
    pub(crate) fn build(
        &self,
        builder: &Builder,
        flags: FlagClass,
    ) -> Result<BuiltLibrary, BuildError> {
        build(builder, &self.candidate(), flags, false)
    }

    /// The message of a build's error, without the folder's random name.
    pub(crate) fn error(&self, result: Result<BuiltLibrary, BuildError>) -> String {
        let error = result.expect_err("the build fails").to_string();
        error.replace(self.root().to_str().unwrap(), "<root>")
    }
}

/// Builds the first instance of a candidate.
pub(crate) fn build(
    builder: &Builder,
    candidate: &Candidate,
    flags: FlagClass,
    instrumented: bool,
) -> Result<BuiltLibrary, BuildError> {
    let instance = &candidate.instances[0];
    let implementation = instance.implementation().expect("there is code");
    builder.build(&Request {
        candidate,
        instance,
        implementation,
        flags,
        instrumented,
    })
}

pub(crate) fn write(path: &Path, text: &str) -> PathBuf {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    path.to_owned()
}

/// Whether a file holds these bytes somewhere.
pub(crate) fn holds(path: &Path, text: &str) -> bool {
    std::fs::read(path)
        .unwrap()
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

/// A program that stands in for the compiler: answers who it is, else runs this shell text.
pub(crate) fn fake_compiler(folder: &Path, text: &str) -> Toolchain {
    use std::os::unix::fs::PermissionsExt as _;
    let script = format!(
        "#!/bin/sh\ncase \"$1\" in --version) echo fake 1.0; exit;; -dumpmachine) echo fake-machine; exit;; esac\n{text}\n"
    );
    let path = write(&folder.join("fake-cc"), &script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    Toolchain::find(Some(path.as_os_str()), std::ffi::OsStr::new("")).unwrap()
}
