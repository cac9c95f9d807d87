import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './core/paths.ts';
import { serverProcess } from './core/server-process.ts';

/** Stands in for npm: notes what it was asked for, and writes the record that npm keeps of an installation. */
const fakeNpm = `
  const fs = require('node:fs');
  const args = process.argv.slice(2);
  fs.appendFileSync('asked', args.filter((arg) => !/loglevel|audit|fund/.test(arg)).join(' ') + '\\n');
  if (args[0] === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
  fs.mkdirSync('node_modules', { recursive: true });
  if (fs.existsSync('fails')) process.exit(1);
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  if (args.includes('--omit=dev')) for (const name in packages) if (packages[name].dev) delete packages[name];
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'fairwatch-bootstrap-'));
  mkdirSync(path.join(tree, 'scripts'));
  copyFileSync(path.join(root, 'scripts/bootstrap.js'), path.join(tree, 'scripts/bootstrap.js'));
  write(
    'package.json',
    JSON.stringify({ type: 'module', workspaces: [], dependencies: { node: process.versions.node } }),
  );
  // Not a module, whatever the tree around it is.
  write('npm/package.json', '{}');
  write('npm/npm.js', fakeNpm);
  lockVersion('1.0.0');
  write('scripts/core/server-process.json', readFileSync(path.join(root, 'scripts/core/server-process.json'), 'utf8'));
  for (const task of ['start', 'backup', 'test']) write(`scripts/${task}.ts`, `console.log('${task} ran');`);
});
afterEach(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

function lockVersion(version: string): void {
  const packages = { 'node_modules/server': { version }, 'node_modules/checker': { version, dev: true } };
  write('package-lock.json', JSON.stringify({ packages }));
}

function output(task: string, set: Record<string, string> = {}): string {
  const { npm_lifecycle_event: _started, ...inherited } = process.env;
  const env = { ...inherited, npm_execpath: path.join(tree, 'npm/npm.js'), ...set };
  return spawnSync(process.execPath, ['scripts/bootstrap.js', task], { cwd: tree, env, encoding: 'utf8' }).stdout;
}

/** Runs a task and returns what npm was asked for meanwhile. */
function run(task: string): string[] {
  write('asked', '');
  const stdout = output(task);
  const asked = readFileSync(path.join(tree, 'asked'), 'utf8').split('\n').filter(Boolean);
  return stdout.includes(`${task} ran`) ? asked : [...asked, 'did not run'];
}

it("an owner's task installs without what only tests use, once; the first other task adds that", () => {
  expect(run('start')).toEqual(['ci --omit=dev']);
  expect(run('backup')).toEqual([]);
  expect(run('test')).toEqual(['install --no-save --include=dev']);
  expect(run('start')).toEqual([]);
  expect(run('test')).toEqual([]);
});

it('another task installs everything at once', () => {
  expect(run('test')).toEqual(['ci --include=dev']);
});

it('after a pull each checkout keeps the part that it had', () => {
  run('start');
  lockVersion('1.0.1');
  expect(run('start')).toEqual(['ci --omit=dev']);
  run('test');
  lockVersion('1.0.2');
  expect(run('start')).toEqual(['ci --include=dev']);
});

it('an installation that failed is done again', () => {
  write('fails', '');
  expect(run('start')).toEqual(['ci --omit=dev', 'did not run']);
  rmSync(path.join(tree, 'fails'));
  expect(run('start')).toEqual(['ci --omit=dev']);
  write('fails', '');
  expect(run('test')).toEqual(['install --no-save --include=dev', 'did not run']);
  expect(run('start')).toEqual([]);
  rmSync(path.join(tree, 'fails'));
  expect(run('test')).toEqual(['install --no-save --include=dev']);
});

it('what npm installed by hand is used as it is', () => {
  lockVersion('1.0.0');
  write('node_modules/.package-lock.json', readFileSync(path.join(tree, 'package-lock.json'), 'utf8'));
  expect(run('test')).toEqual([]);
});

it('starts the server with what bounds its memory, which the environment may say otherwise', () => {
  const { nodeOptions, environment } = serverProcess;
  const names = Object.keys(environment);
  write(
    'scripts/start.ts',
    `console.log(JSON.stringify([process.execArgv, ${names.map((name) => `process.env.${name}`)}]))`,
  );
  expect(output('start')).toContain(JSON.stringify([nodeOptions, ...Object.values(environment)]));
  const [first = '', ...others] = names;
  const given = [nodeOptions, '1', ...others.map((name) => environment[name])];
  expect(output('start', { [first]: '1' })).toContain(JSON.stringify(given));
});
