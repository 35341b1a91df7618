/** The server of tools in other agents' lists of servers: put in, and taken out byte for byte. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../helpers/sandbox.ts';

const JSON_BEFORE =
  '// mine\n{\n  "mcpServers": {\n    // others\n    "other": { "command": "x" } // kept\n  },\n  "theme": "Dark"\n}\n';
const OPENCODE_BEFORE =
  '{\n\t"mcp": {\n\t\t"other": { "type": "local", "command": ["x"] }, // kept\n\t}, // the last\n}\n';
const STRICT_BEFORE = '{"mcpServers":{"other":{"type":"local","command":"x","args":[]}}}';
const TOML_BEFORE = '# mine\nmodel = "x"\n\n[projects."/srv"] # here\ntrust_level = "trusted"';

const AGENTS = [
  { agent: 'codex', file: '.codex/config.toml', before: TOML_BEFORE },
  { agent: 'gemini', file: '.gemini/settings.json', before: JSON_BEFORE },
  { agent: 'qwen', file: '.qwen/settings.json', before: JSON_BEFORE },
  { agent: 'copilot', file: '.copilot/mcp-config.json', before: STRICT_BEFORE },
  { agent: 'opencode', file: '.config/opencode/opencode.json', before: OPENCODE_BEFORE },
];

function write(box: Sandbox, name: string, text: string): string {
  const path = join(box.home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe.each(AGENTS)('the server of $agent', ({ agent, file, before }) => {
  const enable = ['enable', '--mcp', '--agent', agent];
  const disable = ['disable', '--mcp', '--agent', agent];

  it('comes beside others, and goes byte for byte', async () => {
    const box = sandbox();
    const path = write(box, file, before);
    const dry = await box.cli([...enable, '--dry-run']);
    expect(dry.stdout).toContain('Would add 1 server');
    expect(readFileSync(path, 'utf8')).toBe(before);
    const done = await box.cli(enable);
    expect(done.stdout).toContain(`mementor disable --agent ${agent} --mcp`);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('mementor');
    expect(text).toContain('x');
    expect((await box.cli(enable)).stdout).toContain('already enabled');
    const doctor = await box.cli(['doctor', '--verbose']);
    expect(doctor.stdout).toMatch(new RegExp(`mcp ${agent} +on in`));
    await box.cli(disable);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('goes beside the hooks, in whichever order they came', async () => {
    for (const first of [[], ['--mcp']]) {
      const box = sandbox();
      const path = write(box, file, before);
      await box.cli(['enable', '--agent', agent, ...first]);
      await box.cli(['enable', '--agent', agent, ...(first.length > 0 ? [] : ['--mcp'])]);
      const out = await box.cli(['disable', '--agent', agent, '--json']);
      expect(JSON.parse(out.stdout).changed).toBe(true);
      expect(readFileSync(path, 'utf8')).toBe(before);
      const hooks = agent === 'codex' ? '.codex/hooks.json' : '.copilot/hooks';
      expect(existsSync(join(box.home, hooks))).toBe(false);
    }
  });

  it('goes without a receipt too, and comes back as it should be', async () => {
    const box = sandbox();
    const path = write(box, file, `${before}\n`);
    await box.cli(enable);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `${text.replaceAll('dist/cli.js', 'gone/cli.js')}\n`);
    const doctor = await box.cli(['doctor']);
    expect(doctor.stdout).toMatch(/starts another installation/);
    await box.cli(enable);
    expect(readFileSync(path, 'utf8')).toContain('dist/cli.js');
    await box.cli(['disable', '--purge', '--yes']);
    expect(readFileSync(path, 'utf8').trim()).toBe(before.trim());
  });

  it('is left alone where a person registered it', async () => {
    const box = sandbox();
    const own: Readonly<Record<string, string>> = {
      codex: '[mcp_servers.mementor]\ncommand = "mementor"\n',
      opencode: '{ "mcp": { "mementor": { "type": "local", "command": ["mementor", "mcp"] } } }',
    };
    const json = '{ "mcpServers": { "mementor": { "command": "mementor", "args": ["mcp"] } } }';
    const path = write(box, file, own[agent] ?? json);
    const text = readFileSync(path, 'utf8');
    expect((await box.cli(enable)).stdout).toContain('left');
    await box.cli(disable);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is in a file of ours where there was none, which goes with it', async () => {
    const box = sandbox();
    await box.cli(enable, { env: { MEMENTOR_HOME: join(box.home, 'own memory') } });
    expect(readFileSync(join(box.home, file), 'utf8')).toContain('own memory');
    await box.cli(disable, { env: { MEMENTOR_HOME: join(box.home, 'own memory') } });
    expect(existsSync(join(box.home, dirname(file)))).toBe(false);
  });
});
