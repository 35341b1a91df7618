/** What a run that was killed leaves beside the files it writes, and who takes it away. */

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { leftoverChecks } from '../../src/agents/claude-code/checks/leftovers.ts';
import { pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import { receiptPath } from '../../src/agents/settings-file/receipt.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import * as purge from '../../src/commands/purge.ts';
import * as home from '../../src/home/paths.ts';
import { planPurge } from '../../src/memory.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { shownPath } from '../helpers/shown-path.ts';

const USER = { scope: 'user', dryRun: false, json: false } as const;
const PLUGIN = { ...USER, as: 'plugin' } as const;

let context: FakeContext;
let settings: string;

beforeEach(() => {
  context = fakeContext();
  const env = { MEMENTOR_MODELS: join(context.homedir, 'no-models') };
  context = { ...context, env, now: () => new Date() };
  settings = settingsPath('user', context);
});

function below(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function purged(): Promise<{ code: number; text: string }> {
  const fresh = { ...context, stdout: fakeOutput() };
  const code = await purge.run({ yes: true, dryRun: false, json: false }, fresh);
  return { code, text: fresh.stdout.text };
}

/** Writes a file that was last changed so long before now. */
function put(path: string, ageMs: number, text = '{}'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const at = (context.now().getTime() - ageMs) / 1_000;
  utimesSync(path, at, at);
  return path;
}

const beside = (name: string) => join(dirname(settings), name);
const COPY = '.settings.json.mementor-0123456789ab.tmp';
const EARLIER_COPY = '.settings.json.0123456789ab.tmp';

describe('an enable that was killed', () => {
  it('before the file was there leaves no file and no folder after a disable', async () => {
    const before = below(context.homedir);
    await enable.run(USER, context);
    expect(existsSync(receiptPath(home.homeOf(context), settings))).toBe(true);
    // As it stands right before the rename.
    writeFileSync(beside(COPY), readFileSync(settings));
    rmSync(settings);
    await disable.run(USER, context);
    expect(existsSync(dirname(settings))).toBe(false);
    await purged();
    expect(below(context.homedir).filter((path) => !path.includes('.local'))).toEqual(before);
    expect(existsSync(home.homeOf(context))).toBe(false);
  });

  it('while it updated the hooks still leads back to no file', async () => {
    await enable.run(USER, context);
    const old = readFileSync(settings);
    await enable.run(USER, { ...context, scriptPath: '/elsewhere/dist/cli.js' });
    expect(readFileSync(settings)).not.toEqual(old);
    // The receipt of the update is there; the file is still the old one.
    writeFileSync(settings, old);
    await disable.run(USER, context);
    expect(existsSync(settings)).toBe(false);
  });

  it('as a plugin leaves no file and no folder after a disable', async () => {
    const folder = pluginFolder('user', context);
    await enable.run(PLUGIN, context);
    mkdirSync(join(dirname(folder), '.mementor-Ab3xY9'));
    renameSync(folder, join(dirname(folder), '.mementor-Ab3xY9', 'mementor'));
    await disable.run(USER, context);
    expect(existsSync(dirname(settings))).toBe(false);
  });

  it('fails with a receipt as it was when the file cannot be written', async () => {
    await enable.run(USER, context);
    const receipt = receiptPath(home.homeOf(context), settings);
    const before = readFileSync(receipt, 'utf8');
    mkdirSync(join(context.homedir, 'other'));
    writeFileSync(join(context.homedir, 'other', '.claude'), 'a file where a folder should be');
    const other = { ...context, cwd: join(context.homedir, 'other') };
    const local = { ...USER, scope: 'local' } as const;
    await expect(enable.run(local, other)).rejects.toMatchObject({ code: 'SETTINGS_UNREADABLE' });
    expect(readFileSync(receipt, 'utf8')).toBe(before);
    expect(readdirSync(dirname(receipt))).toHaveLength(1);
  });
});

describe('copies of a settings file', () => {
  it('are taken away by a purge, which names them, and by a disable', async () => {
    for (const [remove, young] of [
      [purged, COPY],
      [() => disable.run(USER, context), COPY],
    ] as const) {
      await enable.run(USER, context);
      writeFileSync(beside(young), 'a copy');
      put(beside(EARLIER_COPY), 61_000);
      await remove();
      expect(existsSync(beside(young))).toBe(false);
      expect(existsSync(beside(EARLIER_COPY))).toBe(false);
    }
    put(beside(COPY), 0);
    const { text } = await purged();
    expect(text).toContain(`left    ${shownPath(beside(COPY), context)} (by a stopped run)\n`);
  });

  it('are named by the doctor once they are old', async () => {
    const detail = async () =>
      (await leftoverChecks(context)).map((check) => [check.status, check.detail]);
    put(beside(COPY), 1_000);
    expect(await detail()).toEqual([]);
    put(beside(COPY), 61_000);
    expect(await detail()).toEqual([['warn', `a stopped run left a copy: ${beside(COPY)}`]]);
  });

  it('that may still be written are left to whoever writes them by an enable', async () => {
    put(beside(COPY), 1_000);
    put(beside('.settings.json.mementor-ffffffffffff.tmp'), 61_000);
    await enable.run(USER, context);
    expect(readdirSync(dirname(settings)).sort()).toEqual([COPY, 'settings.json']);
  });

  it('are known by their exact names: everything else stays', async () => {
    const theirs = [
      '.settings.json.0123456789abc.tmp',
      '.settings.json.0123456789AB.tmp',
      '.settings.json.tmp',
      '.settings.local.json.0123456789ab.tmp.bak',
      'settings.json.mementor-0123456789ab.tmp',
      '.other.json.mementor-0123456789ab.tmp',
    ];
    for (const name of theirs) put(beside(name), 1e9);
    put(beside(EARLIER_COPY), 1_000);
    mkdirSync(beside(COPY));
    mkdirSync(beside('skills/.mementor-abcdef'), { recursive: true });
    writeFileSync(beside('skills/.mementor-abcdef/mine.txt'), 'mine');
    await enable.run(USER, context);
    await purged();
    expect(readdirSync(dirname(settings)).sort()).toEqual(
      [...theirs, EARLIER_COPY, COPY, 'skills'].sort(),
    );
    expect(existsSync(beside('skills/.mementor-abcdef/mine.txt'))).toBe(true);
  });
});

describe('a settings file that is replaced', () => {
  it.skipIf(process.platform === 'win32')('keeps its permissions', async () => {
    put(settings, 0);
    chmodSync(settings, 0o640);
    await enable.run(USER, context);
    expect(statSync(settings).mode & 0o777).toBe(0o640);
  });

  it.skipIf(process.getuid?.() !== 0)('stays its owner’s when root enables', async () => {
    put(settings, 0);
    chownSync(settings, 12_345, 23_456);
    await enable.run(USER, context);
    expect(statSync(settings)).toMatchObject({ uid: 12_345, gid: 23_456 });
    await disable.run(USER, context);
    expect(statSync(settings)).toMatchObject({ uid: 12_345, gid: 23_456 });
  });
});

describe('the home', () => {
  const samples: Readonly<Record<string, string>> = {
    stateOf: 'state.json',
    databaseOf: 'memory.db',
    logOf: 'mementor.log',
  };

  it('names each file that a purge deletes', () => {
    for (const [name, path] of Object.entries(samples)) {
      const of = Reflect.get(home, name) as (folder: string) => string;
      expect(of('/home')).toBe(`/home/${path}`);
      const folder = temporaryFolder();
      writeFileSync(join(folder, path), '');
      expect(
        planPurge({ home: folder, models: '', nowMs: 0 }, false, fakeContext()).contents.foreign,
      ).toEqual([]);
    }
  });

  it('is the only place that names a file in it', () => {
    const folder = join(import.meta.dirname, '../../src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const naming = sources
      .filter((path) => path.endsWith('.ts') && path !== join('home', 'paths.ts'))
      .flatMap((path) => {
        const lines = readFileSync(join(folder, path), 'utf8').split('\n');
        return lines.filter((line) => /(join|resolve)\((home|homeOf\(\w+\)), ['"`]/.test(line));
      });
    expect(naming).toEqual([]);
  });

  it('holds nothing after a purge, whatever was stopped half-way', async () => {
    await enable.run(USER, context);
    const folder = home.homeOf(context);
    const files = [
      ...Object.values(samples),
      'ingest.lock',
      'memory.db-wal',
      'memory.db-shm',
      'memory.db-journal',
      'memory.db.damaged-1772355600000-wal',
      'memory.db.saved-1772355600000',
      'mementor.log.1',
      'inbox/00000000000001-0123456789ab.json',
      'inbox/00000000000001-0123456789ab.json.unreadable',
      'inbox/.00000000000001-0123456789ab.json.tmp',
      'inbox/.00000000000001-0123456789ab.json.mementor-0123456789ab.tmp',
      'recalls/s1.jsonl',
      'recalls/.s1.jsonl.mementor-0123456789ab.tmp',
      'recalls/.s1.jsonl.0123456789ab.tmp',
      'receipts/.0123456789abcdef.json.mementor-0123456789ab.tmp',
      '.state.json.mementor-0123456789ab.tmp',
      'models/.import-0123456789ab/models/x/model.onnx',
    ];
    // Half a line may stand before the first whole one.
    const line: Readonly<Record<string, string>> = {
      'mementor.log': 'x\n2026-01-02T03:04:05.000Z x\n',
      'mementor.log.1': '2026-01-02T03:04:05.000Z x\n',
      'recalls/s1.jsonl': '{"at\n{"atMs":1}\n',
    };
    for (const file of files) put(join(folder, file), 0, line[file] ?? 'x');
    const { code, text } = await purged();
    expect(text).not.toContain("not Mementor's");
    expect(code).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });
});
