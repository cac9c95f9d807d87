import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { healthCheck } from '@fairwatch/contract';
import { percentile } from './core/table.ts';

const everyMs = 20;

/** The latencies of the health check. */
export interface Probed {
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

/** Sends health checks at a fixed rate, even while earlier ones are not answered yet. */
export async function probeHealth(url: string, seconds: number): Promise<Probed> {
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<number>((resolve) => {
      const started = performance.now();
      const sent = get(`${url}${healthCheck.path}`, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : Number.NaN));
      });
      sent.on('error', () => resolve(Number.NaN));
    });
  const asked: Promise<number>[] = [];
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) {
    asked.push(ask());
    await delay(everyMs);
  }
  const times = await Promise.all(asked);
  agent.destroy();
  const answered = times.filter((time) => !Number.isNaN(time)).toSorted((one, other) => one - other);
  return {
    p50Ms: percentile(answered, 0.5),
    p99Ms: percentile(answered, 0.99),
    failed: times.length - answered.length,
  };
}
