/** Parses every line of the transcripts under a folder with JSON.parse, and says what it took. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const entries = readdirSync(process.argv[2], { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
const paths = files.map((file) => join(file.parentPath, file.name)).sort();

const cpu = process.cpuUsage();
const started = performance.now();
let lines = 0;
for (const path of paths) {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      lines += typeof JSON.parse(line) === 'object' ? 1 : 0;
    } catch {
      // A broken line costs as much.
    }
  }
}
const wallMs = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1_000, lines }));
