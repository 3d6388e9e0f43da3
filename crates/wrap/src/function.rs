use core::fmt;

/// A wrapped function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Function {
    /// `pseudohash`, the placeholder hash function.
    Pseudohash = 1,
    /// `pseudoXOF`, the placeholder extendable-output function.
    PseudoXof = 2,
    /// `sm3hash`.
    Sm3hash = 3,
    /// `get_random_number`, the random number generator.
    Drng = 4,
}

impl Function {
    /// All functions, in the order of their codes.
    pub const ALL: [Function; 4] = [
        Function::Pseudohash,
        Function::PseudoXof,
        Function::Sm3hash,
        Function::Drng,
    ];

    /// The name in profiles.
    pub const fn name(self) -> &'static str {
        match self {
            Function::Pseudohash => "pseudohash",
            Function::PseudoXof => "pseudoXOF",
            Function::Sm3hash => "sm3hash",
            Function::Drng => "drng",
        }
    }

    /// The function with this [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Function> {
        Function::ALL
            .into_iter()
            .find(|function| function.name() == name)
    }

    /// The symbol to give to the linker's `--wrap`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Function::Drng => "get_random_number",
            hash => hash.name(),
        }
    }

    /// The number that stands for the function in a slot.
    pub const fn code(self) -> u32 {
        self as u32
    }

    /// The function with this [`code`](Self::code).
    pub fn from_code(code: u32) -> Option<Function> {
        Function::ALL
            .into_iter()
            .find(|function| function.code() == code)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
