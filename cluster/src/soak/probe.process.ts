/**
 * Loaded into the server of a soak run before its own program (`--import`), for what cannot be seen from outside: memory after a collection, and
 * what keeps the event loop busy. It answers on a Unix socket, one connection for each question: `look`, or a path for a heap snapshot. The
 * product itself has no such door.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** What the probe answers; sizes in bytes. */
export interface Look {
  /** Before the collection. */
  heapUsed: number;
  /** JavaScript's heap and buffers after a collection. */
  held: number;
  /** The process after it, and the part of it that V8 has for its heap. */
  rss: number;
  heapTotal: number;
  external: number;
  /** The 99th percentile of the event loop's delay since the last look. */
  delayP99Ms: number;
  /** How many resources of each kind keep the event loop alive: sockets, timers, requests. */
  handles: Record<string, number>;
}

const socketPath = process.env['SOAK_PROBE'];
// Commands and threads of the server inherit its environment.
if (isMainThread && socketPath !== undefined && process.argv[1]?.endsWith('main.ts')) listen(socketPath);

function listen(path: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();

  async function look(): Promise<Look> {
    const { heapUsed } = process.memoryUsage();
    const delayP99Ms = delays.percentile(99) / 1e6;
    // What a first collection finalizes, a second one frees.
    for (let turn = 0; turn < 2; turn += 1) {
      collect();
      await delay(20);
    }
    delays.reset();
    const { heapUsed: kept, heapTotal, external, rss } = process.memoryUsage();
    const handles: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
    return { heapUsed, held: kept + external, rss, heapTotal, external, delayP99Ms, handles };
  }

  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', async (question: Buffer) => {
      const asked = String(question);
      socket.end(asked === 'look' ? JSON.stringify(await look()) : writeHeapSnapshot(asked));
    });
  });
  server.listen(path).unref();
}
