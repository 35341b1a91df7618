/** What was done and what was checked, by fault. */

export function openTally() {
  const faults = new Map();
  return {
    /** The view of one fault in one round; `where` repeats it. */
    of(fault, where) {
      const counts = faults.get(fault) ?? { done: new Map(), passed: 0, failed: 0, skipped: [] };
      faults.set(fault, counts);
      return viewOf(counts, fault, where);
    },
    /** Prints a line a fault and the closing line; returns the exit status. */
    close() {
      process.stdout.write('\n');
      for (const [fault, counts] of faults) process.stdout.write(`${summaryOf(fault, counts)}\n`);
      const { passed, failed, skipped } = sumsOf([...faults.values()]);
      const more = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`\n${passed} passed, ${failed} failed${more}\n`);
      return failed > 0 ? 1 : 0;
    },
  };
}

function viewOf(counts, fault, where) {
  return {
    did(what, times = 1) {
      counts.done.set(what, (counts.done.get(what) ?? 0) + times);
    },
    /** `detail` is a text, or a function that makes one when the check fails. */
    check(what, holds, detail = '') {
      counts[holds ? 'passed' : 'failed'] += 1;
      if (holds) return;
      const reason = typeof detail === 'function' ? detail() : detail;
      process.stdout.write(`FAIL ${fault} (${where}): ${what}${reason && `: ${reason}`}\n`);
    },
    skip(reason) {
      if (counts.skipped.includes(reason)) return;
      counts.skipped.push(reason);
      process.stdout.write(`skip ${fault}: ${reason}\n`);
    },
  };
}

function summaryOf(fault, { done, passed, failed }) {
  const what = [...done].map(([name, times]) => `${times} ${name}`).join(', ');
  const checks = `${passed} checks hold${failed > 0 ? `, ${failed} DON'T` : ''}`;
  return `${fault.padEnd(12)}${[what, checks].filter(Boolean).join('; ')}`;
}

function sumsOf(faults) {
  const sum = (count) => faults.reduce((total, fault) => total + count(fault), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped.length),
  };
}
