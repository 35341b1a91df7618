/** `mementor disable --purge` in temporary homes. */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import * as enable from '../../src/commands/enable.ts';
import * as mute from '../../src/commands/mute.ts';
import * as purge from '../../src/commands/purge.ts';
import { homeOf, inboxOf, logOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { planPurge, purge as purgeAll } from '../../src/operations/purge.ts';
import { log } from '../../src/process/log.ts';
import { SILENT } from '../../src/process/watch.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { putPayload as put } from '../helpers/payload.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { shownPath } from '../helpers/shown-path.ts';
import { forgetIn } from '../helpers/writing.ts';

let context: FakeContext;
let home: string;

beforeEach(() => {
  context = fakeContext();
  context = { ...context, env: { MEMENTOR_MODELS: join(context.homedir, 'no-models') } };
  home = homeOf(context);
});

async function purged(
  more: Partial<purge.PurgeOptions> = {},
  world: Partial<FakeContext> = {},
): Promise<{ code: number; text: string; asked: string }> {
  const fresh = { ...context, ...world, stdout: fakeOutput(), stderr: fakeOutput() };
  const options = { yes: true, force: false, dryRun: false, json: false, ...more };
  const code = await purge.run(options, fresh);
  return { code, text: fresh.stdout.text, asked: fresh.stderr.text };
}

/** Everything that Mementor makes, but models. */
async function use(): Promise<void> {
  await enable.run({ scope: 'user', dryRun: false, json: false }, context);
  await enable.run({ scope: 'local', dryRun: false, json: false }, context);
  remember(
    context,
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] }),
  );
  native().IngestLock.tryAcquire(home)?.release();
  await put(inboxOf(home), { version: 1, event: 'stop', transcriptPath: '/x', receivedAtMs: 1 });
  log(logOf(home), context.now(), 'something');
  mkdirSync(join(home, 'recalls'));
  writeFileSync(join(home, 'recalls', 's1.jsonl'), '{"atMs":1}\n');
  writeFileSync(join(home, 'config.json'), '{ "limit": 7 }\n');
  writeFileSync(join(home, 'memory.db.damaged-1772355600000'), 'damaged');
  await mute.run({ what: 'project', off: false, json: false }, context);
}

/**
 * Every file below a folder, with its text. Of a database only that it is there: one that this
 * process had open is written back whenever its memory is collected.
 */
function filesBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const isOfDatabase = (name: string) => /^memory\.db-(?:wal|shm)$/.test(name);
  const files = entries.filter((entry) => entry.isFile() && !isOfDatabase(entry.name));
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, name === 'memory.db' ? 'a database' : readFileSync(path, 'latin1')];
    }),
  );
}

describe('purge', () => {
  it('leaves nothing of what Mementor made, and all else as it was', async () => {
    const theirs = settingsPath('user', context);
    mkdirSync(dirname(theirs), { recursive: true });
    writeFileSync(theirs, '{\n\t"model": "opus"}');
    const transcript = { project: 'skiff', session: 's1', prompts: ['rig it'] };
    writeTranscript(context, transcript);
    const before = filesBelow(context.homedir);
    await use();
    writeFileSync(Object.keys(before).find((path) => path.endsWith('s1.jsonl')) ?? '', '');
    writeTranscript(context, transcript);
    const { code, text } = await purged();
    expect(code).toBe(0);
    expect(existsSync(home)).toBe(false);
    expect(filesBelow(context.homedir)).toEqual(before);
    expect(text).toContain('Looked at, and nothing is left:\n');
    expect(text).toContain(`  no hooks of Mementor   ${shownPath(theirs, context)}\n`);
    expect(text).toContain(
      `  not there              ${shownPath(settingsPath('local', context), context)}\n`,
    );
    expect(text).toContain(`  not there              ${shownPath(home, context)}\n`);
  });

  it('does not call a file clean that still calls Mementor in a longer command', async () => {
    const path = settingsPath('user', context);
    mkdirSync(dirname(path), { recursive: true });
    const command = 'mementor hook stop; notify-send done';
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
    writeFileSync(path, text);
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    const done = await purged();
    expect(done.code).toBe(1);
    expect(done.text).toContain('Something is left:\n');
    expect(done.text).toContain(
      `  NOT CLEAN: a command of your own calls Mementor; edit it  ${shownPath(path, context)}\n`,
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes out what was enabled in other projects, and the plugin', async () => {
    const elsewhere = { ...context, cwd: join(context.homedir, 'elsewhere') };
    mkdirSync(elsewhere.cwd);
    await enable.run({ scope: 'project', dryRun: false, json: false }, elsewhere);
    await enable.run({ scope: 'user', as: 'plugin', dryRun: false, json: false }, context);
    const { places } = JSON.parse((await purged({ json: true })).text);
    expect(existsSync(settingsPath('project', elsewhere))).toBe(false);
    expect(existsSync(pluginFolder('user', context))).toBe(false);
    const paths = places.map((each: { path: string }) => each.path);
    expect(paths).toContain(settingsPath('project', elsewhere));
    expect(places.every((each: { state: string }) => each.state !== 'left')).toBe(true);
  });

  it('keeps foreign files, names them, and keeps the folder for them', async () => {
    await use();
    const outside = join(context.homedir, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, '00000000000001-0123456789ab.json'), '{}');
    writeFileSync(join(home, 'notes.txt'), 'mine');
    writeFileSync(join(home, 'inbox', 'shopping.json'), '[]');
    mkdirSync(join(home, 'empty'));
    symlinkSync(outside, join(home, 'models'));
    const { code, text } = await purged();
    // What lies behind a link of ours was not looked into.
    expect(code).toBe(1);
    expect(text).toContain(`  left    ${shownPath(outside, context)} (models is a link to it`);
    expect(text).toContain(
      `a link led there; look at it by hand  ${shownPath(outside, context)}\n`,
    );
    expect(text).toContain("  kept    inbox/shopping.json, models, notes.txt (not Mementor's)\n");
    expect(text).toContain(`  nothing of Mementor's  ${shownPath(home, context)}\n`);
    expect(readdirSync(home).sort()).toEqual(['empty', 'inbox', 'models', 'notes.txt']);
    expect(readdirSync(outside)).toHaveLength(1);
  });

  it('keeps a configuration that is not its own', async () => {
    await use();
    writeFileSync(join(home, 'config.json'), '{ "port": 8080 }');
    await purged();
    expect(readdirSync(home)).toEqual(['config.json']);
  });

  it('lists in a dry run what would go, and writes nothing', async () => {
    await use();
    const before = filesBelow(context.homedir);
    const { text } = await purged({ yes: false, dryRun: true });
    expect(text).toContain(
      `take the hooks out of ${shownPath(settingsPath('user', context), context)}\n`,
    );
    expect(text).toMatch(/delete \d+ files \([\d.]+ kB\) in /);
    expect(text).toMatch(/kB {2}memory\.db\n/);
    expect(text).toContain('Nothing was written (--dry-run).\n');
    expect(filesBelow(context.homedir)).toEqual(before);
  });

  it('asks, and does nothing without a yes', async () => {
    await use();
    const before = filesBelow(context.homedir);
    const { code, text, asked } = await purged({ yes: false }, { ask: async () => 'no' });
    expect({ code, text }).toEqual({ code: 1, text: 'Nothing was changed.\n' });
    expect(asked).toContain('memory.db');
    for (const world of [{}, { ask: async () => 'y' }]) {
      const json = 'ask' in world;
      const answer = purged({ yes: false, json }, world);
      await expect(answer).rejects.toMatchObject({
        code: 'NOT_CONFIRMED',
        hint: expect.stringContaining('--yes'),
      });
    }
    expect(filesBelow(context.homedir)).toEqual(before);
    expect((await purged({ yes: false }, { ask: async () => ' Y ' })).code).toBe(0);
    expect(existsSync(home)).toBe(false);
  });

  it('waits for a worker, and changes nothing while one runs', async () => {
    await use();
    const lock = native().IngestLock.tryAcquire(home);
    const before = filesBelow(context.homedir);
    let clock = 0;
    const uptimeMs = () => {
      clock += 60_000;
      return clock;
    };
    await expect(purged({}, { uptimeMs })).rejects.toMatchObject({
      code: 'INGEST_BUSY',
      message: expect.stringContaining(`(process ${process.pid}`),
      hint: expect.stringContaining(`end process ${process.pid}`),
    });
    expect(filesBelow(context.homedir)).toEqual(before);
    lock?.release();
    expect((await purged()).code).toBe(0);
  });

  it('is not stopped by a file that cannot be read and holds nothing of Mementor', async () => {
    await use();
    const path = join(context.homedir, '.gemini', 'settings.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{ broken');
    const { code, text } = await purged();
    expect(code).toBe(0);
    expect(text).toContain(`  no hooks of Mementor   ${shownPath(path, context)}\n`);
    expect(existsSync(home)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('{ broken');
  });

  describe('where hooks may stay in a file that cannot be read', () => {
    let path: string;
    let broken: string;

    beforeEach(async () => {
      await use();
      await enable.run({ scope: 'user', agent: 'gemini', dryRun: false, json: false }, context);
      path = join(context.homedir, '.gemini', 'settings.json');
      broken = `${readFileSync(path, 'utf8')},`;
      writeFileSync(path, broken);
    });

    it('takes out the others, keeps the memory, and names the file', async () => {
      const { code, text } = await purged();
      expect(code).toBe(1);
      const shown = shownPath(path, context);
      expect(text).toContain('Took the hooks out; the memory stays\n');
      expect(text).toMatch(
        / {2}left {4}~\/\.gemini\/settings\.json:\d+:\d+: not valid JSON.*repair it/,
      );
      expect(text).toContain(`: hooks in ${shown} may still call Mementor\n`);
      expect(text).toContain('mementor disable --purge --force');
      expect(text).toContain(`  NOT CLEAN: it cannot be changed  ${shown}\n`);
      expect(existsSync(settingsPath('user', context))).toBe(false);
      expect(existsSync(join(home, 'memory.db'))).toBe(true);
      expect(readFileSync(path, 'utf8')).toBe(broken);
    });

    it('goes on once the file is repaired', async () => {
      await purged();
      writeFileSync(path, broken.slice(0, -1));
      expect((await purged()).code).toBe(0);
      expect([path, home].filter((each) => existsSync(each))).toEqual([]);
    });

    it('deletes the memory when the person says so', async () => {
      const { code, text } = await purged({ force: true });
      expect(code).toBe(1);
      expect(text).toContain('Purged Mementor\n');
      expect(text).toContain(`  NOT CLEAN: it cannot be changed  ${shownPath(path, context)}\n`);
      expect(existsSync(home)).toBe(false);
      expect(readFileSync(path, 'utf8')).toBe(broken);
    });

    it('says so before it asks, and in the document', async () => {
      const before = filesBelow(context.homedir);
      const { asked } = await purged({ yes: false }, { ask: async () => 'no' });
      expect(asked).toContain('  keep   the memory, ');
      expect(asked).toContain('mementor disable --purge --force deletes it all the same');
      expect(asked).not.toContain('memory.db');
      const dry = await purged({ dryRun: true, json: true });
      expect(dry.code).toBe(1);
      const document = JSON.parse(dry.text);
      expect(document).toMatchObject({
        memoryKept: true,
        files: [],
        bytes: 0,
        blocked: [{ path, code: 'SETTINGS_INVALID', hint: expect.stringContaining('repair it') }],
      });
      expect(filesBelow(context.homedir)).toEqual(before);
    });
  });

  it('keeps the memory while a command of the person’s own calls it', async () => {
    await use();
    const path = settingsPath('user', context);
    const command = 'mementor hook stop; notify-send done';
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
    writeFileSync(path, text);
    const { code, text: told } = await purged();
    expect(code).toBe(1);
    expect(told).toContain('  left    Stop: the command is not as Mementor writes it; edit it in ');
    expect(existsSync(join(home, 'memory.db'))).toBe(true);
    await purged({ force: true });
    expect(existsSync(home)).toBe(false);
  });

  it('keeps the memory when a file turns out not to be writable', async () => {
    await use();
    const path = settingsPath('user', context);
    const plan = await planPurge(context);
    const changed = `${readFileSync(path, 'utf8')}\n`;
    writeFileSync(path, changed);
    const done = await purgeAll(plan, false, context, SILENT);
    expect(done?.blocked).toEqual([
      { path, error: expect.objectContaining({ code: 'SETTINGS_CHANGED' }) },
    ]);
    expect(done?.keptFor).toEqual([path]);
    expect(existsSync(join(home, 'memory.db'))).toBe(true);
    expect(existsSync(settingsPath('local', context))).toBe(false);
  });

  it('refuses a home that is everybody else’s too', async () => {
    const { homedir } = context;
    writeFileSync(join(homedir, 'state.json'), '{}');
    for (const shared of [homedir, '/', dirname(homedir), `${homedir}/.`]) {
      const env = { ...context.env, MEMENTOR_HOME: shared };
      await expect(purged({}, { env })).rejects.toMatchObject({ code: 'HOME_SHARED' });
    }
    expect(existsSync(join(homedir, 'state.json'))).toBe(true);
  });

  it('has nothing to do where nothing is, and makes nothing', async () => {
    const { code, text } = await purged({ yes: false });
    expect(code).toBe(0);
    expect(text).toContain('Nothing of Mementor was there.\n');
    expect(existsSync(home)).toBe(false);
  });

  it('says that the list of forgotten turns goes too, and what that means', async () => {
    const prompts = ['rig it', 'and the mast?'];
    const written = { project: 'skiff', session: 'skiff-session-1', prompts, numbered: true };
    const transcript = writeTranscript(context, written);
    remember(context, transcript);
    forgetIn(context, 'skiff-session-1-0', 'skiff-session-1-1');
    const dry = await purged({ dryRun: true });
    expect(dry.text).toContain('The list of 2 forgotten turns and notes goes too.');
    expect(dry.text).toContain('2 of them still stand in transcripts on the disk');
    const document = JSON.parse((await purged({ dryRun: true, json: true })).text);
    expect(document.forgotten).toEqual({ turns: 2, onDisk: 2, everyTranscript: true });
    writeFileSync(transcript, '');
    expect((await purged({ dryRun: true })).text).toContain(
      'None of them was found in the transcripts that the agents keep and those',
    );
    expect((await purged()).text).toContain('The list of 2 forgotten turns and notes goes too.');
    expect((await purged()).text).not.toContain('forgotten');
  });

  it('finds forgotten turns in a transcript that was read from another folder', async () => {
    const written = { project: 'skiff', session: 'skiff-session-1', prompts: ['rig it'] };
    const path = join(context.homedir, 'elsewhere.jsonl');
    renameSync(writeTranscript(context, { ...written, numbered: true }), path);
    remember(context, path);
    forgetIn(context, 'skiff-session-1-0');
    expect((await purged({ dryRun: true })).text).toContain(
      '1 of them still stands in transcripts',
    );
  });

  it('says where it did not look for forgotten turns when the memory cannot be read', async () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'forgotten.jsonl'), '"skiff-session-1-0"\n');
    writeFileSync(join(home, 'memory.db'), 'damaged');
    const { text } = await purged({ dryRun: true });
    expect(text).toContain('The list of 1 forgotten turn or note goes too.');
    expect(text).toContain('the memory cannot be read, so others may hold some');
  });
});
