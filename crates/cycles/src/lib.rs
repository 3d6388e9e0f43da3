//! Reading a cycle counter: its source, its unit and its floor.
