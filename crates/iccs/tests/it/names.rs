use assay_iccs::{Kind, Operation, ParseKindError};

#[test]
fn kinds_are_named_and_numbered() {
    for (kind, code, name) in [
        (Kind::Kem, 1, "kem"),
        (Kind::Kex, 2, "kex"),
        (Kind::Sig, 3, "sig"),
        (Kind::Hash, 4, "hash"),
    ] {
        assert_eq!((kind.code(), kind.to_string().as_str()), (code, name));
        assert_eq!(Kind::from_code(code), Some(kind));
        assert_eq!(name.parse(), Ok(kind));
    }
    assert_eq!(Kind::from_code(5), None);
    assert_eq!("KEM".parse::<Kind>(), Err(ParseKindError("KEM".to_owned())));
}

#[test]
fn keys_name_operation_and_size() {
    for (operation, bytes, key) in [
        (Operation::Keygen, 0, "keygen"),
        (Operation::InitA, 0, "init_a"),
        (Operation::Pass(16), 0, "pass16"),
        (Operation::DeriveB, 0, "derive_b"),
        (Operation::Hash, 32, "hash_32"),
        (Operation::Hash, 65536, "hash_65536"),
    ] {
        assert_eq!(operation.key(bytes), key);
        assert_eq!(Operation::from_key(key), Ok((operation, bytes)));
    }
    for wrong in [
        "", "hash_", "hash_0", "hash_032", "hash_+32", "hash_x", "pass0", "pass17", "pass01",
        "_32", "Keygen",
    ] {
        assert!(Operation::from_key(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn each_kind_has_its_operations() {
    let keys = |kind, passes| {
        Operation::of(kind, passes)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(keys(Kind::Kem, 0), "keygen enc dec");
    assert_eq!(keys(Kind::Sig, 0), "keygen sign verify");
    assert_eq!(
        keys(Kind::Kex, 2),
        "exchange init_a init_b pass1 pass2 derive_a derive_b"
    );
    assert_eq!(keys(Kind::Hash, 0), "hash");
    let mut sorted = Operation::of(Kind::Kex, 12);
    sorted.sort();
    assert_eq!(sorted, Operation::of(Kind::Kex, 12));
}

#[test]
fn only_parts_of_an_exchange_are_steps() {
    let steps = Operation::of(Kind::Kex, 3)
        .into_iter()
        .filter(|operation| operation.is_exchange_step())
        .count();
    assert_eq!(steps, 7);
    assert!(!Operation::Exchange.is_exchange_step());
    assert!(!Operation::Keygen.is_exchange_step());
}
