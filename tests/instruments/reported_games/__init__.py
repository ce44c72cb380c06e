"""Test of the adjudication of reported games, with true logs of games between bots and with injected faults."""
