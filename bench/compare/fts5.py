"""Plain full text: SQLite's FTS5 over turns, one row each, any word of the question, BM25.

Reads {"turns": [{"session", "prompt", "answer"}], "queries": [...]} and prints a line for each query.
"""

import json, re, sqlite3, sys, time

asked = json.load(sys.stdin)
database = sqlite3.connect(":memory:")
database.execute("CREATE VIRTUAL TABLE turn USING fts5 (session UNINDEXED, prompt, answer, tokenize = 'porter')")
rows = [(turn["session"], turn["prompt"], turn["answer"]) for turn in asked["turns"]]
database.executemany("INSERT INTO turn VALUES (?, ?, ?)", rows)
for query in asked["queries"]:
    began = time.process_time()
    words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
    sql = """SELECT session, substr(prompt, 1, 160), snippet(turn, 2, '', '', '…', 64)
             FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT 20"""
    hits = database.execute(sql, (words,)).fetchall() if words else []
    cpu = 1000 * (time.process_time() - began)
    told = [{"session": session, "text": f"> {prompt}\n{text}"} for session, prompt, text in hits]
    print(json.dumps({"hits": told, "cpuMs": cpu}))
