/** Gemini CLI, Qwen Code, Copilot CLI and OpenCode at pinned versions: how each is set up and run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './client.mjs';
import { npmClient } from './npm-client.mjs';

const script = (path) => [process.execPath, '--no-warnings', path];

/**
 * Each with the files that a person has before (`settings`: where hooks go, `servers`: where
 * the server of tools goes), its variables, the options of a run, how its model searches (`search`;
 * Qwen Code hides tools until they are looked for), how its model starts a subagent, whether its
 * sessions begin informed (`isTold`), and whether a resumed one still has what was added to it before
 * (`keepsTold`).
 */
export const otherAgents = {
  gemini: {
    client: npmClient({
      name: 'gemini',
      title: 'Gemini CLI',
      packageName: '@google/gemini-cli',
      version: '0.61.0',
      program: (packages) => script(join(packages, '@google', 'gemini-cli', 'bundle', 'gemini.js')),
    }),
    settings: '.gemini/settings.json',
    search: 'mcp_mementor_memory_search',
    files: () => ({
      '.gemini/settings.json': `{
  // how I sign in
  "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false } // nothing is sent
}\n`,
    }),
    env: (url) => ({
      GEMINI_API_KEY: 'not-a-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      NO_BROWSER: '1',
    }),
    options: ['-m', 'gemini-2.5-flash', '--yolo', '-p'],
    subagent: (prompt) => ({
      tool: 'invoke_agent',
      input: { agent_name: 'codebase_investigator', prompt },
    }),
  },
  qwen: {
    client: npmClient({
      name: 'qwen',
      title: 'Qwen Code',
      packageName: '@qwen-code/qwen-code',
      version: '0.24.4',
      program: (packages) => script(join(packages, '@qwen-code', 'qwen-code', 'cli.js')),
    }),
    isTold: true,
    settings: '.qwen/settings.json',
    files: (url) => ({
      '.qwen/settings.json': `{
  /* how I sign in */
  "security": {
    "auth": { "selectedType": "openai", "apiKey": "not-a-key", "baseUrl": "${url}/v1" },
    "folderTrust": { "enabled": false }
  },
  "model": { "name": "fake-model" },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "$version": 4
}\n`,
    }),
    env: (url) => ({
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'fake-model',
      NO_BROWSER: '1',
    }),
    options: ['--yolo', '-p'],
    subagent: (prompt) => ({
      tool: 'agent',
      input: { description: 'a task', prompt, subagent_type: 'general-purpose' },
    }),
  },
  copilot: {
    client: npmClient({
      name: 'copilot',
      title: 'Copilot CLI',
      packageName: '@github/copilot',
      version: '1.0.102',
      program: (packages) => [
        join(packages, '@github', `copilot-${process.platform}-${process.arch}`, 'copilot'),
      ],
    }),
    isTold: true,
    settings: '.copilot/hooks/mementor.json',
    keepsTold: true,
    servers: '.copilot/mcp-config.json',
    search: 'mementor-memory_search',
    files: (_, project) => ({
      '.copilot/config.json': JSON.stringify({
        trusted_folders: [project],
        trustedFolders: [project],
        banner: 'never',
      }),
    }),
    env: (url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'not-a-key',
      COPILOT_MODEL: 'fake-model',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    options: ['--allow-all-tools', '-p'],
    subagent: (prompt) => ({
      tool: 'task',
      input: {
        name: 'child',
        description: 'a task',
        prompt,
        agent_type: 'general-purpose',
        mode: 'sync',
      },
    }),
  },
  opencode: openCode('1.18.33'),
  // It keeps its sessions in files.
  'opencode-1.1': openCode('1.1.65'),
};

function openCode(version) {
  return {
    client: npmClient({
      name: 'opencode',
      title: 'OpenCode',
      packageName: 'opencode-ai',
      version,
      program: (packages) => [
        join(packages, `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode'),
      ],
    }),
    isTold: true,
    keepsTold: true,
    settings: '.config/opencode/plugins/mementor.js',
    servers: '.config/opencode/opencode.json',
    search: 'mementor_memory_search',
    files: (url) => ({
      '.config/opencode/opencode.json': `{
  "$schema": "https://opencode.ai/config.json",
  // my model
  "model": "fake/fake-model",
  "small_model": "fake/fake-model",
  "autoupdate": false,
  "share": "disabled",
  "permission": { "edit": "allow", "bash": "allow" },
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "Fake",
      "options": { "baseURL": "${url}/v1", "apiKey": "not-a-key" },
      "models": { "fake-model": { "name": "Fake", "tool_call": true, "limit": { "context": 200000, "output": 8000 } } },
    },
  }, // a last comma is allowed
}\n`,
      // A client that was started with a network has installed its own package.
      '.config/opencode/package-lock.json': JSON.stringify({
        packages: { '': { dependencies: { '@opencode-ai/plugin': version } } },
      }),
      '.config/opencode/node_modules/.package-lock.json': '{}',
    }),
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    options: ['run'],
    subagent: (prompt) => ({
      tool: 'task',
      input: { description: 'a task', prompt, subagent_type: 'general' },
    }),
  };
}

/** Writes the files that a person has; returns what a scenario does with the agent in a sandbox. */
export function agentIn({ root, home, project, env, client }, api) {
  const agent = otherAgents[client.name];
  for (const [name, text] of Object.entries(agent.files(api.url, project))) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  // A person types the name of the program, and so do the commands that lead back to a session.
  const bin = join(root, 'bin');
  mkdirSync(bin);
  const words = [client.command, ...client.args].map((each) => `'${each}'`).join(' ');
  writeFileSync(join(bin, client.name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  const own = { ...env, ...agent.env(api.url), PATH: `${bin}:${env.PATH}` };
  /** Runs a line of a shell with a prompt; returns what the model was sent meanwhile. */
  const typed = async (line, prompt, more = {}) => {
    const before = api.requests.length;
    const options = { cwd: project, env: { ...own, ...more } };
    const done = await run('sh', ['-c', `${line} "$@"`, 'sh', ...agent.options, prompt], options);
    return { ...done, requests: api.requests.slice(before) };
  };
  const asked = (prompt, more) => typed(client.name, prompt, more);
  const [settings, servers] = [agent.settings, agent.servers ?? agent.settings];
  return { settings: join(home, settings), servers: join(home, servers), asked, typed };
}
