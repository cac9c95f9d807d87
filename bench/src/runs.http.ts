import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { deviceList } from '@fairwatch/contract';
import { percentile } from './core/table.ts';

const everyMs = 20;

/** The latencies of the first page of the device list. */
export interface Probed {
  p50Ms: number;
  p99Ms: number;
  requests: number;
  failed: number;
}

/** Asks for the device list at a fixed rate until stopped, even while earlier requests are not answered yet. */
export async function probeDeviceList(url: string, token: string, signal: AbortSignal): Promise<Probed> {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const ask = () =>
    new Promise<number>((resolve) => {
      const started = performance.now();
      const sent = request(`${url}${deviceList.path}`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : Number.NaN));
      });
      sent.on('error', () => resolve(Number.NaN));
      sent.end(JSON.stringify({ page: 1, pageSize: 50 }));
    });
  const asked: Promise<number>[] = [];
  while (!signal.aborted) {
    asked.push(ask());
    await delay(everyMs);
  }
  const times = await Promise.all(asked);
  agent.destroy();
  const answered = times.filter((time) => !Number.isNaN(time)).toSorted((one, other) => one - other);
  return {
    p50Ms: percentile(answered, 0.5),
    p99Ms: percentile(answered, 0.99),
    requests: times.length,
    failed: times.length - answered.length,
  };
}
