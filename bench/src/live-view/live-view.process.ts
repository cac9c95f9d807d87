import { fork } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../../scripts/core/paths.ts';
import { endsWithUs } from '../core/process.ts';

/** What the process of phones and viewers is asked for: to send pictures for so long, or to stop reading in half of the viewers. */
export interface ToLoad {
  what: 'stream' | 'stall';
  seconds: number;
}

/** What the viewers saw. */
export interface Streamed {
  sent: number;
  received: number;
  p50Ms: number;
  p95Ms: number;
}

export interface Load {
  stream(seconds: number): Promise<Streamed>;
  stall(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts so many phones and viewers, and waits until each pair is connected. Without a state file they use the bare relay. */
export async function startLoad(
  url: string,
  pairs: number,
  ours?: { stateFile: string; token: string },
): Promise<Load> {
  const child = fork('bench/src/live-view/live-view.fleet.ts', [], {
    cwd: root,
    env: {
      ...process.env,
      URL: url,
      PAIRS: String(pairs),
      ...(ours && { STATE_FILE: ours.stateFile, TOKEN: ours.token }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = endsWithUs(child);
  const exited = once(child, 'exit').then(() => {
    throw new Error('The phones and viewers ended.');
  });
  exited.catch(() => undefined);
  const next = async () => (await Promise.race([once(child, 'message'), exited]))[0] as unknown;
  const ask = async (message: ToLoad) => {
    child.send(message);
    return await next();
  };
  await next();
  return {
    stream: async (seconds) => (await ask({ what: 'stream', seconds })) as Streamed,
    stall: async () => void (await ask({ what: 'stall', seconds: 0 })),
    stop,
  };
}
