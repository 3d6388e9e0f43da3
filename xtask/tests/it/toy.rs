//! A KEM with parameters, as C sources of a package and as a model that makes its known answers.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use assay_iccs::model::{BitStr, Drng, pseudoxof};
use assay_iccs::sources;
use assay_kat::buffer::{Buffer, Heap};
use assay_kat::kem::{self, Kem, KemSizes};
use assay_kat::{Candidate, Form, Runs, write_records};
use zip::write::SimpleFileOptions;

/// Parameters that the C sources call `PK_BYTES` and `TWIST`.
#[derive(Clone, Copy)]
pub(crate) struct Toy {
    pub(crate) public_key: usize,
    pub(crate) twist: u8,
}

/// Without its definition of `PK_BYTES` and `TWIST`, which headers give, and of `draw`.
pub(crate) const CODE: &str = r#"#include "KEM_AlgorithmInstance.h"
#include "auxfunc.h"
#include <string.h>
void draw(unsigned char *out, unsigned bytes);
unsigned long long kem_get_pk_len_bytes(void) { return PK_BYTES; }
unsigned long long kem_get_sk_len_bytes(void) { return 32; }
unsigned long long kem_get_ss_len_bytes(void) { return 16; }
unsigned long long kem_get_ct_len_bytes(void) { return 24; }
int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk, unsigned long long *sk_len)
{
    unsigned char full[16];
    draw(sk, 32);
    pseudoXOF(128, sk, 256, full);
    memcpy(pk, full, PK_BYTES);
    pk[0] ^= TWIST;
    *pk_len = PK_BYTES;
    *sk_len = 32;
    return 0;
}
int kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss, unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
    (void)pk_len;
    draw(ct, 8);
    memset(ct + 8, 0, 16);
    memcpy(ct + 8, pk, PK_BYTES);
    pseudoXOF(128, ct, 192, ss);
    *ss_len = 16;
    *ct_len = 24;
    return 0;
}
int kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct, unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
    (void)sk;
    (void)sk_len;
    (void)ct_len;
    pseudoXOF(128, ct, 192, ss);
    *ss_len = 16;
    return 0;
}
"#;

pub(crate) const DRAW: &str = "#include \"drng.h\"\nextern DRNG_ctx drng_algorithm;\nvoid draw(unsigned char *out, unsigned bytes);\nvoid draw(unsigned char *out, unsigned bytes) { get_random_number(&drng_algorithm, out, 8ULL * bytes); }\n";

pub(crate) const URANDOM: &str = "#include <stdio.h>\nvoid draw(unsigned char *out, unsigned bytes);\nvoid draw(unsigned char *out, unsigned bytes) { FILE *f = fopen(\"/dev/urandom\", \"rb\"); if (!f || fread(out, 1, bytes, f) != bytes) out[0] = 1; if (f) fclose(f); }\n";

/// A driver main, which is not to be linked.
pub(crate) const MAIN: &str =
    "#include \"drng.h\"\nDRNG_ctx drng_algorithm;\nint main(void) { return 0; }\n";

impl Toy {
    pub(crate) fn new(public_key: usize) -> Toy {
        Toy {
            public_key,
            twist: 0,
        }
    }

    /// Header of an instance, after `settings`.
    pub(crate) fn header(self, settings: &str, name: &str) -> String {
        format!(
            "{settings}\n#define ALGORITHM_INSTANCE \"{name}\"\n#define PK_BYTES {}\n#define TWIST {}\nint kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk, unsigned long long *sk_len);\n",
            self.public_key, self.twist
        )
    }

    /// The text of the official driver for the first `records`.
    pub(crate) fn answers(self, records: u64) -> String {
        let mut model = Model {
            toy: self,
            drng: Drng::new(&[]),
        };
        let records: Vec<_> = (0..records)
            .map(|index| kem::record(&mut model, index, Runs::new(&Heap, &Heap)).unwrap())
            .collect();
        let mut text = Vec::new();
        write_records(&records, Form::Filled, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }
}

struct Model {
    toy: Toy,
    drng: Drng,
}

impl Candidate for Model {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.drng = Drng::new(seed);
        0
    }
}

fn xof(message: &[u8]) -> Vec<u8> {
    pseudoxof(128, BitStr::from(message))
}

impl Kem for Model {
    fn sizes(&mut self) -> KemSizes {
        KemSizes {
            public_key: self.toy.public_key as u64,
            secret_key: 32,
            shared_secret: 16,
            ciphertext: 24,
        }
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        sk.write(&self.drng.bits(256));
        let mut key = xof(sk.written());
        key.truncate(self.toy.public_key);
        key[0] ^= self.toy.twist;
        pk.write(&key);
        0
    }

    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32 {
        let mut text = [&self.drng.bits(64), pk.written()].concat();
        text.resize(24, 0);
        ct.write(&text);
        ss.write(&xof(ct.written()));
        0
    }

    fn dec(&mut self, _sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32 {
        ss.write(&xof(ct.written()));
        0
    }
}

/// Files of a package.
#[derive(Default)]
pub(crate) struct Package(pub(crate) Vec<(String, String)>);

impl Package {
    pub(crate) fn file(&mut self, path: impl Into<String>, text: impl Into<String>) -> &mut Self {
        let path = path.into();
        self.0.retain(|(known, _)| *known != path);
        self.0.push((path, text.into()));
        self
    }

    /// An instance folder with everything.
    pub(crate) fn instance(&mut self, folder: &str, name: &str, toy: Toy) -> &mut Self {
        self.file(format!("{folder}/KEM_AlgorithmInstance.c"), CODE)
            .file(
                format!("{folder}/KEM_AlgorithmInstance.h"),
                toy.header("", name),
            )
            .file(format!("{folder}/draw.c"), DRAW)
            .file(format!("{folder}/KAT_KEM.c"), MAIN);
        self.helpers(folder)
    }

    /// Helper sources, under other names as a package's own have.
    pub(crate) fn helpers(&mut self, folder: &str) -> &mut Self {
        for name in [
            "drng.c",
            "drng.h",
            "auxfunc.c",
            "auxfunc.h",
            "assay_sm3.c",
            "assay_sm3.h",
        ] {
            let file = sources::ALL.iter().find(|file| file.name == name).unwrap();
            self.file(
                format!("{folder}/{}", name.replace("assay", "toy")),
                file.contents.replace("assay_sm3", "toy_sm3"),
            );
        }
        self
    }

    pub(crate) fn text(&self, ending: &str) -> String {
        let file = self.0.iter().find(|(path, _)| path.ends_with(ending));
        file.unwrap().1.clone()
    }

    pub(crate) fn zip(&self, path: &Path) {
        let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
        for (name, text) in &self.0 {
            zip.start_file(name.as_str(), SimpleFileOptions::default())
                .unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
    }
}
