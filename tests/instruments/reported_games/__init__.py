"""The proof that reported games are judged rightly: true logs of bots' games, and the same with one fault planted."""
