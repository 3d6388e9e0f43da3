//! The exported table as C lays it out: a mirror of `c/shim.h`.
//!
//! Function pointers are optional here, because in C they may be NULL; the checked forms are in the other modules.

use std::ffi::{c_char, c_int, c_uchar, c_ulonglong, c_void};

pub(super) const ABI_VERSION: u32 = 1;
/// The exported symbol.
pub(super) const SYMBOL: &str = "assay_instance";

pub(super) type Bytes = *mut c_uchar;
pub(super) type Length = *mut c_ulonglong;

pub(super) type SizeQuery = unsafe extern "C" fn() -> c_ulonglong;
pub(super) type InitRandom =
    unsafe extern "C" fn(*mut c_void, *const c_uchar, c_ulonglong) -> c_int;
pub(super) type GetRandom = unsafe extern "C" fn(*mut c_void, Bytes, c_ulonglong) -> c_int;
pub(super) type Keygen = unsafe extern "C" fn(Bytes, Length, Bytes, Length) -> c_int;
pub(super) type Enc =
    unsafe extern "C" fn(Bytes, c_ulonglong, Bytes, Length, Bytes, Length) -> c_int;
pub(super) type Dec =
    unsafe extern "C" fn(Bytes, c_ulonglong, Bytes, c_ulonglong, Bytes, Length) -> c_int;
pub(super) type Sign =
    unsafe extern "C" fn(Bytes, c_ulonglong, Bytes, c_ulonglong, Bytes, Length) -> c_int;
pub(super) type Verify =
    unsafe extern "C" fn(Bytes, c_ulonglong, Bytes, c_ulonglong, Bytes, c_ulonglong) -> c_int;
pub(super) type KexInit =
    unsafe extern "C" fn(Bytes, Length, Bytes, Length, Bytes, Length) -> c_int;
pub(super) type KexFirstPass = unsafe extern "C" fn(
    Bytes,
    c_ulonglong,
    Bytes,
    c_ulonglong,
    Bytes,
    Length,
    Bytes,
    Length,
) -> c_int;
pub(super) type KexPass = unsafe extern "C" fn(
    Bytes,
    c_ulonglong,
    Bytes,
    c_ulonglong,
    Bytes,
    c_ulonglong,
    Bytes,
    Length,
    Bytes,
    Length,
) -> c_int;
pub(super) type KexDerive = unsafe extern "C" fn(
    Bytes,
    c_ulonglong,
    Bytes,
    c_ulonglong,
    Bytes,
    c_ulonglong,
    Bytes,
    c_ulonglong,
    Bytes,
    Length,
) -> c_int;
pub(super) type CryptHash =
    unsafe extern "C" fn(c_int, *const c_uchar, c_ulonglong, Bytes) -> c_int;

#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Header {
    pub(super) abi_version: u32,
    pub(super) kind: u32,
    pub(super) table_bytes: u64,
    pub(super) instance_name: *const c_char,
    pub(super) build_flags: *const c_char,
    pub(super) drng: *mut c_void,
    pub(super) init_random_number: Option<InitRandom>,
    pub(super) get_random_number: Option<GetRandom>,
}

#[repr(C)]
pub(super) struct KemTable {
    pub(super) header: Header,
    pub(super) pk_len_bytes: Option<SizeQuery>,
    pub(super) sk_len_bytes: Option<SizeQuery>,
    pub(super) ss_len_bytes: Option<SizeQuery>,
    pub(super) ct_len_bytes: Option<SizeQuery>,
    pub(super) keygen: Option<Keygen>,
    pub(super) enc: Option<Enc>,
    pub(super) dec: Option<Dec>,
}

#[repr(C)]
pub(super) struct KexTable {
    pub(super) header: Header,
    pub(super) passes_num: Option<SizeQuery>,
    pub(super) pk_len_bytes: Option<SizeQuery>,
    pub(super) sk_len_bytes: Option<SizeQuery>,
    pub(super) sta_len_bytes: Option<SizeQuery>,
    pub(super) stb_len_bytes: Option<SizeQuery>,
    pub(super) ss_len_bytes: Option<SizeQuery>,
    pub(super) total_msg_len_bytes: Option<SizeQuery>,
    pub(super) init_a: Option<KexInit>,
    pub(super) init_b: Option<KexInit>,
    pub(super) pass1: Option<KexFirstPass>,
    pub(super) later_passes: [Option<KexPass>; 15],
    pub(super) derive_a: Option<KexDerive>,
    pub(super) derive_b: Option<KexDerive>,
}

#[repr(C)]
pub(super) struct SigTable {
    pub(super) header: Header,
    pub(super) pk_len_bytes: Option<SizeQuery>,
    pub(super) sk_len_bytes: Option<SizeQuery>,
    pub(super) sn_len_bytes: Option<SizeQuery>,
    pub(super) keygen: Option<Keygen>,
    pub(super) sign: Option<Sign>,
    pub(super) verify: Option<Verify>,
}

#[repr(C)]
pub(super) struct HashTable {
    pub(super) header: Header,
    pub(super) digest_len_bits: *const c_int,
    pub(super) hash: Option<CryptHash>,
}
