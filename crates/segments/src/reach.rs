//! Whether the linker's `--wrap` reaches a symbol.

use crate::elf::Elf;

/// How the object files of one program refer to a symbol.
///
/// `ld --wrap=f` redirects references to an *undefined* `f`. Calls in the object that defines `f`
/// are bound inside it and never seen; neither are inlined ones or those in intermediate code of
/// link-time optimisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrapReach {
    /// Objects that refer to the symbol and do not define it: their calls are redirected.
    pub referring: usize,
    /// Objects that define it: their own calls are missed.
    pub defining: usize,
    /// Objects with intermediate code of link-time optimisation, of which nothing is known.
    pub with_lto_code: usize,
}

impl WrapReach {
    /// Counts the objects.
    pub fn of<'a>(objects: impl IntoIterator<Item = &'a Elf>, symbol: &str) -> Self {
        let mut reach = Self::default();
        for object in objects {
            reach.referring += usize::from(object.imports_symbol(symbol));
            reach.defining += usize::from(object.defines_symbol(symbol));
            reach.with_lto_code += usize::from(object.has_lto_code);
        }
        reach
    }

    /// Whether some call is redirected.
    #[must_use]
    pub const fn is_reached(&self) -> bool {
        self.referring > 0
    }
}
