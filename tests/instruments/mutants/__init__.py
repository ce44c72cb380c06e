"""Mutation testing: one small fault at a time is injected into the code of the rules, and a test must detect it.

mutmut and cosmic-ray were evaluated first. Neither draws a seeded sample. mutmut works on a copy of the tree, and does
not mutate code outside of functions, from which rulesets are built. cosmic-ray starts a separate test run for each
fault, which takes some seconds. Here, a fault costs a third of a second: a process with pytest loaded is forked. It
imports the rules again, with the mutated module from memory, and begins with the tests that reach the mutated line.
"""
