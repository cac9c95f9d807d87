import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadResult, Shot } from './load.ts';
import { percentile } from './table.ts';

const { shot, connections, seconds } = workerData as { shot: Shot; connections: number; seconds: number };
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const bodies = shot.bodies.map((body) => Buffer.from(body));

function fire(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...shot.headers, 'content-length': body.length };
    const sent = request(shot.url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Each connection sends the next request as soon as the last is answered. */
async function fireUntil(end: number): Promise<{ times: number[]; errors: number }> {
  const times: number[] = [];
  let errors = 0;
  const lane = async (number: number) => {
    const body = bodies[number % bodies.length] ?? Buffer.alloc(0);
    while (performance.now() < end) {
      const started = performance.now();
      if ((await fire(body)) !== 200) errors += 1;
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => lane(number)));
  return { times, errors };
}

// Warm-up: compiled code, open connections, filled caches.
await fireUntil(performance.now() + Math.min(1000, seconds * 250));
const started = performance.now();
const { times, errors } = await fireUntil(started + seconds * 1000);
const elapsed = (performance.now() - started) / 1000;
times.sort((one, other) => one - other);
const result: LoadResult = {
  perSecond: times.length / elapsed,
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
  errors,
};
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's port has no origin.
parentPort?.postMessage(result);
