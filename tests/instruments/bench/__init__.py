"""Benchmarks in CPU time. Machines are shared, so compare only figures of the same run."""
