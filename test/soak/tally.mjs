/** What was done and what was checked, by fault. */

export function openTally() {
  const faults = new Map();
  let failures = 0;
  return {
    get failures() {
      return failures;
    },
    /** The view of one fault in one round; `where` repeats it. */
    of(fault, where) {
      const counts = faults.get(fault) ?? { done: new Map(), passed: 0, failed: 0, skipped: [] };
      faults.set(fault, counts);
      return {
        did(what, times = 1) {
          counts.done.set(what, (counts.done.get(what) ?? 0) + times);
        },
        check(what, holds, detail = '') {
          if (holds) {
            counts.passed += 1;
            return;
          }
          counts.failed += 1;
          failures += 1;
          const reason = typeof detail === 'function' ? detail() : detail;
          process.stdout.write(`FAIL ${fault} (${where}): ${what}${reason && `: ${reason}`}\n`);
        },
        skip(reason) {
          if (counts.skipped.includes(reason)) return;
          counts.skipped.push(reason);
          process.stdout.write(`skip ${fault}: ${reason}\n`);
        },
      };
    },
    /** Prints a line a fault and the closing line; returns the exit status. */
    close() {
      const sums = { passed: 0, failed: 0, skipped: 0 };
      process.stdout.write('\n');
      for (const [fault, { done, passed, failed, skipped }] of faults) {
        sums.passed += passed;
        sums.failed += failed;
        sums.skipped += skipped.length;
        const what = [...done].map(([name, times]) => `${times} ${name}`).join(', ');
        const checks = `${passed} checks hold${failed > 0 ? `, ${failed} DON'T` : ''}`;
        process.stdout.write(`${fault.padEnd(12)}${[what, checks].filter(Boolean).join('; ')}\n`);
      }
      const { passed, failed, skipped } = sums;
      const more = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`\n${passed} passed, ${failed} failed${more}\n`);
      return failed > 0 ? 1 : 0;
    },
  };
}
