"""Pair thousands of random events, and verify every round independently of the rules."""
