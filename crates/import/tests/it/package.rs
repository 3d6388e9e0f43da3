//! Packages made of small implementations, and what an import makes of them.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use assay_iccs::sources;
use assay_import::{Control, Error, Imported, Instance, Limits, Request, import};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// Functions of a small KEM, by parts that layouts put into different files.
pub(crate) const KEYGEN: &str = r#"
int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk, unsigned long long *sk_len)
{
    draw(sk, 32);
    pseudoXOF(128, sk, 256, pk);
    *pk_len = 16;
    *sk_len = 32;
    return 0;
}
"#;

const REST: &str = r#"
#include <string.h>
unsigned long long kem_get_pk_len_bytes(void) { return 16; }
unsigned long long kem_get_sk_len_bytes(void) { return 32; }
unsigned long long kem_get_ss_len_bytes(void) { return 16; }
unsigned long long kem_get_ct_len_bytes(void) { return 24; }
int kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss, unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
    (void)pk_len;
    draw(ct, 8);
    memcpy(ct + 8, pk, 16);
    pseudoXOF(128, ct, 192, ss);
    *ss_len = 16;
    *ct_len = 24;
    return 0;
}
int kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct, unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
    (void)sk; (void)sk_len; (void)ct_len;
    pseudoXOF(128, ct, 192, ss);
    *ss_len = 16;
    return 0;
}
"#;

pub(crate) const DRAW: &str = "#include \"drng.h\"\nextern DRNG_ctx drng_algorithm;\nvoid draw(unsigned char *out, unsigned bytes) { get_random_number(&drng_algorithm, out, 8ULL * bytes); }\n";

pub(crate) const URANDOM: &str = "#include <stdio.h>\nvoid draw(unsigned char *out, unsigned bytes) { FILE *f = fopen(\"/dev/urandom\", \"rb\"); if (fread(out, 1, bytes, f) != bytes) out[0] = 1; fclose(f); }\n";

/// The source of the interface; `header` declares it.
pub(crate) fn api(header: &str) -> String {
    format!(
        "#include \"{header}\"\n#include \"auxfunc.h\"\nvoid draw(unsigned char *out, unsigned bytes);\n{REST}{KEYGEN}"
    )
}

pub(crate) fn header(name: &str) -> String {
    format!(
        "#define ALGORITHM_INSTANCE {name}\nint kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk, unsigned long long *sk_len);\n"
    )
}

pub(crate) const MAIN: &str =
    "#include \"drng.h\"\nDRNG_ctx drng_algorithm;\nint main(void) { return 0; }\n";

/// Known answers of the right form.
pub(crate) fn answers(records: usize, pk: usize) -> String {
    let mut text = String::new();
    for count in 0..records {
        let seed = "AB".repeat(64);
        let hex = |bytes: usize| "0C".repeat(bytes);
        text += &format!(
            "Count = {count}\nSeed_Len = 64\nSeed = {seed}\nPK_Len = {pk}\nPK = {}\nSK_Len = 32\nSK = {}\nCT_Len = 24\nCT = {}\nSS_Len = 16\nSS = {}\n\n",
            hex(pk),
            hex(32),
            hex(24),
            hex(16)
        );
    }
    text
}

#[derive(Clone, Default)]
pub(crate) struct Package {
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Package {
    pub(crate) fn file(&mut self, path: impl Into<String>, text: impl AsRef<[u8]>) -> &mut Self {
        self.files.push((path.into(), text.as_ref().to_vec()));
        self
    }

    /// The helper sources.
    pub(crate) fn helpers(&mut self, folder: &str) -> &mut Self {
        for name in [
            "drng.c",
            "drng.h",
            "auxfunc.c",
            "auxfunc.h",
            "assay_sm3.c",
            "assay_sm3.h",
        ] {
            let text = sources::ALL
                .iter()
                .find(|file| file.name == name)
                .unwrap()
                .contents;
            // Under other names, as a package's own helpers have.
            let (name, text) = (
                name.replace("assay", "toy"),
                text.replace("assay_sm3", "toy_sm3"),
            );
            self.file(format!("{folder}/{name}"), text);
        }
        self
    }

    /// A plain instance folder.
    pub(crate) fn kem(&mut self, folder: &str, name: &str) -> &mut Self {
        self.file(
            format!("{folder}/KEM_AlgorithmInstance.c"),
            api("KEM_AlgorithmInstance.h"),
        )
        .file(
            format!("{folder}/KEM_AlgorithmInstance.h"),
            header(&format!("\"{name}\"")),
        )
        .file(format!("{folder}/code.c"), DRAW)
        .file(format!("{folder}/KAT_KEM.c"), MAIN)
        .helpers(folder)
    }

    pub(crate) fn hash(&mut self, folder: &str, name: &str, bits: u32) -> &mut Self {
        let body = "#include \"CryptHash_AlgorithmInstance.h\"\nint CryptHash(int bits, const unsigned char *msg, unsigned long long msg_bits, unsigned char *digest) { (void)msg; (void)msg_bits; for (int i = 0; i < bits / 8; i++) digest[i] = (unsigned char)i; return 0; }\n";
        let header = format!(
            "#define ALGORITHM_INSTANCE \"{name}\"\n#define DIGEST_BIT_LENGTH {bits}\nint CryptHash(int, const unsigned char *, unsigned long long, unsigned char *);\n"
        );
        let drng = "drng.c";
        self.helpers(folder);
        self.files
            .retain(|(path, _)| !path.ends_with("auxfunc.c") && !path.ends_with("auxfunc.h"));
        self.file(format!("{folder}/CryptHash_AlgorithmInstance.c"), body)
            .file(format!("{folder}/CryptHash_AlgorithmInstance.h"), header);
        assert!(self.files.iter().any(|(path, _)| path.ends_with(drng)));
        self
    }

    pub(crate) fn zip(&self, path: &Path) {
        let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
        for (name, contents) in &self.files {
            zip.start_file(name.as_str(), SimpleFileOptions::default())
                .unwrap();
            zip.write_all(contents).unwrap();
        }
        zip.finish().unwrap();
    }

    pub(crate) fn tar(&self, path: &Path) {
        let mut tar = tar::Builder::new(std::fs::File::create(path).unwrap());
        for (name, contents) in &self.files {
            let mut header = tar::Header::new_ustar();
            header.set_size(contents.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, contents.as_slice())
                .unwrap();
        }
        tar.finish().unwrap();
    }

    /// Zips and imports.
    pub(crate) fn import(&self, name: &str) -> Outcome {
        let desk = Desk::new();
        let archive = desk.path().join(name);
        self.zip(&archive);
        desk.import(&archive)
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

/// A repository without candidates.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn import(self, archive: &Path) -> Result<Outcome, Error> {
        let imported = self.try_import(archive)?;
        Ok(Outcome {
            desk: self,
            imported,
        })
    }

    pub(crate) fn try_import(&self, archive: &Path) -> Result<Imported, Error> {
        import(&Request {
            archive,
            id: None,
            repository: self.path(),
            limits: Limits::default(),
            trial: None,
            control: Control {
                cancel: &AtomicBool::new(false),
                progress: &|_, _| {},
            },
        })
    }

    /// Every file below `candidates`.
    pub(crate) fn left(&self) -> Vec<String> {
        let root = self.path().join("candidates");
        let mut found = Vec::new();
        let mut pending: Vec<PathBuf> = vec![root.clone()];
        while let Some(folder) = pending.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                if entry.path().is_dir() {
                    pending.push(entry.path());
                }
                found.push(
                    entry
                        .path()
                        .strip_prefix(&root)
                        .unwrap()
                        .display()
                        .to_string(),
                );
            }
        }
        found.sort();
        found
    }
}

pub(crate) struct Outcome {
    pub(crate) desk: Desk,
    pub(crate) imported: Imported,
}

impl Outcome {
    pub(crate) fn labels(&self) -> Vec<&str> {
        self.imported
            .detected
            .instances
            .iter()
            .map(|instance| instance.place.label.as_str())
            .collect()
    }

    pub(crate) fn instance(&self, label: &str) -> &Instance {
        self.imported
            .detected
            .instances
            .iter()
            .find(|instance| instance.place.label == label)
            .unwrap_or_else(|| panic!("no instance {label} in {:?}", self.labels()))
    }

    /// Names of the sources of an instance, without folders.
    pub(crate) fn sources(&self, label: &str) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .instance(label)
            .selection
            .sources
            .iter()
            .map(|path| path.rsplit('/').next().unwrap())
            .collect();
        names.sort_unstable();
        names
    }

    /// Labels and the paths of their answers.
    pub(crate) fn answers(&self) -> BTreeMap<&str, &str> {
        self.imported
            .detected
            .instances
            .iter()
            .filter_map(|instance| {
                Some((
                    instance.place.label.as_str(),
                    instance.answers.first()?.0.path.as_str(),
                ))
            })
            .collect()
    }

    pub(crate) fn manifest(&self) -> String {
        let path = self
            .desk
            .path()
            .join("candidates")
            .join(&self.imported.id)
            .join("candidate.toml");
        std::fs::read_to_string(path).unwrap()
    }

    /// The manifest is read back without a mistake, and each instance has code.
    pub(crate) fn loads(&self) {
        let loaded = assay_manifest::load(self.desk.path(), &self.imported.id)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.manifest()));
        for instance in &loaded.instances {
            assert!(
                instance.submitted.is_some(),
                "{}\n{}",
                instance.label,
                self.manifest()
            );
        }
    }

    /// Everything that was decided or left open, for searching.
    pub(crate) fn said(&self) -> String {
        let detected = &self.imported.detected;
        let mut lines = detected.remarks.clone();
        lines.extend(detected.surplus.clone());
        for instance in &detected.instances {
            lines.extend(instance.selection.reasons.clone());
            lines.extend(instance.selection.open.clone());
        }
        lines.join("\n")
    }

    pub(crate) fn says(&self, text: &str) {
        assert!(
            self.said().contains(text),
            "{text:?} is not in:\n{}",
            self.said()
        );
    }

    pub(crate) fn nothing_open(&self) {
        assert_eq!(
            self.imported.open(),
            Vec::<String>::new(),
            "{}",
            self.said()
        );
    }
}
