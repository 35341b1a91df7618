/** Questions about what was done, as a person and an agent ask them: the built program. */

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { conversation, type Result, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const WORDS_ALONE = { MEMENTOR_MODELS: '/nonexistent/models' };
const ERROR = "error TS2339: Property 'anchor' does not exist on type 'Boat'.";

let box: Sandbox;

async function run(args: readonly string[], stdin?: string): Promise<Result> {
  const options = stdin === undefined ? {} : { stdin };
  return await box.cli(args, { env: WORDS_ALONE, ...options });
}

beforeEach(async () => {
  box = sandbox();
  const { prompt, answer, tool } = conversation(box.project);
  const file = box.path('project/src/boat.ts');
  const edit = {
    file_path: file,
    old_string: 'name: string;',
    new_string: 'name: string;\nanchor: Anchor;',
  };
  const lines = [
    prompt('make the boats stop'),
    tool('Write', { file_path: file, content: 'interface Boat {\nname: string;\n}\n' }),
    tool('Bash', { command: 'npx tsc --noEmit 2>&1 | head' }, `src/boat.ts(2,1): ${ERROR}`),
    answer('The interface lacks the anchor.'),
    tool('Edit', edit),
    tool('Bash', { command: 'npx tsc --noEmit', description: 'Check the types' }, ''),
    tool(
      'Bash',
      { command: 'npm run dev', run_in_background: true },
      'Command running in background',
    ),
    answer('The boats stop.'),
  ];
  box.write('project/src/boat.ts', 'interface Boat {\nname: string;\nanchor: Anchor;\n}\n');
  const transcript = box.write('transcripts/a.jsonl', lines.join(''));
  expect((await run(['ingest', transcript])).exitCode).toBe(0);
});

describe('fix', () => {
  it('says in two lines what ended it', async () => {
    const { stdout, stderr, exitCode } = await run(['fix', ERROR]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^1 {2}src\/boat\.ts\(2,1\): error TS2339: .* turn \w+$/),
      '   ended by a change of boat.ts, then npx tsc --noEmit passed',
    ]);
  });

  it('shows the cause, the change and the command that passed when it is told to', async () => {
    const { stdout } = await run(['fix', '-v', ERROR]);
    expect(stdout).toContain('> make the boats stop');
    expect(stdout).toContain('The interface lacks the anchor.');
    expect(stdout).toMatch(/ended by +npx tsc --noEmit, which then passed/);
    expect(stdout).toContain('+ anchor: Anchor;');
    expect(stdout).not.toContain('- name');
  });

  it('reads a pasted output from a pipe', async () => {
    const { stdout } = await run(['fix', '--json'], `> tsc\n\nsrc/x.ts(9,9): ${ERROR}\n`);
    const [one] = JSON.parse(stdout).ended;
    expect(one).toMatchObject({ passed: 'npx tsc --noEmit', times: 1 });
    expect(one.changes).toMatchObject([{ removed: '', added: 'anchor: Anchor;' }]);
  });

  it('finds the same message in another file, and not another one in the same file', async () => {
    const { stdout } = await run(['fix', `lib/pier.ts(7,7): ${ERROR}`]);
    expect(stdout).toContain('src/boat.ts(2,1): error TS2339');
    const other = "src/boat.ts(2,1): error TS2304: Cannot find name 'rudder'.";
    expect((await run(['fix', other])).stderr).toMatch(/^No stored command met this error/);
  });

  it('takes no pipe to a filter for an end whose output does not show it', async () => {
    const { prompt, tool } = conversation(box.project);
    const failed = (output: string) => tool('Bash', { command: 'mill test | grep mill' }, output);
    const lines = [prompt('start it'), failed('fatal: no wind at the mill'), failed('a mill')];
    const transcript = box.write('transcripts/b.jsonl', lines.join(''));
    await run(['ingest', transcript]);
    const { stdout } = await run(['fix', 'fatal: no wind at the mill']);
    expect(stdout).toMatch(/^Met before in 1 session, no end known\./);
  });

  it('says that it was met before where nothing shows its end', async () => {
    const { prompt, tool } = conversation(box.project);
    const failed = tool('Bash', { command: 'mill up 2>&1 | tail' }, 'fatal: no wind at the mill');
    const transcript = box.write('transcripts/b.jsonl', [prompt('start it'), failed].join(''));
    await run(['ingest', transcript]);
    const { stdout, exitCode } = await run(['fix', 'fatal: no wind at the mill']);
    expect(stdout).toMatch(
      /^Met before in 1 session, no end known\. [\s\S]*\nhint: `mementor show/,
    );
    expect(exitCode).toBe(0);
  });

  it('takes a text that begins with a dash', async () => {
    const { exitCode, stderr } = await run(['fix', '--- FAIL: TestBoat (0.01s)']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^No stored command met this error/);
  });

  it('says when it knows nothing, and what to do', async () => {
    const none = await run(['fix', 'segmentation fault in the rudder']);
    expect(none).toMatchObject({ exitCode: 1, stdout: '' });
    expect(none.stderr).toMatch(/^No stored command met this error\.\n\nhint: /);
    for (const input of ['make: *** [test] Error 1\n', 'Finished in 54.2ms\n', '15 passed\n']) {
      expect(await run(['fix'], input)).toMatchObject({
        exitCode: 1,
        stdout: '',
        stderr:
          'No line of this has the sign of an error of its own.\n\nhint: `mementor query --error WORD` looks for a word in the errors that were met\n',
      });
    }
    expect((await run(['fix', 'goconst'])).stderr).toContain('`mementor query --error goconst`');
    const empty = await run(['fix'], '');
    expect(empty.exitCode).toBe(2);
    expect(empty.stderr).toMatch(/^error: no error is given\n\nhint: /);
  });
});

describe('how', () => {
  it('offers a command that can be copied', async () => {
    const { stdout, exitCode } = await run(['how', 'check', 'types']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^npx tsc --noEmit\n {4}Check the types · worked 1 time/);
    expect((await run(['how', 'fly to the moon'])).exitCode).toBe(1);
  });

  it('tells a server that was started', async () => {
    const { stdout } = await run(['how', 'npm run dev']);
    expect(stdout).toMatch(/^npm run dev\n {4}started 1 time · last /);
  });

  it('lists the options used with what is asked for', async () => {
    const { stdout } = await run(['how', 'npx', 'tsc']);
    expect(stdout).toMatch(/\noptions of npx tsc in 1 run: --noEmit 1\n$/);
  });
});

describe('blame', () => {
  it('names the turn that wrote a line, of the file as it is now', async () => {
    const { stdout, exitCode } = await run(['blame', 'src/boat.ts:3']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^line {2}anchor: Anchor;\n\n1 {2}> make the boats stop/);
    // Known by its neighbours.
    const brace = await run(['blame', 'src/boat.ts:4']);
    expect(brace.stdout).toMatch(/^line {2}\}\n\n1 {2}> make the boats stop/);
    const beyond = await run(['blame', 'src/boat.ts:40']);
    expect(beyond.stderr).toContain('src/boat.ts has 4 lines, and no line 40');
    const gone = await run(['blame', 'src/gone.ts:1']);
    expect(gone.stderr).toContain('src/gone.ts cannot be read');
    expect((await run(['blame', 'src/gone.ts'])).exitCode).toBe(1);
  });

  it('names the turns behind what a name defines, through another file', async () => {
    const { prompt, tool, answer } = conversation(box.project);
    const [from, to] = [box.path('project/src/boat.ts'), box.path('project/src/pier.ts')];
    const sink =
      'export function sink(boat: Boat) {\n  boat.anchor.drop(boat.depth);\n  const crew = boat.crew.filter(ashore);\n  boat.ballast.release(crew.length);\n  return boat.name;\n}\n';
    const moor = sink.replace('sink', 'moor');
    const lines = [
      prompt('boats can sink'),
      tool('Edit', {
        file_path: from,
        old_string: 'anchor: Anchor;\n}\n',
        new_string: `anchor: Anchor;\n}\n${sink}`,
      }),
      answer('They can. We decided to drop the anchor first.'),
      prompt('mooring belongs to the pier'),
      tool('Write', { file_path: to, content: `import { Boat } from './boat';\n\n${moor}` }),
      tool('Edit', { file_path: from, old_string: sink, new_string: '' }),
      answer('Moved.'),
    ];
    const transcript = box.write('transcripts/c.jsonl', lines.join(''));
    expect((await run(['ingest', transcript])).exitCode).toBe(0);
    box.write(
      'project/src/pier.ts',
      `import { Boat } from './boat';\n\n${moor}class Pier {\n  open() {}\n}\nclass Crane {\n  open() {}\n}\n`,
    );
    const { stdout } = await run(['blame', 'src/pier.ts:moor']);
    expect(stdout).toMatch(/^function {2}moor {2}\S.*src\/pier\.ts:3-8\n\n1 {2}> mooring belongs/);
    expect(stdout).toContain('moved it from src/boat.ts, where it was sink · 6 lines of it stand');
    expect(stdout).toMatch(/\n2 {2}> boats can sink[\s\S]*made it · nothing of it stands/);
    const { symbol, turns } = JSON.parse(
      (await run(['blame', 'src/pier.ts:moor', '--json'])).stdout,
    );
    expect(symbol).toBe('moor');
    expect(turns).toMatchObject([
      { did: { what: 'moved', from: 'src/boat.ts', named: 'sink', lines: 6 }, notes: [] },
      { did: { what: 'made', from: null, named: null, lines: 0 } },
    ]);
    const lineTurns = JSON.parse((await run(['blame', 'src/pier.ts:4', '--json'])).stdout).turns;
    expect(lineTurns.map(({ prompt }: { prompt: string }) => prompt)).toEqual([
      'mooring belongs to the pier',
      'boats can sink',
    ]);
    const two = await run(['blame', 'src/pier.ts:open']);
    expect(two.exitCode).toBe(2);
    expect(two.stderr).toContain(
      '2 symbols of src/pier.ts are called open: Pier.open (10-10), Crane.open (13-13)',
    );
    expect((await run(['blame', 'src/pier.ts:Pier.open'])).stderr).toContain(
      'No stored edit wrote Pier.open',
    );
    const misspelt = await run(['blame', 'src/pier.ts:moro']);
    expect(misspelt.stderr).toContain('src/pier.ts defines nothing called moro');
    expect(misspelt.stderr).toContain('nearest: moor');
    box.write('project/data.bin', 'x\n');
    expect((await run(['blame', 'data.bin:x'])).stderr).toContain('is in no language');
  });

  it('says what is no line', async () => {
    const range = await run(['blame', 'src/boat.ts:3-2']);
    expect(range.stderr).toContain('line 2 does not come behind line 3');
    expect((await run(['blame', 'src/boat.ts:'])).stderr).toContain('no name stands behind');
    expect((await run(['blame', 'src/my boat.ts:1'])).stderr).toContain(
      "`mementor blame 'src/my boat.ts'`",
    );
    const drive = await run(['blame', 'C:\\boat.ts']);
    expect(drive.stderr).toContain('No stored turn changed C:\\boat.ts');
  });

  it('names other projects only where they were not looked at', async () => {
    expect((await run(['blame', 'gone.ts'])).stderr).toContain('`--all-projects` looks everywhere');
    for (const command of [
      ['blame', 'gone.ts'],
      ['blame', 'gone.ts', '--text'],
      ['how', 'zzz'],
      ['query', '--files', 'zzz'],
      ['fix', 'zzz'],
    ]) {
      expect((await run([...command, '-a'])).stderr).not.toContain('--all-projects');
    }
  });

  it('knows the file from a subfolder of the repository', async () => {
    box.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    const options = { env: WORDS_ALONE, cwd: box.path('project/src') };
    const { stdout } = await box.cli(['blame', 'boat.ts', '--json', '-a'], options);
    expect(JSON.parse(stdout)).toMatchObject({ file: 'src/boat.ts', line: null, more: 0 });
    expect(JSON.parse(stdout).turns).toHaveLength(1);
  });
});

describe('blame --text', () => {
  it('lists the changes, prints what one replaced, and writes it to a new file only', async () => {
    const list = await run(['blame', 'src/boat.ts', '--text']);
    expect(list.stdout).toContain('replaced  1 line: name: string; (whole file known)');
    expect((await run(['blame', 'src/boat.ts', '--text', '1'])).stdout).toBe('name: string;');
    const whole = ['blame', 'src/boat.ts', '--text', '1', '--whole'];
    expect((await run(whole)).stdout).toBe('interface Boat {\nname: string;\n}\n');
    const to = box.path('project/before.ts');
    expect((await run([...whole, '--to', to])).exitCode).toBe(0);
    expect(readFileSync(to, 'utf8')).toBe('interface Boat {\nname: string;\n}\n');
    const again = await run([...whole, '--to', to]);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('exists');
  });

  it('says what it does not know', async () => {
    const first = await run(['blame', 'src/boat.ts', '--text', '2']);
    expect(first.stderr).toContain('what this change replaced is not known');
    const whole = await run(['blame', 'src/boat.ts', '--text', '2', '--whole']);
    expect(whole.stderr).toContain('the whole file before this change is not known');
    const none = await run(['blame', 'src/boat.ts', '--text', '7']);
    expect(none.stderr).toContain('has 2 stored changes, and no number 7');
    expect((await run(['blame', 'src/nothing.ts', '--text'])).exitCode).toBe(1);
  });
});

describe('query --files', () => {
  it('lists the files of a topic', async () => {
    const { stdout, exitCode } = await run(['query', '--files', 'boats', 'stop']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^src\/boat\.ts +changed in 1 turn /);
    expect((await run(['query', '--files', 'submarine'])).exitCode).toBe(1);
  });

  it('refuses a project that does not exist', async () => {
    const { stderr, exitCode } = await run(['query', '--files', 'boats', '--project', 'nosuch']);
    expect({ exitCode, said: stderr.includes('no project is called nosuch') }).toEqual({
      exitCode: 2,
      said: true,
    });
  });
});

it.each([[['how']], [['query', '--files']]])(
  '%j wants to know what to look for',
  async (command) => {
    for (const text of ['', ' ']) {
      const { exitCode, stdout, stderr } = await run([...command, text]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/^error: nothing to look for\n\nhint: /);
    }
  },
);
