import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import type { EngineName } from './engine.ts';

/** The environment without what npm's Chromium adds to it: its libraries are no good for other browsers. */
const environment = { ...process.env };

/** A file of each Debian package that an engine needs, by the package's name. */
const files: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  chromium: {},
  firefox: { xvfb: '/usr/bin/Xvfb', 'firefox-esr': '/usr/bin/firefox-esr' },
  webkit: {
    xvfb: '/usr/bin/Xvfb',
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    // WebKitGTK records sound and video with these.
    'gstreamer1.0-libav': '/usr/lib/*/gstreamer-1.0/libgstlibav.so',
    'gstreamer1.0-plugins-bad': '/usr/lib/*/gstreamer-1.0/libgsttranscode.so',
  },
};

/** The Debian packages that an engine lacks here. */
function missingFor(engine: EngineName): string[] {
  const entries = Object.entries(files[engine]);
  return entries.filter(([, file]) => globSync(file).length === 0).map(([name]) => name);
}

/** Installs what the engines need where that is allowed: as root, with apt. Resolves with what is still missing, by engine. */
export function ensurePrograms(
  engines: readonly EngineName[],
  say: (line: string) => void,
): ReadonlyMap<EngineName, string[]> {
  const missing = [...new Set(engines.flatMap(missingFor))];
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`Installing ${missing.join(' ')} (once)...`);
    const options = { env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const;
    try {
      execFileSync('apt-get', ['update', '-qq'], options);
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }
  return new Map(engines.map((engine) => [engine, missingFor(engine)]));
}

/** The small browser that Debian packs with WebKitGTK. */
export function findMiniBrowser(): string {
  const [path] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (path === undefined) throw new Error('WebKitGTK has come without its MiniBrowser.');
  return path;
}

export interface Display {
  /** The variables of a program that shows its windows here. */
  env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** A screen without glass: both browsers draw maps only where they believe that there is one. */
export async function startDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = server.stdio[3];
  if (!told) throw new Error('Xvfb has no channel for its number.');
  const [number] = (await once(told, 'data')) as [Buffer];
  const env = { ...environment, DISPLAY: `:${String(number).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' };
  return { env, close: () => endProcess(server) };
}

/** Starts a program that ends together with this process, whichever way it ends, and all that the program started with it. */
export function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { env, stdio: 'ignore', detached: true });
  const { pid } = child;
  if (pid === undefined) return child;
  const end = () => killGroup(pid);
  process.once('exit', end);
  child.once('exit', () => {
    process.off('exit', end);
    killGroup(pid);
  });
  return child;
}

/** Ends what is left of a process group. Usually nothing is. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const insisting = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(insisting);
}
