pub(super) const STUBS: [unsafe extern "C" fn(); 0] = [];
