"""The sections of a report: each makes tables, charts and sentences from the findings."""
