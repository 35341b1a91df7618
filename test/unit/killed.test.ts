/**
 * Enable, disable and purge killed before each of their writes: afterwards a disable gives back the
 * settings byte for byte, and a purge leaves no file. A dead process writes nothing any more, so
 * from a chosen write on every one of them fails, the ones that would clean up too.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import * as purge from '../../src/commands/purge.ts';
import { homeOf, inboxOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { type FakeContext, fakeContext } from '../helpers/fake-context.ts';
import { putPayload as put } from '../helpers/payload.ts';

const life = vi.hoisted(() => ({ writesLeft: Number.POSITIVE_INFINITY, died: false }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const mkdirSync = (...args: Parameters<typeof real.mkdirSync>) => {
    life.writesLeft -= 1;
    if (life.writesLeft >= 0) return real.mkdirSync(...args);
    life.died = true;
    throw new Error('killed');
  };
  return { ...real, mkdirSync };
});

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const dying = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      life.writesLeft -= 1;
      if (life.writesLeft >= 0) return await work(...args);
      life.died = true;
      throw new Error('killed');
    };
  };
  const open = async (...args: Parameters<typeof real.open>) => {
    const file = await dying(real.open)(...args);
    file.writeFile = dying(file.writeFile.bind(file));
    return file;
  };
  const { rename, rm, rmdir, mkdtemp } = real;
  const dead = { rename, rm, rmdir, mkdtemp };
  const each = Object.entries(dead).map(([name, work]) => [name, dying(work as () => never)]);
  return { ...real, ...Object.fromEntries(each), open };
});

afterEach(() => revive());

function revive(): void {
  life.writesLeft = Number.POSITIVE_INFINITY;
  life.died = false;
}

/** The addon deletes what is ours in the home: a dead process does not call it. */
const { IngestLock } = native();
const purged = IngestLock.prototype.purge;
IngestLock.prototype.purge = function (...args) {
  life.writesLeft -= 1;
  if (life.writesLeft >= 0) return purged.apply(this, args);
  life.died = true;
  throw new Error('killed');
};

const USER = { scope: 'user', dryRun: false, json: false } as const;
const PLUGIN = { ...USER, as: 'plugin' } as const;
const PURGE = { yes: true, dryRun: false, json: false } as const;
const OTHERS = '{\n  "model": "opus",\n  "hooks": { "Stop": [] }\n}';

const elsewhere = (context: FakeContext) => ({ ...context, scriptPath: '/elsewhere/cli.js' });

interface Work {
  readonly before: (context: FakeContext) => Promise<unknown>;
  readonly run: (context: FakeContext) => Promise<unknown>;
}

const WORKS: Readonly<Record<string, Work>> = {
  enable: { before: async () => {}, run: (context) => enable.run(USER, context) },
  'enable as a plugin': {
    before: async () => {},
    run: (context) => enable.run(PLUGIN, context),
  },
  'an update of the hooks': {
    before: (context) => enable.run(USER, context),
    run: (context) => enable.run(USER, elsewhere(context)),
  },
  'an update of the plugin': {
    before: (context) => enable.run(PLUGIN, context),
    run: (context) => enable.run(PLUGIN, elsewhere(context)),
  },
  disable: {
    before: (context) => enable.run(USER, context),
    run: (context) => disable.run(USER, context),
  },
  'disable of the plugin': {
    before: (context) => enable.run(PLUGIN, context),
    run: (context) => disable.run(USER, context),
  },
  purge: {
    before: async (context) => {
      await enable.run(USER, context);
      put(inboxOf(homeOf(context)), {
        version: 1,
        event: 'stop',
        transcriptPath: '/x',
        receivedAtMs: 1,
      });
    },
    run: (context) => purge.run(PURGE, context),
  },
};

/** Every file and folder below a folder; files with their text. */
function below(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isDirectory() ? '' : readFileSync(path, 'utf8')];
    }),
  );
}

describe.each(Object.entries(WORKS))('%s, killed before any write', (_, { before, run }) => {
  it.each([
    ['no settings', undefined],
    ['settings of a person', OTHERS],
  ])('leaves nothing where there were %s', async (_, text) => {
    let kills = 0;
    for (let died = true; died; kills += 1) {
      const context = await world(text);
      const start = below(context.homedir);
      await before(context);
      life.writesLeft = kills;
      await run(context).catch(() => {});
      died = life.died;
      revive();
      await disable.run(USER, context);
      const claude = dirname(settingsPath('user', context));
      const settings = existsSync(claude) ? below(claude) : {};
      expect(settings, `disabled after ${kills} writes`).toEqual(
        Object.fromEntries(Object.entries(start).filter(([path]) => path.startsWith(`${claude}/`))),
      );
      expect(await purge.run(PURGE, context)).toBe(0);
      const home = homeOf(context);
      const left = Object.keys(below(context.homedir)).filter((path) => !home.startsWith(path));
      expect(left, `purged after ${kills} writes`).toEqual(
        Object.keys(start).filter((path) => !home.startsWith(path)),
      );
      expect(existsSync(home)).toBe(false);
    }
    expect(kills).toBeGreaterThan(3);
  });
});

async function world(settings: string | undefined): Promise<FakeContext> {
  const context = fakeContext();
  const env = { MEMENTOR_MODELS: join(context.homedir, 'no-models') };
  if (settings !== undefined) {
    const path = settingsPath('user', context);
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, settings);
  }
  return { ...context, env };
}
