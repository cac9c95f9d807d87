/** Server, console and companion together, each reloading when its files change. Ctrl-C ends all of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { companionFolder, consoleFolder, root, tool } from './core/paths.ts';

const port = process.env['PORT'] ?? '8080';
// Without TLS: Vite passes calls on to the server, and browsers treat localhost as safe.
const env = {
  ...process.env,
  NODE_ENV: 'development',
  PORT: port,
  TLS_CERT: '',
  TLS_KEY: '',
  VITE_SERVER: `http://127.0.0.1:${port}`,
};

const children: ChildProcess[] = [
  start(['--watch', '--watch-preserve-output', 'packages/server/src/main.ts']),
  start([tool('vite/bin/vite.js'), consoleFolder, '--clearScreen', 'false']),
  start([tool('vite/bin/vite.js'), companionFolder, '--clearScreen', 'false']),
];

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  // When one process ends, the others are stopped.
  child.on('exit', () => stop('SIGTERM'));
  return child;
}

function stop(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

// A terminal's Ctrl-C reaches the children by itself; they end, and with them this process.
process.on('SIGINT', () => process.stdin.isTTY || stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGHUP', () => stop('SIGTERM'));
