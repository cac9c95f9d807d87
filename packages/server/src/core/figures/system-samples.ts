import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Services } from '../services.ts';
import { deleteOldSamples, insertSamples } from './system-samples.store.ts';
import type { Traffic } from './traffic-meter.ts';

const everyMs = 60_000;

/** Notes once a minute how the server and its machine are doing. Returns the function that ends it. */
export function startSampling(services: Services, traffic: () => Traffic): () => Promise<void> {
  const { bus, log } = services;
  let uploaded = 0;
  let before = traffic();
  const unsubscribe = bus.subscribe('fileStored', ({ size }) => void (uploaded += size));

  async function sample(): Promise<void> {
    const [now, stored] = [traffic(), uploaded];
    const moved = { received: now.received - before.received, sent: now.sent - before.sent, uploaded: stored };
    await insertSamples(services.db, [{ ...(await readMachine(services.config.dataDir)), ...moved }]);
    // Only now: what could not be written is part of the next sample.
    before = now;
    uploaded -= stored;
    await deleteOldSamples(services.db);
    bus.publish('changed', { feature: 'figures', deviceId: null });
  }

  let running: Promise<void> | null = null;
  function run(): void {
    running ??= sample()
      .catch((error: unknown) => log.error({ err: error }, 'how the server is doing could not be noted'))
      .finally(() => (running = null));
  }
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    unsubscribe();
    await running;
  };
}

/** What is used and what is left now, in bytes. */
export async function readMachine(dataDir: string) {
  const disk = await statfs(dataDir);
  const limit = process.constrainedMemory();
  // In a container the limit counts, not the machine around it.
  const ramTotal = limit > 0 && limit < totalmem() ? limit : totalmem();
  return {
    memory: process.memoryUsage.rss(),
    ram_used: Math.max(0, ramTotal - process.availableMemory()),
    ram_total: ramTotal,
    disk_free: disk.bavail * disk.bsize,
    disk_total: disk.blocks * disk.bsize,
  };
}
