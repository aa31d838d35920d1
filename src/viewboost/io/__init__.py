"""Files: a container of arrays with checksums, and the form of votes as arrays."""
