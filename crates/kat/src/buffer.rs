//! Buffers that notice when a callee writes where it must not.

/// Guard bytes on each side of a buffer that comes from [`Heap`].
pub const GUARD_BYTES: usize = 64;
/// Value of every guard byte.
pub const GUARD_VALUE: u8 = 0xa5;

/// Memory that holds one buffer and, around it, guard bytes.
pub trait Region: AsMut<[u8]> + AsRef<[u8]> {
    /// Called when the contents of an input are final, before a callee sees it: memory that can be
    /// made read-only is.
    fn seal(&mut self) {}
}

impl Region for Vec<u8> {}

/// Where buffers come from.
///
/// The heap is the plain way. A caller that can protect pages places a buffer against a page that
/// faults, so that reads past the end are seen as well.
pub trait Memory {
    /// A region with room for the `capacity` bytes of the buffer `name`, and the offset at which
    /// they start. Everything in the region outside of that room becomes guard bytes.
    fn place(&self, name: &'static str, capacity: usize) -> (Box<dyn Region>, usize);
}

/// Buffers from the heap, aligned to 16 bytes, with [`GUARD_BYTES`] guard bytes on either side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap;

impl Memory for Heap {
    fn place(&self, _name: &'static str, capacity: usize) -> (Box<dyn Region>, usize) {
        let mut region = vec![0_u8; capacity + 2 * GUARD_BYTES + 16];
        let slack = region.as_ptr().align_offset(16).min(15);
        let start = slack + GUARD_BYTES;
        region.truncate(start + capacity + GUARD_BYTES);
        (Box::new(region), start)
    }
}

/// A buffer handed to a callee: the bytes it may use, a length, and guard bytes around.
pub struct Buffer {
    name: &'static str,
    region: Box<dyn Region>,
    start: usize,
    capacity: usize,
    contents: Option<Vec<u8>>,
    /// Length in bytes, as the callee sees it and may change it.
    pub length: u64,
}

impl Buffer {
    /// An output of `capacity` bytes, all of value `fill`, whose length variable holds `length`.
    #[must_use]
    pub fn output(
        memory: &dyn Memory,
        name: &'static str,
        capacity: usize,
        fill: u8,
        length: u64,
    ) -> Self {
        let (mut region, start) = memory.place(name, capacity);
        let bytes: &mut [u8] = (*region).as_mut();
        bytes.fill(GUARD_VALUE);
        bytes[start..start + capacity].fill(fill);
        Self {
            name,
            region,
            start,
            capacity,
            contents: None,
            length,
        }
    }

    /// An input with these contents and exactly that capacity.
    #[must_use]
    pub fn input(memory: &dyn Memory, name: &'static str, contents: &[u8]) -> Self {
        let mut buffer = Self::output(memory, name, contents.len(), 0, contents.len() as u64);
        buffer.bytes_mut().copy_from_slice(contents);
        buffer.region.seal();
        buffer.contents = Some(contents.to_vec());
        buffer
    }

    /// What messages call this buffer: `pk`, `ct`, …
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Bytes the callee may use.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The bytes the callee may use, all of them whatever the length says.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        let region: &[u8] = (*self.region).as_ref();
        &region[self.start..self.start + self.capacity]
    }

    /// The bytes the callee may use, for a callee written in Rust.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let (start, end) = (self.start, self.start + self.capacity);
        let region: &mut [u8] = (*self.region).as_mut();
        &mut region[start..end]
    }

    /// Bytes and length together, for a foreign callee.
    pub fn parts_mut(&mut self) -> (&mut [u8], &mut u64) {
        let (start, end) = (self.start, self.start + self.capacity);
        let region: &mut [u8] = (*self.region).as_mut();
        (&mut region[start..end], &mut self.length)
    }

    /// Writes `bytes` to the front and sets the length, for a callee written in Rust.
    ///
    /// # Panics
    /// When `bytes` is longer than the capacity.
    pub fn write(&mut self, bytes: &[u8]) {
        self.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
        self.length = bytes.len() as u64;
    }

    /// The output: as many bytes as the length says, but never more than there are.
    #[must_use]
    pub fn written(&self) -> &[u8] {
        let length = usize::try_from(self.length).unwrap_or(usize::MAX);
        &self.bytes()[..length.min(self.capacity)]
    }

    /// Looks whether a guard byte was changed; the answer says how far from the buffer, at least.
    #[must_use]
    pub fn guard_damage(&self) -> Option<String> {
        let region: &[u8] = (*self.region).as_ref();
        let changed = |byte: &u8| *byte != GUARD_VALUE;
        let after = region[self.start + self.capacity..]
            .iter()
            .rposition(changed);
        if let Some(last) = after {
            return Some(format!(
                "at least {} past the end of {} ({} bytes)",
                count(last + 1),
                self.name,
                self.capacity
            ));
        }
        let before = region[..self.start].iter().position(changed);
        before.map(|first| {
            format!(
                "at least {} in front of {} ({} bytes)",
                count(self.start - first),
                self.name,
                self.capacity
            )
        })
    }

    /// For an input: the offset of the first byte that is no longer what was handed in.
    #[must_use]
    pub fn input_damage(&self) -> Option<usize> {
        let contents = self.contents.as_deref()?;
        contents
            .iter()
            .zip(self.bytes())
            .position(|(was, is)| was != is)
    }
}

fn count(bytes: usize) -> String {
    if bytes == 1 {
        "1 byte".to_owned()
    } else {
        format!("{bytes} bytes")
    }
}
