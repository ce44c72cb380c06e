"""How much of the rules the tests hold: one small fault at a time is put into the code, and a test must notice it.

mutmut and cosmic-ray were looked at first. Neither draws a seeded sample. mutmut works on a copy of the tree and
leaves alone what stands outside of functions, which here is what a ruleset is built from; cosmic-ray starts a test
run of its own, some seconds, for each fault. Here a fault costs a third of a second: a process with pytest loaded
is forked, reads the rules anew with the fault among them, from memory, and begins with the tests that reach its line.
"""
