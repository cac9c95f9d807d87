/**
 * The first step of every npm script: installs what the task needs when the lock file asks for it, then runs scripts/<task>.ts
 * on the Node that the project pins. Plain JavaScript without dependencies, because it runs on a fresh clone with Node 20.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const stamp = path.join(modules, '.fairwatch-install');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const lock = path.join(root, '.cache', 'install.lock');
/** The tasks of an owner. They run and build the product, and need nothing that only tests, checks and benches use. */
const ownersTasks = [
  'start',
  'build',
  'backup',
  'restore',
  'maintenance',
  'reset-password',
  'audit-verify',
  'local-ca',
];

const [task = '', ...rest] = process.argv.slice(2);
const script = path.join(root, 'scripts', `${task}.ts`);
if (!/^[a-z][a-z-]*$/.test(task) || !existsSync(script)) fail(`There is no task "${task}" in scripts/.`);

const rootPackage = readJson('package.json');
if (process.env.npm_lifecycle_event !== undefined) endWithParent();
if (!isInstalled()) await install();

const isPinnedNode = process.versions.node === rootPackage.dependencies.node;
// The server always gets a process of its own, because how memory is kept must be said before a process starts.
if (isPinnedNode && task !== 'start') {
  process.argv.splice(1, Infinity, script, ...rest);
  await import(pathToFileURL(script).href);
} else {
  runOnPinnedNode();
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** What an install depends on: the lock file, and from each package.json only the fields that npm reads for it. */
function wantedInstall() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  const folders = rootPackage.workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`);
  });
  for (const folder of ['.', ...folders.sort()]) {
    if (!existsSync(path.join(root, folder, 'package.json'))) continue;
    const { dependencies, devDependencies, overrides, allowScripts } = readJson(`${folder}/package.json`);
    hash.update(JSON.stringify([folder, dependencies, devDependencies, overrides, allowScripts]));
  }
  return hash.digest('hex');
}

function isInstalled() {
  const { part, fits } = installed();
  return fits && (part === 'all' || ownersTasks.includes(task));
}

/**
 * What is in node_modules: `all`, or the `product` without what only tests, checks and benches use; and whether it is what the lock file
 * asks for. The part is undefined where nothing was installed to the end.
 */
function installed() {
  const wanted = wantedInstall();
  const [part, hash] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (hash === wanted) return { part, fits: true };
  const byHand = npmHasInstalled('all') ? 'all' : npmHasInstalled('product') ? 'product' : undefined;
  if (byHand === undefined) return { part, fits: false };
  writeFileSync(stamp, `${byHand} ${wanted}`);
  return { part: byHand, fits: true };
}

/** Whether npm's own record of node_modules has that part of what the lock file asks for, as after an `npm install` by hand. */
function npmHasInstalled(part) {
  if (!existsSync(path.join(modules, '.package-lock.json'))) return false;
  const present = readJson('node_modules/.package-lock.json').packages;
  const wanted = Object.entries(readJson('package-lock.json').packages);
  return wanted.every(([name, { version, integrity, optional, dev, devOptional }]) => {
    if (!name.startsWith('node_modules/')) return true;
    if (!(name in present)) return optional || (part === 'product' && (dev || devOptional));
    return present[name].version === version && present[name].integrity === integrity;
  });
}

async function install() {
  const release = await takeLock();
  try {
    if (isInstalled()) return;
    const before = installed();
    // Who has the rest keeps it: a developer's `npm start` after a pull must not remove the tools.
    const isProduct = ownersTasks.includes(task) && (before.part === undefined || before.part === 'product');
    // What only adds leaves the rest alone: the product may be running from it.
    const [how, what] = before.fits
      ? [['install', '--no-save'], 'Installing what tests and checks need...']
      : [['ci'], 'Installing what the lock file asks for (half a minute to a minute)...'];
    console.log(what);
    const quiet = ['--loglevel=error', '--no-audit', '--no-fund'];
    const { code, output } = await runNpm([...how, isProduct ? '--omit=dev' : '--include=dev', ...quiet]);
    if (code !== 0) {
      console.error(output);
      fail('The installation failed; npm says why above. Mend that and run the same command again.');
    }
    writeFileSync(stamp, `${isProduct ? 'product' : 'all'} ${wantedInstall()}`);
  } finally {
    release();
  }
}

/** Runs the npm that started us, on a Node outside node_modules: the one inside is about to be replaced. */
function runNpm(args) {
  const outside = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(modules));
  const env = { ...process.env, PATH: outside.join(path.delimiter) };
  const npm = process.env.npm_execpath ?? '';
  const [file, ...first] = npm.endsWith('.js') ? ['node', npm] : ['npm'];
  return new Promise((resolve) => {
    const child = spawn(file, [...first, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    // An incomplete install must not go on in the background.
    const handOn = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, handOn);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, handOn);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `npm could not be started: ${error.message}`;
      finish(1);
    });
    child.on('close', finish);
  });
}

/** Waits until no other bootstrap installs. A lock that its owner no longer touches is taken over. */
async function takeLock() {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let waited = false; !tryLock(); waited = true) {
    if (!waited) console.log('Another install is running; waiting for it...');
    await setTimeout(200);
  }
  const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 2000);
  const release = () => {
    clearInterval(touching);
    rmSync(lock, { force: true });
  };
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

function tryLock() {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - touched > 10_000) rmSync(lock, { force: true });
    return false;
  }
}

/** Ends this process when its parent is gone: npm runs it through a shell, which may die of a signal without forwarding it. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/** The child does the work; this process waits for it, hands signals on and ends as the child ended. */
function runOnPinnedNode() {
  const installedNode = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const node = isPinnedNode ? process.execPath : installedNode;
  const { nodeOptions, environment } =
    task === 'start' ? readJson('scripts/core/server-process.json') : { nodeOptions: [], environment: {} };
  const env = { ...environment, ...process.env };
  const child = spawn(node, [...nodeOptions, ...process.execArgv, script, ...rest], { stdio: 'inherit', env });
  // A terminal sends Ctrl-C to the whole process group: forwarding it would be a second Ctrl-C for the child.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
