import { connect } from 'node:net';
import { until, type OwnProcess } from './own-processes.ts';

const listenWithinMs = 60_000;

/** Waits until a program accepts connections on its port. Throws with what it printed when it ends before. */
export async function untilListening(running: OwnProcess, port: number): Promise<void> {
  await until(`port ${port} is open`, listenWithinMs, async () => {
    if (running.hasEnded()) throw new Error(`It ended before it listened: ${running.output().trim()}`);
    return await accepts(port);
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
