import { setTimeout as delay } from 'node:timers/promises';
import type { Measured } from './measured.ts';

const connectWithinMs = 90_000;

/** Waits until so many devices are connected. Resolves with the milliseconds that it took. */
export async function untilConnected(server: Measured, devices: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const connected = await server.connected();
    const waited = performance.now() - started;
    if (connected === devices) return waited;
    if (waited > connectWithinMs) throw new Error(`${connected} of ${devices} devices connected.`);
    await delay(50);
  }
}
