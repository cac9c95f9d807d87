import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Services } from '../../../shared/services/services.ts';
import { deleteOldSamples, insertSamples } from './system-samples.store.ts';
import type { Traffic } from './traffic-meter.ts';

const everyMs = 60_000;

/** Stores a sample of the server and its machine once a minute. Returns the function that stops it. */
export function startSampling(services: Services, traffic: () => Traffic): () => Promise<void> {
  const { bus, jobs, server } = services;
  let uploaded = 0;
  let before = traffic();
  const unsubscribe = bus.subscribe('fileStored', ({ size }) => void (uploaded += size));

  async function sample(): Promise<void> {
    const [now, stored] = [traffic(), uploaded];
    const moved = { received: now.received - before.received, sent: now.sent - before.sent, uploaded: stored };
    const machine = await readMachine(services.config.dataDir);
    await insertSamples(services.db, [{ server: server.name, ...machine, ...moved }]);
    // These are updated after the insert, so that a failed sample is part of the next one.
    before = now;
    uploaded -= stored;
    await deleteOldSamples(services.db);
    bus.publish('changed', { feature: 'figures', deviceId: null });
  }

  const job = jobs.start({ name: 'sampleSystem', run: sample, everyMs, failure: 'metrics.sample_failed' });
  job.trigger();
  return async () => {
    unsubscribe();
    await job.close();
  };
}

/** Reads the memory and disk that are used and free now, in bytes. */
export async function readMachine(dataDir: string) {
  const disk = await statfs(dataDir);
  const limit = process.constrainedMemory();
  // In a container its memory limit counts, not the machine's memory.
  const ramTotal = limit > 0 && limit < totalmem() ? limit : totalmem();
  return {
    memory: process.memoryUsage.rss(),
    ram_used: Math.max(0, ramTotal - process.availableMemory()),
    ram_total: ramTotal,
    disk_free: disk.bavail * disk.bsize,
    disk_total: disk.blocks * disk.bsize,
  };
}
