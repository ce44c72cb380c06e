"""Whole events paired by thousands, and every round judged by arithmetic of its own."""
