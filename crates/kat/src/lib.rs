//! Known-answer tests: drivers, canonical text, digests and verdicts.
