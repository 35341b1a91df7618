/** What a run found: a line for each check, and the closing line. */

const shown_chars_max = 400;

/** Returns `check` of a scenario, with `fail` and `close` for the run. */
export function reporter() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const fail = (name, expected, got) => {
    count.failed++;
    console.log(`FAIL ${name}: expected ${shown(expected)} got ${shown(got)}`);
  };
  const settle = (name, holds, expected, got) => {
    if (!holds) return fail(name, expected, got);
    count.passed++;
    console.log(`ok   ${name}`);
  };
  return {
    ...comparisons(settle),
    fail,
    skip(name, reason) {
      count.skipped++;
      console.log(`skip ${name}: ${reason}`);
    },
    /** Prints the closing line and returns the exit status. */
    close() {
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
      return count.failed > 0 ? 1 : 0;
    },
  };
}

function comparisons(settle) {
  return {
    succeeds(name, { exitCode, stdout, stderr }) {
      settle(name, exitCode === 0, 'exit status 0', `${exitCode}: ${stdout}${stderr}`);
    },
    equal(name, got, expected) {
      settle(name, JSON.stringify(got) === JSON.stringify(expected), expected, got);
    },
    contains(name, text, part) {
      settle(name, text.includes(part), `text with ${shown(part)}`, text);
    },
    lacks(name, text, part) {
      settle(name, !text.includes(part), `text without ${shown(part)}`, around(text, part));
    },
    atLeast(name, got, min) {
      settle(name, got >= min, `at least ${min}`, got);
    },
    atMost(name, got, max) {
      settle(name, got <= max, `at most ${max}`, got);
    },
  };
}

function shown(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { length } = String(text);
  return length > shown_chars_max ? `${text.slice(0, shown_chars_max)}… (${length})` : text;
}

/** Returns the place where a part stands in a long text. */
function around(text, part) {
  const start = Math.max(0, text.indexOf(part) - 100);
  return `…${text.slice(start, start + part.length + 200)}…`;
}
